"""Tell a play as one seat lived it: headings for turns and phases, a sentence for what happens.

A seat hears its own actions and the events it saw, the choices of others among them as far as it
can tell them from what it saw (Ref §2). `player` None hears everything. Between one choice and
the next, what goes from one place to one other is told together, and of a variable the last value
that it got, with the one before it. What the sentence of a choice says is not told again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final

from interpreter.labels import attributed
from interpreter.layout import Layout
from interpreter.play.board import WIDTH, outcome
from interpreter.play.worth import lasting, passing, unsaid, was
from interpreter.reference.events import (
    Changed,
    Ended,
    Moved,
    PhaseBegan,
    Said,
    SeenEvent,
    TurnBegan,
)
from interpreter.reference.wording import event_sentence
from interpreter.state import CHANCE, State

_INDENT = "  "
_MANY = 2
_HARD: Final = "\xa0"
_TOGETHER: Final = re.compile(r"\w\([^()]{1,30}\)|(?<!\S)\d+ (?=\w)")
"""What no line is cut in: `museum(P1, 2)`, and a number before what it counts."""


def tell(states: Iterable[State], player: int | None = None) -> Iterator[str]:
    """Yield the lines that tell how each of `states` was reached from the one before it."""
    path = tuple(states)
    waiting: list[SeenEvent] = []
    before: State | None = None
    reached: State | None = None
    for state in path:
        if reached is not None and reached.current_player != CHANCE:
            yield from _wrapped(_sentences(waiting, before, reached))
            waiting = []
        if not waiting:
            before = state.previous
        chosen = ""
        if state.previous is not None and state.action is not None:
            yield from tell_choice(state.previous, state.action, player)
            chosen = _choice(state.previous, state.action, player)
        unheard = unsaid(state, state.events(player), chosen)
        waiting += (event for event in unheard if not passing(event, path[0].previous, path[-1]))
        reached = state
    if reached is not None:
        yield from _wrapped(_sentences(waiting, before, reached))


def latest(states: Sequence[State], player: int | None, most: int) -> tuple[list[str], int]:
    """Return the last lines of a telling, `most` or a few more, and how many choices are before.

    Only what is told is looked at, so that a long play costs no more than a short one.
    """
    count = most // 2
    while True:
        shown = states[-count:]
        lines = list(tell(shown, player))
        if len(lines) >= most or len(shown) == len(states):
            return lines, sum(state.current_player != CHANCE for state in states[: -len(shown)])
        count *= 2


def announced(states: Iterable[State], player: int | None = None) -> Iterator[str]:
    """Yield the lines of what the rules said themselves on the way to each of `states`."""
    for state in states:
        said = (event for event in state.events(player) if isinstance(event, Said))
        yield from _wrapped(_INDENT + event.text for event in said)


def tell_events(events: Sequence[SeenEvent], before: State, after: State) -> Iterator[str]:
    """Yield the lines of what happens between two states, like moves together.

    That play is over is left out.
    """
    first: dict[object, int] = {}
    for event in events:
        first.setdefault(_alike(event), len(first))
    waiting = [event for event in events if not isinstance(event, Ended)]
    return _wrapped(_sentences(sorted(waiting, key=lambda e: first[_alike(e)]), before, after))


def _alike(event: SeenEvent) -> object:
    """Return what like moves have in common: what goes where."""
    return (event.kinds, event.target) if isinstance(event, Moved) else event


def _wrapped(sentences: Iterable[str]) -> Iterator[str]:
    """Yield the lines of sentences; the name of a place and how many of a thing stay whole.

    >>> for line in _wrapped(["b, " * 29 + "2 c", "b, " * 27 + "on(P1, 2)"]):
    ...     print(line)
    b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b,
        2 c
    b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b,
        on(P1, 2)
    """
    for sentence in sentences:
        whole = _TOGETHER.sub(lambda found: found[0].replace(" ", _HARD), sentence)
        for line in wrap(whole, WIDTH, subsequent_indent=_INDENT * 2):
            yield line.replace(_HARD, " ")


def tell_choice(state: State, number: int, player: int | None = None) -> Iterator[str]:
    """Yield the line that tells of a choice at a state; none of chance, or what is not heard."""
    sentence = _choice(state, number, player)
    if sentence:
        yield from _wrapped([_INDENT + sentence])


def _choice(state: State, number: int, player: int | None) -> str:
    """Return what was chosen, with who it was; "" for chance and for what is not heard."""
    actor = state.current_player
    if actor == CHANCE or player not in (None, actor):
        return ""
    sentence = state.legal_actions[state.legal_ids.index(number)].sentence
    return attributed(state.game.players[actor], sentence)


def _sentences(events: Sequence[SeenEvent], before: State | None, state: State) -> Iterator[str]:
    layout = state.game.layout
    for way, group in groupby(lasting(events, before, state), key=lambda e: _way(e, layout)):
        alike = list(group)
        if way is None:
            yield from (_sentence(event, before, state) for event in alike)
        else:
            moves = _together(alike)
            told = _summary(moves, layout) if len(moves) > _MANY else _each(moves, layout)
            yield from (_INDENT + line for line in told)


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


def _sentence(event: SeenEvent, before: State | None, state: State) -> str:
    match event:
        case Changed():
            told = event_sentence(event, state.game.layout)
            return f"{_INDENT}{told}{was(event, before, state)}"
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
