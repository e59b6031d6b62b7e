-- SPDX-License-Identifier: Apache-2.0
-- What became of acquire request ids: each current lease, and for a while beyond its end how it ended; also ids barred
-- before they got anything. They are hot fields. A live one is 'L' and its context's name; of the others the state, the
-- cause, until when it is remembered and the fence, in fixed width, then the context. `forget` lists the others from the
-- oldest on.

requests.released, requests.ended, requests.barred = 2, 3, 4 -- states of what is not live
local cancelledCause = 9
local endedHead = '>BBI8'
local finished = 0 -- since this library was loaded
local spared = 16 -- of many, so many more are forgotten than must be: the next ends need not forget any
local ended, endedCount = {}, 0 -- in this call, which at its end names them in `forget`; the table stays for the next
local untilBytes -- when those are forgotten, in eight bytes

function requests.begin()
    if endedCount > keptEntries then
        ended = {}
    end
    endedCount, untilBytes = 0, nil
end

-- What is remembered: { live = context } or { state, cause, fence, context }, the fence in eight bytes; nil if nothing is.
function requests.find(request)
    local found = hot.read(request)
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
    return { state = state, cause = cause, fence = sub(found, at, at + 7), context = sub(found, at + 8) }
end

-- Takes as many from the front of the list; what they name is forgotten unless it began anew since.
local function forget(oldest, entries, count)
    local gone = {}
    for i = 1, count do
        if entries[i] and byte(entries[i], 1) ~= 76 then
            gone[#gone + 1] = oldest[i]
        end
    end
    callWith('HDEL', here.meta, gone, #gone)
    call('LTRIM', here.forget, count, -1)
end

-- Forgets what is past of the oldest 24: how many. The time of the next is kept in mind: it only ever gets later.
local function forgetPast()
    if here.nextPast and here.nextPast >= now then
        return 0
    end
    local oldest = call('LRANGE', here.forget, 0, 23)
    local entries = call('HMGET', here.meta, unpackTable(oldest))
    local past = 0
    for i = 1, #oldest do
        local entry = entries[i]
        here.nextPast = entry and byte(entry, 1) ~= 76 and select(3, unpackBytes(endedHead, entry)) or nil
        if here.nextPast and here.nextPast >= now then
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
    hot.write(request, 'L' .. context)
end

function requests.finish(request, state, cause, fence, context)
    untilBytes = untilBytes or packBytes('>I8', now + policies.requestMemory)
    hot.write(request, char(state, cause) .. untilBytes .. fence .. context)
    endedCount = endedCount + 1
    ended[endedCount] = request
end

-- Forgets the oldest, whatever they say, as there are too many.
local function forgetOldest(count)
    for first = 0, count - 1, mostValues do
        local some = min(mostValues, count - first)
        local oldest = call('LRANGE', here.forget, 0, some - 1)
        forget(oldest, call('HMGET', here.meta, unpackTable(oldest)), some)
    end
    call('HINCRBY', here.meta, 'dropped', count)
end

-- How many were forgotten before their time.
function requests.dropped()
    return tonumber(call('HGET', here.meta, 'dropped')) or 0
end

-- Ends a call, after what it wrote. All are kept equally long, so the list is in the order in which they are forgotten: for
-- every 16th up to 24.
function requests.remember()
    if endedCount == 0 then
        return
    end
    local remembered = callWith('RPUSH', here.forget, ended, endedCount)
    local before = floor(finished / 16)
    finished = finished + endedCount
    for _ = before + 1, floor(finished / 16) do
        remembered = remembered - forgetPast()
    end
    local beyond = min(remembered - policies.requestMemoryEntries, endedCount)
    if beyond > 0 then
        forgetOldest(beyond + min(floor(policies.requestMemoryEntries / 1024), spared))
    end
end

function requests.bar(request)
    requests.finish(request, requests.barred, cancelledCause, noFence, '')
end

function requests.isBarred(request)
    local entry = requests.find(request)
    return entry ~= nil and not entry.live and (entry.state == requests.barred or entry.cause == cancelledCause)
end
