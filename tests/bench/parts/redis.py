# SPDX-License-Identifier: Apache-2.0
"""What leases, reports and sweeps cost over Redis, on a real redis-server that is this part's alone."""
import tempfile

from parts.support import HERE, LIMITS, PROGRAMS, cpu_seconds, measured, redis

IN_FLIGHT = 64


def cycles(table, seconds, peers, path, server):
    """Acquire, renew, release by 64 requesters: the engine, the same functions without it, the least there is, a peer.
    A rate falls with everything else that keeps the machine busy; Redis' CPU, which bounds it, hardly does."""
    program = PROGRAMS / "bench_redis_cycle"
    redis_us = []
    for size in (1_000, 10_000):
        raw = measured(program, "raw", path, size, seconds)
        ours = measured(program, "engine", path, size, seconds)
        redis_us.append(ours["redis_us"])
        what = f"lease cycles on Redis, {size:,} contexts"
        table.add(f"{what}, {IN_FLIGHT} in flight / raw hiredis, same functions", "x", (">=", 0.75), ours["rate"] / raw["rate"])
        if size != 1_000:
            continue
        table.add(f"{what}, round trips", "", ("<=", 3.05), ours["round_trips"])
        joined = measured(program, "joined", path, size, seconds)
        table.add(f"{what}, round trips with release-and-acquire", "", ("<=", 2.05), joined["round_trips"])
        before = cpu_seconds(server.pid)
        limit = measured(LIMITS / "redis_lease", path, "meta", 1, IN_FLIGHT, size, seconds)
        limit_us = (cpu_seconds(server.pid) - before) / (limit["rate"] * seconds) * 1e6
        table.add(f"{what} / redis_lease meta", "x", (">=", 0.4), ours["rate"] / limit["rate"])
        table.add("Redis CPU of a lease cycle / of redis_lease meta's", "x", ("<=", 2.5), ours["redis_us"] / limit_us)
        table.add("Redis CPU of a lease cycle / of raw hiredis'", "x", ("<=", 1.33), ours["redis_us"] / raw["redis_us"])
        table.note(f"{what}, a second", f"engine {ours['rate']:,}, joined {joined['rate']:,}, raw {raw['rate']:,}, "
                                        f"redis_lease meta {limit['rate']:,}")
        table.note(f"{what}, Redis CPU in us", f"engine {ours['redis_us']:.1f}, joined {joined['redis_us']:.1f}, "
                                               f"raw {raw['redis_us']:.1f}, redis_lease meta {limit_us:.1f}")
        if environment := peers.environment("bullmq"):
            theirs = measured("node", HERE / "limits/bullmq.mjs", IN_FLIGHT, size, seconds, path, env=environment)
            table.add(f"{what} / npm BullMQ", "x", (">=", 3), ours["rate"] / theirs["rate"])
            table.add("CPU of a lease cycle in this process / of BullMQ's in its own", "x", ("<=", 0.125),
                      ours["cpu_us"] / theirs["cpu_us"])
    table.add("Redis CPU of a lease cycle, 10,000 contexts / 1,000", "x", ("<=", 1.3), redis_us[1] / redis_us[0])


def steps(table, seconds, path):
    """Each step by itself, in a small fleet and in a large one; memory out of the large one."""
    for size in (1_000, 100_000):
        if size == 1_000:
            limit = measured(LIMITS / "redis_report", path, 500, seconds)
        cost = measured(PROGRAMS / "bench_redis_steps", path, size)
        table.add(f"Redis time of a step on one lease, {size:,} contexts, p99 of the slowest", "ms", ("<=", 1), cost["p99_ms"])
        for name, us in cost["touched"].items():
            table.add(f"Redis CPU a context touched, {size:,} contexts, {name.replace('_', ' ')}", "us", ("<=", 20), us)
        alone = measured(PROGRAMS / "bench_redis_steps", path, size, 1)["steps"]
        for name, us in (("of many in a call", cost["steps"]), ("alone", alone)):
            table.note(f"Redis CPU of a step on one lease, {size:,} contexts, {name}, in us", listed(us, "{:.1f}"))
        if size == 1_000:
            table.add("Redis CPU of a report of 500 tabs, one changed / redis_report", "x", ("<=", 3),
                      cost["reports"]["report"] / limit["redis_us"])
            table.add("Redis CPU of a change for every further node", "us", None, cost["reports"]["follower"])
            table.add("CPU of a change in every further node", "us", None, cost["reports"]["follower_own"])
    table.add("contexts that one slice may touch", "", ("<=", 50), cost["slice"])
    for name, count in cost["bytes"].items():
        table.add(f"Redis memory, {size:,} contexts: {name.replace('_', ' ')}", "B", None, count)
    for name in ("acquire", "renew", "release"):
        table.add(f"Redis CPU, {size:,} contexts: {name}", "us", None, cost["steps"][name])
    for name, what in (("report", "report of 500 tabs, one changed"), ("report_of_ten", "the same, ten clients at a time"),
                       ("report10", "report of 10 tabs, one changed"),
                       ("report10_of_ten", "report of 10 tabs, one changed, ten clients at a time"),
                       ("unchanged", "report that nothing changed"), ("heartbeat", "heartbeat of a node")):
        table.add(f"Redis CPU, {size:,} contexts: {what}", "us", None, cost["reports"][name])


def listed(values, form):
    return ", ".join(f"{name.replace('_', ' ')} {form.format(value)}" for name, value in values.items())


def redis_round(table, seconds, peers):
    with tempfile.TemporaryDirectory() as folder, redis(folder) as (path, server):
        cycles(table, seconds, peers, path, server)
        steps(table, seconds, path)
