# SPDX-License-Identifier: Apache-2.0
"""Acquire and release over HTTP, beside new and ended sessions of a Selenium hub whose node starts no browser."""
import json
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager, nullcontext

from parts.support import LIMITS, PROGRAMS, free_port, measured, node, redis, running, token

CALLERS = (1, 8)
SLICES = 4  # in which ours and theirs take turns within a round: the machine's pace changes from second to second
CLIENTS, TABS = 20, 50
SESSIONS = 64
WARM_UP = 150  # seconds
NOTE = ("a session is a browser of its own, here one that costs nothing to start; a lease is a tab of a pool that is open "
        "already, with whatever its last holder left there. The ratio compares getting and giving back alone")


@contextmanager
def cheetah(on_redis=True):
    """The port and app token of a node on a Redis, or by itself, with clients that reported tabs."""
    with ExitStack() as servers:
        folder = servers.enter_context(tempfile.TemporaryDirectory())
        options = []
        if on_redis:
            path, _ = servers.enter_context(redis(folder))
            options = ["--registry", f"redis+unix://{path}", "--node-id", "bench"]
        _, _, url = servers.enter_context(node(folder, *options))
        clients = servers.enter_context(
            running(PROGRAMS / "bench_http_clients", url, token(folder, "client"), CLIENTS, TABS, stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE))
        if clients.stdout.readline() != "ready\n":
            sys.exit("run: the clients of the node did not come in")
        yield url.rsplit(":", 1)[-1], token(folder, "app")


def answered(url, data=None):
    try:
        with urllib.request.urlopen(url, data, timeout=10) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def wait(condition, what):
    until = time.monotonic() + 60
    while not condition():
        if time.monotonic() > until:
            sys.exit(f"run: {what} did not come")
        time.sleep(0.1)


@contextmanager
def hub(command):
    """A Selenium hub with one stub node, warmed up: its port, and how to let it run."""
    port, stub_port = free_port(), free_port()
    with running(*command, "-role", "hub", "-host", "127.0.0.1", "-port", port, stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL) as server, running(LIMITS / "webdriver_stub", stub_port):
        address = f"http://127.0.0.1:{port}"
        wait(lambda: answered(f"{address}/wd/hub/status"), "the Selenium hub")
        wait(lambda: not socket.socket().connect_ex(("127.0.0.1", stub_port)), "the stub node")
        request = json.dumps(registration(address, stub_port)).encode()
        wait(lambda: answered(f"{address}/grid/register", request), "the registration of the stub node")
        warm_up(port)
        server.send_signal(signal.SIGSTOP)
        yield port, lambda: let_run(server)
        server.send_signal(signal.SIGCONT)


@contextmanager
def let_run(server):
    """Java compiles and collects on after a load: stopped until its next turn, it does so at its own cost."""
    server.send_signal(signal.SIGCONT)
    yield
    server.send_signal(signal.SIGSTOP)


def warm_up(port):
    """Java compiles what is used much, in steps that are half a minute apart, and is several times as fast in the end. Some
    of the load leaves it the processors to do so."""
    until = time.monotonic() + WARM_UP
    while time.monotonic() < until:
        for callers in reversed(CALLERS):
            measured(LIMITS / "http_load", port, callers, WARM_UP / 50, "sessions", "/wd/hub")


def registration(hub_address, stub_port):
    return {
        "class": "org.openqa.grid.common.RegistrationRequest",
        "configuration": {
            "role": "node", "proxy": "org.openqa.grid.selenium.proxy.DefaultRemoteProxy", "register": True, "registerCycle": 0,
            "hub": hub_address, "remoteHost": f"http://127.0.0.1:{stub_port}", "host": "127.0.0.1", "port": stub_port,
            "maxSession": SESSIONS, "timeout": 60, "browserTimeout": 60, "cleanUpCycle": 5_000, "nodePolling": 60_000,
            "nodeStatusCheckTimeout": 5_000, "downPollingLimit": 2, "unregisterIfStillDownAfter": 600_000,
            "capabilities": [{"browserName": "chrome", "maxInstances": SESSIONS, "seleniumProtocol": "WebDriver",
                              "platform": "LINUX"}],
        },
    }


def in_turns(loads, callers, seconds):
    """Of each load its rate, and the median of its median latencies in ms."""
    taken = {name: [] for name in loads}
    for _ in range(SLICES):
        for name, (port, kind, where, turn) in loads.items():
            with turn():
                taken[name].append(measured(LIMITS / "http_load", port, callers, seconds / SLICES, kind, where))
    return ({name: statistics.mean(one["rate"] for one in all_) for name, all_ in taken.items()},
            {name: statistics.median(one["p50_ms"] for one in all_) for name, all_ in taken.items()})


def loads_of(peers, resources):
    """What is measured, by name: port, kind of load, token or path, and whose turn to begin. Starts the servers that are
    not there yet; `resources` keeps them over the rounds, for Java is slow until it is warm."""
    port, app = resources.keep("cheetah", cheetah)
    loads = {"ours": (port, "leases", app, nullcontext), "joined": (port, "joined", app, nullcontext)}
    if command := peers.selenium():
        hub_port, turn = resources.keep("hub", lambda: hub(command))
        loads["theirs"] = (hub_port, "sessions", "/wd/hub", turn)
    return loads


def http_round(table, seconds, peers, resources):
    loads = loads_of(peers, resources)
    for callers in CALLERS:
        rate, latency = in_turns(loads, callers, seconds)
        what = f"acquire + release over HTTP on Redis, {callers} caller{'s' if callers > 1 else ''}"
        table.add(what, "/s", None, rate["ours"])
        table.add(f"{what}, in one request", "/s", None, rate["joined"])
        if "theirs" in loads:
            table.add(f"{what} / sessions of a Selenium hub with a stub node", "x", (">=", 20), rate["ours"] / rate["theirs"])
            table.add(f"{what}, in one request / sessions", "x", None, rate["joined"] / rate["theirs"])
            table.note(f"{what}, median", f"{latency['ours']:.2f} ms; a session {latency['theirs']:.2f} ms")
    if "theirs" in loads:
        table.note("what that compares", NOTE)
