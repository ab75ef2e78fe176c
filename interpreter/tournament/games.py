"""The games of a tournament as work that can be sent to other processes and machines."""

from __future__ import annotations

import attrs

from interpreter.cluster import Doer, SentGame
from interpreter.tournament.data import game_data
from interpreter.tournament.entrants import Entrant
from interpreter.tournament.playing import play_one
from interpreter.tournament.schedule import Fixture, Tournament, schedule


@attrs.frozen
class Games:
    """The games of so many rounds of a tournament, by their numbers."""

    sent: SentGame
    entrants: tuple[Entrant, ...]
    seed: int
    seconds: float | None
    width: int
    rounds: int

    @classmethod
    def of(cls, tournament: Tournament, rounds: int) -> Games:
        """Return the games of a tournament."""
        sent, who = SentGame.of(tournament.game), tournament.entrants
        return cls(sent, who, tournament.seed, tournament.seconds, tournament.width, rounds)

    def arrived(self) -> tuple[Tournament, tuple[Fixture, ...]]:
        """Return the tournament and its games where they have arrived.

        Raises:
            ClusterError: the rules are read in another way here than where they come from.
        """
        game = self.sent.game()
        tournament = Tournament(game, self.entrants, self.seed, self.seconds, self.width)
        return tournament, tuple(schedule(tournament, self.rounds))

    def begin(self) -> Doer:
        """Return what plays a range: it returns what came of each game, as data.

        Raises:
            ClusterError: the rules are read in another way here than where they come from.
        """
        tournament, fixtures = self.arrived()
        return lambda part: [
            game_data(play_one(tournament, fixture))
            for fixture in fixtures[part.first : part.past]
        ]
