"""Answers to `? NAME`: what a name of the table stands for, and what may be done with it now.

All of it is what the asking player, who is to choose, sees and may do; reasons are those of his
own choice point, so an answer says no more than refusals do (Ref §9).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from interpreter.document.model import Attribute, Family, Kind
from interpreter.knowledge.explain import listed, parse_action, why_not
from interpreter.play.citing import folded, rules_of_name, uses_of_name
from interpreter.play.columns import INDENT, lines
from interpreter.play.holders import headed, value_range, with_article, zones_and_variables
from interpreter.play.look import Look, nothing
from interpreter.play.menu import numbered
from interpreter.play.places import neighbours
from interpreter.play.plain import plainly
from interpreter.play.tabled import tables
from interpreter.play.typed import among, words_of
from interpreter.state import State
from rulelang.core import DeclaredText
from rulelang.rule_types import Maybe, Member, Type, Word

_MOST: Final = 4
_USES: Final = 3
"""Lines of the rules that are quoted of a name; more are counted."""
_NOW: Final = 8
"""Options that are told with their numbers."""
_REFUSED: Final = 3
"""Sentences of refused actions that are told for each reason."""
_LEGAL: Final = "legal: "
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_REASONS: Final = 5
_LOOKS_AT: Final = 60
"""Options that are looked at for where their components lie."""
_LOOKS: Final = 5_000
"""Candidates looked at for reasons; a choice may have thousands."""


def answer(state: State, player: int | None, text: str, width: int) -> str:
    """Return what `text` names: an action on offer, a component, a place, a zone, a variable.

    `player`: who asks, and is to choose; None when play is over and all is seen.
    """
    look = Look(state, player)
    paragraphs = list(islice(_paragraphs(look, text), _MOST + 1))
    once = dict.fromkeys(line for paragraph in paragraphs[:_MOST] for line in paragraph)
    told = []
    for paragraph in paragraphs[:_MOST]:
        new = [line for line in paragraph if once.pop(line, True) is None]
        told += list(_wrapped(new, width)) if new[:1] == paragraph[:1] else []
    if len(paragraphs) > _MOST:
        told.append("... and more of that name")
    if not told:
        return folded(rules_of_name(state, text), width) or _unknown(look, text)
    return "\n".join([*told, *_in_the_rules(state, text, width)])


def _in_the_rules(state: State, text: str, width: int) -> Iterator[str]:
    """Yield the lines of the rule text that use a name; of many how many there are."""
    name = "_".join(text.split())
    if not name.isidentifier() or name in state.arm_names:
        return
    found = uses_of_name(state, name)
    if len(found) <= _USES:
        for line in found:
            yield from folded(line, width).splitlines()
    else:
        yield f"  {len(found)} lines of the rules name it (`rules {name}`)"


def asked_zones(state: State) -> frozenset[str]:
    """Return the names of the zones that the options of a choice are about.

    >>> from interpreter import load
    >>> sorted(asked_zones(load("kuhn_poker").start(seed=1).past_chance()))
    []
    >>> sorted(asked_zones(load("whist").start(seed=1).past_chance()))
    ['hand']
    """
    offers = state.sight(state.current_player).offers[:_LOOKS_AT]
    spots = (s for offer in offers for argument in offer.arguments for s in argument.spots)
    zones = {zone.name for zone in state.game.document().zones}
    return frozenset(spot.name for spot in spots if spot.name in zones)


def _wrapped(paragraph: Sequence[str], width: int) -> Iterator[str]:
    for at, text in enumerate(paragraph):
        yield from lines(text, width, INDENT if at else "", INDENT * 3)


def _paragraphs(look: Look, text: str) -> Iterator[list[str]]:
    """Yield the paragraphs about all that has the name."""
    name, arguments = parse_action(text)
    named = {arm.casefold(): arm for arm in look.state.arm_names}
    if name.casefold() in named:
        yield list(_on_offer(look, named[name.casefold()], text, has_arguments=bool(arguments)))
        return
    asked = words_of(text)
    if not asked:
        return
    yield from _components(look, asked)
    yield from _families(look, asked)
    yield from zones_and_variables(look, asked)
    yield from _words(look, asked)
    yield from tables(look, asked)
    yield from _attributes(look, asked)
    arms = look.document.arms
    for arm in dict.fromkeys(arm.name for arm in arms if words_of(arm.name) == asked):
        yield list(_elsewhere(look, arm))


def _components(look: Look, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield paragraphs about kinds of components of a name, or else their family."""
    kinds = look.document.kinds
    found = [k for k in kinds if asked in _called(look, k)]
    yield from (list(_kind(look, kind)) for kind in found)
    for component in look.document.components:
        if words_of(component.name) == asked and not found:
            labels = [kinds[kind].label for kind in component.kinds]
            each = ", ".join(
                f"{a.name} ({value_range(look, a.type)})" for a in component.attributes
            )
            told = [f"each has {each}"] if each else []
            yield [headed(component.name, component.origin), *told, listed(labels, 40)]


def _called(look: Look, kind: Kind) -> Iterator[tuple[str, ...]]:
    """Yield the words by which a kind is asked for."""
    return map(words_of, (kind.label, kind.name, look.name(kind.number)))


def _families(look: Look, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield paragraphs about places, players and families of them."""
    for family in look.document.families:
        for at, label in enumerate(family.labels):
            if words_of(label) == asked:
                yield list(_member(look, family, at))
        if words_of(family.name) == asked:
            yield [headed(family.name, family.origin), listed(family.labels, 40)]


def _words(look: Look, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield paragraphs about words, with what has them among its attributes."""
    document = look.document
    for sort in document.word_kinds:
        for word in sort.words:
            if words_of(document.words[word]) == asked:
                names = [
                    document.kinds[kind].label
                    for component in document.components
                    for attribute in component.attributes
                    for kind, value in zip(component.kinds, attribute.values, strict=True)
                    if _has_words(attribute.type) and value == word
                ]
                has = [f"of {listed(list(dict.fromkeys(names)), 20)}"] if names else []
                head = headed(document.words[word], sort.origin, with_article(sort.name))
                yield [head, *has, *_acts(look, document.words[word])]


def _attributes(look: Look, asked: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield paragraphs about attributes of components and places, with what has which value."""
    document = look.document
    for component in document.components:
        for attribute in component.attributes:
            if words_of(attribute.name) == asked:
                labels = [document.kinds[kind].label for kind in component.kinds]
                yield list(_attribute(look, attribute, component.name, labels))
    for family in document.families:
        for attribute in family.attributes:
            if words_of(attribute.name) == asked:
                yield list(_attribute(look, attribute, family.name, family.labels))


def _attribute(
    look: Look, attribute: Attribute, whose: str, labels: Sequence[str]
) -> Iterator[str]:
    """Yield what an attribute may be, and what has which value but none, false or 0."""
    yield f"{attribute.name}: {value_range(look, attribute.type)}, of each {whose}"
    having: dict[str, list[str]] = {}
    for name, value in zip(labels, attribute.values, strict=True):
        if not nothing(value, attribute.type):
            having.setdefault(look.written(value, attribute.type), []).append(name)
    for text, names in islice(having.items(), 4 * _REASONS):
        yield f"{'yes' if text == 'true' else text}: {listed(list(dict.fromkeys(names)), 8)}"


def _has_words(kind: Type) -> bool:
    return isinstance(kind.of if isinstance(kind, Maybe) else kind, Word)


def _unknown(look: Look, text: str) -> str:
    """Say that there is nothing of that name, and what may have been meant."""
    document = look.document
    names = [
        *look.state.arm_names,
        *(k.name or k.label for k in document.kinds),
        *(label for family in document.families for label in family.labels),
        *(component.name for component in document.components),
        *(family.name for family in document.families),
        *(zone.name for zone in document.zones),
        *(table.name for table in document.tables),
        *(variable.name for variable in document.variables),
        *(a.name for component in document.components for a in component.attributes),
        *(a.name for family in document.families for a in family.attributes),
    ]
    by_words = {" ".join(words_of(name)): name for name in names}
    asked = " ".join(words_of(text[:100]))
    holding = [name for key, name in by_words.items() if asked and asked in key.split()]
    near = [by_words[w] for w in difflib.get_close_matches(asked, by_words, n=3, cutoff=0.6)]
    mend = list(dict.fromkeys(near + holding))[:_MOST]
    if mend:
        return f"There is no `{text}`; did you mean {' or '.join(f'`{n}`' for n in mend)}?"
    why = why_not(look.state, text)
    return f"There is no `{text}` on the table; {why}"


# ---------------------------------------------------------------- arms


def _more(actions: Sequence[str]) -> str:
    """Return how many more there are than are told."""
    left = len(actions) - _REFUSED
    return f" and {left} more" if left > 0 else ""


def _on_offer(look: Look, name: str, text: str, *, has_arguments: bool) -> Iterator[str]:
    """Yield what an arm on offer does, and why it is refused with these arguments."""
    arms = [arm for arm in look.document.arms if arm.name == name]
    ids = [action.id for action in look.state.legal_actions if action.name == name]
    open_now = (a for a in arms if any(map(a.holds, ids)))
    arm = next(open_now, next(iter(arms), None))
    if not has_arguments and arm is not None:
        yield headed(name, arm.origin, *([_blank(arm.sentence)] if arm.sentence else []))
        text = name
    else:
        named = among(look.state.legal_actions, text)
        if len(named) == 1:
            yield f"{named[0]} is legal: {named[0].sentence}"
            return
        text = name + text[len(name) :]
    open_ones = [action for action in look.state.legal_actions if action.name == name]
    for line in why_not(look.state, text).splitlines():
        if line.startswith(_LEGAL) and open_ones:
            yield f"now: {numbered(look.state, open_ones, _NOW)}"
        else:
            yield line


def _blank(sentence: str) -> str:
    """Return a sentence of an arm with gaps for what is chosen: `… places … on …`."""
    return _HOLE.sub("…", sentence)


def _elsewhere(look: Look, name: str) -> Iterator[str]:
    """Yield what an arm does that is not on offer now, and in which phases it is."""
    arms = [arm for arm in look.document.arms if arm.name == name]
    sentences = dict.fromkeys(_blank(arm.sentence) for arm in arms if arm.sentence)
    yield headed(name, arms[0].origin, *sentences)
    phases = dict.fromkeys(arm.phase.replace("_", " ") for arm in arms if arm.phase)
    where = f"; it is in {' and '.join(phases)}" if phases else ""
    yield f"not on offer now{where} (`rules {name}`)"


def _acts(look: Look, label: str) -> Iterator[str]:
    """Yield what may be done with something now, and why other things may not."""
    words = words_of(label)
    holding = [a for a in look.state.legal_actions if any(words_of(x) == words for x in a.labels)]
    if holding:
        yield f"now: {numbered(look.state, holding, _NOW)}"
    reasons: dict[str, list[str]] = {}
    for name in look.state.arm_names:
        for action, reason in islice(look.state.candidates(name), _LOOKS):
            if reason is not None and any(words_of(x) == words for x in action.labels):
                told = plainly(action.sentence, look.document)
                reasons.setdefault(reason, []).append(told)
    for reason, actions in islice(reasons.items(), _REASONS):
        yield f"not “{'”, “'.join(actions[:_REFUSED])}”{_more(actions)}: {reason}"
    if not holding and not reasons:
        yield "nothing may be done with it at this choice"


# ---------------------------------------------------------------- things


def _kind(look: Look, kind: Kind) -> Iterator[str]:
    document = look.document
    component = next(c for c in document.components if c.name == kind.component)
    copies = f"{kind.copies} of them" if kind.copies > 1 else "one of its kind"
    yield headed(kind.label, component.origin, kind.component, copies)
    at = component.kinds.index(kind.number)
    values = [
        f"{a.name} {look.written(a.values[at], a.type)}{' (on its back)' if a.on_back else ''}"
        for a in component.attributes
    ]
    if values:
        yield ", ".join(values)
    yield from _read(component.texts, at)
    card = look.said.cards.get(kind.component)
    if card is not None and kind.name in card.text:
        yield card.text[kind.name]
    yield from _where(look, kind)
    yield from _acts(look, kind.label)


def _read(texts: Iterable[DeclaredText], at: int) -> Iterator[str]:
    """Yield what players read of a kind or place."""
    yield from (text.said[at] for text in texts if text.said[at])


def _where(look: Look, kind: Kind) -> Iterator[str]:
    """Yield where things of a kind lie, as far as that is seen."""
    found = []
    for cell in range(len(look.layout.zone_of)):
        amount = look.held(cell).count(kind.number) if look.sees(cell) else 0
        if amount:
            name = look.layout.names[cell]
            found.append(f"{amount} in {name}" if kind.copies > 1 else f"in {name}")
    yield f"lies {listed(found, 20)}" if found else "you see none of it"


def _member(look: Look, family: Family, at: int) -> Iterator[str]:
    sort = {"players": "a player", "teams": "a team"}.get(family.sort, family.name)
    yield headed(family.labels[at], family.origin, sort)
    values = [f"{a.name} {look.written(a.values[at], a.type)}" for a in family.attributes]
    if values:
        yield ", ".join(values)
    yield from _read(family.texts, at)
    if family.sort == "space":
        told = neighbours(look, family, at)
        if told:
            yield f"beside {told}"
    if family.ends:
        space = next(f for f in look.document.families if f.name == family.joins)
        yield f"joins {' and '.join(space.labels[end] for end in family.ends[at])}"
    yield from _held_at(look, family, at)
    yield from _acts(look, family.labels[at])


def _held_at(look: Look, family: Family, at: int) -> Iterator[str]:
    """Yield what lies at a place, or what a player has."""
    found = []
    for zone in look.document.zones:
        for index, cell in look.cells_of_zone(zone).items():
            if _is_at(zone.index, index, family, at) and look.held(cell):
                found.append(f"{look.layout.names[cell]}: {look.contents(cell)}")
    for variable in look.document.variables:
        for index, cell in look.cells_of_variable(variable).items():
            if _is_at(variable.index, index, family, at) and not look.is_default(cell, variable):
                found.append(f"{look.layout.names[cell]}: {look.text(cell, variable)}")
    if found and len(found) <= 4 * _REASONS:
        yield "; ".join(found)


def _is_at(kinds: Sequence[Type], index: Sequence[int], family: Family, at: int) -> bool:
    return any(
        isinstance(kind, Member) and kind.family == family.name and value == at
        for kind, value in zip(kinds, index, strict=True)
    )
