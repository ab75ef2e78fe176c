"""The script and the style of all pages, as browsers are sent them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

from interpreter.table.showing import drawing

_PARTS: Final = (
    "choosing",
    "notes",
    "updating",
    "moving",
    "keys",
    "pointing",
    "sending",
    "hearing",
    "starting",
)
"""The files of the script: what is read first stands first, and the last one begins."""


def script() -> str:
    """Return the script of the pages: one file, since its parts know each other's names."""
    return "\n".join(_read(f"{part}.js") for part in _PARTS)


def style() -> str:
    """Return the style of the pages; that of pictures is `drawing.style`."""
    return _read("table.css")


def _read(name: str) -> str:
    return files("interpreter").joinpath("table", "static", name).read_text("utf-8")


SENT: Final[Mapping[str, Callable[[], str]]] = {
    "table.css": style,
    "table.js": script,
    "picture.css": drawing.style,
}
"""What pages ask for beside themselves, by name."""
