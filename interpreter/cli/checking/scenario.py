"""Write the scenario that holds where a saved play stands, to be put into the rule text."""

from __future__ import annotations

import argparse

from interpreter.cli.arguments import add_engine, natural
from interpreter.cli.output import write
from interpreter.cli.saved import reopen
from interpreter.hosting.playthrough import read
from interpreter.load import UsageError
from interpreter.testing.writing import scenario_text

EXAMPLE = "  rulelang scenario saved.json --at 12 >> my_game.rules"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a playthrough, as `play` saves it")
    parser.add_argument("--at", type=natural, metavar="N", help="after N steps of it (all)")
    parser.add_argument("--name", metavar="TEXT", help="what the scenario is called")
    parser.add_argument(
        "--game", metavar="GAME", help="its rules, if they are not where they were when saved"
    )
    add_engine(parser)


def run(parsed: argparse.Namespace) -> int:
    """Write the scenario to standard output."""
    state = reopen(read(parsed.file), parsed.game, parsed.engine)
    steps = len(state.path) - 1
    at = steps if parsed.at is None else parsed.at
    if at > steps:
        raise UsageError(f"{parsed.file} has {steps} steps; there is no step {at}")
    name = f"after {at} steps of a play" if parsed.name is None else parsed.name
    try:
        text = scenario_text(state.path[at], name)
    except ValueError as error:
        raise UsageError(f"a scenario begins after the set-up: {error}") from None
    write(text.rstrip("\n"))
    return 0
