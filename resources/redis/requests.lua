-- SPDX-License-Identifier: Apache-2.0
-- What became of acquire request ids: each current lease, and for a while beyond its end how it ended; also ids barred
-- before they got anything. A live one is 'L' and its context's name; the others are packed.

requests.released, requests.ended, requests.barred = 2, 3, 4 -- states of what is not live
local cancelledCause = 9

-- What is remembered: { live = context } or { state, cause, fence, context }; nil if nothing is.
function requests.find(request)
    local found = call('HGET', P .. 'req', request)
    if not found then
        return nil
    end
    if byte(found, 1) == 76 then
        return { live = sub(found, 2) }
    end
    local entry = unpack(found)
    if entry[4] < now then
        return nil
    end
    return { state = entry[1], cause = entry[2], fence = entry[3], context = entry[5] }
end

-- Takes the oldest of the list; what it names is forgotten unless it began anew since.
local function forgetOldest(request)
    call('LPOP', P .. 'forget')
    keep('remembered', partition.remembered - 1)
    local found = call('HGET', P .. 'req', request)
    if found and byte(found, 1) ~= 76 then
        call('HDEL', P .. 'req', request)
    end
end

-- A few at a time, every few steps: more than come.
local function forgetPast()
    if partition.rev % 4 ~= 0 then
        return
    end
    for _, request in ipairs(call('LRANGE', P .. 'forget', 0, 15)) do
        local found = call('HGET', P .. 'req', request)
        if found and byte(found, 1) ~= 76 and unpack(found)[4] >= now then
            return
        end
        forgetOldest(request)
    end
end

function requests.addLive(request, context)
    forgetPast()
    call('HSET', P .. 'req', request, 'L' .. context)
end

-- All are kept equally long, so the list is in the order in which they are forgotten.
function requests.finish(request, state, cause, fence, context)
    call('HSET', P .. 'req', request, pack({ state, cause, fence, now + policies.requestMemory, context }))
    call('RPUSH', P .. 'forget', request)
    keep('remembered', partition.remembered + 1)
    if partition.remembered > policies.requestMemoryEntries then
        forgetOldest(call('LINDEX', P .. 'forget', 0))
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
