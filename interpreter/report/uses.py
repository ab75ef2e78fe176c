"""What seats did with the arms of a game, and what it is worth to be allowed to.

What an arm is worth is found by restricted play (Jaffe et al., Evaluating competitive game
balance with restricted play, AIIDE 2012): a seat that leaves it alone while it may do something
else, beside the same seat free, in plays with the same numbers of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import attrs

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.measuring.counters import Arms, Bar
from interpreter.measuring.recording import Record
from interpreter.measuring.restricted import Plays
from interpreter.report.charts import together
from interpreter.report.seats import share_in
from interpreter.report.statistics import Mean, believed
from rulelang.rule_types import Component

MARKED: Final = 0.1
"""What part of a play an arm must be worth to be told of as strong or weak."""

MOST_KINDS: Final = 30
"""Kinds of components in arms that are left alone one by one; of more so many are drawn."""

_NAMED: Final = 12
"""Arms and kinds that one sentence names."""

NEVER: Final = 200
"""Decisions that must have offered an arm before it is strange that nobody chose it."""


@attrs.frozen
class Use:
    """An arm: in how many decisions it was offered and chosen, by seat and by part of a play.

    `line`: where it stands.
    """

    arm: str
    line: int
    offered: tuple[int, ...]
    chosen: tuple[int, ...]
    offered_by_band: tuple[int, ...]
    chosen_by_band: tuple[int, ...]

    @property
    def share(self) -> float:
        """In what part of the decisions that offered it the arm was chosen."""
        return sum(self.chosen) / max(1, sum(self.offered))


@attrs.frozen
class KindUse:
    """A kind of component in an arm: how often it was an option, and chosen, by seat.

    A decision that offers it in two ways counts twice. `line`: where its component is declared.
    """

    arm: str
    kind: str
    line: int
    offered: tuple[int, ...]
    chosen: tuple[int, ...]


@attrs.frozen
class Unit:
    """Something that a seat may do or leave: an arm, or an arm with one kind of component.

    `actions`: for each action number a byte, 1 where it is one of these.
    """

    name: str
    actions: bytes


@attrs.frozen
class Worth:
    """What a seat gains by being allowed a unit: its share of plays, free less barred."""

    name: str
    gain: Mean
    is_marked: bool = False

    @property
    def changes_nothing(self) -> bool:
        """Whether every play without it had the same winners."""
        return not self.gain.value and not self.gain.doubt


def uses(found: Record) -> tuple[Use, ...]:
    """Return what was done with each arm, in the order of the text."""
    to, lines = found.counters, {arm.name: arm.origin.line for arm in found.game.document().arms}
    result = []
    for at, name in enumerate(found.arms):
        rows = [range((at * to.seats + seat) * to.bands, (at * to.seats + seat + 1) * to.bands)
                for seat in range(to.seats)]  # fmt: skip
        result.append(
            Use(
                name,
                lines[name],
                tuple(sum(to.arm_offered[i] for i in row) for row in rows),
                tuple(sum(to.arm_chosen[i] for i in row) for row in rows),
                tuple(sum(to.arm_offered[row[b]] for row in rows) for b in range(to.bands)),
                tuple(sum(to.arm_chosen[row[b]] for row in rows) for b in range(to.bands)),
            )
        )
    return tuple(result)


def told_of_nothing(worths: Sequence[Worth]) -> str:
    """Return a sentence about those of which no play was another without them; "" for none.

    >>> told_of_nothing([Worth("bet", Mean(0.0, 0.0, 9)), Worth("call", Mean(0.2, 0.1, 9))])
    'Without bet every play had the same winners, or there was nothing else to do.'
    """
    names = [worth.name for worth in worths if worth.changes_nothing]
    if not names:
        return ""
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    told = together([*names[:_NAMED], *more])
    return f"Without {told} every play had the same winners, or there was nothing else to do."


def units(game: Game, seed: int = 0) -> tuple[tuple[Unit, ...], int]:
    """Return what may be left alone: arms, and of arms with components each kind; none alone.

    Of many kinds some are drawn, by the seed; how many there are stands behind.

    >>> from interpreter import load
    >>> [unit.name for unit in units(load("kuhn_poker"))[0]]
    ['bet', 'pass']
    """
    arms = Arms.in_game(game)
    found = [Unit(name, arms.actions(name)) for name in arms.names]
    found = found if len(found) > 1 else []
    groups = {f"{arm} {label}": ids for (arm, label, _), ids in _kinds(game).items()}
    names = list(groups) if len(groups) > 1 else []
    if len(names) > MOST_KINDS:
        drawn = Numbers("kinds", seed, 0)
        left = list(range(len(names)))
        names = [names[at] for at in sorted(_drawn(left, drawn) for _ in range(MOST_KINDS))]
    size = range(game.num_distinct_actions)
    found += [Unit(name, bytes(at in groups[name] for at in size)) for name in names]
    return tuple(found), len(groups)


def kind_uses(found: Record) -> tuple[KindUse, ...]:
    """Return what became of each kind of component in each arm, in the order of the text.

    >>> from interpreter import load
    >>> from interpreter.measuring.recording import record
    >>> [use.kind for use in kind_uses(record(load("goofspiel"), 20, seed=1))][:3]
    ['Bid(P1, 1)', 'Bid(P1, 2)', 'Bid(P1, 3)']
    """
    to = found.counters
    rows = [range(seat * to.actions, (seat + 1) * to.actions) for seat in range(to.seats)]
    return tuple(
        KindUse(
            arm,
            kind,
            line,
            tuple(sum(to.offered[row[at]] for at in ids) for row in rows),
            tuple(sum(to.chosen[row[at]] for at in ids) for row in rows),
        )
        for (arm, kind, line), ids in _kinds(found.game).items()
    )


@lru_cache(maxsize=8)
def _kinds(game: Game) -> dict[tuple[str, str, int], set[int]]:
    """Return the actions of each arm with each kind of component, by arm, kind and its line."""
    document = game.document()
    lines = {kind: part.origin.line for part in document.components for kind in part.kinds}
    groups: dict[tuple[str, str, int], set[int]] = {}
    for group in game.layout.arms.values():
        for arm in group:
            for at, kind in enumerate(arm.kinds):
                if isinstance(kind, Component):
                    for action in range(arm.arm.first_id, arm.arm.first_id + arm.size):
                        value = arm.arguments(action)[at]
                        key = arm.arm.name, document.label(value, kind), lines[value]
                        groups.setdefault(key, set()).add(action)
    return groups


def _drawn(left: list[int], numbers: Numbers) -> int:
    return left.pop(numbers.below(len(left)))


def worths(
    game: Game, n: int, seed: int, told: Callable[[str], None] | None = None
) -> tuple[tuple[Worth, ...], int]:
    """Return what each unit is worth at random play, over `n` pairs of plays in each seat.

    Behind it: how many kinds of components there are, of which perhaps not all were tried.

    One that is never left out, since there is nothing else to do, is worth nothing here. A play
    goes as it went up to the first choice that is left out, and is not played again without one.
    """
    plays, share = Plays(game, n, seed=seed), share_in(game)
    seats = range(len(game.players))
    free = [[share(won, seat) for won in plays.returns] for seat in seats]
    found: list[tuple[str, Mean]] = []
    tried, kinds = units(game, seed)
    for unit in tried:
        if told is not None:
            told(f"plays without `{unit.name}`")
        gains = [
            free[seat][number] - share(won, seat)
            for seat in seats
            for number, won in plays.otherwise(Bar(seat, unit.actions)).items()
        ]
        found.append((unit.name, Mean.of(gains, n * len(seats))))
    marks = believed([gain.chance for _, gain in found])
    worth = tuple(
        Worth(name, gain, mark and abs(gain.value) - gain.doubt > MARKED)
        for (name, gain), mark in zip(found, marks, strict=True)
    )
    return worth, kinds
