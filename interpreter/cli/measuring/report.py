"""Play a game in several ways and report what that says: a page, data, or a short text."""

from __future__ import annotations

import argparse

from interpreter.cli.arguments import add_engine, add_game, add_json, add_seed, load_game, natural
from interpreter.cli.output import clear_progress, progress, write, write_json
from interpreter.cli.printing.picturing import put, refuse_existing
from interpreter.load import load, load_all
from interpreter.report import EFFORT, GAMES, compared, html, report, rows, summary, text

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
    parser.add_argument("--html", metavar="FILE", help="write a page; `-`: to standard output")
    parser.add_argument("--rows", metavar="FILE", help="write a line for each random play (CSV)")
    parser.add_argument("--compare", metavar="RULES", help="another text, told beside this one")
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")
    add_seed(parser)
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Measure, and write what was found."""
    refuse_existing([parsed.html, parsed.rows], force=parsed.force)
    game = load_game(parsed)
    options = dict(parsed.option)
    now = [""]
    shown = progress(lambda _: f"{game.name}: {now[0]}")

    def told(what: str) -> None:
        now[0] = what
        shown(0)

    seed: int = parsed.seed or 0
    found = report(
        game,
        parsed.n,
        seed=seed,
        effort=parsed.effort,
        of_text=load_all(parsed.game, players=parsed.players, options=options),
        told=told,
    )
    other = None
    if parsed.compare is not None:
        older = load(
            parsed.compare, players=len(game.players), options=options, engine=parsed.engine
        )
        other = report(older, parsed.n, seed=seed, effort=parsed.effort, told=told)
    clear_progress()
    if parsed.rows is not None:
        put(parsed.rows, rows(game, found.lengths, found.returns), force=parsed.force)
    if parsed.html is not None:
        put(parsed.html, html(found, other), force=parsed.force)
    if parsed.json:
        write_json(summary(found))
    elif parsed.html != "-" and parsed.rows != "-":
        write(text(found) if other is None else f"{text(found)}\n{compared(found, other)}")
    return 0
