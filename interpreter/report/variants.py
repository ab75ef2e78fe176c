"""Variants of a game beside the one that is reported, one setting changed at a time.

All are played at random with the same seed. A game of sixty variants is not compared whole: what
one setting does is seen best where nothing else differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from interpreter.game import Game
from interpreter.measuring.recording import Record, record
from interpreter.measuring.whole import whole
from interpreter.report.seats import Shares


@attrs.frozen
class Variant:
    """What random plays say of one variant. `name`: what differs, such as `players 3`.

    `length`, `branching`, `forced`: choices in a play, options of a choice, what part of the
    choices has one option. `unused`: arms that were never offered, or never chosen.
    """

    name: str
    players: tuple[str, ...]
    length: float
    branching: float
    forced: float
    shares: Shares
    unused: tuple[str, ...]

    @property
    def first(self) -> int:
        """The seat with the greatest share, the first of those."""
        return max(range(len(self.players)), key=lambda seat: (self.shares.shares[seat], -seat))


def beside_it(game: Game, games: Iterable[Game]) -> Iterator[tuple[str, Game]]:
    """Yield those of a game's instances that differ from it in one setting, and in which.

    >>> from interpreter import load_all
    >>> text = load_all("whist")
    >>> [name for name, _ in beside_it(text.games[0], text.games)]
    ['goal 7', 'goal 10']
    """
    for other in games:
        differ = [
            f"{name} {value}"
            for name, value in other.options.items()
            if game.options[name] != value
        ]
        if len(other.players) != len(game.players):
            differ.insert(0, f"players {len(other.players)}")
        if len(differ) == 1:
            yield differ[0], attrs.evolve(other, engine=game.engine)


def variants(
    played: Record, games: Iterable[Game], told: Callable[[str], None] | None = None
) -> tuple[Variant, ...]:
    """Return an instance and those beside it, as many random plays each; () where it is alone.

    `played`: the random plays of the instance.
    """
    found = [_told("as reported", played)]
    for name, other in beside_it(played.game, games):
        if told is not None:
            told(f"variant: {name}")
        found.append(_told(name, whole(record(other, played.games, seed=played.seed))))
    return tuple(found) if len(found) > 1 else ()


def _told(name: str, found: Record) -> Variant:
    to = found.counters
    decisions = max(1, sum(to.options[::3]))
    cells = to.seats * to.bands
    unused = tuple(
        arm
        for at, arm in enumerate(found.arms)
        if not sum(to.arm_chosen[at * cells : (at + 1) * cells])
    )
    return Variant(
        name,
        found.game.players,
        sum(found.lengths) / max(1, found.games),
        sum(to.options[1::3]) / decisions,
        sum(to.options[2::3]) / decisions,
        Shares.of("random", found.returns, found.game),
        unused,
    )
