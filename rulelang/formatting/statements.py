"""Statements as sentences: one on a line, blocks indented.

    before:  If(((test, (Stop(),)),), None)
    after:   if test: stop

A block of one simple statement stays behind the colon where its author put it there and the line
holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias, assert_never

import attrs

from rulelang import surface as s
from rulelang.formatting.expressions import (
    SUM,
    apply,
    binders,
    domain,
    expression,
    keys,
    pattern,
    postfix,
    text,
    where,
)
from rulelang.formatting.flow import (
    Break,
    Flow,
    Page,
    Sentence,
    deeper,
    flat,
    followed,
    in_brackets,
)
from rulelang.surface.reserved import BEGINNING

_Simple: TypeAlias = (
    s.Move | s.Draw | s.Deal | s.Roll | s.Set | s.Remember | s.Reveal | s.Show | s.Say | s.End
    | s.NextTurn | s.Stop | s.Pass | s.CallEffect | s.Need
)  # fmt: skip
# An effect of such a name can be called behind a colon, but not at the beginning of a line.
_NEVER_FIRST = frozenset(
    {"let", "if", "match", "for", "random", "repeat", "each", "phase", "anytime", "need"}
    | {"otherwise", "and", "or", "has", "where", "then", "joined", "along", "else"}
)
# A sentence that begins with such a word is no `… chooses`, unless brackets say so.
_NEVER_CHOOSES = (BEGINNING | _NEVER_FIRST) - {"need", "next", "otherwise"}


def block(page: Page, head: Sentence, body: s.Body) -> Iterator[Sentence]:
    """Yield a head with its body: behind the colon, or in a block."""
    match body:
        case (only,) if isinstance(only, _Simple) and page.behind_colon(only.span):
            line = attrs.evolve(head, flow=(*head.flow, ": ", *deeper(_simple(only))))
            if line.fits or _must_stay(only):
                yield line
            else:
                moved = Sentence(head.depth + 1, _simple(only), only.span.line, moved=True)
                yield from followed(head, (moved,))
        case _:
            yield from followed(head, statements(page, body, head.depth + 1))


def statements(page: Page, body: s.Body, depth: int) -> Iterator[Sentence]:
    """Yield the sentences of a body."""
    for node in body:
        yield from _statement(page, node, depth)


def cases(depth: int, head: Flow, value: s.Expr | s.Cases, line: int) -> Iterator[Sentence]:
    """Yield `let f = e`, or with a `match` a line for each case."""
    if not isinstance(value, s.Cases):
        yield Sentence(depth, (*head, *expression(value)), line)
        return
    opening = (*head, "match ", *deeper(expression(value.subject)))
    inner = (
        Sentence(depth + 1, (f"{pattern(case)}: ", *expression(case.body)), case.span.line)
        for case in value.cases
        if not isinstance(case.body, tuple)
    )
    yield from followed(Sentence(depth, opening, line), inner)


def _must_stay(node: _Simple) -> bool:
    return isinstance(node, s.CallEffect) and node.call.name.text in _NEVER_FIRST


def _statement(page: Page, node: s.Statement, depth: int) -> Iterator[Sentence]:  # noqa: C901 - a flat dispatch
    line = node.span.line
    match node:
        case s.Let(name=name, value=value):
            yield from cases(depth, (f"let {name.text} = ",), value, line)
        case s.If():
            yield from _if(page, node, depth)
        case s.Match(subject=subject, cases=found):
            yield from _match(page, Sentence(depth, ("match ", *expression(subject)), line), found)
        case s.For(at_once=True, body=(s.Choose() as chosen,)):
            yield from _choose(page, chosen, depth, ("each ", *binders(node.binders)))
        case s.For(binders=found, keys=ranked, body=body):
            by = (" by ", *keys(ranked)) if ranked else ()
            yield from block(page, Sentence(depth, ("for ", *binders(found), *by), line), body)
        case s.Random(binders=found, body=body):
            yield from block(page, Sentence(depth, ("random ", *binders(found)), line), body)
        case s.Repeat(until=until, limit=limit, body=body):
            asked = () if until is None else ("until ", *expression(until), ", at most ")
            head = ("repeat ", *asked, *expression(limit))
            yield from block(page, Sentence(depth, head, line), body)
        case s.Turns(body=body):
            yield from block(page, Sentence(depth, _turns(node), line), body)
        case s.Phase(name=name, body=body):
            yield from block(page, Sentence(depth, (f"phase {name.text}",), line), body)
        case s.Choose():
            yield from _choose(page, node, depth)
        case s.Anytime(actor=actor, limit=limit, arms=arms):
            head = ("anytime ", *postfix(actor), ", at most ", *expression(limit), " times")
            yield from _arms(page, Sentence(depth, head, line), arms)
        case _:
            yield Sentence(depth, _simple(node), line)


def _if(page: Page, node: s.If, depth: int) -> Iterator[Sentence]:
    for i, (test, body) in enumerate(node.branches):
        word = "else if " if i else "if "
        line = page.line_of("else", test.span) if i else node.span.line
        yield from block(page, Sentence(depth, (word, *expression(test)), line), body)
    if node.otherwise is not None:
        yield from _last_resort(page, "else", node.otherwise, depth)


def _last_resort(page: Page, word: str, body: s.Body, depth: int) -> Iterator[Sentence]:
    """Yield `else:` or `otherwise:` with its block."""
    yield from block(page, Sentence(depth, (word,), page.line_of(word, body[0].span)), body)


def _match(page: Page, head: Sentence, found: tuple[s.Case, ...]) -> Iterator[Sentence]:
    inner = (
        sentence
        for case in found
        if isinstance(case.body, tuple)
        for sentence in block(
            page, Sentence(head.depth + 1, (pattern(case),), case.span.line), case.body
        )
    )
    yield from followed(head, inner)


def _turns(node: s.Turns) -> Flow:
    head: Flow = (f"each turn of {node.player.text}",)
    if node.among is not None:
        head = (*head, " in ", *deeper(domain(node.among)), *where(node.where))
    if node.start is not None:
        head = (*head, " from ", *deeper(expression(node.start)))
    return (*head, ", at most ", *deeper(expression(node.limit)))


def _choose(page: Page, node: s.Choose, depth: int, who: Flow | None = None) -> Iterator[Sentence]:
    head: Flow = (*(_actor(node.actor) if who is None else who), " chooses")
    if node.passes:
        head = (*head, " or passes")
    elif node.limit is not None:
        head = (*head, " up to ", *expression(node.limit), " times")
    elif node.any_number:
        head = (*head, " any number of times")
    yield from _arms(page, Sentence(depth, head, node.span.line), node.arms)
    if node.otherwise is not None:
        yield from _last_resort(page, "otherwise", node.otherwise, depth)


def _actor(node: s.Expr) -> Flow:
    flow = postfix(node)
    first = re.match(r"\w*", flat(flow))
    return ("(", *flow, ")") if first and first.group() in _NEVER_CHOOSES else flow


def _arms(page: Page, head: Sentence, arms: tuple[s.Arm, ...]) -> Iterator[Sentence]:
    inner = (sentence for arm in arms for sentence in _arm(page, arm, head.depth + 1))
    yield from followed(head, inner)


def _arm(page: Page, node: s.Arm, depth: int) -> Iterator[Sentence]:
    head = Sentence(depth, _arm_head(node), node.span.line)
    inside = (*node.needs, *node.body)
    if inside:
        yield from block(page, head, inside)
    else:
        yield head


def _arm_head(node: s.Arm) -> Flow:
    parts: list[str | Break] = [node.name.text]
    hang = len(node.name.text) + 1
    for i, choice in enumerate(node.choices):
        parts.extend((",", Break(0, choice.span.line, hang)) if i else ("(",))
        parts.extend(_choice(choice))
    parts.extend((")",) if node.choices else ())
    said = " say" if node.said else ""
    return (*parts, f"{said} {text(node.sentence)}") if node.sentence else tuple(parts)


def _choice(node: s.Choice) -> Flow:
    names = f"{node.name.text}, {node.second.text}" if node.second else node.name.text
    order = " in order" if node.in_order else ""
    values = (Break(2, node.domain.span.line), "in ", *deeper(domain(node.domain), 2), order)
    return (names, *in_brackets((*values, *where(node.where))))


def _need(node: s.Need) -> Flow:
    reason = (Break(0, node.reason.span.line), f"else {text(node.reason)}")
    return ("need ", *deeper(expression(node.test)), *reason)


def _simple(node: _Simple) -> Flow:  # noqa: C901 - a flat dispatch
    match node:
        case s.Move():
            return _move(node)
        case s.Draw(count=count, up_to=up_to, source=source, target=target):
            return (
                "draw up to " if up_to else "draw ",
                *_number(count),
                *_from_to(source, target),
            )
        case s.Deal(count=count, source=source, target=target, binders=found):
            each = ("all",) if count is None else (*_number(count), " each")
            return ("deal ", *each, *_from_to(source, target), " for ", *binders(found))
        case s.Roll(place=place):
            return ("roll ", *apply(place))
        case s.Set(how="set", place=place, value=value):
            return ("set ", *deeper(apply(place)), " to ", *expression(value))
        case s.Set(how=how, place=place, value=value):
            side = " to " if how == "add" else " from "
            return (f"{how} ", *expression(value), side, *deeper(apply(place)))
        case s.Remember(memory=memory, forgets=forgets):
            return (f"{'forget' if forgets else 'remember'} {memory.text}",)
        case s.Reveal(place=place):
            return ("reveal ", *apply(place))
        case s.Show(place=place, player=player):
            return ("show ", *apply(place), " to ", *expression(player))
        case s.Need():
            return _need(node)
        case s.Say(text=said, player=player):
            to = () if player is None else (" to ", *expression(player))
            return (f"say {text(said)}", *to)
        case s.End():
            return ("end: ", *_result(node))
        case s.NextTurn(player=player):
            return ("next turn of ", *expression(player))
        case s.Stop():
            return ("stop",)
        case s.Pass():
            return ("pass",)
        case s.CallEffect(call=call):
            return apply(call)
        case _:
            assert_never(node)


def _move(node: s.Move) -> Flow:
    what: Flow = ("all",) if node.what is None else expression(node.what)
    if node.count is not None:
        what = (*_number(node.count), " ", *what)
    source = () if node.source is None else (" from ", *apply(node.source))
    return ("move ", *what, *source, " to ", *apply(node.target), ", beneath" * node.beneath)


def _number(node: s.Expr) -> Flow:
    """Return a number before a thing: in brackets if the eye could run on into the thing."""
    return expression(node, SUM, closed=True)


def _from_to(source: s.Apply, target: s.Apply) -> Flow:
    return (" from ", *apply(source), " to ", *apply(target))


def _result(node: s.End) -> Flow:
    name = "" if node.player is None else node.player.text
    value = () if node.value is None else expression(node.value)
    match node.how:
        case "wins":
            return (*value, " wins")
        case "draw" | "all win" | "all lose" as how:
            return (how,)
        case "leads":
            return (f"{name} with ", *keys(node.keys), " wins")
        case "scores":
            return (f"each {name} scores ", *value)
        case _:
            assert_never(node.how)
