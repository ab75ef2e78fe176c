"""What a player sees now, and all he has seen and done.

Derived from the visibility that zones and variables declare.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from interpreter.formats import Json, head
from interpreter.labels import label
from interpreter.position import CHANCE, TERMINAL, Run, Turning
from interpreter.reference.events import Event, SeenEvent, backs_of, project, publicly
from interpreter.reference.values import contents
from rulelang.core import Value

if TYPE_CHECKING:
    from interpreter.state_like import StateLike


def observation(state: StateLike, player: int | None) -> dict[str, Json]:
    """Return what `player` sees now; None: an onlooker, who sees what no player is denied.

    Zones he sees with what they hold, of the others how much; variables he sees.
    """
    layout = state.game.layout
    zones = len(layout.zone_of)
    over = state.position.result
    return {
        **head("observation"),
        "game": state.game.name,
        "seat": None if player is None else state.game.players[player],
        "now": list(standing(state)),
        "to_act": actor_name(state),
        "zones": {layout.names[cell]: _zone(state, cell, player) for cell in range(zones)},
        "variables": {
            layout.names[cell]: _shown(state, cell, state.position.cells[cell])
            for cell in range(zones, len(layout.names))
            if layout.sees(cell, player)
        },
        **_remembered(state),
        "returns": None if over is None else [str(part) for part in over],
    }


def _remembered(state: StateLike) -> dict[str, Json]:
    """Return what memories keep, which everybody sees, as digests; nothing where there is none.

    The pictures of two positions are equal exactly where the digests are.
    """
    kept: dict[str, Json] = {
        memory.name: [hashlib.sha256(repr(picture).encode()).hexdigest() for picture in pictures]
        for memory, pictures in zip(state.game.spec.memories, state.position.memories, strict=True)
    }
    return {"memories": kept} if kept else {}


def _zone(state: StateLike, cell: int, player: int | None) -> Json:
    layout = state.game.layout
    kinds = contents(cell, state.world)
    if layout.sees(cell, player):
        return [layout.spec.kinds[kind].label for kind in kinds]
    backs = () if layout.is_bag[cell] else backs_of(kinds, layout)
    hidden: dict[str, Json] = {"unseen": len(kinds)}
    if backs:
        hidden["backs"] = [layout.spec.backs[back] for back in backs]
    return hidden


def _shown(state: StateLike, cell: int, value: Value) -> Json:
    layout = state.game.layout
    if value is None:
        return None
    return label(value, layout.variable_of[cell - len(layout.zone_of)].type, layout.spec)


def whole(state: StateLike) -> str:
    """Return the whole position as text: what lies where, the variables, what is still to do."""
    layout, position = state.game.layout, state.position
    zones = len(layout.zone_of)
    lines = [", ".join(standing(state))]
    for cell in range(zones):
        kinds = contents(cell, state.world)
        if kinds:
            held = ", ".join(layout.spec.kinds[kind].label for kind in kinds)
            lines.append(f"{layout.names[cell]}: {held}")
    for cell, name in enumerate(layout.names[zones:], zones):
        value = _shown(state, cell, position.cells[cell])
        lines += [f"{name}: {'none' if value is None else value}"]
    for memory, kept in zip(layout.spec.memories, position.memories, strict=True):
        lines.append(f"{memory.name}: {len(kept)} kept: {kept}")
    if position.result is not None:
        lines.append(f"returns: {', '.join(map(str, position.result))}")
    if position.control:
        lines.append(f"to do: {position.control}, clocks {position.clocks}")
    return "\n".join(lines)


def effects(state: StateLike, player: int | None) -> tuple[Event, ...]:
    """Return what `player` (None: an onlooker) saw of the effects in the last step."""
    layout = state.game.layout
    seen = (
        publicly(event, layout) if player is None else project(event, player, layout)
        for event in state.transition
    )
    return tuple(event for event in seen if event is not None)


def events(state: StateLike, player: int | None) -> tuple[SeenEvent, ...]:
    """Return what `player` (None: an onlooker) was told of the last step, its choice first."""
    told = state.told(player)
    seen = effects(state, player)
    return seen if told is None else (told, *seen)


def information_state(state: StateLike, player: int) -> tuple[SeenEvent | tuple[str, int], ...]:
    """Return `player`'s own choices and what he saw, since the start."""
    known: list[SeenEvent | tuple[str, int]] = []
    for at in state.path:
        if (
            at.previous is not None
            and at.action is not None
            and at.previous.current_player == player
        ):
            known.append(("chose", at.action))
        known += at.events(player)
    return tuple(known)


def actor_name(state: StateLike) -> str | None:
    """Return who is to decide: a player's name, `chance`, or None at the end."""
    if state.current_player == TERMINAL:
        return None
    return "chance" if state.current_player == CHANCE else state.game.players[state.current_player]


def standing(state: StateLike) -> tuple[str, ...]:
    """Return where play stands: phases from outside in, whose turn it is, and who is to decide."""
    if state.is_terminal:
        return ("the game is over",)
    layout = state.game.layout
    parts: list[str] = []
    for frame in state.position.control:
        if isinstance(frame, Run) and frame.block in layout.phases:
            parts.append(f"phase {layout.phases[frame.block]}")
        elif isinstance(frame, Turning):
            turn = f"turn {frame.turn}" if frame.turn else "turn"
            parts.append(f"{turn} of {layout.spec.players[frame.player]}")
    return (*parts, f"{actor_name(state)} to decide")
