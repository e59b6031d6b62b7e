-- SPDX-License-Identifier: Apache-2.0
-- Contexts that a leased one opened belong to its lease: it is their parent, and carries them until it ends.

function family.join(context, parent)
    local children = call('HGET', contextRow.key(parent), 'ch')
    children = children and unpack(children) or {}
    children[#children + 1] = context
    contextRow.bind(parent)
    contextRow.bind(context)
    call('HSET', contextRow.key(parent), 'ch', pack(children))
    call('HSET', contextRow.key(context), 'p', parent)
    emit({ 8, context, parent })
end

-- The leased context whose lease carries the opener's children, or nil.
function family.carrier(opener)
    return contextRow.isHeld(hot.read(opener)) and opener or call('HGET', contextRow.key(opener), 'p') or nil
end

-- The parent carries the child no more.
function family.leave(context, parent)
    local children = call('HGET', contextRow.key(parent), 'ch')
    local left = {}
    for _, child in ipairs(children and unpack(children) or {}) do
        if child ~= context then
            left[#left + 1] = child
        end
    end
    if #left > 0 then
        call('HSET', contextRow.key(parent), 'ch', pack(left))
    elseif children then
        call('HDEL', contextRow.key(parent), 'ch')
    end
end

-- With `closable` the holder itself let go: what is ours is to be closed, and is told there.
function family.part(context, children, closable)
    call('HDEL', contextRow.key(context), 'ch')
    for _, child in ipairs(unpack(children)) do
        call('HDEL', contextRow.key(child), 'p')
        emit({ 8, child, '' })
        settling.start(child)
        if closable and call('HGET', contextRow.key(child), 'o') == '1' then
            closable[#closable + 1] = child
            holds.keepClosing(child)
        end
    end
end
