-- SPDX-License-Identifier: Apache-2.0
-- What became of acquire request ids: each current lease, and for a while beyond its end how it ended; also ids barred
-- before they got anything. They are fields of `meta`, beside the partition's row, which a step writes with them: no name
-- of a request is one of the other fields, for its first byte counts the user's own. A live one is 'L' and its context's
-- name; of the others the state, the cause, until when it is remembered and the fence, in fixed width, then the context.
-- `forget` lists the others from the oldest on. What a call has to say of them is written at its end, at once for all the
-- steps of a bundle and all the ends of a slice.

requests.released, requests.ended, requests.barred = 2, 3, 4 -- states of what is not live
local cancelledCause = 9
local endedHead = '>BBI8'
local finished = 0 -- since this library was loaded
-- Of this call, nil as long as there are none: entries by request, the same each behind its request, and requests that are
-- not live any more. Most calls have one, and a table that is made with it costs least.
local fresh, unwritten, ended
local untilBytes -- when those that end in this call are forgotten, in eight bytes

function requests.begin()
    fresh, unwritten, ended, untilBytes = nil, nil, nil, nil
end

-- Fields and values for `meta`; nil if there are none.
function requests.unwritten()
    return unwritten
end

-- What is remembered: { live = context } or { state, cause, fence, context }, the fence in eight bytes; nil if nothing is.
function requests.find(request)
    local found = fresh and fresh[request] or call('HGET', here.meta, request)
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
    callWith('HDEL', here.meta, gone)
    call('LTRIM', here.forget, count, -1)
end

-- Forgets what is past of the oldest 24: how many.
local function forgetPast()
    local oldest = call('LRANGE', here.forget, 0, 23)
    local entries = call('HMGET', here.meta, unpackTable(oldest))
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

local function set(request, entry)
    if not fresh then
        fresh, unwritten = { [request] = entry }, { request, entry, nil, nil } -- with room for the row
        return
    end
    fresh[request] = entry
    unwritten[#unwritten + 1] = request
    unwritten[#unwritten + 1] = entry
end

function requests.addLive(request, context)
    set(request, 'L' .. context)
end

function requests.finish(request, state, cause, fence, context)
    untilBytes = untilBytes or packBytes('>I8', now + policies.requestMemory)
    set(request, char(state, cause) .. untilBytes .. fence .. context)
    if ended then
        ended[#ended + 1] = request
    else
        ended = { request }
    end
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

-- All are kept equally long, so the list is in the order in which they are forgotten: for every 16th up to 24.
function requests.remember()
    if not ended then
        return
    end
    local remembered = callWith('RPUSH', here.forget, ended)
    local before = floor(finished / 16)
    finished = finished + #ended
    for _ = before + 1, floor(finished / 16) do
        remembered = remembered - forgetPast()
    end
    local beyond = min(remembered - policies.requestMemoryEntries, #ended)
    if beyond > 0 then
        forgetOldest(beyond)
    end
end

function requests.bar(request)
    requests.finish(request, requests.barred, cancelledCause, noFence, '')
end

function requests.isBarred(request)
    local entry = requests.find(request)
    return entry ~= nil and not entry.live and (entry.state == requests.barred or entry.cause == cancelledCause)
end
