// SPDX-License-Identifier: Apache-2.0
// The lease cycle on BullMQ: take a job, extend its lock, complete it and put it back; each step as its documentation tells.
// usage: node bullmq.mjs CONCURRENCY CONTEXTS SECONDS SOCKET; NM names the folder that holds node_modules.
// Prints one JSON line: cycles a second, microseconds of this process's CPU time a cycle.
import { createRequire } from 'module';

const require = createRequire(`${process.env.NM ?? process.cwd()}/`);
const { Queue, Worker } = require('bullmq');
const [concurrency, contexts, seconds] = process.argv.slice(2, 5).map(Number);
const connection = { path: process.argv[5], maxRetriesPerRequest: null };

const queue = new Queue('contexts', { connection, defaultJobOptions: { removeOnComplete: true } });
await queue.waitUntilReady();
for (let first = 0; first < contexts; first += 500)
    await queue.addBulk(Array.from({ length: Math.min(500, contexts - first) }, (_, i) => ({
        name: 'context', data: { context: `ctx-${first + i}`, lang: 'de', tier: 1 },
    })));
const worker = new Worker('contexts', null, { connection, lockDuration: 300_000, autorun: false });
await worker.waitUntilReady();

const end = performance.now() + seconds * 1000;
let cycles = 0;
async function requester(number) {
    const token = `token-${number}`;
    while (performance.now() < end) {
        const job = await worker.getNextJob(token, { block: false });
        if (!job) {
            await new Promise((resolve) => setImmediate(resolve));
            continue;
        }
        await job.extendLock(token, 300_000);
        await Promise.all([job.moveToCompleted('done', token, false), queue.add('context', job.data)]);
        ++cycles;
    }
}
const started = performance.now();
const before = process.cpuUsage();
await Promise.all(Array.from({ length: concurrency }, (_, number) => requester(number)));
const spent = process.cpuUsage(before);
const took = (performance.now() - started) / 1000;
console.log(JSON.stringify({ rate: Math.round(cycles / took), cpu_us: (spent.user + spent.system) / cycles }));
setTimeout(() => process.exit(0), 200);
await worker.close();
await queue.close();
