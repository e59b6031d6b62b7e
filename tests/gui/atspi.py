#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The console as a screen reader meets it: every view by names and sentences, then SIGTERM.

Runs the demo on a display and accessibility bus of its own, which end with it.

Usage: atspi.py CONSOLE
"""
import os
import re
import signal
import subprocess
import sys
import time

from gi.repository import Gio, GLib

CENTRAL = ["Overview", "Assignments", "Tabs", "Topology", "Health", "Journal", "Waiting"]
PANELS = ["Fleet", "Inspector", "Explain", "Evidence", "Log", "Pending actions"]
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
MOST_ROWS = 12
LIMIT = 20  # seconds, for each thing waited for


class Failure(Exception):
    pass


def until(condition, what):
    """What the condition gives once it is true; objects that vanish meanwhile make it false."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        try:
            if found := condition():
                return found
        except (LookupError, GLib.GError, NotImplementedError, AttributeError):
            pass
        time.sleep(0.02)
    raise Failure(f"not within {LIMIT} s: {what}")


def connectTo(address):
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


def ask(bus, whom, method, *arguments, path="/org/freedesktop/DBus"):
    types = "".join("s" if isinstance(argument, str) else "u" for argument in arguments)
    values = GLib.Variant(f"({types})", arguments)
    return bus.call_sync(whom, path, whom, method, values, None, Gio.DBusCallFlags.NONE, 1000 * LIMIT, None).unpack()[0]


class Desk:
    """A display, a session bus and an accessibility bus that nobody else uses."""

    def __init__(self):
        self.processes = []

    def open(self):
        reading, writing = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1100x24", "-nolisten", "tcp"],
                   pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as numbers:
            os.environ["DISPLAY"] = ":" + numbers.readline().strip()
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.start([LAUNCHER, "--launch-immediately"])
        # Both answer before anybody asks: who asks too early waits for long.
        session = connectTo(os.environ["DBUS_SESSION_BUS_ADDRESS"])
        until(lambda: ask(session, "org.freedesktop.DBus", "NameHasOwner", "org.a11y.Bus"), "the accessibility bus")
        accessibility = connectTo(ask(session, "org.a11y.Bus", "GetAddress", path="/org/a11y/bus"))
        ask(accessibility, "org.freedesktop.DBus", "StartServiceByName", "org.a11y.atspi.Registry", 0)

    def start(self, command, **how):
        how.setdefault("stdout", subprocess.DEVNULL)
        self.processes.append(subprocess.Popen(command, stderr=subprocess.DEVNULL, **how))
        return self.processes[-1]

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def children(node):
    return [child for child in (node.getChildAtIndex(i) for i in range(node.childCount)) if child]


def isTable(node):
    return node.getRole() in (pyatspi.ROLE_TABLE, pyatspi.ROLE_TREE, pyatspi.ROLE_TREE_TABLE, pyatspi.ROLE_LIST)


def has(node, state):
    return node.getState().contains(state)


def showing(node):
    """The node and what is shown below it, cells aside: they come through their table."""
    if not has(node, pyatspi.STATE_SHOWING):
        return
    yield node
    if isTable(node):
        return
    for child in children(node):
        yield from showing(child)


def find(node, role, name, anywhere=False):
    """The first of that role and name, in sight unless `anywhere`."""
    if node.getRole() == role and node.name == name and (anywhere or has(node, pyatspi.STATE_SHOWING)):
        return node
    if isTable(node):
        return None
    return next((found for found in (find(child, role, name, anywhere) for child in children(node)) if found), None)


def press(node):
    action = node.queryAction()
    names = [action.getName(i) for i in range(action.nActions)]
    action.doAction(names.index("Press") if "Press" in names else 0)


def nameless(view):
    """Controls in sight that take the keyboard and would be read as nothing."""
    for node in showing(view):
        isEmptyTabBar = node.getRole() == pyatspi.ROLE_PAGE_TAB_LIST and not any(
            child.getRole() == pyatspi.ROLE_PAGE_TAB for child in children(node))
        if has(node, pyatspi.STATE_FOCUSABLE) and not node.name and not isEmptyTabBar:
            parent = node.parent
            yield f"a {node.getRoleName()} in a {parent.getRoleName()} “{parent.name}”"


def rows(table):
    """Each row as its cells are read."""
    cells = table.queryTable()
    for row in range(min(cells.nRows, MOST_ROWS)):
        yield [cell.name for cell in (cells.getAccessibleAt(row, column) for column in range(cells.nColumns)) if cell]


def isSentence(text):
    return len(text.split()) >= 3


def tables(view):
    for node in showing(view):
        if isTable(node) and "Table" in pyatspi.listInterfaces(node):
            yield node


def readTables(view, title):
    """A row is read as a sentence; a view that shows the fleet is never empty in a demo."""
    for table in tables(view):
        for row in rows(table):
            if not any(isSentence(text) for text in row):
                raise Failure(f"{title}: a row of “{table.name}” is read as {row}")


def says(view, pattern):
    return any(re.search(pattern, text) for table in tables(view) for row in rows(table) for text in row)


def readMap(window):
    """Clients, their windows and the tabs in these, each with a sentence."""
    fleet = until(lambda: find(window, pyatspi.ROLE_TREE, "Map of the fleet"), "the map")
    clients = until(lambda: children(fleet), "clients on the map")
    read = {}
    for client in clients[:4]:
        for depth, nodes in enumerate(([client], children(client), [t for w in children(client) for t in children(w)])):
            for node in nodes:
                if not isSentence(node.name):
                    raise Failure(f"the map reads {node.getRoleName()} as “{node.name}”")
                read[depth] = node.name
    if len(read) < 3:
        raise Failure(f"the map has no tabs in windows of clients: {read}")


def walk(window):
    failures = []
    for title in CENTRAL:
        tab = until(lambda: find(window, pyatspi.ROLE_PAGE_TAB, title), f"the tab {title}")
        press(tab)
        until(lambda: find(window, pyatspi.ROLE_PAGE_TAB_LIST, title), f"{title} in front")
        if title == "Assignments":
            until(lambda: says(window, r"assigned to task .+, expires in "), "a sentence for an assignment")
        if title == "Tabs":
            until(lambda: says(window, r"^(Tab|.+) .*(idle|available|assigned)"), "a sentence for a tab")
        if title == "Topology":
            readMap(window)
        failures += [f"{title}: {what}" for what in nameless(window)]
        readTables(window, title)
    for title in PANELS:
        item = until(lambda: find(window, pyatspi.ROLE_MENU_ITEM, title, anywhere=True), f"the menu item {title}")
        panel = lambda: find(window, pyatspi.ROLE_FRAME, title) or find(window, pyatspi.ROLE_PANEL, title)
        if not panel():
            press(item)
        failures += [f"{title}: {what}" for what in nameless(until(panel, f"the panel {title}"))]
        if title == "Fleet":
            until(lambda: says(panel(), r"assigned to task .+, expires in "), "a sentence for an assigned tab")
        readTables(panel(), title)
    if failures:
        raise Failure("no name:\n" + "\n".join(sorted(set(failures))))


def left(session):
    """Processes of a session that still live."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{int(entry)}/stat", encoding="utf-8", errors="replace") as stat:
                state, _, _, of = stat.read().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(of) == session and state != "Z":
            found.append(int(entry))
    return found


def check(console):
    environment = dict(os.environ, QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
    program = subprocess.Popen([console, "--demo", "--language", "en"], env=environment, start_new_session=True,
                               stderr=subprocess.PIPE, text=True)
    try:
        application = until(lambda: next((a for a in children(pyatspi.Registry.getDesktop(0))
                                          if a and a.name == "cheetah-console"), None), "the console on the bus")
        window = until(lambda: next((w for w in children(application) if has(w, pyatspi.STATE_SHOWING)), None),
                       "its window")
        until(lambda: says(window, "busy"), "the fleet in its tree")
        walk(window)
        program.send_signal(signal.SIGTERM)
        _, said = program.communicate(timeout=LIMIT)
        if program.returncode != 0:
            raise Failure(f"ended with {program.returncode} on SIGTERM:\n{said}")
        if complaints := [line for line in said.splitlines() if re.search(r"Destroyed|ASSERT|QObject|Sanitizer", line)]:
            raise Failure("went down with complaints:\n" + "\n".join(complaints))
        if processes := left(program.pid):
            raise Failure(f"left behind: {processes}")
    finally:
        for process in left(program.pid):
            os.kill(process, signal.SIGKILL)
        program.wait()


if __name__ == "__main__":
    desk = Desk()
    try:
        desk.open()
        import pyatspi  # looks for its bus at once
        check(sys.argv[1])
    except Failure as failure:
        sys.exit(f"atspi: {failure}")
    finally:
        desk.end()
