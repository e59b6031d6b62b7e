-- SPDX-License-Identifier: Apache-2.0
-- One step on one partition: what it may read of the partition itself, the changes that it makes, and how they are
-- published. Each function of this library runs as one step, and Redis runs one at a time.

local P -- prefix of the partition's keys
local now -- registry time of this step: TIME + offset, never going back
local partition -- the partition's own row
local changes -- of this step, in order
local kept -- whether the partition's row changed
local policies -- of the deployment

-- The partition's row: one packed array, in this order.
local partitionFields = { 'rev', 'last', 'at', 'offset', 'fence', 'generation', 'place', 'soft', 'waiters', 'drains',
    'remembered' }

local function packPartition(row)
    local values = {}
    for i = 1, #partitionFields do
        values[i] = row[partitionFields[i]]
    end
    return pack(values)
end

-- The row that this Redis last wrote, and what it says: the next step of the same partition need not unpack it.
local writtenRow, writtenPartition

-- Numbers become text here and nowhere else: Lua's own tostring keeps 14 digits.
local function text(number)
    return string.format('%.0f', number)
end

local policyText, policyCache
local function readPolicies(packed)
    if packed ~= policyText then
        local p = unpack(packed)
        policyCache = {
            connectionLease = p[1], contextRetention = p[2], disconnect = p[3], grace = p[4],
            requestMemory = p[5], requestMemoryEntries = p[6], waiterLimit = p[7], contextsPerClient = p[8],
            evidenceRetention = p[9], evidenceEntries = p[10], provisionTimeout = p[11], commandDeadline = p[12],
            provisionOwner = p[13],
        }
        policyText = packed
    end
    return policyCache
end

-- False if the partition was never opened, or its store lost its memory.
local function begin(keys, args)
    reachRedis()
    P = sub(keys[1], 1, -5)
    local packed = call('HGET', keys[1], 'row')
    if not packed then
        return false
    end
    if packed == writtenRow then
        partition = writtenPartition
    else
        partition = {}
        for i, value in ipairs(unpack(packed)) do
            partition[partitionFields[i]] = value
        end
    end
    writtenRow = nil -- until this step is through: one that breaks off leaves nothing behind
    changes, kept = {}, false
    policies = readPolicies(args[1])
    now = clock() + partition.offset
    if now < partition.at then -- the clock was set back: time goes on from where it was
        partition.offset = partition.offset + partition.at - now
        now, kept = partition.at, true
    end
    return true
end

local function emit(change)
    changes[#changes + 1] = change
end

-- Sets a number of the partition's row.
local function keep(field, value)
    partition[field] = value
    kept = true
end

local function writePartition()
    local packed = packPartition(partition)
    call('HSET', P .. 'meta', 'row', packed)
    writtenRow, writtenPartition = packed, partition
end

-- The stream's entries bear the time and the revision as their id, and name the one before: a follower notices when a
-- failover lost some. It is cut now and then.
local function commit(reply)
    if #changes > 0 then
        local from, to = partition.rev, partition.rev + 1
        local id = string.format('%.0f-%.0f', now, to)
        local delta = pack({ partition.last, id, from, to, now, changes })
        if to % 64 == 0 then
            call('XADD', P .. 'stream', 'MAXLEN', '~', 20000, id, 'd', delta)
        else
            call('XADD', P .. 'stream', id, 'd', delta)
        end
        partition.rev, partition.last, partition.at = to, id, now
        writePartition()
        call('SPUBLISH', P .. 'stream', id)
        reply[2] = delta
    elseif kept then
        writePartition()
    end
    return reply
end

local function ok(...)
    return { 0, '', ... }
end

local function fail(code, ...)
    return { 1, '', code, ... }
end

local function bool(value)
    return value and 1 or 0
end

-- Makes a function of the library out of a body that answers ok(…) or fail(…).
local function defineWith(name, flags, finish, body)
    redis.register_function({
        function_name = 'cheetah1_' .. name,
        flags = flags,
        callback = function(keys, args)
            if not begin(keys, args) then
                return fail('unavailable', 'reason', 'store_empty')
            end
            return finish(body(select(2, unpackTable(args))))
        end,
    })
end

local function define(name, body)
    defineWith(name, {}, commit, body)
end

-- A step that ends or frees something works on a full store too.
local function defineFreeing(name, body)
    defineWith(name, { 'allow-oom' }, commit, body)
end

local function defineRead(name, body)
    defineWith(name, { 'no-writes' }, function(reply) return reply end, body)
end
