#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""validate_traffic.py OPENAPI TRAFFIC: holds recorded HTTP traffic against the OpenAPI description.

TRAFFIC has one JSON object a line: {"method", "path", "request"?, "status", "response"}. Fails for a path or status that
is not described, for a body that its schema refuses, and for a described path that the traffic never touched. A refused
request (status 4xx) may break its own schema.
"""
import json
import sys

import jsonschema


def validator(document, schema):
    resolver = jsonschema.RefResolver("", document)
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


def body_schema(part):
    content = (part or {}).get("content", {})
    return next(iter(content.values()), {}).get("schema") if content else None


def problems(document, lines):
    untouched = set(document["paths"])
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        where = f"line {number}: {entry['method']} {entry['path']} {entry['status']}"
        operation = document["paths"].get(entry["path"], {}).get(entry["method"].lower())
        if operation is None:
            yield f"{where}: not described"
            continue
        untouched.discard(entry["path"])
        response = operation["responses"].get(str(entry["status"])) or operation["responses"].get("default")
        if response is None:
            yield f"{where}: status not described"
            continue
        checks = [("response", body_schema(response))]
        if entry["status"] < 400 and "request" in entry:
            checks.append(("request", body_schema(operation.get("requestBody"))))
        for part, schema in checks:
            if schema is None or not isinstance(entry.get(part), (dict, list)):
                continue
            for error in validator(document, schema).iter_errors(entry[part]):
                yield f"{where}: {part} at {'/'.join(map(str, error.absolute_path)) or '.'}: {error.message[:300]}"
    for path in sorted(untouched):
        yield f"{path}: described, but no traffic"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        found = list(problems(document, file))
    print("\n".join(found) or "all traffic is as described")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
