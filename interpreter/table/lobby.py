"""Who sits where at a table, and who may say so.

The host is who holds the first seat of a person. While the table is open nothing is dealt, so the
host may give every seat a new link, put a bot there or take it away. Once play has begun a link is
worth the secrets of its seat: each seat then renews its own link alone, and the host can put a bot
in the place of somebody who went, which shows the host nothing.

Each change is written against the row that it was decided on: who is overtaken reads anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import attrs

from interpreter.faults import IllegalAction
from interpreter.picture import readable
from interpreter.table.stores.rows import ONLOOKER, Phase, SeatRow, TableRow
from interpreter.table.stores.store import Overtaken, Store
from interpreter.table.tokens import digest_of, new_token

LONGEST_NAME: Final = 24
_TRIES: Final = 5


@attrs.frozen
class Place:
    """A player's seat: `player` in the words of the rules, and who sits there, "" for nobody."""

    seat: int
    player: str
    name: str
    bot: str | None

    @property
    def is_taken(self) -> bool:
        """Whether a person or a bot plays."""
        return self.bot is not None or bool(self.name)


@attrs.frozen
class Room:
    """A table before and while it is played. `host`: the seat that may change it; None: nobody.

    `watched`: whether there is a link for onlookers.
    """

    table: str
    phase: Phase
    places: tuple[Place, ...]
    watched: bool
    host: int | None

    @property
    def missing(self) -> tuple[str, ...]:
        """The players for whom nobody has come yet."""
        return tuple(place.player for place in self.places if not place.is_taken)


class Lobby:
    """What may be done with the seats of the tables in a store."""

    def __init__(self, store: Store, told: Callable[[str], None]) -> None:
        """Keep both. `told`: called with the id of a table that has changed."""
        self._store = store
        self._told = told

    def room(self, table: str) -> Room:
        """Return who sits where.

        Raises:
            KeyError: there is no such table.
            StoreDown: it cannot be read.
        """
        row = self._table(table)
        seats = self._store.seats(table)
        places = tuple(
            Place(seat.seat, row.players[seat.seat], seat.name, seat.bot)
            for seat in seats
            if seat.seat != ONLOOKER
        )
        persons = [place.seat for place in places if place.bot is None]
        watched = any(seat.seat == ONLOOKER and seat.token is not None for seat in seats)
        return Room(table, row.phase, places, watched, min(persons, default=None))

    def sit(self, seat: SeatRow, name: str) -> SeatRow:
        """Write who sits on a seat; return its row.

        Args:
            seat: a person's, who holds its token.
            name: 1 to 24 characters that can be printed, and nobody else's at this table.

        Raises:
            IllegalAction: that is no name, or somebody else's.
            Overtaken: others changed the table at the same time, again and again.
            StoreDown: nothing was written.
        """
        name = " ".join(name.split())
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise IllegalAction(f"a name has 1 to {LONGEST_NAME} letters")
        for other in self._store.seats(seat.table):
            if other.seat != seat.seat and other.name.casefold() == name.casefold():
                raise IllegalAction(f"somebody else sits here as {name}")
        return self._changed(seat.table, seat.seat, lambda now: attrs.evolve(now, name=name))

    def fill(self, host: SeatRow, bot: str, seats: Collection[int] | None = None) -> None:
        """Let bots play on seats: their links open nothing from now on.

        Args:
            host: who asks.
            bot: the kind, such as `mcts:200`; who calls has read it and found it right.
            seats: which, by number; None: all that nobody has taken.

        Raises:
            IllegalAction: who asks is not the host, there is no such seat, or it is his own.
            StoreDown: not all was written.
        """
        room = self._of_host(host)
        chosen = seats
        if chosen is None:
            free = [place.seat for place in room.places if not place.is_taken]
            chosen = [seat for seat in free if seat != host.seat]
        for seat in chosen:
            if seat == host.seat or not 0 <= seat < len(room.places):
                raise IllegalAction("a bot takes the seat of another player")
        for seat in chosen:
            self._changed(
                host.table, seat, lambda now: attrs.evolve(now, token=None, name="", bot=bot)
            )

    def free(self, host: SeatRow, seat: int) -> str:
        """Give a seat to whoever opens its link, which is returned: it voids the old one.

        Raises:
            IllegalAction: who asks is not the host, there is no such seat, or play has begun.
            StoreDown: nothing was written.
        """
        room = self._of_host(host)
        if room.phase != "open":
            raise IllegalAction("play has begun: a link would show what its seat has seen")
        if seat == host.seat or not 0 <= seat < len(room.places):
            raise IllegalAction("there is no such seat to give away")
        token = new_token()
        self._changed(
            host.table,
            seat,
            lambda now: attrs.evolve(now, token=digest_of(token), name="", bot=None),
        )
        return token

    def renew(self, seat: SeatRow) -> str:
        """Return a new token for the own seat; the old one opens nothing from now on.

        Raises:
            StoreDown: nothing was written.
        """
        token = new_token()
        self._changed(seat.table, seat.seat, lambda now: attrs.evolve(now, token=digest_of(token)))
        return token

    def watch(self, host: SeatRow, *, allowed: bool) -> str | None:
        """Return a new link for onlookers, or let nobody watch; the old link is void.

        Raises:
            IllegalAction: who asks is not the host.
            StoreDown: nothing was written.
        """
        self._of_host(host)
        token = new_token() if allowed else None
        digest = None if token is None else digest_of(token)
        row = SeatRow(host.table, ONLOOKER, digest, "onlooker", None)
        self._store.seat(row)
        self._told(host.table)
        return token

    def start(self, host: SeatRow) -> None:
        """Let play begin; a host who gave no name sits down as his player.

        Raises:
            IllegalAction: who asks is not the host, or somebody is missing; it names the players.
            StoreDown: nothing was written.
        """
        room = self._of_host(host)
        own = room.places[host.seat]
        missing = [player for player in room.missing if player != own.player]
        if missing:
            raise IllegalAction(
                f"nobody has come yet for {', '.join(missing)}: wait, or let bots play"
            )
        if room.phase == "open":
            if not own.is_taken:
                self.sit(host, readable(own.player)[:LONGEST_NAME])
            self._store.turn(host.table, "playing")
            self._told(host.table)

    # ------------------------------------------------------------ writing

    def _table(self, table: str) -> TableRow:
        row = self._store.table(table)
        if row is None:
            raise KeyError(table)
        return row

    def _of_host(self, asking: SeatRow) -> Room:
        room = self.room(asking.table)
        if asking.seat != room.host:
            raise IllegalAction("the host of the table decides that")
        return room

    def _changed(self, table: str, seat: int, change: Callable[[SeatRow], SeatRow]) -> SeatRow:
        for _ in range(_TRIES):
            (now,) = (row for row in self._store.seats(table) if row.seat == seat)
            new = change(now)
            try:
                self._store.seat(new, was=now)
            except Overtaken:
                continue
            self._told(table)
            return new
        raise Overtaken(f"seat {seat} of table {table} changes all the time")
