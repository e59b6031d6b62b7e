-- SPDX-License-Identifier: Apache-2.0
-- Assignments of contexts: giving, renewing and every way of ending, with what hangs on an end: contexts that the lease
-- carried, settling, ties and the longest hold, and the memory of request ids.
--
-- A context's row: l its lease, or how its latest one ended; d the lease's details; b '1' if there may be anything that
-- binds it: a tie or a longest hold of the lease, hw, hr, hu its hold, z settling's deadline and zc its commands, p parent,
-- ch children, u unresolved commands; h health, w window, o ours, r reported, s first seen.
-- l is empty before the first lease. A lease: when it was renewed and how often, in fixed width, then its handle. An ended
-- one: the cause in one byte, and 'q' as long as `renewed` still names the context.
-- d: when it was acquired, in eight bytes, then as the node packed it: task, request, node, longest hold, tied to, grace of
-- the tie.
-- A handle: the fence in eight bytes, then the request's name.

local causes = { [0] = 'released', 'expired', 'disconnected', 'context_gone', 'epoch_ended', 'client_removed', 'operator',
    'longest_hold', 'requester_gone', 'cancelled', 'drained' }
local healths = { [0] = 'live', 'loading', 'crashed', 'discarded', 'unresponsive' }
local goneRequestersKept = 4096
local mostFollowed = 50 -- renewals that one step of a sweep looks at before others may go on

leases.cause = { released = 0, expired = 1, disconnected = 2, contextGone = 3, epochEnded = 4, clientRemoved = 5,
    operator = 6, longestHold = 7, requesterGone = 8, cancelled = 9, drained = 10 }

function leases.row(context)
    return P .. 'c' .. context
end

local leaseHead = '>I8I4'
local handleAt = 13 -- behind the head
local neverRenewed = '\0\0\0\0'

-- Of one whose parts are known by themselves.
function leases.handle(context, request, fence)
    return packBytes('>I8', fence) .. names.requestOf(context, request)
end

-- Whether a row's field is a lease.
local function isLease(packed)
    return packed and #packed > 2
end

-- What the context's row says of its lease, for leases.finish; nil if there is none.
function leases.held(context)
    local row = call('HMGET', leases.row(context), 'l', 'b')
    return isLease(row[1]) and row or nil
end

-- What a row's field d says, as a table.
local function readDetails(details)
    local task, _, _, longestHold, tiedTo, tieGrace = unpackTable(unpack(sub(details, 9)))
    return { acquired = unpackBytes('>I8', details), task = task, longestHold = longestHold, tiedTo = tiedTo,
        tieGrace = tieGrace }
end

-- The lease in a row's fields l and d, or nil; its fence as text.
local function read(packed, details)
    if not isLease(packed) then
        return nil
    end
    local lease = readDetails(details)
    lease.fence = text(unpackBytes('>I8', packed, handleAt))
    return lease
end

-- The context's lease, or nil.
function leases.lease(context)
    local row = call('HMGET', leases.row(context), 'l', 'd')
    return read(row[1], row[2])
end

-- How the latest lease ended, by the row's field; nil while there is one, and before there was any.
function leases.lastEnd(packed)
    return packed and not isLease(packed) and byte(packed, 1) or nil
end

-- Whether the row's field l is the lease that the handle names.
local function isOf(packed, handle)
    return isLease(packed) and sub(packed, handleAt) == handle
end

-- Whether the handle is current.
function leases.current(context, handle)
    return isOf(call('HGET', leases.row(context), 'l'), handle)
end

function leases.stale(context, handle)
    local reply = fail('stale_handle')
    if context == '' then
        return reply
    end
    local entry = requests.find(sub(handle, 9))
    if entry and not entry.live and entry.fence == sub(handle, 1, 8) then
        reply[#reply + 1] = 'cause'
        reply[#reply + 1] = causes[entry.cause]
    end
    local lease = leases.lease(context)
    if lease then
        reply[#reply + 1] = 'task'
        reply[#reply + 1] = lease.task
    end
    return reply
end

-- What most steps change is packed here as msgpack would. A text bears its length in one or two bytes.
local textHeads = {} -- by length

local function textHead(length)
    local head = textHeads[length]
    if not head then
        head = length < 256 and char(217, length) or packBytes('>BI2', 218, length)
        textHeads[length] = head
    end
    return head
end

local number = '\207' -- of eight bytes

local function emitStarted(context, fence, acquired, renewed, renewals, details)
    emitPacked('\151\1' .. textHead(#context) .. context .. number .. fence .. number .. acquired .. number .. renewed
        .. '\206' .. renewals .. details)
end

local function emitRenewed(context, fence, renewed)
    emitPacked('\148\2' .. textHead(#context) .. context .. number .. fence .. number .. renewed)
end

local function emitEnded(context, fence, cause)
    emitPacked('\148\3' .. textHead(#context) .. context .. number .. fence .. char(cause))
end

-- Tells the lease in a row's fields l and d, if there is one.
function leases.tell(context, packed, details)
    if isLease(packed) then
        emitStarted(context, sub(packed, handleAt, handleAt + 7), sub(details, 1, 8), sub(packed, 1, 8), sub(packed, 9, 12),
            sub(details, 9))
    end
end

-- `renewed` follows when a sweep looks at it.
function leases.renew(context, handle)
    local key = leases.row(context)
    local lease = call('HGET', key, 'l')
    if not isOf(lease, handle) then
        return leases.stale(context, handle)
    end
    local _, renewals = unpackBytes(leaseHead, lease)
    call('HSET', key, 'l', packBytes(leaseHead, now, renewals + 1) .. handle)
    emitRenewed(context, sub(handle, 1, 8), packedNow())
    return ok() -- at the delta's time
end

local function unresolvedOf(context)
    local packed = call('HGET', leases.row(context), 'u')
    return packed and unpack(packed) or {}
end

local function keepUnresolved(context, unresolved)
    if #unresolved == 0 then
        call('HDEL', leases.row(context), 'u')
    else
        call('HSET', leases.row(context), 'b', 1, 'u', pack(unresolved))
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
            deadline = max(deadline, one[2])
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

-- With `closable` the holder itself let go: what is ours is to be closed, and is told there.
local function endChildren(context, children, closable)
    call('HDEL', leases.row(context), 'ch')
    for _, child in ipairs(unpack(children)) do
        call('HDEL', leases.row(child), 'p')
        emit({ 8, child, '' })
        startSettling(child)
        if closable and call('HGET', leases.row(child), 'o') == '1' then
            closable[#closable + 1] = child
            holds.keepClosing(child)
        end
    end
end

-- What bound the context together with the lease that ended.
local function unbind(context, closable)
    local row = call('HMGET', leases.row(context), 'd', 'u', 'ch')
    local details = readDetails(row[1])
    if details.tiedTo ~= '' then
        call('SREM', P .. 'tied' .. details.tiedTo, context)
        deadlines.clear(deadlines.requesterGone, context)
    end
    if details.longestHold > 0 then
        deadlines.clear(deadlines.longestHold, context)
    end
    if row[3] then
        endChildren(context, row[3], closable)
    end
    if row[2] then
        startSettling(context)
    end
end

local function finish(context, key, cause, handle, bound, state, closable)
    local fence = sub(handle, 1, 8)
    emitEnded(context, fence, cause)
    call('HSET', key, 'l', char(cause) .. 'q')
    requests.finish(sub(handle, 9), state, cause, fence, context)
    if bound == '1' then
        unbind(context, closable)
    end
end

-- Ends the context's assignment; false if it has none. `held` is what leases.held answers, where it is known.
function leases.finish(context, cause, held)
    held = held or leases.held(context)
    if not held then
        return false
    end
    finish(context, leases.row(context), cause, sub(held[1], handleAt), held[2], requests.ended)
    return true
end

-- The holder's own end: whether it was there before, and the contexts of ours that the lease carried, if any.
function leases.release(context, handle, cause)
    if context == '' then
        return leases.stale(context, handle)
    end
    local key = leases.row(context)
    local row = call('HMGET', key, 'l', 'b')
    if isOf(row[1], handle) then
        local closable = row[2] == '1' and {} or nil
        finish(context, key, tonumber(cause), handle, row[2], requests.released, closable)
        return closable and #closable > 0 and ok(0, closable) or ok()
    end
    local entry = requests.find(sub(handle, 9))
    if entry and entry.state == requests.released and entry.fence == sub(handle, 1, 8) and entry.context == context then
        return ok(1)
    end
    return leases.stale(context, handle)
end

-- What a remembered request gets when it asks again.
local function answerKnown(entry, userRequest)
    if entry.live then
        local lease = leases.lease(entry.live)
        return ok(entry.live, lease.fence, lease.acquired, 1, names.requestId(userRequest))
    end
    if entry.state == requests.barred or entry.cause == leases.cause.cancelled then
        return fail('cancelled')
    end
    return fail('request_known', 'cause', causes[entry.cause])
end

local function orNil(value)
    return value ~= '' and value or nil
end

local function notAvailable(rule, ...)
    return fail('nothing_available', 'rule', rule, ...)
end

-- The first rule, in the order of the rules, that keeps the request from the context; nil if none does. `l` and `health`
-- are of the context's row; `unmet`, `earlier` and `anyHealth` as in assign.
local function obstacle(context, client, l, health, bonds, isConnected, userRequest, unmet, earlier, anyHealth)
    if unmet then
        return notAvailable(unmet)
    end
    if not isConnected then
        return notAvailable('connected')
    end
    if partition.drains > 0 then
        local node = clients.get(client, 'node')
        local rule = drains.rule(client, node, names.sibling(context, call('HGET', leases.row(context), 'w')))
        if rule then
            return notAvailable(rule)
        end
    end
    local request = (bonds or earlier) and names.requestId(userRequest)
    local held = bonds and bonds[1]
    if held and holds.bars(bonds[2], bonds[3], request) then
        return notAvailable('reserved')
    end
    if isLease(l) then
        return notAvailable('assigned', 'task', leases.lease(context).task)
    end
    if bonds and bonds[4] then
        return notAvailable('assigned', 'parent', names.lastId(bonds[4]))
    end
    if bonds and bonds[5] then
        return notAvailable('settling')
    end
    if not anyHealth and health ~= '0' then
        return notAvailable('health', 'health', healths[tonumber(health)])
    end
    if earlier and not (held and bonds[2] == request) and earlier ~= request then
        return notAvailable('earlier_waiter', 'request', earlier)
    end
end

-- What the lease hangs on beside its holder.
local function tie(context, longestHold, tiedTo)
    if longestHold > 0 then
        deadlines.set(deadlines.longestHold, context, now + longestHold)
    end
    if tiedTo ~= '' then
        call('SADD', P .. 'tied' .. tiedTo, context)
    end
end

local function give(context, key, l, bonds, details, userRequest, longestHold, tiedTo)
    local fence, at = nextFence(), packedNow()
    local bound = longestHold > 0 or tiedTo ~= ''
    local lease = at .. neverRenewed .. fence .. userRequest
    if bonds and bonds[1] then
        holds.clear(context)
    end
    if bound or bonds then
        tie(context, longestHold, tiedTo)
        call('HSET', key, 'l', lease, 'd', at .. details, 'b', bound and '1' or '')
    else
        call('HSET', key, 'l', lease, 'd', at .. details)
    end
    if #l < 2 then -- it is not there from an earlier lease
        call('ZADD', P .. 'renewed', text(now), context)
    end
    requests.addLive(userRequest, context)
    emitStarted(context, fence, at, at, neverRenewed, details)
    return ok()
end

-- `details` as in a row's field d. What follows them is given where anything of it is: `unmet`, the rule that the client
-- does not fulfil; `earlier`, the request that waits before this one; whether any health is good enough; the place in the
-- queue; the longest hold, and whom the lease is tied to.
function leases.assign(context, userRequest, generation, details, unmet, earlier, anyHealth, place, longestHold, tiedTo)
    if context == '' then
        return fail('context_unknown')
    end
    local known = requests.find(userRequest)
    if known then
        waiters.removeRequest(userRequest)
        return answerKnown(known, userRequest)
    end
    tiedTo = tiedTo or ''
    if tiedTo ~= '' and call('ZSCORE', P .. 'gone', tiedTo) then
        return fail('cancelled', 'request', names.requestId(userRequest))
    end
    if place and place ~= '0' then
        local refusal = waiters.check(userRequest, place)
        if refusal then
            return refusal
        end
    end
    local key = leases.row(context)
    local row = call('HMGET', key, 'l', 'b', 'h')
    if not row[1] then
        return fail('context_unknown', 'context', names.lastId(context))
    end
    local client = names.clientOf(context)
    local owner = call('HMGET', P .. 'k' .. client, 'leased', 'conn')
    local isConnected, current = clients.isCurrent(owner[2])
    if (current or tonumber(clients.get(client, 'gen'))) ~= tonumber(generation) then -- what was found out is out of date
        return fail('base_mismatch', 'rev', text(partition.rev))
    end
    local bonds = row[2] == '1' and call('HMGET', key, 'hw', 'hr', 'hu', 'p', 'z')
    local refusal = obstacle(context, client, row[1], row[3], bonds, isConnected, userRequest, orNil(unmet), orNil(earlier),
        anyHealth == '1')
    if refusal then
        return refusal
    end
    waiters.removeRequest(userRequest)
    if partition.soft > 0 then
        reservations.detach(userRequest)
    end
    if owner[1] ~= '1' then
        call('HSET', P .. 'k' .. client, 'leased', 1)
    end
    return give(context, key, row[1], bonds, details, userRequest, tonumber(longestHold or 0), tiedTo)
end

function leases.releaseAndAssign(context, handle, next, ...)
    local nextRequest, generation = ...
    if next ~= '' then
        local known = requests.find(nextRequest)
        if known and known.live then
            return answerKnown(known, nextRequest)
        end
        if call('EXISTS', leases.row(next)) == 1 and clients.get(names.clientOf(next), 'gen') ~= generation then
            return fail('base_mismatch', 'rev', text(partition.rev)) -- before anything is released
        end
    end
    local released = leases.release(context, handle, leases.cause.released)
    if released[1] ~= 0 then
        return released
    end
    local assigned = leases.assign(next, ...)
    if assigned[1] == 0 then
        return #assigned == 2 and released[4] and ok(released[4]) or assigned
    end
    assigned[#assigned + 1] = 'released'
    assigned[#assigned + 1] = 'true'
    for _, closable in ipairs(released[4] or {}) do
        assigned[#assigned + 1] = 'closable'
        assigned[#assigned + 1] = closable
    end
    return assigned
end

function leases.resolve(user, request)
    local userRequest = names.request(user, request)
    local entry = requests.find(userRequest)
    if not entry then
        return fail('nothing_available')
    end
    if entry.live or entry.state == requests.barred then
        return answerKnown(entry, userRequest)
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
    if lease.fence ~= fence then
        return fail('fence_mismatch', 'task', lease.task, 'fence', lease.fence)
    end
    leases.finish(context, leases.cause.operator)
    return ok()
end

function leases.expire(context, handle, seenRenewedAt)
    local lease = call('HGET', leases.row(context), 'l')
    if not isOf(lease, handle) or unpackBytes(leaseHead, lease) > tonumber(seenRenewedAt) then
        return leases.stale(context, handle)
    end
    leases.finish(context, leases.cause.expired)
    return ok()
end

-- `renewed` names each leased context, not later than it was renewed, and others that were leased. What holds the context
-- if it was last renewed then; else nil, and `renewed` was set right.
local function heldSince(context, score)
    local row = call('HMGET', leases.row(context), 'l', 'b')
    local lease = row[1]
    if not isLease(lease) then
        call('ZREM', P .. 'renewed', context)
        if lease then
            call('HSET', leases.row(context), 'l', sub(lease, 1, 1))
        end
        return nil
    end
    local renewed = unpackBytes(leaseHead, lease)
    if renewed ~= tonumber(score) then
        call('ZADD', P .. 'renewed', text(renewed), context)
        return nil
    end
    return row
end

-- Whose last renewal lies longest before that time, at most `limit`, each with what holds it; and whether there may be more.
local function renewedBefore(time, limit)
    local looked, past, found = 0, nil, nil
    repeat
        past = call('ZRANGEBYSCORE', P .. 'renewed', '-inf', '(' .. text(time), 'WITHSCORES', 'LIMIT', 0, limit + 1)
        local moved = false
        found = {}
        for i = 1, #past, 2 do
            local held = heldSince(past[i], past[i + 1])
            moved = moved or not held
            if not moved and #found < limit then -- nobody's is older
                found[#found + 1] = { context = past[i], held = held }
            end
        end
        looked = looked + #past / 2
    until not moved or looked > mostFollowed
    return found, #past > 2 * #found
end

function leases.expireAll(timeout, limit)
    local past, more = renewedBefore(now - tonumber(timeout), tonumber(limit))
    for _, one in ipairs(past) do
        leases.finish(one.context, leases.cause.expired, one.held)
    end
    return ok(#past, bool(more))
end

-- Ends at most `limit` of the client's assignments: how many, and whether more are left.
function leases.endClient(client, cause, limit)
    local ended = 0
    local all = clients.eachLeased(client, function(context, held)
        if ended == limit then
            return false
        end
        leases.finish(context, cause, held)
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
    local more = waiters.removeRequester(requester)
    if not call('ZSCORE', P .. 'gone', requester) then
        call('ZADD', P .. 'gone', now, requester)
        if call('ZCARD', P .. 'gone') > goneRequestersKept then
            call('ZPOPMIN', P .. 'gone')
        end
    end
    local tied = P .. 'tied' .. requester -- nothing is tied to it any more
    for _, context in ipairs(call('SPOP', tied, slice)) do
        deadlines.set(deadlines.requesterGone, context, now + leases.lease(context).tieGrace)
    end
    return ok(bool(more or call('SCARD', tied) > 0))
end

-- Contexts come and go with reports.

-- The parent carries the child no more.
local function leaveParent(context, parent)
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

local function remove(context, bound, parent)
    if bound == '1' then
        if parent then
            leaveParent(context, parent)
        end
        deadlines.clear(deadlines.settlingEnd, context)
        holds.forget(context)
    end
    call('DEL', leases.row(context))
    emit({ 5, context })
end

-- Ends the contexts' assignments and removes the contexts: how many assignments ended.
function leases.remove(contexts, cause)
    local rows, renewed, ended = {}, {}, 0
    for i, context in ipairs(contexts) do
        local row = call('HMGET', leases.row(context), 'l', 'b', 'p')
        rows[i] = row
        if isLease(row[1]) then
            leases.finish(context, cause, row)
            ended = ended + 1
        end
        if row[1] ~= '' then -- since its first lease
            renewed[#renewed + 1] = context
        end
    end
    for i, context in ipairs(contexts) do
        remove(context, rows[i][2], rows[i][3])
    end
    callWith('ZREM', P .. 'renewed', renewed)
    return ended
end

function leases.setParent(context, parent)
    local children = call('HGET', leases.row(parent), 'ch')
    children = children and unpack(children) or {}
    children[#children + 1] = context
    call('HSET', leases.row(parent), 'b', 1, 'ch', pack(children))
    call('HSET', leases.row(context), 'b', 1, 'p', parent)
    emit({ 8, context, parent })
end

-- The leased context whose lease carries the opener's children, or nil.
function leases.carrier(opener)
    local row = call('HMGET', leases.row(opener), 'l', 'p')
    return isLease(row[1]) and opener or row[2] or nil
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
