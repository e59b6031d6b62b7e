// SPDX-License-Identifier: Apache-2.0
// The in-process pool that a Node.js user would pick: npm's generic-pool, acquire and release alone (it knows no renewal).
// usage: node generic_pool.mjs CONCURRENT CONTEXTS SECONDS     NM: the folder that holds node_modules
import { createRequire } from 'module';
const { createPool } = createRequire(process.env.NM + '/')('generic-pool');
const [concurrent, contexts, seconds] = process.argv.slice(2).map(Number);

let made = 0, cycles = 0;
const pool = createPool({ create: async () => ({ id: made++ }), destroy: async () => {} }, { min: contexts, max: contexts });
await pool.ready();

const before = process.cpuUsage(), end = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: concurrent }, async () => {
    for (let i = 1; i & 63 || performance.now() < end; ++i, ++cycles)
        await pool.release(await pool.acquire());
}));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ns_cpu: (user + system) * 1000 / cycles }));
process.exit(0);
