"""Tell a play as one seat lived it: headings for turns and phases, a sentence for what happens.

A seat hears its own actions and the events it saw, the choices of others among them as far as it
can tell them from what it saw (Ref §2). `player` None hears everything. Between one choice and
the next, what goes from one place to one other is told together, and of a variable the last value
that it got.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from interpreter.labels import attributed
from interpreter.layout import Layout
from interpreter.play.board import WIDTH, outcome
from interpreter.reference.events import (
    Changed,
    Ended,
    Moved,
    PhaseBegan,
    SeenEvent,
    TurnBegan,
)
from interpreter.reference.wording import event_sentence
from interpreter.state import CHANCE, State

_INDENT = "  "
_MANY = 3


def tell(states: Iterable[State], player: int | None = None) -> Iterator[str]:
    """Yield the lines that tell how each of `states` was reached from the one before it."""
    waiting: list[SeenEvent] = []
    reached: State | None = None
    for state in states:
        if reached is not None and reached.current_player != CHANCE:
            yield from _wrapped(_sentences(waiting, reached))
            waiting = []
        if state.previous is not None and state.action is not None:
            yield from tell_choice(state.previous, state.action, player)
        waiting += state.events(player)
        reached = state
    if reached is not None:
        yield from _wrapped(_sentences(waiting, reached))


def _wrapped(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from wrap(sentence, WIDTH, subsequent_indent=_INDENT * 2)


def tell_choice(state: State, number: int, player: int | None = None) -> Iterator[str]:
    """Yield the line that tells of a choice at a state; none of chance, or what is not heard."""
    actor = state.current_player
    if actor == CHANCE or player not in (None, actor):
        return
    name = state.game.players[actor]
    sentence = state.legal_actions[state.legal_ids.index(number)].sentence
    yield from wrap(_INDENT + attributed(name, sentence), WIDTH, subsequent_indent=_INDENT * 2)


def _sentences(events: Sequence[SeenEvent], state: State) -> Iterator[str]:
    layout = state.game.layout
    for way, group in groupby(_lasting(events), key=lambda event: _way(event, layout)):
        alike = list(group)
        if way is None:
            yield from (_sentence(event, state) for event in alike)
        else:
            moves = _together(alike)
            told = _summary(moves, layout) if len(moves) > _MANY else _each(moves, layout)
            yield from (_INDENT + line for line in told)


def _lasting(events: Sequence[SeenEvent]) -> Iterator[SeenEvent]:
    """Yield what happened in one step, of a variable only the last value that it got."""
    last = {event.cell: at for at, event in enumerate(events) if isinstance(event, Changed)}
    for at, event in enumerate(events):
        if not isinstance(event, Changed) or last[event.cell] == at:
            yield event


def _together(events: Sequence[SeenEvent]) -> list[Moved]:
    """Return moves in which those from one place to one other are one move of all that went."""
    found: dict[tuple[int, int, bool], Moved] = {}
    for event in events:
        assert isinstance(event, Moved), "only moves have a way"
        end = (event.source, event.target, event.kinds is None)
        one = found.get(end)
        found[end] = event if one is None else _sum(one, event)
    return list(found.values())


def _sum(one: Moved, other: Moved) -> Moved:
    kinds = None if one.kinds is None or other.kinds is None else (*one.kinds, *other.kinds)
    backs = tuple(sorted((*one.backs, *other.backs)))
    return Moved(one.source, one.target, kinds, one.amount + other.amount, backs)


def _each(moves: Sequence[Moved], layout: Layout) -> Iterator[str]:
    return (event_sentence(move, layout) for move in moves)


def _sentence(event: SeenEvent, state: State) -> str:
    match event:
        case TurnBegan(player=player, turn=turn):
            number = f"Turn {turn}, " if turn else ""
            return f"{number}{state.game.players[player]}:"
        case PhaseBegan(name=name):
            return f"{name.replace('_', ' ')}:"
        case Ended():
            return f"The game is over: {outcome(state)}."
        case _:
            return _INDENT + event_sentence(event, state.game.layout)


def _way(event: SeenEvent, layout: Layout) -> tuple[str, str] | None:
    """Return between which families of zones something moves; None for all other events."""
    if not isinstance(event, Moved):
        return None
    return layout.zone_of[event.source].name, layout.zone_of[event.target].name


def _summary(moves: Sequence[Moved], layout: Layout) -> Iterator[str]:
    """Tell moves between the same families of zones, those of like things to one place together.

    The sentence for the first of several is kept, and the other places are added behind it.
    """
    groups: dict[object, list[Moved]] = {}
    one_source = len({move.source for move in moves}) == 1
    for move in moves:
        stays = move.source if one_source else move.target
        groups.setdefault((*move[2:], stays), []).append(move)
    for alike in groups.values():
        first = event_sentence(alike[0], layout)
        if len(alike) == 1:
            yield first
        elif one_source:
            yield f"{first}, {', '.join(layout.names[move.target] for move in alike[1:])}"
        else:
            others = ", ".join(layout.names[move.source] for move in alike[1:])
            yield f"{first}; likewise from {others}"
