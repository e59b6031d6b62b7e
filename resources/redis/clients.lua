-- SPDX-License-Identifier: Apache-2.0
-- Clients' rows, and how long each connection and node is taken for alive. A client's hot field: '1' if any of its contexts
-- may be leased, else '0'; then, while it is connected, the generation, until when the connection holds by itself, and the
-- node that holds its socket.

local stateFields = { 'fixed', 'epoch', 'gen', 'seq', 'node', 'connectedAt', 'disconnectedAt', 'graceUntil', 'removeAt',
    'keptOutUntil', 'claimant', 'claimed' }

local connectionHead = '>I8I8'
local anyLeased = 49 -- '1'

local function number(value)
    return tonumber(value) or 0
end

function clients.known(client)
    return call('EXISTS', P .. 'k' .. client) == 1
end

function clients.get(client, field)
    return call('HGET', P .. 'k' .. client, field)
end

-- The change that tells the row as it stands.
function clients.changed(client)
    local row = call('HMGET', P .. 'k' .. client, unpackTable(stateFields))
    return { 11, client, row[1], row[2], number(row[3]), number(row[4]), bool(clients.isOpen(clients.hot(client))),
        row[5] or '', number(row[6]), number(row[7]), number(row[8]), number(row[9]), number(row[10]), row[11] or '',
        number(row[12]) }
end

-- The hot field's value; false if the client is unknown.
function clients.hot(client)
    return hot.read(hot.clientField(client))
end

-- Before it is connected for the first time.
function clients.add(client)
    hot.write(hot.clientField(client), '0')
end

-- When it is gone.
function clients.forget(client)
    hot.remove(hot.clientField(client))
end

local function setConnection(client, value, connection)
    hot.write(hot.clientField(client), sub(value, 1, 1) .. connection)
end

-- Says that contexts of the client may be leased, or that none is, where its hot field says otherwise.
function clients.setLeased(client, value, any)
    if (byte(value, 1) == anyLeased) ~= any then
        hot.write(hot.clientField(client), (any and '1' or '0') .. sub(value, 2))
    end
end

function clients.nodeLive(node)
    local untilTime = call('HGET', P .. 'alive', node)
    return untilTime and tonumber(untilTime) >= now
end

-- Whether a hot field's value has a connection, current or not.
function clients.isOpen(value)
    return value and #value > 1
end

-- What a hot field's value says: generation, until when, node; nil if the connection is closed.
function clients.readConnection(value)
    if clients.isOpen(value) then
        local generation, untilTime, at = unpackBytes(connectionHead, value, 2)
        return generation, untilTime, sub(value, at)
    end
end

-- Whether the connection lease holds at this moment, swept or not, by the hot field's value; and the generation, as in
-- readConnection.
function clients.isCurrent(value)
    if not clients.isOpen(value) then
        return false
    end
    local generation, untilTime, at = unpackBytes(connectionHead, value, 2)
    return untilTime >= now or clients.nodeLive(sub(value, at)) == true, generation
end

function clients.current(client)
    return clients.isCurrent(clients.hot(client))
end

-- The socket is held by the node.
function clients.open(client, node, connection, generation)
    clients.close(client)
    setConnection(client, clients.hot(client),
        packBytes(connectionHead, generation, now + policies.connectionLease) .. node)
    call('HSET', P .. 'k' .. client, 'node', node, 'connection', connection)
    call('SADD', P .. 'nc' .. node, client)
    call('SADD', P .. 'holders', node)
end

function clients.close(client)
    local value = clients.hot(client)
    local _, _, node = clients.readConnection(value)
    if not node then
        return
    end
    setConnection(client, value, '')
    call('HSET', P .. 'k' .. client, 'connection', '')
    call('SREM', P .. 'nc' .. node, client)
    if call('SCARD', P .. 'nc' .. node) == 0 then
        call('SREM', P .. 'holders', node)
    end
end

function clients.retired(client, epoch)
    local retired = clients.get(client, 'retired')
    if retired then
        for _, one in ipairs(unpack(retired)) do
            if one == epoch then
                return true
            end
        end
    end
    return false
end

function clients.retire(client)
    local row = call('HMGET', P .. 'k' .. client, 'retired', 'epoch')
    local retired = row[1] and unpack(row[1]) or {}
    retired[#retired + 1] = row[2]
    if #retired > 16 then
        table.remove(retired, 1)
    end
    call('HSET', P .. 'k' .. client, 'retired', pack(retired))
end

-- The client's windows and a window's contexts, by name and in order.
function clients.windows(client)
    local row = call('HMGET', P .. 'k' .. client, 'windows', 'epoch')
    local ids = names.list(row[1] or '')
    local prefix = client .. names.id(row[2])
    for i = 1, #ids do
        ids[i] = prefix .. names.id(ids[i])
    end
    return ids
end

function clients.contexts(window)
    local ids = names.list(call('HGET', P .. 'w' .. window, 'contexts') or '')
    for i = 1, #ids do
        ids[i] = names.sibling(window, ids[i])
    end
    return ids
end

-- Calls f with each leased context of the window and its hot field's value, until f answers false.
function clients.eachLeasedInWindow(window, f)
    local contexts = clients.contexts(window)
    local values = hot.readAll(contexts)
    for i = 1, #contexts do
        if contextRow.isHeld(values[i]) and f(contexts[i], values[i]) == false then
            return false
        end
    end
    return true
end

function clients.eachLeased(client, f)
    local value = clients.hot(client)
    if not value or byte(value, 1) ~= anyLeased then
        return true
    end
    local any = false
    local function seen(context, held)
        any = true
        return f(context, held)
    end
    for _, window in ipairs(clients.windows(client)) do
        if not clients.eachLeasedInWindow(window, seen) then
            return false
        end
    end
    if not any then
        clients.setLeased(client, value, false) -- an assignment sets it again
    end
    return true
end
