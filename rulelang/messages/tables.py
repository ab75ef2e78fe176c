"""Wording of findings about tables: rows, columns, cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.messages.names import listed
from rulelang.source import Span
from rulelang.suggest import nearest

_SHOWN: Final = 2  # further rows that a finding shows


def empty_table(path: str, span: Span) -> Diagnostic:
    """Report a CSV file without a header."""
    return Diagnostic(
        "empty-table",
        f"the table `{path}` is empty",
        Label(span, "without a line"),
        hint="its first line names the columns",
    )


def row_length(given: int, header: Sequence[str], span: Span, header_span: Span) -> Diagnostic:
    """Report a row that is too short or too long."""
    wanted = len(header)
    cells, columns = _counted(given, "cell"), _counted(wanted, "column")
    missing = f"; nothing for `{header[given]}`" if given < wanted else ""
    return Diagnostic(
        "row-length",
        f"this row has {cells}, but the table has {columns}{missing}",
        Label(span, cells),
        related=(Label(header_span, columns),),
        hint="a cell may be empty, but it is there" if missing else "take a cell out",
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def separator(cell: str, sign: str, span: Span) -> Diagnostic:
    """Report a CSV file whose cells are separated by another sign."""
    return Diagnostic(
        "missing-column",
        "the cells of this table are not separated by `,`",
        Label(span, f"separated by {'a tab' if sign == chr(9) else f'`{sign}`'}"),
        text="The first line of a table names its columns.",
        hint=f"write `{','.join(map(str.strip, cell.strip(sign).split(sign)))}`, "
        "and so in every line",
    )


def separated(rows: Sequence[tuple[str, Span]], sign: str) -> Diagnostic:
    """Report rows of a CSV file that are separated otherwise than its head: their text, where."""
    first, *others = rows
    told = "a tab" if sign == "\t" else f"`{sign}`"
    return Diagnostic(
        "row-length",
        "the cells of this row are not separated by `,`",
        Label(first[1], f"separated by {told}"),
        related=tuple(Label(span, "and here") for _, span in others[:_SHOWN]),
        hint=f"write `{first[0].replace(sign, ',')}`",
        mend=tuple(Edit(span, text.replace(sign, ",")) for text, span in rows),
    )


def missing_column(name: str, span: Span, header_span: Span) -> Diagnostic:
    """Report a table without a column that is needed."""
    return Diagnostic(
        "missing-column",
        f"the table has no column `{name}`",
        Label(header_span, "the columns are named here"),
        related=(Label(span, "needed here"),),
        text="The first line of a table names its columns.",
        hint=f"add a column `{name}`",
    )


def misspelt_column(found: Diagnostic, name: str, span: Span) -> Diagnostic:
    """Return the finding of a missing column where one is called nearly so; `span`: its name."""
    mend = (Edit(span, name),)
    at = Label(span, "called nearly so")
    return attrs.evolve(found, primary=at, hint=f"did you mean `{name}`?", mend=mend)


def value_columns(given: int, wanted: int, span: Span, declared: Span) -> Diagnostic:
    """Report a table with another number of columns than its head declares."""
    return Diagnostic(
        "missing-column" if given < wanted else "unknown-column",
        f"this table needs {_counted(wanted, 'column')}, but has {given}",
        Label(span, _counted(given, "column")),
        related=(Label(declared, "declared here"),),
        hint="one column for each thing that goes in, and the last for the value",
    )


def unknown_column(
    name: str, known: Sequence[str], span: Span, kind: str, header: Span | None
) -> Diagnostic:
    """Report a column that nothing declares.

    `kind`: how a type is written that its cells fit, if one is known; `header`: the row with the
    names of columns, where it stands in the rule text.
    """
    best = nearest(name, known)
    mend = (Edit(span, best),) if best else ()
    if not best and kind and header is not None:
        mend = (Edit(header.begin, f"{name}: {kind}\n{' ' * (header.column - 1)}"),)
    declared = f"declare it above the rows: `{name}: {kind or '…'}`"
    return Diagnostic(
        "unknown-column",
        f"no attribute is named `{name}`",
        Label(span, "not declared"),
        hint=f"did you mean `{best}`?" if best else declared,
        mend=mend,
    )


def other_column(name: str, attribute: str, span: Span) -> Diagnostic:
    """Report the one column too many, where one attribute has none."""
    return Diagnostic(
        "unknown-column",
        f"no attribute is named `{name}`",
        Label(span, "not declared"),
        hint=f"did you mean `{attribute}`?",
        mend=(Edit(span, attribute),),
    )


def bad_cell(found: str, wanted: str, column: str, span: Span) -> Diagnostic:
    """Report a cell that holds something else than its column needs."""
    return Diagnostic(
        "bad-cell",
        f"`{column}` must be {wanted}, but this cell holds {found}",
        Label(span, f"{wanted}"),
    )


def bad_column(first: Diagnostic, count: int) -> Diagnostic:
    """Return the finding of a column none of whose cells fits, by that of its first cell."""
    told = f"None of the {count} cells of this column fits."
    return attrs.evolve(first, text=told, hint="look at the type of the column, or at its cells")


def in_digits(found: Diagnostic, number: str) -> Diagnostic:
    """Return a finding of a cell that holds a number as a word."""
    mend = (Edit(found.span, number),)
    return attrs.evolve(found, hint=f"numbers are written in digits: `{number}`", mend=mend)


_TRUE: Final = frozenset({"*", "+", "1", "on", "true", "y", "yes"})
_FALSE: Final = frozenset({"-", "0", "false", "n", "no", "none", "off"})


def as_flag(found: Diagnostic, text: str) -> Diagnostic:
    """Return a finding of a cell that says in other words whether something holds."""
    if text.casefold() in _TRUE or text == "X":
        return attrs.evolve(found, hint="write `x`", mend=(Edit(found.span, "x"),))
    if text.casefold() in _FALSE:
        return attrs.evolve(found, hint="leave the cell empty", mend=(Edit(found.span, ""),))
    return found


def bad_name(found: str, span: Span) -> Diagnostic:
    """Report a row whose name is none."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", found)
    return Diagnostic(
        "bad-cell",
        f"`{found}` cannot be a name",
        Label(span, "letters, digits and `_`, a letter first"),
        hint=f"write `{name}`" if name[0].isalpha() else "begin it with a letter",
    )


def dashes(span: Span) -> Diagnostic:
    """Report a row of dashes below the head of a table."""
    return Diagnostic(
        "bad-cell",
        "a row of dashes says nothing",
        Label(span, "below the head stand the rows themselves"),
        hint="take this line out",
    )


def bad_word(found: str, allowed: Sequence[str], column: str, span: Span) -> Diagnostic:
    """Report a word or name that the column does not know."""
    best = nearest(found, allowed)
    shown = listed(allowed)
    holds = f"`{found}`" if found else "nothing"
    one = "one of " if len(allowed) > 1 else ""
    return Diagnostic(
        "bad-cell",
        f"`{column}` must be {one}{shown}, but this cell holds {holds}",
        Label(span, "not one of them"),
        hint=f"did you mean `{best}`?" if best else "",
        mend=(Edit(span, best),) if best and found else (),
    )


def too_many_rows(limit: int, span: Span) -> Diagnostic:
    """Report a table larger than any game needs."""
    return Diagnostic(
        "too-large", f"a table has at most {limit:,} rows", Label(span, "one too many")
    )


def table_gap(
    name: str, missing: Sequence[str], span: Span, path: str | None = None
) -> Diagnostic:
    """Report a table without a value for some arguments; `path`: the file that it lies in."""
    inline, row = f"add a row: `| {' | '.join(missing)} | … |`", ",".join((*missing, "…"))
    return Diagnostic(
        "table-gap",
        f"the table `{name}` has no value for {_cells(missing)}",
        Label(span, "not complete"),
        hint=inline if path is None else f"add a line to `{path}`: `{row}`",
    )


def row_twice(name: str, args: Sequence[str], span: Span, first: Span) -> Diagnostic:
    """Report two values for the same arguments."""
    return Diagnostic(
        "row-twice",
        f"the table `{name}` has two rows for {_cells(args)}",
        Label(span, "the second"),
        related=(Label(first, "the first"),),
        hint="take one of them out",
    )


def _cells(texts: Sequence[str]) -> str:
    return ", ".join(f"`{text}`" for text in texts)


def no_rows(what: str, span: Span) -> Diagnostic:
    """Report a declaration that needs rows."""
    return Diagnostic(
        "no-rows",
        f"{what} lists nothing",
        Label(span),
        hint='write `from "file.csv"`, or rows: `| name | … |`',
    )


def one_space_twice(edge: str, space: str, span: Span) -> Diagnostic:
    """Report edges between a space and itself that are written like those between two."""
    return Diagnostic(
        "type-mismatch",
        f"`{space}` stands on both sides of `and`",
        Label(span, "the same space"),
        hint=f"edges between its places are `edge {edge} joins {space}`",
    )


def no_edges(space: str, edge: str, span: Span, *, has_shape: bool) -> Diagnostic:
    """Report a way along edges of a space that has none; `has_shape`: there are neighbours."""
    declared = (
        f"declare those between neighbours: `edge {edge} joins {space}`"
        if has_shape
        else f"declare them, with a table of `a` and `b`: `edge {edge} joins {space}:`"
    )
    return Diagnostic(
        "type-mismatch", f"no edges join `{space}`", Label(span, "goes along edges"), hint=declared
    )


def several_edges(space: str, edges: Sequence[str], span: Span) -> Diagnostic:
    """Report a way along edges where several families of them join a space."""
    return Diagnostic(
        "type-mismatch",
        f"several families of edges join `{space}`: {listed(edges)}",
        Label(span, "along which?"),
        hint=f"say it behind: `… along x in {edges[0]}`",
    )
