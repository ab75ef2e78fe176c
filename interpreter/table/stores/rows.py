"""What a store keeps of a table: plain values, each a row."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import attrs

EntryKind: TypeAlias = Literal["choice", "undo", "ask", "agree", "decline"]
Phase: TypeAlias = Literal["open", "playing", "over"]

ONLOOKER: Final = -1
"""The seat of those who watch: their link, not a player's."""


@attrs.frozen
class TableRow:
    """A table. `id`: in its address; `text`: the hash of the rule files it is pinned to.

    `specification`: the hash of the instance; `phase`: `open` while people take their seats.
    `begun`: the choices and outcomes of chance that its play begins behind. `scenario`: the one
    whose set-up the game has; "" where it has that of its text.
    """

    id: str
    text: str
    specification: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int
    phase: Phase
    begun: tuple[int, ...] = ()
    scenario: str = ""


@attrs.frozen
class SeatRow:
    """A seat of a table: a player's by number, or `ONLOOKER`.

    `token`: the hash of what its holder shows; None where nobody may sit (a bot's). `name`: who
    sits there, "" while nobody does. `bot`: who plays instead of a person.
    """

    table: str
    seat: int
    token: bytes | None
    name: str
    bot: str | None


@attrs.frozen
class EntryRow:
    """What somebody did at a table, numbered from 1: `number` is an action's id, 0 of all else.

    `undo` takes a seat's last choice back; it may `ask` the others for that, who `agree` or not.

    Chance follows from the seed of the table. `by_chance`: the bot of the seat gave no answer in
    time, and its choice was drawn at random.
    """

    n: int
    kind: EntryKind
    seat: int
    number: int
    by_chance: bool = False


@attrs.frozen
class EarlyRow:
    """What a seat will choose when it is asked, kept until then: `number` is an action's id.

    `told`: how many events the seat had been told. It is a secret of the seat.
    """

    seat: int
    number: int
    told: int


@attrs.frozen
class AnswerRow:
    """What was answered to a request, by its key: asked again, the same is answered again."""

    seat: int
    key: str
    status: int
    body: str


@attrs.frozen
class SnapshotRow:
    """A play after `n` entries, so that it need not be made of all of them again.

    `release`: which can read it. It follows from the entries, and may be thrown away at any time.
    """

    n: int
    release: str
    data: bytes
