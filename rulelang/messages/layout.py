"""The wording of what is found where lines are read: lengths, indentation, brackets, texts."""

from __future__ import annotations

from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.messages.syntax import quoted
from rulelang.source import Span

_OPENS_NONE: Final = "this line is indented, but the line above opens no block"


def file_too_large(file: str, size: int, limit: int) -> Diagnostic:
    """Say that a file is longer than any rule text should be."""
    return Diagnostic(
        "file-too-large",
        f"the file has {size:,} characters; {limit:,} are allowed",
        Label(Span(file, 0, 0, 0, 0)),
        hint='keep long tables in CSV files: `from "…"`',
    )


def too_many_declarations(count: int, limit: int, span: Span) -> Diagnostic:
    """Say that a text declares more than any game should."""
    return Diagnostic(
        "too-large",
        f"the text has {count:,} declarations; {limit:,} are allowed",
        Label(span, f"number {limit + 1:,}"),
        hint='put what is alike into families, `var points(Player): 0..9`, or tables: `from "…"`',
    )


def laid_out_too_long(file: str, line: str, limit: int) -> Diagnostic:
    """Say that a line, laid out, would be longer than the parser reads."""
    return Diagnostic(
        "line-too-long",
        f"a line would have {len(line):,} characters when laid out; {limit:,} are allowed",
        Label(Span(file, 1, 1, 1, 1), "somewhere in this file"),
        text=f"It would begin with `{line.strip()[:40]}`.",
        hint="make what it says shorter",
    )


def line_too_long(span: Span, length: int, limit: int) -> Diagnostic:
    """Say that a line is longer than the parser reads."""
    return Diagnostic(
        "line-too-long",
        f"this line has {length:,} characters; {limit:,} are allowed",
        Label(span, "too much"),
        hint="go on in a new line that begins with `and`, `or`, `where`, `then` or `else`",
    )


def too_deep(span: Span, limit: int) -> Diagnostic:
    """Say that brackets, blocks or operators are nested without end."""
    return Diagnostic(
        "too-deep",
        f"this is nested more than {limit} levels deep",
        Label(span, "too deep from here"),
        hint="give a part a name of its own, with `let` or `to`",
    )


def tab_in_indentation(span: Span, more: int, mend: tuple[Edit, ...]) -> Diagnostic:
    """Say that lines are indented with tabs."""
    others = f"So do {more} more lines." if more > 1 else "So does one more line." if more else ""
    return Diagnostic(
        "tab-in-indentation",
        "this line begins with a tab",
        Label(span, "tab"),
        text=others,
        hint="indent with four spaces for each level",
        mend=mend,
    )


def indentation(span: Span, inner: int, outer: int) -> Diagnostic:
    """Say that a line goes back to a level that no line above has."""
    return Diagnostic(
        "indentation",
        "this line does not align with any line above",
        Label(span, f"{span.end_column - span.column} spaces"),
        hint=f"indent it by {inner} spaces or by {outer}",
    )


def slipped(span: Span, above: str) -> Diagnostic:
    """Say that a line is indented like one further up, but that between them opens no block."""
    return Diagnostic(
        "indentation",
        _OPENS_NONE,
        Label(span, "indented"),
        hint=f"indent {quoted(above)} like this line, or align this line with it",
    )


def arm_outside(span: Span, more: int, mend: tuple[Edit, ...]) -> Diagnostic:
    """Say that an arm stands in the column of the line that says who chooses."""
    return Diagnostic(
        "indentation",
        "this arm stands outside of the choice above it",
        Label(span, "not in the column of the other arms"),
        hint=f"indent it, and what stands below it, by {more} spaces more",
        mend=mend,
    )


def shifted(span: Span, by: int, lines: int, mend: tuple[Edit, ...]) -> Diagnostic:
    """Say that a line, or `lines` of them, stands a level too far in or out."""
    them = "it" if lines == 1 else f"these {lines} lines"
    return Diagnostic(
        "indentation",
        f"this line is indented too {'little' if by > 0 else 'much'}",
        Label(span, "not where it belongs"),
        hint=f"move {them} {abs(by)} spaces to the {'right' if by > 0 else 'left'}",
        mend=mend,
    )


def needless_indentation(
    span: Span, line: str, header: str, aligned: tuple[Edit, ...]
) -> Diagnostic:
    """Say that a line is indented although no block was opened; perhaps it goes on there.

    `header`: the line above as one that opens a block, where it could.
    """
    hint = "align it with the line above"
    is_row = line.startswith("|") and line.endswith("|")
    if not line[0].isalnum() and not is_row:
        hint = (
            f"a sentence goes on behind the end of its line inside brackets: move `{line[0]}` up"
        )
        hint += ", or put both lines in brackets"
        aligned = ()
    elif header:
        hint += f", or end that line with `:`: {quoted(header)}"
        aligned = ()
    return Diagnostic(
        "indentation",
        _OPENS_NONE,
        Label(span, "indented"),
        hint=hint,
        mend=aligned,
    )


def no_declaration(span: Span, code: str) -> Diagnostic:
    """Say that a line stands before every declaration; what looks like JSON was not meant so."""
    hint = "begin a declaration in the first column, with a word such as `game` or `zone`"
    if code.startswith("{"):
        hint = "this looks like JSON; a saved playthrough is told by `rulelang replay`"
    label = Label(span, "no declaration above")
    return Diagnostic("indentation", "this line belongs to no declaration", label, hint=hint)


_BELOW: Final = {
    "scenario": "indent its lines by four spaces: what is `given`, what they `play`, what you"
    " `expect`",
    "match": "indent the cases by four spaces: `red: 1`, `else: 0`",
}
_OF_ROWS: Final = frozenset({"component", "edge", "space", "table"})


def missing_block(span: Span, arm: str = "", word: str = "") -> Diagnostic:
    """Say that nothing is indented below a header, which begins with `word`.

    `arm`: that may do nothing, without its `:`.
    """
    below = _BELOW.get(word, "indent the lines that belong to it by four spaces")
    idle = "" if word in _BELOW or word in _OF_ROWS else "; `pass` does nothing"
    if arm:
        return Diagnostic(
            "missing-block",
            "nothing stands below this line",
            Label(span, "expected an indented line below"),
            hint=f"write what it does below it, indented; or, if that is nothing, `{arm}`",
            mend=(Edit(span, ""),),
        )
    return Diagnostic(
        "missing-block",
        "nothing stands below this line",
        Label(span, "expected an indented line below"),
        hint=below + idle,
    )


def unclosed_text(span: Span, end: Span | None = None) -> Diagnostic:
    """Say that a text does not end on its line; `end`: where it must have been meant to."""
    return Diagnostic(
        "unclosed-text",
        'this text has no closing `"`',
        Label(span, "begins here"),
        hint='end it with `"` on the same line',
        mend=() if end is None else (Edit(end, '"'),),
    )


def unopened_text(span: Span, begin: Span) -> Diagnostic:
    """Say that a text ends where none began; `begin`: where it must have been meant to."""
    return Diagnostic(
        "unclosed-text",
        'this text has no opening `"`',
        Label(span, "ends here"),
        hint='begin it with `"`, behind the word before it',
        mend=(Edit(begin, '"'),),
    )


PARTNER: Final = {"(": ")", ")": "(", "{": "}", "}": "{"}


def unclosed_bracket(span: Span, bracket: str) -> Diagnostic:
    """Say that a bracket is never closed."""
    return Diagnostic(
        "unclosed-bracket",
        f"this `{bracket}` is never closed",
        Label(span, "opened here"),
        hint=f"write the `{PARTNER[bracket]}` that belongs to it",
    )


def stray_bracket(span: Span, bracket: str) -> Diagnostic:
    """Say that a bracket closes nothing."""
    opening = PARTNER[bracket]
    return Diagnostic(
        "stray-bracket",
        f"this `{bracket}` closes nothing",
        Label(span, f"no `{opening}` before it"),
        hint=f"remove it, or write the `{opening}` that belongs to it",
        mend=(Edit(span, ""),),
    )


def without_partner(found: Diagnostic, edit: Edit, written: str) -> Diagnostic:
    """Return the finding of a bracket with the other put in; `written`: what it reads then."""
    return attrs.evolve(found, hint=f"write `{written}`", mend=(edit,))


def unclosed_row(span: Span) -> Diagnostic:
    """Say that a table row has no end."""
    return Diagnostic(
        "unclosed-row",
        "this row of a table has no closing `|`",
        Label(span, "begins here"),
        hint="end the row with `|`",
        mend=(Edit(span.end, " |"),),
    )


def bare_row(span: Span, row: str, mend: tuple[Edit, ...]) -> Diagnostic:
    """Say that the cells of a row have no bars around them; `row`: with them."""
    return Diagnostic(
        "unclosed-row",
        "the cells of this row do not stand between `|`",
        Label(span, "a row of a table, as it seems"),
        hint=f"write `{row}`, and the rows below so, too",
        mend=mend,
    )


def unbalanced_brace(span: Span, brace: str, end: Span | None = None) -> Diagnostic:
    """Say that a brace in a text has no partner; `end`: where that of a value is missing."""
    missing = "}" if brace == "{" else "{"
    return Diagnostic(
        "unbalanced-brace",
        f"this `{brace}` has no `{missing}`",
        Label(span, "alone"),
        text="Braces in a text enclose a value that is shown there.",
        hint="write `{value}`, or leave the brace out",
        mend=() if end is None else (Edit(end, missing),),
    )


def misplaced_citation(span: Span) -> Diagnostic:
    """Say that a citation stands where none can."""
    return Diagnostic(
        "misplaced-citation",
        "a citation `[…]` stands at the end of a line",
        Label(span, "more follows, or no `]`"),
        hint="move it to the end of the line; put several sources into one: `[4.8; 5.1]`",
    )


def bracketed_set(span: Span) -> Diagnostic:
    """Say that a set is written in braces."""
    return Diagnostic(
        "misplaced-citation",
        "brackets cite the rulebook, at the end of a line; a set is written in braces",
        Label(span, "no set"),
        hint="write `{a4, d1}`",
    )


def bracketed_index(span: Span, inside: str) -> Diagnostic:
    """Say that what stands behind a name in square brackets is written in round ones."""
    whole = Span(span.file, span.line, span.column, span.end_line, span.column + len(inside) + 2)
    return Diagnostic(
        "misplaced-citation",
        "square brackets cite the rulebook, at the end of a line; an index has round ones",
        Label(whole, "no index"),
        hint=f"write `({inside})`",
        mend=(Edit(whole, f"({inside})"),),
    )


def lonely_citation(span: Span) -> Diagnostic:
    """Say that a citation stands on a line of its own."""
    return Diagnostic(
        "misplaced-citation",
        "a citation `[…]` stands at the end of a line of the rules",
        Label(span, "no rule on this line"),
        hint="move it behind the line that it is about",
    )
