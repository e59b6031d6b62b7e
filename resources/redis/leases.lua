-- SPDX-License-Identifier: Apache-2.0
-- Assignments of contexts: giving, renewing and every way of ending, with what hangs on an end: contexts that the lease
-- carried, settling, ties and the longest hold, and the memory of request ids.
--
-- A context's hot field: its health in one digit; '1' if there may be anything that binds it: a tie or a longest hold of the
-- lease, hw, hr, hu its hold, z settling's deadline and zc its commands, p parent, ch children, u unresolved commands, else
-- '0'; then its lease, or how its latest one ended, nothing before the first. A lease: when it was renewed and how often, in
-- fixed width, its handle, when it was acquired, in eight bytes, and what its node packed: task, request, node, longest hold,
-- tied to, grace of the tie. An ended one: the cause in one byte, and 'q' as long as `renewed` still names the context.
-- The rest is the context's row: beside what may bind it w window, o ours, r reported, s first seen.
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
local leaseAt, handleAt, requestAt = 3, 15, 23 -- in the hot field's value
local neverRenewed = '\0\0\0\0'
local mayBeBound = 49 -- '1'

-- Of one whose parts are known by themselves.
function leases.handle(context, request, fence)
    return packBytes('>I8', fence) .. names.requestOf(context, request)
end

-- Whether the hot field's value has a lease.
function leases.isHeld(value)
    return value and #value > 4
end

local isHeld = leases.isHeld

local function isBound(value)
    return byte(value, 2) == mayBeBound
end

function leases.health(value)
    return byte(value, 1) - 48
end

-- One that arrives.
function leases.add(context, health)
    hot.write(context, health .. '0')
end

function leases.setHealth(context, health)
    hot.write(context, health .. sub(hot.read(context), 2))
end

-- From now on something may bind the context.
function leases.bind(context)
    local value = hot.read(context)
    if not isBound(value) then
        hot.write(context, sub(value, 1, 1) .. '1' .. sub(value, leaseAt))
    end
end

-- The name of the lease's request, and where what follows it begins.
local function requestOf(value)
    local second = requestAt + 1 + byte(value, requestAt)
    local behind = second + 1 + byte(value, second)
    return sub(value, requestAt, behind - 1), behind
end

-- The lease in a hot field's value, its fence as text; nil if there is none.
local function read(value)
    if not isHeld(value) then
        return nil
    end
    local _, at = requestOf(value)
    local task, _, _, longestHold, tiedTo, tieGrace = unpackTable(unpack(sub(value, at + 8)))
    return { fence = text(unpackBytes('>I8', value, handleAt)), acquired = unpackBytes('>I8', value, at), task = task,
        longestHold = longestHold, tiedTo = tiedTo, tieGrace = tieGrace }
end

-- The context's lease, or nil.
function leases.lease(context)
    return read(hot.read(context))
end

-- How the latest lease ended, by the hot field's value; nil while there is one, and before there was any.
function leases.lastEnd(value)
    return value and not isHeld(value) and byte(value, leaseAt) or nil
end

-- Whether the value has the lease that the handle names.
local function isOf(value, handle)
    return isHeld(value) and sub(value, handleAt, handleAt - 1 + #handle) == handle
end

-- Whether the handle is current.
function leases.current(context, handle)
    return isOf(hot.read(context), handle)
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

-- Tells the lease in a hot field's value, if there is one.
function leases.tell(context, value)
    if isHeld(value) then
        local _, at = requestOf(value)
        emitStarted(context, sub(value, handleAt, handleAt + 7), sub(value, at, at + 7), sub(value, leaseAt, leaseAt + 7),
            sub(value, leaseAt + 8, handleAt - 1), sub(value, at + 8))
    end
end

-- `renewed` follows when a sweep looks at it.
function leases.renew(context, handle)
    local value = hot.read(context)
    if not isOf(value, handle) then
        return leases.stale(context, handle)
    end
    local _, renewals = unpackBytes(leaseHead, value, leaseAt)
    hot.write(context, sub(value, 1, 2) .. packBytes(leaseHead, now, renewals + 1) .. sub(value, handleAt))
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
        leases.bind(context)
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
local function unbind(context, lease, closable)
    if lease.tiedTo ~= '' then
        call('SREM', P .. 'tied' .. lease.tiedTo, context)
        deadlines.clear(deadlines.requesterGone, context)
    end
    if lease.longestHold > 0 then
        deadlines.clear(deadlines.longestHold, context)
    end
    local row = call('HMGET', leases.row(context), 'u', 'ch')
    if row[2] then
        endChildren(context, row[2], closable)
    end
    if row[1] then
        startSettling(context)
    end
end

local function finish(context, cause, value, request, state, closable)
    local fence = sub(value, handleAt, handleAt + 7)
    emitEnded(context, fence, cause)
    hot.write(context, sub(value, 1, 2) .. char(cause) .. 'q')
    requests.finish(request, state, cause, fence, context)
    if isBound(value) then
        unbind(context, read(value), closable)
    end
end

-- Ends the context's assignment; false if it has none. `value`: of its hot field, where it is known.
function leases.finish(context, cause, value)
    value = value or hot.read(context)
    if not isHeld(value) then
        return false
    end
    finish(context, cause, value, requestOf(value), requests.ended)
    return true
end

-- The holder's own end: whether it was there before, and the contexts of ours that the lease carried, if any.
function leases.release(context, handle, cause)
    if context == '' then
        return leases.stale(context, handle)
    end
    local value = hot.read(context)
    if isOf(value, handle) then
        local closable = isBound(value) and {} or nil
        finish(context, tonumber(cause), value, sub(handle, 9), requests.released, closable)
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

local function notAvailable(rule, ...)
    return fail('nothing_available', 'rule', rule, ...)
end

-- The first rule, in the order of the rules, that keeps the request from the context; nil if none does. `value` is of its
-- hot field; `unmet`, `earlier` and `anyHealth` as in assign, empty or nil where there is none.
local function obstacle(context, client, value, bonds, isConnected, userRequest, unmet, earlier, anyHealth)
    if unmet and unmet ~= '' then
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
    local isLate = earlier and earlier ~= ''
    local request = (bonds or isLate) and names.requestId(userRequest)
    local held = bonds and bonds[1]
    if held and holds.bars(bonds[2], bonds[3], request) then
        return notAvailable('reserved')
    end
    if isHeld(value) then
        return notAvailable('assigned', 'task', read(value).task)
    end
    if bonds and bonds[4] then
        return notAvailable('assigned', 'parent', names.lastId(bonds[4]))
    end
    if bonds and bonds[5] then
        return notAvailable('settling')
    end
    if not anyHealth and leases.health(value) ~= 0 then
        return notAvailable('health', 'health', healths[leases.health(value)])
    end
    if isLate and not (held and bonds[2] == request) and earlier ~= request then
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

local function give(context, value, bonds, details, userRequest, longestHold, tiedTo)
    local fence, at = nextFence(), packedNow()
    local bound = longestHold > 0 or tiedTo ~= ''
    if bonds and bonds[1] then
        holds.clear(context)
    end
    if bound then
        tie(context, longestHold, tiedTo)
    end
    hot.write(context, sub(value, 1, 1) .. (bound and '1' or '0') .. at .. neverRenewed .. fence .. userRequest .. at
        .. details)
    if #value < 4 then -- it is not there from an earlier lease
        call('ZADD', P .. 'renewed', text(now), context)
    end
    requests.addLive(userRequest, context)
    emitStarted(context, fence, at, at, neverRenewed, details)
    return ok()
end

-- `details` as in the hot field's value. What follows them is given where anything of it is: `unmet`, the rule that the client
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
    local value = hot.read(context)
    if not value then
        return fail('context_unknown', 'context', names.lastId(context))
    end
    local client = names.clientOf(context)
    local owner = clients.hot(client)
    local isConnected, current = clients.isCurrent(owner)
    if (current or tonumber(clients.get(client, 'gen'))) ~= tonumber(generation) then -- what was found out is out of date
        return fail('base_mismatch', 'rev', text(partition.rev))
    end
    local bonds = isBound(value) and call('HMGET', leases.row(context), 'hw', 'hr', 'hu', 'p', 'z')
    local refusal = obstacle(context, client, value, bonds, isConnected, userRequest, unmet, earlier, anyHealth == '1')
    if refusal then
        return refusal
    end
    waiters.removeRequest(userRequest)
    if partition.soft > 0 then
        reservations.detach(userRequest)
    end
    clients.setLeased(client, owner, true)
    return give(context, value, bonds, details, userRequest, tonumber(longestHold or 0), tiedTo)
end

function leases.releaseAndAssign(context, handle, next, ...)
    local nextRequest, generation = ...
    if next ~= '' then
        local known = requests.find(nextRequest)
        if known and known.live then
            return answerKnown(known, nextRequest)
        end
        if hot.read(next) and clients.get(names.clientOf(next), 'gen') ~= generation then
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
    local value = hot.read(context)
    if not isOf(value, handle) or unpackBytes('>I8', value, leaseAt) > tonumber(seenRenewedAt) then
        return leases.stale(context, handle)
    end
    leases.finish(context, leases.cause.expired, value)
    return ok()
end

-- `renewed` names each leased context, not later than it was renewed, and others that were leased. Whether the context is
-- leased and was last renewed then; if not, `renewed` is set right.
local function isHeldSince(context, value, score)
    if not isHeld(value) then
        call('ZREM', P .. 'renewed', context)
        if value then
            hot.write(context, sub(value, 1, leaseAt))
        end
        return false
    end
    local renewed = unpackBytes('>I8', value, leaseAt)
    if renewed ~= tonumber(score) then
        call('ZADD', P .. 'renewed', text(renewed), context)
        return false
    end
    return true
end

-- Whose last renewal lies longest before that time, at most `limit`, each with its hot field's value; and whether there may
-- be more.
local function renewedBefore(time, limit)
    local looked, past, found = 0, nil, nil
    repeat
        past = call('ZRANGEBYSCORE', P .. 'renewed', '-inf', '(' .. text(time), 'WITHSCORES', 'LIMIT', 0, limit + 1)
        local moved, contexts = false, {}
        found = {}
        for i = 1, #past, 2 do
            contexts[#contexts + 1] = past[i]
        end
        local values = hot.readAll(contexts)
        for i = 1, #contexts do
            moved = not isHeldSince(contexts[i], values[i], past[2 * i]) or moved
            if not moved and #found < limit then -- nobody's is older
                found[#found + 1] = { context = contexts[i], value = values[i] }
            end
        end
        looked = looked + #past / 2
    until not moved or looked > mostFollowed
    return found, #past > 2 * #found
end

function leases.expireAll(timeout, limit)
    local past, more = renewedBefore(now - tonumber(timeout), tonumber(limit))
    for _, one in ipairs(past) do
        leases.finish(one.context, leases.cause.expired, one.value)
    end
    return ok(#past, bool(more))
end

-- Ends at most `limit` of the client's assignments: how many, and whether more are left.
function leases.endClient(client, cause, limit)
    local ended = 0
    local all = clients.eachLeased(client, function(context, value)
        if ended == limit then
            return false
        end
        leases.finish(context, cause, value)
        ended = ended + 1
    end)
    return ended, not all
end

-- On an operator's word, who saw these commands (none: whatever they are) keep the context from being selected.
function leases.settle(context, seen)
    local row = call('HMGET', leases.row(context), 'z', 'zc')
    if not hot.read(context) then
        return fail('context_unknown')
    end
    if not row[1] then
        return ok()
    end
    local known, any = {}, false
    for _, command in ipairs(unpack(seen)) do
        known[command], any = true, true
    end
    for _, command in ipairs(unpack(row[2])) do
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

local function remove(context)
    local value = hot.read(context)
    if not value then
        return
    end
    if isBound(value) then
        local parent = call('HGET', leases.row(context), 'p')
        if parent then
            leaveParent(context, parent)
        end
        deadlines.clear(deadlines.settlingEnd, context)
        holds.forget(context)
    end
    hot.remove(context)
    call('DEL', leases.row(context))
    emit({ 5, context })
end

-- Ends the contexts' assignments and removes the contexts: how many assignments ended.
function leases.remove(contexts, cause)
    local values, renewed, ended = hot.readAll(contexts), {}, 0
    for i, context in ipairs(contexts) do
        local value = values[i]
        if isHeld(value) then
            leases.finish(context, cause, value)
            ended = ended + 1
        end
        if value and #value > 3 then -- `renewed` names it
            renewed[#renewed + 1] = context
        end
    end
    for _, context in ipairs(contexts) do
        remove(context)
    end
    callWith('ZREM', P .. 'renewed', renewed, #renewed)
    return ended
end

function leases.setParent(context, parent)
    local children = call('HGET', leases.row(parent), 'ch')
    children = children and unpack(children) or {}
    children[#children + 1] = context
    leases.bind(parent)
    leases.bind(context)
    call('HSET', leases.row(parent), 'ch', pack(children))
    call('HSET', leases.row(context), 'p', parent)
    emit({ 8, context, parent })
end

-- The leased context whose lease carries the opener's children, or nil.
function leases.carrier(opener)
    return isHeld(hot.read(opener)) and opener or call('HGET', leases.row(opener), 'p') or nil
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
