"""What the grammar accepts and nobody means: said of one declaration, before it is built.

before:  given first is 1 Seed, second is empty
after:   the finding `given-one-place` at `second is empty`
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic
from rulelang.messages import loops, syntax
from rulelang.parsing.tree import Form, first_name, forms, names, only, optional
from rulelang.source import Span
from rulelang.suggest import nearest

_SKIPS = frozenset({"skip", "nothing", "noop", "continue"})
_COMPARISONS = frozenset({"equal", "empty", "member"})


def doubts(form: Form) -> Iterator[Diagnostic]:
    """Yield what is wrong with the declaration `form` although it could be read."""
    match form.name:
        case "scenario":
            for line in forms(form, "given"):
                yield from _other_places(line)
        case "var":
            yield from _repeated(forms(form, "fresh"), "when it begins anew")
            yield from _repeated(_sights(form), "who sees it")
            yield from _repeated(forms(form, "not_shown"), "whether it is shown")
            yield from _one_label_for_several(form)
        case _:
            yield from _arms_called_otherwise(form)


def _other_places(line: Form) -> Iterator[Diagnostic]:
    """Yield the items after the first that name a place of their own, as `B is empty` does."""
    for item in forms(only(line, "items"))[1:]:
        value = forms(item)[0]
        if value.name in _COMPARISONS:
            yield syntax.given_one_place(item.span)


def _arms_called_otherwise(form: Form) -> Iterator[Diagnostic]:
    """Yield each `otherwise:` that is indented as arms are, and what is like `pass` and none."""
    waiting = [(form, form)]
    while waiting:
        inner, chooses = waiting.pop()
        if inner.name == "choose":
            chooses = inner
        if inner.name == "arm":
            name = first_name(inner)
            if name.text == "otherwise":
                yield loops.misplaced_otherwise(name.span, _too_far(inner, chooses))
            elif len(inner.children) == 1 and _is_like_pass(name.text):
                yield loops.idle_arm(name.text, name.span)
        waiting += [(part, chooses) for part in reversed(forms(inner))]


def _too_far(arm: Form, chooses: Form) -> Span | None:
    """Return the blanks by which an arm stands too far in, if it is the last line of a choice."""
    one, whole = arm.span, chooses.span
    is_last = one.line == one.end_line == whole.end_line and whole.column < one.column
    is_last = is_last and chooses.name == "choose"
    return Span(one.file, one.line, whole.column, one.line, one.column) if is_last else None


def _is_like_pass(name: str) -> bool:
    return name != "pass" and (name in _SKIPS or nearest(name, ("pass",)) is not None)


def _sights(form: Form) -> tuple[Form, ...]:
    return forms(form, "open", "hidden", "owner_sees", "these_see", "others_see")


def _one_label_for_several(form: Form) -> Iterator[Diagnostic]:
    _, *others = names(only(form, "declared"))
    if others and (found := optional(form, "label")) is not None:
        yield syntax.label_for_several(found.span, others[0].text, others[0].span)


def _repeated(found: tuple[Form, ...], what: str) -> Iterator[Diagnostic]:
    for again in found[1:]:
        yield syntax.said_twice(again.span, found[0].span, what)
