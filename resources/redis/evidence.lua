-- SPDX-License-Identifier: Apache-2.0
-- What is known of commands: monotonic, bounded, kept for a retention. A command's row: `fixed` what never changes,
-- task, stage, outcome, result, ref, error, replaced, and the times. Stages: 0 admitted, 1 send attempted, 2
-- acknowledged, 3 terminal. Outcomes: 0 result, 1 error, 2 fenced, 3 expired, 4 unknown.

local admitted, sendAttempted, acknowledged, terminal = 0, 1, 2, 3
local outcomes = { result = 0, error = 1, fenced = 2, expired = 3, unknown = 4 }
local scanned = 5000 -- entries that a look at one user's recent commands reads at most

local dynamicFields = { 'task', 'stage', 'outcome', 'result', 'ref', 'error', 'replaced', 'admittedAt', 'sentAt',
    'acknowledgedAt', 'endedAt' }

local function row(name)
    return P .. 'e' .. name
end

local function counted(what)
    call('HINCRBY', P .. 'ecount', what, 1)
end

local function read(name)
    local fields = call('HMGET', row(name), 'fixed', unpackTable(dynamicFields))
    if not fields[1] then
        return nil
    end
    local fixed = unpack(fields[1])
    return { name = name, user = fixed[1], command = fixed[2], context = fixed[3], leased = fixed[4],
        request = fixed[5], fence = fixed[6], blob = fixed[7], fingerprint = fixed[8], startsAfresh = fixed[9],
        deadline = fixed[10], task = fields[2], stage = tonumber(fields[3]), outcome = tonumber(fields[4]),
        result = fields[5], ref = fields[6], error = fields[7], replaced = tonumber(fields[8]),
        admittedAt = tonumber(fields[9]), sentAt = tonumber(fields[10]), acknowledgedAt = tonumber(fields[11]),
        endedAt = tonumber(fields[12]) }
end

local function write(r)
    call('HSET', row(r.name), 'task', r.task, 'stage', r.stage, 'outcome', r.outcome, 'result', r.result, 'ref', r.ref,
        'error', r.error, 'replaced', r.replaced, 'admittedAt', r.admittedAt, 'sentAt', r.sentAt, 'acknowledgedAt',
        r.acknowledgedAt, 'endedAt', r.endedAt)
end

-- What the callers get.
local function record(r)
    return { r.user, r.command, r.task, r.context, r.leased, r.request, r.fence, r.blob, r.stage, r.outcome, r.result,
        r.ref, r.error, r.replaced, r.admittedAt, r.sentAt, r.acknowledgedAt, r.endedAt, r.deadline }
end

local function records(list)
    local all = {}
    for _, name in ipairs(list) do
        local one = read(name)
        if one then
            all[#all + 1] = record(one)
        end
    end
    return all
end

local function unknown(command)
    return fail('command_unknown', 'command', command)
end

local function exists(context)
    return context ~= '' and hot.read(context) ~= false
end

-- Whether the handle is current and covers the addressed context: that context, or one that it carries.
local function mayUse(context, leased, handle)
    if not exists(context) or not leases.current(leased, handle) then
        return false
    end
    return context == leased or call('HGET', contextRow.key(context), 'p') == leased
end

local function forgetPast()
    local past = call('ZRANGEBYSCORE', P .. 'eend', '-inf', '(' .. text(now - policies.evidenceRetention), 'LIMIT', 0, 16)
    for _, name in ipairs(past) do
        local task = call('HGET', row(name), 'task')
        call('LREM', P .. 'et' .. names.id(names.user(name)) .. names.id(task), 1, name)
        call('DEL', row(name))
        call('ZREM', P .. 'eend', name)
        counted('dropped')
    end
end

local function known(r, fingerprint, task)
    if r.fingerprint ~= fingerprint or (task ~= '' and task ~= r.task) then
        return fail('command_id_conflict', 'command', r.command)
    end
    return ok(1, record(r))
end

function evidence.admit(user, command, task, context, leased, request, fence, deadline, fingerprint, blob, startsAfresh)
    forgetPast()
    local name = names.request(user, command)
    local before = read(name)
    if before then
        return known(before, fingerprint, task)
    end
    if fence ~= '0' then
        if leased == '' then
            return leases.stale(leased)
        end
        local handle = contextRow.handle(leased, request, fence)
        if not leases.current(leased, handle) then
            return leases.stale(leased, handle)
        end
        if names.user(leased) ~= user or not mayUse(context, leased, handle) then
            return fail('context_unknown')
        end
        if task == '' then
            task = contextRow.lease(leased).task
        end
    elseif context ~= '' and names.lastId(context) ~= '' and not exists(context) then
        return fail('context_unknown')
    end
    if call('ZCARD', P .. 'edue') + call('ZCARD', P .. 'eend') >= policies.evidenceEntries then
        return fail('history_full', 'limit', text(policies.evidenceEntries))
    end
    deadline = tonumber(deadline)
    deadline = deadline ~= 0 and deadline or now + policies.commandDeadline
    local fixed = { user, command, context, leased, request, fence, blob, fingerprint, tonumber(startsAfresh), deadline }
    call('HSET', row(name), 'fixed', pack(fixed))
    local added = { name = name, user = user, command = command, context = context, leased = leased, request = request,
        fence = fence, blob = blob, deadline = deadline, task = task, stage = admitted, outcome = -1, result = '',
        ref = '', error = '', replaced = 0, admittedAt = now, sentAt = 0, acknowledgedAt = 0, endedAt = 0 }
    write(added)
    call('RPUSH', P .. 'et' .. names.id(user) .. names.id(task), name)
    call('ZADD', P .. 'edue', deadline, name)
    counted('admitted')
    return ok(0, record(added))
end

local function terminate(r, outcome)
    r.outcome = outcome
    r.endedAt = now
    call('ZADD', P .. 'eend', now, r.name)
    if r.stage ~= terminal then
        r.stage = terminal
        call('ZREM', P .. 'edue', r.name)
        counted('ended')
        if r.sentAt ~= 0 and r.fence ~= '0' and exists(r.context) then
            settling.commandResolved(r.context, r.command)
        end
    end
    write(r)
end

function evidence.beginSend(user, command, generation)
    local r = read(names.request(user, command))
    if not r then
        return unknown(command)
    end
    if r.outcome == outcomes.fenced or r.outcome == outcomes.expired then
        return fail(r.outcome == outcomes.fenced and 'fenced' or 'command_expired', 'command', command)
    end
    if r.stage ~= admitted then
        return fail('request_known', 'command', command) -- nothing is sent twice
    end
    local client = r.context ~= '' and names.clientOf(r.context) or ''
    local owner = call('HMGET', P .. 'k' .. client, 'epoch', 'gen')
    hot.ask(r.context, r.leased, hot.clientField(client))
    local current
    if r.fence == '0' then
        current = r.context ~= '' and owner[1] == names.epochOf(r.context)
    else
        current = mayUse(r.context, r.leased, contextRow.handle(r.leased, r.request, r.fence))
    end
    if not current or r.deadline < now then
        local code = current and 'command_expired' or 'fenced'
        r.error = pack({ code, { 'command', command }, '' })
        terminate(r, current and outcomes.expired or outcomes.fenced)
        return fail(code, 'command', command)
    end
    if owner[2] ~= generation or not clients.current(client) then
        return fail('client_not_connected', 'client', names.clientId(client))
    end
    r.stage = sendAttempted
    r.sentAt = now
    write(r)
    counted('sent')
    if r.fence ~= '0' then
        settling.commandSent(r.context, command, r.deadline)
    end
    return ok(record(r))
end

function evidence.acknowledge(user, command, epoch)
    local r = read(names.request(user, command))
    if not r or r.stage == admitted then
        return unknown(command) -- nobody can have received what was not sent
    end
    if r.context ~= '' and names.epochOf(r.context) ~= epoch then
        return fail('wrong_epoch', 'epoch', names.epochOf(r.context))
    end
    if r.stage == sendAttempted then
        r.stage = acknowledged
    end
    if r.acknowledgedAt == 0 and r.sentAt ~= 0 then
        r.acknowledgedAt = now
        counted('acknowledged')
    end
    write(r)
    return ok(record(r))
end

function evidence.finish(user, command, outcome, result, ref, problem, epoch)
    local r = read(names.request(user, command))
    if not r then
        return unknown(command)
    end
    outcome = tonumber(outcome)
    local sent = r.sentAt ~= 0
    local answer = outcome == outcomes.result or outcome == outcomes.error
    if answer and r.context ~= '' and names.epochOf(r.context) ~= epoch then
        return fail('wrong_epoch', 'epoch', names.epochOf(r.context))
    end
    if outcome == outcomes.result and not sent then
        return unknown(command)
    end
    if sent and (outcome == outcomes.expired or outcome == outcomes.fenced) then
        return ok(record(r)) -- both mean "never sent"
    end
    if r.stage == terminal then
        if not answer or r.outcome ~= outcomes.unknown or r.replaced == 1 then
            return ok(record(r))
        end
        r.replaced = 1
    end
    r.result, r.ref, r.error = result, ref, problem
    if outcome == outcomes.unknown and not sent then
        outcome = outcomes.expired -- what was not sent has no unknown outcome
    end
    terminate(r, outcome)
    if outcome == outcomes.result and r.startsAfresh == 1 and exists(r.context) then
        settling.finish(r.context)
    end
    return ok(record(r))
end

function evidence.get(user, command)
    local r = read(names.request(user, command))
    return r and ok(record(r)) or unknown(command)
end

function evidence.byTask(user, task)
    return ok(records(call('LRANGE', P .. 'et' .. names.id(user) .. names.id(task), 0, -1)))
end

function evidence.overdue(limit)
    return ok(records(call('ZRANGEBYSCORE', P .. 'edue', '-inf', '(' .. text(now), 'LIMIT', 0, limit)))
end

-- Of one user only what is among the newest is looked at.
function evidence.recent(user, limit)
    limit = tonumber(limit)
    local found = {}
    local function add(list)
        for _, name in ipairs(list) do
            if #found < limit and (user == '' or names.user(name) == user) then
                found[#found + 1] = name
            end
        end
    end
    local last = (user == '' and limit or scanned) - 1
    add(call('ZRANGE', P .. 'edue', 0, last))
    if #found < limit then
        add(call('ZREVRANGE', P .. 'eend', 0, last))
    end
    return ok(records(found))
end

function evidence.counts()
    local counts = call('HMGET', P .. 'ecount', 'dropped', 'admitted', 'sent', 'acknowledged', 'ended')
    local values = { call('ZCARD', P .. 'edue'), call('ZCARD', P .. 'eend') }
    for i = 1, 5 do
        values[#values + 1] = tonumber(counts[i]) or 0
    end
    local oldest = call('ZRANGE', P .. 'eend', 0, 0, 'WITHSCORES')[2]
    values[#values + 1] = oldest and tonumber(oldest) or 0
    return ok(unpackTable(values))
end
