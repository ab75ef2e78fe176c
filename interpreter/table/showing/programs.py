"""What programs ask a table for: the view of a seat, and what it was told, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from interpreter.formats import Json
from interpreter.hosting import action_data, view_data
from interpreter.observation import asked_next
from interpreter.table.live import Live
from interpreter.table.stores.rows import ONLOOKER, SeatRow

_MOST: Final = 500


@attrs.frozen
class Sitter:
    """Who sits for a player, as `view_data` reads it."""

    player: int
    name: str
    is_bot: bool


def view(
    live: Live, seats: Sequence[SeatRow], seat: int | None, early: int | None = None
) -> dict[str, Json]:
    """Return how far a table is, and what a seat sees and may do: `schemas/view.json`.

    `seat` None: what an onlooker sees. `early`: the choice that it has left for when it is asked.
    """
    players = live.game.players
    sitters = [
        Sitter(row.seat, row.name or players[row.seat], row.bot is not None)
        for row in seats
        if row.seat != ONLOOKER
    ]
    mine = None if seat is None else sitters[seat]
    seen = view_data(live.moment, sitters, mine, sentences=True)
    asking = live.asking
    return {
        "n": live.n,
        "revision": seen["revision"],
        "asking": None if asking is None else players[asking.seat],
        "early": _early(live, seat, early),
        "view": seen,
    }


def _early(live: Live, seat: int | None, early: int | None) -> Json:
    """Return what a seat will be asked and may answer already; None where there is no saying."""
    question = None if seat is None else asked_next(live.state, seat)
    if question is None:
        return None
    return {"chosen": early, "actions": [action_data(one) for one in question.legal_actions]}


def events(live: Live, seat: int | None, since: int) -> dict[str, Json]:
    """Return what a seat was told behind event number `since`, at most 500 events.

    `more`: whether there are others behind them.
    """
    told = live.moment.stream(seat).events
    found = told[since : since + _MOST]
    return {"n": live.n, "events": list(found), "more": since + len(found) < len(told)}
