-- SPDX-License-Identifier: Apache-2.0
-- What most steps read and write, as fields of `meta` beside the partition's row: of each context its lease (contextrow), of
-- each client its connection (clients), and what became of request ids (requests). A call reads with the row, in one
-- command, what its steps are known to ask for, and writes at its end, in one, what they left: a command costs more than
-- what it does. No two fields share a name: a context's is its name, of four ids, a request's is of two, a client's is
-- marked, and the first byte of each says more than the few others are long.

local clientMark = '\255' -- no id is so long
local mostKnown = 48 -- names that are looked through one by one
local mostScanned = 32 -- of what was written, likewise: names and values

-- Of this call; the tables stay, for to grow new ones costs most of what they save. What was fetched: names in the order in
-- which the steps look for them, the next at `cursor`, then others that one asked for; and the values, behind the row's.
-- What was written: names, each before its value (false: removed), and once somebody looks and it is much, the same by name.
local fetched, fetchedCount, values, cursor = {}, 0, nil, 1
local written, writtenCount, byName, isByName, anyRemoved = {}, 0, {}, false, false

function hot.clientField(client)
    return clientMark .. client
end

-- What steps of the call that begins will ask for; how many names that makes with those before.
function hot.want(first, second, third, fourth)
    local list, count = fetched, fetchedCount
    if first then
        count = count + 1
        list[count] = first
    end
    if second then
        list[count + 1], list[count + 2], list[count + 3] = second, third, fourth
        count = count + (fourth and 3 or third and 2 or 1)
    end
    fetchedCount = count
    return count
end

-- Begins a call, for which all was wanted; the partition's row.
function hot.begin()
    cursor = 1
    if fetchedCount == 0 then
        values = {}
        return call('HGET', here.meta, 'row')
    end
    values = call('HMGET', here.meta, 'row', unpackTable(fetched, 1, fetchedCount))
    return values[1]
end

-- The step that begins looks for what stands behind so many names.
function hot.passOver(count)
    cursor = count + 1
end

local function keepByName()
    if not isByName then
        isByName = true
        for i = 1, writtenCount, 2 do
            byName[written[i]] = written[i + 1]
        end
    end
end

-- What this call wrote for the name; nil if nothing.
local function sinceWritten(name)
    if writtenCount > mostScanned then
        keepByName()
        return byName[name]
    end
    local list = written
    for i = writtenCount - 1, 1, -2 do
        if list[i] == name then
            return list[i + 1]
        end
    end
end

-- False if there is none.
function hot.read(name)
    local value
    if writtenCount > 0 then
        value = sinceWritten(name)
        if value ~= nil then
            return value
        end
    end
    if fetched[cursor] == name and cursor <= fetchedCount then
        cursor = cursor + 1
        return values[cursor]
    end
    for i = 1, fetchedCount do
        if fetched[i] == name then
            return values[i + 1]
        end
    end
    value = call('HGET', here.meta, name)
    if fetchedCount < mostKnown then
        fetchedCount = fetchedCount + 1
        fetched[fetchedCount], values[fetchedCount + 1] = name, value
    end
    return value
end

-- Reads in one command what the present step turns out to ask for, in this order.
function hot.ask(one, another, third)
    local some = call('HMGET', here.meta, one, another, third)
    cursor = fetchedCount + 1
    fetched[cursor], fetched[cursor + 1], fetched[cursor + 2] = one, another, third
    for i = 1, 3 do
        values[cursor + i] = some[i]
    end
    fetchedCount = fetchedCount + 3
end

-- The values of all these.
function hot.readAll(list)
    local all = {}
    for from = 1, #list, mostValues do
        local some = call('HMGET', here.meta, unpackTable(list, from, min(from + mostValues - 1, #list)))
        for i = 1, #some do
            all[from + i - 1] = some[i]
        end
    end
    for i = 1, writtenCount > 0 and #list or 0 do
        local value = sinceWritten(list[i])
        if value ~= nil then
            all[i] = value
        end
    end
    return all
end

function hot.write(name, value)
    local list, count = written, writtenCount + 2
    list[count - 1], list[count] = name, value
    writtenCount = count
    if isByName then
        byName[name] = value
    end
end

function hot.remove(name)
    hot.write(name, false)
    anyRemoved = true
end

-- What was removed leaves the list.
local function removeFields()
    local gone, count = {}, 0
    keepByName()
    for name, value in next, byName do
        if value then
            written[count + 1], written[count + 2] = name, value
            count = count + 2
        else
            gone[#gone + 1] = name
        end
    end
    callWith('HDEL', here.meta, gone, #gone)
    writtenCount = count
end

-- Ends a call, with the partition's row if that changed.
function hot.finish(row)
    if anyRemoved then
        removeFields()
    end
    if row then
        hot.write('row', row)
    end
    callWith('HSET', here.meta, written, writtenCount)
end

-- Forgets the last call, which may have broken off.
function hot.reset()
    if isByName then
        for i = 1, writtenCount, 2 do
            byName[written[i]] = nil
        end
        if anyRemoved then
            byName = {}
        end
    end
    if writtenCount > keptEntries or fetchedCount > keptEntries then
        fetched, written, byName = {}, {}, {}
    end
    fetchedCount, writtenCount, isByName, anyRemoved, values = 0, 0, false, false, nil
end
