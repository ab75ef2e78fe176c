"""Scenarios: from the concrete to the surface tree.

before:  do(call(confront, args(name(here))))
after:   Do(Apply(confront, (Apply(here),)))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulelang import surface as s
from rulelang.parsing.expressions import apply, expression, operands
from rulelang.parsing.tree import (
    Form,
    forms,
    name_of,
    number_of,
    only,
    optional,
    unquoted,
    words,
)


def scenario(form: Form) -> s.Scenario:
    """Return the scenario that `form` is."""
    return s.Scenario(
        unquoted(words(form)[0]),
        tuple(_LINES[line.name](line) for line in forms(form)),
        form.first_line,
    )


def _with(form: Form) -> s.SceneLine:
    return s.With(tuple(map(_setting, forms(form))), form.first_line)


def _setting(form: Form) -> s.Setting | s.Luck:
    if form.name == "any_chance":
        return s.Luck(None, form.span)
    first, *value = words(form)
    if form.name == "seed_setting":
        return s.Luck(number_of(first), form.span)
    if form.name == "player_setting":
        return s.Setting(None, None, number_of(first), form.span)
    return s.Setting(name_of(first), name_of(value[0]) if value else None, None, form.span)


def _given(form: Form) -> s.SceneLine:
    every = optional(form, "every") is not None
    items = forms(only(form, "items"), "item")
    return s.Given(every, apply(only(form, "place")), tuple(map(_item, items)), form.first_line)


def _item(form: Form) -> s.Item:
    *count, what = forms(form)
    if not count:
        return s.Item(None, expression(what), form.span)
    return s.Item(expression(count[0]), apply(what), form.span)


def _given_in(form: Form) -> s.SceneLine:
    what, place = map(apply, forms(form))
    return s.GivenIn(what, place, form.first_line)


def _do(form: Form) -> s.SceneLine:
    return s.Do(apply(only(form, "call")), form.first_line)


def _moves(form: Form) -> s.SceneLine:
    return s.Moves(tuple(map(apply, forms(form))), form.first_line)


def _expect_value(how: Literal["claim", "wins", "choose"]) -> Callable[[Form], s.SceneLine]:
    return lambda form: s.Expect(how, operands(form)[0], None, None, form.first_line)


def _expect_action(
    how: Literal["offered", "not offered", "refused"],
) -> Callable[[Form], s.SceneLine]:
    def build(form: Form) -> s.SceneLine:
        reason = words(form)
        text = unquoted(reason[0]) if reason else None
        return s.Expect(how, None, apply(only(form, "action")), text, form.first_line)

    return build


_LINES: dict[str, Callable[[Form], s.SceneLine]] = {
    "with": _with,
    "given": _given,
    "given_in": _given_in,
    "do": _do,
    "moves": _moves,
    "expect": _expect_value("claim"),
    "expect_wins": _expect_value("wins"),
    "expect_draw": lambda form: s.Expect("draw", None, None, None, form.first_line),
    "expect_all_win": lambda form: s.Expect("all win", None, None, None, form.first_line),
    "expect_all_lose": lambda form: s.Expect("all lose", None, None, None, form.first_line),
    "expect_to_choose": _expect_value("choose"),
    "expect_chance": lambda form: s.Expect("chance", None, None, None, form.first_line),
    "expect_offered": _expect_action("offered"),
    "expect_not_offered": _expect_action("not offered"),
    "expect_refused": _expect_action("refused"),
}
