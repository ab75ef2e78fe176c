"""What a tournament says of its bots.

A game has one point, shared by those with the highest return; who forfeits has none, the others
share it. A bot that plays as well as the rest gets one in so many points as there are seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

import attrs

from interpreter.tournament.playing import Finished
from interpreter.tournament.schedule import Tournament

_Z: Final = 1.96


@attrs.frozen
class Standing:
    """What came of the games of one bot; one that sat in two seats of a game played it twice.

    `wins`: nobody's return was higher and somebody's lower. `draws`: all had the same. `points`:
    see above. `mean_return`: None where no game had returns; who forfeits gets the least that
    the rules give anybody, and the others share what is left where returns have a known sum, else
    the game does not count for them.
    """

    name: str
    games: int
    wins: int
    draws: int
    forfeits: int
    points: Fraction
    expected: Fraction
    mean_return: Fraction | None
    seconds: float
    longest: float

    @property
    def share(self) -> float:
        """What part of the points it has."""
        return float(self.points / max(1, self.games))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 % for the share."""
        return wilson(self.share, self.games)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 %.

    >>> low, high = wilson(0.6, 400)
    >>> round(low, 3), round(high, 3), wilson(0.0, 0)
    (0.551, 0.647, (0.0, 1.0))
    """
    if not games:
        return 0.0, 1.0
    middle = share + _Z**2 / (2 * games)
    half = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games * games))
    whole = 1 + _Z**2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def standings(tournament: Tournament, games: Iterable[Finished]) -> tuple[Standing, ...]:
    """Return how each bot did, the best first."""
    played = sorted(games, key=lambda game: game.fixture.number)
    found = [_standing(tournament, which, played) for which in range(len(tournament.entrants))]
    return tuple(sorted(found, key=lambda standing: -standing.share))


def points(game: Finished) -> tuple[Fraction, ...]:
    """Return what part of the point each seat gets."""
    seats = len(game.fixture.seats)
    best = _best(game)
    return tuple(Fraction(seat in best, len(best)) for seat in range(seats))


def _best(game: Finished) -> list[int]:
    """Return the seats that share the point."""
    seats = range(len(game.fixture.seats))
    if game.forfeit is not None:
        return [seat for seat in seats if seat != game.forfeit.seat]
    assert game.returns is not None, "only a forfeited game has no returns"
    return [seat for seat in seats if game.returns[seat] == max(game.returns)]


def _standing(tournament: Tournament, which: int, played: Sequence[Finished]) -> Standing:
    sat = [
        (game, seat)
        for game in played
        for seat, entrant in enumerate(game.fixture.seats)
        if entrant == which
    ]
    won = [seat in _best(game) and not _is_draw(game) for game, seat in sat]
    returned = [_return(tournament, game, seat) for game, seat in sat]
    known = [value for value in returned if value is not None]
    return Standing(
        name=tournament.entrants[which].name,
        games=len(sat),
        wins=sum(won),
        draws=sum(_is_draw(game) for game, _ in sat),
        forfeits=sum(game.forfeit is not None and game.forfeit.seat == s for game, s in sat),
        points=sum((points(game)[seat] for game, seat in sat), Fraction(0)),
        expected=Fraction(1, len(tournament.game.players)),
        mean_return=sum(known, Fraction(0)) / len(known) if known else None,
        seconds=sum(game.seconds[seat] for game, seat in sat),
        longest=max((game.longest[seat] for game, seat in sat), default=0.0),
    )


def _is_draw(game: Finished) -> bool:
    return len(_best(game)) == len(game.fixture.seats)


def _return(tournament: Tournament, game: Finished, seat: int) -> Fraction | None:
    if game.forfeit is None:
        assert game.returns is not None, "only a forfeited game has no returns"
        return game.returns[seat]
    facts = tournament.game.facts
    if game.forfeit.seat == seat:
        return Fraction(facts.least_return)
    if facts.sum_of_returns is None:
        return None
    return Fraction(facts.sum_of_returns - facts.least_return, facts.players - 1)
