"""A game as it is sent elsewhere: its core tree goes along, so nobody there needs the text."""

from __future__ import annotations

import attrs

from interpreter.cluster.work import ClusterError
from interpreter.game import EngineName, Game
from rulelang import core
from rulelang.keeping import disk


@attrs.frozen
class SentGame:
    """A game on its way, and the fingerprint that it must have where it arrives."""

    spec: core.Spec = attrs.field(repr=False)
    specification: str
    engine: EngineName = "native"
    rules: str = ""

    @classmethod
    def of(cls, game: Game) -> SentGame:
        """Return a game as it is sent."""
        return cls(game.spec, game.specification_hash, game.engine, game.rules)

    def game(self) -> Game:
        """Return the game where it has arrived.

        Raises:
            ClusterError: the rules are read in another way here than where they come from.
        """
        game = Game(self.spec, rules=self.rules, engine=self.engine)
        if game.specification_hash != self.specification:
            raise ClusterError(
                f"release {disk.release()} of rulelang here reads other rules in what it was "
                "sent; install the same release on all machines"
            )
        return game
