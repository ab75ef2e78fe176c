"""The wording of what is missing around loops, choices and the end: one function for each code."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Edit, Label
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


def unbounded_arm(name: str, span: Span) -> Diagnostic:
    """Say that an arm may be taken any number of times, and uses nothing up."""
    return Diagnostic(
        "missing-bound",
        f"`{name}` may be chosen for ever: it uses nothing up",
        Label(span, "nothing that this moves goes one way only"),
        text="Each arm takes from a place or number that no arm here gives back to, or fills one.",
        hint="write `up to n times`, or a variable that falls: `take 1 from actions`",
    )


def misplaced_otherwise(span: Span, blanks: Span | None) -> Diagnostic:
    """Say that `otherwise:` stands among the arms, where it is read as the name of one.

    `blanks`: by which it stands too far in, where that is all.
    """
    return Diagnostic(
        "misplaced-otherwise",
        "`otherwise` stands here as if it were an arm, which a player could always take",
        Label(span, "too far in"),
        hint="put it below all arms, in the column of the line that says who chooses",
        mend=() if blanks is None else (Edit(blanks, ""),),
    )


def idle_arm(name: str, span: Span) -> Diagnostic:
    """Say that a word like `pass` is read as the name of an arm that does nothing."""
    return Diagnostic(
        "unknown-statement",
        f"`{name}` is read as the name of an arm, which does nothing",
        Label(span, "an arm without a sentence, or anything below it"),
        hint="write `pass`",
        severity="warning",
        mend=(Edit(span, "pass"),),
    )
