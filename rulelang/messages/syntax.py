"""The wording of what the parser finds: one function for each code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.source import Span
from rulelang.suggest import did_you_mean, nearest

_SHOWN = 40  # characters of a long word or text that a title repeats


def quoted(text: str) -> str:
    """Return `text` as a title shows it: shortened, without characters that do not print."""
    shown = "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in text)
    return f"`{shown}`" if len(shown) <= _SHOWN else f"`{shown[: _SHOWN - 1]}…`"


def either(words: Iterable[str]) -> str:
    """Return words as a choice.

    >>> either(["a name", "`to`", "`:`"])
    'a name, `to` or `:`'
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _expected(wanted: tuple[str, ...]) -> str:
    return f"expected {either(wanted)}" if wanted else "not expected here"


# ---------------------------------------------------------------- files


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


# ---------------------------------------------------------------- layout


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


def needless_indentation(span: Span, above: str, line: str) -> Diagnostic:
    """Say that a line is indented although no block was opened; perhaps it goes on there."""
    hint = "align it with the line above"
    if not line[0].isalnum():
        hint = (
            f"a sentence goes on behind the end of its line inside brackets: move `{line[0]}` up"
        )
        hint += ", or put both lines in brackets"
    elif above.endswith(")") or above.isidentifier():
        hint += f", or end that line with `:`: {quoted(above + ':')}"
    return Diagnostic(
        "indentation",
        "this line is indented, but the line above opens no block",
        Label(span, "indented"),
        hint=hint,
    )


def no_declaration(span: Span, code: str) -> Diagnostic:
    """Say that a line stands before every declaration; what looks like JSON was not meant so."""
    hint = "begin a declaration in the first column, with a word such as `game` or `zone`"
    if code.startswith("{"):
        hint = "this looks like JSON; a saved playthrough is told by `rulelang replay`"
    label = Label(span, "no declaration above")
    return Diagnostic("indentation", "this line belongs to no declaration", label, hint=hint)


def missing_block(span: Span) -> Diagnostic:
    """Say that nothing is indented below a header."""
    return Diagnostic(
        "missing-block",
        "nothing stands below this line",
        Label(span, "expected an indented line below"),
        hint="indent the lines that belong to it by four spaces; `pass` does nothing",
    )


def unclosed_text(span: Span) -> Diagnostic:
    """Say that a text does not end on its line."""
    return Diagnostic(
        "unclosed-text",
        'this text has no closing `"`',
        Label(span, "begins here"),
        hint='end it with `"` on the same line',
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


def unclosed_row(span: Span) -> Diagnostic:
    """Say that a table row has no end."""
    return Diagnostic(
        "unclosed-row",
        "this row of a table has no closing `|`",
        Label(span, "begins here"),
        hint="end the row with `|`",
        mend=(Edit(span.end, " |"),),
    )


def unbalanced_brace(span: Span, brace: str) -> Diagnostic:
    """Say that a brace in a text has no partner."""
    missing = "}" if brace == "{" else "{"
    return Diagnostic(
        "unbalanced-brace",
        f"this `{brace}` has no `{missing}`",
        Label(span, "alone"),
        text="Braces in a text enclose a value that is shown there.",
        hint="write `{value}`, or leave the brace out",
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


# ---------------------------------------------------------------- sentences


def missing_colon(span: Span, after: str, header: str, at: Span | None = None) -> Diagnostic:
    """Say that a header has no `:`; `at`: where one would do."""
    return Diagnostic(
        "missing-colon",
        f"expected `:` {after}",
        Label(span, "here"),
        hint=f"write `{header}`",
        mend=() if at is None else (Edit(at, ":"),),
    )


def missing_reason(span: Span, line: str) -> Diagnostic:
    """Say that a `need` line does not say why not."""
    return Diagnostic(
        "missing-reason",
        "this `need` does not say what a player is told when it does not hold",
        Label(span, 'expected `else "…"`'),
        hint=f'write `{line} else "why not"`',
    )


def block_on_line(span: Span, word: str) -> Diagnostic:
    """Say that a block begins behind the `:` of another."""
    return Diagnostic(
        "block-on-line",
        "behind `:` stands one short sentence, not another block",
        Label(span, f"`{word}` opens a block"),
        hint="begin a new line for it below, indented by four spaces more",
    )


def missing_else(span: Span) -> Diagnostic:
    """Say that a value has no `else`."""
    return Diagnostic(
        "missing-else",
        "expected `else` and a value",
        Label(span, "here"),
        text="`first`, `the`, `highest` and `lowest` say what stands when there is none; "
        "`if … then` says both values.",
        hint="write `else` and the other value, perhaps `none`",
    )


def stray_else(span: Span) -> Diagnostic:
    """Say that an `else` follows no `if`."""
    return Diagnostic(
        "stray-else",
        "this `else` belongs to no `if`",
        Label(span, "no `if` above it"),
        hint="align it with its `if`; when no arm of a choice is possible, write `otherwise:`",
    )


def misplaced_need(span: Span) -> Diagnostic:
    """Say that a `need` line does not stand in an arm itself."""
    return Diagnostic(
        "misplaced-need",
        "a `need` belongs to the arm itself, not into a block or an effect",
        Label(span, "not here"),
        hint="let the block or the effect end, and ask behind it",
    )


def choose_order(span: Span, sentence: str, line: Span) -> Diagnostic:
    """Say that the player stands before `chooses`."""
    return Diagnostic(
        "choose-order",
        "the player stands before `chooses`",
        Label(span, "turned round"),
        hint=f"write `{sentence}`",
        mend=(Edit(line, sentence),),
    )


def bracketed_actor(span: Span, sentence: str, line: Span) -> Diagnostic:
    """Say that the value that tells who chooses has to be bracketed."""
    return Diagnostic(
        "bracketed-actor",
        "who chooses is told in several words, or begins with a word of the language",
        Label(span, "not read as one value"),
        hint=f"put it in brackets: `{sentence}`",
        mend=(Edit(line, sentence),),
    )


def comparison_sign(span: Span, sign: str, word: str, spaced: str) -> Diagnostic:
    """Say that a comparison is written with a word."""
    return Diagnostic(
        "comparison-sign",
        f"`{sign}` does not compare; the {'word' if word[0].isalpha() else 'sign'} is `{word}`",
        Label(span, f"write `{word}`"),
        hint=f"write `a {word} b`",
        mend=(Edit(span, spaced),),
    )


def given_one_place(span: Span) -> Diagnostic:
    """Say that a `given` line fills several places."""
    return Diagnostic(
        "given-one-place",
        "a `given` line fills one place",
        Label(span, "another place"),
        hint="begin a line of its own with `given`",
    )


def said_twice(span: Span, first: Span, what: str) -> Diagnostic:
    """Say that a declaration settles one thing twice."""
    return Diagnostic(
        "said-twice",
        f"this declaration says twice {what}",
        Label(span, "again"),
        related=(Label(first, "said here"),),
        hint="keep one of the two",
    )


def label_for_several(span: Span, other: str, where: Span) -> Diagnostic:
    """Say that variables that are declared together have one label."""
    return Diagnostic(
        "said-twice",
        "a label is what one variable is called",
        Label(span, "for which of them?"),
        related=(Label(where, "another one"),),
        hint=f"declare `{other}` in a line of its own",
    )


# ---------------------------------------------------------------- words


def not_a_declaration(span: Span, word: str) -> Diagnostic:
    """Say that a statement stands where declarations do."""
    return Diagnostic(
        "unknown-declaration",
        f"no declaration begins with {quoted(word)}",
        Label(span, "in the first column"),
        hint="indent it below `play:`, `setup:` or an effect `to …:`",
    )


def unknown_declaration(
    span: Span, word: str, known: Iterable[str], hint: str = "", same: str | None = None
) -> Diagnostic:
    """Say that no declaration begins with this word; `same`: one that means the same."""
    candidates = tuple(known)
    listed = either([f"`{name}`" for name in candidates])
    meant = nearest(word, candidates) or same
    return Diagnostic(
        "unknown-declaration",
        f"no declaration begins with {quoted(word)}",
        Label(span, "not known"),
        hint=did_you_mean(word, candidates) or hint or f"begin with {listed}",
        mend=() if meant is None else (Edit(span, meant),),
    )


def unknown_statement(span: Span, word: str, hint: str, meant: str | None = None) -> Diagnostic:
    """Say that no statement begins with this word."""
    return Diagnostic(
        "unknown-statement",
        f"no sentence begins with {quoted(word)}",
        Label(span, "not known"),
        hint=hint,
        mend=() if meant is None else (Edit(span, meant),),
    )


def unexpected_word(
    span: Span, word: str, wanted: tuple[str, ...], known: Iterable[str], hint: str = ""
) -> Diagnostic:
    """Say that a word does not fit; `known` are words that would, `wanted` what to say of them."""
    meant = nearest(word, known)
    fits = meant is not None and meant != word
    return Diagnostic(
        "unexpected-word",
        f"{quoted(word)} does not fit here",
        Label(span, _expected(wanted)),
        hint=f"did you mean `{meant}`?" if fits else hint,
        mend=(Edit(span, meant),) if fits and meant is not None else (),
    )


def run_together(
    span: Span, word: str, apart: str, known: Iterable[str], same: str | None = None
) -> Diagnostic:
    """Say that a word only begins like one of the language; `same`: one that means the same."""
    meant = same or nearest(word, known)
    return Diagnostic(
        "unexpected-word",
        f"{quoted(word)} does not fit here",
        Label(span, "no such word here"),
        hint=f"did you mean `{meant}`?"
        if meant
        else f"put a space between two words: {quoted(apart)}",
        mend=(Edit(span, meant or apart),),
    )


def unfinished(
    span: Span, wanted: tuple[str, ...], *, in_text: bool, hint: str = ""
) -> Diagnostic:
    """Say that a line, or the value in the braces of a text, ends too early."""
    what = "the value in braces" if in_text else "this line"
    label = Label(span, _expected(wanted))
    return Diagnostic("unfinished", f"{what} ends too early", label, hint=hint)


def decimal(span: Span, text: str) -> Diagnostic:
    """Say that numbers are whole."""
    below = text.split(".", maxsplit=1)[0]
    return Diagnostic(
        "decimal",
        f"numbers are whole; `{text}` is none",
        Label(span, "not whole"),
        hint=f"count halves, as in `2 * area(p)`, or, against a half point, write `> {below}`",
    )


def unexpected_character(span: Span, character: str, instead: str) -> Diagnostic:
    """Say that a character has no meaning here."""
    return Diagnostic(
        "unexpected-character",
        f"{quoted(character)} has no meaning here",
        Label(span, "not part of the language"),
        hint=instead,
    )
