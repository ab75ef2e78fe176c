"""Write the pieces of a game as sheets to print and cut out."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from interpreter.cli.arguments import add_game, load_game
from interpreter.cli.files import put, refuse_existing
from interpreter.cli.output import write
from interpreter.cli.printing.picturing import look_for
from interpreter.load import UsageError
from interpreter.picture import plan_of
from interpreter.sheets import PAPERS, Sheet, SizeError, board_sheets, html, pdf, sheets
from interpreter.sheets.art import ArtError, read_folder
from interpreter.sheets.drawing import wanted

EXAMPLE = "  rulelang sheets GAME --pdf pieces.pdf"
_WIDTH = 1280
_SIZE = re.compile(r"(\d{1,3}(?:\.\d)?)x(\d{1,3}(?:\.\d)?)")
_LEAST = 5.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.set_defaults(engine="reference")
    parser.add_argument("--html", metavar="FILE", help="write a page to print; `-`: to stdout")
    parser.add_argument("--pdf", metavar="FILE", help="write a PDF (extra `print`)")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="a4 or letter (a4)")
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="of a piece in mm (cards 63x88, others 30x30)"
    )
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="a component; may be given several times"
    )
    parser.add_argument(
        "--boards",
        action="store_true",
        help="the boards too, one on a sheet, as large as it has room",
    )
    parser.add_argument(
        "--art", metavar="FOLDER", help="your own faces and backs, PNG or SVG, named as pieces are"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")


def run(parsed: argparse.Namespace) -> int:
    """Write the sheets, or tell what they would have on them."""
    refuse_existing([parsed.html, parsed.pdf], force=parsed.force)
    game = load_game(parsed)
    document, paper = game.document(), PAPERS[parsed.paper]
    known = [component.name for component in document.components]
    for name in parsed.only or ():
        if name not in known:
            raise UsageError(f"there is no component `{name}`; there are {', '.join(known)}")
    only = None if parsed.only is None else frozenset(parsed.only)
    plan = plan_of(document, look_for(game), _WIDTH, None)
    try:
        art = (
            {} if parsed.art is None else read_folder(Path(parsed.art), wanted(plan, parsed.size))
        )
        found = sheets(plan, paper, size=parsed.size, only=only, art=art)
    except (ArtError, SizeError) as error:
        raise UsageError(str(error)) from None
    if parsed.boards:
        found = (*found, *board_sheets(plan, game.start(seed=0).sight(None), paper))
    if not found:
        raise UsageError(f"{game.name} has no pieces to print")
    if parsed.pdf is not None:
        put(parsed.pdf, pdf(found, paper), force=parsed.force)
    if parsed.html is not None:
        put(parsed.html, html(game.name, found, paper), force=parsed.force)
    if parsed.html is None and parsed.pdf is None:
        write("\n".join(_told(found)))
    return 0


def _told(found: tuple[Sheet, ...]) -> list[str]:
    fronts = [one for one in found if one.pieces and not one.back]
    boards = [f"{one.component}: a board on one sheet" for one in found if not one.pieces]
    names = dict.fromkeys(one.component for one in fronts)
    pieces = [
        f"{name}: {sum(one.pieces for one in fronts if one.component == name)} pieces on"
        f" {sum(one.component == name for one in fronts)} sheets"
        for name in names
    ]
    return pieces + boards


def _size(text: str) -> tuple[float, float]:
    found = _SIZE.fullmatch(text)
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if min(size) < _LEAST:
        raise argparse.ArgumentTypeError(
            f"`{text}` is no size; give width and height in mm from {_LEAST:g}, such as 63x88"
        )
    return size
