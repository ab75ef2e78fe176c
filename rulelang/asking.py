"""Build one instance of a rule file so that more can be asked about it: for debuggers."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.diagnostics import Sink
from rulelang.elaborate.asking import Inquiry
from rulelang.elaborate.context import Context
from rulelang.elaborate.instance import elaborate_to_ask
from rulelang.elaborate.requests import Instance, Request
from rulelang.pipeline import build
from rulelang.results import Built


def build_to_ask(
    path: str, players: int | None = None, options: Mapping[str, str] | None = None
) -> tuple[Built, Inquiry | None]:
    """Elaborate one instance of a rule file as `build` does; None: it has errors.

    >>> from pathlib import Path
    >>> any_game = min(Path("games").glob("*.rules"))
    >>> built, inquiry = build_to_ask(str(any_game))
    >>> inquiry is not None and inquiry.spec == built.spec
    True
    """
    kept: list[Context] = []

    def elaborating(request: Request, sink: Sink) -> Instance:
        instance, context = elaborate_to_ask(request, sink)
        kept.append(context)
        return instance

    built = build(path, players, options, elaborating)
    return built, None if built.spec is None else Inquiry(kept[0], built.spec)
