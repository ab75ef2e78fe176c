"""Bots in processes of their own, with deadlines, and without the state in reach.

There are two. The **dealer** is ours: it reads the table, follows what the seat of the bot was
told, and deals anew: a play that this seat could not tell from the real one. The **bot** gets the
rule files and that play alone. Whatever it looks into, frames and files included, it finds no more
than its seat knows; where nothing is hidden, the play is the real one. It sends back the number of
an action and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

import attrs

from interpreter.bots import Bot, SeatView
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH, Belief
from interpreter.state import State
from interpreter.table.bots.children import Child
from interpreter.table.live import Live
from interpreter.table.stores.rows import TableRow
from interpreter.table.stores.store import Store
from interpreter.table.texts import game_of, unpinned

OpenStore: TypeAlias = Callable[[], Store]
MakeBot: TypeAlias = Callable[[str], Bot]
_KEPT: Final = 8


@attrs.frozen
class Dealt:
    """What a bot gets: the rule files, which play it could be, by numbers, and who it is.

    `scenario`: whose set-up the game has.
    """

    table: str
    text: str
    files: Mapping[str, bytes]
    players: int
    options: tuple[tuple[str, str], ...]
    scenario: str
    player: int
    history: tuple[int, ...]


class Thinkers:
    """Who asks bots. `open_store` and `make_bot` are called in other processes: they travel."""

    def __init__(
        self, open_store: OpenStore, make_bot: MakeBot, deadline: float, width: int = WIDTH
    ) -> None:
        """Begin nothing yet. `deadline`: seconds for an answer, once the processes have begun.

        `width`: how many positions a bot holds possible.
        """
        self._dealer: Child[tuple[str, int]] = Child(partial(Dealer, open_store, width), deadline)
        self._bot: Child[tuple[Dealt, str]] = Child(partial(Thinking, make_bot, width), deadline)

    def ask(self, table: str, n: int, bot: str) -> int | None:
        """Return what a bot chooses at a table after `n` entries; None where it fails."""
        dealt = self._dealer.ask((table, n))
        if not isinstance(dealt, Dealt):
            return None
        answer = self._bot.ask((dealt, bot))
        return answer if isinstance(answer, int) else None

    def close(self) -> None:
        """End the processes, at once if they are thinking; none begins after that."""
        self._dealer.close()
        self._bot.close()


class Dealer:
    """Deals plays that a seat cannot tell from the real one. It alone reads the store."""

    def __init__(self, open_store: OpenStore, width: int = WIDTH) -> None:
        """Open the store. `width`: how many positions a seat holds possible."""
        self._store = open_store()
        self._width = width
        self._awake: dict[str, tuple[Live, TableRow, dict[int, Belief]]] = {}

    def __call__(self, at: tuple[str, int]) -> Dealt | None:
        """Return what the seat that is to choose may know after so many entries of a table.

        Raises:
            RedealExhausted: no such play was found.
            StoreDown: the table cannot be read.
        """
        table, n = at
        awake = self._awake.pop(table) if table in self._awake else self._woken(table)
        live, row, beliefs = awake
        live = live.after(e for e in self._store.entries(table, live.n) if e.n <= n)
        self._awake[table] = (live, row, beliefs)
        while len(self._awake) > _KEPT:
            del self._awake[next(iter(self._awake))]
        if live.n != n or live.to_act is None:
            return None
        if live.to_act not in beliefs:
            beliefs[live.to_act] = Belief.start(live.game, live.to_act, width=self._width)
        belief = beliefs[live.to_act]
        belief.follow(live.state)
        history = belief.sample(n).history
        files = self._store.text(row.text)
        assert files is not None, "the table was woken from it"
        return Dealt(
            table=table,
            text=row.text,
            files=files,
            players=len(row.players),
            options=row.options,
            scenario=row.scenario,
            player=live.to_act,
            history=history,
        )

    def _woken(self, table: str) -> tuple[Live, TableRow, dict[int, Belief]]:
        row = self._store.table(table)
        assert row is not None, "a table that is asked for is there"
        return Live.begin(row, *unpinned(row, self._store)), row, {}


class Thinking:
    """Lets bots choose."""

    def __init__(self, make_bot: MakeBot, width: int = WIDTH) -> None:
        """Keep how bots are made. `width`: how many positions one holds possible."""
        self._make_bot = make_bot
        self._width = width
        self._awake: dict[tuple[str, int], tuple[State, Belief]] = {}
        self._games: dict[tuple[object, ...], Game] = {}

    def __call__(self, question: tuple[Dealt, str]) -> int:
        """Return the number of what a bot chooses."""
        dealt, bot = question
        game = self._game(dealt)
        key = (dealt.table, dealt.player)
        if key in self._awake:
            state, belief = self._awake.pop(key)
        else:
            state = game.start()
            belief = Belief.start(game, dealt.player, width=self._width)
        state = _going_on(state, dealt.history)
        self._awake[key] = (state, belief)
        while len(self._awake) > _KEPT:
            del self._awake[next(iter(self._awake))]
        return self._make_bot(bot).choose(SeatView(state, belief)).id

    def _game(self, dealt: Dealt) -> Game:
        key = (dealt.text, dealt.players, dealt.options, dealt.scenario)
        if key not in self._games:
            if len(self._games) == _KEPT:
                del self._games[next(iter(self._games))]
            options, scenario = dict(dealt.options), dealt.scenario
            game, _ = game_of(dealt.files, dealt.players, options, scenario=scenario)
            self._games[key] = game
        return self._games[key]


def _going_on(state: State, history: tuple[int, ...]) -> State:
    """Return the state after a history, from where it parts from that of `state`."""
    path = state.path
    common = 0
    for known, number in zip(state.history, history, strict=False):
        if known != number:
            break
        common += 1
    state = path[common]
    for number in history[common:]:
        state = state.child(number)
    return state
