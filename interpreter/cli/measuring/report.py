"""Play a game in several ways and report what that says: a page, data, or a short text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.cli.arguments import add_engine, add_game, add_json, add_seed, load_game, natural
from interpreter.cli.bots import add_width
from interpreter.cli.files import put, refuse_existing
from interpreter.cli.measuring import reaching
from interpreter.cli.measuring.counts import ROWS, write_files
from interpreter.cli.output import clear_progress, progress, remark, write, write_json
from interpreter.game import Game
from interpreter.hosting import reached
from interpreter.load import UsageError, load, load_all
from interpreter.report import (
    EFFORT,
    GAMES,
    compared,
    html,
    of_plays,
    report,
    summary,
    text,
)
from interpreter.state import State
from interpreter.table import is_database, plays_of, reading

EXAMPLE = """  rulelang report GAME
  rulelang report GAME --html report.html
  rulelang report GAME -n 2000 --effort 0 --json"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument(
        "-n",
        type=natural,
        metavar="N",
        help=f"random plays ({GAMES:,}, or 20 where the reference engine plays)",
    )
    parser.add_argument(
        "--effort",
        type=natural,
        default=EFFORT,
        metavar="N",
        help=f"playouts of bots for each rung of the ladder ({EFFORT:,}); 0: no bots play",
    )
    add_width(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page; `-`: to standard output")
    parser.add_argument("--rows", metavar="FILE", help=ROWS)
    parser.add_argument(
        "--record", metavar="FILE", help="write the report as data, as --json does"
    )
    parser.add_argument(
        "--plays",
        nargs="+",
        metavar="FILE",
        help="of these plays in place of random ones: saved ones, files of sessions, databases of "
        "tables",
    )
    parser.add_argument(
        "--variants",
        action="store_true",
        help="beside it the variants that differ in one setting, each as often at random",
    )
    parser.add_argument("--compare", metavar="RULES", help="another text, told beside this one")
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")
    add_seed(parser)
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Measure, and write what was found."""
    refuse_existing([parsed.html, parsed.rows, parsed.record], force=parsed.force)
    game = load_game(parsed)
    if parsed.plays is not None:
        return _of_plays(parsed, game)
    options = dict(parsed.option)
    older = None
    if parsed.compare is not None:  # loaded first: what is wrong with it is told at once
        older = load(
            parsed.compare, players=len(game.players), options=options, engine=parsed.engine
        )
    now = [""]
    shown = progress(lambda _: f"{game.name}: {now[0]}")

    def told(what: str) -> None:
        now[0] = what
        shown(0)

    seed: int = parsed.seed or 0
    width = max(1, parsed.width)
    name = reaching.name_of(parsed.game, parsed.players, options, seed)
    known = reaching.kept(name)
    found = report(
        game,
        parsed.n,
        seed=seed,
        effort=parsed.effort,
        width=width,
        of_text=known or load_all(parsed.game, players=parsed.players, options=options),
        beside=load_all(parsed.game).games if parsed.variants else (),
        scored=parsed.rows is not None,
        told=told,
    )
    if known is None and name == reaching.name_of(parsed.game, parsed.players, options, seed):
        reaching.keep(name, found.coverage)  # the text is still what was loaded
    other = None
    if older is not None:
        other = report(older, parsed.n, seed=seed, effort=parsed.effort, width=width, told=told)
    clear_progress()
    write_files(found, parsed.record, parsed.rows, force=parsed.force)
    if parsed.html is not None:
        put(parsed.html, html(found, other), force=parsed.force)
    if parsed.json:
        write_json(summary(found))
    elif parsed.html != "-" and parsed.rows != "-":
        write(text(found) if other is None else f"{text(found)}\n{compared(found, other)}")
    return 0


def _states(files: Sequence[str], game: Game) -> Iterator[tuple[str, State]]:
    """Yield where plays have come to, and what each is called; of a database all of the game."""
    for file in files:
        if is_database(file):
            with reading(file) as store:
                yield from ((f"table {row.id}", state) for row, state in plays_of(game, store))
        else:
            yield file, reached(Path(file), game)


def _of_plays(parsed: argparse.Namespace, game: Game) -> int:
    """Report what plays tell that were played elsewhere."""
    ended: list[State] = []
    for file, state in _states(parsed.plays, game):
        if state.is_terminal:
            ended.append(state)
        else:
            remark(f"{file}: this play is not over, and is left out")
    if not ended:
        raise UsageError("none of these plays is over")
    found = of_plays(game, ended, "as saved")
    write_files(found, parsed.record, parsed.rows, force=parsed.force)
    if parsed.html is not None:
        put(parsed.html, html(found), force=parsed.force)
    if parsed.json:
        write_json(summary(found))
    else:
        write(text(found))
    return 0
