"""What plays are counted into: arrays by seat, action, arm and part of a play."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import lcm
from typing import Final

import attrs

from interpreter.state_like import GameLike, StateLike

BANDS: Final = 24
"""Parts of a play that are counted apart, of equally many choices."""


@attrs.frozen(eq=False)
class Counters:
    """Flat arrays of whole numbers, added to while plays go on.

    `offered` and `chosen`: [seat][action]. `arm_offered` and `arm_chosen`: [arm][seat][band]; a
    decision counts once for an arm, however many of its actions were legal. `options`: [band] of
    (decisions, options, decisions with one option). `fates`: [arm][seat] of (plays in which the
    seat used the arm, its points in them, plays in which it could and did not, its points). A play
    has `whole` points, shared by those with the highest return. `width`: choices in a band; the
    last band has the rest.
    """

    seats: int
    actions: int
    arms: int
    width: int
    bands: int = BANDS
    offered: array[int] = attrs.field(init=False)
    chosen: array[int] = attrs.field(init=False)
    arm_offered: array[int] = attrs.field(init=False)
    arm_chosen: array[int] = attrs.field(init=False)
    options: array[int] = attrs.field(init=False)
    fates: array[int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Set all counters to 0."""
        cells = self.arms * self.seats
        for name, size in (
            ("offered", self.seats * self.actions),
            ("chosen", self.seats * self.actions),
            ("arm_offered", cells * self.bands),
            ("arm_chosen", cells * self.bands),
            ("options", 3 * self.bands),
            ("fates", 4 * cells),
        ):
            object.__setattr__(self, name, array("q", bytes(8 * max(1, size))))

    @property
    def whole(self) -> int:
        """The points of a play."""
        return lcm(*range(1, self.seats + 1))

    def arrays(self) -> dict[str, array[int]]:
        """Return the arrays by name."""
        return {
            "offered": self.offered,
            "chosen": self.chosen,
            "arm_offered": self.arm_offered,
            "arm_chosen": self.arm_chosen,
            "options": self.options,
            "fates": self.fates,
        }


@attrs.frozen
class Arms:
    """The names of arms in the order of the text, and which of them each action number has."""

    names: tuple[str, ...]
    of: tuple[int, ...]

    @classmethod
    def in_game(cls, game: GameLike) -> Arms:
        """Return those of a game."""
        arms = game.document().arms
        names = tuple(dict.fromkeys(arm.name for arm in arms))
        of = [0] * game.num_distinct_actions
        for arm in arms:
            which = names.index(arm.name)
            of[arm.first_id : arm.first_id + arm.size] = [which] * arm.size
        return cls(names, tuple(of))

    def actions(self, name: str) -> bytes:
        """Return for each action number whether it is one of this arm."""
        which = self.names.index(name)
        return bytes(arm == which for arm in self.of)


@attrs.frozen
class Bar:
    """A seat leaves some actions alone while it may do something else.

    Where it would choose one of them it chooses among the others, by numbers of their own: a play
    is the same up to there, and each of the others is as likely as if there were no more.

    `actions`: for each action number of the game a byte, 1 where it is one of them.
    """

    seat: int
    actions: bytes

    def others(self, state: StateLike) -> Sequence[int]:
        """Return the legal actions that a seat is not barred from, or all where none is left."""
        if state.current_player != self.seat:
            return state.legal_ids
        return [one for one in state.legal_ids if not self.actions[one]] or state.legal_ids
