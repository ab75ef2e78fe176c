"""Print the JSON Schema of a kind of document. Without a name: list the kinds."""

from __future__ import annotations

import argparse

from interpreter.cli.arguments import natural
from interpreter.cli.output import write, write_json
from interpreter.formats import VERSIONS, schema

EXAMPLE = "  rulelang schema view"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="a kind of document: view, event")
    parser.add_argument(
        "--version", type=natural, metavar="N", help="an older version (the newest)"
    )


def run(parsed: argparse.Namespace) -> int:
    """Print a schema, or the names of all with their versions and titles."""
    if parsed.name is None:
        width = max(map(len, VERSIONS))
        for name, version in VERSIONS.items():
            write(f"{name.ljust(width)}  {version}  {schema(name)['title']}")
        return 0
    write_json(schema(parsed.name.removeprefix("rulelang/"), parsed.version))
    return 0
