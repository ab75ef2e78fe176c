"""Paragraphs about findings on files and tables."""

from __future__ import annotations

FILES: dict[str, str] = {
    "unreadable": """
        A rule file, or a table that it names with `from "…"`, is not there, is a folder, may not
        be read, is too large, or is not text in UTF-8. Paths of tables start at the folder of the
        rule file. Editors offer UTF-8 where a file is saved.
        """,
    "outside-folder": """
        A rule file reads tables from its own folder and from those below it, so that a game can be
        copied as a whole, and a text from elsewhere reads nothing that is not part of it.
        """,
}

TABLES: dict[str, str] = {
    "empty-table": """
        The file has no line. Its first line names the columns, `name,size`; each line below is a
        row.
        """,
    "no-rows": """
        A space, an edge, a component or a table must say what there is: in rows below its head, in
        a file, `space Town from "towns.csv"`, or as a board, `space Cell on grid 8 x 8`.
        """,
    "row-length": """
        Each row has as many cells as there are columns. A cell may be empty but must be there:
        with three columns, `| Arden | 1 |` becomes `| Arden | 1 | |`. In a file, a comma within a
        cell needs quotation marks around the cell.
        """,
    "missing-column": """
        The first row of a table, or the first line of its file, names the columns. Places and
        components need the column `name`, edges `a` and `b`, and each attribute one of its own
        name. A `table` has a column for each thing that goes in, and the last for the value.
        """,
    "unknown-column": """
        The column stands for nothing. Declare the attribute below the head, `size: 1..3`, or take
        the column out. `name` and, for components, `copies` need no declaration.
        """,
    "bad-cell": """
        The cell cannot hold this. A number lies within its range; a flag is `x` or empty; what may
        be `none` is `none` or empty; a word or a name is one of those that are declared. Names are
        letters, digits and `_`, beginning with a letter: `New Haven` becomes `New_Haven`.
        """,
    "table-gap": """
        A table gives a value for everything that may go in, since play may ask for it. Add the
        missing row. Only where the value is a flag or may be `none` can rows be left out.
        """,
    "row-twice": """
        A table gives one value for the same thing. Take one of the two rows out, or mend what
        stands in the first columns.
        """,
    "bad-shape": """
        A board is a grid (`on grid 8 x 8`), a hex board (`on hex 8 x 8`), a ring or a track. Rings
        and tracks take a number, `on ring 12`, or rows with names below. Other spaces need no
        shape; their rows and edges say how they hang together.
        """,
}
