-- SPDX-License-Identifier: Apache-2.0
-- Leases that were not renewed in time, found by `renewed`, which follows renewals when a sweep looks at it.

local mostFollowed = 50 -- renewals that one step of a sweep looks at before others may go on

function timeouts.expire(context, handle, seenRenewedAt)
    local value = hot.read(context)
    if not contextRow.isOf(value, handle) or contextRow.renewedAt(value) > tonumber(seenRenewedAt) then
        return leases.stale(context, handle)
    end
    leases.finish(context, leases.cause.expired, value)
    return ok()
end

-- `renewed` names each leased context, not later than it was renewed, and others that were leased. Whether the context is
-- leased and was last renewed then; if not, `renewed` is set right.
local function isHeldSince(context, value, score)
    if not contextRow.isHeld(value) then
        call('ZREM', P .. 'renewed', context)
        if value then
            contextRow.unlist(context, value)
        end
        return false
    end
    local renewed = contextRow.renewedAt(value)
    if renewed ~= tonumber(score) then
        call('ZADD', P .. 'renewed', text(renewed), context)
        return false
    end
    return true
end

-- Whose last renewal lies longest before that time, at most `limit`, each with its hot field's value; and whether there may
-- be more.
local function renewedBefore(time, limit)
    local looked, past, found = 0, nil, nil
    repeat
        past = call('ZRANGEBYSCORE', P .. 'renewed', '-inf', '(' .. text(time), 'WITHSCORES', 'LIMIT', 0, limit + 1)
        local moved, contexts = false, {}
        found = {}
        for i = 1, #past, 2 do
            contexts[#contexts + 1] = past[i]
        end
        local values = hot.readAll(contexts)
        for i = 1, #contexts do
            moved = not isHeldSince(contexts[i], values[i], past[2 * i]) or moved
            if not moved and #found < limit then -- nobody's is older
                found[#found + 1] = { context = contexts[i], value = values[i] }
            end
        end
        looked = looked + #past / 2
    until not moved or looked > mostFollowed
    return found, #past > 2 * #found
end

function timeouts.expireAll(timeout, limit)
    local past, more = renewedBefore(now - tonumber(timeout), tonumber(limit))
    for _, one in ipairs(past) do
        leases.finish(one.context, leases.cause.expired, one.value)
    end
    return ok(#past, bool(more))
end
