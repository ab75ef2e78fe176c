"""All findings about looks, in words: one function for each, or for a few that are alike.

Every code begins with `look-`; `codes` explains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span
from rulelang.suggest import did_you_mean


def unreadable(span: Span, problem: str, hint: str = "") -> Diagnostic:
    """Report that a look is no text that can be read."""
    return Diagnostic("look-unreadable", f"this look {problem}", Label(span), hint=hint)


def version(span: Span, found: object) -> Diagnostic:
    """Report that a look does not tell which version of looks it is written for."""
    missing = found is None
    title = "this look does not say its version" if missing else "this is no version of looks"
    return Diagnostic(
        "look-version", title, Label(span), hint="begin the file with the line `look = 1`"
    )


def unknown_table(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """Report that looks have no such table."""
    names = sorted(known)
    hint = did_you_mean(name, names) or f"there are {', '.join(names)}"
    return Diagnostic(
        "look-unknown-table", f"looks have no table `{name}`", Label(span), hint=hint
    )


def unknown_key(span: Span, name: str, table: str, known: Iterable[str]) -> Diagnostic:
    """Report that a table has no such key."""
    names = sorted(known)
    hint = did_you_mean(name, names) or f"there are {', '.join(names)}"
    return Diagnostic("look-unknown-key", f"{table} has no key `{name}`", Label(span), hint=hint)


def wrong_value(span: Span, name: str, wanted: str) -> Diagnostic:
    """Report what sort of value is wanted."""
    return Diagnostic("look-wrong-value", f"`{name}` is {wanted}", Label(span))


def unknown_name(span: Span, name: str, sort: str, known: Iterable[str]) -> Diagnostic:
    """Report that no variant of the rule text has a name."""
    names = sorted(set(known))
    hint = did_you_mean(name, names)
    if not hint and names:
        hint = f"there {'is' if len(names) == 1 else 'are'} {_listed(names)}"
    return Diagnostic(
        "look-unknown-name", f"the rule text has no {sort} `{name}`", Label(span), hint=hint
    )


def missing_file(span: Span, path: str, problem: str) -> Diagnostic:
    """Report that a file which the look names cannot be read."""
    hint = "name a file beside the look" if "outside" in problem else ""
    return Diagnostic("look-missing-file", f"`{path}` {problem}", Label(span), hint=hint)


def bad_places(span: Span, words: str) -> Diagnostic:
    """Report that a file of places says something else."""
    return Diagnostic("look-bad-places", f"this is no file of places: {words}", Label(span))


def place_missing(span: Span, file: str, names: Sequence[str], *, drawn: bool) -> Diagnostic:
    """Report which places of a board a file leaves out."""
    row = "add a row for each, or run `rulelang look GAME --places --force`"
    return Diagnostic(
        "look-place-missing",
        f"`{file}` does not say where {_listed(names)} {'lies' if len(names) == 1 else 'lie'}",
        Label(span),
        hint=f'give each a shape: id="{names[0]}"' if drawn else row,
    )


def place_twice(span: Span, first: Span, name: str) -> Diagnostic:
    """Report that a place has two rows."""
    return Diagnostic(
        "look-place-twice",
        f"`{name}` has two rows",
        Label(span),
        related=(Label(first, "the first"),),
        hint="leave one of them out",
    )


def places_near(span: Span, a: str, b: str, pixels: float) -> Diagnostic:
    """Report that two places are too near each other for a finger."""
    return Diagnostic(
        "look-places-near",
        f"on a telephone, 390 pixels wide, `{a}` and `{b}` are {pixels:.0f} pixels apart",
        Label(span),
        text="Less than 24 cannot be told apart with a finger.",
        severity="warning",
    )


def other_board(span: Span, family: str) -> Diagnostic:
    """Report that places were laid out for other names or edges."""
    return Diagnostic(
        "look-other-board",
        f"these places are of another board than `{family}` is now",
        Label(span),
        hint="run `rulelang look GAME --places --force`",
        severity="warning",
    )


def faint_colour(span: Span, colour: str, ratio: float) -> Diagnostic:
    """Report that a colour hardly stands out."""
    return Diagnostic(
        "look-faint-colour",
        f"a line in `{colour}` hardly stands out: {ratio:.1f} to 1, where 3 to 1 is needed",
        Label(span),
        hint="take a darker one",
        severity="warning",
    )


def alike_colours(span: Span, other: Span, names: tuple[str, str], sight: str) -> Diagnostic:
    """Report that the colours of two players look the same to somebody."""
    return Diagnostic(
        "look-alike-colours",
        f"the colours of `{names[0]}` and `{names[1]}` look alike{sight}",
        Label(span),
        related=(Label(other, "the other"),),
        hint="let them differ in brightness: blue #0072B2 and orange #E69F00 do",
        severity="warning",
    )


def hides_needed(span: Span, name: str, why: str) -> Diagnostic:
    """Report that something is hidden which players need."""
    return Diagnostic(
        "look-hides-needed",
        f"`{name}` is hidden, but {why}",
        Label(span),
        hint="let it be drawn small with `fold`",
        severity="warning",
    )


def bad_template(span: Span, hole: str, known: Iterable[str]) -> Diagnostic:
    """Report that a hole of a template stands for nothing."""
    names = sorted(set(known))
    hint = did_you_mean(hole, names) or f"there are {', '.join(f'{{{n}}}' for n in names)}"
    return Diagnostic(
        "look-bad-template", f"`{{{hole}}}` stands for nothing here", Label(span), hint=hint
    )


def unused(span: Span, what: str, why: str) -> Diagnostic:
    """Report that something changes no picture."""
    return Diagnostic(
        "look-unused", f"{what} changes no picture: {why}", Label(span), severity="warning"
    )


def bad_art(span: Span, words: str, hint: str) -> Diagnostic:
    """Report why a drawing is refused."""
    return Diagnostic("look-bad-art", f"this drawing {words}", Label(span), hint=hint)


def art_no_places(span: Span, file: str, family: str, example: str) -> Diagnostic:
    """Report that the drawing of a board tells of no place where it lies."""
    return Diagnostic(
        "look-art-no-places",
        f"no element of `{file}` has a place of `{family}` as its id",
        Label(span),
        hint=f'give the shape of each place its name: id="{example}"',
    )


def art_unknown_place(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """Report that an id which begins with @ is no place."""
    hint = did_you_mean(name.removeprefix("@"), known)
    return Diagnostic(
        "look-art-no-places",
        f"the drawing has `{name}`, which is no place",
        Label(span),
        hint=hint,
    )


def key_taken(span: Span, first: Span, key: str) -> Diagnostic:
    """Report that one letter is meant for two actions."""
    return Diagnostic(
        "look-key-taken",
        f"the key `{key}` is for another action already",
        Label(span),
        related=(Label(first, "here"),),
        hint="choose another letter",
    )


def _listed(names: Sequence[str], most: int = 6) -> str:
    """Return names in a row, the last ones counted where there are many."""
    shown = [f"`{name}`" for name in names[:most]]
    left = len(names) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "")
