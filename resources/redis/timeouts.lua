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

-- `renewed` names each leased context, not later than it was renewed, and others that were leased. What a look finds of both
-- is set right. Those whose last renewal lies longest before that time, at most `limit`, each with its hot field's value; and
-- whether there may be more.
local function renewedBefore(time, limit)
    local looked, past, found = 0, nil, nil
    repeat
        past = call('ZRANGEBYSCORE', P .. 'renewed', '-inf', '(' .. text(time), 'WITHSCORES', 'LIMIT', 0, limit + 1)
        local contexts, gone, later = {}, {}, {}
        found = {}
        for i = 1, #past, 2 do
            contexts[#contexts + 1] = past[i]
        end
        local values = hot.readAll(contexts)
        for i = 1, #contexts do
            local context, value = contexts[i], values[i]
            local renewed = contextRow.isHeld(value) and contextRow.renewedAt(value)
            if not renewed then
                gone[#gone + 1] = context
                if value then
                    contextRow.unlist(context, value)
                end
            elseif renewed ~= tonumber(past[2 * i]) then
                later[#later + 1] = text(renewed)
                later[#later + 1] = context
            elseif #gone + #later == 0 and #found < limit then -- nobody's is older
                found[#found + 1] = { context = context, value = value }
            end
        end
        callWith('ZREM', P .. 'renewed', gone, #gone)
        callWith('ZADD', P .. 'renewed', later, #later)
        looked = looked + #contexts
    until #gone + #later == 0 or looked > mostFollowed
    return found, #past > 2 * #found
end

function timeouts.expireAll(timeout, limit, asked)
    if comesLate(asked) then
        return late()
    end
    local past, more = renewedBefore(now - tonumber(timeout), tonumber(limit))
    local ended = {}
    for i, one in ipairs(past) do
        leases.finish(one.context, leases.cause.expired, one.value, true)
        ended[i] = one.context
    end
    callWith('ZREM', P .. 'renewed', ended, #ended)
    return ok(#past, bool(more))
end
