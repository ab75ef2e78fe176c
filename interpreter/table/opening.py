"""New tables as rows: pinned to their rule text, with a token for each seat of a person."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import attrs

from interpreter.game import Game
from interpreter.table.stores.rows import ONLOOKER, Phase, SeatRow, TableRow
from interpreter.table.tokens import digest_of, new_id, new_token


@attrs.frozen
class Opened:
    """A table that was opened: its id, and the token of each seat that a person may take."""

    table: str
    tokens: dict[int, str]


def new_table(text: str, game: Game, seed: int | None, phase: Phase) -> TableRow:
    """Return a table with a new id. `text`: the hash of its rule files; no `seed`: drawn."""
    row = TableRow(
        id=new_id(),
        text="",
        specification="",
        players=game.players,
        options=tuple(game.options.items()),
        seed=secrets.randbits(64) if seed is None else seed,
        phase=phase,
    )
    return under(row, text, game)


def under(table: TableRow, text: str, game: Game) -> TableRow:
    """Return a table under the text of a game, its play beginning where plays of that do."""
    begun = game.begun
    return attrs.evolve(
        table,
        text=text,
        specification=game.specification_hash,
        begun=() if begun is None else begun.numbers,
        scenario=begun.scenario.name if begun is not None and begun.lays_out else "",
    )


def new_seats(
    table: TableRow, bots: Mapping[str, str], *, onlookers: bool
) -> tuple[list[SeatRow], dict[int, str]]:
    """Return the seats of a table, and the tokens of those that are for people.

    `bots`: who has the seats of these players. While people take their seats nobody has a name.
    """
    names = ["" if table.phase == "open" else player for player in table.players]
    kinds = [bots.get(player) for player in table.players]
    tokens = {seat: new_token() for seat, bot in enumerate(kinds) if bot is None}
    if onlookers:
        tokens[ONLOOKER] = new_token()
    rows = [
        SeatRow(table.id, n, _digest(tokens.get(n)), name, bot)
        for n, (name, bot) in enumerate(zip(names, kinds, strict=True))
    ]
    if onlookers:
        rows.append(SeatRow(table.id, ONLOOKER, _digest(tokens[ONLOOKER]), "onlooker", None))
    return rows, tokens


def _digest(token: str | None) -> bytes | None:
    return None if token is None else digest_of(token)
