-- SPDX-License-Identifier: Apache-2.0
-- What a replica starts from, in slices that each are true at one revision: first all that belongs to no client, then
-- clients, each with everything of its own. A slice reads at most about a thousand contexts.

local contextFields = { 'w', 'o', 'r', 's', 'z', 'zc', 'hw', 'hr', 'hu', 'p' }

local function number(value)
    return tonumber(value) or 0
end

local function tellContext(context, value, window, position, later)
    local c = call('HMGET', contextRow.key(context), unpackTable(contextFields))
    emit({ 4, context, window, position, c[3], contextRow.health(value), number(c[2]), number(c[4]),
        contextRow.lastEnd(value) or -1 })
    contextRow.tell(context, value)
    if c[5] then
        emit({ 6, context, number(c[5]), unpack(c[6]) })
    end
    if c[7] then
        emit({ 7, context, c[8], number(c[9]) })
    end
    if c[10] then
        later[#later + 1] = { 8, context, c[10] }
    end
end

local function tellClient(client)
    local later = {}
    local told = 0
    emit(clients.changed(client))
    for w, window in ipairs(clients.windows(client)) do
        local row = call('HMGET', P .. 'w' .. window, 'title', 'focused', 'isolated', 'ours')
        emit({ 9, window, row[1], number(row[2]), number(row[3]), number(row[4]), w - 1 })
        local contexts = clients.contexts(window)
        local values = hot.readAll(contexts)
        for c, context in ipairs(contexts) do
            if values[c] then
                tellContext(context, values[c], names.lastId(window), c - 1, later)
                told = told + 1
            end
        end
    end
    for _, change in ipairs(later) do
        emit(change)
    end
    for _, r in ipairs(reservations.all(client)) do
        emit({ 14, client, r.provision, r.epoch, r.request, r.placement, r.deadline, r.newWindow, r.answeredSeq })
    end
    return told
end

local function tellOthers()
    local waiting = call('HGETALL', P .. 'wait')
    local places = {}
    for i = 1, #waiting, 2 do
        places[#places + 1] = { tonumber(waiting[i]), unpack(waiting[i + 1]) }
    end
    table.sort(places, function(a, b) return a[1] < b[1] end)
    for _, one in ipairs(places) do
        emit({ 16, one[1], one[2][6], one[2][7] })
    end
    for _, target in ipairs(call('HKEYS', P .. 'drains')) do
        local d = unpack(call('HGET', P .. 'drains', target))
        emit({ 18, target, d[1], d[2], d[3], d[4], d[5] })
    end
    local nodes = call('HGETALL', P .. 'nodes')
    for i = 1, #nodes, 2 do
        local n = unpack(nodes[i + 1])
        emit({ 20, nodes[i], n[1], n[2], n[3], n[4], n[5] })
    end
end

function snapshot(cursor, count)
    if cursor == '' then
        tellOthers()
        cursor = 'begin'
    else
        local page = call('SSCAN', P .. 'clients', cursor == 'begin' and '0' or cursor, 'COUNT', count)
        cursor = page[1]
        for _, client in ipairs(page[2]) do
            tellClient(client)
        end
    end
    local told = packedChanges()
    local incarnation = call('HGET', P .. 'meta', 'incarnation')
    return ok(partition.rev, lastId(partition), incarnation, cursor, now, told)
end
