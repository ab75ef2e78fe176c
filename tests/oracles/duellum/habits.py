"""How the players of the second Antike Duellum lean: games come far, and rarities come up."""

from __future__ import annotations

import random

from tests.oracles.duellum import tables
from tests.oracles.duellum.actions import Actions, parts
from tests.oracles.duellum.tables import PLAYERS

# How much likelier than 1 the driver takes an arm, and an action with a word: habits of players.
HABITS: tuple[dict[str, int], ...] = (
    {},
    {"found": 0, "arm_unit": 0, "develop": 0, "temple_at": 2},
    {"pay_chips": 30, "0": 30, "play": 0},
    {"DUELLUM_A": 3, "DUELLUM_B": 3, "MILITIA": 2, "FERRUM": 2},
    {"play": 0, "conquer": 3, "DUELLUM_A": 3, "DUELLUM_B": 3, "MILITIA": 3},
    {"TEMPLUM": 3, "MARMOR": 3},
    {"SCIENTIA": 3, "AURUM": 3},
)
COMMON = {
    "found": 30,
    "conquer": 20,
    "march": 12,
    "go_on": 4,
    "arm_unit": 20,
    "temple_at": 20,
    "develop": 20,
    "recruit": 6,
    "go": 6,
    "play": 4,
    "pass": 2,
}


def LEAN(seed: int) -> dict[str, int]:  # noqa: N802 - the driver asks for it by this name
    """Return the habits of the two players of a game."""
    habits = random.Random(seed).choices(HABITS, k=len(PLAYERS))
    if seed % 4 == 0:
        habits = [HABITS[seed // 4 % len(HABITS)]] * len(PLAYERS)
    mine = {
        f"{name} {word}": n
        for name, habit in zip(PLAYERS, habits, strict=True)
        for word, n in habit.items()
    }
    return COMMON | mine


class Players(Actions):
    """Nations whose players have an aim."""

    def leaning(self) -> dict[str, int]:
        """Return how a player leans who spares his chips and uses what he has.

        Without that few games come far.
        """
        p = self._acting
        if self._turn.moved:
            return self._lean_on_map()
        use = {
            "TEMPLUM": self._affords("marble", 6),
            "MILITIA": p.box.total() > 0 and self._affords("iron", 2),
            "SCIENTIA": self._affords("gold", 6) or p.box.total() < 2,
            "DUELLUM_A": p.camp.total() > 1,
            "DUELLUM_B": p.camp.total() > 1,
            **{field: p.chips[word] < 6 for field, word in tables.YIELDS.items()},
        }
        return {
            field: 4 ** (5 - self._surcharge(field)) * (4 if use[field] else 1)
            for field in tables.RONDEL
        }

    def _lean_on_map(self) -> dict[str, int]:
        """Return where units rather go: all to one city of the other, or each to a free place."""
        p, asked = self._acting, self._asked[1]
        target = self._target()
        if target is None:
            wanted = {c for c in self._board.regions if not p.units(c)} - {*self._cities_of(p)}
            return dict.fromkeys(wanted, 8)
        leaning = dict.fromkeys(["march", "go_on"], 4)
        for action in asked:
            if action.startswith("march"):
                _, unit, start, goal = parts(action)
                before, after = (self._board.steps(unit, c, target) for c in (start, goal))
                leaning[action] = 60 if after < before else 1
        return leaning

    def _target(self) -> str | None:
        """Return the city that a nation with many units falls upon: a temple if there is one."""
        p = self._acting
        many = p.camp.total() + p.marched.total() > 5
        cities = [c for c in self._cities_of(self._other) if self._defence(c) < 7]
        return (
            max(cities, key=lambda c: (self._strength(c), p.units(c)), default=None)
            if many
            else None
        )
