-- SPDX-License-Identifier: Apache-2.0
-- Capacity reserved for tabs and windows that clients were asked to create. A client's are a hash: provision id →
-- { epoch, request, placement, deadline, newWindow, answeredSeq }.

local function member(client, provision)
    return client .. names.id(provision)
end

local function indexOf(client, request)
    return P .. 'vr' .. names.requestOf(client, request)
end

local function read(provision, packed)
    local r = unpack(packed)
    return { provision = provision, epoch = r[1], request = r[2], placement = r[3], deadline = r[4],
        newWindow = r[5], answeredSeq = r[6] }
end

-- All of the client, by provision id.
function reservations.all(client)
    local flat = call('HGETALL', P .. 'v' .. client)
    local list = {}
    for i = 1, #flat, 2 do
        list[#list + 1] = read(flat[i], flat[i + 1])
    end
    table.sort(list, function(a, b) return a.provision < b.provision end)
    return list
end

function reservations.find(client, provision)
    local packed = call('HGET', P .. 'v' .. client, provision)
    return packed and read(provision, packed) or nil
end

function reservations.change(client, r)
    local fresh = call('HSET', P .. 'v' .. client, r.provision,
        pack({ r.epoch, r.request, r.placement, r.deadline, r.newWindow, r.answeredSeq }))
    if fresh == 1 then
        keep('soft', partition.soft + 1)
    end
    if r.request ~= '' then
        call('SADD', indexOf(client, r.request), member(client, r.provision))
    end
    emit({ 14, client, r.provision, r.epoch, r.request, r.placement, r.deadline, r.newWindow, r.answeredSeq })
end

function reservations.remove(client, r)
    call('HDEL', P .. 'v' .. client, r.provision)
    keep('soft', partition.soft - 1)
    if r.request ~= '' then
        call('SREM', indexOf(client, r.request), member(client, r.provision))
    end
    emit({ 15, client, r.provision })
end

-- One node at a time provisions for a client: the deployment's, else whoever reserves, until it stands still for too
-- long. The refusal if another node does, else nil.
function reservations.checkOwner(client, node)
    if policies.provisionOwner ~= '' and policies.provisionOwner ~= node then
        return fail('not_provisioning_owner', 'owner', policies.provisionOwner)
    end
    local row = call('HMGET', P .. 'k' .. client, 'claimant', 'claimed')
    if row[1] and row[1] ~= node and tonumber(row[2]) >= now and clients.nodeLive(row[1]) then
        return fail('not_provisioning_owner', 'owner', row[1])
    end
end

function reservations.claim(client, node)
    call('HSET', P .. 'k' .. client, 'claimant', node, 'claimed', now + policies.provisionTimeout)
    emit(clients.changed(client))
end

local function exceeded(limit, reported, reserved, which)
    if limit < 0 or reported + reserved + 1 <= limit then
        return nil
    end
    return fail('provisioning_limit', 'which', which, 'limit', text(limit), 'reported', text(reported), 'reserved',
        text(reserved))
end

-- The refusal if one more would exceed a limit of the client, else nil.
function reservations.checkCapacity(client, window, newWindow)
    local row = call('HMGET', P .. 'k' .. client, 'fixed', 'contexts', 'windows')
    local fixed = unpack(row[1])
    local contexts, windows = tonumber(row[2]) or 0, #names.list(row[3] or '')
    local tabs, pendingWindows, inWindow = 0, 0, 0
    for _, pending in ipairs(reservations.all(client)) do
        tabs = tabs + 1
        pendingWindows = pendingWindows + pending.newWindow
        if window ~= '' and unpack(pending.placement)[2] == window then
            inWindow = inWindow + 1
        end
    end
    if fixed[1] == 1 then
        return exceeded(fixed[7], contexts, tabs, 'flows')
    end
    local refusal = newWindow == 1 and exceeded(fixed[4], windows, pendingWindows, 'windows')
        or exceeded(fixed[6], contexts, tabs, 'tabs')
    if refusal then
        return refusal
    end
    local shown = 0
    if window ~= '' and newWindow == 0 then
        shown = #names.list(call('HGET', P .. 'w' .. window, 'contexts') or '')
    end
    return exceeded(fixed[5], shown, newWindow == 1 and 0 or inWindow, 'tabs_per_window')
end

-- Takes the asker out of what is made for it, and frees what was made.
function reservations.detach(request)
    holds.clearFor(request)
    local members = call('SMEMBERS', P .. 'vr' .. request)
    table.sort(members)
    for _, one in ipairs(members) do
        local client = names.clientOf(one)
        local detached = reservations.find(client, sub(one, #client + 2))
        call('SREM', P .. 'vr' .. request, one)
        detached.request = ''
        reservations.change(client, detached)
    end
end

-- A report showed it: the reservation becomes a hold for its request, if that still asks.
function reservations.shown(client, r, context)
    reservations.remove(client, r)
    if r.request ~= '' and not contextRow.isHeld(hot.read(context)) then
        holds.keepFor(r.request, context, max(r.deadline, now + policies.provisionTimeout))
    else
        holds.clear(context)
    end
end

-- Keeps a new context of unknown origin from being selected while creations are pending.
function reservations.holdUnattributed(client, context)
    local untilTime = 0
    for _, pending in ipairs(reservations.all(client)) do
        untilTime = max(untilTime, pending.deadline)
    end
    if untilTime > now then
        holds.keepUnattributed(context, untilTime)
    end
end

-- A report at `seq` was taken over: creations that it proves absent end.
function reservations.reported(client, seq)
    local pending = false
    for _, one in ipairs(reservations.all(client)) do
        if one.answeredSeq ~= 0 and one.answeredSeq <= seq then
            reservations.remove(client, one)
        else
            pending = true
        end
    end
    if not pending then
        holds.clearUnattributed(client)
    end
end

function reservations.dropAll(client)
    for _, one in ipairs(reservations.all(client)) do
        reservations.remove(client, one)
    end
end
