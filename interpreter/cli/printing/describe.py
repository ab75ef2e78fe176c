"""Describe a game: its table, its components, what players may do. For people, or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from interpreter.cli.arguments import add_game, add_json, load_game
from interpreter.cli.output import write, write_json
from interpreter.document import document_data
from interpreter.document.model import (
    Arm,
    Component,
    EndKey,
    Family,
    GameDocument,
    Seen,
    Variable,
    Zone,
)
from rulelang import rule_types as types

EXAMPLE = "  rulelang describe GAME --json"
_SHOWN = 8

_SEEN: dict[Seen, str] = {
    "all": "open",
    "nobody": "hidden",
    "owner": "its owner sees it",
    "others": "all but its owner see it",
    "listed": "some see it",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.set_defaults(engine="reference")
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Describe."""
    document = load_game(parsed).document()
    if parsed.json:
        write_json(document_data(document))
    else:
        write("\n".join(_summary(document)))
    return 0


def _summary(document: GameDocument) -> Iterator[str]:
    """Yield the lines of a description."""
    yield f"{document.title}, for {', '.join(document.players)}"
    for option in document.options:
        settings = " | ".join(option.settings)
        yield f"  {option.name} is {option.setting}, of {settings}{_remark(option.about)}"
    yield from document.notes
    yield from _section("Places", map(_family, document.families[1:]))
    yield from _section("Components", (_component(document, c) for c in document.components))
    yield from _section("Zones", (_zone(document, zone) for zone in document.zones))
    yield from _section("Values", (_variable(document, v) for v in document.variables))
    tables = (
        f"{_cells(document, t.name, t.index)}: {_type(document, t.type)}" for t in document.tables
    )
    yield from _section("Tables", tables)
    yield from _section("Phases", document.phases)
    yield from _section("Actions", (_arm(document, arm) for arm in document.arms))
    yield from _section("The end compares", map(_keys, document.ends))


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield title
        yield from (f"  {line}" for line in found)


def _keys(keys: Sequence[EndKey]) -> str:
    return ", then ".join(f"{'most' if key.most else 'least'} {key.label}" for key in keys)


def _some(names: Sequence[str]) -> str:
    more = f", … ({len(names)})" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _family(family: Family) -> str:
    size = " x ".join(map(str, family.sizes))
    shape = f" on {family.shape}" if family.shape != "table" else ""
    joins = f" joins {family.joins}" if family.joins else ""
    columns = ", ".join(family.columns)
    told = f"; {columns}" if columns else ""
    return f"{family.name}{joins}{shape}{f' {size}' if size else ''}: {_some(family.labels)}{told}"


def _component(document: GameDocument, component: Component) -> str:
    kinds = [document.kinds[kind] for kind in component.kinds]
    names = list(dict.fromkeys(kind.label for kind in kinds))
    columns = ", ".join(component.columns)
    amount = document.amount(component.name)
    faces = len({kind.face for kind in kinds})
    sorts = f"with {faces} faces" if component.sort == "die" else f"of {len(kinds)} kinds"
    told = f"; {columns}" if columns else ""
    return f"{component.name}: {amount} {sorts}: {_some(names)}{told}"


def _zone(document: GameDocument, zone: Zone) -> str:
    room = f" of {zone.capacity}" if zone.capacity and zone.shape != "one" else ""
    name = _cells(document, zone.name, zone.index)
    told = f"{name}: {' or '.join(zone.holds)} {zone.shape}{room}, {_SEEN[zone.seen]}"
    return told + _remark(zone.origin.about)


def _variable(document: GameDocument, variable: Variable) -> str:
    name = _cells(document, variable.name, variable.index)
    seen = "" if variable.seen == "all" else f", {_SEEN[variable.seen]}"
    score = ", a score" if variable.role == "score" else ""
    kind = _type(document, variable.type)
    return f"{name}: {kind}{seen}{score}{_remark(variable.origin.about)}"


def _arm(document: GameDocument, arm: Arm) -> str:
    named = (f"{p.name}: {_type(document, p.type)}" for p in arm.parameters)
    called = f"{arm.name}({', '.join(named)})" if arm.parameters else arm.name
    phase = f" in {arm.phase}" if arm.phase else ""
    sentence = f' "{arm.sentence}"' if arm.sentence else ""
    return called + phase + sentence


def _remark(about: str | None) -> str:
    return f"  # {about}" if about else ""


def _cells(document: GameDocument, name: str, index: Sequence[types.Type]) -> str:
    return f"{name}({', '.join(_type(document, kind) for kind in index)})" if index else name


def _type(document: GameDocument, kind: types.Type) -> str:
    """Return a type as rule texts write it."""
    found = types.single(kind)
    match found:
        case types.Number(low=low, high=high):
            return f"{low}..{high}"
        case types.Flag():
            return "flag"
        case types.Word(words=words):
            named = (known.name for known in document.word_kinds if known.words == words)
            return next(named, " | ".join(document.words[word] for word in words))
        case types.Member(family=family):
            return family
        case types.Component(kinds=kinds):
            return " or ".join(dict.fromkeys(document.kinds[k].component for k in kinds))
        case types.Maybe(of=inner):
            return f"{_type(document, inner)} or none"
        case _:
            assert_never(found)
