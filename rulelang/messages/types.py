"""Wording of findings about types: what does not fit where it stands."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span


def not_a_number(found: str, span: Span, *, is_zone: bool, text: str) -> Diagnostic:
    """Report something else where a number is meant."""
    hint = f"to compare its size, write `count {text}`" if is_zone else ""
    return Diagnostic(
        "type-mismatch",
        f"a number is needed here, but this is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
    )


def not_a_claim(found: str, span: Span, *, after_or: str = "") -> Diagnostic:
    """Report something else where true or false is meant."""
    return Diagnostic(
        "not-a-claim",
        f"this must be true or false, but it is {found}",
        Label(span, f"this is {found}"),
        hint=f"say it in full: `{after_or}`"
        if after_or
        else "compare it with something: `… is …`",
    )


def never_equal(left: str, right: str, span: Span) -> Diagnostic:
    """Report a comparison that can never hold."""
    return Diagnostic(
        "never-equal",
        f"{left} can never be {right}",
        Label(span, "nothing in common"),
        hint="compare things of one sort",
    )


def does_not_fit(found: str, wanted: str, span: Span, hint: str = "") -> Diagnostic:
    """Report an argument, value or branch of the wrong type."""
    return Diagnostic(
        "type-mismatch",
        f"{wanted} is needed here, but this is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
    )


_COLLECTED = {
    "in": ("a collection is needed after `in`", "write a type, a zone, or numbers: `1..n`"),
    "is empty": ("only a zone or a collection can be empty", "compare it: `… is 0`, `… is none`"),
    "count": (
        "only a zone or a collection can be counted",
        "write `count` and a zone, or `count x in …`",
    ),
}


def not_a_collection(found: str, span: Span, use: str) -> Diagnostic:
    """Report a value that has no elements where `use` asks for them."""
    title, hint = _COLLECTED[use]
    return Diagnostic(
        "not-a-collection",
        f"{title}, but this is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
    )


def out_of_range(value: str, held: str, span: Span) -> Diagnostic:
    """Report a value that lies outside for certain."""
    return Diagnostic(
        "out-of-range", f"{value} is never within {held}", Label(span, f"only {held} fits")
    )


def falling_range(low: int, high: int, span: Span) -> Diagnostic:
    """Report a range whose end lies before its beginning."""
    return Diagnostic(
        "out-of-range",
        f"nothing lies within `{low}..{high}`",
        Label(span, "the lower number comes first"),
        hint=f"write `{high}..{low}`",
    )


def no_common_type(left: str, right: str, span: Span) -> Diagnostic:
    """Report two branches whose values have nothing in common."""
    return Diagnostic(
        "type-mismatch", f"one branch gives {left}, another {right}", Label(span, "the other one")
    )


def not_listed(name: str, found: str, span: Span) -> Diagnostic:
    """Report an arm's argument without a finite list of values."""
    return Diagnostic(
        "not-listed",
        f"the values of `{name}` cannot be numbered: it is {found}",
        Label(span, "an action needs a number for each value"),
        hint="choose a space, an edge, a component, a word or a number with a range",
    )


def cases_missing(missing: str, span: Span) -> Diagnostic:
    """Report a match that leaves values out."""
    return Diagnostic(
        "cases-missing",
        f"this `match` says nothing about {missing}",
        Label(span, "not all cases"),
        hint="add the case, or `else: …`",
    )
