-- SPDX-License-Identifier: Apache-2.0
-- What became of acquire request ids: each current lease, and for a while beyond its end how it ended; also ids barred
-- before they got anything. A live one is 'L' and its context's name; of the others the state, the cause and until when
-- it is remembered in fixed width, then fence and context. `forget` lists the others from the oldest on.

requests.released, requests.ended, requests.barred = 2, 3, 4 -- states of what is not live
local cancelledCause = 9
local endedHead = '>BBI8'
local finished = 0 -- since this library was loaded

-- What is remembered: { live = context } or { state, cause, fence, context }; nil if nothing is.
function requests.find(request)
    local found = call('HGET', P .. 'req', request)
    if not found then
        return nil
    end
    if byte(found, 1) == 76 then
        return { live = sub(found, 2) }
    end
    local state, cause, untilTime, at = unpackBytes(endedHead, found)
    if untilTime < now then
        return nil
    end
    local fence, context = match(found, '^(%d+) (.*)$', at)
    return { state = state, cause = cause, fence = fence, context = context }
end

-- Takes as many from the front of the list; what they name is forgotten unless it began anew since.
local function forget(oldest, entries, count)
    local gone = {}
    for i = 1, count do
        if entries[i] and byte(entries[i], 1) ~= 76 then
            gone[#gone + 1] = oldest[i]
        end
    end
    if #gone > 0 then
        call('HDEL', P .. 'req', unpackTable(gone))
    end
    call('LTRIM', P .. 'forget', count, -1)
end

-- Forgets what is past of the oldest 24: how many.
local function forgetPast()
    local oldest = call('LRANGE', P .. 'forget', 0, 23)
    local entries = call('HMGET', P .. 'req', unpackTable(oldest))
    local past = 0
    for i = 1, #oldest do
        local entry = entries[i]
        if entry and byte(entry, 1) ~= 76 and select(3, unpackBytes(endedHead, entry)) >= now then
            break
        end
        past = i
    end
    if past > 0 then
        forget(oldest, entries, past)
    end
    return past
end

function requests.addLive(request, context)
    call('HSET', P .. 'req', request, 'L' .. context)
end

-- All are kept equally long, so the list is in the order in which they are forgotten: at every 16th up to 24.
function requests.finish(request, state, cause, fence, context)
    call('HSET', P .. 'req', request,
        packBytes(endedHead, state, cause, now + policies.requestMemory) .. fence .. ' ' .. context)
    local remembered = call('RPUSH', P .. 'forget', request)
    finished = finished + 1
    if finished % 16 == 0 then
        remembered = remembered - forgetPast()
    end
    if remembered > policies.requestMemoryEntries then
        local oldest = call('LINDEX', P .. 'forget', 0)
        forget({ oldest }, { call('HGET', P .. 'req', oldest) }, 1)
        call('HINCRBY', P .. 'meta', 'dropped', 1)
    end
end

function requests.bar(request)
    requests.finish(request, requests.barred, cancelledCause, '0', '')
end

function requests.isBarred(request)
    local entry = requests.find(request)
    return entry ~= nil and not entry.live and (entry.state == requests.barred or entry.cause == cancelledCause)
end
