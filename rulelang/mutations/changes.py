"""Small faults that could be in a rule text, each with the cited line that it is about.

A change is one replacement in the surface tree (a statement is left out, `<=` is `<`, 3 is 4, a
zone is its neighbour) or one changed cell of a table in a file. It belongs to the cited line on
which it stands; where that part of the text has no citation of its own, to the one of what it is a
part of. Texts that only people read are left alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import attrs

from rulelang import settings, surface
from rulelang.formatting.layout import bare
from rulelang.freezing import frozen
from rulelang.mutations import faults, further, table_faults
from rulelang.mutations.known_names import Known
from rulelang.mutations.parts import Step, fields, part, replaced, span_of
from rulelang.mutations.table_faults import Fault
from rulelang.results import Parsed
from rulelang.source import Source

DONE = surface.Fact | surface.Effect | surface.Setup | surface.Play
LEFT_ALONE = (
    surface.Game | surface.Note | surface.Doc | surface.Use | surface.Standing | surface.Scenario
)
UNITS = (
    surface.Statement
    | surface.Declaration
    | surface.Arm
    | surface.Need
    | surface.Case
    | surface.Row
    | surface.Attribute
)


@frozen
class Change:
    """What to replace: the part of the tree at `path`, or the text of the table `file`.

    `line`: where it stands; `cited`: the line whose citation covers it; `declares`: it changes
    what there is, not what is done. `key` names the change as long as the declaration in which it
    is made says what it does, wherever that stands and however it is laid out.
    """

    key: str
    line: int
    cited: int
    label: str
    path: tuple[Step, ...]
    new: object = attrs.field(repr=False)
    file: str | None = None
    declares: bool = False

    def applied(self, parsed: Parsed) -> Parsed:
        """Return the text with this change."""
        if self.file is None:
            changed = replaced(parsed.text, self.path, self.new)
            assert isinstance(changed, surface.RuleText), "a path begins at the text"
            return attrs.evolve(parsed, text=changed)
        table = Source(f"changed {self.file}", str(self.new))
        return attrs.evolve(
            parsed,
            read_file=lambda path: table if path == self.file else parsed.read_file(path),
        )


@frozen
class _Unit:
    """A part of the text with a head of its own; `cited`: the cited lines in its head."""

    cited: tuple[int, ...]
    above: _Unit | None

    def covering(self, line: int) -> int | None:
        """Return the cited line that a place in this unit belongs to."""
        for cited in self.cited:
            if cited >= line:
                return cited
        if self.cited:
            return self.cited[-1]
        return None if self.above is None else self.above.covering(line)


def changes_of(parsed: Parsed, cited: frozenset[int] | None = None) -> Iterator[Change]:
    """Yield every change that belongs to one of these lines, in the order of the text.

    `cited` None: every change of any line, those of `further.py` included.
    """
    assert parsed.text is not None
    known = Known.of(parsed)
    lines = cited
    actors: frozenset[str] | None = None
    if lines is None:
        lines = frozenset(range(1, len(parsed.text.source.text.splitlines()) + 1))
        actors = further.actors_of(parsed.text)
    made = _Changes(parsed, known, lines, actors)
    for number, node in enumerate(parsed.text.declarations):
        if not isinstance(node, LEFT_ALONE):
            yield from made.within(node, ("declarations", number))


class _Changes:
    """Goes through the declarations of a text."""

    def __init__(
        self,
        parsed: Parsed,
        known: Known,
        cited: frozenset[int],
        actors: frozenset[str] | None,
    ) -> None:
        self.parsed, self.known, self.cited, self.actors = parsed, known, cited, actors
        self.declaration = ""
        self.declares = False

    def within(self, node: surface.Declaration, path: tuple[Step, ...]) -> Iterator[Change]:
        self.declaration = bare(node)
        self.declares = not isinstance(node, DONE)
        yield from self._visit(node, path, None, 0)
        assert self.parsed.text is not None
        for label, less in faults.idle(self.parsed.text, node):
            unit = _Unit(self._cited_in(node), None)
            yield from self._change(unit, node.span.line, label, ("declarations",), less)
        table = getattr(node, "table", None)
        if isinstance(table, surface.TableText):
            yield from self._in_columns(node, table, path)

    def _visit(
        self, node: object, path: tuple[Step, ...], unit: _Unit | None, line: int
    ) -> Iterator[Change]:
        if isinstance(node, surface.Text):
            return
        if isinstance(node, tuple):
            for number, inner in enumerate(node):
                yield from self._visit(inner, (*path, number), unit, line)
            return
        line = _line_of(node) or line
        if isinstance(node, UNITS):
            unit = _Unit(self._cited_in(node), unit)
        for steps, label, new in self._faults_of(node):
            within, at = self._unit_at(node, steps, unit), _deepest_line(node, steps, line)
            yield from self._change(within, at, label, (*path, *steps), new)
        if isinstance(node, surface.If):
            yield from self._branches(node, path, unit, line)
        for field in fields(node):
            if field != "branches":
                yield from self._visit(part(node, field), (*path, field), unit, line)

    def _faults_of(self, node: object) -> Iterator[Fault]:
        yield from faults.of(node, self.known)
        if self.actors is not None:
            yield from further.of(node, self.actors)

    def _branches(
        self, node: surface.If, path: tuple[Step, ...], unit: _Unit | None, line: int
    ) -> Iterator[Change]:
        for number, (test, body) in enumerate(node.branches):
            inner = unit if number == 0 else _Unit(self._cited_in(test), unit)
            yield from self._visit(test, (*path, "branches", number, 0), inner, line)
            yield from self._visit(body, (*path, "branches", number, 1), inner, line)

    def _unit_at(self, node: object, steps: tuple[Step, ...], unit: _Unit | None) -> _Unit | None:
        """Return the unit of what lies at the end of a path from `node`, which is in `unit`."""
        for step in steps:
            node = _along(node, step)
            if isinstance(node, UNITS):
                unit = _Unit(self._cited_in(node), unit)
        return unit

    def _change(
        self, unit: _Unit | None, line: int, label: str, path: tuple[Step, ...], new: object
    ) -> Iterator[Change]:
        cited = None if unit is None else unit.covering(line)
        if cited is not None:
            told = f"{self.declaration} {path[2:]} {label}"
            key = short_hash(told, 12)
            yield Change(key, line, cited, label, path, new, declares=self.declares)

    def _cited_in(self, node: object) -> tuple[int, ...]:
        """Return the cited lines in the head of a unit."""
        span = span_of(node)
        assert span is not None, "what has a head has a place"
        first, last = span.line, max(span.end_line, _head_end(node))
        return tuple(line for line in range(first, last + 1) if line in self.cited)

    def _in_columns(
        self, node: surface.Declaration, table: surface.TableText, path: tuple[Step, ...]
    ) -> Iterator[Change]:
        """Yield changes of columns; they belong to the lines that declare those."""
        unit = _Unit(self._cited_in(node), None)
        places = {
            name.text: (_Unit(self._cited_in(attribute), unit), attribute.span.line)
            for attribute in table.attributes
            for name in attribute.names
        }
        for column, label, rows in table_faults.of_columns(table.rows):
            at, line = places.get(column, (unit, node.span.line))
            yield from self._change(at, line, label, (*path, "table", "rows"), rows)
        for file in [] if table.path is None else files_of(self.parsed, table):
            source = self.parsed.read_file(file)
            assert isinstance(source, Source)
            for column, fault, text in table_faults.of_table(source.text):
                at, line = places.get(column, (unit, node.span.line))
                told = f"{source.text} {Path(file).name}: {fault}"
                for change in self._change(at, line, told, path, text):
                    label = told.removeprefix(f"{source.text} ")
                    yield attrs.evolve(change, label=label, file=file)


def files_of(parsed: Parsed, table: surface.TableText) -> list[str]:
    """Return the files that a table may be read from, one for each value of an option in it."""
    assert parsed.text is not None
    offered: Mapping[str, tuple[str, ...]] = settings.options_of(parsed.text)
    named = [name for name in offered if f"{{{name}}}" in str(table.path)]
    files = []
    for values in product(*(offered[name] for name in named)):
        file = str(table.path)
        for name, value in zip(named, values, strict=True):
            file = file.replace(f"{{{name}}}", value)
        files.append(file)
    return [*dict.fromkeys(files)]


def identity(node: surface.Scenario) -> str:
    """Return what names a scenario as it now is; where it stands does not matter."""
    return short_hash(bare(node), 8)


def short_hash(text: str, length: int) -> str:
    """Return so many digits that name a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def _line_of(node: object) -> int:
    span = span_of(node)
    return 0 if span is None else span.line


def _along(node: object, step: Step) -> object:
    """Return what lies one step further; of an `else` its first statement."""
    found = part(node, step)
    return part(found, 0) if step == "otherwise" else found


def _deepest_line(node: object, steps: tuple[Step, ...], line: int) -> int:
    """Return the line of the innermost part on a path that has one."""
    for step in steps:
        node = _along(node, step)
        line = _line_of(node) or line
    return line


def _head_end(node: object) -> int:
    """Return the last line of what belongs to the head of a unit, without units within."""
    span = span_of(node)
    last = 0 if span is None else span.end_line
    for inner in _in_head(node):
        if not isinstance(inner, UNITS):
            last = max(last, _head_end(inner))
    return last


def _in_head(node: object) -> tuple[object, ...]:
    """Return the parts of a node that are not bodies."""
    match node:
        case surface.If(branches=branches):
            return (branches[0][0],)
        case tuple():
            return node
        case _:
            pass
    inner = [(field, part(node, field)) for field in fields(node)]
    return tuple(
        found
        for field, found in inner
        if field not in ("branches", "otherwise", "arms")
        and not (field == "body" and isinstance(found, tuple))
    )
