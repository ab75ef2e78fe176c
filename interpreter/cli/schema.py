"""Print the JSON Schema of a kind of document. Without a name: list the kinds."""

from __future__ import annotations

import argparse
from difflib import get_close_matches

from interpreter.cli.output import remark, write, write_json
from interpreter.formats import VERSIONS, schema

EXAMPLE = "  rulelang schema view"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="a kind of document: view, event")


def run(parsed: argparse.Namespace) -> int:
    """Print a schema, or the names of all with their versions and titles."""
    if parsed.name is None:
        width = max(map(len, VERSIONS))
        for name, version in VERSIONS.items():
            write(f"{name.ljust(width)}  {version}  {schema(name)['title']}")
        return 0
    name = parsed.name.removeprefix("rulelang/")
    if name not in VERSIONS:
        near = get_close_matches(name, VERSIONS, n=1)
        mend = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(VERSIONS)}"
        remark(f"no document is called `{parsed.name}`; {mend}")
        return 2
    write_json(schema(name))
    return 0
