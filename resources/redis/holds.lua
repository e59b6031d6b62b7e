-- SPDX-License-Identifier: Apache-2.0
-- Contexts that are idle but kept from being selected: made for one request (`r`), not yet attributed while creations
-- are pending on their client (`u`), or being closed (`c`).

local function count(by)
    keep('soft', partition.soft + by)
end

-- Forgets the hold without a word; whether there was one.
function holds.forget(context)
    local hold = call('HMGET', P .. 'c' .. context, 'hw', 'hr')
    if not hold[1] then
        return false
    end
    if hold[1] == 'u' then
        call('SREM', P .. 'hu' .. names.clientOf(context), context)
    elseif hold[1] == 'r' then
        call('SREM', P .. 'hr' .. names.requestOf(context, hold[2]), context)
    end
    call('HDEL', P .. 'c' .. context, 'hw', 'hr', 'hu')
    deadlines.clear(deadlines.holdEnd, context)
    count(-1)
    return true
end

local function set(context, why, request, untilTime)
    holds.forget(context)
    contextRow.bind(context)
    call('HSET', P .. 'c' .. context, 'hw', why, 'hr', request, 'hu', untilTime)
    deadlines.set(deadlines.holdEnd, context, untilTime)
    count(1)
    emit({ 7, context, request, untilTime })
end

function holds.keepFor(request, context, untilTime)
    set(context, 'r', request, untilTime)
    call('SADD', P .. 'hr' .. names.requestOf(context, request), context)
end

function holds.keepUnattributed(context, untilTime)
    set(context, 'u', '', untilTime)
    call('SADD', P .. 'hu' .. names.clientOf(context), context)
end

function holds.keepClosing(context)
    set(context, 'c', '', now + policies.commandDeadline)
end

function holds.clear(context)
    if holds.forget(context) then
        emit({ 7, context })
    end
end

local function clearAll(key)
    local contexts = call('SMEMBERS', key)
    table.sort(contexts)
    for i = 1, #contexts do
        holds.clear(contexts[i])
    end
end

function holds.clearFor(request)
    clearAll(P .. 'hr' .. request)
end

function holds.clearUnattributed(client)
    clearAll(P .. 'hu' .. client)
end

-- Whether a hold until then keeps `request` from the context.
function holds.bars(held, untilTime, request)
    return (held == '' or held ~= request) and (tonumber(untilTime) == 0 or tonumber(untilTime) > now)
end
