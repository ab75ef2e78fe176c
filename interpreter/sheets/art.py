"""Drawings of an author's own in place of faces and backs: a folder of PNG and SVG files.

A file is named after what it shows, in small letters with hyphens: `king.png`, `mark-p1.svg`,
`back.png`, `back-chest.png`. Nothing is taken that is not wanted, has another shape than the
piece, or could do anything but be seen.
"""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import attrs

from interpreter.look import Fault, read_art
from interpreter.look_model import Art
from interpreter.picture import drawing_in
from interpreter.picture.ink.svg import Box, num

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_MOST_BYTES: Final = 5_000_000
_MOST_PIXELS: Final = 4_096
_TOLERANCE: Final = 0.02
"""How much wider or higher than the piece a drawing may be: a fiftieth cannot be seen."""


class ArtError(Exception):
    """A file of the folder cannot be used; the message names it and the mend."""


@attrs.frozen
class Picture:
    """A drawing that was found harmless. `width`, `height`: in its own units."""

    width: float
    height: float
    drawn: Art | bytes = attrs.field(repr=False)

    def at(self, box: Box) -> str:
        """Return it drawn into a box."""
        if isinstance(self.drawn, Art):
            return drawing_in(self.drawn, box)
        x, y, width, height = (num(part) for part in box)
        data = b64encode(self.drawn).decode("ascii")
        return (
            f'<image x="{x}" y="{y}" width="{width}" height="{height}"'
            f' preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
        )


def key_of(label: str) -> str:
    """Return what a file for a piece is called.

    >>> key_of("Mark(P1)"), key_of("back chest")
    ('mark-p1', 'back-chest')
    """
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")


def read_folder(folder: Path, wanted: Mapping[str, tuple[float, float]]) -> dict[str, Picture]:
    """Return the drawings of a folder by their keys.

    `wanted`: width and height of the pieces that may have one.

    Raises:
        ArtError: there is no such folder, or one of its files cannot be used.
    """
    if not folder.is_dir():
        raise ArtError(f"there is no folder `{folder}`")
    found: dict[str, Picture] = {}
    for file in sorted(folder.iterdir()):
        if file.name.startswith("."):
            continue
        key = file.stem
        _refuse_name(file, key, wanted)
        if key in found:
            raise ArtError(f"{file}: there are two files for `{key}`; take one of them away")
        found[key] = _read(file, key)
        _refuse_shape(file, found[key], wanted[key])
    return found


def _refuse_name(file: Path, key: str, wanted: Iterable[str]) -> None:
    if file.suffix not in (".png", ".svg"):
        raise ArtError(f"{file}: only .png and .svg files are taken")
    if key not in wanted:
        names = sorted(wanted)
        near = get_close_matches(key, names, n=1)
        mend = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(names[:8])}"
        raise ArtError(f"{file}: no piece is called `{key}`; {mend}")


def _refuse_shape(file: Path, picture: Picture, size: tuple[float, float]) -> None:
    asked = size[0] / size[1]
    if abs(picture.width / picture.height / asked - 1) > _TOLERANCE:
        high = round(picture.width / asked)
        raise ArtError(
            f"{file}: it is {picture.width:g} × {picture.height:g}, and the piece"
            f" {size[0]:g} × {size[1]:g} mm; {picture.width:g} × {high} would fit"
        )


def _read(file: Path, key: str) -> Picture:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ArtError(f"{file} cannot be read: {error.strerror}") from error
    if len(data) > _MOST_BYTES:
        raise ArtError(f"{file}: it has {len(data):,} bytes; at most {_MOST_BYTES:,} are taken")
    if file.suffix == ".png":
        width, height = _size_of_png(file, data)
        return Picture(width, height, data)
    art = read_art(data, f"art-{key}-")
    if isinstance(art, Fault):
        hint = f" ({art.hint})" if art.hint else ""
        raise ArtError(f"{file}:{art.line}:{art.column}: it {art.words}{hint}")
    return Picture(art.view[2], art.view[3], art)


def _size_of_png(file: Path, data: bytes) -> tuple[int, int]:
    """Return width and height of a PNG whose parts are whole."""
    at, size = len(_SIGNATURE), (0, 0)
    if not data.startswith(_SIGNATURE):
        raise ArtError(f"{file}: it is no PNG")
    while at + 12 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        sort, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        check = data[at + 8 + length : at + 12 + length]
        if len(check) < 4 or struct.unpack(">I", check)[0] != zlib.crc32(sort + body):
            break
        if sort == b"IHDR" and length == 13:
            size = struct.unpack(">II", body[:8])
        if sort == b"IEND":
            if not all(0 < part <= _MOST_PIXELS for part in size):
                told = f"{size[0]} × {size[1]} pixels; at most {_MOST_PIXELS:,} a side are taken"
                raise ArtError(f"{file}: it has {told}")
            return size[0], size[1]
        at += 12 + length
    raise ArtError(f"{file}: it is damaged, or only in part; save it anew")
