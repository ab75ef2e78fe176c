"""The rows of tables as the columns of a database in SQL, and back."""

from __future__ import annotations

import json
from typing import Final, TypeAlias, get_args

from interpreter.table.stores.rows import (
    AnswerRow,
    EarlyRow,
    EntryKind,
    EntryRow,
    Phase,
    SeatRow,
    SnapshotRow,
    TableRow,
)

Row: TypeAlias = tuple[object, ...]

ADDED: Final = (
    """
create table if not exists early (
    play text not null references play (id), seat integer not null, number bigint not null,
    told integer not null, primary key (play, seat)
)
""",
    """
create table if not exists begun (
    play text primary key references play (id), numbers text not null, scenario text not null
)
""",
)
"""What makes the tables that came later, in a database that does not have them yet."""
PLAYS: Final = (
    "select id, text, specification, players, options, seed, phase,"
    " coalesce(begun.numbers, '[]'), coalesce(begun.scenario, '')"
    " from play left join begun on begun.play = play.id"
)
SEATS: Final = "select play, seat, token, name, bot from seat"
ENTRIES: Final = "select n, kind, seat, number, by_chance from entry"
EARLY: Final = "select seat, number, told from early"
ANSWERS: Final = "select seat, key, status, body from answer"
_PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
_KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)


def play_values(row: TableRow) -> Row:
    """Return the columns of a table, in the order of `PLAYS`, without where it began."""
    players, options = json.dumps(row.players), json.dumps(row.options)
    return (row.id, row.text, row.specification, players, options, str(row.seed), row.phase)


def begun_values(row: TableRow) -> Row:
    """Return where the play of a table began, behind the table."""
    return (row.id, json.dumps(row.begun), row.scenario)


def seat_values(row: SeatRow) -> Row:
    """Return the columns of a seat, in the order of `SEATS`."""
    return (row.table, row.seat, row.token, row.name, row.bot)


def entry_values(table: str, row: EntryRow) -> Row:
    """Return the columns of an entry, behind that of its table."""
    return (table, row.n, row.kind, row.seat, row.number, row.by_chance)


def answer_values(table: str, row: AnswerRow) -> Row:
    """Return the columns of an answer, behind that of its table."""
    return (table, row.seat, row.key, row.status, row.body)


def table_of(row: Row) -> TableRow:
    """Return the table of a row of `PLAYS`."""
    name, digest, specification, players, options, seed, phase, begun, scenario = map(text_of, row)
    pairs: list[tuple[str, str]] = [(key, value) for key, value in json.loads(options)]
    return TableRow(
        name,
        digest,
        specification,
        tuple(json.loads(players)),
        tuple(pairs),
        int(seed),
        next(known for known in _PHASES if known == phase),
        tuple(json.loads(begun)),
        scenario,
    )


def seat_of(row: Row) -> SeatRow:
    """Return the seat of a row of `SEATS`."""
    table, seat, token, name, bot = row
    return SeatRow(
        text_of(table),
        number_of(seat),
        None if token is None else bytes_of(token),
        text_of(name),
        None if bot is None else text_of(bot),
    )


def entry_of(row: Row) -> EntryRow:
    """Return the entry of a row of `ENTRIES`."""
    n, kind, seat, number, by_chance = row
    known = next(known for known in _KINDS if known == kind)
    return EntryRow(number_of(n), known, number_of(seat), number_of(number), bool(by_chance))


def early_of(row: Row) -> EarlyRow:
    """Return the choice kept of a row of `EARLY`."""
    seat, number, told = row
    return EarlyRow(number_of(seat), number_of(number), number_of(told))


def answer_of(row: Row) -> AnswerRow:
    """Return the answer of a row of `ANSWERS`."""
    seat, key, status, body = row
    return AnswerRow(number_of(seat), text_of(key), number_of(status), text_of(body))


def snapshot_of(row: Row) -> SnapshotRow:
    """Return the snapshot of a row."""
    n, release, data = row
    return SnapshotRow(number_of(n), text_of(release), bytes_of(data))


def text_of(value: object) -> str:
    """Return what a column of texts holds."""
    assert isinstance(value, str), "a column of texts"
    return value


def number_of(value: object) -> int:
    """Return what a column of numbers holds."""
    assert isinstance(value, int), "a column of numbers"
    return value


def bytes_of(value: object) -> bytes:
    """Return what a column of bytes holds."""
    assert isinstance(value, bytes), "a column of bytes"
    return value
