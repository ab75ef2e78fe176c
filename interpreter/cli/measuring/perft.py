"""Count the plays of a game by depth, to compare two implementations of its rules."""

from __future__ import annotations

import argparse

from interpreter.cli.arguments import add_engine, add_game, add_json, load_game, natural
from interpreter.cli.output import clear_progress, remark, show_progress, write, write_json
from interpreter.formats import head
from interpreter.measuring.perft import Perft, PerftProgress, perft

EXAMPLE = "  rulelang perft GAME 3 --distinct"
_INTERRUPTED = 130


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=natural, help="how many plies deep")
    parser.add_argument(
        "--by",
        choices=("choice", "turn"),
        default="choice",
        help="what a ply is: a choice or chance outcome (so if not given), or a player's turn",
    )
    parser.add_argument("--distinct", action="store_true", help="count distinct positions too")
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Count, and write the counts."""
    game = load_game(parsed)
    counted = perft(
        game,
        parsed.depth,
        parsed.by,
        distinct=parsed.distinct,
        progress=_show,
    )
    clear_progress()
    if parsed.json:
        write_json(_as_json(game.name, parsed.by, counted))
    else:
        write(_as_text(counted))
    if counted.interrupted:
        remark(f"rulelang: interrupted; depth {len(counted.counts) - 1} is the last that is whole")
        return _INTERRUPTED
    return 0


def _show(done: PerftProgress) -> None:
    """Say on the line of progress how far the count is."""
    show_progress(f"depth {done.depth}: {done.count:,} plays, {done.positions:,} positions")


def _as_text(counted: Perft) -> str:
    """Return the counts as a table, one depth a line."""
    titles = ["depth", "plays", "finished", *(["positions"] if counted.positions else [])]
    rows = [
        [str(depth), f"{plays:,}", f"{finished:,}"]
        for depth, (plays, finished) in enumerate(
            zip(counted.counts, counted.finished, strict=True)
        )
    ]
    for row, positions in zip(rows, counted.positions or (), strict=False):
        row.append(f"{positions:,}")
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (titles, *rows)
    ]
    if counted.complete_games is not None:
        lines.append(f"complete games: {counted.complete_games:,}")
    return "\n".join(lines)


def _as_json(name: str, by: str, counted: Perft) -> dict[str, object]:
    """Return the counts as data; lists are by depth, from 0."""
    return {
        **head("perft"),
        "game": name,
        "by": by,
        "counts": list(counted.counts),
        "finished": list(counted.finished),
        "positions": None if counted.positions is None else list(counted.positions),
        "complete_games": counted.complete_games,
        "interrupted": counted.interrupted,
    }
