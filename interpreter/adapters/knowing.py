"""What OpenSpiel asks a game to tell of a player's knowledge, as text and as numbers.

Information states have no bound worth a tensor. Those of a small game are written as one entry of
1 for each item, among all items that can stand at its place; in others a digest of 128 entries
tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Protocol, TypeAlias

import numpy as np
import pyspiel

from interpreter import Game, State, TraversalTooLarge, UsageError, histories
from interpreter.adapters.seen import Row, Seen, every_item, private, public, row_of

DIGEST: Final = 16
"""Bytes of the digest that tells information states of large games apart."""
SMALL: Final = 10_000
"""Games with so many histories at most are gone through, to say more of them."""


class Knower(Protocol):
    """A state of OpenSpiel's with one of ours behind it."""

    @property
    def state(self) -> State:
        """The state of ours."""

    def items(self, player: int) -> tuple[str, ...]:
        """Return all that a player has done and seen since the start, an item each."""

    def digest(self, player: int) -> bytes:
        """Return a digest of `items`."""


class Observer:
    """Tells what a player knows, as text and as numbers, in the form that OpenSpiel asks for.

    `dict` names the parts of `tensor`. There are numbers only for what a player himself knows,
    public and private together.
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType) -> None:
        """For `RulesGame.make_py_observer`."""
        self._game = game
        self._recalls = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = str(kind.private_info).rpartition(".")[2]
        self.tensor: Row | None = None
        self.dict: dict[str, Row] = {}
        self._refusal: UsageError | None = None
        if self._public and self._private == "SINGLE_PLAYER":
            try:
                self._lay_out()
            except UsageError as refusal:
                self._refusal = refusal

    def _lay_out(self) -> None:
        sizes = {"player": len(self._game.players)}
        words = _vocabulary(self._game) if self._recalls else None
        if words is None:
            sizes["observation"] = row_of(self._game).size
            if self._recalls:
                sizes["digest"] = 8 * DIGEST
        else:
            sizes["to act"] = len(self._game.players)
            sizes["events"] = max(1, sum(map(len, words)))
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: Knower, player: int) -> None:
        """Write what a player knows at a state into `tensor`.

        Raises:
            UsageError: there are no numbers without native code of the game.
        """
        if self._refusal is not None:
            raise self._refusal
        if self.tensor is None:
            return
        ours = state.state
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "observation" in self.dict:
            self.dict["observation"][:] = row_of(self._game).read(ours, player)
        if "digest" in self.dict:
            digest = np.frombuffer(state.digest(player), np.uint8)
            self.dict["digest"][:] = np.unpackbits(digest)
        if "to act" in self.dict and ours.current_player >= 0:
            self.dict["to act"][ours.current_player] = 1
        if "events" in self.dict:
            for at in _places(_vocabulary(self._game) or (), state.items(player)):
                self.dict["events"][at] = 1

    def string_from(self, state: Knower, player: int) -> str:
        """Return what a player knows at a state, as text."""
        ours = state.state
        if self._private == "ALL_PLAYERS":
            parts = [self._own(ours, who) for who in range(len(self._game.players))]
            return "\n".join((*parts, self._open(ours)) if self._public else parts)
        if not self._public:
            return self._own(ours, player) if self._private == "SINGLE_PLAYER" else ""
        if self._private == "NONE":
            return self._open(ours)
        lines = [f"seen by {self._game.players[player]}"]
        lines += state.items(player) if self._recalls else Seen(ours, player).lines
        if self._recalls:
            # Public, and no event tells it where nobody noticed what the last one did.
            lines.append(f"to act: {ours.current_player}")
        return "\n".join(lines)

    def _own(self, state: State, player: int) -> str:
        """Return what a player knows and others do not."""
        return "\n".join(private(state, player, recalls=self._recalls))

    def _open(self, state: State) -> str:
        """Return what everybody knows."""
        return "\n".join(public(state, recalls=self._recalls))


Vocabulary: TypeAlias = tuple[dict[str, int], ...]
"""For each place in an information state, the number of everything that can stand there."""


@cache
def _vocabulary(game: Game) -> Vocabulary | None:
    """Return what can stand where in the information states of a small game; None: it is large."""
    try:
        for _ in histories(game, most=SMALL):
            pass
    except TraversalTooLarge:
        return None
    items: list[set[str]] = []
    for state in histories(game, most=SMALL):
        for player in range(len(game.players)):
            for at, item in enumerate(every_item(state, player)):
                if at == len(items):
                    items.append(set())
                items[at].add(item)
    return tuple({item: at for at, item in enumerate(sorted(found))} for found in items)


def _places(words: Vocabulary, items: tuple[str, ...]) -> Iterator[int]:
    """Yield the entries that are 1 for these items: one of the stretch of each place."""
    start = 0
    for numbers, item in zip(words, items, strict=False):
        yield start + numbers[item]
        start += len(numbers)
