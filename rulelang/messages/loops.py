"""The wording of what is missing around loops, choices and the end: one function for each code."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span


def missing_bound(span: Span, sentence: str) -> Diagnostic:
    """Say that a loop may go on for ever."""
    return Diagnostic(
        "missing-bound",
        "this does not say how often at most",
        Label(span, "expected `, at most` and a number"),
        text="Every loop has a bound, so every game ends.",
        hint=f"write `{sentence}`, or another number",
    )


def misplaced_otherwise(span: Span) -> Diagnostic:
    """Say that `otherwise:` stands among the arms, where it is read as the name of one."""
    return Diagnostic(
        "misplaced-otherwise",
        "`otherwise` stands here as if it were an arm, which a player could always take",
        Label(span, "too far in"),
        hint="put it below all arms, in the column of the line that says who chooses",
    )
