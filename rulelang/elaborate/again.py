"""Instances of the text before an edit, with the bodies in their places that it wrote otherwise.

    before:  an instance that was made, and a text in which some bodies are different
    after:   the instance that elaboration makes of it; None where only elaboration can tell

Where nothing else is different, and a body asks the same and uses the same as the one before it,
all others are what they were. So that body alone is elaborated, in what its instance knew in the
end, once for all instances that have it alike; where it asks or uses anything else, so that others
may be different, the instance is made anew. Declarations that stand elsewhere now are different:
what follows from them tells their places.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from operator import is_
from typing import Final, TypeAlias, assert_never

import attrs

from rulelang import core, surface
from rulelang.core.walk import arms_in
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate import bodies, numbering
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations.kept import begin_behind
from rulelang.elaborate.declarations.standing import ends_in
from rulelang.elaborate.expressions import ELABORATOR
from rulelang.elaborate.outlines import is_alike_outside
from rulelang.elaborate.requests import Instance, Request
from rulelang.elaborate.sharing import Made, Shelf, Unit, World
from rulelang.elaborate.statements.played import effect_body, whole_body
from rulelang.elaborate.whole.at_once import check_at_once
from rulelang.elaborate.whole.trials import check_trials
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.source import Source

_Bodied: TypeAlias = surface.Effect | surface.Setup | surface.Play
_BODIED: Final = (surface.Effect, surface.Setup, surface.Play)


@frozen
class Known:
    """An instance of a text with which nothing is wrong, and what it was made from.

    `tables`: what the text asked for. `scenarios`: those of this instance. `units`: bodies, by
    what their blocks are numbered from; `numbers`: the effects that they are of, by the same.
    `behind`: what was known in the end; it may be of a text before that.
    """

    text: surface.RuleText
    library: Sequence[surface.Declaration]
    tables: Mapping[str, Source | Diagnostic]
    scenarios: Sequence[surface.Scenario]
    world: World
    units: Mapping[int, Unit]
    numbers: Mapping[int, int]
    instance: Instance
    behind: Context


def noting(request: Request) -> Request:
    """Return the same request, where it is noted which tables it asks for."""
    shelf = request.shelf
    if shelf is None:
        return request

    def read_file(path: str) -> Source | Diagnostic:
        found = shelf.asked[path] = request.read_file(path)
        return found

    return evolve(request, read_file=read_file)


def keep(request: Request, c: Context, instance: Instance) -> None:
    """Keep an instance for the text after an edit, if nothing is wrong with it."""
    is_fine = instance.spec is not None and not instance.of_idle and not c.overflowed
    if c.shelf is None or c.world is None or not is_fine or c.reported or c.whole.open_ended:
        return
    numbers: dict[int, int] = {}
    made_of: dict[int, int] = {}
    for effect in c.effects:
        before = made_of[id(effect.node)] = made_of.get(id(effect.node), -1) + 1
        numbers[bodies.base_of(c.positions[id(effect.node)], before)] = effect.number
    known = Known(
        request.text,
        request.library,
        c.shelf.asked,
        request.scenarios,
        c.world,
        {base: unit for base, unit in c.units if base is not None},
        numbers,
        instance,
        c,
    )
    units = tuple([unit for _, unit in c.units])
    c.shelf.instances[str(request.setting)] = Made(c.shelf.text, units, known)
    c.shelf = None  # it knows this now
    c.read_file = known.tables.__getitem__  # which needs no shelf to note them in


def found(request: Request) -> Instance | None:
    """Return what an instance of a text before comes to, where only bodies are different."""
    shelf = request.shelf
    made = None if shelf is None else shelf.instances.get(str(request.setting))
    if shelf is None or made is None or not isinstance(made.known, Known):
        return None
    known = made.known
    between = _between(known, request, shelf)
    if between is None or not _are_same(known.scenarios, request.scenarios):
        return None
    swapped = between.swapped(known)
    if swapped is None:
        return None
    instance = _with(known, swapped, request, shelf)
    if instance is None:
        return None
    new = {id(before): after for before, after in swapped.values()}
    now = evolve(
        known,
        text=request.text,
        library=request.library,
        tables=shelf.asked,
        scenarios=request.scenarios,
        units={**known.units, **{base: after for base, (_, after) in swapped.items()}},
        instance=instance,
    )
    units = tuple([new.get(id(unit), unit) for unit in made.units]) if new else made.units
    shelf.instances[str(request.setting)] = Made(shelf.text, units, now)
    return instance


# -------------------------------------------------------------------- what is different


@define
class _Between:
    """What is different between two texts: the bodies that are written otherwise.

    `after`: the declarations that have another body now, by the identity of what they were;
    `cases`: those effects of one of whose cases that is true, by their names. `tried`: bodies in
    whose place those of this text were elaborated, by their identity.
    """

    shelf: Shelf
    after: dict[int, _Bodied]
    cases: Mapping[str, tuple[surface.Effect, ...]]
    alike: dict[tuple[int, int], tuple[Unit, Unit, bool]] = attrs.field(factory=dict)
    tried: dict[int, Unit] = attrs.field(factory=dict)

    def swapped(self, known: Known) -> dict[int, tuple[Unit, Unit]] | None:
        """Return the bodies that are others now, by what their blocks are numbered from.

        None where one of them is not known, or asks or uses something else.
        """
        found: dict[int, tuple[Unit, Unit]] = {}
        for base, unit in known.units.items():
            before = unit.node
            node = self.after.get(id(before))
            if node is None:
                if not isinstance(before, surface.Effect) or before.name.text not in self.cases:
                    continue
                node = self._merged(before)
            if node is None or unit.key is None:
                return None
            now = self._known(known.world, unit, node)
            if now is None and id(unit) not in self.tried:
                self._elaborate(known, base, unit, node)
                now = self._known(known.world, unit, node)
            if now is None:
                return None
            found[base] = unit, now
        return found

    def _known(self, world: World, unit: Unit, node: _Bodied) -> Unit | None:
        """Return what the body of a declaration comes to in the place of one, if it is known."""
        assert unit.key is not None
        there = world.of((id(node), *unit.key[1:]))
        return next((other for other in there if self._is_alike(unit, other)), None)

    def _elaborate(self, known: Known, base: int, unit: Unit, node: _Bodied) -> None:
        """Elaborate the body of a declaration in the place of one, for the world to know it.

        What its instance knew in the end is as good as what it knew when that was made: if it
        asks the same, it asks for nothing more.
        """
        self.tried[id(unit)] = unit
        behind = known.behind
        c = Context(behind.setting, Sink(), behind.read_file, ELABORATOR, shelf=self.shelf)
        begin_behind(c, behind)
        anew = {id(one): evolve(one, parameters=[*one.parameters], body=None) for one in c.effects}
        c.effects = [*anew.values()]
        c.effect_instances = {key: anew[id(one)] for key, one in c.effect_instances.items()}
        if isinstance(node, surface.Effect):
            effect_body(c, evolve(c.effects[known.numbers[base]], node=node), base)
        else:
            whole_body(c, node, base)

    def _merged(self, one: surface.Effect) -> surface.Effect | None:
        """Return what the cases of an effect are together now, if anybody has asked."""
        cases = self.cases[one.name.text]
        for place in range(len(one.parameters)):
            merged = self.shelf.merged.get((place, *map(id, cases)))
            if merged is not None and _names(merged.one) == _names(one):
                return merged.one
        return None

    def _is_alike(self, before: Unit, after: Unit) -> bool:
        """Return whether all that is outside of two bodies is the same.

        How deep they nest follows from who asked first for the facts that they ask; both may.
        """
        _, _, known = self.alike.get((id(before), id(after)), (None, None, None))
        if known is None:
            known = (
                _said(before) == _said(after)
                and before.asked == after.asked
                and before.notes == after.notes
                and before.count == after.count
                and _outside(before.made) == _outside(after.made)
            )
            self.alike[id(before), id(after)] = before, after, known
        return known


def _said(unit: Unit) -> list[tuple[str, Hashable]]:
    return [(name, said) for name, _, said in unit.names]


def _names(effect: surface.Effect) -> list[str]:
    return [name.text for name in effect.parameters]


def _outside(made: core.Block | core.Fact) -> tuple[object, ...]:
    """Return what others learn of a body that was made, besides what it asks and uses."""
    assert isinstance(made, core.Block)
    return made.number, numbering.needed(made), ends_in((made,))


def _between(known: Known, request: Request, shelf: Shelf) -> _Between | None:
    """Return what is different between a text before and this one; None where that is more."""
    key = id(known.text)
    there = shelf.between.get(key)
    if not isinstance(there, tuple):
        there = shelf.between[key] = (known, _compared(known, request, shelf))
    between = there[1]
    return between if isinstance(between, _Between) else None


def _compared(known: Known, request: Request, shelf: Shelf) -> _Between | None:
    before, now = known.text, request.text
    if before.source.name != now.source.name or _lacks_rules(before) or _lacks_rules(now):
        return None
    rules, others = _rules_of(before), _rules_of(now)
    if len(rules) != len(others) or not _are_same(known.library, request.library):
        return None
    pairs: list[tuple[_Bodied, _Bodied]] = []
    for old, new in zip(rules, others, strict=True):
        if old is new:
            continue
        if not isinstance(old, _BODIED) or not isinstance(new, _BODIED):
            return None
        if not is_alike_outside(old, new):
            return None
        pairs.append((old, new))
    noted = noting(request)
    if any(noted.read_file(path) != told for path, told in known.tables.items()):
        return None
    by_name = {old.name.text for old, _ in pairs if isinstance(old, surface.Effect)}
    effects = [node for node in now.declarations if isinstance(node, surface.Effect)]
    cases = {name: tuple(e for e in effects if e.name.text == name) for name in by_name}
    return _Between(shelf, {id(old): new for old, new in pairs}, cases)


def _lacks_rules(text: surface.RuleText) -> bool:
    """Return whether declarations could not be read, other than scenarios."""
    return any(node.sort != "scenario" for node in text.unread)


def _rules_of(text: surface.RuleText) -> list[surface.Declaration]:
    return [node for node in text.declarations if not isinstance(node, surface.Scenario)]


def _are_same(some: Sequence[object], others: Sequence[object]) -> bool:
    """Return whether these are the same things, not only equal ones."""
    return len(some) == len(others) and all(map(is_, some, others))


# -------------------------------------------------------------------- the instance


def _with(
    known: Known, swapped: Mapping[int, tuple[Unit, Unit]], request: Request, shelf: Shelf
) -> Instance | None:
    """Return an instance with other bodies; None where something is wrong with it."""
    before = known.instance.spec
    assert before is not None
    beside = _beside(known.text, request.text, before)
    if not swapped and beside is before.declared:
        return known.instance
    runs_on = next((one.spec for one in known.instance.scenarios), before)
    put: dict[int, tuple[Unit, core.Block]] = {}
    for base, (_, unit) in swapped.items():
        here = _body_of(known, base, unit, before) or _body_of(known, base, unit, runs_on)
        if here is not None:  # else nothing but what nothing uses calls it
            assert isinstance(unit.made, core.Block)
            first = min((arm.first_id for arm in arms_in(here)), default=0)
            put[base] = unit, numbering.numbered_from(shelf, unit.made, first).after
    spec = evolve(_put(known, put, before, shelf), declared=beside)
    c = Context(request.setting, Sink(), request.read_file, ELABORATOR, shelf=shelf)
    check_trials(c, spec)
    check_at_once(c, spec)
    if c.reported:
        return None
    if not known.instance.scenarios:
        return evolve(known.instance, spec=spec)
    runs_on = evolve(_put(known, put, runs_on, shelf), declared=beside)
    scenarios = tuple([evolve(one, spec=runs_on) for one in known.instance.scenarios])
    return evolve(known.instance, spec=spec, scenarios=scenarios)


def _beside(before: surface.RuleText, now: surface.RuleText, spec: core.Spec) -> core.Declared:
    """Return what is declared beside what is played, with the ends of lines as they are now."""
    said = before.comments, before.citations
    if said == (now.comments, now.citations):
        return spec.declared
    return evolve(
        spec.declared,
        comments=tuple(sorted(now.comments.items())),
        citations=tuple(sorted(now.citations.items())),
    )


def _body_of(known: Known, base: int, unit: Unit, spec: core.Spec) -> core.Block | None:
    """Return the body that a specification has in the place of another one."""
    match unit.node:
        case surface.Setup():
            return spec.setup
        case surface.Play():
            return spec.play
        case _:
            number = known.numbers[base]
            return spec.effects[number].body if number < len(spec.effects) else None


def _put(
    known: Known, blocks: Mapping[int, tuple[Unit, core.Block]], spec: core.Spec, shelf: Shelf
) -> core.Spec:
    """Return a specification with other bodies."""
    setup, play, effects = spec.setup, spec.play, [*spec.effects]
    for base, (unit, block) in blocks.items():
        node = unit.node
        assert isinstance(node, surface.Setup | surface.Play | surface.Effect)
        match node:
            case surface.Setup():
                setup = block
            case surface.Play():
                play = block
            case surface.Effect(span=span):
                number = known.numbers[base]
                if number < len(effects):
                    effects[number] = shelf.effect(evolve(effects[number], body=block, span=span))
            case _:
                assert_never(node)
    return evolve(spec, setup=setup, play=play, effects=tuple(effects))
