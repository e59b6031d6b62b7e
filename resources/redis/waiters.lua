-- SPDX-License-Identifier: Apache-2.0
-- Who waits for a context, by place. Whether an earlier one wants the same is known to whoever asks, from its replica.

local sweptAtOnce = 50

local function read(place)
    local packed = call('HGET', P .. 'wait', place)
    if not packed then
        return nil
    end
    local w = unpack(packed)
    return { user = w[1], request = w[2], requester = w[3], node = w[4], deadline = w[5] }
end

function waiters.enqueue(user, request, requester, node, deadline, blob)
    local known = call('HGET', P .. 'waitreq', names.request(user, request))
    if known then
        return ok(tonumber(known))
    end
    if partition.waiters >= policies.waiterLimit then
        return fail('queue_full', 'limit', text(policies.waiterLimit))
    end
    local place = partition.place + 1
    keep('place', place)
    keep('waiters', partition.waiters + 1)
    call('HSET', P .. 'wait', place, pack({ user, request, requester, node, deadline, now, blob }))
    call('HSET', P .. 'waitreq', names.request(user, request), place)
    if requester ~= '' then
        call('SADD', P .. 'wq' .. requester, place)
    end
    call('SADD', P .. 'wn' .. node, place)
    if deadline ~= 0 then
        call('ZADD', P .. 'waitdue', deadline, place)
    end
    emit({ 16, place, now, blob })
    return ok(place)
end

function waiters.remove(place, user)
    local waiter = read(place)
    if not waiter or (user and waiter.user ~= user) then
        return
    end
    call('HDEL', P .. 'wait', place)
    call('HDEL', P .. 'waitreq', names.request(waiter.user, waiter.request))
    if waiter.requester ~= '' then
        call('SREM', P .. 'wq' .. waiter.requester, place)
    end
    call('SREM', P .. 'wn' .. waiter.node, place)
    call('ZREM', P .. 'waitdue', place)
    keep('waiters', partition.waiters - 1)
    emit({ 17, waiter.user, tonumber(place) })
end

function waiters.removeRequest(request)
    if partition.waiters == 0 then
        return
    end
    local place = call('HGET', P .. 'waitreq', request)
    if place then
        waiters.remove(place)
    end
end

-- Removes a slice of those that the set names: whether there are more.
local function removeSlice(key)
    local places = call('SPOP', key, slice)
    table.sort(places, function(a, b) return tonumber(a) < tonumber(b) end)
    for _, place in ipairs(places) do
        waiters.remove(place)
    end
    return call('SCARD', key) > 0
end

function waiters.removeRequester(requester)
    return removeSlice(P .. 'wq' .. requester)
end

function waiters.removeNode(node)
    return removeSlice(P .. 'wn' .. node)
end

-- Takes out waiters whose deadline passed so long ago that nobody will ask about them; some at each sweep.
function waiters.sweep()
    local past = call('ZRANGEBYSCORE', P .. 'waitdue', '-inf', '(' .. text(now - policies.connectionLease), 'LIMIT', 0,
        sweptAtOnce)
    for _, place in ipairs(past) do
        waiters.remove(place)
    end
end

-- The refusal unless the request waits at `place` and is not past its deadline.
function waiters.check(userRequest, place)
    if call('HGET', P .. 'waitreq', userRequest) ~= place then
        return fail('cancelled', 'request', names.requestId(userRequest))
    end
    local deadline = read(place).deadline
    if deadline ~= 0 and deadline < now then
        return fail('deadline_exceeded', 'request', names.requestId(userRequest))
    end
end
