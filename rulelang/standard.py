"""The library pieces that a text uses: facts and effects that are written once for all games."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

from rulelang import surface
from rulelang.diagnostics import Sink
from rulelang.evolving import evolve
from rulelang.files import read_source
from rulelang.messages import flow
from rulelang.parse import parse
from rulelang.source import Source

STD: Final = Path(__file__).with_name("std")
Pieces: TypeAlias = dict[Source, tuple[surface.Declaration, ...]]
"""What was read of pieces: there are as many as the library has."""


def library(
    text: surface.RuleText, sink: Sink, sources: dict[str, Source], pieces: Pieces
) -> tuple[surface.Declaration, ...]:
    """Return what the pieces declare that a text uses, and add them to its sources.

    `pieces`: those read before, whose declarations are the same objects again.
    """
    found: list[surface.Declaration] = []
    for node in text.declarations:
        if not isinstance(node, surface.Use):
            continue
        file = STD / f"{node.name.text}.rules"
        if not file.is_file():
            known = ", ".join(f"`{f.stem}`" for f in sorted(STD.glob("*.rules")))
            sink.add(flow.unknown_use(node.name.text, known, node.name.span))
            continue
        source = evolve(_must_read(str(file)), name=f"std/{file.name}")
        sources[source.name] = source
        found += pieces.get(source) or _read(source, pieces)
    return tuple(found)


def _read(source: Source, pieces: Pieces) -> tuple[surface.Declaration, ...]:
    mine = Sink()
    piece = parse(source, mine)
    assert piece is not None, mine.found
    assert not mine.found, mine.found
    kinds = surface.Fact | surface.Effect
    pieces[source] = tuple([node for node in piece.declarations if isinstance(node, kinds)])
    return pieces[source]


def _must_read(path: str) -> Source:
    source = read_source(path)
    assert isinstance(source, Source), source.title
    return source
