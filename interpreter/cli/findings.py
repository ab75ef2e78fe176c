"""Show findings about rule files, with the lines they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.cli.output import wants_colour
from rulelang.diagnostics import Diagnostic
from rulelang.files import read_source
from rulelang.render import render_all, to_json
from rulelang.source import Source


def shown(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], *, colour: bool = False
) -> str:
    """Return findings as text, each with its lines."""
    return render_all(diagnostics, sources, colour=colour)


def shown_here(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """Return findings as text for standard output, coloured if that is a terminal."""
    return shown(diagnostics, sources, colour=wants_colour())


def as_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """Return findings as data."""
    return [to_json(diagnostic) for diagnostic in diagnostics]


def sources_of(diagnostic: Diagnostic) -> dict[str, Source]:
    """Return the file that a finding of play points into, as far as it can still be read."""
    source = read_source(diagnostic.span.file)
    return {source.name: source} if isinstance(source, Source) else {}


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """Return 0 where nothing is an error, 1 for errors, 2 where a file could not even be read."""
    codes = [d.code for d in diagnostics if d.severity == "error"]
    return 2 if "unreadable" in codes else 1 if codes else 0


def counted(diagnostics: Iterable[Diagnostic]) -> str:
    """Return how many errors and warnings there are, in words.

    >>> counted([])
    'nothing found'
    """
    found = list(diagnostics)
    errors = sum(d.severity == "error" for d in found)
    parts = [(errors, "error"), (len(found) - errors, "warning")]
    texts = [f"{n} {what}{'s' if n > 1 else ''}" for n, what in parts if n]
    return ", ".join(texts) or "nothing found"
