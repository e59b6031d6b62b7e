#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A type's name means one type: where two files of a program define one of the same name in the same namespace, the linker
takes the members of either for both, and says nothing.

Usage: one_definition.py ROOT
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

import tree

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
SCOPE = re.compile(r"\bnamespace\s*(?P<namespace>[\w:]*)\s*\{"
                   r"|\b(?:struct|class)\s+(?:alignas\([^)]*\)\s*)?(?P<type>[A-Za-z_]\w*)(?!\s*::)(?:\s+final)?\s*(?::(?!:)[^;{}]*)?\{"
                   r"|[{}]")
PROGRAMS_OF_THEIR_OWN = ("tests/bench/limits/",)


def types(content):
    """Each type at the outermost of a named namespace: its whole name and its line."""
    code = NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), content)
    scopes = []
    for match in SCOPE.finditer(code):
        if match[0] == "}":
            if scopes:
                scopes.pop()
            continue
        if match["type"] and all(scopes):
            yield "::".join([*scopes, match["type"]]), code.count("\n", 0, match.start()) + 1
        scopes.append(match["namespace"] if match["namespace"] is not None else None)


def check(root):
    root = Path(root)
    places = defaultdict(dict)
    for path in tree.files(root):
        name = path.as_posix()
        if path.suffix not in {".h", ".cpp"} or name.startswith(PROGRAMS_OF_THEIR_OWN):
            continue
        for whole, line in types(tree.text(root / path) or ""):
            if "::" in whole:
                places[whole].setdefault(name, line)
    findings = []
    for whole, files in sorted(places.items()):
        first, *others = sorted(files)
        findings += [f"{other}:{files[other]}: {whole} is also defined in {first}:{files[first]}" for other in others]
    return findings


if __name__ == "__main__":
    sys.exit(tree.report("one_definition", check(sys.argv[1])))
