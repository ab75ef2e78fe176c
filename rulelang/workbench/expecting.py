"""Of which types a value at a place has to be, as far as the words before it tell.

Nothing is elaborated, as in `sorts`. Arguments of facts and effects are of the types that their
bodies ask for: `bank(p)` in a body says that `p` is what `bank` is indexed by.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulelang import surface as s
from rulelang.parsing.tree import Form, Node, Word
from rulelang.workbench.calling import call_at
from rulelang.workbench.declaring import parts
from rulelang.workbench.names import Definition, Names
from rulelang.workbench.places import Place, type_of, value_of
from rulelang.workbench.sorts import NUMBER, types_of, types_of_type

_DEPTH: Final = 3
_SIDES: Final = frozenset({"is", "to", "not"})
_COMPARED: Final = re.compile(
    r"([A-Za-z]\w*)(?:\([^()]*\))?(?:\.([A-Za-z]\w*))?[ \t]+is(?:[ \t]+not)?[ \t]+\Z"
)
_RECKONED: Final = frozenset({"+", "-", "*", "<", "<=", ">", ">=", "mod", "repeat", "add"})
"""What stands before a number only."""
_PLAYERS: Final = frozenset({"Player"})
_NOTHING: Final[frozenset[str]] = frozenset()


def expected_at(names: Names, place: Place) -> frozenset[str]:
    """Return the types of which a value at a place has to be; none where that is not known."""
    nodes = place.before.nodes
    if not place.before.expected:  # something before it cannot be read
        return _compared(names, place)
    words = place.words
    match words[-2:]:
        case ("end", ":"):
            return _PLAYERS
        case (_, "is" | "to" | "not"):
            return _beside(names, place)
        case (_, "=") if place.first_word == "var":
            return _declared(nodes)
        case (_, "(" | ","):
            return _argument(names, nodes)
        case (_, sign) if sign in _RECKONED:
            return NUMBER
        case _:
            return _NOTHING


def _compared(names: Names, place: Place) -> frozenset[str]:
    """Return the types of what stands before `is` on a line that cannot be read."""
    found = _COMPARED.search(place.line)
    if found is None:
        return _NOTHING
    value: s.Expr = s.Apply(s.Name(found[1]))
    if found[2]:
        value = s.AttributeOf(value, s.Name(found[2]))
    return types_of(names, value, place.scope)


def _beside(names: Names, place: Place) -> frozenset[str]:
    """Return the types of what is compared, given or set."""
    nodes = list(place.before.nodes)
    is_change = isinstance(nodes[-1], Word) and nodes[-1].text == "to"
    while nodes and isinstance(nodes[-1], Word) and nodes[-1].text in _SIDES:
        nodes.pop()
    is_set = place.words[-3:-2] == ("set",) and place.mode == "code"  # as values in texts are read
    if not nodes or (is_change and not is_set):
        return _NOTHING
    value = value_of(nodes[-1])
    return _NOTHING if value is None else types_of(names, value, place.scope)


def _declared(nodes: Sequence[Node]) -> frozenset[str]:
    before = nodes[-2]
    type_ = type_of(before) if isinstance(before, Form) else None
    return types_of_type(type_)


def _argument(names: Names, nodes: Sequence[Node]) -> frozenset[str]:
    called = call_at(nodes)
    if called is None:
        return _NOTHING
    name, at = called
    known = names.find(name, "names", "arm")
    return _NOTHING if known is None else _taken(names, known, at, _DEPTH)


def _taken(names: Names, known: Definition, at: int, depth: int) -> frozenset[str]:
    """Return the types of an argument."""
    match known.node:
        case (
            s.Zone(index=index)
            | s.Var(index=index)
            | s.Table(index=index)
            | s.Token(index=index)
            | s.Die(index=index)
            | s.Component(index=index)
        ) if at < len(index):
            return types_of_type(index[at].type)
        case s.Arm(choices=choices) if at < len(choices):
            return types_of(names, choices[at].domain, {})
        case s.Fact(parameters=parameters, value=body) if at < len(parameters):
            return _asked(names, body, parameters[at].text, depth)
        case s.Effect(parameters=parameters, body=body) if at < len(parameters):
            return _asked(names, body, parameters[at].text, depth)
        case _:
            return _NOTHING


def _asked(names: Names, body: object, parameter: str, depth: int) -> frozenset[str]:
    """Return the types that a body asks of a parameter, by the first call that it is given to."""
    if depth == 0:
        return _NOTHING
    waiting = [body]
    while waiting:
        node = waiting.pop()
        waiting += reversed(list(parts(node)))
        match node:
            case s.Apply(name=name, args=args):
                known = names.find(name.text, "names")
                for at, given in enumerate(args if known is not None else ()):
                    is_it = isinstance(given, s.Apply) and given.name.text == parameter
                    if known is not None and is_it:
                        found = _taken(names, known, at, depth - 1)
                        if found:
                            return found
            case s.AttributeOf(subject=s.Apply(name=name), name=attribute):
                if name.text == parameter:
                    return _owners(names, attribute.text)
            case _:
                pass
    return _NOTHING


def _owners(names: Names, attribute: str) -> frozenset[str]:
    """Return what has an attribute."""
    known = names.find(attribute, "attribute")
    owners = names.of("space", "edge", "component")
    return frozenset(
        owner.name
        for owner in owners
        if known is not None and any(part is known.node for part in _parameters(owner.node))
    )


def _parameters(node: object) -> Sequence[object]:
    index = node.index if isinstance(node, s.Component | s.Token | s.Die) else ()
    table = node.table if isinstance(node, s.Space | s.Edge | s.Component) else None
    return (*index, *(() if table is None else table.attributes))


def values_of(names: Names, types: frozenset[str]) -> frozenset[str]:
    """Return the names of the values of some types: words, places, pieces, players."""
    found = set(types)
    for name in types:
        known = names.find(name, "names")
        if known is not None and isinstance(known.node, s.KindOfWords):
            found |= {word.text for word in known.node.words}
    for one in names.of("place", "piece"):
        owner = getattr(one.node, "name", None)
        if isinstance(owner, s.Name) and owner.text in types:
            found.add(one.name)
    if "Player" in types:
        found |= {one.name for one in names.of("player")}
    return frozenset(found)
