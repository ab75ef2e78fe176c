"""Play the games of a tournament, here or wherever a crew is; in whatever order they end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing

import attrs

from interpreter.cluster import Crew, Here, Piece, Range
from interpreter.cluster.run import Care, run
from interpreter.formats import Json
from interpreter.hosting.entries import Entries
from interpreter.tournament.blaming import blamed
from interpreter.tournament.data import game_data, game_from
from interpreter.tournament.games import Games
from interpreter.tournament.log import TournamentLog
from interpreter.tournament.playing import Finished
from interpreter.tournament.schedule import Fixture, Tournament, schedule


@attrs.frozen
class Played:
    """How a tournament is to be played: who does it, and the log that it grows.

    `notice` is told of each game that was lost with a process, and is played again.
    """

    crew: Crew = attrs.field(factory=Here)
    log: TournamentLog | None = None
    notice: Callable[[str], None] | None = None


def play(tournament: Tournament, rounds: int, how: Played | None = None) -> Generator[Finished]:
    """Yield what came of each game of so many rounds: those of the log, then each as it ends.

    What comes of a game does not depend on who plays it. Closing the iterator ends the games that
    are under way.

    >>> from interpreter import Uniform, load
    >>> from interpreter.tournament import Entrant
    >>> bots = Entrant("one", Uniform), Entrant("other", Uniform)
    >>> [game.fixture.seats for game in play(Tournament(load("kuhn_poker"), bots, seed=1), 1)]
    [(0, 1), (1, 0)]

    Raises:
        NoBotError: a bot is not to be had here.
        RuleFault: the rules do what they must not do.
        BudgetExceeded: they come to no choice or end.
        ClusterError: the games cannot go on; what is done is in the log.
        PlaythroughError: the log cannot be written.
    """
    how = how or Played()
    games = Games.of(tournament, rounds)
    fixtures = tuple(schedule(tournament, rounds))
    tournament.game.prepare()  # whoever else needs the code finds it on the disk
    log = None if how.log is None else _Kept(how.log, fixtures)
    # One game at a time: it takes long, and one that ends its process is known at once.
    care = Care(how.notice, "game", most=1, instead=lambda part, _: [blamed(games, part.first)])
    with closing(run(games, len(fixtures), how.crew, log, care)) as pieces:
        for piece in pieces:
            yield from _games(piece, fixtures)


@attrs.frozen
class _Kept:
    """The log of a tournament, as work keeps it."""

    log: TournamentLog
    fixtures: tuple[Fixture, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The games that it held when it was opened."""
        return tuple(
            Piece(Range(game.fixture.number, 1), [game_data(game)]) for game in self.log.games
        )

    def add(self, piece: Piece) -> None:
        """Write down games."""
        for game in _games(piece, self.fixtures):
            self.log.add(game)


def _games(piece: Piece, fixtures: tuple[Fixture, ...]) -> list[Finished]:
    """Return the games of a range.

    Raises:
        PlaythroughError: what came back says something else.
    """
    part, done = piece
    rows: list[Json] = done if isinstance(done, list) else []
    return [
        game_from(Entries(f"game {fixture.number}", row), fixture)
        for fixture, row in zip(fixtures[part.first : part.past], rows, strict=True)
    ]
