"""Write the pieces of a game for another program: a table in three dimensions, or a card tool."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from interpreter.cli.arguments import add_game, add_seed, load_game
from interpreter.cli.files import refuse_existing, write_file
from interpreter.cli.output import remark
from interpreter.cli.printing.picturing import look_for
from interpreter.exports import (
    Pieces,
    component_studio,
    nandeck,
    pieces_of,
    playing_cards,
    sheet,
    tabletop_playground,
    tabletop_simulator,
)
from interpreter.load import UsageError
from interpreter.picture import plan_of
from interpreter.sheets.art import ArtError, read_folder
from interpreter.sheets.drawing import wanted

EXAMPLE = "  rulelang export GAME --to csv --out pieces"
_WIDTH = 1280
_WRITERS: Final[dict[str, Callable[[Pieces, str], dict[str, bytes]]]] = {
    "tts": tabletop_simulator,
    "ttpg": lambda pieces, _: tabletop_playground(pieces),
    "nandeck": lambda pieces, _: nandeck(pieces),
    "csv": lambda pieces, _: component_studio(pieces),
    "pcio": lambda pieces, _: playing_cards(pieces),
    "sheet": lambda pieces, _: sheet(pieces),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.set_defaults(engine="reference")
    add_seed(parser)
    parser.add_argument(
        "--to",
        choices=_WRITERS,
        required=True,
        help="Tabletop Simulator, Tabletop Playground, nanDECK, Component Studio, playingcards.io,"
        " sheets of faces",
    )
    parser.add_argument("--out", metavar="FOLDER", required=True, help="where the files go")
    parser.add_argument("--art", metavar="FOLDER", help="your own faces and backs, PNG or SVG")
    parser.add_argument(
        "--url",
        metavar="ADDRESS",
        help="tts: where the images will lie (this machine, where nobody else sees them)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")


def run(parsed: argparse.Namespace) -> int:
    """Make all files, then write them."""
    game = load_game(parsed)
    out = Path(parsed.out)
    plan = plan_of(game.document(), look_for(game), _WIDTH, None)
    seed = parsed.seed or 0
    made = pieces_of(plan, game.start(seed=seed), seed)
    if not made.items:
        raise UsageError(f"{game.name} has no pieces")
    if parsed.art is not None:
        try:
            art = read_folder(Path(parsed.art), wanted(plan))
        except ArtError as error:
            raise UsageError(str(error)) from None
        made = attrs.evolve(made, art=art)
    files = _WRITERS[parsed.to](made, _address(parsed.url, out))
    _write(out, files, force=parsed.force)
    if parsed.to == "tts" and parsed.url is None:
        remark("the images are named on this machine: others see them with --url ADDRESS only")
    return 0


def _address(url: str | None, out: Path) -> str:
    if url is None:
        return out.resolve().as_uri() + "/"
    if not url.startswith(("https://", "http://", "file:///")):
        raise UsageError(f"`{url}` is no address; write --url https://example.org/my_game/")
    return url if url.endswith("/") else f"{url}/"


def _write(out: Path, files: dict[str, bytes], *, force: bool) -> None:
    """Write all files, or none where one is there already or cannot be written."""
    refuse_existing([str(out / name) for name in files], force=force, makes_folders=True)
    new: list[Path] = []
    try:
        for name, data in files.items():
            path = out / name
            is_new = not path.exists()
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from None
            write_file(path, data, force=force)
            new += [path] if is_new else []
    except BaseException:
        for path in new:
            path.unlink(missing_ok=True)
        raise
    remark(f"wrote {len(files)} file{'s' if len(files) != 1 else ''} to {out}")
