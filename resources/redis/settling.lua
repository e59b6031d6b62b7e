-- SPDX-License-Identifier: Apache-2.0
-- Commands that were sent under a lease, as far as they are not resolved: once it ended, its context settles on them and is
-- not selected before they are resolved or past their deadlines.

local function unresolvedOf(context)
    local packed = call('HGET', contextRow.key(context), 'u')
    return packed and unpack(packed) or {}
end

local function keepUnresolved(context, unresolved)
    if #unresolved == 0 then
        call('HDEL', contextRow.key(context), 'u')
    else
        contextRow.bind(context)
        call('HSET', contextRow.key(context), 'u', pack(unresolved))
    end
end

function settling.finish(context)
    call('HDEL', contextRow.key(context), 'u')
    if call('HEXISTS', contextRow.key(context), 'z') == 0 then
        return
    end
    call('HDEL', contextRow.key(context), 'z', 'zc')
    deadlines.clear(deadlines.settlingEnd, context)
    emit({ 6, context })
end

-- The context settles on what was sent under the ended lease and is not resolved; if nothing is, it settles no more.
function settling.start(context)
    local open, commands, deadline = {}, {}, 0
    for _, one in ipairs(unresolvedOf(context)) do
        if one[2] > now then
            open[#open + 1] = one
            commands[#commands + 1] = one[1]
            deadline = max(deadline, one[2])
        end
    end
    if #open == 0 then
        return settling.finish(context)
    end
    keepUnresolved(context, open)
    call('HSET', contextRow.key(context), 'z', deadline, 'zc', pack(commands))
    deadlines.set(deadlines.settlingEnd, context, deadline)
    emit({ 6, context, deadline, commands })
end

-- On an operator's word, who saw these commands (none: whatever they are) keep the context from being selected.
function settling.settle(context, seen)
    local row = call('HMGET', contextRow.key(context), 'z', 'zc')
    if not hot.read(context) then
        return fail('context_unknown')
    end
    if not row[1] then
        return ok()
    end
    local known, any = {}, false
    for _, command in ipairs(unpack(seen)) do
        known[command], any = true, true
    end
    for _, command in ipairs(unpack(row[2])) do
        if any and not known[command] then
            return fail('fence_mismatch', 'command', command)
        end
    end
    settling.finish(context)
    return ok()
end

function settling.commandSent(context, command, deadline)
    local unresolved = unresolvedOf(context)
    unresolved[#unresolved + 1] = { command, deadline }
    keepUnresolved(context, unresolved)
end

function settling.commandResolved(context, command)
    local row = call('HMGET', contextRow.key(context), 'u', 'z')
    local left, found = {}, false
    for _, one in ipairs(row[1] and unpack(row[1]) or {}) do
        if one[1] == command then
            found = true
        else
            left[#left + 1] = one
        end
    end
    if not found then
        return
    end
    keepUnresolved(context, left)
    if row[2] then
        settling.start(context)
    end
end
