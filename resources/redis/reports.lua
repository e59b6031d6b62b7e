-- SPDX-License-Identifier: Apache-2.0
-- What clients report of their windows and contexts, taken over as differences that the reporting node found against its
-- replica; the difference counts only if it was made against the last report that is here.

-- The refusal of a report, or nil; and the seq of the last one.
local function check(client, epoch, seq, generation)
    local row = call('HMGET', P .. 'k' .. client, 'epoch', 'gen', 'seq')
    if not row[1] then
        return fail('client_unknown', 'client', names.clientId(client))
    end
    if row[1] ~= epoch then
        return fail(clients.retired(client, epoch) and 'epoch_retired' or 'epoch_unknown', 'epoch', epoch)
    end
    if generation ~= '0' and generation ~= row[2] then
        return fail('superseded', 'generation', row[2])
    end
    if tonumber(seq) <= tonumber(row[3]) then
        return fail('stale_seq', 'lastSeq', row[3])
    end
    return nil, row[3]
end

local function setSeq(client, seq)
    call('HSET', P .. 'k' .. client, 'seq', seq)
    emit({ 12, client, tonumber(seq) })
end

-- Removes the contexts: how many assignments ended.
local function removeContexts(client, gone, cause)
    if #gone == 0 then
        return 0
    end
    call('HINCRBY', P .. 'k' .. client, 'contexts', -#gone)
    return leases.remove(gone, cause)
end

local function removeWindow(window)
    drains.windowGone(window)
    call('DEL', P .. 'w' .. window)
    emit({ 10, window })
end

-- Removes at most `limit` of the client's contexts, and its windows once they are empty: how many contexts went, how many
-- assignments ended, whether nothing is left.
function reports.removeContexts(client, cause, limit)
    local gone, all = {}, true
    local windows = clients.windows(client)
    for _, window in ipairs(windows) do
        local contexts, left = clients.contexts(window), {}
        for _, context in ipairs(contexts) do
            if #gone < limit then
                gone[#gone + 1] = context
            else
                left[#left + 1] = names.id(names.lastId(context))
            end
        end
        if #left < #contexts then
            call('HSET', P .. 'w' .. window, 'contexts', concat(left))
        end
        if #left > 0 then
            all = false
            break
        end
    end
    local ended = removeContexts(client, gone, cause)
    if all then
        for _, window in ipairs(windows) do
            removeWindow(window)
        end
        call('HSET', P .. 'k' .. client, 'windows', '')
    end
    return #gone, ended, all
end

local function openerOf(context, opener)
    if opener == '' or opener == names.lastId(context) then
        return nil
    end
    local from = names.sibling(context, opener)
    return hot.read(from) and from or nil
end

-- A new context belongs to the lease of the one that opened it.
local function joinsLease(added)
    local from = openerOf(added.context, added.opener)
    local parent = from and family.carrier(from)
    if not parent then
        return false
    end
    family.join(added.context, parent)
    return true
end

-- One of ours, whose opener's holder released meanwhile, is wanted by nobody any more.
local function isClosable(added)
    if added.ours ~= 1 or unpack(added.reported)[4] ~= '' then -- the creation that it names itself
        return false
    end
    local from = openerOf(added.context, added.opener)
    return from ~= nil and contextRow.lastEnd(hot.read(from)) == leases.cause.released
end

local function arrived(client, added, closable)
    repeat -- one that was opened by another new one finds its lease once that one has found it
        local left = {}
        for _, one in ipairs(added) do
            if not joinsLease(one) then
                left[#left + 1] = one
            end
        end
        local joined = #left < #added
        added = left
    until not joined
    for _, one in ipairs(added) do
        if isClosable(one) then
            closable[#closable + 1] = one.context
            holds.keepClosing(one.context)
        elseif partition.soft > 0 then
            reservations.holdUnattributed(client, one.context)
        end
    end
end

local function takeWindow(w)
    call('HSET', P .. 'w' .. w[1], 'title', w[2], 'focused', w[3], 'isolated', w[4], 'ours', w[5])
    emit({ 9, w[1], w[2], w[3], w[4], w[5], w[6] })
end

-- A context of the report: [1] name, [2] window, [3] position, [4] reported, [5] health, [6] ours, and as far as there is
-- any of it [7] 1: new, 2: of other health than before, [8] opener, [9] the creation that it tells to be.
local function takeContext(c)
    if c[7] == 1 then
        contextRow.add(c[1], c[5])
        call('HSET', contextRow.key(c[1]), 'w', c[2], 'o', c[6], 'r', c[4], 's', now)
    else
        if c[7] == 2 then
            contextRow.setHealth(c[1], c[5])
        end
        call('HSET', contextRow.key(c[1]), 'w', c[2], 'o', c[6], 'r', c[4])
    end
    emit({ 4, c[1], c[2], c[3], c[4], c[5], c[6], c[7] == 1 and now or 0, -1 })
end

-- The orders are given where they change; that of the windows is empty too when none is left.
local function keepOrders(client, windowOrder, contextOrders, windowsGone)
    if windowOrder ~= '' or #windowsGone > 0 then
        call('HSET', P .. 'k' .. client, 'windows', windowOrder)
    end
    for i = 1, #contextOrders do
        call('HSET', P .. 'w' .. contextOrders[i][1], 'contexts', contextOrders[i][2])
    end
end

-- Contexts that name the creation that they are, which may make them ours; and those that are new.
local function provisionedAndAdded(client, contexts)
    local provisioned, added = {}, {}
    for i = 1, #contexts do
        local c = contexts[i]
        if c[9] then
            provisioned[#provisioned + 1] = c
            if c[6] ~= 1 and reservations.find(client, c[9]) then
                c[6] = 1
            end
        end
        if c[7] == 1 then
            added[#added + 1] = { context = c[1], opener = c[8] or '', ours = c[6], reported = c[4] }
        end
    end
    return provisioned, added
end

local none = {}

-- Of a difference, what is empty at its end is not there. What has to be closed, and whether anything but seq changed.
local function take(client, seq, diff)
    local contexts, windows, gone, windowsGone = diff[1] or none, diff[2] or none, diff[3] or none, diff[4] or none
    local reordered, closable = diff[5] or none, {}
    removeContexts(client, gone, leases.cause.contextGone)
    local provisioned, added = provisionedAndAdded(client, contexts)
    for i = 1, #windows do
        takeWindow(windows[i])
    end
    for i = 1, #contexts do
        takeContext(contexts[i])
    end
    if #added > 0 then
        call('HINCRBY', P .. 'k' .. client, 'contexts', #added)
    end
    keepOrders(client, diff[6] or '', diff[7] or none, windowsGone)
    for i = 1, #windowsGone do
        removeWindow(windowsGone[i])
    end
    for i = 1, #reordered do
        takeWindow(reordered[i])
    end
    setSeq(client, seq)
    if #added > 0 then
        arrived(client, added, closable)
    end
    for i = 1, #provisioned do
        local c = provisioned[i]
        local reservation = reservations.find(client, c[9])
        if reservation then
            reservations.shown(client, reservation, c[1])
        end
    end
    if partition.soft > 0 then
        reservations.reported(client, tonumber(seq))
    end
    return closable, #contexts + #windows + #gone + #windowsGone + #reordered > 0
end

-- Answers nothing where it changed something beside the seq and nothing is to be closed.
function reports.report(client, epoch, seq, base, generation, total, packed)
    local refusal, last = check(client, epoch, seq, generation)
    if refusal then
        return refusal
    end
    if tonumber(total) > policies.contextsPerClient then
        return fail('limit_exceeded', 'which', 'contexts_per_client', 'limit', text(policies.contextsPerClient))
    end
    if last ~= base then
        return fail('base_mismatch', 'rev', text(partition.rev))
    end
    local closable, changed = take(client, seq, unpack(packed))
    if changed and #closable == 0 then
        return ok()
    end
    return ok(bool(changed), closable)
end

function reports.unchanged(client, epoch, seq, generation)
    local refusal, last = check(client, epoch, seq, generation)
    if refusal then
        return refusal
    end
    if last == '0' then
        return fail('base_mismatch') -- there is no report of this epoch that it could repeat
    end
    setSeq(client, seq)
    if partition.soft > 0 then
        reservations.reported(client, tonumber(seq))
    end
    return ok()
end

function reports.reserve(client, provision, epoch, request, window, newWindow, timeout, placement, node)
    local refusal = leases.mayStillAsk(names.requestOf(client, request), request)
    if refusal then
        return refusal
    end
    local row = call('HMGET', P .. 'k' .. client, 'epoch', 'node')
    if not clients.current(client) then
        return fail('client_not_connected', 'client', names.clientId(client))
    end
    if row[1] ~= epoch then
        return fail('epoch_retired')
    end
    if reservations.find(client, provision) then
        return ok()
    end
    if window ~= '' and call('EXISTS', P .. 'w' .. window) == 0 then
        return fail('window_unknown', 'window', names.lastId(window))
    end
    if partition.drains > 0 and drains.rule(client, row[2], window) then
        return fail('draining')
    end
    refusal = reservations.checkOwner(client, node) or reservations.checkCapacity(client, window, tonumber(newWindow))
    if refusal then
        return refusal
    end
    reservations.claim(client, node)
    reservations.change(client, { provision = provision, epoch = epoch, request = request, placement = placement,
        deadline = now + tonumber(timeout), newWindow = tonumber(newWindow), answeredSeq = 0 })
    return ok()
end

function reports.answerReservation(client, epoch, provision, refused, seq)
    local row = call('HMGET', P .. 'k' .. client, 'epoch', 'seq')
    if not row[1] then
        return fail('client_unknown', 'client', names.clientId(client))
    end
    if row[1] ~= epoch then
        return fail('epoch_retired')
    end
    local pending = reservations.find(client, provision)
    if not pending then
        return ok()
    end
    local answered, last = tonumber(seq), tonumber(row[2])
    if refused == '1' or (answered ~= 0 and answered <= last) then
        reservations.remove(client, pending)
        reservations.reported(client, last)
    elseif answered ~= 0 and answered ~= pending.answeredSeq then
        pending.answeredSeq = answered
        reservations.change(client, pending)
    end
    return ok()
end
