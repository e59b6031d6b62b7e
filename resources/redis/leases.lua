-- SPDX-License-Identifier: Apache-2.0
-- Assignments of contexts: giving, renewing and every way of ending, with ties, the longest hold and the memory of request
-- ids. What a lease looks like is told in contextrow.

local causes = { [0] = 'released', 'expired', 'disconnected', 'context_gone', 'epoch_ended', 'client_removed', 'operator',
    'longest_hold', 'requester_gone', 'cancelled', 'drained' }
local healths = { [0] = 'live', 'loading', 'crashed', 'discarded', 'unresponsive' }
local goneRequestersKept = 4096

leases.cause = { released = 0, expired = 1, disconnected = 2, contextGone = 3, epochEnded = 4, clientRemoved = 5,
    operator = 6, longestHold = 7, requesterGone = 8, cancelled = 9, drained = 10 }

local isHeld, isBound, isOf = contextRow.isHeld, contextRow.isBound, contextRow.isOf

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
    local lease = contextRow.lease(context)
    if lease then
        reply[#reply + 1] = 'task'
        reply[#reply + 1] = lease.task
    end
    return reply
end

-- `renewed` follows when a sweep looks at it.
function leases.renew(context, handle)
    local value = hot.read(context)
    if not isOf(value, handle) then
        return leases.stale(context, handle)
    end
    contextRow.renew(context, value)
    return ok() -- at the delta's time
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
    local row = call('HMGET', contextRow.key(context), 'u', 'ch')
    if row[2] then
        family.part(context, row[2], closable)
    end
    if row[1] then
        settling.start(context)
    end
end

local function finish(context, cause, value, request, state, closable, unlisted)
    requests.finish(request, state, cause, contextRow.finish(context, value, cause, unlisted), context)
    if isBound(value) then
        unbind(context, contextRow.readLease(value), closable)
    end
end

-- Ends the context's assignment; false if it has none. `value`: of its hot field, where it is known. `unlisted`: the caller
-- takes it out of `renewed`.
function leases.finish(context, cause, value, unlisted)
    value = value or hot.read(context)
    if not isHeld(value) then
        return false
    end
    finish(context, cause, value, contextRow.requestOf(value), requests.ended, nil, unlisted)
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

-- Whether what was found out of the client is of its present connection, or else of its last one.
local function isPresent(client, generation, current)
    return (current or tonumber(clients.get(client, 'gen'))) == tonumber(generation)
end

-- What a remembered request gets when it asks again.
local function answerKnown(entry, userRequest)
    if entry.live then
        local lease = contextRow.lease(entry.live)
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
        local rule = drains.rule(client, node, names.sibling(context, call('HGET', contextRow.key(context), 'w')))
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
        return notAvailable('assigned', 'task', contextRow.readLease(value).task)
    end
    if bonds and bonds[4] then
        return notAvailable('assigned', 'parent', names.lastId(bonds[4]))
    end
    if bonds and bonds[5] then
        return notAvailable('settling')
    end
    if not anyHealth and contextRow.health(value) ~= 0 then
        return notAvailable('health', 'health', healths[contextRow.health(value)])
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
    local bound = longestHold > 0 or tiedTo ~= ''
    if bonds and bonds[1] then
        holds.clear(context)
    end
    if bound then
        tie(context, longestHold, tiedTo)
    end
    contextRow.start(context, value, bound, nextFence(), userRequest, details)
    if not contextRow.isListed(value) then
        call('ZADD', P .. 'renewed', text(now), context)
    end
    requests.addLive(userRequest, context)
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
    if not isPresent(client, generation, current) then
        return fail('base_mismatch', 'rev', text(partition.rev))
    end
    local bonds = isBound(value) and call('HMGET', contextRow.key(context), 'hw', 'hr', 'hu', 'p', 'z')
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
        local client = names.clientOf(next)
        if hot.read(next) and not isPresent(client, generation, clients.readConnection(clients.hot(client))) then
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
    local lease = contextRow.lease(context)
    if not lease then
        return fail('stale_handle')
    end
    if lease.fence ~= fence then
        return fail('fence_mismatch', 'task', lease.task, 'fence', lease.fence)
    end
    leases.finish(context, leases.cause.operator)
    return ok()
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
        deadlines.set(deadlines.requesterGone, context, now + contextRow.lease(context).tieGrace)
    end
    return ok(bool(more or call('SCARD', tied) > 0))
end

-- Contexts come and go with reports.

-- What binds a context that is to be removed.
local function letGo(context)
    local parent = call('HGET', contextRow.key(context), 'p')
    if parent then
        family.leave(context, parent)
    end
    deadlines.clear(deadlines.settlingEnd, context)
    holds.forget(context)
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
        if value and contextRow.isListed(value) then
            renewed[#renewed + 1] = context
        end
    end
    if ended > 0 then
        values = hot.readAll(contexts) -- an end may bind other contexts
    end
    local gone = {}
    for i, context in ipairs(contexts) do
        if values[i] then
            if isBound(values[i]) then
                letGo(context)
            end
            gone[#gone + 1] = context
        end
    end
    contextRow.remove(gone)
    callWith('ZREM', P .. 'renewed', renewed, #renewed)
    return ended
end
