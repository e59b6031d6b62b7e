-- SPDX-License-Identifier: Apache-2.0
-- Assignments of contexts: giving, renewing and every way of ending, with what hangs on an end: contexts that the lease
-- carried, settling, ties and the longest hold, and the memory of request ids.
--
-- A context's row: w window, h health, o ours, r reported, s first seen; l its lease, or in one byte how its
-- latest one ended; z
-- settling's deadline, zc its commands; hw, hr, hu its hold; p parent; ch children; u unresolved commands.
-- A lease: fence, task, request, node, acquired, renewed, renewals, longest hold, tied to, grace of the tie.

local causes = { [0] = 'released', 'expired', 'disconnected', 'context_gone', 'epoch_ended', 'client_removed', 'operator',
    'longest_hold', 'requester_gone', 'cancelled', 'drained' }
local healths = { [0] = 'live', 'loading', 'crashed', 'discarded', 'unresponsive' }
local goneRequestersKept = 4096

leases.cause = { released = 0, expired = 1, disconnected = 2, contextGone = 3, epochEnded = 4, clientRemoved = 5,
    operator = 6, longestHold = 7, requesterGone = 8, cancelled = 9, drained = 10 }

function leases.row(context)
    return P .. 'c' .. context
end

-- The lease in a row's field, or nil.
function leases.read(packed)
    return packed and #packed > 1 and unpack(packed) or nil
end

-- The context's lease, or nil.
function leases.lease(context)
    return leases.read(call('HGET', leases.row(context), 'l'))
end

-- How the latest lease ended, by the row's field; nil while there is one, and before there was any.
function leases.lastEnd(packed)
    return packed and #packed == 1 and byte(packed, 1) or nil
end

local function isOf(lease, request, fence)
    return lease ~= nil and lease[3] == request and lease[1] == tonumber(fence)
end

-- Whether the handle is current.
function leases.current(context, request, fence)
    return isOf(leases.lease(context), request, fence)
end

function leases.stale(context, request, fence)
    local reply = fail('stale_handle')
    if context == '' then
        return reply
    end
    local entry = requests.find(names.requestOf(context, request))
    if entry and not entry.live and text(entry.fence) == fence then
        reply[#reply + 1] = 'cause'
        reply[#reply + 1] = causes[entry.cause]
    end
    local lease = leases.lease(context)
    if lease then
        reply[#reply + 1] = 'task'
        reply[#reply + 1] = lease[2]
    end
    return reply
end

function leases.renew(context, request, fence)
    local lease = leases.lease(context)
    if not isOf(lease, request, fence) then
        return leases.stale(context, request, fence)
    end
    lease[6], lease[7] = now, lease[7] + 1
    call('HSET', leases.row(context), 'l', pack(lease))
    call('ZADD', P .. 'renewed', now, context)
    emit({ 2, context, lease[1], now })
    return ok(now)
end

local function unresolvedOf(context)
    local packed = call('HGET', leases.row(context), 'u')
    return packed and unpack(packed) or {}
end

local function keepUnresolved(context, unresolved)
    if #unresolved == 0 then
        call('HDEL', leases.row(context), 'u')
    else
        call('HSET', leases.row(context), 'u', pack(unresolved))
    end
end

function leases.endSettling(context)
    call('HDEL', leases.row(context), 'u')
    if call('HEXISTS', leases.row(context), 'z') == 0 then
        return
    end
    call('HDEL', leases.row(context), 'z', 'zc')
    deadlines.clear(deadlines.settlingEnd, context)
    emit({ 6, context })
end

-- The context settles on what was sent under the ended lease and is not resolved; if nothing is, it settles no more.
local function startSettling(context)
    local open, commands, deadline = {}, {}, 0
    for _, one in ipairs(unresolvedOf(context)) do
        if one[2] > now then
            open[#open + 1] = one
            commands[#commands + 1] = one[1]
            deadline = math.max(deadline, one[2])
        end
    end
    if #open == 0 then
        return leases.endSettling(context)
    end
    keepUnresolved(context, open)
    call('HSET', leases.row(context), 'z', deadline, 'zc', pack(commands))
    deadlines.set(deadlines.settlingEnd, context, deadline)
    emit({ 6, context, deadline, commands })
end

local function endChildren(context, children, byHolder, closable)
    call('HDEL', leases.row(context), 'ch')
    for _, child in ipairs(unpack(children)) do
        call('HDEL', leases.row(child), 'p')
        emit({ 8, child, '' })
        startSettling(child)
        if byHolder and closable and call('HGET', leases.row(child), 'o') == '1' then
            closable[#closable + 1] = child
            holds.keepClosing(child)
        end
    end
end

local function readEnding(context)
    local row = call('HMGET', leases.row(context), 'l', 'u', 'ch')
    return leases.read(row[1]), row[2], row[3]
end

local function finish(context, cause, byHolder, closable, lease, unresolved, children)
    local key = leases.row(context)
    emit({ 3, context, lease[1], cause })
    call('HSET', key, 'l', string.char(cause))
    call('ZREM', P .. 'renewed', context)
    call('HINCRBY', P .. 'k' .. names.clientOf(context), 'assigned', -1)
    requests.finish(names.requestOf(context, lease[3]), byHolder and requests.released or requests.ended, cause,
        lease[1], context)
    if lease[9] ~= '' then
        call('SREM', P .. 'tied' .. lease[9], context)
        deadlines.clear(deadlines.requesterGone, context)
    end
    if lease[8] > 0 then
        deadlines.clear(deadlines.longestHold, context)
    end
    if children then
        endChildren(context, children, byHolder, closable)
    end
    if unresolved then
        startSettling(context)
    end
end

-- Ends the context's assignment; false if it has none.
function leases.finish(context, cause)
    local lease, unresolved, children = readEnding(context)
    if lease then
        finish(context, cause, false, nil, lease, unresolved, children)
    end
    return lease ~= nil
end

-- The holder's own end; the reply's second value are the contexts of ours that the lease carried.
function leases.release(context, request, fence, cause)
    if context == '' then
        return leases.stale(context, request, fence)
    end
    local closable = {}
    local lease, unresolved, children = readEnding(context)
    if isOf(lease, request, fence) then
        finish(context, tonumber(cause), true, closable, lease, unresolved, children)
        return ok(0, closable)
    end
    local entry = requests.find(names.requestOf(context, request))
    if entry and entry.state == requests.released and text(entry.fence) == fence and entry.context == context then
        return ok(1, closable)
    end
    return leases.stale(context, request, fence)
end

-- What a remembered request gets when it asks again.
local function answerKnown(entry, request)
    if entry.live then
        local lease = leases.lease(entry.live)
        return ok(entry.live, text(lease[1]), lease[5], 1, request)
    end
    if entry.state == requests.barred or entry.cause == leases.cause.cancelled then
        return fail('cancelled')
    end
    return fail('request_known', 'cause', causes[entry.cause])
end

local function notAvailable(rule, ...)
    return fail('nothing_available', 'rule', rule, ...)
end

-- The first rule, in the order of the rules, that keeps the request from the context; nil if none does. `row` is the
-- context's, `owner` its client's.
local function obstacle(context, client, row, owner, a)
    if a.unmet ~= '' then
        return notAvailable(a.unmet)
    end
    if not clients.isCurrent(owner[2], owner[3], owner[4]) then
        return notAvailable('connected')
    end
    if partition.drains > 0 then
        local rule = drains.rule(client, owner[4], names.sibling(context, row[3]))
        if rule then
            return notAvailable(rule)
        end
    end
    local heldForIt = false
    if row[4] then
        if holds.bars(row[5], row[6], a.request) then
            return notAvailable('reserved')
        end
        heldForIt = row[5] == a.request
    end
    local lease = leases.read(row[1])
    if lease then
        return notAvailable('assigned', 'task', lease[2])
    end
    if row[7] then
        return notAvailable('assigned', 'parent', names.lastId(row[7]))
    end
    if row[8] then
        return notAvailable('settling')
    end
    if a.anyHealth ~= '1' and row[2] ~= '0' then
        return notAvailable('health', 'health', healths[tonumber(row[2])])
    end
    if a.earlier ~= '' and not heldForIt and a.earlier ~= a.request then
        return notAvailable('earlier_waiter', 'request', a.earlier)
    end
end

local function give(context, client, row, a, userRequest)
    local fence = math.max(partition.fence + 1, now)
    keep('fence', fence)
    if row[4] then
        holds.clear(context)
    end
    local key = leases.row(context)
    call('HSET', key, 'l',
        pack({ fence, a.task, a.request, a.node, now, now, 0, a.longestHold, a.tiedTo, tonumber(a.tieGrace) }))
    if a.longestHold > 0 then
        deadlines.set(deadlines.longestHold, context, now + a.longestHold)
    end
    if a.tiedTo ~= '' then
        call('SADD', P .. 'tied' .. a.tiedTo, context)
    end
    call('ZADD', P .. 'renewed', now, context)
    call('HINCRBY', P .. 'k' .. client, 'assigned', 1)
    requests.addLive(userRequest, context)
    emit({ 1, context, a.task, a.request, fence, a.node, now, now, 0, a.longestHold, bool(a.tiedTo ~= '') })
    return ok(context, text(fence), now, 0, a.request)
end

function leases.assign(context, task, request, node, generation, unmet, earlier, anyHealth, place, longestHold, tiedTo,
                       tieGrace)
    if context == '' then
        return fail('context_unknown')
    end
    local a = { task = task, request = request, node = node, unmet = unmet, earlier = earlier, anyHealth = anyHealth,
        longestHold = tonumber(longestHold), tiedTo = tiedTo, tieGrace = tieGrace }
    local userRequest = names.requestOf(context, request)
    local known = requests.find(userRequest)
    if known then
        waiters.removeRequest(userRequest)
        return answerKnown(known, request)
    end
    if tiedTo ~= '' and call('ZSCORE', P .. 'gone', tiedTo) then
        return fail('cancelled', 'request', request)
    end
    if place ~= '0' then
        local refusal = waiters.check(userRequest, request, place)
        if refusal then
            return refusal
        end
    end
    local row = call('HMGET', leases.row(context), 'l', 'h', 'w', 'hw', 'hr', 'hu', 'p', 'z')
    if not row[3] then
        return fail('context_unknown', 'context', names.lastId(context))
    end
    local client = names.clientOf(context)
    local owner = call('HMGET', P .. 'k' .. client, 'gen', 'conn', 'until', 'node')
    if owner[1] ~= generation then -- what was found out of the client is out of date
        return fail('base_mismatch', 'rev', text(partition.rev))
    end
    local refusal = obstacle(context, client, row, owner, a)
    if refusal then
        return refusal
    end
    waiters.removeRequest(userRequest)
    if partition.soft > 0 then
        reservations.detach(userRequest)
    end
    return give(context, client, row, a, userRequest)
end

function leases.releaseAndAssign(context, request, fence, next, ...)
    if next ~= '' then
        local known = requests.find(names.requestOf(next, (select(2, ...))))
        if known and known.live then
            local reply = answerKnown(known, (select(2, ...)))
            reply[#reply + 1] = {}
            return reply
        end
    end
    if next ~= '' and call('EXISTS', leases.row(next)) == 1
        and clients.get(names.clientOf(next), 'gen') ~= select(4, ...) then
        return fail('base_mismatch', 'rev', text(partition.rev)) -- before anything is released
    end
    local released = leases.release(context, request, fence, leases.cause.released)
    if released[1] ~= 0 then
        return released
    end
    local assigned = leases.assign(next, ...)
    if assigned[1] == 0 then
        assigned[#assigned + 1] = released[4]
        return assigned
    end
    assigned[#assigned + 1] = 'released'
    assigned[#assigned + 1] = 'true'
    for _, closable in ipairs(released[4]) do
        assigned[#assigned + 1] = 'closable'
        assigned[#assigned + 1] = closable
    end
    return assigned
end

function leases.resolve(user, request)
    local entry = requests.find(names.request(user, request))
    if not entry then
        return fail('nothing_available')
    end
    if entry.live or entry.state == requests.barred then
        return answerKnown(entry, request)
    end
    return fail('stale_handle', 'cause', causes[entry.cause])
end

function leases.cancel(user, request)
    local userRequest = names.request(user, request)
    waiters.removeRequest(userRequest)
    reservations.detach(userRequest)
    local entry = requests.find(userRequest)
    if not entry then
        requests.bar(userRequest)
        return ok(0)
    end
    return ok(bool(entry.live and leases.finish(entry.live, leases.cause.cancelled)))
end

-- `cancelled` or `request_known` if nothing is to be made for the request any more.
function leases.mayStillAsk(userRequest, request)
    if requests.isBarred(userRequest) then
        return fail('cancelled', 'request', request)
    end
    if requests.find(userRequest) then
        return fail('request_known', 'request', request)
    end
end

function leases.forceRelease(context, fence)
    local lease = leases.lease(context)
    if not lease then
        return fail('stale_handle')
    end
    if lease[1] ~= tonumber(fence) then
        return fail('fence_mismatch', 'task', lease[2], 'fence', text(lease[1]))
    end
    leases.finish(context, leases.cause.operator)
    return ok()
end

function leases.expire(context, request, fence, seenRenewedAt)
    local lease = leases.lease(context)
    if not isOf(lease, request, fence) or lease[6] > tonumber(seenRenewedAt) then
        return leases.stale(context, request, fence)
    end
    leases.finish(context, leases.cause.expired)
    return ok()
end

function leases.expireAll(timeout, limit)
    limit = tonumber(limit)
    local past = call('ZRANGEBYSCORE', P .. 'renewed', '-inf', '(' .. text(now - tonumber(timeout)), 'LIMIT', 0,
        limit + 1)
    for i = 1, math.min(#past, limit) do
        leases.finish(past[i], leases.cause.expired)
    end
    return ok(math.min(#past, limit), bool(#past > limit))
end

-- Ends at most `limit` of the client's assignments: how many, and whether more are left.
function leases.endClient(client, cause, limit)
    local ended = 0
    local all = clients.eachLeased(client, function(context)
        if ended == limit then
            return false
        end
        leases.finish(context, cause)
        ended = ended + 1
    end)
    return ended, not all
end

-- On an operator's word, who saw these commands (none: whatever they are) keep the context from being selected.
function leases.settle(context, seen)
    local row = call('HMGET', leases.row(context), 'w', 'z', 'zc')
    if not row[1] then
        return fail('context_unknown')
    end
    if not row[2] then
        return ok()
    end
    local known, any = {}, false
    for _, command in ipairs(unpack(seen)) do
        known[command], any = true, true
    end
    for _, command in ipairs(unpack(row[3])) do
        if any and not known[command] then
            return fail('fence_mismatch', 'command', command)
        end
    end
    leases.endSettling(context)
    return ok()
end

function leases.requesterClosed(requester)
    if requester == '' then
        return ok()
    end
    waiters.removeRequester(requester)
    if not call('ZSCORE', P .. 'gone', requester) then
        call('ZADD', P .. 'gone', now, requester)
        if call('ZCARD', P .. 'gone') > goneRequestersKept then
            call('ZPOPMIN', P .. 'gone')
        end
    end
    for _, context in ipairs(call('SMEMBERS', P .. 'tied' .. requester)) do
        deadlines.set(deadlines.requesterGone, context, now + leases.lease(context)[10])
    end
    return ok()
end

-- Contexts come and go with reports.

-- Before the row is removed, its assignment already ended.
function leases.forget(context)
    local parent = call('HGET', leases.row(context), 'p')
    if parent then
        local children = call('HGET', leases.row(parent), 'ch')
        local left = {}
        for _, child in ipairs(children and unpack(children) or {}) do
            if child ~= context then
                left[#left + 1] = child
            end
        end
        if #left > 0 then
            call('HSET', leases.row(parent), 'ch', pack(left))
        elseif children then
            call('HDEL', leases.row(parent), 'ch')
        end
    end
    deadlines.clear(deadlines.settlingEnd, context)
    holds.forget(context)
end

function leases.setParent(context, parent)
    local children = call('HGET', leases.row(parent), 'ch')
    children = children and unpack(children) or {}
    children[#children + 1] = context
    call('HSET', leases.row(parent), 'ch', pack(children))
    call('HSET', leases.row(context), 'p', parent)
    emit({ 8, context, parent })
end

-- The leased context whose lease carries the opener's children, or nil.
function leases.carrier(opener)
    local row = call('HMGET', leases.row(opener), 'l', 'p')
    return leases.read(row[1]) and opener or row[2] or nil
end

-- Commands that were sent under the lease, so that its end knows what to settle on.

function leases.commandSent(context, command, deadline)
    local unresolved = unresolvedOf(context)
    unresolved[#unresolved + 1] = { command, deadline }
    keepUnresolved(context, unresolved)
end

function leases.commandResolved(context, command)
    local left, found = {}, false
    for _, one in ipairs(unresolvedOf(context)) do
        if one[1] == command then
            found = true
        else
            left[#left + 1] = one
        end
    end
    if not found then
        return
    end
    keepUnresolved(context, left)
    if call('HEXISTS', leases.row(context), 'z') == 1 then
        startSettling(context)
    end
end
