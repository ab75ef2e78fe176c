"""Tell a saved playthrough, step by step, as one seat lived it or with everything."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from interpreter.cli.arguments import add_engine, add_json, seat_of
from interpreter.cli.output import is_terminal, write, write_json
from interpreter.cli.printing.picturing import add_shape, draw_replay
from interpreter.cli.saved import rules_of
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.hosting.playthrough import Playthrough, read, restore, seat_record, states
from interpreter.play import draw, tell, tell_choice
from interpreter.state import State

EXAMPLE = "  rulelang replay saved.json --seat X --step"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a playthrough, as `play` saves it")
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="its rules, if they are not where they were when it was saved",
    )
    parser.add_argument("--seat", metavar="NAME", help="tell only what this seat did and saw")
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write a page that steps through the pictures of a seat, or of an onlooker",
    )
    add_shape(parser)
    parser.add_argument("--step", action="store_true", help="draw each position; Enter goes on")
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Tell the play."""
    saved = read(parsed.file)
    game = rules_of(saved, parsed.game, parsed.engine)
    seat = None if parsed.seat is None else seat_of(game, parsed.seat)
    if parsed.html is not None:
        draw_replay(parsed, restore(game, saved), seat)
        return 0
    if parsed.json:
        write_json(_as_json(restore(game, saved), seat))
        return 0
    write("\n".join((f"{game.name}: {', '.join(game.players)}", *game.notes)))
    write()
    for state in _told(game, saved, seat):
        if parsed.step:
            _pause(state, seat)
    if not parsed.step:
        write()
        write(draw(state, seat))
    return 0


def _told(game: Game, saved: Playthrough, seat: int | None) -> Iterator[State]:
    """Tell each state of a play and yield it; tell the choice in which the rules fail, too."""
    steps = 0
    try:
        for state in states(game, saved):
            for line in tell([state], seat):
                write(line)
            yield state
            steps += 1
        _ = state.legal_ids  # the rules may fail in saying what is legal
    except (RuleFault, BudgetExceeded):
        for number in saved.choices[steps - 1 :] if steps else ():
            for line in tell_choice(state, number, seat):
                write(line)
        raise


def _pause(state: State, seat: int | None) -> None:
    """Draw a position; at a terminal wait until it was looked at."""
    write()
    write(draw(state, seat))
    write()
    if is_terminal(sys.stdin) and is_terminal(sys.stdout):
        try:
            input("Enter goes on ")
        except EOFError:
            write()


def _as_json(state: State, seat: int | None) -> object:
    """Return the steps as data: number, who acted, the action or outcome, and the sentences."""
    if seat is not None:
        return seat_record(state, seat)
    return [
        {"step": step, "id": reached.action, "sentences": [s.strip() for s in tell([reached])]}
        for step, reached in enumerate(state.path)
    ]
