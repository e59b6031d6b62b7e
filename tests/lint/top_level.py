#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The top of the tree holds what DESIGN allows there and nothing else.

Usage: top_level.py ROOT
"""
import sys

import tree

ALLOWED = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "engine", "gui", "resources", "tests",
           "translations", "packaging"}


def check(root):
    names = {path.parts[0] for path in tree.files(root)}
    return [f"{name}:1: does not belong at the top of the tree" for name in sorted(names)
            if name not in ALLOWED and not name.startswith(".")]


if __name__ == "__main__":
    sys.exit(tree.report("top_level", check(sys.argv[1])))
