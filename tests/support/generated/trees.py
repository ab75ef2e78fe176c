"""Random surface trees, made from the types of the tree itself.

Every field is filled by its type; `_mended` then puts right what the types allow and the grammar
does not, such as a `first` query with two bindings.
"""

import sys
import types
import typing
from functools import cache

import attrs
from hypothesis import strategies as st

from rulelang import surface as s
from rulelang.core.folds import FOLDS
from rulelang.source import NOWHERE, Source, Span

# No word of the language is among them.
NAMES = ("a", "b", "p", "hand", "Card", "Cell", "very_long_name_of_a_place", "x1")
_MAY_BE_EMPTY = {
    "args", "attributes", "choices", "index", "items", "keys", "names", "needs", "parameters",
    "parts", "players", "rows", "settings", "sizes", "teams",
}  # fmt: skip
_MUST_HAVE_ONE = {
    s.Attribute: "names",
    s.MaybeType: "names",
    s.Var: "names",
    s.WordsType: "names",
    s.Memory: "families",
}
_LEAVES = (s.Apply, s.LiteralValue)
_WORDS = st.text(st.sampled_from("abcXYZ 019.,!?#[]()|'äé"), max_size=12)


@st.composite
def rule_texts(draw):
    """Return a strategy for whole texts."""
    found = draw(st.lists(st.sampled_from(typing.get_args(s.Declaration)), max_size=4))
    return s.RuleText(Source("t", ""), tuple(_node(draw, node, 4) for node in found))


@st.composite
def expressions(draw, depth=4):
    """Return a strategy for expressions."""
    return _value(draw, s.Expr, depth)


def _node(draw, node, depth):
    """Draw a node of the class `node`."""
    if node is s.Name:
        return s.Name(draw(st.sampled_from(NAMES)))
    values = {}
    for name, wanted in _fields(node).items():
        if wanted is Span:
            values[name] = NOWHERE
        elif node in (s.Cases, s.Match) and name == "cases":
            values[name] = tuple(_case(draw, node, depth - 1) for _ in range(1 + depth % 2))
        elif typing.get_origin(wanted) is tuple:
            values[name] = _tuple(draw, node, name, wanted, depth)
        else:
            values[name] = _value(draw, wanted, depth - 1)
    return _mended(node(**values))


def _case(draw, parent, depth):
    body = (
        (_value(draw, s.Statement, depth),) if parent is s.Match else _value(draw, s.Expr, depth)
    )
    numbers = st.builds(s.LiteralValue, st.one_of(st.none(), st.integers(0, 30)))
    names = st.builds(s.Name, st.sampled_from(NAMES))
    some = st.lists(st.one_of(names, numbers), min_size=1, max_size=2).map(tuple)
    return s.Case(draw(st.one_of(st.none(), some)), body)


@cache
def _fields(node):
    """Return the fields of a class with their types; forward names may be of any file."""
    hints = typing.get_type_hints(node, vars(sys.modules[node.__module__]), vars(s))
    return {field.name: hints[field.name] for field in attrs.fields(node)}


def _tuple(draw, node, name, wanted, depth):
    inner = typing.get_args(wanted)
    if len(inner) == 2 and inner[1] is not Ellipsis:
        return tuple(_value(draw, part, depth - 1) for part in inner)
    may_be_empty = name in _MAY_BE_EMPTY or (node is s.Arm and name == "body")
    least = 0 if may_be_empty and _MUST_HAVE_ONE.get(node) != name else 1
    size = draw(st.integers(least, least + (2 if depth > 1 else 0)))
    return tuple(_value(draw, inner[0], depth - 1) for _ in range(size))


def _value(draw, wanted, depth):
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        return _value(draw, _one_of(draw, inner, depth), depth)
    if origin is typing.Literal:
        return draw(st.sampled_from(inner))
    if origin is tuple:
        if inner[1] is not Ellipsis:
            return tuple(_value(draw, part, depth) for part in inner)
        return tuple(_value(draw, inner[0], depth) for _ in range(draw(st.integers(1, 2))))
    if wanted is type(None):
        return None
    if wanted is bool:
        return draw(st.booleans())
    if wanted is int:
        return draw(st.integers(0, 30))
    if wanted is str:
        return draw(_WORDS)
    if depth <= 0 and wanted is s.Apply:
        return s.Apply(_node(draw, s.Name, depth))
    return _node(draw, wanted, depth)


def _one_of(draw, choices, depth):
    small = [c for c in choices if c in _LEAVES or not attrs.has(c)]
    simple = [s.Stop, s.Pass, s.Reveal] if s.Stop in choices else []
    return draw(st.sampled_from((small or simple or list(choices)) if depth <= 0 else choices))


# ---------------------------------------------------------------- what no text can say


def _single(found):
    binding = attrs.evolve(found.bindings[0], follower=None)
    return attrs.evolve(found, bindings=(binding,))


def _mended(node):
    """Return `node` with what no text can say put right."""
    mend = _MENDS.get(type(node))
    node = attrs.evolve(node, **mend(node)) if mend else node
    return _needless(node)


def _needless(node):
    """Return `node` without needs where none is read: they stand in arms, behind a statement."""
    if isinstance(node, s.Arm):
        first = s.Pass() if isinstance(next(iter(node.body), None), s.Need) else None
        return attrs.evolve(node, body=(first, *node.body[1:])) if first else node
    fields = {field.name: getattr(node, field.name) for field in attrs.fields(type(node))}
    return attrs.evolve(node, **{n: _passed(v) for n, v in fields.items() if _passed(v) != v})


def _passed(value):
    if isinstance(value, tuple):
        return tuple(_passed(part) for part in value)
    return s.Pass() if isinstance(value, s.Need) else value


def _quantified(node):
    number = None
    if node.quantifier not in ("some", "no"):
        number = node.number or s.LiteralValue(2)
    where = node.binders.where or s.LiteralValue(value=True)
    return {"number": number, "binders": attrs.evolve(node.binders, where=where)}


def _within(node):
    if node.edge and node.edges:
        return {}
    return {"edge": None, "edges": None, "where": None}


def _end(node):
    name, value = node.player or s.Name("p"), node.value or s.Apply(s.Name("p"))
    return {
        "player": name if node.how in ("leads", "scores") else None,
        "value": value if node.how in ("wins", "scores") else None,
        "keys": (node.keys or (s.Key(most=True, value=value),)) if node.how == "leads" else (),
    }


def _sight(node):
    if node.how not in ("these", "others"):
        return {"players": ()}
    players = node.players or (s.Apply(s.Name("p")),)
    return {"players": players if node.how == "these" else players[:1]}


def _players(node):
    names = node.names if len(node.names) > 1 else ()
    count = len(names)
    return {
        "names": names,
        "teams": node.teams if names and len(node.teams) > 1 else (),
        "low": count or node.low,
        "high": count or node.high,
    }


def _expect(node):
    value = node.value or s.Apply(s.Name("p"))
    action = node.action or s.Apply(s.Name("a"))
    return {
        "value": value if node.how in ("claim", "wins", "choose") else None,
        "action": action if node.how in ("offered", "not offered", "refused") else None,
        "reason": node.reason if node.how == "refused" else None,
    }


def _text(node):
    parts = []
    for part in node.parts:
        if isinstance(part, str) and (not part or (parts and isinstance(parts[-1], str))):
            continue
        parts.append(part)
    return {"parts": tuple(parts)}


def _fold(node):
    rule = FOLDS[node.fold]
    some = s.LiteralValue(1)
    return {
        "value": (node.value or some) if rule.has_value else None,
        "otherwise": (node.otherwise or some) if rule.has_otherwise else None,
        "keys": node.keys if node.fold == "only" else (),
        "binders": _single(node.binders)
        if rule.gives in {"element", "elements"}
        else node.binders,
        "fold": "count" if node.fold == "some" else node.fold,
    }


def _item(node):
    return {"what": s.Apply(s.Name("Card"))} if node.count else {}


def _given(node):
    one = s.LiteralValue(1)
    rest = [{"what": one} if i.count is None else {"count": one} for i in node.items[1:]]
    mended = (attrs.evolve(i, **r) for i, r in zip(node.items[1:], rest, strict=True))
    return {"items": (*node.items[:1], *mended)}


def _setting(node):
    if node.option is None:
        return {"value": None, "players": node.players or 2}
    return {"players": None}


def _cell(text):
    return s.Name(text.replace("|", "").strip(" \t"))


def _copies(node):
    """Write a plain number of copies as what it is, no expression."""
    plain = isinstance(node.copies, s.LiteralValue) and type(node.copies.value) is int
    return {"copies": node.copies.value if plain else node.copies}


def _trail(node):
    whole = node.space is not None and node.joined is not None
    changed = {"binders": _single(node.binders)}
    return changed if whole else {**changed, "space": None, "joined": None}


_MENDS = {
    s.Token: _copies,
    s.Die: _copies,
    s.Quantified: _quantified,
    s.FoldOf: _fold,
    s.GroupsOf: lambda node: {"binders": _single(node.binders)},
    s.TrailOf: _trail,
    s.Arm: lambda node: {"said": node.said and node.sentence is not None},
    s.SpaceGroups: lambda node: {"binders": _single(node.binders)},
    s.Random: lambda node: {"binders": _single(node.binders)},
    s.IsWithin: _within,
    s.End: _end,
    s.Standing: lambda node: {"fact": attrs.evolve(node.fact, name=s.Name("standing"))},
    s.Move: lambda node: (
        {"count": None} if not isinstance(node.what, s.Apply) or node.count is None else {}
    ),
    s.Turns: lambda node: {"where": node.where if node.among else None},
    s.For: lambda _: {"at_once": False},
    s.Choose: lambda node: {
        "limit": None if node.passes else node.limit,
        "any_number": node.any_number and not node.passes and node.limit is None,
    },
    s.Sight: _sight,
    s.Var: lambda node: {"label": node.label if len(node.names) == 1 else None},
    s.Players: _players,
    s.Expect: _expect,
    s.Text: _text,
    s.Item: _item,
    s.Given: _given,
    s.Setting: _setting,
    s.With: lambda node: {"settings": node.settings or (s.Setting(None, None, 2),)},
    s.Space: lambda node: {
        "sizes": node.sizes[:2] if node.shape else (),
        "around": s.Name("orthogonal") if node.shape and node.around else None,
        "cut": node.cut if node.shape else None,
        "corners_of": None if node.shape else node.corners_of,
    },
    s.Table: lambda node: {
        "index": node.index or (s.Parameter(None, s.FlagType()),),
        "table": attrs.evolve(node.table, attributes=()),
    },
    s.Zone: lambda node: {"shape": ("set", "row", "bag", "one")[len(node.shape) % 4]},
    s.Row: lambda node: {"cells": tuple(_cell(cell.text * 2) for cell in node.cells)},
}
