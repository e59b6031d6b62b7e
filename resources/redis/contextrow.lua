-- SPDX-License-Identifier: Apache-2.0
-- What Redis keeps of a context. Its hot field: the health in one digit; '1' if there may be anything that binds it: a tie or
-- a longest hold of the lease, hw, hr, hu its hold, z settling's deadline and zc its commands, p parent, ch children, u
-- unresolved commands, else '0'; then its lease, or how its latest one ended, nothing before the first. A lease: when it was
-- renewed and how often, in fixed width, its handle, when it was acquired, in eight bytes, and what its node packed: task,
-- request, node, longest hold, tied to, grace of the tie. An ended one: the cause in one byte, and 'q' as long as `renewed`
-- names the context. A handle: the fence in eight bytes, then the request's name.
-- The rest is the context's row: beside what may bind it w window, o ours, r reported, s first seen.

local leaseHead = '>I8I4'
local leaseAt, handleAt, requestAt = 3, 15, 23 -- in the hot field's value
local neverRenewed = '\0\0\0\0'
local mayBeBound = 49 -- '1'

-- Of its row.
function contextRow.key(context)
    return P .. 'c' .. context
end

-- Of one whose parts are known by themselves.
function contextRow.handle(context, request, fence)
    return packBytes('>I8', fence) .. names.requestOf(context, request)
end

-- Whether the hot field's value has a lease.
function contextRow.isHeld(value)
    return value and #value > 4
end

local isHeld = contextRow.isHeld

-- Whether `renewed` names the context, because it has a lease or had one lately.
function contextRow.isListed(value)
    return #value > 3
end

-- `renewed` names it no more.
function contextRow.unlist(context, value)
    hot.write(context, sub(value, 1, leaseAt))
end

function contextRow.isBound(value)
    return byte(value, 2) == mayBeBound
end

function contextRow.health(value)
    return byte(value, 1) - 48
end

-- One that arrives.
function contextRow.add(context, health)
    hot.write(context, health .. '0')
end

function contextRow.setHealth(context, health)
    hot.write(context, health .. sub(hot.read(context), 2))
end

-- From now on something may bind the context.
function contextRow.bind(context)
    local value = hot.read(context)
    if not contextRow.isBound(value) then
        hot.write(context, sub(value, 1, 1) .. '1' .. sub(value, leaseAt))
    end
end

-- The name of the lease's request, and where what follows it begins.
function contextRow.requestOf(value)
    local second = requestAt + 1 + byte(value, requestAt)
    local behind = second + 1 + byte(value, second)
    return sub(value, requestAt, behind - 1), behind
end

-- The lease in a hot field's value, its fence as text; nil if there is none.
function contextRow.readLease(value)
    if not isHeld(value) then
        return nil
    end
    local _, at = contextRow.requestOf(value)
    local task, _, _, longestHold, tiedTo, tieGrace = unpackTable(unpack(sub(value, at + 8)))
    return { fence = text(unpackBytes('>I8', value, handleAt)), acquired = unpackBytes('>I8', value, at), task = task,
        longestHold = longestHold, tiedTo = tiedTo, tieGrace = tieGrace }
end

-- The context's lease, or nil.
function contextRow.lease(context)
    return contextRow.readLease(hot.read(context))
end

-- How the latest lease ended, by the hot field's value; nil while there is one, and before there was any.
function contextRow.lastEnd(value)
    return value and not isHeld(value) and byte(value, leaseAt) or nil
end

-- Whether the value has the lease that the handle names.
function contextRow.isOf(value, handle)
    return isHeld(value) and sub(value, handleAt, handleAt - 1 + #handle) == handle
end

-- When the value's lease was renewed last.
function contextRow.renewedAt(value)
    return (unpackBytes('>I8', value, leaseAt))
end

-- What most steps change is packed here as msgpack would. A text bears its length in one or two bytes.
local textHeads = {} -- by length

local function textHead(length)
    local head = textHeads[length]
    if not head then
        head = length < 256 and char(217, length) or packBytes('>BI2', 218, length)
        textHeads[length] = head
    end
    return head
end

local number = '\207' -- of eight bytes

local function emitStarted(context, fence, acquired, renewed, renewals, details)
    emitPacked('\151\1' .. textHead(#context) .. context .. number .. fence .. number .. acquired .. number .. renewed
        .. '\206' .. renewals .. details)
end

-- Tells the lease in a hot field's value, if there is one.
function contextRow.tell(context, value)
    if isHeld(value) then
        local _, at = contextRow.requestOf(value)
        emitStarted(context, sub(value, handleAt, handleAt + 7), sub(value, at, at + 7), sub(value, leaseAt, leaseAt + 7),
            sub(value, leaseAt + 8, handleAt - 1), sub(value, at + 8))
    end
end

-- Starts a lease, and tells it. `details` as its node packed them.
function contextRow.start(context, value, bound, fence, userRequest, details)
    local at = packedNow()
    hot.write(context, sub(value, 1, 1) .. (bound and '1' or '0') .. at .. neverRenewed .. fence .. userRequest .. at
        .. details)
    emitStarted(context, fence, at, at, neverRenewed, details)
end

-- Renews the value's lease, and tells it.
function contextRow.renew(context, value)
    local _, renewals = unpackBytes(leaseHead, value, leaseAt)
    hot.write(context, sub(value, 1, 2) .. packBytes(leaseHead, now, renewals + 1) .. sub(value, handleAt))
    emitPacked('\148\2' .. textHead(#context) .. context .. number .. sub(value, handleAt, handleAt + 7) .. number
        .. packedNow())
end

-- Ends the value's lease, and tells it; the fence. `unlisted`: `renewed` is to name it no more.
function contextRow.finish(context, value, cause, unlisted)
    local fence, ended = sub(value, handleAt, handleAt + 7), char(cause)
    hot.write(context, sub(value, 1, 2) .. ended .. (unlisted and '' or 'q'))
    emitPacked('\148\3' .. textHead(#context) .. context .. number .. fence .. ended)
    return fence
end

-- Removes contexts that nothing binds, and tells it.
function contextRow.remove(contexts)
    local keys = {}
    for i, context in ipairs(contexts) do
        keys[i] = contextRow.key(context)
        hot.remove(context)
        emitPacked('\146\5' .. textHead(#context) .. context)
    end
    callOn('DEL', keys)
end
