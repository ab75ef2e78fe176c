"""What is wrong with the look of a rule text, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from interpreter.document.build import describe
from interpreter.document.shared import Shared
from interpreter.game import Game
from interpreter.look.checking import check
from interpreter.look.files import look_path
from interpreter.look.instances import Shelf, look_at
from rulelang.diagnostics import Sink
from rulelang.files import read_source
from rulelang.pipeline import Checked
from rulelang.source import Source


def with_look(rules: str, checked: Checked) -> Checked:
    """Return what was found about a rule text and about the look beside it.

    A look is looked at when its rule text has no errors.
    """
    sink = Sink()
    text = look_at(rules, sink) if checked.ok else None
    sources: dict[str, Source] = {}
    if text is not None:
        shelf = Shelf(look_path(rules).parent, sink)
        alike = Shared(texts=None)
        games = (Game(spec, rules=rules) for spec in checked.specs)
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
