-- SPDX-License-Identifier: Apache-2.0
-- What is known of commands: monotonic, bounded, kept for a retention. A command's row is two packed texts, for to read and
-- write them as fields of their own costs several times as much: `fixed`, what never changes, and `state`, what became of it.
-- Stages: 0 admitted, 1 send attempted, 2 acknowledged, 3 terminal. Outcomes: 0 result, 1 error, 2 fenced, 3 expired, 4
-- unknown.

local admitted, sendAttempted, acknowledged, terminal = 0, 1, 2, 3
local outcomes = { result = 0, error = 1, fenced = 2, expired = 3, unknown = 4 }
local scanned = 5000 -- entries that a look at one user's recent commands reads at most

local function row(name)
    return P .. 'e' .. name
end

-- How many commands came how far, in order of what counts() answers.
local counts = { 'dropped', 'admitted', 'sent', 'acknowledged', 'ended' }
local talliedFor = 1000000 -- then they are read again, should another Redis have counted on meanwhile

-- One more in this call.
local function counted(what)
    local added = here.added or {}
    here.added = added
    added[what] = (added[what] or 0) + 1
    if here.tally then
        here.tally[what] = here.tally[what] + 1
    end
end

-- Ends a call: the partition's counts follow.
function evidence.count()
    for what, by in next, here.added do
        call('HINCRBY', P .. 'ecount', what, by)
    end
    here.added = nil
end

-- The counts, with those of this call.
local function tally()
    if here.tally and here.talliedUntil >= now then
        return here.tally
    end
    local written, sum = call('HMGET', P .. 'ecount', unpackTable(counts)), {}
    for i, what in ipairs(counts) do
        sum[what] = (tonumber(written[i]) or 0) + (here.added and here.added[what] or 0)
    end
    here.tally, here.talliedUntil = sum, now + talliedFor
    return sum
end

local function packFixed(r)
    return pack({ r.user, r.command, r.task, r.context, r.leased, r.request, r.fence, r.blob, r.fingerprint,
        r.startsAfresh, r.deadline })
end

local function packState(r)
    return pack({ r.stage, r.outcome, r.result, r.ref, r.error, r.replaced, r.admittedAt, r.sentAt, r.acknowledgedAt,
        r.endedAt })
end

local function read(name)
    local texts = call('HMGET', row(name), 'fixed', 'state')
    if not texts[1] then
        return nil
    end
    local f, s = unpack(texts[1]), unpack(texts[2])
    return { name = name, fixed = texts[1], state = texts[2],
        user = f[1], command = f[2], task = f[3], context = f[4], leased = f[5], request = f[6], fence = f[7],
        fingerprint = f[9], startsAfresh = f[10], deadline = f[11],
        stage = s[1], outcome = s[2], result = s[3], ref = s[4], error = s[5], replaced = s[6], admittedAt = s[7],
        sentAt = s[8], acknowledgedAt = s[9], endedAt = s[10] }
end

local function add(r)
    r.fixed, r.state = packFixed(r), packState(r)
    call('HSET', row(r.name), 'fixed', r.fixed, 'state', r.state)
end

local function write(r)
    r.state = packState(r)
    call('HSET', row(r.name), 'state', r.state)
end

-- What the callers get.
local function record(r)
    return { r.fixed, r.state }
end

local function records(list)
    local all = {}
    for _, name in ipairs(list) do
        local texts = call('HMGET', row(name), 'fixed', 'state')
        if texts[1] then
            all[#all + 1] = texts
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

-- Forgets what is past of the oldest 16. The oldest end is kept in mind: it only ever gets later.
local function forgetPast()
    local before = now - policies.evidenceRetention
    if here.oldestEnd and here.oldestEnd >= before then
        return
    end
    local past = call('ZRANGEBYSCORE', P .. 'eend', '-inf', '(' .. text(before), 'LIMIT', 0, 16)
    for _, name in ipairs(past) do
        local r = read(name)
        if r then
            call('LREM', P .. 'et' .. names.id(r.user) .. names.id(r.task), 1, name)
            call('DEL', row(name))
        end
        call('ZREM', P .. 'eend', name)
        counted('dropped')
    end
    here.commands = nil
    here.oldestEnd = tonumber(call('ZRANGE', P .. 'eend', 0, 0, 'WITHSCORES')[2] or now)
end

local countedFor = 256 -- admissions

-- Whether no more commands can be remembered. They are counted once in a while: between, each that was admitted counts.
local function isFull()
    if not here.commands or here.commands >= policies.evidenceEntries or here.admissions >= countedFor then
        here.commands, here.admissions = call('ZCARD', P .. 'edue') + call('ZCARD', P .. 'eend'), 0
    end
    return here.commands >= policies.evidenceEntries
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
    if isFull() then
        return fail('history_full', 'limit', text(policies.evidenceEntries))
    end
    deadline = tonumber(deadline)
    deadline = deadline ~= 0 and deadline or now + policies.commandDeadline
    local r = { name = name, user = user, command = command, task = task, context = context, leased = leased,
        request = request, fence = fence, blob = blob, fingerprint = fingerprint, startsAfresh = tonumber(startsAfresh),
        deadline = deadline, stage = admitted, outcome = -1, result = '', ref = '', error = '', replaced = 0,
        admittedAt = now, sentAt = 0, acknowledgedAt = 0, endedAt = 0 }
    add(r)
    here.commands, here.admissions = here.commands + 1, here.admissions + 1
    call('RPUSH', P .. 'et' .. names.id(user) .. names.id(task), name)
    call('ZADD', P .. 'edue', deadline, name)
    counted('admitted')
    return ok(0, record(r))
end

local function terminate(r, outcome)
    r.outcome = outcome
    r.endedAt = now
    call('ZADD', P .. 'eend', now, r.name)
    if r.stage ~= terminal then
        r.stage = terminal
        call('ZREM', P .. 'edue', r.name)
        counted('ended')
        if r.sentAt ~= 0 and r.fence ~= '0' then
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
    hot.ask(r.context, r.leased, hot.clientField(client))
    local current
    if r.fence == '0' then
        current = r.context ~= '' and clients.get(client, 'epoch') == names.epochOf(r.context)
    else
        current = mayUse(r.context, r.leased, contextRow.handle(r.leased, r.request, r.fence))
    end
    if not current or r.deadline < now then
        local code = current and 'command_expired' or 'fenced'
        r.error = pack({ code, { 'command', command }, '' })
        terminate(r, current and outcomes.expired or outcomes.fenced)
        return fail(code, 'command', command)
    end
    local isConnected, connection = clients.current(client)
    if not isConnected or connection ~= tonumber(generation) then
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

-- How many are open, how many ended ones are kept, the counts, and, if there is no room for more, when the oldest ended.
function evidence.counts()
    local sum, open, kept = tally(), call('ZCARD', P .. 'edue'), call('ZCARD', P .. 'eend')
    local oldest = open + kept >= policies.evidenceEntries and call('ZRANGE', P .. 'eend', 0, 0, 'WITHSCORES')[2]
    return ok(open, kept, sum.dropped, sum.admitted, sum.sent, sum.acknowledged, sum.ended, tonumber(oldest or 0))
end
