-- SPDX-License-Identifier: Apache-2.0
-- The steps that a node calls. Arguments come as text, after the deployment's policies.

-- The hot fields that a step will ask for, by its arguments.

local function wantsContext(args, at)
    return hot.want(args[at])
end

local function wantsCandidate(args, at)
    local context = args[at]
    if context == '' then
        return hot.want(nil)
    end
    return hot.want(args[at + 1], context, hot.clientField(names.clientOf(context)))
end

local function wantsBoth(args, at)
    local context, next = args[at], args[at + 2]
    if next == '' then
        return hot.want(context)
    end
    return hot.want(args[at + 3], next, hot.clientField(names.clientOf(next)), context)
end

local function wantsLeased(args, at)
    local context, leased = args[at + 3], args[at + 4]
    if context == leased or leased == '' then
        return hot.want(context)
    end
    return hot.want(leased, context)
end

define('assign', leases.assign, wantsCandidate)
define('release_and_assign', leases.releaseAndAssign, wantsBoth)
defineFreeing('renew', leases.renew, wantsContext) -- or a full store would have sweeps end what is in use
defineFreeing('release', leases.release, wantsContext)
defineRead('resolve', leases.resolve)
defineFreeing('cancel', leases.cancel)
defineFreeing('force_release', leases.forceRelease)
defineFreeing('expire', timeouts.expire, wantsContext)
defineFreeing('expire_all', timeouts.expireAll)
defineFreeing('end_client', function(client, limit)
    local ended, more = leases.endClient(client, leases.cause.disconnected, tonumber(limit))
    return ok(ended, bool(more))
end)
define('enqueue', function(user, request, requester, node, deadline, blob)
    if requests.isBarred(names.request(user, request))
        or (requester ~= '' and call('ZSCORE', P .. 'gone', requester)) then
        return fail('cancelled', 'request', request)
    end
    return waiters.enqueue(user, request, requester, node, tonumber(deadline), blob)
end)
defineFreeing('dequeue', function(user, place)
    waiters.remove(place, user)
    return ok()
end)
defineFreeing('requester_closed', leases.requesterClosed)
defineFreeing('settle', settling.settle)
define('drain', drains.start)
defineFreeing('undrain', function(target)
    drains.undo(target)
    return ok()
end)

define('hello', connections.hello)
defineFreeing('closed', connections.closed)
defineFreeing('disconnect', connections.disconnect)
defineFreeing('heartbeat', connections.heartbeat)
define('register_node', connections.registerNode)
defineFreeing('unregister_node', connections.unregisterNode)
defineFreeing('sweep', connections.sweep)

define('report', reports.report)
define('unchanged', reports.unchanged)
define('reserve', reports.reserve)
defineFreeing('answer_reservation', reports.answerReservation)

define('admit', evidence.admit, wantsLeased)
define('begin_send', evidence.beginSend)
defineFreeing('acknowledge', evidence.acknowledge)
defineFreeing('end_command', evidence.finish)
defineRead('get_command', evidence.get)
defineRead('by_task', evidence.byTask)
defineRead('overdue', evidence.overdue)
defineRead('recent', evidence.recent)
defineFreeing('counts', evidence.counts) -- a full store is told by them

define('put_payload', payloads.put)
defineRead('get_payload', payloads.get)
defineFreeing('remove_payload', payloads.remove)

defineRead('snapshot', snapshot)

redis.register_function(library .. 'bundle', bundle) -- a full store refuses it untouched

redis.register_function(library .. 'agree', deployment.agree)
redis.register_function(library .. 'change', deployment.change)

-- Whether a step that adds something would be taken: it does nothing, and a full or reading Redis refuses it.
redis.register_function(library .. 'probe', function()
    reachRedis()
    return ok()
end)

-- Opens the partition for a follower: a store without it begins anew under the incarnation given. Who finds another than it
-- knew must load everything again.
redis.register_function({
    function_name = library .. 'open',
    flags = { 'allow-oom' }, -- followers ask it all the while, also of a full store
    callback = function(keys, args)
        reachRedis()
        local isNew = call('HSETNX', keys[1], 'incarnation', args[2]) == 1
        here = placeOf(keys[1], isNew)
        P = here.prefix
        followedBy(args[3])
        if isNew then
            call('HSET', keys[1], 'row', packPartition(firstPartition(clock())))
        end
        local row = readPartition(call('HGET', keys[1], 'row'))
        return ok(call('HGET', keys[1], 'incarnation'), row.rev, lastId(row), row.at, requests.dropped())
    end,
})
