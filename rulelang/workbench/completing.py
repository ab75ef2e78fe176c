"""What may be written at a place, be the text whole or not: names, words, patterns.

What the grammar would take next tells which sorts of things may come; the words before the place
tell which of them fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias, assert_never

import attrs

from rulelang import settings, standard
from rulelang import surface as s
from rulelang.core.folds import FOLDS
from rulelang.freezing import frozen
from rulelang.workbench import ranking
from rulelang.workbench.constructs import (
    BUILT_IN,
    DECLARATIONS,
    SCENARIO_LINES,
    SENTENCES,
    Construct,
    meaning,
)
from rulelang.workbench.draft import Draft
from rulelang.workbench.expecting import expected_at, values_of
from rulelang.workbench.names import Definition, Names
from rulelang.workbench.places import Place, place_at, subject
from rulelang.workbench.rows import cells_at, columns_at
from rulelang.workbench.sorts import PLAIN, attributes_of, types_of
from rulelang.workbench.telling import headline

_ZONES: Final = ("zone",)
_SPACES: Final = ("space",)
_VARIABLES: Final = ("variable",)
_TYPES: Final = ("kind", "space", "edge", "component")
_VALUES: Final = (
    "zone", "variable", "fact", "table", "player", "team", "place", "piece", "component", "option",
    "word", "space", "edge", "kind",
)  # fmt: skip
_DOMAINS: Final = (
    "zone",
    "space",
    "edge",
    "component",
    "kind",
    "fact",
    "variable",
    "place",
    "table",
)
_SHAPES: Final = ("grid", "hex", "ring", "track")
_SIGHTS: Final = {"open": "open", "hidden": "hidden", "owner": "owner sees"}
_COUNTING: Final = frozenset(
    rule.text.split()[0] for rule in FOLDS.values() if rule.gives in {"number", "value"}
)
"""The first words of what makes a number of what it finds."""
_EITHER: Final = frozenset({"true", "false"})
_BEHIND: Final = 4
"""How much farther behind items are that are not of the type that is expected."""
_MANY: Final = 400
"""Names that one answer has at most, so that it comes in time."""


@frozen
class Item:
    """One thing that may be written: `insert` in place of the part of a word that stands there.

    `what`: a sort of definition, `word` of the language as `keyword`, or a `pattern` with places
    to fill in. `rank`: a smaller one is offered first. `is_best`: it is chosen beforehand.
    """

    label: str
    what: str
    insert: str
    detail: str = ""
    text: str = ""
    rank: int = 5
    is_best: bool = False


@frozen
class Offer:
    """What may stand at a place, and how many characters before it belong to the word there."""

    items: tuple[Item, ...]
    written: int


def complete(draft: Draft, line: int, column: int) -> Offer:
    """Return what may be written at a place."""
    place = place_at(draft, line, column)
    names = draft.declared
    found: list[Item] = []
    match place.mode:
        case "comment" | "text":
            pass
        case "row":
            found += [_item(draft, one, 1) for one in cells_at(draft, line, column)]
            columns = enumerate(columns_at(draft, line))
            found += [Item(name, "attribute", name, "a column", "", at) for at, name in columns]
        case _:
            found += _by_type(draft, place, _offered(draft, names, place))
    unique = {(item.label, item.what): item for item in reversed(found)}
    wanted = place.written.lower()
    fitting = [item for item in unique.values() if item.label.lower().startswith(wanted[:1])]
    fitting.sort(key=lambda item: (not item.label.lower().startswith(wanted), *_order(item)))
    return Offer(tuple(fitting[:_MANY]), len(place.written))


def _by_type(draft: Draft, place: Place, items: Iterable[Item]) -> list[Item]:
    """Return items, those ahead that are of a type that is expected, and the first of them chosen.

    What is not known to be of one may be right nevertheless: it is behind them, not left out.
    """
    types = expected_at(draft.declared, place)
    if not types:
        return list(items)
    values = values_of(draft.declared, types)
    found = [(item, _distance(draft.declared, place, item, types, values)) for item in items]
    ranked = [
        attrs.evolve(item, rank=item.rank + _BEHIND if at is None else at) for item, at in found
    ]
    wanted = place.written.lower()
    fitting = [
        item for item in ranked if item.rank < _BEHIND and item.label.lower().startswith(wanted)
    ]
    best = min(fitting, key=_order, default=None)
    return [attrs.evolve(item, is_best=item is best) for item in ranked]


def _order(item: Item) -> tuple[int, str]:
    return item.rank, item.label


_Types: TypeAlias = frozenset[str]


def _distance(names: Names, place: Place, item: Item, types: _Types, values: _Types) -> int | None:
    """Return how near an item is to values of some types; None where it is none of them."""
    match item.what:
        case "local":
            one = place.scope[item.label]
            mine = types_of(names, one.node, place.scope)
            if not mine:  # such as parameters, which mostly are players
                return 0 if "Player" in types else 2
            return 0 if mine & types else None
        case "component":
            known = names.find(item.label, "names")
            is_kind = known is not None and not isinstance(known.node, s.Component)
            return 0 if is_kind and item.label in types else None
        case "player" if "Player" in types:
            return 2 if ranking.ends(place) else 1
        case "word" | "place" | "piece":
            return 1 if item.label in values else None
        case "keyword" | "pattern" if ranking.ends(place) and item.label in ranking.ENDINGS:
            return 1
        case "keyword" if "number" in types and item.label in _COUNTING:
            return 3
        case "keyword" if "flag" in types and item.label in _EITHER:
            return 1
        case "zone" | "variable" | "table" | "fact":
            value = s.Apply(s.Name(item.label))
            return 2 if types_of(names, value, {}) & types else None
        case _:
            return None


def _offered(draft: Draft, names: Names, place: Place) -> Iterator[Item]:
    if place.line.endswith(".") and not place.line.endswith(".."):
        value = subject(place)
        types = types_of(names, value, place.scope) - PLAIN if value is not None else frozenset()
        mine = attributes_of(names, types) if types else tuple(names.of("attribute"))
        yield from (_item(draft, one, 0) for one in mine)
        return
    expected = place.before.expected
    if {"game", "zone", "scenario"} <= expected and not place.line.strip():
        lacking = ranking.lacking(draft.lines)
        yield from _patterns(DECLARATIONS, lacking, 0)
        yield from _patterns(DECLARATIONS, (expected | {"to", "let"}) - lacking, 1)
        return
    if {"given", "expect"} & expected and not place.line.strip():
        yield from _patterns(SCENARIO_LINES, expected, 0)
        return
    begins_sentence = {"move", "draw", "set"} <= expected
    if place.line.strip() == "else":  # which the reader takes for that of a value
        yield Item("if", "keyword", "if", "", "Otherwise, if this holds.", 0)
    if begins_sentence:
        yield from _patterns(SENTENCES, expected | {"chooses"}, 3)
        yield from _keywords(expected & {"else"}, place)
    else:
        yield from _keywords(expected, place)
    if ranking.ends(place):
        for label, insert in ranking.ENDINGS.items():
            yield Item(label, "pattern" if "$" in insert else "keyword", insert, "", "", 1)
    if ("NAME" in expected or not expected) and not _is_new(place):
        yield from _named(draft, names, place, begins_sentence=begins_sentence)


def _is_new(place: Place) -> bool:
    """Return whether a name is to be written that is not there yet."""
    match place.words:
        case (only,) if only in DECLARATIONS:
            return only != "use"
        case (*_, "for" | "random" | "phase"):
            return True
        case _:
            return False


def _patterns(table: Mapping[str, Construct], known: Iterable[str], rank: int) -> Iterator[Item]:
    for word in known:
        construct = table.get(word)
        if construct is not None:
            yield Item(word, "pattern", construct.pattern, "", construct.meaning, rank)


def _keywords(expected: frozenset[str], place: Place) -> Iterator[Item]:
    in_scenario = place.first_word == "scenario"
    asks_sight = place.first_word in {"zone", "var"} and place.words[-1:] == (",",)
    for word in expected:
        if word.isalpha() and word.islower():
            known = meaning(word, at_start=False, in_scenario=in_scenario)
            text = known.meaning if known else ""
            if asks_sight and word in _SIGHTS:
                yield Item(_SIGHTS[word], "keyword", _SIGHTS[word], "", text, 0)
            else:
                yield Item(word, "keyword", word, "", text, ranking.of_word(word, expected, place))


def _named(draft: Draft, names: Names, place: Place, *, begins_sentence: bool) -> Iterator[Item]:
    """Yield the names that fit behind the words before a place."""
    sorts, has_locals = _fitting(place, begins_sentence=begins_sentence)
    if has_locals:
        yield from (_item(draft, one, 0) for one in place.scope.values())
    yield from (_item(draft, one, ranking.of_name(place, one)) for one in names.of(*sorts))
    if "space" in sorts and sorts != _SPACES:
        yield Item("Player", "kind", "Player", "all players, clockwise", "", 1)
    if "player" in sorts:
        yield from _players(draft)
    if "fact" in sorts:
        for name, (given, gives) in BUILT_IN.items():
            yield Item(name, "fact", f"{name}(${{1:{given}}})", f"{name}({given})", gives, 3)
    if "arm" in sorts:
        yield Item("pass", "keyword", "pass", "", "He does nothing.", 2)
    yield from _further(sorts)


def _further(sorts: Iterable[str]) -> Iterator[Item]:
    """Yield what has no name in the text: libraries, shapes of boards, ranges of numbers."""
    if "library" in sorts:
        for file in sorted(standard.STD.glob("*.rules")):
            yield Item(file.stem, "library", file.stem, "library", "", 0)
    if "type" in sorts:
        yield Item("1..9", "pattern", "${1:1}..${2:9}", "", "A number in a range.", 2)
    if "shape" in sorts:
        yield from (Item(word, "keyword", word, "", "", 0) for word in _SHAPES)


def _players(draft: Draft) -> Iterator[Item]:
    text = draft.parsed.text
    if text is None or not any(isinstance(node, s.Players) for node in text.declarations):
        return
    if not any(node.names for node in text.declarations if isinstance(node, s.Players)):
        for number in range(1, max(settings.player_counts(text), default=0) + 1):
            yield Item(f"P{number}", "player", f"P{number}", "a player", "", 2)


def _fitting(place: Place, *, begins_sentence: bool) -> tuple[tuple[str, ...], bool]:
    """Return the sorts of names that fit, and whether local names do."""
    words = place.words
    last = words[-1] if words else ""
    verb = next((w for w in reversed(words) if w in _VERBS), "")
    if begins_sentence:
        return ("effect", "player"), True
    if (verb, last) in _AFTER:
        return _AFTER[verb, last], True
    if last in _ALONE:
        return _ALONE[last], False
    if last == "in" and place.first_word not in _THINGS:
        return _DOMAINS, True
    return _by_declaration(place, last)


_VERBS = frozenset({"move", "draw", "deal", "add", "take", "set", "roll", "show", "reveal"})
_AFTER: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    **{(verb, verb): _ZONES for verb in ("roll", "reveal", "show")},
    **{(verb, way): _ZONES for verb in ("move", "draw", "deal") for way in ("from", "to")},
    ("take", "from"): _VARIABLES,
    ("add", "to"): _VARIABLES,
    ("set", "set"): _VARIABLES,
}
_ALONE: Final[Mapping[str, tuple[str, ...]]] = {
    "given": ("zone", "variable", "piece", "component"),
    "do": ("effect",),
    "offered": ("arm",),
    "refused": ("arm",),
    "each": ("effect", "phase"),
    "joins": _SPACES,
    "use": ("library",),
}
_THINGS = frozenset({"token", "component", "die"})


def _by_declaration(place: Place, last: str) -> tuple[tuple[str, ...], bool]:
    match place.first_word:
        case "scenario" if _plays(place):
            return ("arm",) if last in {"play", ","} else _VALUES, False
        case "scenario" if place.line.split()[:1] == ["with"]:
            return ("option", "word"), False
        case "zone" | "token" | "component" | "die" | "var" | "table" if "(" in place.words[-2:]:
            return _TYPES, True
        case "space" if last == "on":
            return ("shape",), False
        case "zone" if last in {":", "or"}:
            return ("component",), False
        case "zone" if last == ",":
            return ("fact",), True
        case "token" | "component" | "die" if last == "in":
            return _ZONES, False
        case "var" | "table" | "component" | "space" | "edge" if last in {":", "|"}:
            return (*_TYPES, "word", "type"), False
        case _:
            return _VALUES, True


def _plays(place: Place) -> bool:
    line = place.line.lstrip()
    return line.startswith("play ") and line.count("(") == line.count(")")


def _item(draft: Draft, one: Definition, rank: int) -> Item:
    insert = one.name
    taken = _taken(one)
    if taken:
        filled = ", ".join(f"${{{i}:{name}}}" for i, name in enumerate(taken, start=1))
        insert = f"{one.name}({filled})"
    return Item(one.name, one.sort, insert, headline(draft, one), "", rank)


def _taken(one: Definition) -> tuple[str, ...]:
    """Return what stands in brackets behind a name."""
    node = one.node
    match node:
        case s.Fact(parameters=parameters) | s.Effect(parameters=parameters) if (
            one.sort in _CALLED
        ):
            return tuple(name.text for name in parameters)
        case s.Zone(index=index) | s.Var(index=index) | s.Table(index=index):
            return tuple(map(_parameter, index)) if one.sort in _INDEXED else ()
        case s.Token(index=index) | s.Die(index=index) if one.sort == "component":
            return tuple(map(_parameter, index))
        case s.Arm(choices=choices) if one.sort == "arm":
            return tuple(c.name.text for c in choices)
        case _:
            return ()


_CALLED: Final = ("fact", "effect")
_INDEXED: Final = ("zone", "variable", "table")


def _parameter(parameter: s.Parameter) -> str:
    if parameter.name is not None:
        return parameter.name.text
    match parameter.type:
        case s.WordsType(names=names) | s.MaybeType(names=names):
            return names[0].text[:1].lower() if len(names) == 1 else "word"
        case s.RangeType() | s.FlagType():
            return "n"
        case _:
            assert_never(parameter.type)
