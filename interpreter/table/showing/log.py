"""What happened, as one seat was told of it: choices by who made them, with what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, islice
from typing import Final
from weakref import WeakKeyDictionary

import attrs

from interpreter.formats import Json
from interpreter.hosting import Stream, amount_told
from interpreter.picture import readable
from interpreter.state import State
from interpreter.table.live import Live
from interpreter.table.showing.wording import wording_of

_CHOICES: Final = 40
_EFFECTS: Final = 6
_MOVES: Final = 12
_NEWS: Final = 400
_EVENTS: Final = 400
"""How far back the log looks: older ones would have to be unpacked."""
_COUNTS: Final[WeakKeyDictionary[Live, dict[int | None, list[int]]]] = WeakKeyDictionary()
"""How many standing events each state of a play brought its seats to."""

_WORTH_SAYING: Final = ("chose", "said", "ended", "took back", "revealed", "rolled", "shown")


@attrs.define
class _Entry:
    """A choice, or what happened without one. `is_void`: it was taken back."""

    player: int | None
    sentence: str
    effects: list[str] = attrs.field(factory=list)
    is_void: bool = False


def told_by(live: Live, seat: int | None, moment: State) -> int:
    """Return how many events a seat had been told at a moment of the play; None: an onlooker.

    What was taken back before that counts: the seat had been told of it.
    """
    counts = _COUNTS.setdefault(live, {})
    if seat not in counts:
        counts[seat] = [*accumulate(amount_told(at, seat) for at in live.state.path)]
    standing = counts[seat][len(moment.path) - 1]
    return (
        next(islice(live.moment.stream(seat).standing, standing - 1, None), 0) if standing else 0
    )


def log(live: Live, seat: int | None, told: int | None = None) -> Iterator[str]:
    """Yield the log of a seat as HTML, newest choices first.

    `told`: as it was when the seat had been told so many events; None: now.
    """
    stream = live.moment.stream(seat)
    everything = _entries(live, stream, len(stream.events) if told is None else told)
    entries = everything[-_CHOICES:]
    if not entries:
        return
    yield '<section id="log" aria-labelledby="happened">'
    yield '<h2 id="happened">What happened, newest first</h2>'
    yield f'<ol reversed start="{len(everything)}">'
    for entry in reversed(entries):
        yield _item(entry, live.game.players)
    yield "</ol></section>"


def _item(entry: _Entry, players: Sequence[str]) -> str:
    shown, more = entry.effects[:_EFFECTS], len(entry.effects) - _EFFECTS
    if more > 0:
        shown.append(f"and {more} more")
    effects = "".join(f"<li>{escape(effect)}" for effect in shown)
    sentence = escape(entry.sentence)
    if entry.is_void:
        sentence = f"<s>{sentence}</s> (taken back)"
    who = ""
    if entry.player is not None:
        who = f'<b class="who p{entry.player % 8}">{escape(readable(players[entry.player]))}</b> '
    return f"<li>{who}{sentence}{f'<ul>{effects}</ul>' if effects else ''}"


def _entries(live: Live, stream: Stream, told: int) -> list[_Entry]:
    standing = set(stream.standing)
    players, wording = live.game.players, wording_of(live)
    found: list[_Entry] = []
    for event in stream.events[max(0, told - _EVENTS) : told]:
        kind = str(event["event"])
        sentence = wording.told(event)
        if kind == "chose" and event["player"] in players:
            player = players.index(str(event["player"]))
            said = _without(players[player], sentence)
            found.append(_Entry(player, said, is_void=event["number"] not in standing))
        elif kind in ("turn began", "phase began", "ended", "took back") or not found:
            if kind not in ("turn began", "took back") or not _is_void(event, standing):
                found.append(_Entry(None, sentence))
        elif event["number"] in standing and not _is_told(found[-1], kind, sentence, players):
            found[-1].effects.append(sentence)
    return found


def _is_told(entry: _Entry, kind: str, sentence: str, players: Sequence[str]) -> bool:
    """Return whether a sentence of the text says what the choice says: an arm may tell all."""
    if kind != "said" or entry.player is None:
        return False
    return _without(players[entry.player], sentence) == entry.sentence


def _is_void(event: dict[str, Json], standing: set[int]) -> bool:
    return event["event"] != "took back" and event["number"] not in standing


def _without(name: str, sentence: str) -> str:
    """Return a sentence without who did it in front, which stands there already.

    >>> _without("P1", "P1 marks b2"), _without("P1", "P1: mark b2"), _without("P1", "mark b2")
    ('marks b2', 'mark b2', 'mark b2')
    """
    return sentence.removeprefix(name).removeprefix(":").strip() or sentence


# ---------------------------------------------------------------- what is new


def news(live: Live, seat: int | None, told: int) -> str:
    """Return what a seat was told behind event number `told`, as one message to be read out."""
    events = live.moment.stream(seat).events[told:]
    wording = wording_of(live)
    said = [wording.told(event) for event in events if event["event"] in _WORTH_SAYING]
    text = ". ".join(dict.fromkeys(line.rstrip(".") for line in said))
    return text if len(text) <= _NEWS else f"{text[:_NEWS]} …"


def moved(live: Live, seat: int | None, told: int) -> list[Json]:
    """Return what a seat saw moving behind event number `told`: from where, to where, what.

    The components are named by kind; None where the seat does not see them.
    """
    events = live.moment.stream(seat).events[told:]
    found: list[Json] = [
        [event["from"], event["to"], event["components"]]
        for event in events
        if event["event"] == "moved"
    ]
    return found[:_MOVES]
