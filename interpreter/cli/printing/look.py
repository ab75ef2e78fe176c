"""Tell the boards of a game, or lay out its maps: the places of spaces that edges join.

Without an option: each board, and the rule of layout that places it. With --places: a layout, with
no crossings where the map allows that, is written beside the rule text, `name,x,y` with numbers
from 0 to 1000, to be kept and edited. That takes some seconds and the package networkx; pictures
need neither.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from interpreter.cli.output import remark, write
from interpreter.cli.printing.look_files import Map, maps_of
from interpreter.document.model import GameDocument
from interpreter.load import UsageError, find, load_all
from interpreter.look import (
    BadLine,
    Laid,
    board_of,
    laid_out,
    look_of,
    look_path,
    places_text,
    read_places,
)
from interpreter.look_model import Point
from interpreter.picture.boards import boards

EXAMPLE = """  rulelang look GAME
  rulelang look my_game.rules --places
  rulelang look my_game.rules --places --from sketch.csv --force"""
_MISSING = "laying out maps needs the package networkx: python -m pip install 'rulelang[look]'"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("game", metavar="GAME", help="a rule file, or the name of a game")
    parser.add_argument("--places", action="store_true", help="lay out the maps of the game")
    parser.add_argument(
        "--from",
        dest="sketch",
        metavar="FILE",
        type=Path,
        help="with --places: how a map is to lie, `name,x,y`. Three places or more turn it; all "
        "of them are kept as far as nothing crosses or crowds",
    )
    parser.add_argument(
        "--force", action="store_true", help="with --places: overwrite places that are kept"
    )


def run(parsed: argparse.Namespace) -> int:
    """Tell the boards, or write places."""
    rules = find(parsed.game)
    documents = tuple(game.document() for game in load_all(rules).games)
    if not parsed.places:
        if parsed.sketch or parsed.force:
            raise UsageError("--from and --force go with --places")
        return _told(documents)
    maps = maps_of(rules, documents)
    if not maps:
        raise UsageError(f"{rules} has no map to lay out: no space whose places edges join")
    sketch = {} if parsed.sketch is None else _sketch(parsed.sketch)
    for one in maps:
        if one.path.exists() and not parsed.force:
            raise UsageError(f"{one.path} is there already; --force overwrites it")
        _refuse_unknown(sketch, one, parsed.sketch)
    for one in maps:
        _lay(one, sketch)
    _tell_look(rules, maps)
    return 0


def _told(documents: tuple[GameDocument, ...]) -> int:
    """Write the boards of all variants, those that are alike once."""
    lines: dict[str, None] = {}
    for document in documents:
        for board in boards(document, look_of(document)):
            line = f"{board.key}: rule {board.rule}, {len(board.places)} places"
            line += f", {len(board.edges)} edges" if board.edges else ""
            lines["\n  ".join((line, *board.notes))] = None
    write("\n".join(lines) or "no boards: all lies in zones")
    return 0


def _sketch(path: Path) -> Mapping[str, Point]:
    found = read_places(path.read_text(encoding="utf-8"))
    if isinstance(found, BadLine):
        raise UsageError(f"{path}:{found.line}: this is no file of places: {found.words}")
    return found.points


def _refuse_unknown(sketch: Mapping[str, Point], one: Map, path: Path) -> None:
    strange = [name for name in sketch if name not in one.family.labels]
    if strange:
        raise UsageError(f"{path}: `{one.family.name}` has no place `{strange[0]}`")


def _lay(one: Map, sketch: Mapping[str, Point]) -> None:
    """Lay out one map and write its file."""
    labels = one.family.labels
    known = {n: sketch[name] for n, name in enumerate(labels) if name in sketch}
    try:
        laid = laid_out(len(labels), one.ends, known, _progress)
    except ImportError:
        raise UsageError(_MISSING) from None
    finally:
        _progress("")
    one.path.parent.mkdir(exist_ok=True)
    text = places_text(board_of(one.family, one.ends), dict(zip(labels, laid.points, strict=True)))
    one.path.write_text(text, encoding="utf-8", newline="\n")
    write(f"{one.path}: {len(labels)} places, {_quality(laid)}")


def _quality(laid: Laid) -> str:
    found = laid.measures
    crossings = f"{found.crossings} crossing{'' if found.crossings == 1 else 's'}"
    return f"{crossings}, edges keep {found.clearance:.2f} of their mean length from other places"


def _progress(words: str) -> None:
    """Show what goes on in one line of a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()


def _tell_look(rules: str, maps: tuple[Map, ...]) -> None:
    """Write a look that names the places where there is none; else say which lines it lacks."""
    path = look_path(rules)
    lines = {f'[board.{one.family.name}]\nplaces = "{one.template}"' for one in maps if one.is_new}
    if not lines:
        return
    text = "\n".join(sorted(lines))
    if path.exists():
        remark(f"rulelang: to draw with these places, add to {path}:\n{text}")
    else:
        path.write_text(f"look = 1\n\n{text}\n", encoding="utf-8", newline="\n")
        write(f"{path}: names these places")
