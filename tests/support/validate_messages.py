#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds socket messages against their JSON Schema.

Usage: validate_messages.py SCHEMA < LINES

Each line is the name of a definition of the schema (such as fromClient), a blank, and one message as JSON. A name with
a `!` in front says that the message must not fit. Exit status 1 and a line for each message that is not as said.
"""
import json
import sys

import jsonschema


def shortest(error):
    """The most telling of the reasons below a failed choice."""
    while error.context:
        error = max(error.context, key=lambda e: (len(e.absolute_path), e.validator != "const"))
    place = "/".join(str(part) for part in error.absolute_path)
    return f"{place}: {error.message}"[:300]


def main(schema_path, lines):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validators = {}
    wrong = count = 0
    for line in lines:
        root, message = line.split(" ", 1)
        wanted = not root.startswith("!")
        name = root.lstrip("!")
        if name not in validators:
            if name not in schema["$defs"]:
                sys.exit(f"the schema defines no {name}")
            validators[name] = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{name}"}]})
        error = next(validators[name].iter_errors(json.loads(message)), None)
        count += 1
        if (error is None) != wanted:
            wrong += 1
            print(f"{root}: {message.strip()[:200]}\n  {shortest(error) if error else 'fits although it must not'}")
    if not count:
        sys.exit("no messages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.stdin))
