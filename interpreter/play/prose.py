"""Tell a play as one seat lived it: headings for turns and phases, a sentence for what happens.

A seat hears its own actions and the events it saw; the arms that others took are not shown to it
(Ref §2). `player` None hears everything. Where many alike things move one after another between
the same families of places, one sentence tells it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from interpreter.layout import Layout
from interpreter.play.board import WIDTH, outcome
from interpreter.reference.events import Ended, Moved, PhaseBegan, SeenEvent, TurnBegan
from interpreter.reference.wording import event_sentence
from interpreter.state import CHANCE, State

_INDENT = "  "
_MANY = 3


def tell(states: Iterable[State], player: int | None = None) -> Iterator[str]:
    """Yield the lines that tell how each of `states` was reached from the one before it."""
    for state in states:
        if state.previous is not None and state.action is not None:
            yield from tell_choice(state.previous, state.action, player)
        for sentence in _sentences(state.events(player), state):
            yield from wrap(sentence, WIDTH, subsequent_indent=_INDENT * 2)


def tell_choice(state: State, number: int, player: int | None = None) -> Iterator[str]:
    """Yield the line that tells of a choice at a state; none of chance, or what is not heard."""
    actor = state.current_player
    if actor == CHANCE or player not in (None, actor):
        return
    name = state.game.players[actor]
    sentence = state.legal_actions[state.legal_ids.index(number)].sentence
    yield _INDENT + (sentence if sentence.startswith(name) else f"{name}: {sentence}")


def _sentences(events: Sequence[SeenEvent], state: State) -> Iterator[str]:
    layout = state.game.layout
    for way, group in groupby(events, key=lambda event: _way(event, layout)):
        alike = list(group)
        if way is not None and len(alike) > _MANY:
            yield from (_INDENT + line for line in _summary(alike, layout))
        else:
            yield from (_sentence(event, state) for event in alike)


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


def _summary(events: Sequence[SeenEvent], layout: Layout) -> Iterator[str]:
    """Tell moves between the same families of zones, those of like things to one place together.

    The sentence for the first of several is kept, and the other places are added behind it.
    """
    groups: dict[object, list[Moved]] = {}
    for event in events:
        assert isinstance(event, Moved), "only moves have a way"
        groups.setdefault(_likeness(event, events), []).append(event)
    for alike in groups.values():
        first = event_sentence(alike[0], layout)
        sources = [layout.names[event.source] for event in alike]
        targets = [layout.names[event.target] for event in alike]
        if len(alike) == 1:
            yield first
        elif len(set(sources)) > 1:
            yield f"{first}; likewise from {', '.join(sources[1:])}"
        elif len(set(targets)) > 1:
            yield f"{first}, {', '.join(targets[1:])}"
        else:
            yield f"{first}, {len(alike)} times"


def _likeness(event: Moved, events: Sequence[SeenEvent]) -> object:
    """Return what moves share that are told together: what moves, and the end that stays."""
    one_source = len({e.source for e in events if isinstance(e, Moved)}) == 1
    return (*event[2:], event.source if one_source else event.target)
