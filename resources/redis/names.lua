-- SPDX-License-Identifier: Apache-2.0
-- Names as bytes: each id with its length in one byte before it, so that no id can reach into another's place.
-- client = user, client · context = user, client, epoch, context · window = user, client, epoch, window.

-- Redis gives these to a function that runs, not to a library that is being loaded; and what is global it looks for in
-- one table after the other.
local byte, char, sub, match, format, concat, min, max, floor, tonumber, ipairs, next
local pack, unpack, packBytes, unpackBytes, call, unpackTable

local function reachRedis()
    if call then
        return
    end
    byte, char, sub, match, format, concat = string.byte, string.char, string.sub, string.match, string.format, table.concat
    min, max, floor, tonumber, ipairs, next = math.min, math.max, math.floor, _G.tonumber, _G.ipairs, _G.next
    pack, unpack = cmsgpack.pack, cmsgpack.unpack
    packBytes, unpackBytes = struct.pack, struct.unpack -- numbers of a fixed width, which cost far less
    call, unpackTable = redis.call, _G.unpack
end

-- The parts of the library, each in a file of its own whose locals end with it; they call each other.
local names, hot, deadlines, requests, holds, clients, reservations = {}, {}, {}, {}, {}, {}, {}
local waiters, leases, drains, reports, connections, evidence = {}, {}, {}, {}, {}, {}
local payloads, deployment, contextRow, settling, family, timeouts = {}, {}, {}, {}, {}, {}
local snapshot

function names.id(text)
    return char(#text) .. text
end

-- The end of the count-th id.
local function endOf(name, count)
    local at = 0
    for _ = 1, count do
        at = at + 1 + byte(name, at + 1)
    end
    return at
end

function names.user(name)
    return sub(name, 2, 1 + byte(name, 1))
end

function names.clientId(name)
    local at = endOf(name, 1)
    return sub(name, at + 2, at + 1 + byte(name, at + 1))
end

names.requestId = names.clientId -- of a request's name, which is user, request

function names.clientOf(name)
    local second = byte(name, 1) + 2
    return sub(name, 1, second + byte(name, second))
end

function names.epochOf(name)
    local at = endOf(name, 2)
    return sub(name, at + 2, at + 1 + byte(name, at + 1))
end

-- The name of another context of the same epoch.
function names.sibling(context, id)
    return sub(context, 1, endOf(context, 3)) .. names.id(id)
end

function names.request(user, request)
    return names.id(user) .. names.id(request)
end

-- The request of whoever names a context.
function names.requestOf(context, request)
    return sub(context, 1, 1 + byte(context, 1)) .. names.id(request)
end

-- The ids of a list such as a window's order of contexts.
function names.list(order)
    local ids, at = {}, 1
    while at <= #order do
        local length = byte(order, at)
        ids[#ids + 1] = sub(order, at + 1, at + length)
        at = at + 1 + length
    end
    return ids
end

-- The fourth id: of a context or a window.
function names.lastId(name)
    return sub(name, endOf(name, 3) + 2)
end
