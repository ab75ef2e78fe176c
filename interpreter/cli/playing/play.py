"""Play a game in the terminal, against bots or with friends.

A seat that is not yours is a bot's. Without a terminal or any input the bots play alone, and the
game is told as prose.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final, TextIO

from interpreter.cli.arguments import (
    add_engine,
    add_game,
    add_scenario,
    add_seed,
    load_begun,
    seat_of,
)
from interpreter.cli.bots import KINDS, add_width, bot_kind
from interpreter.cli.files import put, refuse_existing
from interpreter.cli.output import compiling, is_terminal, remark, write
from interpreter.cli.playing.asking.conversation import Conversation
from interpreter.cli.playing.asking.lines import Lines
from interpreter.cli.playing.asking.saving import Saver
from interpreter.cli.playing.beside import table_beside
from interpreter.cli.saved import reopen
from interpreter.game import Game
from interpreter.hosting.playthrough import read
from interpreter.knowledge import redeal
from interpreter.load import UsageError
from interpreter.play import NOT_COUNTED, WIDTH, Table, draw, heading, scores, tell, why_over
from interpreter.state import State

EXAMPLE = "  rulelang play GAME --seat all --seed 7\n  rulelang play GAME --bot mcts:2s"

_WIDEST: Final = 120


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--seat",
        action="append",
        metavar="NAME",
        help="your seat (if not given, the first player's), `all` or `none`; may be repeated",
    )
    parser.add_argument(
        "--bot",
        type=bot_kind,
        default=bot_kind("mc"),
        metavar="KIND",
        help=f"who takes the other seats: {KINDS}; without a number, up to two seconds, and `mc` "
        "if not given",
    )
    add_width(parser)
    add_seed(parser)
    add_engine(parser)
    parser.add_argument(
        "--table",
        action="store_true",
        help="in a terminal: open a table of the game in the browser too, and say its address",
    )
    add_scenario(parser)
    parser.add_argument("--load", metavar="FILE", help="go on with a saved playthrough")
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="when play is over, count what was offered, chosen and won with, and write it "
        "(rulelang schema summary)",
    )


def run(parsed: argparse.Namespace) -> int:
    """Play a game to its end, or to the end of the input."""
    refuse_existing([parsed.record], force=False)
    with compiling():
        state = _begin(parsed)
    seats = _seats(state.game, parsed.seat)
    first_line = ""
    if seats and not is_terminal(sys.stdin):
        first_line = _first_line(sys.stdin)
        if not first_line and parsed.seat is None:
            seats = frozenset()
    bots = {
        player: parsed.bot.make((state.seed or 0) + player, among_bots=not seats)
        for player in range(len(state.game.players))
        if player not in seats
    }
    table = Table(state, bots, parsed.width)
    write(_title(state))
    if seats:
        if is_terminal(sys.stdin):
            write("Type a number to choose, h for help, ? NAME to ask what something is.")
        saver = Saver(parsed.game, _seating(parsed, table), len(state.history))
        with _table(parsed):
            code = Conversation(table, saver, Lines(first_line)).run()
    else:
        _watch(table)
        code = 0
    if parsed.record is not None:
        _record(table.state, parsed.record)
    return code


def _record(state: State, file: str) -> None:
    """Write what a play tells of its rules; one that is not over tells nothing of who wins."""
    from interpreter.report import of_plays, summary  # noqa: PLC0415 - where one is wanted

    if not state.is_terminal:
        remark(f"{file} is not written: this play is not over")
        return
    told = summary(of_plays(state.game, [state], "as played"))
    put(file, json.dumps(told, indent=1) + "\n", force=False)


@contextmanager
def _table(parsed: argparse.Namespace) -> Iterator[None]:
    """Open a table in the browser too where that was asked for, and say where."""
    if not (parsed.table and is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        yield
        return
    words = [parsed.game, *(f"--option={name}={value}" for name, value in parsed.option)]
    if parsed.players is not None:
        words.append(f"--players={parsed.players}")
    if parsed.scenario is not None:
        words.append(f"--scenario={parsed.scenario}")
    with table_beside(words) as link:
        if link:
            write(f"In the browser, a game of its own while this one runs: {link}\n")
        yield


def _begin(parsed: argparse.Namespace) -> State:
    """Return the state to play on from: a new game's start or where a saved one was left."""
    if parsed.load is None:
        return load_begun(parsed).begin(_new_seed() if parsed.seed is None else parsed.seed)
    if parsed.scenario is not None:
        raise UsageError("a saved play goes on where it is, and --scenario begins a new one")
    if parsed.seed is not None:
        raise UsageError("--seed belongs to a new game; a saved one brings its own")
    saved = read(parsed.load)
    options = dict(saved.options)
    for name, value in parsed.option:
        if options.get(name) != value:
            raise UsageError(
                f"{parsed.load} was played with {name} {options.get(name)}, not {value}"
            )
    if parsed.players not in (None, len(saved.players)):
        raise UsageError(f"{parsed.load} was played by {len(saved.players)}, not {parsed.players}")
    state = reopen(saved, parsed.game, parsed.engine)
    if state.seed is None:
        state = state.with_seed(_new_seed())
    return state.past_chance()


def _new_seed() -> int:
    return secrets.randbelow(2**32)


def _seats(game: Game, names: list[str] | None) -> frozenset[int]:
    """Return the seats at which people sit."""
    if names is None:
        return frozenset({0})
    words = [name.casefold() for name in names]
    if len(words) == 1 and words[0] in ("all", "none"):
        return frozenset(range(len(game.players)) if words[0] == "all" else ())
    return frozenset(seat_of(game, name) for name in names)


def _seating(parsed: argparse.Namespace, table: Table) -> tuple[str, ...]:
    """Return the words of the command line that put the same people and bots at a table again."""
    players = table.state.game.players
    if not table.bots:
        return ("--seat", "all")
    seats = [word for seat in table.people for word in ("--seat", players[seat])]
    width = () if parsed.width == redeal.WIDTH else ("--width", str(parsed.width))
    return (*seats, "--bot", str(parsed.bot), *width)


def _first_line(stream: TextIO | None) -> str:
    """Return the first line of piped input; "" where nothing comes."""
    return "" if stream is None or stream.closed else stream.readline()


def _title(state: State) -> str:
    """Return the game, its variant and the seed, from which it can be played again."""
    options = "".join(f", {name} {value}" for name, value in state.game.options.items())
    title = f"{state.game.name} ({', '.join(state.game.players)}{options}), seed {state.seed}"
    width = min(_WIDEST, get_terminal_size().columns)
    begun = state.game.begun
    where = () if begun is None else (f'It begins at the scenario "{begun.scenario.name}".',)
    texts = (title, *where, *state.game.notes)
    return "\n".join(line for text in texts for line in wrap(text, width))


def _watch(table: Table) -> None:
    """Let the bots play to the end, and tell it."""
    write("Bots play.\n")
    _tell(table.state, 0)
    while not table.state.is_terminal:
        known = len(table.state.history)
        _tell(table.let_bot_choose(), known + 1)
    write()
    width = min(_WIDEST, get_terminal_size((WIDTH, 24)).columns)
    write(draw(table.state, None, width))
    counted = scores(table.state, None, width)
    if counted != NOT_COUNTED:
        write()
        write(counted)
    for line in why_over(table.state, width):
        write(line)
    write()
    write(heading(table.state))


def _tell(state: State, since: int) -> None:
    for line in tell(state.path[since:]):
        write(line)
