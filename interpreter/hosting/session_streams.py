"""What the seats of a session were told, each in numbers of its own.

Everything here is a value: a choice makes new streams out of the old ones, so that whoever reads
has one moment in hand and not half of the next.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from typing import Final

import attrs

from interpreter.faults import IllegalAction
from interpreter.hosting.documents import action_data, event_data
from interpreter.hosting.packed import Packed, Spans, Told, line_of
from interpreter.knowledge.taking_back import LEARNT, before_answers
from interpreter.layout import Layout
from interpreter.reference.events import SeenEvent
from interpreter.state import State

ONLOOKER: Final = None
"""Who sits nowhere, and sees what no player is denied."""

_NOTICED = "others have noticed what the choice did: it stands"


@attrs.frozen(eq=False)
class Stream:
    """What one seat was told. `standing`: the numbers of the events that were not taken back.

    `revision` counts how often what the seat sees has changed; `sight` is a digest of what it saw
    last.
    """

    revision: int = 0
    sight: bytes = b""
    events: Packed = attrs.field(factory=Packed)
    standing: Spans = attrs.field(factory=Spans)

    def telling(self, new: Sequence[bytes]) -> Stream:
        """Return the stream with more events, as lines."""
        at = len(self.events) + 1
        standing = self.standing.adding(at, at + len(new))
        return attrs.evolve(self, events=self.events.adding(new), standing=standing)

    def taking_back(self, amount: int, sentence: str) -> Stream:
        """Return the stream with an event that makes the last so many standing ones void.

        `sentence`: who took what back.
        """
        if not amount:
            return self
        void: Told = {
            "event": "took back",
            "numbers": list(self.standing.last(amount)),
            "sentence": sentence,
        }
        standing = self.standing.without_last(amount)
        return attrs.evolve(self, events=self.events.adding([line_of(void)]), standing=standing)

    def seeing(self, state: State, player: int | None) -> Stream:
        """Return the stream at a state; what looks different to the seat is another revision."""
        sight = self._sight(state, player)
        return attrs.evolve(self, revision=self.revision + (sight != self.sight), sight=sight)

    def having_seen(self, state: State, player: int | None) -> Stream:
        """Return the stream at a state which its seat has seen already: no other revision."""
        return attrs.evolve(self, sight=self._sight(state, player))

    def _sight(self, state: State, player: int | None) -> bytes:
        asked = state.legal_ids if state.current_player == player else ()
        seen = json.dumps([state.observation(player), asked, len(self.events)])
        return sha256(seen.encode("ascii")).digest()


@attrs.frozen(eq=False)
class Moment:
    """All that readers of a session look at.

    `streams`: one for each player, and behind them that of the onlookers.
    """

    state: State
    streams: tuple[Stream, ...]

    @classmethod
    def begun(cls, state: State) -> Moment:
        """Return the moment at which nobody was told anything yet."""
        return cls(state, tuple(Stream() for _ in (*state.game.players, ONLOOKER)))

    @classmethod
    def seen(cls, state: State, streams: Sequence[Stream]) -> Moment:
        """Return a moment as it was: everybody has seen the state already."""
        readers = zip(streams, _readers(state), strict=True)
        return cls(state, tuple(stream.having_seen(state, reader) for stream, reader in readers))

    def stream(self, player: int | None) -> Stream:
        """Return what a player was told; None: an onlooker."""
        return self.streams[-1 if player is None else player]

    def after(self, reached: Sequence[State]) -> Moment:
        """Return the moment after a choice and the chance that follows it, state by state."""
        lines = _Lines(self.state.game.layout)
        streams = [
            stream.telling([line for state in reached for line in lines.told(state, player)])
            for player, stream in zip(_readers(self.state), self.streams, strict=True)
        ]
        return _moment(reached[-1], streams)

    def without_last_choice(self, player: int, bots: Collection[int] = ()) -> Moment:
        """Return the moment with the last choice of `player` taken back. Ref §12.

        What only `bots` answered goes with it.

        Raises:
            IllegalAction: it stands. The reason says nothing about what only others have seen.
        """
        before = _before(self.state, player, bots)
        taken_back = steps_between(before, self.state)
        name = self.state.game.players[player]
        streams = [
            stream.taking_back(
                sum(amount_told(step, who) for step in taken_back),
                "you took your choice back" if who == player else f"{name} took the choice back",
            )
            for who, stream in zip(_readers(self.state), self.streams, strict=True)
        ]
        return _moment(before, streams)


def _moment(state: State, streams: Sequence[Stream]) -> Moment:
    readers = zip(streams, _readers(state), strict=True)
    return Moment(state, tuple(stream.seeing(state, reader) for stream, reader in readers))


def _readers(state: State) -> tuple[int | None, ...]:
    return (*range(len(state.game.players)), ONLOOKER)


class _Lines:
    """What several seats are told of the same steps, each event written once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[SeenEvent, bytes] = {}

    def told(self, state: State, player: int | None) -> Iterator[bytes]:
        """Yield what a player did and saw on the last step to a state; None: an onlooker."""
        before, number = state.previous, state.action
        if before is not None and number is not None and before.current_player == player:
            action = before.legal_actions[before.legal_ids.index(number)]
            yield line_of(
                {
                    "event": "chose",
                    "player": state.game.players[before.current_player],
                    "action": action_data(action),
                    "sentence": action.sentence,
                }
            )
        for event in state.public_events() if player is ONLOOKER else state.events(player):
            line = self._known.get(event)
            if line is None:
                line = self._known[event] = line_of(event_data(event, self._layout))
            yield line


def amount_told(state: State, player: int | None) -> int:
    """Return how many events a player was told of the last step to a state; None: an onlooker.

    >>> from interpreter import load
    >>> start = load("tic_tac_toe").start()
    >>> amount_told(start, 0), amount_told(start.apply(start.find("mark", ["b2"])), 0) > 1
    (1, True)
    """
    seen = state.public_events() if player is ONLOOKER else state.events(player)
    before = state.previous
    is_own = before is not None and player is not ONLOOKER and before.current_player == player
    return len(seen) + is_own


def _before(state: State, player: int, bots: Collection[int]) -> State:
    previous = state.previous
    is_own = previous is not None and previous.current_player == player
    try:
        return before_answers(state, player, bots)
    except IllegalAction as refusal:
        told = str(refusal)
        raise IllegalAction(_NOTICED if is_own and told != LEARNT else told) from None


def steps_between(before: State, after: State) -> list[State]:
    """Return the states that lead from one to another, the last included."""
    found: list[State] = []
    state: State | None = after
    while state is not None and state is not before:
        found.append(state)
        state = state.previous
    return found[::-1]
