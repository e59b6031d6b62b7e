-- SPDX-License-Identifier: Apache-2.0
-- Clients' rows, and how long each connection and node is taken for alive. `conn`: the generation, until when the
-- connection holds by itself, and the node that holds its socket; empty while it is closed. `leased`: whether any of its
-- contexts may be.

local stateFields = { 'fixed', 'epoch', 'gen', 'seq', 'conn', 'node', 'connectedAt', 'disconnectedAt', 'graceUntil',
    'removeAt', 'keptOutUntil', 'claimant', 'claimed' }

local connectionHead = '>I8I8'

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
    return { 11, client, row[1], row[2], number(row[3]), number(row[4]), bool(row[5] and row[5] ~= ''), row[6] or '',
        number(row[7]), number(row[8]), number(row[9]), number(row[10]), number(row[11]), row[12] or '', number(row[13]) }
end

function clients.nodeLive(node)
    local untilTime = call('HGET', P .. 'alive', node)
    return untilTime and tonumber(untilTime) >= now
end

-- What a row's field says: generation, until when, node; nil if the connection is closed.
function clients.readConnection(packed)
    if packed and packed ~= '' then
        local generation, untilTime, at = unpackBytes(connectionHead, packed)
        return generation, untilTime, sub(packed, at)
    end
end

-- Whether the connection lease holds at this moment, swept or not, by the row's field; and the generation, as in
-- readConnection.
function clients.isCurrent(packed)
    if not packed or packed == '' then
        return false
    end
    local generation, untilTime, at = unpackBytes(connectionHead, packed)
    return untilTime >= now or clients.nodeLive(sub(packed, at)) == true, generation
end

function clients.current(client)
    return clients.isCurrent(clients.get(client, 'conn'))
end

-- The socket is held by the node.
function clients.open(client, node, connection, generation)
    clients.close(client)
    call('HSET', P .. 'k' .. client, 'conn',
        packBytes(connectionHead, generation, now + policies.connectionLease) .. node, 'node', node, 'connection',
        connection)
    call('SADD', P .. 'nc' .. node, client)
    call('SADD', P .. 'holders', node)
end

function clients.close(client)
    local _, _, node = clients.readConnection(clients.get(client, 'conn'))
    if not node then
        return
    end
    call('HSET', P .. 'k' .. client, 'conn', '', 'connection', '')
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

-- Calls f with each leased context of the window and what holds it, until f answers false.
function clients.eachLeasedInWindow(window, f)
    for _, context in ipairs(clients.contexts(window)) do
        local held = leases.held(context)
        if held and f(context, held) == false then
            return false
        end
    end
    return true
end

function clients.eachLeased(client, f)
    if clients.get(client, 'leased') ~= '1' then
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
        call('HSET', P .. 'k' .. client, 'leased', 0) -- an assignment sets it again
    end
    return true
end
