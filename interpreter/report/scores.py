"""What players score as plays go on: by what the rules compare at the end, or by the standing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

import attrs

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.reference.values import number
from interpreter.report.seats import points
from interpreter.state import CHANCE, State
from rulelang import core
from rulelang.core.walk import free, nested, substituted

POINTS: Final = 16
"""Positions of a play that are looked at, evenly through its choices; its end comes behind."""


FEWEST: Final = 5
"""Plays with somebody ahead that say how often the leader wins; one play alone says 0 or 100 %."""


@attrs.frozen
class Scoring:
    """The number that says who is ahead. `value` reads the player in `slot`."""

    label: str
    value: core.Expr
    slot: int
    most: bool = True

    def of(self, state: State, player: int) -> int:
        """Return what a player has in a state, which need not be over."""
        return number(self.value, state.asked(), (0,) * self.slot + (player,))


@attrs.frozen
class Scores:
    """Scores as some plays go on, at `POINTS` positions and at the end.

    `label`: what is counted, as the text writes it. `winners`, `others`: what those who win a play
    have on average, and those who do not. `leads`: in what part of the plays somebody ahead then
    wins in the end, plays without anybody ahead left out (None: fewer than `FEWEST` are left).
    `lead_changes`: how often in a play somebody else comes to lead alone. Drawn plays are left
    out.
    """

    label: str
    games: int
    winners: tuple[float, ...]
    others: tuple[float, ...]
    leads: tuple[float | None, ...]
    lead_changes: float


def scoring(game: Game) -> Scoring | None:
    """Return what decides who is ahead: what all ends compare first, else the declared standing.

    None where ends compare different things, or what depends on how play came to its end.

    >>> from interpreter import load
    >>> scoring(load("agamemnon")).label
    'string_tiles(p)'
    >>> scoring(load("tic_tac_toe")) is None
    True
    """
    found: dict[tuple[core.Expr, bool], Scoring] = {}
    for block in game.spec.roots:
        for node in nested(block):
            match node:
                case core.End(result=core.Scores(slot=slot, value=value, label=label)):
                    one = Scoring(label, value, slot)
                case core.End(result=core.Leads(slot=slot, keys=(key, *_))):
                    one = Scoring(key.label, key.value, slot, key.most)
                case _:
                    continue
            # ends may call the player p or q: told alike, with the player in slot 0
            alike = substituted(one.value, {one.slot: core.Local(0)}, -one.slot)
            found.setdefault((alike, one.most), one)
    if len(found) == 1:
        (one,) = found.values()
        if game.spec.teams is None and free(one.value) <= {one.slot}:
            return one
    declared = game.spec.standing
    return None if declared is None else Scoring("standing(p)", declared.value, 0)


def final_of(game: Game) -> Callable[[State], tuple[int, ...] | None] | None:
    """Return what tells of a play that is over what each player has; None: nothing is scored.

    >>> from interpreter import load
    >>> final_of(load("tic_tac_toe")) is None
    True
    """
    by = scoring(game)
    if by is None:
        return None
    players = range(len(game.players))

    def of(end: State) -> tuple[int, ...] | None:
        try:
            return tuple(by.of(end, player) for player in players)
        except (RuleFault, BudgetExceeded):  # this play ended in another way
            return None

    return of


def scores(game: Game, plays: Iterable[State]) -> Scores | None:
    """Return how scores grow in plays that are over; None where nothing is scored in them."""
    by = scoring(game)
    if by is None or len(game.players) < 2:
        return None
    try:
        traces = [
            (trace, points(end.returns))
            for end in plays
            if len(set(end.returns)) > 1 and (trace := _trace(by, end))
        ]
    except (RuleFault, BudgetExceeded):  # what an end compares may make no sense before it
        return None
    if all(row == trace[0] for trace, _ in traces for row in trace[:-1]):
        return None
    winners, others, leads = [], [], []
    for at in range(POINTS + 1):
        rows = [(trace[at], won) for trace, won in traces]
        each = [pair for row, won in rows for pair in zip(row, won, strict=True)]
        winners.append(_mean([score for score, part in each if part]))
        others.append(_mean([score for score, part in each if not part]))
        ahead = [(_ahead(row, by), won) for row, won in rows]
        told = [float(bool(won[first])) for first, won in ahead if first is not None]
        leads.append(_mean(told) if len(told) >= FEWEST else None)
    changes = [_changes([_ahead(row, by) for row in trace]) for trace, _ in traces]
    return Scores(
        by.label, len(traces), tuple(winners), tuple(others), tuple(leads), _mean(changes)
    )


def looked_at(end: State) -> list[State]:
    """Return the positions of a play that are looked at; [] where nobody chooses anything."""
    path = [state for state in end.path if not state.is_terminal]
    path = [state for state in path if state.current_player != CHANCE]
    return [path[at * len(path) // POINTS] for at in range(POINTS)] if path else []


def _trace(by: Scoring, end: State) -> list[tuple[int, ...]]:
    """Return what players have at the positions of a play and at its end; [] without any."""
    found, players = looked_at(end), range(len(end.game.players))
    return [tuple(by.of(state, p) for p in players) for state in (*found, end)] if found else []


def _ahead(row: Sequence[int], by: Scoring) -> int | None:
    """Return who is ahead alone; None: nobody."""
    best = max(row) if by.most else min(row)
    return row.index(best) if row.count(best) == 1 else None


def _changes(leaders: Sequence[int | None]) -> float:
    alone = [leader for leader in leaders if leader is not None]
    return float(sum(a != b for a, b in pairwise(alone)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
