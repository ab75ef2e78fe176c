"""Pictures as files, and the arguments that ask for them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from interpreter.cli.files import put, refuse_existing
from interpreter.cli.findings import counted, shown
from interpreter.cli.output import remark, write
from interpreter.document.sight import Sight
from interpreter.game import Game
from interpreter.look import Look, LookError, check_names, look_at, look_of
from interpreter.picture import THEMES, outline, page, picture, replay
from interpreter.play import tell
from interpreter.state import State
from rulelang.diagnostics import Sink

LEAST, WIDTH, MOST = 320, 1280, 2400
_NARROW = (360, 700, 1000)
_NAME = re.compile(r"\w+")


def add_picture(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that ask for pictures."""
    parser.add_argument("--svg", metavar="FILE", help="write a picture; `-`: to standard output")
    parser.add_argument("--html", metavar="FILE", help="write a page with the picture")
    parser.add_argument("--text", action="store_true", help="say what the picture shows")
    add_shape(parser)


def add_shape(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how pictures are drawn, and `--force`."""
    parser.add_argument(
        "--width", type=_width, default=WIDTH, metavar="N", help=f"in pixels ({WIDTH})"
    )
    parser.add_argument(
        "--theme",
        choices=THEMES,
        default="auto",
        help="light or dark as the reader has set it (auto), or always so",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")


def add_onlooker(group: argparse._MutuallyExclusiveGroup) -> None:
    """Add `--onlooker` beside `--seat`."""
    group.add_argument(
        "--onlooker", action="store_true", help="draw what no player is denied (pictures)"
    )


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
    document, sight, look = game.document(), state.sight(who), look_for(game)
    refuse_existing([parsed.svg, parsed.html], force=parsed.force)
    svg = picture(document, sight, look, parsed.width, parsed.theme)
    if parsed.svg is not None:
        put(parsed.svg, svg, force=parsed.force)
    if parsed.html is not None:
        narrow = [width for width in _NARROW if width < parsed.width]
        pictures = [(w, picture(document, sight, look, w, parsed.theme)) for w in narrow]
        put(parsed.html, page(game.name, [*pictures, (parsed.width, svg)]), force=parsed.force)
    if parsed.text:
        write(outline(svg))


def look_for(game: Game) -> Look:
    """Return the look of a game, and say what it names that is not there.

    Raises:
        LookError: it has errors.
    """
    look = look_of(game.document())
    findings = _wrong_names(game)
    if findings:
        remark(findings)
    return look


def warn_of_look(game: Game) -> None:
    """Say what is wrong with the look of a game that is drawn in the terminal all the same."""
    try:
        look_for(game)
    except LookError as error:
        remark(shown(error.diagnostics, error.sources))
        remark(f"rulelang: drawn without {error.path}: {counted(error.diagnostics)}")


def _wrong_names(game: Game) -> str:
    """Return the findings about names in a look that the rule text has not; "" for none."""
    sink = Sink()
    text = look_at(game.rules, sink) if game.rules else None
    if text is None:
        return ""
    said: set[str] = set()
    for path in (Path(game.rules), *_tables(Path(game.rules))):
        said |= {*_NAME.findall(path.read_text(encoding="utf-8", errors="replace"))}
    check_names(text, game.document(), said, sink)
    return shown(sink.found, {text.source.name: text.source}) if sink.found else ""


def _tables(rules: Path) -> list[Path]:
    """Return the tables that lie in the folder of a rule text."""
    folder = rules.with_suffix("")
    return sorted(folder.glob("*.csv")) if folder.is_dir() else []


def draw_replay(parsed: argparse.Namespace, state: State, seat: int | None) -> None:
    """Write a page that steps through the play which led to a state.

    Raises:
        UsageError: the file is there already and `--force` is not given, or cannot be written.
        LookError: the look of the game has errors.
    """
    refuse_existing([parsed.html], force=parsed.force)
    game: Game = state.game
    text = replay(
        game.document(), moments(state, seat), look_for(game), parsed.width, parsed.theme
    )
    put(parsed.html, text, force=parsed.force)


def moments(state: State, seat: int | None) -> Iterator[tuple[Sight, str]]:
    """Yield what a seat or an onlooker saw at each state of a play, and what was told of it."""
    known = 0
    for reached in state.path:
        sight = reached.sight(seat)
        if seat is None:
            chosen = sight.since.chosen
            told = [choice.sentence for choice in chosen[known:]]
            known = len(chosen)
        else:
            told = [line.strip() for line in tell([reached], seat)]
        yield sight, " · ".join(told)
