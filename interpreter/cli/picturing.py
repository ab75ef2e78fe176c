"""Pictures as files: the arguments that ask for them, and writing without overwriting."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from interpreter.cli.output import remark, write
from interpreter.game import Game
from interpreter.load import UsageError
from interpreter.picture import THEMES, outline, page, picture
from interpreter.state import State

LEAST, WIDTH, MOST = 320, 1280, 2400
_NARROW = (360, 700, 1000)
_STDOUT = "-"


def add_picture(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that ask for pictures."""
    parser.add_argument("--svg", metavar="FILE", help="write a picture; `-`: to standard output")
    parser.add_argument("--html", metavar="FILE", help="write a page with the picture")
    parser.add_argument("--text", action="store_true", help="say what the picture shows")
    parser.add_argument(
        "--width", type=_width, default=WIDTH, metavar="N", help=f"in pixels ({WIDTH})"
    )
    parser.add_argument(
        "--theme",
        choices=THEMES,
        default="auto",
        help="light or dark as the reader has set it (auto), or always so",
    )
    add_force(parser)


def add_onlooker(group: argparse._MutuallyExclusiveGroup) -> None:
    """Add `--onlooker` beside `--seat`."""
    group.add_argument(
        "--onlooker", action="store_true", help="draw what no player is denied (pictures)"
    )


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add `--force`."""
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")


def _width(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not LEAST <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(
            f"`{text}` is no width; give {LEAST} to {MOST} pixels, such as {WIDTH}"
        )
    return int(text)


def asks_for_picture(parsed: argparse.Namespace) -> bool:
    """Return whether a picture is asked for, in whatever form."""
    return parsed.svg is not None or parsed.html is not None or bool(parsed.text)


def viewer(parsed: argparse.Namespace, state: State, seat: int | None) -> int | None:
    """Return who looks: the seat that is named, else who is to choose, else the first player."""
    if parsed.onlooker or seat is not None:
        return seat
    return max(0, state.current_player)


def draw_files(parsed: argparse.Namespace, state: State, seat: int | None) -> None:
    """Write the pictures of a state that the arguments ask for.

    Raises:
        UsageError: a file is there already and `--force` is not given, or cannot be written.
    """
    game: Game = state.game
    who = viewer(parsed, state, seat)
    document, sight = game.document(), state.sight(who)
    _refuse_existing([parsed.svg, parsed.html], force=parsed.force)
    svg = picture(document, sight, width=parsed.width, theme=parsed.theme)
    if parsed.svg is not None:
        put(parsed.svg, svg, force=parsed.force)
    if parsed.html is not None:
        narrow = [width for width in _NARROW if width < parsed.width]
        pictures = [(w, picture(document, sight, width=w, theme=parsed.theme)) for w in narrow]
        put(parsed.html, page(game.name, [*pictures, (parsed.width, svg)]), force=parsed.force)
    if parsed.text:
        write(outline(svg))


def _refuse_existing(names: list[str | None], *, force: bool) -> None:
    """Refuse before anything is written, so that nothing is half done."""
    for name in names:
        if name is not None and name != _STDOUT and Path(name).exists() and not force:
            raise UsageError(f"{name} is there already; add --force to overwrite it")


def put(name: str, text: str, *, force: bool) -> None:
    """Write a file, or to standard output where its name is `-`.

    Raises:
        UsageError: it is there already and may not be overwritten, or it cannot be written.
    """
    if name == _STDOUT:
        sys.stdout.write(text)
        return
    try:
        with Path(name).open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{name} is there already; add --force to overwrite it") from None
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}") from None
    remark(f"wrote {name}")
