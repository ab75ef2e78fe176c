"""Wording of findings about names: what is not declared, declared twice, used as something it is not."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span
from rulelang.suggest import nearest


def unknown_name(
    name: str, span: Span, candidates: Iterable[str], what: str = "nothing"
) -> Diagnostic:
    """A name that nothing declares."""
    best = nearest(name, candidates)
    title = f"{what} is named `{name}`"
    hint = f"did you mean `{best}`?" if best else "declare it, or look for a slip of the pen"
    return Diagnostic("unknown-name", title, Label(span, "not declared"), hint=hint)


def declared_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """Two declarations with one name."""
    return Diagnostic(
        "declared-twice",
        f"`{name}` is declared twice",
        Label(span, "again here"),
        related=(Label(first, "first here"),),
        hint="give one of them another name",
    )


def shadowed(name: str, span: Span, first: Span) -> Diagnostic:
    """A local name that is in use already in the same body."""
    return Diagnostic(
        "shadowed",
        f"`{name}` already stands for something here",
        Label(span, "a second meaning"),
        related=(Label(first, "the first"),),
        hint="choose another name",
    )


def wrong_arity(
    name: str, what: str, wanted: int, given: int, span: Span, declared: Span
) -> Diagnostic:
    """Too few or too many arguments."""
    takes = (
        "no argument" if wanted == 0 else "one argument" if wanted == 1 else f"{wanted} arguments"
    )
    return Diagnostic(
        "wrong-arity",
        f"`{name}` is {what} that takes {takes}, not {given}",
        Label(span, f"{given} given"),
        related=(Label(declared, "declared here"),) if declared.line else (),
    )


def not_a(name: str, what: str, wanted: str, span: Span, hint: str = "") -> Diagnostic:
    """A name of one sort where another is needed."""
    return Diagnostic(
        "wrong-sort",
        f"`{name}` is {what}, not {wanted}",
        Label(span, f"{wanted} is needed"),
        hint=hint,
    )


def no_attribute(name: str, subject: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    """`x.name` where x has no such attribute."""
    best = nearest(name, candidates)
    return Diagnostic(
        "no-attribute",
        f"{subject} has no attribute `{name}`",
        Label(span, "not declared"),
        hint=f"did you mean `{best}`?" if best else "",
    )


def never_used(name: str, what: str, span: Span) -> Diagnostic:
    """A declaration that no rule uses."""
    return Diagnostic(
        "never-used",
        f"`{name}` is {what} that no rule uses",
        Label(span, "idle"),
        hint="use it or take it out",
        severity="warning",
    )
