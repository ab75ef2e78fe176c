"""Prose from values, actions and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.labels import attributed, label, named
from interpreter.layout import Layout
from interpreter.position import Env, Kinds
from interpreter.reference.events import (
    Changed,
    Chose,
    Ended,
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
from interpreter.reference.values import World, value
from rulelang import core
from rulelang.core import Value
from rulelang.rule_types import Flag, Type


def render(text: core.Text, world: World, env: Env) -> str:
    """Return a text with its values filled in."""
    spec = world.layout.spec
    return "".join(
        part if isinstance(part, str) else label(value(part.value, world, env), part.type, spec)
        for part in text.parts
    )


def action_sentence(arm: core.Arm, labels: tuple[str, ...], world: World, env: Env) -> str:
    """Return what choosing an arm means: its own sentence, else its name and arguments."""
    if arm.sentence is not None:
        return render(arm.sentence, world, env)
    return f"{arm.name} {', '.join(labels)}".strip().replace("_", " ")


def event_sentence(event: SeenEvent, layout: Layout) -> str:  # noqa: C901 - a case for each
    """Return a line of the log for an event as somebody sees it."""
    spec, names = layout.spec, layout.names
    match event:
        case Moved(source=source, target=target):
            what, one = _what(event, layout)
            return f"{what} {'moves' if one else 'move'} from {names[source]} to {names[target]}"
        case Rolled(cell=cell, kinds=kinds, amount=amount):
            what = f"{amount} dice unseen" if kinds is None else listed(kinds, layout)
            return f"{names[cell]} is rolled: {what}"
        case Changed(cell=cell, value=now):
            return _changed(
                names[cell], layout.variable_of[cell - len(layout.zone_of)].type, now, spec
            )
        case Revealed(cell=cell, kinds=kinds):
            return f"{names[cell]} is revealed: {listed(kinds, layout)}"
        case Shown(cell=cell, kinds=kinds, player=player):
            what = "" if kinds is None else f": {listed(kinds, layout)}"
            return f"{names[cell]} is shown to {spec.players[player]}{what}"
        case Said(text=text):
            return text
        case Chose(player=player, sentence=text):
            return attributed(spec.players[player], text)
        case TurnBegan(player=player, turn=turn):
            return (
                f"turn {turn}: {spec.players[player]}"
                if turn
                else f"turn of {spec.players[player]}"
            )
        case PhaseBegan(name=name):
            return f"phase {name}"
        case Ended(returns=returns, reasons=reasons):
            told = [_each(spec.players, returns), *reasons_told(reasons, layout)]
            return f"the game is over: {'; '.join(told)}"
        case _:
            assert_never(event)


def _changed(name: str, kind: Type, now: Value, spec: core.Spec) -> str:
    """Return what a variable is now: `coins(P1) is 3`, of a flag `now fallen: P2`."""
    if not isinstance(kind, Flag):
        return f"{name} is {label(now, kind, spec)}"
    what, _, index = name.partition("(")
    whose = f": {index.removesuffix(')')}" if index else ""
    return f"{'now' if now else 'no longer'} {what.replace('_', ' ')}{whose}"


def reasons_told(reasons: Sequence[Reason], layout: Layout) -> list[str]:
    """Return in words what each player had of what counted: `fame: P1 12, P2 9`."""
    return [
        f"{named(reason.label)}: {_each(layout.spec.players, reason.values)}" for reason in reasons
    ]


def _each(players: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(players, values, strict=True))


def listed(kinds: Kinds, layout: Layout) -> str:
    """Return components in words, alike ones counted: `2 spear, king`; `nothing` for none."""
    counts: dict[int, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    labels = layout.spec.kinds
    parts = [
        f"{n} {labels[kind].label}" if n > 1 else labels[kind].label for kind, n in counts.items()
    ]
    return ", ".join(parts) or "nothing"


def _what(event: Moved, layout: Layout) -> tuple[str, bool]:
    """Return what moves, and whether it is a single component."""
    one = event.amount == 1
    if event.kinds is not None:
        return listed(event.kinds, layout), one
    unseen = "1 unseen component" if one else f"{event.amount} unseen components"
    backs = ", ".join(layout.spec.backs[back] for back in event.backs)
    return (f"{unseen} ({backs})" if backs else unseen), one
