"""Statements: from the concrete to the surface tree.

    before:  draw(number(1), place(deck), place(hand, args(name(p))))
    after:   Draw(LiteralValue(1), False, Apply(deck), Apply(hand, (Apply(p),)))

A statement's span is its first line.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Literal

from rulelang import surface as s
from rulelang.parsing.expressions import (
    apply,
    binders,
    cases,
    domain,
    expression,
    keys,
    operands,
    patterns,
    text,
)
from rulelang.parsing.tree import (
    Form,
    first_name,
    forms,
    name_of,
    only,
    optional,
    without,
    words,
)


def body(form: Form) -> s.Body:
    """Return the statements directly in `form`."""
    return tuple(map(statement, forms(form)))


def statement(form: Form) -> s.Statement:
    """Return the statement that `form` is."""
    (inner,) = forms(form) if form.name == "statement" else (form,)
    return _STATEMENTS[inner.name](inner)


def _move(form: Form) -> s.Statement:
    moved = only(form, "everything", "one", "many")
    source = optional(form, "source")
    return s.Move(
        what=_moved_thing(moved),
        count=expression(forms(moved)[0]) if moved.name == "many" else None,
        source=apply(only(source, "place")) if source else None,
        target=apply(only(form, "place")),
        beneath=optional(form, "position") is not None,
        span=form.first_line,
    )


def _moved_thing(moved: Form) -> s.Expr | None:
    match moved.name:
        case "everything":
            return None
        case "one":
            return expression(forms(moved)[0])
        case _:
            return apply(forms(moved)[1])


def _draw(form: Form) -> s.Statement:
    count, source, target = without(form, "upto")
    up_to = optional(form, "upto") is not None
    return s.Draw(expression(count), up_to, apply(source), apply(target), form.first_line)


def _deal(form: Form) -> s.Statement:
    count, source, target, found = forms(form)
    number = None if count.name == "deal_all" else expression(count)
    return s.Deal(number, apply(source), apply(target), binders(found), form.first_line)


def _on_place(node: type[s.Roll | s.Reveal]) -> Callable[[Form], s.Statement]:
    return lambda form: node(apply(only(form, "place")), form.first_line)


def _set(how: Literal["set", "add", "take"]) -> Callable[[Form], s.Statement]:
    def build(form: Form) -> s.Statement:
        (value,) = without(form, "place")
        return s.Set(how, apply(only(form, "place")), expression(value), form.first_line)

    return build


def _remember(form: Form) -> s.Statement:
    return s.Remember(first_name(form), form.name == "forget", form.first_line)


def _show(form: Form) -> s.Statement:
    place, player = forms(form)
    return s.Show(apply(place), expression(player), form.first_line)


def _say(form: Form) -> s.Statement:
    said, *player = forms(form)
    return s.Say(text(said), expression(player[0]) if player else None, form.first_line)


def _end(form: Form) -> s.Statement:
    (result,) = forms(form)
    span = form.first_line
    match result.name:
        case "wins":
            return s.End("wins", None, operands(result)[0], (), span)
        case "drawn":
            return s.End("draw", None, None, (), span)
        case "all_win":
            return s.End("all win", None, None, (), span)
        case "all_lose":
            return s.End("all lose", None, None, (), span)
        case "best_wins":
            return s.End("leads", first_name(result), None, keys(result), span)
        case _:
            return s.End("scores", first_name(result), operands(result)[0], (), span)


def _next_turn(form: Form) -> s.Statement:
    return s.NextTurn(operands(form)[0], form.first_line)


def _call(form: Form) -> s.Statement:
    return s.CallEffect(apply(form), form.first_line)


def _let(form: Form) -> s.Statement:
    return s.Let(first_name(form), cases(forms(form)[0]), form.first_line)


def _if(form: Form) -> s.Statement:
    parts = forms(form)
    pairs = zip(parts[::2], parts[1::2], strict=False)
    branches = tuple((expression(test), body(then)) for test, then in pairs)
    otherwise = body(parts[-1]) if len(parts) % 2 else None
    return s.If(branches, otherwise, form.first_line)


def _match(form: Form) -> s.Statement:
    subject, *branches = forms(form)
    return s.Match(expression(subject), tuple(map(_branch, branches)), form.first_line)


def _branch(form: Form) -> s.Case:
    pattern, then = forms(form)
    return s.Case(patterns(pattern), body(then), form.first_line)


def _for(form: Form) -> s.Statement:
    found = binders(only(form, "binders"))
    order = keys(optional(form, "order"))
    return s.For(found, order, body(only(form, "body")), form.first_line)


def _random(form: Form) -> s.Statement:
    found, then = forms(form)
    return s.Random(binders(found), body(then), form.first_line)


def _repeat(form: Form) -> s.Statement:
    *head, then = forms(form)
    *until, limit = map(expression, head)
    return s.Repeat(until[0] if until else None, limit, body(then), form.first_line)


def _turns(form: Form) -> s.Statement:
    among = optional(form, "among")
    values, *where = forms(among) if among else (None,)
    *start, limit = map(expression, without(form, "among", "body"))
    return s.Turns(
        player=first_name(form),
        among=domain(values) if values else None,
        where=expression(where[0]) if where and where[0] else None,
        start=start[0] if start else None,
        limit=limit,
        body=body(only(form, "body")),
        span=form.first_line,
    )


def _phase(form: Form) -> s.Statement:
    return s.Phase(first_name(form), body(only(form, "body")), form.first_line)


def _each_chooses(form: Form) -> s.Statement:
    found = binders(only(form, "binder"))
    actor = s.Apply(found.bindings[0].name)
    return s.For(found, (), (_chosen(form, actor),), form.first_line, at_once=True)


def _choose(form: Form) -> s.Statement:
    return _chosen(form, expression(forms(form)[0]))


def _chosen(form: Form, actor: s.Expr) -> s.Choose:
    limit = optional(form, "up_to")
    otherwise = optional(form, "otherwise")
    return s.Choose(
        actor=actor,
        passes=optional(form, "or_pass") is not None,
        limit=operands(limit)[0] if limit else None,
        arms=_arms(only(form, "arms")),
        otherwise=body(only(otherwise, "body")) if otherwise else None,
        span=form.first_line,
        any_number=optional(form, "any_number") is not None,
    )


def _anytime(form: Form) -> s.Statement:
    actor, limit, arms = forms(form)
    return s.Anytime(expression(actor), expression(limit), _arms(arms), form.first_line)


def _arms(form: Form) -> tuple[s.Arm, ...]:
    return tuple(map(_arm, forms(form)))


def _arm(form: Form) -> s.Arm:
    name = first_name(form)
    head = forms(form, "choices", "text")
    choices = optional(form, "choices")
    sentence = optional(form, "text")
    inside = tuple(map(statement, without(form, "choices", "said", "text")))
    early = tuple(takewhile(lambda node: isinstance(node, s.Need), inside))
    return s.Arm(
        name=name,
        choices=tuple(map(_choice, forms(choices))) if choices else (),
        sentence=text(sentence) if sentence else None,
        needs=tuple(node for node in early if isinstance(node, s.Need)),
        body=inside[len(early) :],
        span=name.span.to(head[-1].span) if head else name.span,
        said=optional(form, "said") is not None,
    )


def _choice(form: Form) -> s.Choice:
    first, *second = map(name_of, words(form))
    values, *where = without(form, "in_order")
    return s.Choice(
        name=first,
        second=second[0] if second else None,
        domain=domain(values),
        in_order=optional(form, "in_order") is not None,
        where=expression(where[0]) if where else None,
        span=form.span,
    )


def _need(form: Form) -> s.Need:
    test, reason = forms(form)
    return s.Need(expression(test), text(reason), form.first_line)


_STATEMENTS: dict[str, Callable[[Form], s.Statement]] = {
    "move": _move,
    "draw": _draw,
    "deal": _deal,
    "roll": _on_place(s.Roll),
    "reveal": _on_place(s.Reveal),
    "set": _set("set"),
    "add": _set("add"),
    "take": _set("take"),
    "remember": _remember,
    "forget": _remember,
    "show": _show,
    "say": _say,
    "end": _end,
    "next_turn": _next_turn,
    "stop": lambda form: s.Stop(form.first_line),
    "pass": lambda form: s.Pass(form.first_line),
    "call": _call,
    "let": _let,
    "if": _if,
    "match": _match,
    "for": _for,
    "random": _random,
    "repeat": _repeat,
    "repeat_until": _repeat,
    "turns": _turns,
    "phase": _phase,
    "choose": _choose,
    "each_chooses": _each_chooses,
    "anytime": _anytime,
    "need": _need,
}
