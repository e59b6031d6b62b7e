# SPDX-License-Identifier: Apache-2.0
"""What all parts share: where things lie, programs that run beside, and the table."""
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HERE = ROOT / "tests/bench"
BUILD = ROOT / os.environ.get("BENCH_BUILD", "build/release")
PROGRAMS = BUILD / "bench"
LIMITS = PROGRAMS / "limits"


def build_limit(name, *options):
    """A yardstick, for the machine that it runs on: it shows what that can do at all."""
    source, program = HERE / f"limits/{name}.cpp", LIMITS / name
    newest = max(file.stat().st_mtime for file in (source, *(HERE / "limits").glob("*.h")))
    if not program.exists() or program.stat().st_mtime < newest:
        LIMITS.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", "-O2", "-std=c++20", "-march=native", "-o", program, source, *options], check=True)


def measured(*command, **options):
    """The last line that a program prints, as JSON."""
    command = [str(part) for part in command]
    done = subprocess.run(command, check=False, timeout=120, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"run: {' '.join(command)} failed: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


@contextmanager
def running(*command, **options):
    process = subprocess.Popen([str(part) for part in command], text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def rss_kb(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise ValueError("no VmRSS")


def cpu_seconds(pid):
    """Of all threads, to the nanosecond."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


class Table:
    """Values by row, one a round; rows in the order in which they first came. A row without a bound only tells."""

    def __init__(self):
        self.rows = {}
        self.notes = {}

    def add(self, name, unit, bound, value):
        self.rows.setdefault(name, (unit, bound, []))[2].append(value)

    def note(self, name, text):
        """A line below the table; the last round's stays."""
        self.notes[name] = text

    def show(self):
        width = max(map(len, self.rows))
        for name, (unit, bound, values) in self.rows.items():
            median = statistics.median(values)
            figure = f"{median:.3g} [{min(values):.3g}..{max(values):.3g}]"
            verdict = ""
            if bound:
                relation, limit = bound
                holds = median <= limit if relation == "<=" else median >= limit
                verdict = f"{relation} {limit:<5g} {'holds' if holds else 'FALLS SHORT'}"
            print(f"{name:<{width}}  {figure:<27} {unit:<4} {verdict}".rstrip())
        for name, text in self.notes.items():
            print(f"{name}: {text}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def redis(folder):
    """The socket of a redis-server of its own, without persistence, and its process."""
    path = f"{folder}/redis.sock"
    with running("redis-server", "--port", 0, "--unixsocket", path, "--save", "", "--dir", folder, stdout=subprocess.DEVNULL) as process:
        while not os.path.exists(path):
            time.sleep(0.01)
        yield path, process


@contextmanager
def node(folder, *options):
    """A cheetahd with folders of its own, the seconds until it told its address, and the address."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("CHEETAH_")}
    for variable in ("HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        environment[variable] = folder
    started = time.monotonic()
    with running(BUILD / "bin/cheetahd", "--listen", "127.0.0.1:0", *options, env=environment, stdout=subprocess.PIPE,
                 stderr=subprocess.DEVNULL) as process:
        url = process.stdout.readline().strip()
        if not url.startswith("http"):
            sys.exit("run: cheetahd did not start")
        yield process, time.monotonic() - started, url


def token(folder, scope):
    """The token of that scope of the node() that lives in the folder."""
    for line in Path(folder, "cheetah/tokens").read_text().splitlines():
        words = line.split()
        if words[:1] == [scope]:
            return words[1]
    raise ValueError(f"no token for {scope}")
