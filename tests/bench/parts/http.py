# SPDX-License-Identifier: Apache-2.0
"""Acquire and release over HTTP, beside new and ended sessions of a Selenium hub whose node starts no browser."""
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

from parts.support import LIMITS, PROGRAMS, free_port, measured, node, redis, running, token

CALLERS = (1, 8)
CLIENTS, TABS = 20, 50
SESSIONS = 64
NOTE = ("a session is a browser of its own, here one that costs nothing to start; a lease is a tab of a pool that is open "
        "already, with whatever its last holder left there. The ratio compares getting and giving back alone")


@contextmanager
def cheetah():
    """The port and app token of a node on a Redis, with clients that reported tabs."""
    with tempfile.TemporaryDirectory() as folder, redis(folder) as (path, _), \
            node(folder, "--registry", f"redis+unix://{path}", "--node-id", "bench") as (_, _, url), \
            running(PROGRAMS / "bench_http_clients", url, token(folder, "client"), CLIENTS, TABS,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE) as clients:
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
    """The port of a Selenium hub with one stub node, after the hub's code was compiled by use."""
    port, stub_port = free_port(), free_port()
    with running(*command, "-role", "hub", "-host", "127.0.0.1", "-port", port, stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL), running(LIMITS / "webdriver_stub", stub_port):
        address = f"http://127.0.0.1:{port}"
        wait(lambda: answered(f"{address}/wd/hub/status"), "the Selenium hub")
        wait(lambda: not socket.socket().connect_ex(("127.0.0.1", stub_port)), "the stub node")
        request = json.dumps(registration(address, stub_port)).encode()
        wait(lambda: answered(f"{address}/grid/register", request), "the registration of the stub node")
        measured(LIMITS / "http_load", port, SESSIONS // 8, 8, "sessions", "/wd/hub")
        yield port


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


def http_round(table, seconds, peers, resources):
    """`resources` keeps both servers over the rounds: Java is slow until it is warm."""
    command = peers.selenium()
    port, app = resources.keep("cheetah", cheetah)
    hub_port = resources.keep("hub", lambda: hub(command)) if command else None
    for callers in CALLERS:
        ours = measured(LIMITS / "http_load", port, callers, seconds, "leases", app)
        what = f"acquire + release over HTTP on Redis, {callers} caller{'s' if callers > 1 else ''}"
        table.add(what, "/s", None, ours["rate"])
        joined = measured(LIMITS / "http_load", port, callers, seconds, "joined", app)
        table.add(f"{what}, in one request", "/s", None, joined["rate"])
        if hub_port:
            theirs = measured(LIMITS / "http_load", hub_port, callers, seconds, "sessions", "/wd/hub")
            table.add(f"{what} / sessions of a Selenium hub with a stub node", "x", (">=", 20), ours["rate"] / theirs["rate"])
            table.add(f"{what}, in one request / sessions", "x", None, joined["rate"] / theirs["rate"])
            table.note(f"{what}, median", f"{ours['p50_ms']:.2f} ms; a session {theirs['p50_ms']:.2f} ms")
    if hub_port:
        table.note("what that compares", NOTE)
