"""One cause, one finding: a name that nothing declares is reported once, with its other places.

before:  nothing is named `calm`, at five places; `clam` is declared, and stands nowhere else
after:   `clam` is declared, but never meant: everywhere else it is `calm`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import attrs

from rulelang.diagnostics import Diagnostic, Label
from rulelang.findings import followers
from rulelang.messages.names import misspelt
from rulelang.messages.secrecy import UNSEEN
from rulelang.source import Source, Span, lines_of

MERGED = ("no-attribute", "unknown-name", "wrong-arity")
SHOWN = 2
ENOUGH = 2
"""Uses of a name that outweigh its one declaration."""
_NAME = re.compile(r"named `(\w+)`|has no attribute `(\w+)`|`(\w+)` is .* that takes")


def by_cause(
    found: Iterable[Diagnostic], sources: Mapping[str, Source] | None = None
) -> tuple[Diagnostic, ...]:
    """Return findings, in order, with those about one undeclared name made one.

    The first stays; the next places are shown with it, and how many more there are is said. Where
    all that was written instead stands once, in its declaration, that is where the slip is.
    """
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in followers.merged(tuple(found), sources or {}):
        groups.setdefault(_cause(diagnostic), []).append(diagnostic)
    return tuple(_declared(group, sources or {}) or _merged(group) for group in groups.values())


def _cause(diagnostic: Diagnostic) -> object:
    name = _NAME.search(diagnostic.title)
    if diagnostic.code in MERGED and name:
        is_whole = diagnostic.code != "unknown-name"
        if diagnostic.code == "unknown-name" and not diagnostic.title.startswith("no action"):
            return (diagnostic.code, name[1])
        return (diagnostic.code, name[1], diagnostic.hint, is_whole and diagnostic.title)
    # Where all that is asked of a zone tells a secret, it is one mistake: who sees it.
    if diagnostic.code == "hidden-read" and diagnostic.primary.text == UNSEEN:
        return (diagnostic.code, diagnostic.title, diagnostic.hint)
    return diagnostic


def _declared(group: list[Diagnostic], sources: Mapping[str, Source]) -> Diagnostic | None:
    """Return that a name is misspelt where it is declared, if all its uses agree on another."""
    first = group[0]
    name, meant = _NAME.search(first.title), {edit.text for one in group for edit in one.mend}
    source = sources.get(first.span.file)
    is_named = first.code in ("no-attribute", "unknown-name")
    if not is_named or name is None or len(group) < ENOUGH or len(meant) != 1:
        return None
    (written,) = meant
    if source is None or not written.isidentifier():
        return None
    word = re.compile(rf"(?<!\w){re.escape(written)}(?!\w)")
    if len(word.findall(source.text)) != 1:
        return None
    number, at = next(
        (number, at)
        for number, line in enumerate(lines_of(source.text), start=1)
        for at in word.finditer(line)
    )
    span = Span(source.name, number, at.start() + 1, number, at.end() + 1)
    uses = tuple(Label(one.span, "used here") for one in group[:SHOWN])
    return misspelt(written, name[1] or name[2], span, uses)


def _merged(group: list[Diagnostic]) -> Diagnostic:
    first, *others = group
    if not others:
        return first
    shown = tuple(Label(other.span, "and here") for other in others[:SHOWN])
    rest = len(others) - len(shown)
    more = f"It stands at {rest} more place{'s' if rest > 1 else ''}." if rest else ""
    text = " ".join(part for part in (first.text, more) if part)
    unlike = next((one for one in group if not one.mend), None)
    if unlike is not None:  # at one place no name is like it
        first = attrs.evolve(first, hint=unlike.hint)
    mend = tuple(edit for one in group for edit in one.mend) if unlike is None else ()
    return attrs.evolve(first, related=(*first.related, *shown), text=text, mend=mend)
