"""Wording of findings about tables: rows, columns, cells."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span
from rulelang.suggest import nearest


def empty_table(path: str, span: Span) -> Diagnostic:
    """Report a CSV file without a header."""
    return Diagnostic(
        "empty-table",
        f"the table `{path}` is empty",
        Label(span),
        hint="its first line names the columns",
    )


def row_length(
    given: int, wanted: int, header: Sequence[str], span: Span, header_span: Span
) -> Diagnostic:
    """Report a row that is too short or too long."""
    missing = f": nothing for `{header[given]}`" if given < wanted else ""
    return Diagnostic(
        "row-length",
        f"this row has {given} cells, but the table has {wanted} columns{missing}",
        Label(span, f"{given} cells"),
        related=(Label(header_span, "the columns are named here"),),
        hint="leave a cell empty rather than out",
    )


def missing_column(name: str, what: str, span: Span, header_span: Span) -> Diagnostic:
    """Report an attribute without a column."""
    return Diagnostic(
        "missing-column",
        f"{what} has no column `{name}`",
        Label(header_span, "the columns are named here"),
        related=(Label(span, "declared here"),),
        hint=f"add a column `{name}`",
    )


def unknown_column(name: str, known: Sequence[str], span: Span) -> Diagnostic:
    """Report a column that nothing declares."""
    best = nearest(name, known)
    return Diagnostic(
        "unknown-column",
        f"no attribute is named `{name}`",
        Label(span, "not declared"),
        hint=f"did you mean `{best}`?" if best else f"declare it above the rows: `{name}: …`",
    )


def bad_cell(found: str, wanted: str, column: str, span: Span) -> Diagnostic:
    """Report a cell that holds something else than its column needs."""
    return Diagnostic(
        "bad-cell",
        f"`{column}` must be {wanted}, but this cell holds {found}",
        Label(span, f"{wanted}"),
    )


def bad_word(found: str, allowed: Sequence[str], column: str, span: Span) -> Diagnostic:
    """Report a word or name that the column does not know."""
    best = nearest(found, allowed)
    listed = ", ".join(allowed[:8]) + (" …" if len(allowed) > 8 else "")
    return Diagnostic(
        "bad-cell",
        f"`{column}` must be one of {listed}; this cell holds `{found}`",
        Label(span, "unknown here"),
        hint=f"did you mean `{best}`?" if best else "",
    )


def too_many_rows(limit: int, span: Span) -> Diagnostic:
    """Report a table larger than any game needs."""
    return Diagnostic(
        "too-large", f"a table has at most {limit:,} rows", Label(span, "one too many")
    )


def table_gap(name: str, missing: str, span: Span) -> Diagnostic:
    """Report a table without a value for some arguments."""
    return Diagnostic(
        "table-gap",
        f"the table `{name}` has no value for ({missing})",
        Label(span, "not complete"),
        hint="add the row",
    )


def row_twice(name: str, args: str, span: Span) -> Diagnostic:
    """Report two values for the same arguments."""
    return Diagnostic(
        "row-twice",
        f"the table `{name}` has two values for ({args})",
        Label(span, "the second one"),
    )


def no_rows(what: str, span: Span) -> Diagnostic:
    """Report a declaration that needs rows."""
    return Diagnostic(
        "no-rows",
        f"{what} lists nothing",
        Label(span),
        hint='write `from "file.csv"`, or rows: `| name | … |`',
    )


def bad_shape(shape: str, span: Span) -> Diagnostic:
    """Report `on` something that is no shape, or with the wrong numbers."""
    return Diagnostic(
        "bad-shape",
        f"`on {shape}` is no shape of a board",
        Label(span),
        hint="write `on grid 8 x 8`, `on hex 8 x 8`, `on ring` or `on track` (with their rows,"
        " or a number), or no shape at all",
    )
