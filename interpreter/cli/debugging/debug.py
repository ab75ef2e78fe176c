"""Go through a play line by line, forwards and back, and ask what is true there, and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from interpreter.cli.arguments import add_seed, add_variant
from interpreter.cli.output import is_terminal, remark, write
from interpreter.debugging.console import Console, quits
from interpreter.debugging.opening import opened_as_asked

EXAMPLE = '  rulelang debug GAME --seed 7 --do choice --do "legal"'


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a rule file, or the name of a game"
    )
    add_variant(parser)
    add_seed(parser)
    play = parser.add_mutually_exclusive_group()
    play.add_argument("--scenario", metavar="NAME", help="through what a scenario plays")
    play.add_argument(
        "--load",
        metavar="FILE",
        help="through a playthrough, the file of a session, or a play of a table: the file or the "
        "address that `rulelang table --keep` names",
    )
    parser.add_argument("--table", metavar="ID", help="which table of these (the newest)")
    parser.add_argument(
        "--do",
        action="append",
        metavar="WORDS",
        help="do this instead of asking; may be given several times (`--do help`)",
    )


def run(parsed: argparse.Namespace) -> int:
    """Answer what is typed."""
    opened = opened_as_asked(
        parsed.game,
        scenario=parsed.scenario,
        load=parsed.load,
        table=parsed.table,
        players=parsed.players,
        options=dict(parsed.option),
        seed=parsed.seed,
    )
    for line in opened.remarks:
        remark(line)
    console = Console(opened)
    write(opened.title)
    write("\n".join(console.here()))
    for line in parsed.do if parsed.do is not None else _typed():
        if quits(line):
            break
        for told in console.answer(line):
            write(told)
    return 0


def _typed() -> Iterator[str]:
    """Yield the lines that are typed, up to the end of the input."""
    if not is_terminal(sys.stdin):
        yield from sys.stdin
        return
    while True:
        try:
            yield input("debug> ")
        except EOFError:
            write()
            return
