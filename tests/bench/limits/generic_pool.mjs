// SPDX-License-Identifier: Apache-2.0
// The in-process pool that a Node.js user would pick: npm's generic-pool, under the load of pool_cycle: with that share
// leased a random lease is given back and another acquired. It knows no renewal and chooses by nothing.
// usage: node generic_pool.mjs CONTEXTS SECONDS OCCUPANCY     NM: the folder that holds node_modules
import { createRequire } from 'module';
const { createPool } = createRequire(process.env.NM + '/')('generic-pool');
const [contexts, seconds, occupancy] = process.argv.slice(2).map(Number);

let made = 0;
const pool = createPool({ create: async () => ({ id: made++ }), destroy: async () => {} }, { min: contexts, max: contexts });
await pool.ready();

const held = [];
while (held.length < contexts * occupancy)
    held.push(await pool.acquire());
async function cycle() {
    const at = Math.floor(Math.random() * held.length);
    await pool.release(held[at]);
    held[at] = await pool.acquire();
}
for (let i = 0; i < contexts; ++i)
    await cycle(); // compiled and caches as in steady state

let cycles = 0;
const before = process.cpuUsage(), end = performance.now() + seconds * 1000;
for (; cycles & 63 || performance.now() < end; ++cycles)
    await cycle();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ns_cpu: (user + system) * 1000 / cycles }));
process.exit(0);
