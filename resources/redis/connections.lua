-- SPDX-License-Identifier: Apache-2.0
-- Connections, epochs and nodes as they open and end, and what the connection sweep does.

local maxKeptOut = 10000
local keepPolicy, releasePolicy, gracePolicy = 0, 1, 2

local function milliseconds(duration)
    return text(max(1, floor((duration + 999) / 1000)))
end

local function mayEnter(client, epoch, connection)
    local keptOut = tonumber(call('ZSCORE', P .. 'kept', client) or 0)
    if keptOut > now then
        return fail('kept_out', 'remainingMs', milliseconds(keptOut - now))
    end
    local row = call('HMGET', P .. 'k' .. client, 'epoch', 'connection')
    if not row[1] then
        return nil
    end
    if clients.retired(client, epoch) then -- also one that is about to end
        return fail('epoch_retired', 'epoch', epoch)
    end
    if row[1] == epoch then
        return nil
    end
    local value = clients.hot(client)
    if clients.isCurrent(value) and (connection == '' or row[2] ~= connection) then
        local _, untilTime, node = clients.readConnection(value)
        untilTime = max(untilTime, tonumber(call('HGET', P .. 'alive', node) or 0))
        return fail('client_id_in_use', 'retryAfterMs', milliseconds(untilTime - now))
    end
end

-- Ends a slice of the assignments that the end of the connection left: whether there are more, and how many ended. Who
-- asked for the end asks on, until when `ending` bears the generation that ended; else the sweep finds them overdue.
local function endAssignments(client, generation)
    local ended, more = leases.endClient(client, leases.cause.disconnected, slice)
    if more then
        call('HSET', P .. 'k' .. client, 'ending', generation)
        deadlines.set(deadlines.graceEnd, client, now)
    else
        call('HDEL', P .. 'k' .. client, 'ending')
        deadlines.clear(deadlines.graceEnd, client)
    end
    return more, ended
end

-- Starts the disconnect policy. With `endNow` the policy `release` ends a slice at once; else the sweep does it. Whether it
-- has to end more, and how many assignments ended.
local function connectionEnded(client, endNow)
    local key = P .. 'k' .. client
    local more, ended = false, 0
    local graceUntil = 0
    if policies.disconnect == releasePolicy and endNow then
        more, ended = endAssignments(client, clients.get(client, 'gen'))
    elseif policies.disconnect ~= keepPolicy then
        graceUntil = policies.disconnect == gracePolicy and now + policies.grace or now
        deadlines.set(deadlines.graceEnd, client, graceUntil)
    end
    local removeAt = now + policies.contextRetention
    deadlines.set(deadlines.clientRemoval, client, removeAt)
    clients.close(client)
    call('HSET', key, 'disconnectedAt', now, 'graceUntil', graceUntil, 'removeAt', removeAt)
    emit(clients.changed(client))
    return more, ended
end

-- Ends a slice of the epoch that stood until now, of which nothing is inherited: whether there is more of it. Its
-- connection ends with the first slice, so that nobody gets what is still there.
local function endEpoch(client, epoch)
    if not clients.retired(client, epoch) then
        clients.retire(client)
        reservations.dropAll(client)
    end
    local _, _, all = reports.removeContexts(client, leases.cause.epochEnded, slice)
    if not all and clients.isOpen(clients.hot(client)) then
        connectionEnded(client, false)
    end
    return not all
end

-- Ends a slice of what a client that says hello must not find any more: whether there is more of it.
local function endWhatWas(client, epoch, resumed)
    if not resumed then
        return endEpoch(client, epoch)
    end
    local ending = clients.get(client, 'ending')
    return ending and endAssignments(client, ending)
end

function connections.hello(client, epoch, node, connection, fixed)
    local refusal = mayEnter(client, epoch, connection)
    if refusal then
        return refusal
    end
    local known = clients.get(client, 'epoch')
    local resumed = known == epoch
    if known and endWhatWas(client, known, resumed) then
        return ok(1)
    end
    local seq = resumed and tonumber(clients.get(client, 'seq')) or 0
    local generation = max(partition.generation + 1, now) -- none twice, whatever a failover lost
    keep('generation', generation)
    if not known then
        clients.add(client)
    end
    call('SADD', P .. 'clients', client)
    clients.open(client, node, connection, generation)
    call('HSET', P .. 'k' .. client, 'fixed', fixed, 'epoch', epoch, 'gen', generation, 'seq', seq, 'connectedAt', now)
    call('HDEL', P .. 'k' .. client, 'disconnectedAt', 'graceUntil', 'removeAt', 'keptOutUntil', 'ending')
    deadlines.clear(deadlines.graceEnd, client)
    deadlines.clear(deadlines.clientRemoval, client)
    call('ZREM', P .. 'kept', client)
    emit(clients.changed(client))
    return ok(0, generation, seq, bool(resumed))
end

function connections.closed(client, generation)
    if clients.get(client, 'ending') == generation then
        local more, ended = endAssignments(client, generation)
        return ok(bool(more), ended)
    end
    if clients.readConnection(clients.hot(client)) ~= tonumber(generation) then
        return ok(0, 0)
    end
    local more, ended = connectionEnded(client, true)
    return ok(bool(more), ended)
end

function connections.disconnect(client, seen, keepOut)
    local row = call('HMGET', P .. 'k' .. client, 'gen', 'ending')
    if not row[1] then
        return fail('client_unknown', 'client', names.clientId(client))
    end
    local ending = row[2]
    if not ending and not clients.isOpen(clients.hot(client)) then
        return fail('client_not_connected', 'client', names.clientId(client))
    end
    if seen ~= '0' and seen ~= row[1] then
        return fail('generation_mismatch', 'generation', row[1])
    end
    keepOut = tonumber(keepOut)
    if keepOut > 0 and not ending then
        call('ZREMRANGEBYSCORE', P .. 'kept', '-inf', now)
        if call('ZCARD', P .. 'kept') >= maxKeptOut then
            return fail('limit_exceeded', 'which', 'kept_out', 'limit', text(maxKeptOut))
        end
    end
    local more
    if ending then
        more = endAssignments(client, ending)
    else
        more = connectionEnded(client, true)
    end
    if keepOut > 0 then
        call('ZADD', P .. 'kept', now + keepOut, client)
        call('HSET', P .. 'k' .. client, 'keptOutUntil', now + keepOut)
        emit(clients.changed(client))
    end
    return ok(bool(more), tonumber(row[1]))
end

-- Nodes.

local function readNode(node)
    local packed = call('HGET', P .. 'nodes', node)
    if not packed then
        return nil
    end
    local n = unpack(packed)
    return { incarnation = n[1], startedAt = n[2], heartbeatAt = n[3], blob = n[4], report = n[5] }
end

local function writeNode(node, n, publish)
    call('HSET', P .. 'nodes', node, pack({ n.incarnation, n.startedAt, n.heartbeatAt, n.blob, n.report }))
    if publish == '1' then
        emit({ 20, node, n.incarnation, n.startedAt, n.heartbeatAt, n.blob, n.report })
    end
end

-- Whether there is more to be done before it is gone.
local function dropNode(node, publish)
    if waiters.removeNode(node) then
        return true
    end
    call('HDEL', P .. 'nodes', node)
    call('HDEL', P .. 'alive', node)
    if publish == '1' then
        emit({ 21, node })
    end
    return false
end

local function held(node)
    local list = call('SMEMBERS', P .. 'nc' .. node)
    table.sort(list)
    return list
end

-- Ends a slice of the connections that the node holds: whether there are more.
local function endConnectionsOf(node)
    local key = P .. 'nc' .. node
    local some = call('SRANDMEMBER', key, slice)
    table.sort(some)
    for _, client in ipairs(some) do
        connectionEnded(client, false)
        call('SREM', key, client) -- whatever the client's row says: this ends
    end
    return call('SCARD', key) > 0
end

function connections.registerNode(node, incarnation, startedAt, blob, publish, report)
    local known = readNode(node)
    if known and known.incarnation ~= incarnation then
        local untilTime = tonumber(call('HGET', P .. 'alive', node) or 0)
        if untilTime >= now then
            return fail('node_id_live', 'node', node, 'retryAfterMs', milliseconds(untilTime - now))
        end
    end
    if not known or known.incarnation ~= incarnation then -- what is left of an earlier life ends
        if endConnectionsOf(node) or waiters.removeNode(node) then
            return ok(1)
        end
    end
    call('HSET', P .. 'alive', node, now + policies.connectionLease)
    startedAt = tonumber(startedAt)
    writeNode(node, { incarnation = incarnation, startedAt = startedAt ~= 0 and startedAt or now, heartbeatAt = now,
        blob = blob, report = report }, publish)
    return ok()
end

-- The report is empty where nodes are not published.
function connections.heartbeat(node, incarnation, publish, report)
    local known = readNode(node)
    if not known then
        return fail('not_found', 'node', node)
    end
    if known.incarnation ~= incarnation then
        return fail('superseded', 'node', node)
    end
    call('HSET', P .. 'alive', node, now + policies.connectionLease)
    if report == '' then
        report = known.report
    end
    if known.heartbeatAt ~= now or known.report ~= report then
        known.heartbeatAt = now
        known.report = report
        writeNode(node, known, publish)
    end
    return ok()
end

function connections.unregisterNode(node, incarnation, publish)
    local known = readNode(node)
    if not known then
        return ok()
    end
    if known.incarnation ~= incarnation then
        return fail('superseded', 'node', node)
    end
    if endConnectionsOf(node) or dropNode(node, publish) then
        return ok(1)
    end
    return ok()
end

-- The connection sweep.

local function sweepNodes(limit, outcome, publish)
    local lapsed, gone, seen = {}, {}, {}
    local ids = call('HKEYS', P .. 'nodes')
    for _, holder in ipairs(call('SMEMBERS', P .. 'holders')) do
        ids[#ids + 1] = holder
    end
    table.sort(ids)
    for _, node in ipairs(ids) do
        if not seen[node] and not clients.nodeLive(node) then
            for _, client in ipairs(held(node)) do
                if not clients.current(client) then
                    if #lapsed == limit then
                        outcome.more = true
                        break
                    end
                    lapsed[#lapsed + 1] = client
                end
            end
            if call('HEXISTS', P .. 'nodes', node) == 1 and not outcome.more then
                gone[#gone + 1] = node
            end
        end
        seen[node] = true
    end
    for _, client in ipairs(lapsed) do
        connectionEnded(client, false)
    end
    for _, node in ipairs(gone) do
        outcome.more = dropNode(node, publish) or outcome.more
    end
    outcome.lapsed = #lapsed
end

local function removeClient(client, limit, outcome)
    local removed, ended, all = reports.removeContexts(client, leases.cause.clientRemoved, limit)
    outcome.touched = outcome.touched + removed
    outcome.ended = outcome.ended + ended
    if not all then
        return
    end
    reservations.dropAll(client)
    deadlines.clear(deadlines.graceEnd, client)
    deadlines.clear(deadlines.clientRemoval, client)
    clients.close(client)
    clients.forget(client)
    call('DEL', P .. 'k' .. client)
    call('SREM', P .. 'clients', client)
    emit({ 13, client })
    outcome.removed = outcome.removed + 1
    outcome.touched = outcome.touched + 1
end

local function endGrace(client, limit, outcome)
    local ended, more = leases.endClient(client, leases.cause.disconnected, limit)
    outcome.touched = outcome.touched + ended
    outcome.ended = outcome.ended + ended
    if not more then
        deadlines.clear(deadlines.graceEnd, client)
        call('HDEL', P .. 'k' .. client, 'ending')
    end
end

local function sweepContext(kind, context, outcome)
    if kind == deadlines.holdEnd then
        holds.clear(context)
    elseif kind == deadlines.settlingEnd then
        settling.finish(context)
    else
        local cause = kind == deadlines.longestHold and leases.cause.longestHold or leases.cause.requesterGone
        if leases.finish(context, cause) then
            outcome.ended = outcome.ended + 1
        end
    end
    deadlines.clear(kind, context)
    outcome.touched = outcome.touched + 1
end

function connections.sweep(limit, publish, asked)
    if comesLate(asked) then
        return late()
    end
    limit = tonumber(limit)
    local outcome = { lapsed = 0, ended = 0, removed = 0, touched = 0, more = false }
    sweepNodes(limit, outcome, publish)
    local kind, name = deadlines.due()
    while kind do
        if outcome.touched >= limit then
            outcome.more = true
            break
        end
        if kind == deadlines.graceEnd then
            endGrace(name, limit - outcome.touched, outcome)
        elseif kind == deadlines.clientRemoval then
            removeClient(name, limit - outcome.touched, outcome)
        else
            sweepContext(kind, name, outcome)
        end
        kind, name = deadlines.due()
    end
    if outcome.touched < limit then
        local ended, more = drains.sweep(limit - outcome.touched)
        outcome.ended = outcome.ended + ended
        outcome.more = outcome.more or more
    end
    waiters.sweep()
    call('ZREMRANGEBYSCORE', P .. 'kept', '-inf', now)
    return ok(outcome.lapsed, outcome.ended, outcome.removed, bool(outcome.more), {})
end
