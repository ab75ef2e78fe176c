"""Find sentences that play never comes to, whatever the options: those behind `end` and `stop`.

before:  surface.RuleText
after:   findings

What stands under a condition may be reached; so may what follows a choice or a loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import assert_never

from rulelang import surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.places import effects_called
from rulelang.messages import flow
from rulelang.surface.bodies import bodies, statements


def unreached(text: surface.RuleText) -> Iterator[Diagnostic]:
    """Yield a finding for the first sentence of each block that is never reached."""
    effects: dict[str, tuple[surface.Body, ...]] = {}
    for node in text.declarations:
        if isinstance(node, surface.Effect):
            effects[node.name.text] = (*effects.get(node.name.text, ()), node.body)
    ending = _ending(effects)
    for node in text.declarations:
        if isinstance(node, surface.Setup | surface.Play | surface.Effect):
            yield from _in_body(node.body, ending)
            for statement in statements(node.body):
                for body in bodies(statement):
                    yield from _in_body(body, ending)


def _ending(effects: Mapping[str, tuple[surface.Body, ...]]) -> frozenset[str]:
    """Return the effects behind whose calls play never goes on, callees first.

    `effects`: the body of each, or of each of its cases.
    """
    known: dict[str, bool] = {}
    todo = [*effects]
    waiting: set[str] = set()
    while todo:
        name = todo[-1]
        missing = [
            call.name.text
            for body in effects[name]
            for call in effects_called(body)
            if call.name.text in effects
            and call.name.text not in known
            and call.name.text not in waiting
        ]
        if missing:
            waiting.add(name)
            todo += missing
            continue
        todo.pop()
        ends = frozenset(effect for effect, is_end in known.items() if is_end)
        known[name] = not any(_goes_on(body, ends) for body in effects[name])
    return frozenset(effect for effect, is_end in known.items() if is_end)


def _in_body(body: surface.Body, ending: frozenset[str]) -> Iterator[Diagnostic]:
    for last, following in pairwise(body):
        if not _leads_on(last, ending):
            if not isinstance(following, surface.Pass):
                yield flow.never_reached(following.span, last.span)
            return


def _goes_on(body: surface.Body, ending: frozenset[str]) -> bool:
    return all(_leads_on(statement, ending) for statement in body)


def _leads_on(statement: surface.Statement, ending: frozenset[str]) -> bool:
    """Return whether play may go on behind a sentence."""
    match statement:
        case surface.End() | surface.Stop():
            return False
        case surface.If(branches=branches, otherwise=otherwise) if otherwise is not None:
            bodies = (*(body for _, body in branches), otherwise)
            return any(_goes_on(body, ending) for body in bodies)
        case surface.Phase(body=body) | surface.Random(body=body):
            return _goes_on(body, ending)
        case surface.CallEffect(call=call):
            return call.name.text not in ending
        case (
            surface.Move()
            | surface.Draw()
            | surface.Deal()
            | surface.Roll()
            | surface.Set()
            | surface.Remember()
            | surface.Reveal()
            | surface.Show()
            | surface.Say()
            | surface.NextTurn()
            | surface.Pass()
            | surface.Let()
            | surface.If()
            | surface.Match()
            | surface.For()
            | surface.Repeat()
            | surface.Turns()
            | surface.Choose()
            | surface.Anytime()
            | surface.Need()
        ):
            return True
        case _:
            assert_never(statement)
