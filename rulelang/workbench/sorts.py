"""What an expression may be, as far as its words tell: whose attributes it has.

The answer is the names of the types that a value may have: components, spaces, edges, `Player`,
`number`, `flag`. Nothing is elaborated, so that it comes at once, in broken text too. Where it is
not known, it is empty.
"""

from __future__ import annotations

from typing import Final, assert_never

from rulelang import surface as s
from rulelang.core.folds import FOLDS
from rulelang.workbench.names import Definition, Names, Scope

NUMBER: Final = frozenset({"number"})
FLAG: Final = frozenset({"flag"})
PLAIN: Final = NUMBER | FLAG
"""What has neither a name that a text declares nor attributes."""
_DEPTH = 8
NOTHING: Final[frozenset[str]] = frozenset()
_RECKONING: Final = frozenset({"+", "-", "*", "mod", "/up", "/down"})
"""The signs that make a number of two."""
_PLAIN_OF: Final[dict[type, frozenset[str]]] = {
    **dict.fromkeys((s.Negative, s.Size, s.NumberOf, s.Range, s.TrailOf), NUMBER),
    **dict.fromkeys((s.Not, s.IsEmpty, s.IsIn, s.IsWithin, s.Quantified, s.Every), FLAG),
}
"""What is a number or a flag whatever it is made of."""
_SAME = frozenset({"next", "previous", "neighbours", "steps", "between", "lines", "partner"})


def types_of(  # noqa: C901 - a flat dispatch
    names: Names, node: object, scope: Scope, depth: int = _DEPTH
) -> frozenset[str]:
    """Return the types that a value, or an element of a collection, may have."""
    if depth == 0:
        return frozenset()
    deeper = depth - 1
    if type(node) in _PLAIN_OF:
        return _PLAIN_OF[type(node)]
    match node:
        case s.Apply(name=name):
            known = scope.get(name.text) or names.find(name.text, "names")
            if known is not None:
                return _of(names, known, scope, deeper)
            return _built_in(names, node, scope, deeper)
        case s.AttributeOf(name=name):
            known = names.find(name.text, "attribute")
            return frozenset() if known is None else types_of_type(_type_in(known.node))
        case s.IfThen(then=then, other=other):
            return types_of(names, then, scope, deeper) | types_of(names, other, scope, deeper)
        case s.FoldOf():
            return _of_fold(names, node, scope, deeper)
        case s.LiteralValue(value=value):
            return FLAG if isinstance(value, bool) else NUMBER if value is not None else NOTHING
        case s.Binary(op=op):
            return NUMBER if op in _RECKONING else FLAG
        case s.Touching(members=inner) | s.Around(source=inner):
            return types_of(names, inner, scope, deeper)
        case s.Cases(cases=cases):
            return frozenset().union(*(types_of(names, c.body, scope, deeper) for c in cases))
        case _:
            return frozenset()


def _of_fold(names: Names, node: s.FoldOf, scope: Scope, depth: int) -> frozenset[str]:
    gives = FOLDS[node.fold].gives
    match gives:
        case "number" | "flag":
            return frozenset({gives})
        case "value":
            return types_of(names, node.value, scope, depth)
        case "element" | "elements":
            return types_of(names, node.binders.bindings[0].domain, scope, depth)
        case _:
            assert_never(gives)


def _built_in(names: Names, node: s.Apply, scope: Scope, depth: int) -> frozenset[str]:
    if node.name.text in _SAME and node.args:
        return types_of(names, node.args[0], scope, depth)
    match node.name.text:
        case "Player" | "opponent":
            return frozenset({"Player"})
        case "ends" if node.args:
            joined = types_of(names, node.args[0], scope, depth)
            nodes = [names.find(name, "names") for name in joined]
            return frozenset(
                one.node.joins.text for one in nodes if one and isinstance(one.node, s.Edge)
            )
        case "P1" | "P2" | "P3" | "P4" | "P5" | "P6":
            return frozenset({"Player"})
        case _:
            return frozenset()


def _of(names: Names, known: Definition, scope: Scope, depth: int) -> frozenset[str]:
    match known.node:
        case s.Zone(holds=holds):
            return frozenset(name.text for name in holds)
        case s.Var(type=type_) | s.Table(type=type_):
            return types_of_type(type_)
        case s.Fact(value=value) if known.sort == "fact":
            return types_of(names, value, {}, depth)
        case s.Space(name=name) | s.Edge(name=name) | s.Component(name=name):
            return frozenset({name.text})
        case s.Token(name=name) | s.Die(name=name):
            return frozenset({name.text})
        case s.Players():
            return frozenset({"Player"})
        case s.WordsType() | s.MaybeType() | s.RangeType() | s.FlagType():
            return types_of_type(known.node)
        case None | s.Effect() | s.Fact() | s.Standing():
            return frozenset()
        case _ if known.sort == "local":
            return types_of(names, known.node, scope, depth)
        case _:
            return frozenset()


def _type_in(node: object) -> s.TypeText | None:
    return node.type if isinstance(node, s.Attribute | s.Parameter) else None


def types_of_type(type_: s.TypeText | None) -> frozenset[str]:
    """Return the names in a type, `number` or `flag`."""
    match type_:
        case s.WordsType(names=names) | s.MaybeType(names=names):
            return frozenset(name.text for name in names)
        case s.RangeType():
            return NUMBER
        case s.FlagType():
            return FLAG
        case None:
            return frozenset()
        case _:
            assert_never(type_)


def attributes_of(names: Names, types: frozenset[str]) -> tuple[Definition, ...]:
    """Return the attributes that values of these types have, in the order of the text."""
    found: dict[str, Definition] = {}
    for name in sorted(types):
        owner = names.find(name, "names")
        for declared in [] if owner is None else _declared_in(owner.node):
            found[declared.text] = names.declared["attribute", declared.text]
    return tuple(found.values())


def _declared_in(node: object) -> list[s.Name]:
    match node:
        case s.Space(table=table) | s.Edge(table=table):
            return [name for attribute in table.attributes for name in attribute.names]
        case s.Component(index=index, table=table):
            mine = [p.name for p in index if p.name is not None]
            return mine + [name for attribute in table.attributes for name in attribute.names]
        case s.Token(index=index) | s.Die(index=index):
            return [p.name for p in index if p.name is not None]
        case _:
            return []
