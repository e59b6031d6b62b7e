-- SPDX-License-Identifier: Apache-2.0
-- One step on one partition: what it may read of the partition itself, the changes that it makes, and how they are
-- published. Redis runs one function at a time: each is one step, or a bundle of them.

local P -- prefix of the partition's keys
local here -- what this Redis knows of the partition
local now -- registry time of this step: TIME + offset, never going back
local nowBytes -- the same in eight bytes, once it is asked for
local storeTime -- without the offset
local partition -- the partition's own row
local changes, changeCount = {}, 0 -- of this call, in order, each packed; the table stays for the next
local kept -- whether what changes rarely in the partition's row did
local policies -- of the deployment

local noFence = '\0\0\0\0\0\0\0\0'

-- Numbers become text here and nowhere else: Lua's own tostring keeps 14 digits.
local function text(number)
    return format('%d', number)
end

local mostValues = 1000 -- that Lua's stack takes well; even, for pairs
local keptEntries = 200 -- of a table that stays for the next call

-- A command on the key with the first `count` of the values, so many at a time; the last answer.
local function callWith(command, key, values, count)
    if count > 0 and count <= mostValues then
        return call(command, key, unpackTable(values, 1, count))
    end
    local answer
    for first = 1, count, mostValues do
        answer = call(command, key, unpackTable(values, first, min(first + mostValues - 1, count)))
    end
    return answer
end

-- A command on all these keys.
local function callOn(command, keys)
    for first = 1, #keys, mostValues do
        call(command, unpackTable(keys, first, min(first + mostValues - 1, #keys)))
    end
end

-- By the key that a step names: the prefix and keys that most steps need, the partition's row as it was last written with
-- what it says, unless a step that changed it broke off, and who follows it, as far as this Redis saw. Other parts keep
-- in mind here what they would else look up each time.
local places = {}
local followedFor = 3000000 -- after a follower asked, which each does every second (RedisFollower::Options::pollEvery)

local function placeOf(meta, isNew)
    local known = places[meta]
    if not known or isNew then
        local prefix = sub(meta, 1, -5)
        known = { prefix = prefix, meta = meta, stream = prefix .. 'stream', forget = prefix .. 'forget',
            sharedUntil = clock() + followedFor }
        places[meta] = known
    end
    return known
end

-- A follower asks how the partition stands. Others follow too, if it was not the last that asked.
local function followedBy(follower)
    if here.follower ~= follower then
        here.follower, here.sharedUntil = follower, clock() + followedFor
    end
end

-- The partition's row: the stream's last id, the last fence in eight bytes, and packed what changes less often, in this
-- order. It is one text, so that a step which finds it as this Redis last wrote it need not read it again.
local rarely = { 'offset', 'generation', 'place', 'soft', 'waiters', 'drains' }

local function packRarely(row)
    local values = {}
    for i = 1, #rarely do
        values[i] = row[rarely[i]]
    end
    return pack(values)
end

local function readPartition(packed)
    local last, at, rev, rest = match(packed, '^((%d+)-(%d+)) ()')
    local fence = sub(packed, rest, rest + 7)
    local row = { last = last, at = tonumber(at), rev = tonumber(rev), fence = fence, highest = unpackBytes('>I8', fence),
        rest = sub(packed, rest + 8) }
    for i, value in ipairs(unpack(row.rest)) do
        row[rarely[i]] = value
    end
    return row
end

local function packPartition(row)
    return row.last .. ' ' .. row.fence .. row.rest
end

-- Of the stream's newest entry; empty before the first.
local function lastId(row)
    return row.rev > 0 and row.last or ''
end

-- Of a store that begins anew.
local function firstPartition(at)
    local row = { last = text(at) .. '-0', at = at, rev = 0, fence = noFence, highest = 0 }
    for i = 1, #rarely do
        row[rarely[i]] = 0
    end
    row.rest = packRarely(row)
    return row
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

-- Sets a number of those that change rarely.
local function keep(field, value)
    partition[field] = value
    kept = true
    here.row = nil
end

-- In eight bytes. None is given twice, whatever a failover lost.
local function nextFence()
    local fence = max(partition.highest + 1, now)
    partition.highest, partition.fence = fence, packBytes('>I8', fence)
    here.row = nil
    return partition.fence
end

-- Begins a call that wants its hot fields already. False if the partition was never opened, or its store lost its memory.
local function begin(keys, args)
    here = placeOf(keys[1])
    P = here.prefix
    local packed = hot.begin()
    if not packed then
        return false
    end
    partition = here.row == packed and here.says or readPartition(packed)
    if changeCount > keptEntries then
        changes = {}
    end
    changeCount, kept, nowBytes = 0, false, nil
    requests.begin()
    policies = readPolicies(args[1])
    storeTime = clock()
    now = storeTime + partition.offset
    if now < partition.at then -- the clock was set back: time goes on from where it was
        keep('offset', partition.offset + partition.at - now)
        now = partition.at
    end
    return true
end

-- The time of this step in eight bytes.
local function packedNow()
    nowBytes = nowBytes or packBytes('>I8', now)
    return nowBytes
end

-- A change that is packed already, where many are made: to write its bytes costs less than a table.
local function emitPacked(change)
    changeCount = changeCount + 1
    changes[changeCount] = change
end

local function emit(change)
    emitPacked(pack(change))
end

-- All of them, packed.
local function packedChanges()
    if changeCount == 1 then
        return '\145' .. changes[1]
    end
    return packBytes('>BI4', 221, changeCount) .. concat(changes, '', 1, changeCount)
end

-- The stream's entries bear the time and the revision as their id. A delta names the id of the one before (none is the
-- first's) and its own, so that a follower notices when a failover lost some. The stream is cut now and then, to so many
-- entries as hold about 20,000 changes if they are like the latest. Whoever follows alone is told by the answer.
local function publish()
    here.row = nil
    local revision = partition.rev + 1
    local id = format('%d-%d', now, revision)
    local delta = lastId(partition) .. ' ' .. id .. ' ' .. packedChanges()
    here.told = (here.told or 0) + changeCount
    if revision % 64 == 0 then
        local entries = floor(64 * 20000 / here.told)
        call('XADD', here.stream, 'MAXLEN', '~', min(max(entries, 1000), 20000), id, 'd', delta)
        here.told = 0
    else
        call('XADD', here.stream, id, 'd', delta)
    end
    if storeTime < here.sharedUntil then
        call('SPUBLISH', here.stream, id)
    end
    partition.rev, partition.last, partition.at = revision, id, now
    return delta
end

-- Publishes what changed, and writes the partition's row and what the steps left to the end; the delta, or an empty text.
local function finish()
    local delta = changeCount > 0 and publish()
    if kept then
        partition.rest = packRarely(partition)
    end
    local packed = (kept or delta) and packPartition(partition)
    hot.finish(packed)
    if packed then
        here.row, here.says = packed, partition
    end
    requests.remember()
    if here.added then
        evidence.count()
    end
    return delta or ''
end

-- What a step answers that has no more to say than what it changed.
local nothing = { 0, '' }

-- What the step answers: { 0, delta, value, … } or { 1, delta, code, … }, or the delta alone where it says it all.
local function commit(reply)
    local delta = finish()
    if delta == '' or reply == nothing then
        return delta ~= '' and delta or reply
    end
    reply[2] = delta
    return reply
end

local function ok(first, ...)
    return first == nil and nothing or { 0, '', first, ... }
end

local function fail(code, ...)
    return { 1, '', code, ... }
end

local function bool(value)
    return value and 1 or 0
end

-- Whether Redis comes to a step longer after it was asked than it ever takes: it stood still, or its clock jumped, and
-- renewals wait behind that step, which the node asked for by what it knew before.
local longestWait = 2000000
local function comesLate(asked)
    return now - tonumber(asked) > longestWait
end

local function late()
    return fail('unavailable', 'reason', 'late')
end

local function storeEmpty()
    return fail('unavailable', 'reason', 'store_empty')
end

-- Makes a function of the library out of a body that answers ok(…) or fail(…). `wants` says which hot fields a step will
-- ask for, by the call's arguments and where the step's own begin.
local function defineWith(name, flags, last, body, wants)
    redis.register_function({
        function_name = library .. name,
        flags = flags,
        callback = function(keys, args)
            reachRedis()
            hot.reset()
            if wants then
                wants(args, 2)
            end
            if not begin(keys, args) then
                return storeEmpty()
            end
            return last(body(unpackTable(args, 2)))
        end,
    })
end

local bodies, wanting = {}, {} -- of steps that a bundle may have, by name

local function define(name, body, wants)
    bodies[name], wanting[name] = body, wants
    defineWith(name, {}, commit, body, wants)
end

-- A step that ends or frees something works on a full store too.
local function defineFreeing(name, body, wants)
    bodies[name], wanting[name] = body, wants
    defineWith(name, { 'allow-oom' }, commit, body, wants)
end

local function defineRead(name, body)
    defineWith(name, { 'no-writes' }, function(reply) return reply end, body)
end

-- The reply of a step that broke off.
local function broken(problem)
    return type(problem) == 'table' and problem or { err = 'ERR ' .. tostring(problem) }
end

-- What a step of a bundle begins with, its name and how many arguments it has, by the text that says both.
local heads = {}

local function headOf(said)
    local head = heads[said]
    if not head then
        local name, count = match(said, '^(%S+) (%d+)$')
        head = { body = bodies[name], wants = wanting[name], count = tonumber(count) }
        heads[said] = head
    end
    return head
end

-- Of the bundle's steps: the head, where in the call's arguments their own begin, and how many hot fields those before want.
-- The tables stay for the next.
local stepHeads, stepStarts, wantedBefore = {}, {}, {}

-- How many steps there are.
local function readSteps(args)
    hot.reset()
    local at, step, wanted, count = 2, 0, 0, #args
    while at <= count do
        local head = headOf(args[at])
        step, at = step + 1, at + 1
        stepHeads[step], stepStarts[step], wantedBefore[step] = head, at, wanted
        if head.wants then
            wanted = head.wants(args, at)
        end
        at = at + head.count
    end
    return step
end

local answers, answerCount = {}, 0 -- of a bundle; the table stays for the next
local stepsBegun, changesBefore = 0, 0

local function answer(value)
    answerCount = answerCount + 1
    answers[answerCount] = value
end

-- Takes the steps that are left.
local function takeSteps(args, count)
    while stepsBegun < count do
        local step = stepsBegun + 1
        stepsBegun, changesBefore = step, changeCount
        hot.passOver(wantedBefore[step])
        local head, at = stepHeads[step], stepStarts[step]
        local reply = head.body(unpackTable(args, at, at + head.count - 1))
        if reply == nothing then
            answer(changeCount - changesBefore)
        else
            reply[2] = changeCount - changesBefore
            answer(reply)
        end
    end
end

-- Takes steps that were asked at one time, in their order: of each its name and how many arguments it has, in one text, then
-- these. They share what each call costs, the partition's row and one delta, which is answered first; then of each step how
-- many of the changes are its own, which says it all, or its reply with that number in the delta's place. One that breaks
-- off does so alone: an error, and the number.
local function bundle(keys, args)
    reachRedis()
    local count = readSteps(args)
    if not begin(keys, args) then
        return storeEmpty()
    end
    answerCount, stepsBegun = 1, 0
    repeat
        local whole, problem = pcall(takeSteps, args, count)
        if not whole then
            answer(broken(problem))
            answer(changeCount - changesBefore)
        end
    until whole
    answers[1] = finish()
    answers[answerCount + 1] = nil
    return answers
end
