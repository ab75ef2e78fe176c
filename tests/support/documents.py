"""The examples in documents: what stands in their ```` ```rules ```` blocks.

A block with `game "…"` and `play:` is a whole game. Any other is a fragment: it is read in a
frame, a game that declares what fragments speak of. What the fragment declares itself, it declares
in place of the frame. What else it needs, and no reader wants to see, stands in a comment above:

    <!-- beside: players 2..5 -->
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from rulelang import surface
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.source import Source

_BLOCK = re.compile(
    r"(?:^<!-- beside:\s+(?P<beside>.*?)\s*-->\n)?^```rules\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_DECLARATION = re.compile(r"^(?=[a-z])", re.MULTILINE)


@attrs.frozen
class Example:
    """A block of rules in a document; `line` is where its text begins.

    `beside`: further declarations that readers do not see.
    """

    document: Path = attrs.field(repr=False)
    line: int
    text: str = attrs.field(repr=False)
    beside: str = attrs.field(repr=False)

    def __str__(self) -> str:
        return f"{self.document.stem}:{self.line}"

    @property
    def is_whole(self) -> bool:
        """Whether this is a game, not a fragment of one."""
        return all(re.search(rf"^{word}", self.text, re.MULTILINE) for word in ("game ", "play:"))


def examples(document: Path) -> list[Example]:
    """Return the blocks of rules in a document, in order."""
    text = document.read_text(encoding="utf-8")
    return [
        Example(
            document,
            text.count("\n", 0, found.start("text")) + 1,
            found["text"],
            found["beside"] or "",
        )
        for found in _BLOCK.finditer(text)
    ]


def framed(fragment: Example, frame: str) -> str:
    """Return a whole game: a fragment, and below it what a frame has beside it."""
    shown = f"{fragment.text}\n{fragment.beside}\n"
    own = declared(shown)
    rest = [part for part in _DECLARATION.split(frame) if not own & declared(part)]
    return "".join((shown, *rest))


def declared(text: str) -> set[str]:
    """Return what a text declares: names, and headings such as `play` that a game has once."""
    sink = Sink()
    tree = parse(Source("text", text), sink)
    assert tree is not None, [str(found) for found in sink.found]
    assert not sink.has_errors, [str(found) for found in sink.found]
    return {name for node in tree.declarations for name in _names(node)}


def _names(node: surface.Declaration) -> list[str]:
    match node:
        case surface.Var(names=names):
            return [name.text for name in names]
        case surface.Scenario():
            return []
        case surface.Use(name=name):
            return [f"use {name.text}"]
        case surface.Players() | surface.Setup() | surface.Play() | surface.Length():
            return [type(node).__name__]
        case surface.Game():
            return ["Game"]
        case surface.Standing():
            return ["Standing"]
        case _:
            return [node.name.text]
