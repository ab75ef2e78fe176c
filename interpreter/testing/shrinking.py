"""Make a play that goes wrong as short as it can be, so that a person sees why it goes wrong.

Stretches of it are left out, long ones first, as in delta debugging (Zeller and Hildebrandt,
Simplifying and Isolating Failure-Inducing Input, 2002). What no longer fits after that is left
out too, so that every play tried is a play by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TypeAlias

import attrs

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.state import CHANCE, State
from rulelang.source import Span

TRIES = 2_000
"""Plays that are tried at most for one fault."""

Entry: TypeAlias = tuple[bool, int]
"""Whether chance decided, and the number of the action or outcome."""


@attrs.frozen
class Failure:
    """A fault of the rules, and the play that comes to it.

    The last of `choices` is the step in which the rules fail; it is no state any more. Where
    asking for what is legal fails, the play leads to the state that is asked.
    """

    fault: RuleFault | BudgetExceeded
    choices: tuple[int, ...]

    @property
    def key(self) -> tuple[str, Span]:
        """What two failures share that are the same fault of a text."""
        return type(self.fault).__name__, self.fault.span


def shortest(
    game: Game, failure: Failure, tries: int = TRIES, until: float | None = None
) -> Failure:
    """Return a play as short as can be found that fails in the same place of the rules.

    At most `tries` plays are tried, and none is begun after the time `until` (of `monotonic`).
    Without it the result does not depend on the engine.
    """
    if not failure.choices or is_late(until):
        return failure
    failed = [failure]

    def fails(entries: Sequence[Entry]) -> tuple[Entry, ...] | None:
        played: list[Entry] = []
        found = _replayed(game, entries, played)
        if found is None or found.key != failure.key:
            return None
        failed[0] = min(failed[0], found, key=lambda each: len(each.choices))
        return tuple(played)

    _shrunk(_entries(game, failure.choices), fails, tries, until)
    return failed[0]


def is_late(until: float | None) -> bool:
    """Return whether a time of `monotonic` is past; never where there is none."""
    return until is not None and monotonic() >= until


def shortest_such(
    game: Game,
    choices: Sequence[int],
    holds: Callable[[State], bool],
    tries: int = TRIES,
) -> tuple[int, ...]:
    """Return a play as short as can be found that comes to a state for which `holds` holds.

    That of `choices` comes to one, and ends there, or the rules fail before they can ask: then it
    is returned itself, if nothing shorter comes to one.

    >>> from interpreter import load
    >>> game = load("tic_tac_toe")
    >>> def wins(state):
    ...     return state.is_terminal and state.returns[0] == 1
    >>> shortest_such(game, (8, 1, 3, 0, 2, 6, 4, 7, 5), wins)
    (8, 0, 2, 7, 5)
    """

    def reaches(entries: Sequence[Entry]) -> tuple[Entry, ...] | None:
        played: list[Entry] = []
        try:
            if any(holds(state) for state in _followed(game, entries, played)):
                return tuple(played)
        except (RuleFault, BudgetExceeded):
            pass
        return None

    found = _shrunk(_entries(game, choices), reaches, tries)
    return tuple(number for _, number in found)


def played_out(game: Game, choices: Sequence[int]) -> Failure | None:
    """Return how a play fails; None where it does not, or is none by the rules."""
    try:
        entries = _entries(game, choices)
    except (RuleFault, BudgetExceeded) as fault:  # the set-up fails
        return Failure(fault, ())
    return _replayed(game, entries, [])


def _entries(game: Game, choices: Sequence[int]) -> tuple[Entry, ...]:
    """Return a play with the word who decided each step."""
    entries: list[Entry] = []
    state = game.start()
    for at, number in enumerate(choices):
        entries.append((state.current_player == CHANCE, number))
        if at + 1 < len(choices):
            state = state.child(number)
    return tuple(entries)


def _shrunk(
    entries: tuple[Entry, ...],
    fails: Callable[[Sequence[Entry]], tuple[Entry, ...] | None],
    tries: int,
    until: float | None = None,
) -> tuple[Entry, ...]:
    """Return a shorter play that fails, by leaving out stretches until none can be spared."""
    best = fails(entries) or entries
    size = max(1, len(best) // 2)
    while tries > 0 and not is_late(until):
        spared = False
        at = len(best)
        while at > 0 and tries > 0 and not is_late(until):
            begin = max(0, at - size)
            tries -= 1
            found = fails(best[:begin] + best[at:])
            if found is not None and len(found) < len(best):
                best, spared = found, True
                at = min(begin, len(best))
            else:
                at = begin
        if size > 1:
            size //= 2
        elif not spared:
            break
    return best


def _replayed(game: Game, entries: Sequence[Entry], played: list[Entry]) -> Failure | None:
    """Play what fits of `entries`, which goes into `played`; return how that fails."""
    try:
        for state in _followed(game, entries, played):
            _ = state.legal_ids
    except (RuleFault, BudgetExceeded) as fault:
        return Failure(fault, tuple(number for _, number in played))
    return None


def _followed(game: Game, entries: Sequence[Entry], played: list[Entry]) -> Iterator[State]:
    """Yield the states of a play: each entry in turn where it fits.

    Chance takes its first outcome where the next entry is none of its own.
    """
    state = game.start()
    yield state
    at = 0
    while not state.is_terminal:
        chance = state.current_player == CHANCE
        possible = [n for n, _ in state.chance_outcomes] if chance else state.legal_ids
        if not chance:
            at = _next_choice(entries, at, possible)
        if at == len(entries):
            return
        fits = entries[at][0] == chance and entries[at][1] in possible
        number = entries[at][1] if fits else possible[0]
        at += fits
        played.append((chance, number))
        state = state.child(number)
        yield state


def _next_choice(entries: Sequence[Entry], at: int, possible: Sequence[int]) -> int:
    """Return where the next entry stands that is one of the possible choices."""
    while at < len(entries) and (entries[at][0] or entries[at][1] not in possible):
        at += 1
    return at
