"""Answers about tables of a rule text: what each entry is, those of neighbours together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import Final

from interpreter.document.model import Table
from interpreter.play.holders import headed, value_range
from interpreter.play.holdings import matrix
from interpreter.play.look import NOTHING, Look
from interpreter.play.typed import words_of
from rulelang.core import Value
from rulelang.rule_types import Number, values_of

_ENTRIES: Final = 40
"""Entries of a table that are told."""
_ROWS: Final = 12
_MATRIX: Final = 76
"""Rows and characters of a table over two indices that is written as such."""


def tables(look: Look, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield paragraphs about tables of a name, with their values by what they are looked up by."""
    for table in look.document.tables:
        if words_of(table.name) == asked:
            head = headed(table.name, table.origin, "a table of the rules")
            ranges = [values_of(kind) for kind in table.index]
            texts = {
                at: NOTHING if value is None else look.written(value, table.type)
                for at, value in zip(product(*ranges), table.values, strict=True)
            }
            if len(table.index) == 2 and len(ranges[0]) <= _ROWS:
                yield [head, *matrix(look, table.name, table.index, texts, _MATRIX)]
                continue
            of = ", ".join(value_range(look, kind) for kind in table.index)
            gives = f"{value_range(look, table.type)} for each {of}"
            head = headed(table.name, table.origin, "a table of the rules", gives)
            told = list(_runs(look, table, ranges))
            yield [head, "; ".join(told[:_ENTRIES]), *(["..."] if told[_ENTRIES:] else [])]


def _runs(look: Look, table: Table, ranges: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield the entries of a table, those of neighbours with one value together: `5 to 8: 2`."""
    entries = (
        (at, value)
        for at, value in zip(product(*ranges), table.values, strict=True)
        if value is not None
    )
    is_line = len(table.index) == 1 and isinstance(table.index[0], Number)
    for value, alike in groupby(enumerate(entries), key=_run_of if is_line else _itself):
        places = [at for _, (at, _) in alike]
        first, last = (
            ", ".join(look.written(v, k) for v, k in zip(at, table.index, strict=True))
            for at in (places[0], places[-1])
        )
        where = first if first == last else f"{first} to {last}"
        yield f"{where}: {look.written(value[0], table.type)}"


def _run_of(entry: tuple[int, tuple[tuple[int, ...], Value]]) -> tuple[Value, int]:
    number, (at, value) = entry
    return value, at[0] - number


def _itself(entry: tuple[int, tuple[tuple[int, ...], Value]]) -> tuple[Value, int]:
    return entry[1][1], entry[0]
