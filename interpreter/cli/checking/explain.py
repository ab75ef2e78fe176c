"""Explain the code of a finding, such as `unknown-name`. Without a code: list all codes."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from textwrap import fill

from interpreter.cli.output import remark, write
from interpreter.look import CODES as LOOKS
from rulelang.codes import CODES as RULES

CODES = RULES | LOOKS
EXAMPLE = "  rulelang explain missing-colon"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("code", metavar="CODE", nargs="?", help="what stands in error[...]")


def run(parsed: argparse.Namespace) -> int:
    """Write the paragraph behind a code."""
    if parsed.code is None:
        write("\n".join(sorted(CODES)))
        return 0
    code = parsed.code.strip().removeprefix("error[").removeprefix("warning[").removesuffix("]")
    if code not in CODES:
        near = get_close_matches(code, CODES, n=3, cutoff=0.5)
        mend = f"did you mean {' or '.join(f'`{n}`' for n in near)}?" if near else ""
        remark(f"no finding has the code `{code}`; {mend or '`rulelang explain` lists all'}")
        return 2
    paragraphs = CODES[code].split("\n\n")
    write("\n\n".join(fill(" ".join(p.split()), width=88) for p in paragraphs))
    return 0
