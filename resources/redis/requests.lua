-- SPDX-License-Identifier: Apache-2.0
-- What became of acquire request ids: each current lease, and for a while beyond its end how it ended; also ids barred
-- before they got anything. A live one is 'L' and its context's name; the others are packed.

requests.released, requests.ended, requests.barred = 2, 3, 4 -- states of what is not live
local cancelledCause = 9

-- What is remembered: { live = context } or { state, cause, fence, context }; nil if nothing is, and then whether there is
-- an entry past its time.
function requests.find(request)
    local found = call('HGET', P .. 'req', request)
    if not found then
        return nil, false
    end
    if byte(found, 1) == 76 then
        return { live = sub(found, 2) }
    end
    local entry = unpack(found)
    if entry[4] < now then
        return nil, true
    end
    return { state = entry[1], cause = entry[2], fence = entry[3], context = entry[5] }
end

local function forgetPast()
    local past = call('ZRANGEBYSCORE', P .. 'forget', '-inf', '(' .. text(now), 'LIMIT', 0, 4)
    if past[1] then
        call('HDEL', P .. 'req', unpackTable(past))
        call('ZREM', P .. 'forget', unpackTable(past))
    end
end

-- `past` as find() told it.
function requests.addLive(request, context, past)
    if past then
        call('ZREM', P .. 'forget', request)
    end
    forgetPast()
    call('HSET', P .. 'req', request, 'L' .. context)
end

function requests.finish(request, state, cause, fence, context)
    local forgetAt = now + policies.requestMemory
    call('HSET', P .. 'req', request, pack({ state, cause, fence, forgetAt, context }))
    call('ZADD', P .. 'forget', forgetAt, request)
    if call('ZCARD', P .. 'forget') > policies.requestMemoryEntries then
        local oldest = call('ZPOPMIN', P .. 'forget')[1]
        call('HDEL', P .. 'req', oldest)
        call('HINCRBY', P .. 'meta', 'dropped', 1)
    end
end

function requests.bar(request)
    forgetPast()
    requests.finish(request, requests.barred, cancelledCause, 0, '')
end

function requests.isBarred(request)
    local entry = requests.find(request)
    return entry ~= nil and not entry.live and (entry.state == requests.barred or entry.cause == cancelledCause)
end
