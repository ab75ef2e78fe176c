"""The one traversal of core trees: the nodes inside a node, and what is bound around each.

Which fields hold nodes follows from the annotations of the classes, read once; only what binds
locals is named here. Children come in the order in which they are evaluated.

    scoped(count c in Cell where on(c) is c)   →   the search, with nothing bound
    scoped(that search)                        →   its binder, nothing bound; its `where`, slot 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias, TypeGuard, TypeVar, assert_never, get_args

from rulelang.core.declarations import Effect, Fact, Spec, Standing
from rulelang.core.expressions import (
    Binder,
    Call,
    Const,
    Contents,
    Expr,
    Fold,
    Groups,
    Held,
    Key,
    Local,
    Lookup,
    Operation,
    Read,
    Recalled,
    Regions,
    ReturnOf,
    Said,
    Search,
    Text,
    Trail,
    Within,
)
from rulelang.core.statements import (
    Anytime,
    Arm,
    Block,
    Choice,
    Choose,
    Draw,
    Drawn,
    For,
    If,
    Invoke,
    Leads,
    Let,
    Need,
    Phase,
    Place,
    Random,
    Repeat,
    Result,
    Roll,
    Scores,
    Simple,
    Statement,
    Together,
    Turns,
    Wins,
)
from rulelang.evolving import evolve
from rulelang.freezing import field_names, has_fields, hints_of

Node: TypeAlias = (
    Expr | Statement | Result | Block | Arm | Choice | Need | Search | Binder | Key | Place | Text
    | Said | Fact | Effect | Standing
)  # fmt: skip
"""What play goes through: everything but declarations and scenarios."""

Slots: TypeAlias = tuple[int, ...]
Change: TypeAlias = Callable[[Node, Slots], Node]
N = TypeVar("N", bound=Node)

KINDS: Final[frozenset[object]] = frozenset(get_args(Node))
"""The classes of all nodes."""

_EXPRESSIONS: Final[frozenset[object]] = frozenset(get_args(Expr))

_ORDER: Final[Mapping[type, tuple[str, ...]]] = {
    Turns: ("start", "limit", "among", "body"),
    Choose: ("actor", "limit", "arms", "otherwise"),
    Anytime: ("actor", "limit", "arms", "body"),
}
"""The fields of those that are not evaluated in the order in which their fields stand."""


def _mentions_nodes(hint: object) -> bool:
    return hint in KINDS or any(_mentions_nodes(part) for part in get_args(hint))


def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(name for name, hint in hints_of(kind).items() if _mentions_nodes(hint))


FIELDS: Final[Mapping[object, tuple[str, ...]]] = {
    kind: _ORDER.get(kind, _fields_of(kind)) for kind in KINDS if isinstance(kind, type)
}
"""The fields of each class in which nodes lie, in the order of evaluation."""


_ALL: Final[Mapping[object, tuple[str, ...]]] = {
    kind: field_names(kind) for kind in KINDS if isinstance(kind, type) and has_fields(kind)
}
"""All fields of each class, in the order in which it takes them."""

Unscoped: TypeAlias = (
    Const | Local | Read | Contents | Held | Lookup | Call | Operation | Regions | Recalled
    | ReturnOf | Simple | Draw | Roll | If | Repeat | Phase | Choose | Anytime | Invoke | Wins
    | Drawn | Together | Binder | Key | Place | Text | Said
)  # fmt: skip
"""What binds no locals for what lies in it: see `scoped`."""

_SCOPING: Final[frozenset[object]] = KINDS.difference(get_args(Unscoped))
"""The classes of nodes that bind locals for what lies in them."""

_Whole: TypeAlias = (
    Fold | For | Random | Groups | Trail | Within | Leads | Scores | Turns | Fact | Effect
    | Standing
)  # fmt: skip
"""What binds locals for all of some fields; in others, one part does for those behind it."""


def is_node(value: object) -> TypeGuard[Node]:
    """Return whether something is a node of the core tree."""
    return type(value) in KINDS


def is_expression(value: object) -> TypeGuard[Expr]:
    """Return whether something is an expression of the core tree."""
    return type(value) in _EXPRESSIONS


def as_expression(node: Node) -> Expr:
    """Return a node that is an expression, such as what becomes of one."""
    assert is_expression(node), "it stays an expression"
    return node


def nth(slot: int, i: int) -> int:
    """Return the slot `i` behind one: the slots of canonical expressions count downwards."""
    return slot + i if slot >= 0 else slot - i


def _pair(slot: int, *, two: bool) -> Slots:
    return (slot, nth(slot, 1)) if two else (slot,)


def bound_by(node: Node) -> Slots:
    """Return the slots that a binder, search, binding or `let` takes for what comes after it.

    >>> from rulelang import core
    >>> bound_by(core.Search((core.Binder(3, core.Const(()), followed=True),), None))
    (3, 4)
    """
    match node:
        case Binder(slot=slot, followed=two) | Choice(slot=slot, pair=two):
            return _pair(slot, two=two)
        case Search(binders=binders):
            return tuple(slot for binder in binders for slot in bound_by(binder))
        case Let(slot=slot):
            return (slot,)
        case _:
            return ()


def _bound_in(node: _Whole) -> Mapping[str, Slots]:  # noqa: C901 - one arm a node that binds
    """Return the slots that a node takes for all of some fields of its own."""
    match node:
        case Fold():
            inside = bound_by(node.search)
            return {"value": inside, "keys": inside}
        case For():
            inside = bound_by(node.search)
            return {"keys": inside, "body": inside}
        case Random():
            return {"body": bound_by(node.search)}
        case Groups(slot=slot) | Trail(slot=slot):
            return {"joined": (slot,)}
        case Within(slot=slot):
            return {"where": (slot,)}
        case Leads(slot=slot):
            return {"keys": (slot,)}
        case Scores(slot=slot):
            return {"value": (slot,)}
        case Turns(slot=slot):
            return {"among": (slot,), "body": (slot, slot + 1)}
        case Fact(parameters=count):
            return {"body": tuple(range(count))}
        case Effect(parameters=parameters):
            return {"body": tuple(range(len(parameters)))}
        case Standing():
            return {"value": (0,)}
        case _:
            assert_never(node)


def _in(value: object) -> Iterator[Node]:
    """Go through the nodes that lie in a field."""
    if isinstance(value, tuple):
        for part in value:
            yield from _in(part)
    elif is_node(value):
        yield value


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly inside a node, in the order of evaluation.

    >>> from rulelang import core
    >>> children(core.Not(core.Local(3)))
    (Local(slot=3),)
    """
    names = FIELDS[type(node)]
    if not names:
        return ()
    found: list[Node] = []
    for name in names:
        value = getattr(node, name)
        if type(value) is tuple:
            for part in value:
                if type(part) in KINDS:
                    found.append(part)
                else:
                    found.extend(_in(part))
        elif type(value) in KINDS:
            found.append(value)
    return tuple(found)


def blocks_in(statement: Statement) -> tuple[Block, ...]:
    """Return the blocks directly inside a statement."""
    if isinstance(statement, Simple):
        return ()
    match statement:
        case If(then=then, other=other):
            return (then,) if other is None else (then, other)
        case Choose(arms=arms, otherwise=otherwise):
            bodies = tuple(arm.body for arm in arms)
            return bodies if otherwise is None else (*bodies, otherwise)
        case Anytime(arms=arms, body=body):
            return (*(arm.body for arm in arms), body)
        case For() | Repeat() | Turns() | Phase() | Random():
            return (statement.body,)
        case Draw() | Roll() | Invoke():
            return ()
        case _:
            assert_never(statement)


def nested(block: Block) -> Iterator[Block | Statement]:
    """Yield a block and everything in it, blocks before what they hold."""
    yield block
    for statement in block.statements:
        yield statement
        for inner in blocks_in(statement):
            yield from nested(inner)


def arms_in(block: Block) -> Iterator[Arm]:
    """Yield the arms of all choices in a block, those of one before what is inside of them."""
    for node in nested(block):
        if isinstance(node, Choose | Anytime):
            yield from node.arms


def operands(node: Node) -> Iterator[Expr]:
    """Go through the nearest expressions inside a node, those of its searches among them.

    >>> from rulelang import core
    >>> search = core.Search((core.Binder(0, core.Const((1, 2))),), core.Local(0))
    >>> list(operands(core.Fold("sum", search, core.Local(0))))
    [Const(value=(1, 2)), Local(slot=0), Local(slot=0)]
    """
    found: list[Expr] = []
    _gather(node, found)
    return iter(found)


def _gather(node: Node, found: list[Expr]) -> None:
    for child in children(node):
        if type(child) in _EXPRESSIONS:
            found.append(child)  # type: ignore[arg-type]
        else:
            _gather(child, found)


def scoped(node: Node) -> Iterator[tuple[Node, Slots]]:
    """Go through the nodes directly inside a node, each with the slots bound above it here."""
    if type(node) not in _SCOPING:
        for child in children(node):
            yield child, ()
        return
    if isinstance(node, Search | Block | Arm):
        taken: Slots = ()  # each part takes slots for those behind it
        for child in children(node):
            yield child, taken
            taken += bound_by(child)
        return
    if isinstance(node, Choice):
        yield node.domain, ()
        if node.where is not None:
            yield node.where, bound_by(node)
        return
    assert not isinstance(node, Unscoped), "it is in `_SCOPING`"
    bound = _bound_in(node)
    for name in FIELDS[type(node)]:
        slots = bound.get(name, ())
        for child in _in(getattr(node, name)):
            yield child, slots


def below(node: Node) -> Iterator[Node]:
    """Go through a node and all inside it, each before what lies in it."""
    todo = [node]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(children(part)))


def rebuilt(node: N, change: Change) -> N:
    """Return a node with others inside it: `change` is given each, and the slots bound above it.

    The same object where nothing changed.
    """
    kind = type(node)
    names = FIELDS[kind]
    if not names:
        return node
    if kind not in _SCOPING:
        now: dict[str, object] = {}
        for name in names:
            value = getattr(node, name)
            if (new := _changed(value, change)) is not value:
                now[name] = new
        return _with(node, now) if now else node
    pairs = [(old, change(old, slots)) for old, slots in scoped(node)]
    if all(new is old for old, new in pairs):
        return node
    changed = iter([new for _, new in pairs])
    return _with(node, {name: _put(getattr(node, name), changed) for name in names})


def _changed(value: object, change: Change) -> object:
    """Return what lies in a field of what binds nothing, changed; the same where it is."""
    if isinstance(value, tuple):
        parts = tuple([_changed(part, change) for part in value])
        same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if same else parts
    return change(value, ()) if is_node(value) else value


def _with(node: N, fields: Mapping[str, object]) -> N:
    """Return a node with other values of some fields: as `attrs.evolve`, which asks anew."""
    made: Callable[..., N] = type(node)
    names = _ALL[type(node)]
    return made(*[fields[name] if name in fields else getattr(node, name) for name in names])


def _put(value: object, changed: Iterator[Node]) -> object:
    if isinstance(value, tuple):
        return tuple([_put(part, changed) for part in value])
    return next(changed) if is_node(value) else value


def free(*nodes: Node | None) -> frozenset[int]:
    """Return the slots that nodes read and do not bind.

    >>> from rulelang import core
    >>> sorted(free(core.And((core.Local(2), core.Local(0)))))
    [0, 2]
    """
    found: set[int] = set()
    for node in nodes:
        if isinstance(node, Local):
            found.add(node.slot)
        elif node is not None:
            for child, slots in scoped(node):
                found |= free(child).difference(slots)
    return frozenset(found)


def substituted(e: Expr, values: Mapping[int, Expr], by: int = 0) -> Expr:
    """Return an expression with others in place of free locals; other slots are `by` higher.

    Those that it binds are among them. What is put in must not read a slot that is bound there.

    >>> from rulelang import core
    >>> substituted(core.Not(core.Local(0)), {0: core.Const(1)})
    Not(expr=Const(value=1))
    """
    return as_expression(_moved(e, values, by))


def _moved(node: Node, values: Mapping[int, Expr], by: int) -> Node:
    def change(child: Node, slots: Slots) -> Node:
        return _moved(child, {s: e for s, e in values.items() if s not in slots}, by)

    match node:
        case Local(slot=slot) if slot in values:
            return values[slot]
        case Const():
            return node
        case Local() | Binder() | Groups() | Trail() | Within() if by:
            made = rebuilt(node, change)
            return evolve(made, slot=made.slot + by)
        case _:
            return rebuilt(node, change)


def inlined(e: Call, depth: int, spec: Spec) -> Expr:
    """Return the body of a fact with the arguments in it; `depth` is how many locals are bound."""
    body = spec.facts[e.fact].body
    return substituted(body, dict(enumerate(e.args)), depth - len(e.args))


def unfolded(e: Expr, depth: int, spec: Spec) -> Expr:
    """Return what a fact is asked for with its arguments in it; anything else as it is."""
    return inlined(e, depth, spec) if isinstance(e, Call) else e


def replaced(e: Expr, term: Expr, by: Expr) -> Expr:
    """Return an expression with another in place of one that stands in it."""
    return as_expression(_replaced(e, term, by))


def _replaced(node: Node, term: Expr, by: Expr) -> Node:
    if type(node) is type(term) and node == term:
        return by
    return rebuilt(node, lambda part, _: _replaced(part, term, by))
