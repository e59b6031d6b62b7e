-- SPDX-License-Identifier: Apache-2.0
-- Contexts, clients or waiters of which one step ends so many at most; one that leaves more answers so, and is asked again.
-- A file of its own, so that a test can give another.

local slice = 50
