"""One state of a rule text that is being written, with what queries need to know of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from rulelang import pipeline, settings, surface
from rulelang.anchors import Anchors
from rulelang.parse import anchors_of
from rulelang.results import Parsed
from rulelang.source import Source, Span, lines_of
from rulelang.surface.shifting import shifted
from rulelang.workbench.cells import cells_of
from rulelang.workbench.declaring import declared_in
from rulelang.workbench.names import Names, Use
from rulelang.workbench.uses import names_of, uses_of_some

_DECLARED = re.compile(r"[A-Za-z]+[ \t]+[A-Za-z]\w*|[A-Za-z]+")
_OPTION = re.compile(r"\{(\w+)\}")
_NOWHERE = 1 << 60
_Tables = surface.Space | surface.Edge | surface.Component | surface.Table


@attrs.define(slots=False, eq=False)
class Draft:
    """A text, read as far as it can be.

    `earlier`: declarations of earlier states that cannot be read now, where they stand now; they
    count for names until they can be.
    """

    path: str
    parsed: Parsed
    source: Source
    earlier: tuple[surface.Declaration, ...] = ()

    @classmethod
    def of(
        cls, path: str, source: Source, desk: pipeline.Desk, last: Draft | None = None
    ) -> Draft:
        """Read a text. `last`: the state before, for what cannot be read now."""
        parsed = pipeline.read(path, source, desk)
        earlier = () if last is None else tuple(_earlier(parsed, source, last))
        return cls(path, parsed, source, earlier)

    @property
    def text(self) -> str:
        """Return what is written."""
        return self.source.text

    @cached_property
    def lines(self) -> Sequence[str]:
        """Return the lines without their ends."""
        return lines_of(self.source.text)

    def text_of(self, line: int) -> str:
        """Return a line; nothing if there is none of that number."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""

    @property
    def read(self) -> tuple[surface.Declaration, ...]:
        """Return the declarations that can be read."""
        return () if self.parsed.text is None else self.parsed.text.declarations

    @cached_property
    def declarations(self) -> tuple[surface.Declaration, ...]:
        """Return the declarations, with rows of the tables that lie beside the text."""
        mine = [*self.read, *self.earlier]
        return tuple(whole for node in mine for whole in self._with_rows(node))

    @cached_property
    def declared(self) -> Names:
        """Return what the text declares, without uses."""
        return declared_in(self.declarations, self.parsed.library)

    @cached_property
    def names(self) -> Names:
        """Return what the text declares, and all uses of it."""
        return names_of(self.declarations, self.parsed.library)

    @cached_property
    def uses_by_line(self) -> Mapping[tuple[str, int], tuple[Use, ...]]:
        """Return the uses of names by file and line, by column."""
        found: dict[tuple[str, int], dict[Span, Use]] = {}
        for use in self.names.uses:
            found.setdefault((use.span.file, use.span.line), {}).setdefault(use.span, use)
        return {
            line: tuple(sorted(uses.values(), key=lambda use: use.span.column))
            for line, uses in found.items()
        }

    @cached_property
    def anchors(self) -> Anchors:
        """Return what places of this text are told from."""
        return anchors_of(self.source)

    def use_at(self, line: int, column: int, file: str | None = None) -> Use | None:
        """Return the use of a name that a place is in, or just behind."""
        where = file or self.source.name
        if "uses_by_line" in self.__dict__:
            uses = self.uses_by_line.get((where, line), ())
        else:  # which asks for all of the text, behind each edit
            uses = self._uses_on(line, where)
        touching = [u for u in uses if u.span.column <= column <= u.span.end_column]
        return max(touching, key=lambda use: use.span.column, default=None)

    def _uses_on(self, line: int, file: str) -> tuple[Use, ...]:
        """Return the uses in a line, by the declarations alone that it belongs to."""
        begins = [(_first_line(node, file), node) for node in self.declarations]
        first = max((at for at, _ in begins if at <= line), default=0)
        some = [node for at, node in begins if at == first]
        found: dict[Span, Use] = {}
        for use in uses_of_some(self.declared, self.declarations, some):
            if use.span.line == line and use.span.file == file:
                found.setdefault(use.span, use)
        return tuple(sorted(found.values(), key=lambda use: use.span.column))

    def _with_rows(self, node: surface.Declaration) -> Iterator[surface.Declaration]:
        if not isinstance(node, _Tables) or node.table.path is None:
            yield node
            return
        found = False
        for path in self._paths(node.table.path):
            source = self.parsed.read_file(path)
            if isinstance(source, Source):
                found = True
                rows = cells_of(source)
                yield attrs.evolve(node, table=attrs.evolve(node.table, rows=rows))
        if not found:
            yield node

    def _paths(self, path: str) -> Iterator[str]:
        """Yield the files that a path stands for: one for each value of the option in it."""
        option = _OPTION.search(path)
        if option is None or self.parsed.text is None:
            yield path
            return
        for value in settings.options_of(self.parsed.text).get(option[1], ()):
            yield path.replace(option[0], value)


def _first_line(node: surface.Declaration, file: str) -> int:
    """Return where a declaration begins in a file: in a table beside the text at its top."""
    if isinstance(node, _Tables) and node.table.rows and node.table.rows[0].span.file == file:
        return 1 if file != node.span.file else node.span.line
    span = node.fact.span if isinstance(node, surface.Standing) else node.span
    return span.line if span.file == file else _NOWHERE


def _earlier(parsed: Parsed, source: Source, last: Draft) -> Iterator[surface.Declaration]:
    """Yield the declarations of the last state whose first words stand in the text still."""
    if parsed.text is None or not parsed.text.unread:
        return
    now = lines_of(source.text)
    known = {_first_words(node, now) for node in parsed.text.declarations}
    at: dict[str, int] = {}
    for number, line in enumerate(now, start=1):
        begins = _DECLARED.match(line)
        if begins is not None:
            at.setdefault(begins[0], number)
    for node in (*last.read, *last.earlier):
        words = _first_words(node, last.lines)
        if words and words not in known and words in at:
            known.add(words)
            yield shifted(node, at[words] - node.span.line)


def _first_words(node: surface.Declaration, lines: Sequence[str]) -> str:
    span = node.fact.span if isinstance(node, surface.Standing) else node.span
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    begins = _DECLARED.match(line)
    return "" if begins is None else begins[0]


def resolved(path: str) -> str:
    """Return the path under which an unsaved text counts."""
    return str(Path(path).resolve())
