"""Write a first rule text: a small game that checks, tests and plays, with explanations.

NAME is the file to write; `.rules` is added where it is missing. No file is ever overwritten.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from interpreter.cli.output import write
from interpreter.load import SUFFIX, UsageError

EXAMPLE = "  rulelang new my_game"

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")
_TEXT = """\
# TITLE: say here where the game comes from, and how this text reads what its rules leave open.
game "TITLE"
players 2..4

# Things, each with its home. Nothing is made or destroyed: things move.
token Stone in bowl: 15

# Where things lie, and who sees them: `open`, `hidden`, or `owner sees`.
zone bowl: Stone set, open
zone heap(Player): Stone set, open

# What happens. Every loop has a bound, and play comes to an `end:`.
play:
    each turn of p, at most 15:
        p chooses:
            take(n in 1..3) "{p} takes {n}":
                need n <= count bowl else "there are only {count bowl} left"
                move n Stone from bowl to heap(p)
        if bowl is empty: end: p wins
    end: draw

# Examples, which `rulelang test` plays.
scenario "nobody takes more than there is":
    given heap(P1) is 13 Stone
    expect refused take(3) because "there are only 2 left"
    play take(1), take(1)
    expect P2 wins
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("name", metavar="NAME", help="the file to write, such as my_game")


def run(parsed: argparse.Namespace) -> int:
    """Write the file, unless there is one."""
    path = Path(parsed.name if parsed.name.endswith(SUFFIX) else f"{parsed.name}{SUFFIX}")
    stem = path.name.removesuffix(SUFFIX)
    if _NAME.fullmatch(stem) is None:
        raise UsageError(
            f"`{stem}` cannot name a game; use letters, digits and `_`, such as `my_game`"
        )
    title = re.sub(r"[ _-]+", " ", stem).strip().title()
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(_TEXT.replace("TITLE", title))
    except FileExistsError:
        raise UsageError(f"{path} is there already; it stays as it is") from None
    write(f"{path}: written; now try")
    for command in ("check", "test", "play"):
        write(f"  rulelang {command} {_quoted(path)}")
    return 0


def _quoted(path: Path) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text
