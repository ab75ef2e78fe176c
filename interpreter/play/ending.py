"""When play is over: what of the rules leads there, and what would count if it were over now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.facts.comparing import sights
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.position import Position, Run
from interpreter.reference import stepping
from interpreter.reference.events import Event
from interpreter.state import State
from rulelang import core
from rulelang.core.walk import blocks_in, nested
from rulelang.source import Span

_ASKING: Final = (core.Choose, core.Anytime, core.Draw, core.Roll, core.Random)
"""Statements at which somebody chooses, or chance decides."""

_LOOPS: Final = (core.Turns, core.Repeat, core.For)


def spans_to_end(spec: core.Spec) -> tuple[Span, ...]:
    """Return where play ends, and the loops, conditions, arms and calls that lead there."""
    found: dict[Span, None] = {}
    called: set[int] = set()
    waiting: list[int | None] = [None]  # None: an `end` itself, else a call of an effect
    while waiting:
        wanted = waiting.pop()
        for effect, way in _ways(spec, wanted):
            found |= dict.fromkeys(way)
            if effect is not None and effect not in called:
                called.add(effect)
                waiting.append(effect)
    return tuple(found)


def _ways(spec: core.Spec, wanted: int | None) -> Iterator[tuple[int | None, tuple[Span, ...]]]:
    """Yield each way to an `end`, or to a call of an effect, with the effect that it is in.

    To what stands last in play the loops before it lead.
    """
    roots: list[tuple[int | None, core.Block]] = [(None, spec.setup), (None, spec.play)]
    roots += [(number, effect.body) for number, effect in enumerate(spec.effects)]
    loops = tuple(s.span for s in spec.play.statements if isinstance(s, _LOOPS))
    for number, block in roots:
        for way in _inside(block, wanted, ()):
            is_last = block is spec.play and len(way) == 1
            yield number, (*loops, *way) if is_last else way


def _inside(
    block: core.Block, wanted: int | None, above: tuple[Span, ...]
) -> Iterator[tuple[Span, ...]]:
    for statement in block.statements:
        match statement:
            case core.End(span=span) if wanted is None:
                yield (*above, span)
            case core.Invoke(effect=effect, span=span) if effect == wanted:
                yield (*above, span)
            case core.Choose(arms=arms, span=span):
                for arm in arms:
                    yield from _inside(arm.body, wanted, (*above, span, arm.span))
            case core.Phase(body=body):
                yield from _inside(body, wanted, above)
            case _:
                for inner in blocks_in(statement):
                    yield from _inside(inner, wanted, (*above, statement.span))


# ---------------------------------------------------------------- if it were over now


def over_now(state: State, player: int | None) -> tuple[State, tuple[Event, ...]] | None:
    """Return how play would end if what follows its last choice were done now, and what happens.

    None where nothing is done there before the end, or where it hangs on what is not seen.

    >>> from interpreter import load
    >>> over_now(load("tic_tac_toe").start(), 0) is None
    True
    """
    spec = state.game.spec
    at = _last_asking(spec)
    rest = spec.play.statements[at:]
    if state.is_terminal or not rest or not _is_open(spec, rest, player):
        return None
    bottom = state.position.control[0]
    env = bottom.env if isinstance(bottom, Run) else ()
    begun = Position(
        state.position.cells, (Run(spec.play.number, at, env),), memories=state.position.memories
    )
    try:
        reached, events = stepping.advance(state.game.layout, begun)
    except (RuleFault, BudgetExceeded):
        return None
    if reached.result is None or reached.cells == begun.cells:
        return None
    return State(state.game, reached), events


def _last_asking(spec: core.Spec) -> int:
    """Return the place of the first statement of play after the last that asks somebody."""
    statements = spec.play.statements
    asking = (at for at, statement in enumerate(statements, 1) if _asks(spec, statement, set()))
    return max(asking, default=0)


def _asks(spec: core.Spec, statement: core.Statement, seen: set[int]) -> bool:
    """Return whether a statement comes to a choice or to chance, or goes on turn by turn."""
    match statement:
        case core.Turns():
            return True
        case core.Invoke(effect=effect):
            if effect in seen:
                return False
            seen.add(effect)
            blocks: tuple[core.Block, ...] = (spec.effects[effect].body,)
        case _:
            blocks = tuple(blocks_in(statement))
    nodes = (node for block in blocks for node in nested(block))
    inner = [node for node in nodes if not isinstance(node, core.Block)]
    return isinstance(statement, _ASKING) or any(_asks(spec, node, seen) for node in inner)


def _is_open(spec: core.Spec, rest: tuple[core.Statement, ...], player: int | None) -> bool:
    """Return whether all that statements read and move is seen by a player; None sees all."""
    return player is None or all(player in by for node in rest for by in sights(spec, node))
