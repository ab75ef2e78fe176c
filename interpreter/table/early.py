"""Choices that seats leave before they are asked, where no choice of others can matter for them.

They are no entries of a table: nobody else hears that there is one. When the seat is asked, and
has been told nothing in the meantime but that others chose, its choice becomes an entry.
"""

from __future__ import annotations

import attrs

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.observation import asked_next
from interpreter.table.live import Live
from interpreter.table.stores.rows import ONLOOKER, EarlyRow, EntryRow, SeatRow
from interpreter.table.stores.store import Store


@attrs.frozen
class Step:
    """A play after more entries; `used`: the choices among them that were left before."""

    live: Live
    entries: tuple[EntryRow, ...]
    used: tuple[EarlyRow, ...]


def with_early(store: Store, live: Live, entries: tuple[EntryRow, ...]) -> Step:
    """Return a step with the choices behind it that were left by those who are asked now."""
    kept = {early.seat: early for early in store.early(live.table)}
    used: list[EarlyRow] = []
    while (early := kept.pop(-1 if live.to_act is None else live.to_act, None)) is not None:
        entry = live.of_early(early)
        if entry is None:
            break
        try:
            live = live.after([entry])
        except (RuleFault, BudgetExceeded):
            break  # its seat is asked, and refused
        entries = (*entries, entry)
        used.append(early)
    return Step(live, entries, tuple(used))


def made_late(store: Store, live: Live) -> Live | None:
    """Write what was left by those who are asked now; None where there is nothing.

    Of two servers one may keep a choice while the other writes that its seat is asked. Both look
    again after they have written, so one of them sees what both wrote.

    Raises:
        Overtaken: another server was quicker.
        StoreDown: it cannot be reached.
    """
    step = with_early(store, live, ())
    if not step.entries:
        return None
    store.append(live.table, step.entries, None, step.used)
    return step.live


def early_of(store: Store, seat: SeatRow, live: Live) -> int | None:
    """Return what a seat has left to be chosen for it; None: nothing that still stands.

    Raises:
        StoreDown: it cannot be read.
    """
    if seat.seat in {ONLOOKER, live.to_act}:
        return None
    if asked_next(live.state, seat.seat) is None:
        return None
    kept = (one for one in store.early(live.table) if one.seat == seat.seat)
    return next((one.number for one in kept if live.stands(one)), None)
