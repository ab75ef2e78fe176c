"""Tell a play as one seat lived it: headings for turns and phases, a sentence for what happens.

A seat hears its own actions and the events it saw, the choices of others among them as far as it
can tell them from what it saw (Ref §2). `player` None hears everything. Between one choice and
the next, what goes from one place to one other is told together, and of a variable the last value
that it got, with the one before it. What the sentence of a choice says is not told again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final, Literal, TypeAlias

from interpreter.labels import attributed
from interpreter.layout import Layout
from interpreter.play.board import WIDTH, outcome
from interpreter.play.phases import Headings, PhaseOver, Told, heard
from interpreter.play.plain import plainly
from interpreter.play.worth import lasting, passing, unsaid, was
from interpreter.reference.events import (
    Changed,
    Chose,
    Ended,
    Moved,
    PhaseBegan,
    Said,
    SeenEvent,
    TurnBegan,
)
from interpreter.reference.wording import event_sentence
from interpreter.state import CHANCE, State

_Part: TypeAlias = Literal["choice", "heading", ""]
"""What a line begins: to tell of a choice, to tell of a turn or phase, or nothing."""

_INDENT = "  "
_MANY = 2
_HARD: Final = "\xa0"
_TOGETHER: Final = re.compile(r"\w\([^()]{1,30}\)|(?<!\S)\d+ (?=\w)")
"""What no line is cut in: `museum(P1, 2)`, and a number before what it counts."""


def tell(states: Iterable[State], player: int | None = None, width: int = WIDTH) -> Iterator[str]:
    """Yield the lines that tell how each of `states` was reached from the one before it."""
    return (line for line, _ in _told(states, player, width))


def _told(states: Iterable[State], player: int | None, width: int) -> Iterator[tuple[str, _Part]]:
    """Yield the lines of a telling, each with what it begins."""
    path = tuple(states)
    if not path:
        return
    lines = _spoken(path[0], width)
    headings = Headings()
    waiting: list[Told] = []
    before: State | None = None
    for state in path:
        if not waiting:
            before = state.previous
        chosen = ""
        if state.previous is not None and state.action is not None:
            chosen = _choice(state.previous, state.action, player)
            if chosen:
                yield from _headed(headings, [(_INDENT + chosen, "choice")], lines)
        unheard = unsaid(state, heard(state, player), chosen)
        waiting += (event for event in unheard if not passing(event, path[0].previous, path[-1]))
        if state.current_player != CHANCE or state is path[-1]:
            yield from _headed(headings, _sentences(waiting, before, state, headings), lines)
            waiting = []


def latest(
    states: Sequence[State], player: int | None, most: int, width: int = WIDTH
) -> tuple[list[str], int, int]:
    """Return the last lines of a telling, how many choices are before, and how many lines else.

    They are `most`, or the few more that tell whole of the choice that the first of them tells of.
    Only what is told is looked at, so that a long play costs no more than a short one.
    """
    count = most // 2 or 1
    while True:
        shown = states[-count:]
        told = list(_told(shown, player, width))
        first = max(0, len(told) - most)
        while first > 0 and not told[first][1]:
            first -= 1
        if len(shown) == len(states) or (len(told) >= most and told[first][1]):
            break
        count *= 2
    choices = sum(state.current_player != CHANCE for state in states[: -len(shown)])
    choices += sum(part == "choice" for _, part in told[:first])
    return [line for line, _ in told[first:]], choices, first


def more_before(choices: int, lines: int) -> list[str]:
    """Return a line that says how much was left out before the first line; [] for nothing."""
    if choices:
        return [f"  ... {choices} choices before (log N tells the last N lines)"]
    return [f"  ... {lines} lines before (log N tells the last N lines)"] if lines > 0 else []


def announced(
    states: Iterable[State], player: int | None = None, width: int = WIDTH
) -> Iterator[str]:
    """Yield the lines of what the rules said themselves on the way to each of `states`."""
    for state in states:
        said = (event for event in state.events(player) if isinstance(event, Said))
        for event in said:
            yield from _spoken(state, width)(_INDENT + event.text)


def tell_events(
    events: Sequence[SeenEvent], before: State, after: State, width: int = WIDTH
) -> Iterator[str]:
    """Yield the lines of what happens between two states, like moves together.

    That play is over is left out.
    """
    first: dict[object, int] = {}
    for event in events:
        first.setdefault(_alike(event), len(first))
    waiting = [event for event in events if not isinstance(event, Ended)]
    told = sorted(waiting, key=lambda e: first[_alike(e)])
    for sentence, _ in _sentences(told, before, after, Headings()):
        yield from _spoken(after, width)(sentence)


def _alike(event: SeenEvent) -> object:
    """Return what like moves have in common: what goes where."""
    return (event.kinds, event.target) if isinstance(event, Moved) else event


def _headed(
    headings: Headings,
    sentences: Iterable[tuple[str, _Part]],
    lines: Callable[[str], list[str]],
) -> Iterator[tuple[str, _Part]]:
    """Yield the lines of sentences, above the first of them the heading that it needs."""
    for sentence, part in sentences:
        if part != "heading":
            yield from ((head, "heading") for head in headings.due())
        first, *others = lines(sentence.lstrip() if headings.outside else sentence)
        yield first, part
        yield from ((line, "") for line in others)


def _spoken(state: State, width: int) -> Callable[[str], list[str]]:
    """Return what makes lines of a sentence: with things called as people call them."""
    document = state.game.document()
    return lambda sentence: _wrapped(plainly(sentence, document), width)


def _wrapped(sentence: str, width: int) -> list[str]:
    r"""Return the lines of a sentence; the name of a place and how many of a thing stay whole.

    >>> for sentence in "b, " * 29 + "2 c", "b, " * 27 + "on(P1, 2)":
    ...     print("\n".join(_wrapped(sentence, 88)))
    b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b,
        2 c
    b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b,
        on(P1, 2)
    """
    whole = _TOGETHER.sub(lambda found: found[0].replace(" ", _HARD), sentence)
    return [line.replace(_HARD, " ") for line in wrap(whole, width, subsequent_indent=_INDENT * 2)]


def tell_choice(state: State, number: int, player: int | None = None) -> Iterator[str]:
    """Yield the line that tells of a choice at a state; none of chance, or what is not heard."""
    sentence = _choice(state, number, player)
    if sentence:
        yield from _spoken(state, WIDTH)(_INDENT + sentence)


def _choice(state: State, number: int, player: int | None) -> str:
    """Return what was chosen, with who it was; "" for chance and for what is not heard."""
    actor = state.current_player
    if actor == CHANCE or player not in (None, actor):
        return ""
    sentence = state.legal_actions[state.legal_ids.index(number)].sentence
    return attributed(state.game.players[actor], sentence)


def _sentences(
    events: Sequence[Told], before: State | None, state: State, headings: Headings
) -> Iterator[tuple[str, _Part]]:
    layout = state.game.layout
    for way, group in groupby(lasting(events, before, state), key=lambda e: _way(e, layout)):
        alike = list(group)
        if way is None:
            for event in alike:
                yield from _sentence(event, before, state, headings)
        else:
            moves = _together(alike)
            told = _summary(moves, layout) if len(moves) > _MANY else _each(moves, layout)
            yield from ((_INDENT + line, "") for line in told)


def _together(events: Sequence[Told]) -> list[Moved]:
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


def _sentence(
    event: Told, before: State | None, state: State, headings: Headings
) -> Iterator[tuple[str, _Part]]:
    match event:
        case Changed():
            told = event_sentence(event, state.game.layout)
            yield f"{_INDENT}{told}{was(event, before, state)}", ""
        case TurnBegan(player=player, turn=turn):
            headings.turn()
            number = f"Turn {turn}, " if turn else ""
            yield f"{number}{state.game.players[player]}:", "heading"
        case PhaseBegan(name=name):
            yield headings.phase(name), "heading"
        case PhaseOver():
            headings.over(event)
        case Ended():
            yield f"The game is over: {outcome(state)}.", "heading"
        case Chose():
            yield _INDENT + event_sentence(event, state.game.layout), "choice"
        case _:
            yield _INDENT + event_sentence(event, state.game.layout), ""


def _way(event: Told, layout: Layout) -> tuple[str, str] | None:
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
