#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which promises of engine/SPEC.md are named by a test as `// SPEC W7`; a name without a promise is a finding.

Usage: spec_numbers.py ROOT [--require W1,W2,...]      # --require: also a finding when one of these is not named
"""
import argparse
import re
import sys
from pathlib import Path

import tree

PROMISE = re.compile(r"^- \*\*([A-Z]\d+)\b", re.MULTILINE)
NAMED = re.compile(r"\bSPEC,? ([A-Z]\d+)\b")
SOURCES = {".h", ".cpp", ".py", ".lua"}


def promises(root):
    """The numbers that SPEC.md gives, in its order."""
    return PROMISE.findall((Path(root) / "engine/SPEC.md").read_text(encoding="utf-8"))


def is_test(path):
    return path.parts[0] == "tests" and path.parts[:2] != ("tests", "lint")


def named(root):
    """(path, line number, promise) for each place in engine, gui and tests that names one."""
    places = []
    for path in tree.files(root):
        if path.suffix not in SOURCES or not (is_test(path) or path.parts[0] in ("engine", "gui")):
            continue
        for line_number, line in enumerate((tree.text(Path(root) / path) or "").splitlines(), 1):
            places += [(path, line_number, promise) for promise in NAMED.findall(line)]
    return places


def check(root, required=()):
    known = promises(root)
    places = named(root)
    findings = [f"{path.as_posix()}:{line}: SPEC {promise} does not exist in engine/SPEC.md"
                for path, line, promise in places if promise not in known]
    proven = {promise for path, _, promise in places if is_test(path)}
    for promise in required:
        if promise not in known:
            findings.append(f"engine/SPEC.md:1: SPEC {promise} is required and does not exist")
        elif promise not in proven:
            findings.append(f"tests:1: no test names SPEC {promise}")
    return findings, [promise for promise in known if promise in proven], known


def main(arguments):
    parser = argparse.ArgumentParser(description="Which promises of engine/SPEC.md are named by tests.")
    parser.add_argument("root")
    parser.add_argument("--require", default="", help="promises that a test must name, separated by commas")
    options = parser.parse_args(arguments)
    required = [promise for promise in options.require.split(",") if promise]
    findings, proven, known = check(options.root, required)
    print("named by tests:", " ".join(proven) or "none")
    print("not yet:", " ".join(promise for promise in known if promise not in proven) or "none")
    return tree.report("spec_numbers", findings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
