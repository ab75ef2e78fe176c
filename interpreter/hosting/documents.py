"""Actions and events as plain data for JSON, in the words of the rule text.

No number of a cell, a kind or a player is in them: zones, components and players have the names
that texts give them. What somebody must not see has been taken out before (`events.project`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.action import Action
from interpreter.formats import Json
from interpreter.labels import label
from interpreter.layout import Layout
from interpreter.position import Kinds
from interpreter.reference.events import (
    Changed,
    Chose,
    Ended,
    Event,
    Moved,
    PhaseBegan,
    Reason,
    Revealed,
    Rolled,
    Said,
    SeenEvent,
    Shown,
    TurnBegan,
)
from interpreter.reference.wording import event_sentence


def action_data(action: Action) -> dict[str, Json]:
    """Return an action as plain data; `schemas/action.json` says what is in it.

    >>> from interpreter import load
    >>> data = action_data(load("tic_tac_toe").start().legal_actions[4])
    >>> data["id"], data["text"], data["arguments"]
    (4, 'mark(b2)', ['b2'])
    """
    return {
        "id": action.id,
        "name": action.name,
        "arguments": list(action.labels),
        "text": str(action),
        "sentence": action.sentence,
    }


def event_data(event: SeenEvent, layout: Layout) -> dict[str, Json]:
    """Return an event, as somebody saw it, as plain data; see `schemas/event.json`.

    >>> from interpreter import load
    >>> state = load("kuhn_poker").start(seed=1)
    >>> event_data(state.path[1].events(1)[0], state.game.layout)["components"] is None
    True
    """
    content = _choice(event, layout) if isinstance(event, Chose) else _content(event, layout)
    return {**content, "sentence": event_sentence(event, layout)}


def _choice(event: Chose, layout: Layout) -> dict[str, Json]:
    labels: list[Json] = list(event.arguments)
    return {
        "event": "chose",
        "player": layout.spec.players[event.player],
        "action": {
            "id": event.action,
            "name": event.name,
            "arguments": labels,
            "text": event.text,
            "sentence": event.sentence,
        },
    }


def _content(event: Event, layout: Layout) -> dict[str, Json]:
    names, players = layout.names, layout.spec.players
    match event:
        case Moved(source=source, target=target, kinds=kinds, amount=amount, backs=backs):
            return {
                "event": "moved",
                "from": names[source],
                "to": names[target],
                "amount": amount,
                "components": _components(kinds, layout),
                "backs": _listed([layout.spec.backs[back] for back in backs]),
            }
        case Rolled(cell=cell, kinds=kinds, amount=amount):
            rolled = _components(kinds, layout)
            return {
                "event": "rolled",
                "zone": names[cell],
                "amount": amount,
                "components": rolled,
            }
        case Changed(cell=cell, value=value):
            kind = layout.variable_of[cell - len(layout.zone_of)].type
            shown = None if value is None else label(value, kind, layout.spec)
            return {"event": "changed", "variable": names[cell], "value": shown}
        case Revealed(cell=cell, kinds=kinds):
            revealed = _components(kinds, layout)
            return {"event": "revealed", "zone": names[cell], "components": revealed}
        case Shown(cell=cell, kinds=kinds, player=player):
            return {
                "event": "shown",
                "zone": names[cell],
                "player": players[player],
                "components": _components(kinds, layout),
            }
        case Said(text=text, player=to):
            return {
                "event": "said",
                "text": text,
                "player": None if to is None else players[to],
            }
        case TurnBegan(player=player, turn=turn):
            return {"event": "turn began", "player": players[player], "turn": turn or None}
        case PhaseBegan(name=name):
            return {"event": "phase began", "phase": name}
        case Ended(returns=returns, reasons=reasons):
            got = dict(zip(players, returns, strict=True))
            return {
                "event": "ended",
                "returns": dict(got),
                "reasons": [_reason(reason, players) for reason in reasons],
            }
        case _:
            assert_never(event)


def _reason(reason: Reason, players: Sequence[str]) -> Json:
    values: dict[str, Json] = dict(zip(players, reason.values, strict=True))
    return {"label": reason.label, "most": reason.most, "values": values}


def _components(kinds: Kinds | None, layout: Layout) -> Json:
    return None if kinds is None else _listed([layout.spec.kinds[kind].label for kind in kinds])


def _listed(texts: Sequence[str]) -> Json:
    return list(texts)
