-- SPDX-License-Identifier: Apache-2.0
-- What is too large to travel with a command's record, each under its user's name; `pdue` has when each is forgotten,
-- `psize` how large it is.

local function forget(name)
    local bytes = call('HGET', P .. 'psize', name)
    if not bytes then
        return
    end
    call('DEL', P .. 'p' .. name)
    call('HDEL', P .. 'psize', name)
    call('ZREM', P .. 'pdue', name)
    call('HINCRBY', P .. 'meta', 'payloadBytes', -tonumber(bytes))
end

local function forgetPast()
    for _, name in ipairs(call('ZRANGEBYSCORE', P .. 'pdue', '-inf', '(' .. text(now), 'LIMIT', 0, 16)) do
        forget(name)
    end
end

local function held()
    return tonumber(call('HGET', P .. 'meta', 'payloadBytes') or 0)
end

function payloads.put(user, payload, bytes, totalBytes, retention)
    forgetPast()
    if held() + #bytes > tonumber(totalBytes) then
        return fail('limit_exceeded', 'what', 'payload bytes', 'limit', totalBytes)
    end
    local name = names.request(user, payload)
    call('SET', P .. 'p' .. name, bytes)
    call('HSET', P .. 'psize', name, #bytes)
    call('ZADD', P .. 'pdue', now + tonumber(retention), name)
    call('HINCRBY', P .. 'meta', 'payloadBytes', #bytes)
    return ok(held())
end

function payloads.get(user, payload)
    local name = names.request(user, payload)
    local due = call('ZSCORE', P .. 'pdue', name)
    local bytes = due and tonumber(due) >= now and call('GET', P .. 'p' .. name)
    return bytes and ok(bytes) or fail('payload_unknown')
end

function payloads.remove(user, payload)
    forget(names.request(user, payload))
    return ok(held())
end
