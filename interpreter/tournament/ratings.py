"""Ratings of bots by the library openskill (Plackett and Luce's model, as Weng and Lin rate).

Bots do not learn between games, so nothing is added to the doubt from one game to the next. A bot
that sits in several seats of a game is rated in each; what comes of it is averaged. Games count in
the order of their numbers.

Source: Weng and Lin, A Bayesian approximation method for online ranking (2011).
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from interpreter.tournament.playing import Finished
from interpreter.tournament.schedule import Tournament


@attrs.frozen
class Rating:
    """How strong a bot seems: it begins at 25; `sigma` is the doubt about `mu`."""

    mu: float
    sigma: float


def ratings(tournament: Tournament, games: Iterable[Finished]) -> dict[str, Rating] | None:
    """Return the rating of each bot by its name; None where openskill is not installed."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        return None
    model = PlackettLuce(tau=0.0)
    known = [model.rating() for _ in tournament.entrants]
    for game in sorted(games, key=lambda game: game.fixture.number):
        seats = game.fixture.seats
        rated = model.rate([[known[which]] for which in seats], ranks=_ranks(game))
        for which in set(seats):
            own = [team[0] for team, sat in zip(rated, seats, strict=True) if sat == which]
            mu = sum(rating.mu for rating in own) / len(own)
            known[which] = model.rating(mu, sum(rating.sigma for rating in own) / len(own))
    return {
        entrant.name: Rating(rating.mu, rating.sigma)
        for entrant, rating in zip(tournament.entrants, known, strict=True)
    }


def _ranks(game: Finished) -> list[float]:
    """Return for each seat how many did better."""
    if game.forfeit is not None:
        last = len(game.fixture.seats) - 1
        return [float(last if seat == game.forfeit.seat else 0) for seat in range(last + 1)]
    assert game.returns is not None, "only a forfeited game has no returns"
    return [float(sum(other > own for other in game.returns)) for own in game.returns]
