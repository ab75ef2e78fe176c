"""One cause, one finding: a name that nothing declares is reported once, with its other places."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from rulelang.diagnostics import Diagnostic, Label

MERGED = ("unknown-name",)
SHOWN = 2
_NAME = re.compile(r"named `(\w+)`")


def by_cause(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings, in order, with those about one undeclared name made one.

    The first stays; the next places are shown with it, and how many more there are is said.
    """
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in found:
        groups.setdefault(_cause(diagnostic), []).append(diagnostic)
    return tuple(_merged(group) for group in groups.values())


def _cause(diagnostic: Diagnostic) -> object:
    name = _NAME.search(diagnostic.title)
    if diagnostic.code in MERGED and name:
        return (diagnostic.code, name[1], diagnostic.hint)
    return diagnostic


def _merged(group: list[Diagnostic]) -> Diagnostic:
    first, *others = group
    if not others:
        return first
    shown = tuple(Label(other.span, "and here") for other in others[:SHOWN])
    rest = len(others) - len(shown)
    more = f"It stands at {rest} more place{'s' if rest > 1 else ''}." if rest else ""
    text = " ".join(part for part in (first.text, more) if part)
    mend = tuple(edit for one in group for edit in one.mend)
    return attrs.evolve(first, related=(*first.related, *shown), text=text, mend=mend)
