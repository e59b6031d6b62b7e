#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C++ file is as clang-format 14 writes it. Skipped (exit status 77) where there is no clang-format 14.

Usage: format.py ROOT         # check
       format.py --fix ROOT   # rewrite
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

import tree

WANTED_VERSION = 14
SKIPPED = 77


def clang_format():
    """Path of a clang-format 14, or None."""
    for name in (f"clang-format-{WANTED_VERSION}", "clang-format"):
        path = shutil.which(name)
        if path:
            version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {WANTED_VERSION}\.", version):
                return path
    return None


def check(root, tool, fix=False):
    root = Path(root)
    paths = [str(path) for path in tree.files(root)
             if path.suffix in (".h", ".cpp") and path.parts[0] in ("engine", "gui", "tests")]
    if not paths:
        return []
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    run = subprocess.run([tool, "--style=file", *mode, *paths], cwd=root, capture_output=True, text=True, check=False)
    findings = sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": error: " in line})
    if run.returncode and not findings:
        findings = run.stderr.splitlines()
    return [f"{path}:1: not formatted; `cmake --build --preset dev --target format` does it" for path in findings]


def main(arguments):
    fix = "--fix" in arguments
    tool = clang_format()
    if not tool:
        print(f"format: no clang-format {WANTED_VERSION} here")
        return SKIPPED
    return tree.report("format", check(arguments[-1], tool, fix))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
