#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every text of translations/*.ts is translated, and its placeholders (%1, %n, {name}) are kept.

Whether the files know all texts of the sources is what translations/update tells: run it, and then this.

Usage: translations.py ROOT
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import tree

PLACEHOLDER = re.compile(r"%n|%L?\d+|\{[a-zA-Z]+\}")


def messages(path):
    for context in ElementTree.parse(path).getroot().findall("context"):
        for message in context.findall("message"):
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
            yield context.findtext("name"), message.findtext("source"), translation.get("type"), forms


def check(root):
    root = Path(root)
    findings = []
    for path in sorted(root.glob("translations/*.ts")):
        shown = path.relative_to(root).as_posix()
        for context, source, state, forms in messages(path):
            where = f"{shown}:1: {context}: “{source}”"
            if state == "unfinished" or not all(forms):
                findings.append(f"{where} is not translated")
                continue
            wanted = set(PLACEHOLDER.findall(source))
            for form in forms:
                kept = set(PLACEHOLDER.findall(form))
                if kept - wanted or (wanted - kept) - {"%n"}:
                    findings.append(f"{where} has other placeholders in “{form}”")
    return findings


if __name__ == "__main__":
    sys.exit(tree.report("translations", check(sys.argv[1])))
