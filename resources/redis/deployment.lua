-- SPDX-License-Identifier: Apache-2.0
-- The record that all nodes of a deployment agree on: settings by name, under a key of its own.

-- Enters what is not there yet: name, value, …; answers what then stands. A record of another schema is left as it is.
function deployment.agree(keys, args)
    reachRedis()
    local schema = call('HGET', keys[1], 'schema')
    for i = 1, #args, 2 do
        if schema and args[i] == 'schema' and args[i + 1] ~= schema then
            return ok(call('HGETALL', keys[1]))
        end
    end
    for i = 1, #args, 2 do
        call('HSETNX', keys[1], args[i], args[i + 1])
    end
    return ok(call('HGETALL', keys[1]))
end

-- Changes settings that are there, once for all nodes: name, value, …
function deployment.change(keys, args)
    reachRedis()
    for i = 1, #args, 2 do
        if call('HEXISTS', keys[1], args[i]) == 0 then
            return fail('not_found', 'setting', args[i])
        end
    end
    for i = 1, #args, 2 do
        call('HSET', keys[1], args[i], args[i + 1])
    end
    return ok(call('HGETALL', keys[1]))
end
