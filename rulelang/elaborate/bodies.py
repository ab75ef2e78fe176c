"""Bodies of facts and effects, of set-up and play: made, or taken where others have made them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeGuard, TypeVar, overload

from rulelang import core, surface
from rulelang.core.walk import Node, rebuilt
from rulelang.elaborate.context import MAX_DEPTH, Context
from rulelang.elaborate.places import placed_parameters
from rulelang.elaborate.requests import Instance
from rulelang.elaborate.sharing import (
    OF_A_BODY,
    OF_A_DECLARATION,
    Key,
    Notes,
    Things,
    Trace,
    Unit,
    Varying,
    World,
    meant,
)
from rulelang.elaborate.symbols import Constant, EffectName, FactName, Symbol
from rulelang.evolving import evolve
from rulelang.freezing import frozen

_M = TypeVar("_M", core.Block, core.Fact)


def world_of(c: Context, options: frozenset[str]) -> World | None:
    """Return what there is besides bodies, as others have it too; None: nothing is shared."""
    if c.shelf is None or c.incomplete or c.scopes is not None:
        return None
    c.lacking = frozenset(c.broken)
    named = {
        name: symbol
        for name, symbol in c.symbols.items()
        if name not in options and not isinstance(symbol, FactName | EffectName)
    }
    first = (c.setting.players, c.teams, c.is_limited, dict(c.words), c.lacking)
    kinds = (tuple(c.kind_names), dict(c.backs), dict(c.own_kinds), dict(c.fresh_at))
    places = (dict(c.shapes), dict(c.edges), dict(c.cross_edges), dict(c.relations))
    tables = (dict(c.attributes), dict(c.rising))
    facts = dict(c.fact_instances)
    lists = (c.families, c.kinds, c.zones, c.variables, c.memories, c.tables, c.facts)
    there = Things(*[tuple(listed) for listed in lists])  # type: ignore[arg-type]
    world = c.shelf.world(there, (first, kinds, places, tables, facts, named))
    assert world.there is not None
    one = world.there
    c.families[:], c.kinds[:], c.zones[:] = one.families, one.kinds, one.zones
    c.variables[:], c.memories[:] = one.variables, one.memories
    c.tables[:], c.facts[:] = one.tables, one.facts
    return world


def shared(
    c: Context,
    node: surface.Declaration,
    given: Hashable,
    make: Callable[[], _M],
    base: int | None = None,
) -> _M:
    """Return what comes of a body: of others who have the same and are answered the same.

    `given`: all that it is made with. `base`: what its blocks are numbered from.
    """
    if c.world is None or c.overflowed:
        return make()
    key = (id(node), given, base)
    found = _known(c, key)
    if found is None:
        found = made_anew(c, node, key, make)
    else:
        assert c.shelf is not None
        c.shelf.used(c.world, key, found)
    return _taken(c, found, base)  # type: ignore[return-value]  # what is kept by a key is of one sort


def alone(
    c: Context, node: surface.Declaration, make: Callable[[], core.Block], base: int
) -> core.Block:
    """Return what comes of a body that nobody shares, numbered like those that are shared."""
    if c.world is None or c.overflowed:
        return make()
    made = _taken(c, made_anew(c, node, None, make, base), base)
    assert isinstance(made, core.Block)
    return made


def _taken(c: Context, unit: Unit, base: int | None) -> core.Block | core.Fact:
    c.whole.add(unit.notes)
    if base is not None:
        c.bodies.append((base, unit.count))
    c.units.append((base, unit))
    return unit.made


def _known(c: Context, key: Key) -> Unit | None:
    """Return a body that others have made, if it is answered the same here."""
    assert c.world is not None
    before = (c.trace, c.symbols.asked, c.notes)
    c.trace = c.symbols.asked = None
    found = next((unit for unit in c.world.of(key) if _is_same(c, unit)), None)
    c.trace, c.symbols.asked, c.notes = before
    return found


def _is_same(c: Context, unit: Unit) -> bool:
    if c.depth + unit.deepest > MAX_DEPTH or c.broken != c.lacking:
        return False
    symbols = c.symbols
    for name, symbol, said in unit.names:
        now = dict.get(symbols, name)
        if now is not symbol and _meant(c, now) != said:
            return False
    same = all(c.elaborator.again(c, asked) for asked in unit.asked)
    if same:
        c.deepest = max(c.deepest, c.depth + unit.deepest)
    return same


def _meant(c: Context, symbol: Symbol | None) -> Hashable:
    assert _may_differ(symbol), "in one world all else is the same"
    placed = frozenset[str]()
    if isinstance(symbol, EffectName):
        placed = placed_parameters(c, symbol.node)
    return meant(symbol, placed)


def made_anew(
    c: Context,
    node: surface.Declaration,
    key: Key | None,
    make: Callable[[], _M],
    base: int | None = None,
) -> Unit:
    """Make a body; keep it by its key, if it has one and nothing is wrong with it.

    `base`: what its blocks are numbered from; if it has a key, that says it.
    """
    assert c.world is not None
    assert c.shelf is not None
    base = base if key is None else key[2]
    before = (c.trace, c.symbols.asked, c.notes, c.deepest, c.numbers)
    trace = c.trace = Trace(c.depth, c.reported)
    asked = c.symbols.asked = set()
    notes = c.notes = Notes()
    c.deepest = c.depth
    c.numbers = c.numbers if base is None else base
    made = make()
    deepest, count = c.deepest - c.depth, c.numbers - (base or 0)
    c.trace, c.symbols.asked, c.notes, c.deepest, c.numbers = before
    c.deepest = max(c.deepest, c.depth + deepest)
    names = tuple(
        (name, symbol, _meant(c, symbol))
        for name in sorted(asked)
        if _may_differ(symbol := dict.get(c.symbols, name))
    )
    if c.reported > trace.reported or c.broken != c.lacking or c.overflowed:
        key = None
    unit = Unit(key, node, names, tuple(trace.asked), made, notes, deepest, count)
    if key is not None:
        c.shelf.used(c.world, key, unit)
    return unit


def _may_differ(symbol: Symbol | None) -> TypeGuard[Varying]:
    """Return whether a name that stands for this may stand for something else in its world."""
    return symbol is None or isinstance(symbol, Constant | FactName | EffectName)


def base_of(position: int, instance: int = 0) -> int:
    """Return what the blocks of a body are numbered from, by the place of its declaration."""
    return (position + 1) * OF_A_DECLARATION + instance * OF_A_BODY


class Scenarios(Sequence[core.Scenario]):
    """The scenarios of some instances; what they run on is numbered when somebody asks for one."""

    def __init__(self, instances: Sequence[Instance]) -> None:
        """Begin with none asked for."""
        self._instances = instances
        self._made: tuple[core.Scenario, ...] | None = None

    def _all(self) -> tuple[core.Scenario, ...]:
        if self._made is None:
            self._made = tuple([one for each in self._instances for one in scenarios_of(each)])
        return self._made

    @overload
    def __getitem__(self, place: int) -> core.Scenario: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[core.Scenario]: ...

    def __getitem__(self, place: int | slice) -> core.Scenario | Sequence[core.Scenario]:
        """Return a scenario, or some of them."""
        return self._all()[place]

    def __len__(self) -> int:
        """Return how many there are."""
        return sum(len(each.scenarios) for each in self._instances)

    def __eq__(self, other: object) -> bool:
        """Return whether others are the same."""
        return isinstance(other, Sequence) and self._all() == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # of what is asked for later


def scenarios_of(instance: Instance) -> tuple[core.Scenario, ...]:
    """Return the scenarios of an instance, as they run: with numbers as if nothing was shared."""
    if not instance.begins or not instance.scenarios:
        return instance.scenarios
    runs_on = _counted_through(instance.begins, instance.scenarios[0].spec)
    return tuple([evolve(one, spec=runs_on) for one in instance.scenarios])


def _counted_through(begins: Mapping[int, int], spec: core.Spec) -> core.Spec:
    effects = tuple([evolve(e, body=_counted(begins, e.body)) for e in spec.effects])
    setup, play = _counted(begins, spec.setup), _counted(begins, spec.play)
    return evolve(spec, setup=setup, play=play, effects=effects)


def beginnings(c: Context) -> dict[int, int]:
    """Return the first number of each body where nothing is shared, by what it is here."""
    begins: dict[int, int] = {}
    total = 0
    for base, count in c.bodies:
        begins[base] = total
        total += count
    return begins


def _counted(begins: Mapping[int, int], body: core.Block) -> core.Block:
    made = _Counted(begins).change(body)
    assert isinstance(made, core.Block)
    return made


@frozen
class _Counted:
    """How nodes are numbered where nothing is shared: bodies from where they begin."""

    begins: Mapping[int, int]

    def change(self, node: Node, _: object = ()) -> Node:
        done = rebuilt(node, self.change)
        match done:
            case core.Stop(loop=loop):
                return evolve(done, loop=self._dense(loop))
            case (
                core.Block() | core.For() | core.Repeat() | core.Turns() | core.Choose()
                | core.Random() | core.Anytime() | core.Draw() | core.Roll()
            ):  # fmt: skip
                return evolve(done, number=self._dense(done.number))
            case _:
                return done

    def _dense(self, number: int) -> int:
        base = number - number % OF_A_BODY
        return number - base + self.begins[base] if base in self.begins else number
