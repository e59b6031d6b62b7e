-- SPDX-License-Identifier: Apache-2.0
-- What the partition has to do by itself and when: at most one entry for a kind and a name. Executed by sweep.

-- Kinds; the first two are of clients, the others of contexts.
deadlines.graceEnd, deadlines.clientRemoval, deadlines.holdEnd = '0', '1', '2'
deadlines.settlingEnd, deadlines.longestHold, deadlines.requesterGone = '3', '4', '5'

function deadlines.set(kind, name, at)
    call('ZADD', P .. 'due', at, kind .. name)
end

function deadlines.clear(kind, name)
    call('ZREM', P .. 'due', kind .. name)
end

-- The earliest whose time has come: its kind and name, or nil.
function deadlines.due()
    local first = call('ZRANGEBYSCORE', P .. 'due', '-inf', now, 'LIMIT', 0, 1)[1]
    if first then
        return sub(first, 1, 1), sub(first, 2)
    end
end
