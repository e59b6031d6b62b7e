-- SPDX-License-Identifier: Apache-2.0
-- The time that everything here counts from, in microseconds. A file of its own, so that a test can give another.

local function clock()
    local time = call('TIME')
    return time[1] * 1000000 + time[2]
end
