"""Which sort of thing each name of a rule text is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.wording.terms import Term, TermSort, readable


@frozen
class Vocabulary:
    """The names of a text. `owned`: zones and variables whose first index is a player."""

    sorts: Mapping[str, TermSort]
    owned: frozenset[str]
    flags: frozenset[str]

    def term(self, name: str) -> Term:
        """Return a name as part of a sentence.

        Names of rows in files are not known here: they begin with a capital where locals do not.
        """
        sort = self.sorts.get(name, "local")
        return Term(sort, name, name if sort == "local" and name.islower() else readable(name))


def vocabulary(declarations: Iterable[s.Declaration]) -> Vocabulary:
    """Return what the declarations name."""
    sorts: dict[str, TermSort] = {"Player": "player"}
    owned: set[str] = set()
    flags: set[str] = set()
    for node in declarations:
        sorts.update(_named(node))
        if isinstance(node, s.Zone | s.Var) and node.index and _is_player(node.index[0]):
            owned.update(name.text for name in _names(node))
        if isinstance(node, s.Space | s.Edge | s.Component):
            flags.update(
                name.text
                for attribute in node.table.attributes
                if isinstance(attribute.type, s.FlagType)
                for name in attribute.names
            )
    return Vocabulary(sorts, frozenset(owned), frozenset(flags))


def _is_player(index: s.Parameter) -> bool:
    return isinstance(index.type, s.WordsType) and [n.text for n in index.type.names] == ["Player"]


def _names(node: s.Zone | s.Var) -> tuple[s.Name, ...]:
    return node.names if isinstance(node, s.Var) else (node.name,)


def _named(node: s.Declaration) -> Iterable[tuple[str, TermSort]]:  # noqa: C901 - a flat dispatch
    match node:
        case s.Players(names=names, teams=teams):
            return [(name.text, "player") for name in (*names, *teams)]
        case s.Option(name=name, settings=settings):
            return [(name.text, "option"), *((word.text, "word") for word in settings)]
        case s.KindOfWords(name=name, words=words):
            return [(name.text, "word"), *((word.text, "word") for word in words)]
        case s.Space(name=name) | s.Edge(name=name):
            return [(name.text, "place")]
        case s.Component(name=name, table=table):
            kinds = (row.cells[0].text for row in table.rows[1:] if row.cells)
            return [(name.text, "component"), *((kind, "component") for kind in kinds)]
        case s.Token(name=name) | s.Die(name=name):
            return [(name.text, "component")]
        case s.Zone(name=name):
            return [(name.text, "zone")]
        case s.Var(names=names):
            return [(name.text, "variable") for name in names]
        case s.Memory(name=name):
            return [(name.text, "variable")]
        case s.Table(name=name):
            return [(name.text, "table")]
        case s.Fact(name=name):
            return [(name.text, "fact")]
        case s.Effect(name=name):
            return [(name.text, "effect")]
        case (
            s.Game()
            | s.Note()
            | s.Doc()
            | s.Use()
            | s.Length()
            | s.Standing()
            | s.Setup()
            | s.Play()
            | s.Scenario()
        ):
            return []
        case _:
            assert_never(node)
