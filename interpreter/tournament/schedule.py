"""Which bots meet in which seats, and with which seed.

In a round each group of bots that fills the seats plays one arrangement in all its rotations, all
of them with one seed, so that luck and the advantage of a seat cancel. Where there are more bots
than seats, every choice of them is a group; where there are fewer, they sit there several times,
each at least once. Arrangements that no rotation makes equal (who sits to whose left) take turns
from round to round. Game number `i` is the same whatever number of rounds is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, count, permutations

import attrs

from interpreter.chance import word
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH
from interpreter.load import UsageError
from interpreter.tournament.entrants import Entrant


@attrs.frozen
class Tournament:
    """A game and who plays it.

    `seconds`: what a bot has for a choice; None: no limit. `width`: how many positions it holds
    possible where something is hidden (`Belief`); with fewer it redeals sooner, and less well.
    """

    game: Game
    entrants: tuple[Entrant, ...]
    seed: int = 0
    seconds: float | None = None
    width: int = WIDTH

    def __attrs_post_init__(self) -> None:
        """Raise a UsageError where nothing could be compared."""
        if len(self.entrants) < 2 or len(self.game.players) < 2:
            raise UsageError("a tournament needs two bots at least, and a game for two or more")


@attrs.frozen
class Fixture:
    """A game to be played. `seats[player]` is the number of the bot that sits there."""

    number: int
    round: int
    seed: int
    seats: tuple[int, ...]


def schedule(tournament: Tournament, rounds: int | None = None) -> Iterator[Fixture]:
    """Yield the games of so many rounds, in order; None: without end.

    >>> from interpreter import Uniform, load
    >>> from interpreter.tournament.entrants import Entrant
    >>> bots = tuple(Entrant(name, Uniform) for name in "abc")
    >>> [game.seats for game in schedule(Tournament(load("kuhn_poker"), bots), 1)]
    [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    """
    groups = _groups(len(tournament.entrants), len(tournament.game.players))
    number = 0
    for played in count() if rounds is None else range(rounds):
        seed = word("tournament", tournament.seed, played) >> 32
        for group in groups:
            known = _arrangements(group)
            for seats in _rotations(known[played % len(known)]):
                yield Fixture(number, played, seed, seats)
                number += 1


def _groups(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    if entrants >= seats:
        return tuple(combinations(range(entrants), seats))
    filled = combinations_with_replacement(range(entrants), seats)
    return tuple(group for group in filled if len(set(group)) == entrants)


@cache
def _arrangements(group: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to sit round a table, each once; the first is the group as it is."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for seats in permutations(group):
        found.setdefault(min(_rotations(seats)), seats)
    return tuple(found.values())


def _rotations(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(dict.fromkeys(seats[-by:] + seats[:-by] for by in range(len(seats))))
