"""What is wrong with the look of a rule text, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from interpreter.cli.checking.outlines import Outlines
from interpreter.document.build import describe
from interpreter.document.shared import Shared
from interpreter.game import Game
from interpreter.look.checking import check
from interpreter.look.files import look_path
from interpreter.look.instances import Shelf, look_at
from interpreter.look.reading import LookText
from rulelang import core
from rulelang.anchors import Anchors
from rulelang.diagnostics import Sink
from rulelang.files import read_source
from rulelang.pipeline import Checked
from rulelang.prove.whole import Parts
from rulelang.source import Source


def with_look(rules: str, checked: Checked, outlines: Outlines | None = None) -> Checked:
    """Return what was found about a rule text and about the look beside it.

    A look is looked at when its rule text has no errors. `outlines`: those known of its variants.
    """
    sink = Sink()
    text = look_at(rules, sink) if checked.ok else None
    known = Outlines(Parts(Anchors())) if outlines is None else outlines
    sources: dict[str, Source] = {}
    if text is not None:
        shelf = Shelf(look_path(rules).parent, sink)
        alike = Shared(texts=None)
        games = (Game(spec, rules=rules) for spec in _unlike(text, checked.specs, known))
        documents = tuple(describe(game, alike).document for game in games)
        check(text, documents, shelf)
        sources = {text.source.name: text.source, **shelf.sources}
    if not sink.found:
        return checked
    if text is None:
        unread = read_source(str(look_path(rules)))
        sources = {unread.name: unread} if isinstance(unread, Source) else {}
    all_sources: Mapping[str, Source] = {**checked.sources, **sources}
    found = (*checked.diagnostics, *sink.found)
    return attrs.evolve(checked, diagnostics=found, sources=all_sources)


def _unlike(text: LookText, specs: Sequence[core.Spec], outlines: Outlines) -> Sequence[core.Spec]:
    """Return the variants of which something else may be found than of those before them."""
    hides = text.look.zones.hide or text.look.variables.hide
    outline = outlines.with_rules if hides else outlines.of
    files = [*text.cards.values(), *text.pieces.values()]
    files += [name for board in text.boards.values() for name in (board.art, board.places) if name]
    named = any("{" in name for name in files)  # after the settings of options
    found = {(outline(spec), spec.options if named else ()): spec for spec in reversed(specs)}
    return tuple(reversed(found.values()))
