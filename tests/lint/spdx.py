#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file names its licence near its top: GPL-3.0-or-later in gui/, Apache-2.0 everywhere else.

Usage: spdx.py ROOT
"""
import re
import sys
from pathlib import Path

import tree

SUFFIXES = {".h", ".cpp", ".py", ".cmake", ".lua", ".sh", ".js", ".html", ".css"}
LINE = re.compile(r"SPDX-License-Identifier:\s*([^\s*]+)")
LINES_READ = 5


def is_source(path, content):
    return path.suffix in SUFFIXES or path.name == "CMakeLists.txt" or content.startswith("#!")


def check(root):
    root = Path(root)
    findings = []
    for path in tree.files(root):
        content = tree.text(root / path)
        if content is None or not is_source(path, content):
            continue
        wanted = "GPL-3.0-or-later" if path.parts[0] == "gui" else "Apache-2.0"
        match = LINE.search("\n".join(content.splitlines()[:LINES_READ]))
        if not match:
            findings.append(f"{path.as_posix()}:1: no SPDX-License-Identifier line; {wanted} belongs here")
        elif match[1] != wanted:
            findings.append(f"{path.as_posix()}:1: names {match[1]}; {wanted} belongs here")
    return findings


if __name__ == "__main__":
    sys.exit(tree.report("spdx", check(sys.argv[1])))
