"""What a rule text declares, by name.

before:  the declarations of a text
after:   definitions, each where its name stands
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from rulelang import surface as s
from rulelang.freezing import has_fields
from rulelang.surface.bodies import inside
from rulelang.workbench.names import Definition, Names, Sort

_Holding: TypeAlias = s.Zone | s.Var | s.Memory | s.Table | s.Fact | s.Effect | s.Setup | s.Play
"""What declares where things are kept, and what is done with them."""


def declared_in(
    declarations: Iterable[s.Declaration], library: Iterable[s.Declaration] = ()
) -> Names:
    """Return what some declarations declare, and what those of the library do."""
    found = Names()
    for node in library:
        _declare(found, node)
    found.uses.clear()
    for node in declarations:
        _declare(found, node)
    return found


def _declare(found: Names, node: s.Declaration) -> None:  # noqa: C901 - a flat dispatch
    match node:
        case s.Players(names=names, teams=teams):
            _all(found, names, "player", node)
            _all(found, teams, "team", node)
        case s.Option(name=name, settings=settings):
            found.declare(name, "option", node)
            for one in settings:
                if one.text[:1].isalpha():
                    known = Definition(one.text, "word", one.span, node)
                    found.declared.setdefault(("word", one.text), known)
        case s.KindOfWords(name=name, words=words):
            found.declare(name, "kind", node)
            _all(found, words, "word", node)
        case s.Space(name=name, table=table):
            found.declare(name, "space", node)
            _table(found, table, node, "place")
        case s.Edge(name=name, table=table):
            found.declare(name, "edge", node)
            _table(found, table, node, "place")
        case s.Component(name=name, table=table):
            found.declare(name, "component", node)
            _index(found, node.index)
            _table(found, table, node, "piece")
        case s.Token(name=name) | s.Die(name=name):
            found.declare(name, "component", node)
            _index(found, node.index)
        case (
            s.Zone()
            | s.Var()
            | s.Memory()
            | s.Table()
            | s.Fact()
            | s.Effect()
            | s.Setup()
            | s.Play()
        ):
            _holding(found, node)
        case s.Game() | s.Note() | s.Doc() | s.Use() | s.Length() | s.Standing() | s.Scenario():
            pass
        case _:
            assert_never(node)


def _holding(found: Names, node: _Holding) -> None:
    match node:
        case s.Zone(name=name):
            found.declare(name, "zone", node)
        case s.Var(names=names):
            _all(found, names, "variable", node)
            _words(found, node.type, node)
        case s.Memory(name=name):
            found.declare(name, "variable", node)
        case s.Table(name=name):
            found.declare(name, "table", node)
            _words(found, node.type, node)
        case s.Fact(name=name):
            found.declare(name, "fact", node)
        case s.Effect(name=name, body=body):
            found.declare(name, "effect", node)
            _bodies(found, body)
        case s.Setup(body=body) | s.Play(body=body):
            _bodies(found, body)
        case _:
            assert_never(node)


def _all(found: Names, names: Iterable[s.Name], sort: Sort, node: object) -> None:
    for name in names:
        found.declare(name, sort, node)


def _index(found: Names, index: Iterable[s.Parameter]) -> None:
    for parameter in index:
        if parameter.name is not None:
            found.declare(parameter.name, "attribute", parameter)


def _table(found: Names, table: s.TableText, node: object, sort: Sort) -> None:
    for attribute in table.attributes:
        _all(found, attribute.names, "attribute", attribute)
        _words(found, attribute.type, attribute)
    if table.rows:
        header, *rows = table.rows
        at = next((i for i, cell in enumerate(header.cells) if cell.text == "name"), None)
        for row in rows:
            if at is not None and at < len(row.cells) and row.cells[at].text:
                found.declare(row.cells[at], sort, node)


def _words(found: Names, type_: s.TypeText, node: object) -> None:
    """Declare the words that a type lists itself: `red | blue`. One name alone is no word."""
    if isinstance(type_, s.WordsType) and len(type_.names) > 1:
        for name in type_.names:
            if ("word", name.text) not in found.declared:
                found.declared["word", name.text] = Definition(name.text, "word", name.span, node)


def _bodies(found: Names, body: object) -> None:
    """Declare the arms and phases in a body, which scenarios and fresh variables name."""
    for node in parts(body):
        match node:
            case s.Arm(name=name):
                found.declare(name, "arm", node)
            case s.Phase(name=name):
                found.declare(name, "phase", node)
            case _:
                pass
        _bodies(found, node)


def parts(node: object) -> Iterator[object]:
    """Yield the parts of a node that are nodes themselves, or those of a tuple."""
    for part in () if isinstance(node, s.Name) else inside(node):
        if isinstance(part, tuple):
            yield from parts(part)
        elif has_fields(type(part)):
            yield part
