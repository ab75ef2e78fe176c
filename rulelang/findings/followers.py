"""What follows from another finding is no finding of its own; it tells what was meant there.

before:  `p` already stands for something here; below it nothing is named `l`, at three places
after:   `p` already stands for something here: did you mean `l`?

So it is with a name that is taken and another one that nothing declares, with a column that a
table lacks and the cells under it, with attributes that have no names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.messages import names
from rulelang.source import Source, Span, lines_of

_Sources: TypeAlias = Mapping[str, Source]
_Step: TypeAlias = Callable[[Diagnostic, Sequence[Diagnostic], _Sources], "_Merged | None"]
_Merged: TypeAlias = tuple[Diagnostic, Sequence[Diagnostic]]
"""What is said instead of a finding, and the others that follow from it."""

_NAMED: Final = re.compile(r"\bis named `(\w+)`")


def merged(found: Sequence[Diagnostic], sources: _Sources) -> tuple[Diagnostic, ...]:
    """Return findings without those that follow from others."""
    gone: dict[Diagnostic, None] = {}
    instead: dict[Diagnostic, Diagnostic] = {}
    for one in found:
        step = _STEPS.get(one.code)
        made = None if step is None or one in gone else step(one, found, sources)
        if made is not None:
            instead[one], others = made
            gone.update(dict.fromkeys(others))
    return tuple(instead.get(one, one) for one in found if one not in gone)


def _shadowed(one: Diagnostic, found: Sequence[Diagnostic], sources: _Sources) -> _Merged | None:
    """Find the name that was meant for one that is taken: unknown in its block alone."""
    unknown, block = _unknown(found), _block(one.span, sources)
    inside = [name for name, uses in unknown.items() if all(_is_in(use, block) for use in uses)]
    if len(inside) != 1:
        return None
    (name,) = inside
    return names.meant_instead(one, name), unknown[name]


def _twice(one: Diagnostic, found: Sequence[Diagnostic], _: _Sources) -> _Merged | None:
    """Find the name that was meant for one that is declared already: the only unknown one."""
    unknown = _unknown(found)
    others = [two for two in found if two.code == one.code]
    if len(unknown) != 1 or len(others) != 1:
        return None
    ((name, uses),) = unknown.items()
    return names.meant_instead(one, name), uses


def _unknown(found: Sequence[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Return what is found of unknown names, by those."""
    unknown: dict[str, list[Diagnostic]] = {}
    for one in found:
        name = _NAMED.search(one.title) if one.code == "unknown-name" else None
        if name is not None:
            unknown.setdefault(name[1], []).append(one)
    return unknown


def _block(span: Span, sources: _Sources) -> tuple[str, range]:
    """Return the lines of what begins on a line: those below it that are indented more."""
    source = sources.get(span.file)
    lines = [] if source is None else list(lines_of(source.text))[span.line - 1 :]
    deep = _indent(lines[0]) if lines else 0
    below = (at for at, line in enumerate(lines) if at and line.strip() and _indent(line) <= deep)
    return span.file, range(span.line, span.line + next(below, len(lines)))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_in(one: Diagnostic, block: tuple[str, range]) -> bool:
    file, lines = block
    return one.span.file == file and one.span.line in lines


def _column(one: Diagnostic, found: Sequence[Diagnostic], sources: _Sources) -> _Merged | None:
    """Find the rows that are too long for a head which lacks a column."""
    rows = [two for two in found if two.code == "row-length" and one.span in _labelled(two)]
    source = sources.get(one.span.file)
    name = re.search(r"has no column `(\w+)`", one.title)
    if not rows or source is None or name is None:
        return None
    mend: tuple[Edit, ...] = ()
    if one.span.file.endswith(".csv"):
        cells = {line.count(",") for line in lines_of(source.text)[one.span.line :] if line}
        if cells == {source.text.split("\n")[one.span.line - 1].count(",") + 1}:
            mend = (Edit(one.span.end, f",{name[1]}"),)
    return attrs.evolve(one, mend=mend), rows


def _labelled(one: Diagnostic) -> Iterator[Span]:
    return (label.span for label in one.related)


_INDEX: Final = re.compile(r"\(([^()]*)\)")


def _attribute(one: Diagnostic, found: Sequence[Diagnostic], sources: _Sources) -> _Merged | None:
    """Find the types without names in the head of a component that is asked for attributes."""
    declared = next(_labelled(one), None)
    source = None if declared is None else sources.get(declared.file)
    if declared is None or source is None or one.hint != names.NAMED:
        return None
    others = [two for two in found if two.code == one.code and declared in _labelled(two)]
    line = source.text.split("\n")[declared.line - 1]
    index = _INDEX.match(line, declared.end_column - 1)
    if index is None:
        return None
    number = declared.line
    at = Span(declared.file, number, index.start(1) + 1, number, index.end(1) + 1)
    asked = list(dict.fromkeys(re.findall(r"attribute `(\w+)`", two.title)[0] for two in others))
    listed = _with_names(index[1].split(", "), asked)
    return names.unnamed(one, others, at, ", ".join(listed)), others[1:]


def _with_names(types: Sequence[str], asked: Sequence[str]) -> Sequence[str]:
    """Return types with the names that they must have; () where that is not plain."""
    if len(asked) != len(types) or any(":" in kind for kind in types):
        return ()
    alike = {kind: name for kind in types for name in asked if kind.casefold() == name.casefold()}
    left = [name for name in asked if name not in alike.values()]
    rest = [kind for kind in types if kind not in alike]
    if len(left) != len(rest) or len(left) > 1:
        return ()
    alike.update(zip(rest, left, strict=True))
    return [f"{alike[kind]}: {kind}" for kind in types]


_STEPS: Final[Mapping[str, _Step]] = {
    "shadowed": _shadowed,
    "declared-twice": _twice,
    "missing-column": _column,
    "no-attribute": _attribute,
}
