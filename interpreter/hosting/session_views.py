"""The view of a seat, and of an onlooker: `schemas/view.json`; what a seat takes home."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from interpreter.document import causes_known, line_at, sight_data
from interpreter.formats import Json, head
from interpreter.game import Game
from interpreter.hosting.session_streams import Moment, Stream
from interpreter.state import State


class Sitting(Protocol):
    """Who sits for a player."""

    @property
    def player(self) -> int:
        """The player, by number."""

    @property
    def name(self) -> str:
        """What the seat is called."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays."""


def view_data(
    moment: Moment, seats: Sequence[Sitting], seat: Sitting | None, *, sentences: bool
) -> dict[str, Json]:
    """Return what a seat sees and may do; None: what an onlooker sees, who is asked nothing."""
    state = moment.state
    game, player = state.game, None if seat is None else seat.player
    stream = moment.stream(player)
    seen = sight_data(state.sight(player), game.document(), sentences=sentences)
    return {
        **head("view"),
        "game": game.name,
        "specification": game.specification_hash,
        "seat": None if seat is None else seat.name,
        "player": None if player is None else game.players[player],
        "players": [
            {"player": name, "seat": other.name, "bot": other.is_bot}
            for name, other in zip(game.players, seats, strict=True)
        ],
        "revision": stream.revision,
        "events": len(stream.events),
        "to_act": None if state.is_terminal else game.players[state.current_player],
        "your_choice": player is not None and state.current_player == player,
        "returns": _returns(state),
        "observation": state.observation(player),
        **seen,
        "why_over": _why_over(state, player),
    }


def seat_lines(stream: Stream, game: Game, seat: Sitting) -> list[str]:
    """Return what a seat was told and nobody took back, each a line of JSON below a header."""
    top: dict[str, Json] = {
        **head("seat-lines"),
        "game": game.name,
        "specification": game.specification_hash,
        "players": list(game.players),
        "options": dict(game.options),
        "player": game.players[seat.player],
        "seat": seat.name,
    }
    events = list(stream.events)
    told = ({**events[n - 1], "number": at + 1} for at, n in enumerate(stream.standing))
    return [json.dumps(line, ensure_ascii=False) for line in (top, *told)]


def _returns(state: State) -> Json:
    if not state.is_terminal:
        return None
    return {name: str(won) for name, won in zip(state.game.players, state.returns, strict=True)}


def _why_over(state: State, player: int | None) -> Json:
    """Return what a player knows of the lines that led to the end, with their values; None before.

    Outermost first.
    """
    if not state.is_terminal:
        return None
    return [
        {
            "file": Path(cause.span.file).name,
            "line": cause.span.line,
            "text": line_at(cause.span),
            "values": list(cause.values),
        }
        for cause in causes_known(state, player)
    ]
