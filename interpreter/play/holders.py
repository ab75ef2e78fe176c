"""Answers to `? NAME` about zones and variables: what they are, what they have, who acts on them.

All of it is what the asking player sees; what may be done is read off the arms on offer to him.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from interpreter.action import Action
from interpreter.document.model import Arm, Origin, Variable, Zone
from interpreter.knowledge.explain import listed
from interpreter.play.look import Look, counted
from interpreter.play.plain import plainly
from interpreter.play.typed import words_of
from rulelang.rule_types import Component, Flag, Maybe, Member, Number, Type, Word, single

_TOLD: Final = 12
"""Kinds in one zone of which attributes are told."""


def headed(name: str, origin: Origin, *more: str) -> str:
    """Return a name with what the rule text remarks behind its declaration."""
    about = [origin.about] if origin.about and origin.about not in more else []
    return f"{name}: {'; '.join([*more, *about])}".removesuffix(": ")


def with_article(name: str) -> str:
    """Return a name with its article.

    >>> with_article("Area"), with_article("Find")
    ('an Area', 'a Find')
    """
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def zones_and_variables(look: Look, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield paragraphs about zones and variables of a name: families, or their cells."""
    for zone in look.document.zones:
        yield from _zone(look, zone, asked)
    for variable in look.document.variables:
        yield from _variable(look, variable, asked)


def _zone(look: Look, zone: Zone, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield a paragraph about a zone that was asked for: the family, or one of its cells."""
    cells = look.cells_of_zone(zone)
    names = {cell: look.layout.names[cell] for cell in cells.values()}
    wanted = [cell for cell in names if words_of(names[cell]) == asked]
    if not wanted and not _is_meant(look, zone, asked):
        return
    shape = {"one": "one thing", "row": "a row", "bag": "a bag", "set": "things"}[zone.shape]
    most = f" of {zone.capacity} at most" if zone.capacity and zone.shape != "one" else ""
    head = f"{shape}{most} ({', '.join(zone.holds)})"
    found = [headed(zone.name, zone.origin, *_called(look, zone), head, _seen(look, zone))]
    held = wanted or [cell for cell in names if look.held(cell)]
    found += [f"{names[cell]}: {_contents(look, cell)}" for cell in held]
    if not held:
        found.append("nothing lies there")
    yield [*found, *_deeds(look, zone.name)]


def _called(look: Look, holding: Zone | Variable) -> tuple[str, ...]:
    return (said,) if (said := look.called(holding)) else ()


def _is_meant(look: Look, holding: Zone | Variable, asked: tuple[str, ...]) -> bool:
    """Return whether a family was asked for, by its name or by what it is called."""
    return any(words_of(name) == asked for name in (holding.name, *_called(look, holding)))


def _contents(look: Look, cell: int) -> str:
    """Return what lies in a zone; what is seen with its attributes, if it is not too much."""
    held = look.held(cell)
    kinds = [look.document.kinds[kind] for kind in dict.fromkeys(held)]
    if not held or not look.sees(cell) or len(kinds) > _TOLD:
        return look.contents(cell) or "nothing"
    if look.layout.zone_of[cell].shape == "row":
        return "; ".join(map(look.described, held))
    amounts = [(kind, held.count(kind.number)) for kind in kinds]
    return "; ".join(
        counted([look.described(kind.number)] * amount)
        for kind, amount in sorted(amounts, key=lambda pair: pair[0].number)
    )


def _variable(look: Look, variable: Variable, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield a paragraph about a variable that was asked for: the family, or one of its cells."""
    cells = look.cells_of_variable(variable)
    names = {cell: look.layout.names[cell] for cell in cells.values()}
    wanted = [cell for cell in names if words_of(names[cell]) == asked]
    if not wanted and not _is_meant(look, variable, asked):
        return
    head = headed(
        variable.name,
        variable.origin,
        *_called(look, variable),
        value_range(look, variable.type),
        _seen(look, variable),
    )
    telling = [c for c in names if not look.is_default(c, variable)]
    shown = wanted or (telling if len(names) > _TOLD else list(names))
    told = [f"{names[c]} {look.shown(c, variable)}" for c in shown]
    if len(shown) < len(names) and not wanted:
        told.append("nothing elsewhere")
    yield [head, listed(told, 24), *_deeds(look, variable.name)]


# ---------------------------------------------------------------- what may be done


def _deeds(look: Look, name: str) -> Iterator[str]:
    """Yield which actions now change a zone or variable or are taken in it, or which arms may."""
    arms = [arm for arm in look.document.arms if _concerns(arm, name)]
    now: dict[str, list[Action]] = {}
    for action in look.state.legal_actions:
        if any(arm.holds(action.id) for arm in arms):
            now.setdefault(action.name, []).append(action)
    for arm, actions in now.items():
        many = f" ({len(actions)} ways)" if len(actions) > 1 else ""
        yield f"now: {arm if many else plainly(actions[0].sentence, look.document)}{many}"
    others = dict.fromkeys(arm.name for arm in arms if arm.name not in now)
    if others:
        yield f"{'besides' if now else 'not now'}: {listed(list(others), 8)}"
    elif not arms:
        yield "no action names it"


def _concerns(arm: Arm, name: str) -> bool:
    """Return whether an arm changes a zone or variable, or asks for something in it."""
    asked = (
        name in parameter.sources or any(anchor.name == name for anchor in parameter.anchors)
        for parameter in arm.parameters
    )
    return name in arm.writes or any(asked)


# ---------------------------------------------------------------- what they are


def _seen(look: Look, holding: Zone | Variable) -> str:
    """Say who sees what is there."""
    players = look.document.players
    match holding.seen:
        case "all":
            return "everybody sees it"
        case "nobody":
            return "nobody sees it"
        case "owner":
            return "its owner sees it"
        case "others":
            return "all but its owner see it"
        case "listed":
            by = dict.fromkeys(p for cell in holding.seen_by for p in cell)
            return f"seen by {', '.join(players[p] for p in by)}"
        case _:
            assert_never(holding.seen)


def value_range(look: Look, kind: Type) -> str:
    """Return which values a variable may have, in words."""
    found = single(kind)
    match found:
        case Maybe(of=inner):
            return f"{value_range(look, inner)} or none"
        case Number(low=low, high=high):
            return f"{low} to {high}"
        case Flag():
            return "true or false"
        case Word(words=words):
            return f"one of {', '.join(look.document.words[word] for word in words)}"
        case Member(family=family):
            return with_article(family)
        case Component():
            return "a kind of component"
        case _:
            assert_never(found)
