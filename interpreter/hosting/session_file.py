"""The file of a session: JSON lines that only grow. Ref §17.

A header line says what is played, who sits where and with which seed; then comes one line for
each choice, outcome of chance and undo, numbered from 1. A line counts when its line end is there:
what a crash left half written behind the last one is dropped with a warning. The file holds the
seed and everybody's choices: it is for the application alone, a seat gets `Session.seat_lines`.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias, assert_never

import attrs

from interpreter.bots import Bot, MonteCarlo, TreeSearch, Uniform
from interpreter.faults import IllegalAction, PlaythroughError
from interpreter.formats import Json, head
from interpreter.hosting.entries import Entries, bytes_of
from interpreter.hosting.journal import Journal, whole_lines
from interpreter.hosting.playthrough import Playthrough, begun
from interpreter.state import CHANCE, State

Kind: TypeAlias = Literal["choice", "chance", "undo"]

_HEADER: Final = ("game", "rules", "specification", "players", "options", "seed", "seats")


class HalfLineWarning(UserWarning):
    """The end of a file was written only in part, and is left out."""


@attrs.frozen
class Entry:
    """What happened: a choice or an undo of `player`, or an outcome of chance (`player` "").

    `number` is the id of the action or outcome; 0 for an undo.
    """

    kind: Kind
    number: int
    player: str = ""


@attrs.frozen
class Written:
    """What a file holds. `play` has no choices, they are the entries; `bots` by player.

    `named` are the players with a bot that only the application can make again.
    """

    play: Playthrough
    seats: dict[str, str]
    bots: dict[str, Bot]
    named: dict[str, str]
    entries: tuple[Entry, ...]


def entry_of(step: State) -> Entry:
    """Return how a state was reached."""
    assert step.previous is not None, "the start is no step"
    assert step.action is not None, "the start is no step"
    actor = step.previous.current_player
    if actor == CHANCE:
        return Entry("chance", step.action)
    return Entry("choice", step.action, step.game.players[actor])


def repeated(state: State, entry: Entry) -> State:
    """Return the state after what a file says happened.

    Raises:
        IllegalAction: it is not possible here.
    """
    actor = state.current_player
    if entry.kind == "chance" and actor != CHANCE:
        raise IllegalAction("chance is not to decide here")
    if entry.kind == "choice" and (actor < 0 or state.game.players[actor] != entry.player):
        raise IllegalAction(f"it is not {entry.player}'s choice here")
    return state.child(entry.number)


def header(play: Playthrough, seats: Mapping[str, str], bots: Mapping[str, Bot]) -> str:
    """Return the first line of a file."""
    occupants: dict[str, Json] = {
        player: {"seat": seat, "bot": _bot_note(bots[player]) if player in bots else None}
        for player, seat in seats.items()
    }
    options: dict[str, Json] = dict(play.options)
    return _line(
        {
            **head("session"),
            "game": play.game,
            "rules": play.rules,
            "specification": play.specification,
            "players": list(play.players),
            "options": options,
            "seed": play.seed,
            "seats": occupants,
        }
    )


def lines(entries: Iterable[Entry], first: int) -> list[str]:
    """Return the lines of entries; `first` is the number of the first of them."""
    return [_line(_entry_data(e, at)) for at, e in enumerate(entries, start=first)]


def read(path: Path) -> tuple[Written, Journal]:
    """Return what the file of a session holds, and the file, ready to grow.

    Raises:
        PlaythroughError: it cannot be read, or is no such file; the message names the line.
    """
    try:
        data = bytes_of(path)
    except OSError as error:
        raise PlaythroughError(f"{path} cannot be read: {error.strerror}") from error
    return parsed(path, data)


def parsed(path: Path, data: bytes) -> tuple[Written, Journal]:
    """Return what the bytes of a file hold, as `read` does.

    Raises:
        PlaythroughError: it is no such file; the message names the line.
    """
    (first, *others), journal = whole_lines(path, data, "session")
    written = _header(Entries.of_line(path, 1, first))
    players = written.play.players
    entries = tuple(
        _entry(Entries.of_line(path, at, line), at - 1, players)
        for at, line in enumerate(others, start=2)
    )
    if journal.sound < journal.size:
        warnings.warn(
            f"{path}, line {len(others) + 2}: it was written only in part and is left out",
            HalfLineWarning,
            stacklevel=4,
        )
    return attrs.evolve(written, entries=entries), journal


def _line(content: Mapping[str, Json]) -> str:
    return json.dumps(content)


def _entry_data(entry: Entry, step: int) -> dict[str, Json]:
    match entry.kind:
        case "choice":
            return {"step": step, "choice": entry.number, "player": entry.player}
        case "chance":
            return {"step": step, "chance": entry.number}
        case "undo":
            return {"step": step, "undo": entry.player}
        case _:
            assert_never(entry.kind)


# ---------------------------------------------------------------- reading


def _header(entries: Entries) -> Written:
    entries.check_format("session", _HEADER)
    play = attrs.evolve(begun(entries), seed=entries.number("seed"))
    occupants = entries.part("seats")
    occupants.check_names("play", play.players)
    seats: dict[str, str] = {}
    bots: dict[str, Bot] = {}
    named: dict[str, str] = {}
    for player in play.players:
        occupant = occupants.part(player)
        seats[player] = occupant.text("seat")
        if occupant.get("bot") is not None:
            note = occupant.part("bot")
            try:
                bot = _bot(note)
            except ValueError as error:
                raise occupant.fault("bot", str(error)) from error
            if isinstance(bot, str):
                named[player] = bot
            else:
                bots[player] = bot
    return Written(play, seats, bots, named, ())


def _entry(entries: Entries, step: int, players: tuple[str, ...]) -> Entry:
    if entries.number("step") != step:
        raise entries.fault("step", f"it must be {step}: a line is missing or stands there twice")
    for kind in ("choice", "chance", "undo"):
        if kind in entries.entries:
            return _entry_of(entries, kind, players)
    raise entries.fault("choice", "there must be a choice, chance or undo")


def _entry_of(entries: Entries, kind: Kind, players: tuple[str, ...]) -> Entry:
    by = {"choice": "player", "chance": "", "undo": "undo"}[kind]
    entries.check_names(f"line with {kind}", {"step", kind, by})
    player = entries.text(by) if by else ""
    if by and player not in players:
        raise entries.fault(by, f"it must be {' or '.join(players)}")
    return Entry(kind, 0 if kind == "undo" else entries.number(kind), player)


# ---------------------------------------------------------------- bots


def _bot_note(bot: Bot) -> Json:
    match bot:
        case MonteCarlo() | TreeSearch() | Uniform():
            return {"kind": type(bot).__name__, **attrs.asdict(bot)}
        case _:
            return {"kind": type(bot).__qualname__}


def _bot(note: Entries) -> Bot | str:
    """Return the bot that a note describes, or its name where only its owner can make it."""
    match note.text("kind"):
        case "MonteCarlo":
            return MonteCarlo(
                seed=note.number("seed"),
                iterations=note.number("iterations"),
                steps=note.number_or_none("steps"),
                seconds=note.amount_or_none("seconds"),
                horizon=note.number_or_none("horizon"),
            )
        case "TreeSearch":
            return TreeSearch(
                seed=note.number("seed"),
                iterations=note.number_or_none("iterations"),
                seconds=note.amount_or_none("seconds"),
                exploration=note.amount("exploration"),
                trees=note.number("trees"),
                nodes=note.number("nodes"),
                horizon=note.number_or_none("horizon") if "horizon" in note.entries else None,
            )
        case "Uniform":
            return Uniform(note.number("seed"))
        case other:
            return other
