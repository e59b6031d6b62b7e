# SPDX-License-Identifier: Apache-2.0
"""What one process does by itself: start, reports, the pool in memory, the edge, the console."""
import os
import subprocess
import tempfile
import time

from parts.support import HERE, LIMITS, PROGRAMS, free_port, measured, node, running

SIZES = (1_000, 10_000, 100_000)
STRATEGIES = ("round-robin", "least-busy")
OPEN, ACTIVE, FRAME_BYTES = 10_000, 16, 200
OUTSTANDING = 1  # frames of a connection: more would let the slower server read several at once, and look cheaper


def pool(table, seconds, peers):
    cycle = PROGRAMS / "bench_pool_cycle"
    for size in SIZES:
        limit = measured(LIMITS / "pool_limit", "index", size, seconds)["ns_cpu"]
        ours = {strategy: measured(cycle, size, seconds, 0.5, strategy)["ns_cpu"] for strategy in STRATEGIES}
        for strategy in STRATEGIES:
            table.add(f"lease cycle, {size:,} contexts, {strategy} / pool_limit index", "x", ("<=", 30), ours[strategy] / limit)
        if size != 10_000:
            continue
        for strategy in STRATEGIES:
            full = measured(cycle, size, seconds, 0.95, strategy)["ns_cpu"]
            table.add(f"lease cycle, {size:,} contexts, {strategy}, 95 % leased / 50 %", "x", ("<=", 1.2), full / ours[strategy])
        if environment := peers.environment("generic-pool"):
            theirs = measured("node", HERE / "limits/generic_pool.mjs", size, seconds, 0.5, env=environment)["ns_cpu"]
            for strategy in STRATEGIES:
                table.add(f"npm generic-pool / lease cycle, {size:,} contexts, {strategy}", "x", (">=", 4), theirs / ours[strategy])
    sweeps = [measured(cycle, "sweep", size, seconds)["ns_sweep"] for size in SIZES[1:]]
    table.add("sweep that ends 100 leases, of 100,000 / of 10,000 (a scan: 10)", "x", ("<=", 3), sweeps[1] / sweeps[0])


def frame_cost(server, port, seconds):
    return measured(LIMITS / "ws_load", port, OPEN, ACTIVE, FRAME_BYTES, OUTSTANDING, seconds, "text", server.pid)


def edge(table, seconds):
    port = free_port()
    with running(LIMITS / "ws_raw", port) as server:
        time.sleep(0.2)
        raw = frame_cost(server, port, seconds)
    with running(PROGRAMS / "bench_edge_echo", 0, stdout=subprocess.PIPE) as server:
        edge = frame_cost(server, server.stdout.readline().strip().rsplit(":", 1)[-1], seconds)
    table.add(f"{FRAME_BYTES}-byte frame, {OPEN:,} open, {ACTIVE} active / ws_raw", "x", ("<=", 2.5),
              edge["srv_cpu_us_per_msg"] / raw["srv_cpu_us_per_msg"])
    table.add("idle accepted socket", "kB", ("<=", 24), edge["kb_per_conn"])


def report(table, seconds):
    report = measured(PROGRAMS / "bench_report_delta", seconds)
    table.add("report of 500 tabs, one changed, to delta / stock Qt", "x", ("<=", 0.25), report["ns_cpu"] / report["stock_ns_cpu"])


def console(table, seconds):
    """A second is too short for what happens once a second, so these take longer."""
    rows, rate, seconds = 100_000, 10_000, max(5, 4 * seconds)
    limit = measured(LIMITS / "gui_bench", "table", rows, rate, "visible", seconds,
                     env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})["cpu_pct"]
    ours = measured(PROGRAMS / "bench_console_frames", rows, rate, seconds)
    what = f"console table, {rows:,} contexts, {rate:,} changes/s"
    table.add(f"{what}, frame without painting p99", "ms", ("<=", 8), ours["work_p99_ms"])
    table.add(f"{what}, frame with painting p99", "ms", ("<=", 16), ours["frame_p99_ms"])
    table.add(f"{what}, CPU / gui_bench visible", "x", ("<=", 2), ours["cpu_pct"] / limit)
    table.add(f"{what}, snapshot to first paint", "ms", ("<=", 2_000), ours["first_paint_ms"])


def start(table):
    with tempfile.TemporaryDirectory() as folder, node(folder) as (_, seconds, _):
        table.add("cheetahd listens after", "ms", ("<=", 200), seconds * 1000)
