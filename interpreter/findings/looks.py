"""What is wrong with the look of a rule text, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from interpreter.document import Shared
from interpreter.document.build import describe
from interpreter.findings.outlines import Outlines
from interpreter.game import Game
from interpreter.look import LookText, Shelf, check_look, look_at, look_path
from rulelang import core
from rulelang.anchors import Anchors
from rulelang.diagnostics import Sink
from rulelang.files import SAVED, read_source, unsaved_at
from rulelang.prove.whole import Parts
from rulelang.results import Checked
from rulelang.source import Source


def with_look(
    rules: str,
    checked: Checked,
    outlines: Outlines | None = None,
    unsaved: Mapping[str, str] = SAVED,
) -> Checked:
    """Return what was found about a rule text and about the look beside it.

    A look is looked at when its rule text has no errors. `outlines`: those known of its variants;
    `unsaved`: texts that count in place of files, by their resolved paths.
    """
    sink = Sink()
    text = look_at(rules, sink, unsaved) if checked.ok else None
    known = Outlines(Parts(Anchors())) if outlines is None else outlines
    sources: dict[str, Source] = {}
    if text is not None:
        shelf = Shelf(look_path(rules).parent, sink, unsaved)
        alike = Shared(texts=None)
        games = (Game(spec, rules=rules) for spec in _unlike(text, checked.specs, known))
        documents = tuple(describe(game, alike).document for game in games)
        check_look(text, documents, shelf)
        sources = {text.source.name: text.source, **shelf.sources}
    if not sink.found:
        return checked
    if text is None:
        sources = _unread(str(look_path(rules)), unsaved)
    all_sources: Mapping[str, Source] = {**checked.sources, **sources}
    found = (*checked.diagnostics, *sink.found)
    return attrs.evolve(checked, diagnostics=found, sources=all_sources)


def _unread(look: str, unsaved: Mapping[str, str]) -> dict[str, Source]:
    """Return the text of a look in which something could not be read, if it has any."""
    text = unsaved_at(look, unsaved)
    source = read_source(look) if text is None else Source(look, text)
    return {look: source} if isinstance(source, Source) else {}


def _unlike(text: LookText, specs: Sequence[core.Spec], outlines: Outlines) -> Sequence[core.Spec]:
    """Return the variants of which something else may be found than of those before them."""
    hides = text.look.zones.hide or text.look.variables.hide
    outline = outlines.with_rules if hides else outlines.of
    files = [*text.cards.values(), *text.pieces.values()]
    files += [name for board in text.boards.values() for name in (board.art, board.places) if name]
    named = any("{" in name for name in files)  # after the settings of options
    found = {(outline(spec), spec.options if named else ()): spec for spec in reversed(specs)}
    return tuple(reversed(found.values()))
