"""A play tried again under a text that its author has changed.

Choices are taken again by their words, since numbers of actions move with the text. The play goes
on under the new text if each of them is still there for the same player; else the first that is
not is told, and play may go on from before it.
"""

from __future__ import annotations

import attrs

from interpreter.faults import BudgetExceeded, IllegalAction, RuleFault
from interpreter.game import Game
from interpreter.hosting import number_of
from interpreter.look import Look
from interpreter.table.live import Live
from interpreter.table.stores.rows import EntryRow, TableRow


@attrs.frozen
class Differs:
    """The first entry that is not possible under the new text.

    Args:
        n: its number.
        seat: whose it was, which all know.
        own: what it was and why it is not possible, for that seat alone.
        why: the same for whoever runs the server; it may tell secrets.
    """

    n: int
    seat: int
    own: str
    why: str


@attrs.frozen
class Tried:
    """A play under a new text. `entries`: as they are there, up to what `differs`, if anything."""

    live: Live
    entries: tuple[EntryRow, ...]
    differs: Differs | None


def tried(
    old: Live, entries: tuple[EntryRow, ...], row: TableRow, new: tuple[Game, Look]
) -> Tried:
    """Return a play under another game: `row` is its table then, `new` the game and its look.

    `old`: the play before anybody chose; `entries`: all that happened since.
    """
    live = Live.begin(row, *new)
    found: list[EntryRow] = []
    for entry in entries:
        try:
            again = _again(old, live, entry)
            live = live.after([again])
        except (IllegalAction, RuleFault, BudgetExceeded) as refusal:
            return Tried(live, tuple(found), _differs(old, entry, refusal))
        found.append(again)
        old = old.after([entry])
    return Tried(live, tuple(found), None)


def _again(old: Live, live: Live, entry: EntryRow) -> EntryRow:
    """Return the entry under the new text.

    Raises:
        IllegalAction: it is not possible there.
    """
    if entry.kind == "choice":
        if live.to_act != entry.seat:
            whose = "nobody" if live.to_act is None else live.game.players[live.to_act]
            raise IllegalAction(f"{whose} is to choose there")
        return attrs.evolve(entry, number=number_of(live.state, _words(old, entry)))
    return entry


def _words(old: Live, entry: EntryRow) -> str:
    state = old.state
    return str(state.legal_actions[state.legal_ids.index(entry.number)])


def _differs(old: Live, entry: EntryRow, refusal: Exception) -> Differs:
    player = old.game.players[entry.seat]
    what = _words(old, entry) if entry.kind == "choice" else entry.kind
    told = str(refusal) if isinstance(refusal, IllegalAction) else "the rules fail behind it"
    return Differs(entry.n, entry.seat, f"{what}: {told}", f"{player}'s {what}: {refusal}")
