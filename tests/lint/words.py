#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No file of the tree tells where it was written: machine paths, package hosts, numbers of a tracker.

Usage: words.py ROOT
"""
import re
import sys
from pathlib import Path

import tree

# In pieces, so that this file does not find itself.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.*}\])-])/(?:wo" r"rk|ro" r"ot|ho" r"me/\w+)/",
    "a package host": r"(?:registry\.npm" r"js|py" r"pi|proxy\.gol" r"ang|deb\.deb" r"ian|crates)\.(?:org|io)",
    "a number of a tracker": r"\b[Ii]ss" r"ue\s+#?\d+",
}


def check(root):
    root = Path(root)
    findings = []
    for path in tree.files(root):
        content = tree.text(root / path)
        if content is None:
            continue
        for number, line in enumerate(content.splitlines(), 1):
            findings += [f"{path.as_posix()}:{number}: {what}: {match[0]}" for what, pattern in FORBIDDEN.items()
                         for match in re.finditer(pattern, line)]
    return findings


if __name__ == "__main__":
    sys.exit(tree.report("words", check(sys.argv[1])))
