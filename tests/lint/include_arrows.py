#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every #include "..." of engine/ and gui/ follows the arrows between the folders.

Usage: include_arrows.py ROOT
"""
import re
import sys
from pathlib import Path

import tree

# folder -> folders that it may include; it may also include whatever those may.
ARROWS = {
    "base": [],
    "model": ["base"],
    "wire": ["model"],
    "wording": ["model"],
    "lifecycle": ["base"],
    "registry": ["model", "lifecycle"],
    "pool": ["registry"],
    "delivery": ["registry"],
    "redis": ["registry", "delivery"],
    "operations": ["pool", "delivery"],
    "edge": ["operations", "wire", "wording"],
    "console": ["model", "wire", "wording"],
    "browser": ["model", "wire"],
    "node": ["edge", "redis", "console"],
    "programs": ["node", "browser"],
}
# The GUI sees exactly these, and one file of it makes the embedded node.
GUI_MAY_INCLUDE = {"console", "wording", "model", "base"}
GUI_NODE_FILE = Path("gui/session/embeddednode.cpp")

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def reachable(folder):
    """The folder itself and everything that its arrows reach."""
    seen, todo = set(), [folder]
    while todo:
        current = todo.pop()
        if current not in seen:
            seen.add(current)
            todo += ARROWS[current]
    return seen


def finding(path, number, included, may, who):
    rule = f"{who} may include only {', '.join(sorted(may))}"
    return f'{path.as_posix()}:{number}: includes "{included}"; {rule}'


def check_file(root, path):
    """Findings of one source file."""
    in_gui = path.parts[0] == "gui"
    who = "gui" if in_gui else f"engine/{path.parts[1]}"
    if in_gui:
        may = set(GUI_MAY_INCLUDE)
        if path == GUI_NODE_FILE:
            may.add("node")
    elif path.parts[1] not in ARROWS:
        return [f"{path.as_posix()}:1: engine/{path.parts[1]} has no arrows; name them in tests/lint/include_arrows.py"]
    else:
        may = reachable(path.parts[1])

    findings = []
    for number, line in enumerate((tree.text(root / path) or "").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        included = match[1] or match[2]
        target = included.split("/")[0]
        if ".." in included.split("/") or included.startswith("engine/") or included.startswith("gui/"):
            findings.append(f'{path.as_posix()}:{number}: includes "{included}"; write it from engine/ or gui/ on')
        elif target in ARROWS and "/" in included and target not in may:
            findings.append(finding(path, number, included, may, who))
        elif match[1] and "/" not in included and not included.endswith(".moc") and not in_gui:
            findings.append(f'{path.as_posix()}:{number}: includes "{included}"; write "folder/file.h"')
    return findings


def check(root):
    root = Path(root)
    findings = []
    for path in tree.files(root):
        is_source = path.suffix in (".h", ".cpp") and path.parts[0] in ("engine", "gui")
        if is_source and (path.parts[0] == "gui" or len(path.parts) > 2):
            findings += check_file(root, path)
    return findings


if __name__ == "__main__":
    sys.exit(tree.report("include_arrows", check(sys.argv[1])))
