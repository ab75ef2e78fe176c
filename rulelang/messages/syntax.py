"""The wording of what the parser finds: one function for each code."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.core.folds import FOLDS
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
    words = (f"`{rule.text.removesuffix(' of')}`" for rule in FOLDS.values() if rule.has_otherwise)
    return Diagnostic(
        "missing-else",
        "expected `else` and a value",
        Label(span, "here"),
        text=f"{either(words)} says what stands when there is none; `if … then` says both values.",
        hint="write `else` and the other value, perhaps `none`",
    )


def stray_else(span: Span, aligned: tuple[Edit, ...]) -> Diagnostic:
    """Say that an `else` follows no `if`; `aligned`: what puts it below one."""
    return Diagnostic(
        "stray-else",
        "this `else` belongs to no `if`",
        Label(span, "no `if` above it"),
        hint="align it with its `if`; when no arm of a choice is possible, write `otherwise:`",
        mend=aligned,
    )


def misplaced_need(span: Span) -> Diagnostic:
    """Say that a `need` line does not stand in an arm itself."""
    return Diagnostic(
        "misplaced-need",
        "a `need` belongs to the arm itself, not into a block or an effect",
        Label(span, "not here"),
        hint="let the block or the effect end, and ask behind it",
    )


def choose_order(span: Span, sentence: str, line: Span | None) -> Diagnostic:
    """Say that the player stands before `chooses`; `line`: None where no player is named."""
    return Diagnostic(
        "choose-order",
        "the player stands before `chooses`",
        Label(span, "turned round"),
        hint=f"write `{sentence}`",
        mend=() if line is None else (Edit(line, sentence),),
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
