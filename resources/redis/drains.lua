-- SPDX-License-Identifier: Apache-2.0
-- Drains of clients, windows and nodes and how they end. A target is its kind in one byte and its name; a node's drain
-- covers the clients whose socket it holds. States: 0 draining, 1 done, 2 kept, 3 forced.

local draining, done, left_, forced = 0, 1, 2, 3
local maxDrains = 10000

-- The first rule that a drain makes hold for a context there, or nil; `window` may be ''.
function drains.rule(client, node, window)
    local found = call('HMGET', P .. 'drains', 'n' .. node, 'c' .. client, 'w' .. window)
    return found[1] and 'draining_node' or found[2] and 'draining_client' or found[3] and 'draining_window' or nil
end

local function read(target)
    local packed = call('HGET', P .. 'drains', target)
    if not packed then
        return nil
    end
    local d = unpack(packed)
    return { target = target, state = d[1], deadline = d[2], force = d[3], startedAt = d[4], by = d[5] }
end

local function write(d)
    call('HSET', P .. 'drains', d.target, pack({ d.state, d.deadline, d.force, d.startedAt, d.by }))
    emit({ 18, d.target, d.state, d.deadline, d.force, d.startedAt, d.by })
end

local function eachLeased(target, f)
    local kind, name = sub(target, 1, 1), sub(target, 2)
    if kind == 'w' then
        clients.eachLeasedInWindow(name, f)
    elseif kind == 'c' then
        clients.eachLeased(name, f)
    else
        local held = call('SMEMBERS', P .. 'nc' .. name)
        table.sort(held)
        for _, client in ipairs(held) do
            if not clients.eachLeased(client, f) then
                return
            end
        end
    end
end

local function anyLeased(target)
    local any = false
    eachLeased(target, function()
        any = true
        return false
    end)
    return any
end

local function unknownTarget(target)
    local kind, name = sub(target, 1, 1), sub(target, 2)
    if kind == 'c' and not clients.known(name) then
        return fail('client_unknown', 'client', names.clientId(name))
    elseif kind == 'w' and call('EXISTS', P .. 'w' .. name) == 0 then
        return fail('window_unknown', 'window', names.lastId(name))
    elseif kind == 'n' and call('HEXISTS', P .. 'nodes', name) == 0 then
        return fail('not_found', 'node', name)
    end
end

function drains.start(target, deadline, force, by)
    local before = read(target)
    if not before and partition.drains >= maxDrains then
        return fail('limit_exceeded', 'which', 'drains', 'limit', text(maxDrains))
    end
    local refusal = unknownTarget(target)
    if refusal then
        return refusal
    end
    local d = { target = target, deadline = tonumber(deadline), force = tonumber(force), by = by,
        startedAt = before and before.startedAt or now, state = anyLeased(target) and draining or done }
    if not before then
        keep('drains', partition.drains + 1)
    end
    if not before or before.state ~= d.state or before.deadline ~= d.deadline or before.force ~= d.force
        or before.by ~= d.by then
        write(d)
    end
    return ok(d.state, d.startedAt)
end

function drains.undo(target)
    if call('HDEL', P .. 'drains', target) == 1 then
        keep('drains', partition.drains - 1)
        emit({ 19, target })
    end
end

-- The window is gone, and with it its drain.
function drains.windowGone(window)
    if partition.drains > 0 then
        drains.undo('w' .. window)
    end
end

local function all()
    local targets = call('HKEYS', P .. 'drains')
    local list = {}
    for i = 1, #targets do
        list[i] = read(targets[i])
    end
    table.sort(list, function(a, b)
        return a.startedAt < b.startedAt or (a.startedAt == b.startedAt and a.target < b.target)
    end)
    return list
end

-- Moves drains on: done at zero leases, kept or forced at the deadline. How many assignments ended, at most `limit`, and
-- whether more are left.
function drains.sweep(limit)
    local ended, more = 0, false
    if partition.drains == 0 then
        return ended, more
    end
    for _, d in ipairs(all()) do
        if d.state == draining then
            local past = d.deadline ~= 0 and d.deadline <= now
            if not anyLeased(d.target) then
                d.state = done
            elseif past and d.force == 0 then
                d.state = left_
            elseif past then
                local all = true
                eachLeased(d.target, function(context, value)
                    all = ended < limit
                    if all then
                        leases.finish(context, leases.cause.drained, value)
                        ended = ended + 1
                    end
                    return all
                end)
                more = more or not all
                d.state = all and forced or draining
            end
            if d.state ~= draining then
                write(d)
            end
        end
    end
    return ended, more
end
