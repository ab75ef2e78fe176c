"""What was found in a rule file: data only.

The wording lives in `messages/`, the layout in `render.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import attrs

from rulelang.freezing import define, frozen
from rulelang.source import Span

Severity: TypeAlias = Literal["error", "warning"]


@frozen
class Label:
    """A place, and a few words about it, shown beside the carets; they may be empty."""

    span: Span
    text: str = ""


@frozen
class Edit:
    """A change of a text: what stands at a place is replaced; an empty place is an insertion."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One finding.

    `title` says what is wrong in the author's words; `primary` is the smallest text to change;
    `related` are other places that matter; `text` is a sentence of background; `hint` is
    something to type; `mend`: the same as changes of the text, where it is known that they help.
    """

    code: str
    title: str
    primary: Label
    related: tuple[Label, ...] = ()
    text: str = ""
    hint: str = ""
    severity: Severity = "error"
    mend: tuple[Edit, ...] = ()

    @property
    def span(self) -> Span:
        """Return the place that the finding is about."""
        return self.primary.span


def moved(found: Diagnostic, place: Callable[[Span], Span]) -> Diagnostic:
    """Return a finding with other places."""
    related = tuple(Label(place(label.span), label.text) for label in found.related)
    primary = Label(place(found.span), found.primary.text)
    mend = tuple(Edit(place(edit.span), edit.text) for edit in found.mend)
    return attrs.evolve(found, primary=primary, related=related, mend=mend)


@define
class Sink:
    """Collects the findings of all passes, in any order."""

    _found: dict[Diagnostic, None] = attrs.field(factory=dict, init=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep `diagnostic`, unless the same one is kept already."""
        self._found[diagnostic] = None

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """Return all findings, by place; those at one place in the order in which they came."""
        return tuple(sorted(self._found, key=_place))

    @property
    def has_errors(self) -> bool:
        """Return whether any finding is an error."""
        return any(d.severity == "error" for d in self._found)


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.primary.span
    return (span.file, span.line, span.column)
