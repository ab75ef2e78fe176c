"""What an instance declares beside what is played: see `core.declared`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulelang import core, surface
from rulelang.core.declared import FamilyShape
from rulelang.elaborate import dice
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations.things import type_of
from rulelang.elaborate.queries import relations
from rulelang.elaborate.symbols import TableName, TypeName
from rulelang.evolving import evolve
from rulelang.rule_types import Word


def declared(
    c: Context, text: surface.RuleText, meant: Sequence[surface.Declaration]
) -> core.Declared:
    """Return what a text declares, once all of it was understood without an error.

    `meant`: what was declared, the same object in instances that have it in common; so is what
    they come to, but for the settings of options.
    """
    if c.shelf is None:
        return _declared(c, text)
    known = c.shelf.beside.get(id(meant))
    if known is None:
        known = c.shelf.beside[id(meant)] = (meant, _declared(c, text))
    return evolve(known[1], options=_options(c, text))


def _options(c: Context, text: surface.RuleText) -> tuple[core.DeclaredOption, ...]:
    return tuple(_option(c, n) for n in text.declarations if isinstance(n, surface.Option))


def _declared(c: Context, text: surface.RuleText) -> core.Declared:
    nodes = text.declarations
    return core.Declared(
        file=text.source.name,
        families=tuple(family for node in nodes for family in _families(c, node)),
        components=tuple(
            _component(c, node)
            for node in nodes
            if isinstance(node, surface.Component | surface.Token | surface.Die)
        ),
        tables=tuple(
            core.DeclaredTable(name, node.span.line, found.number, found.index, found.type)
            for node in nodes
            if isinstance(node, surface.Table)
            and isinstance(found := c.symbols.get(name := node.name.text), TableName)
        ),
        words=tuple(
            core.DeclaredWords(name, node.span.line, node.rising, found.type.words)
            for node in nodes
            if isinstance(node, surface.KindOfWords)
            and isinstance(found := c.symbols.get(name := node.name.text), TypeName)
            and isinstance(found.type, Word)
        ),
        options=_options(c, text),
        comments=tuple(sorted(text.comments.items())),
        citations=tuple(sorted(text.citations.items())),
        labels=tuple(label for node in nodes for label in _labels(node)),
        not_shown=frozenset(
            name.text
            for node in nodes
            if isinstance(node, surface.Var) and node.not_shown
            for name in node.names
        ),
    )


def _labels(node: surface.Declaration) -> Iterator[tuple[str, str]]:
    match node:
        case (
            surface.Zone(name=name, label=str(label))
            | surface.Var(names=(name,), label=str(label))
        ):
            yield name.text, label
        case _:
            pass


def _families(c: Context, node: surface.Declaration) -> Iterator[core.DeclaredFamily]:
    match node:
        case surface.Players(teams=teams, span=span):
            yield core.DeclaredFamily("Player", "players", "table", span.line)
            if teams:
                yield core.DeclaredFamily("Team", "teams", "table", span.line)
        case surface.Space(name=name, sizes=sizes, span=span):
            yield core.DeclaredFamily(
                name.text,
                "space",
                _shape(c, name.text),
                span.line,
                sizes=sizes,
                coordinates=relations.coordinates(c, name.text) or c.shapes[name.text].points,
                neighbours=relations.beside(c, name.text),
                columns=_member_columns(c, name.text, node.table),
                texts=_texts(c, name.text, node.table),
                corners_of=c.shapes[name.text].corners_of,
                corners=c.shapes[name.text].corners,
            )
        case surface.Edge(name=name, other=surface.Name(), span=span):
            across = c.cross_edges[name.text]
            yield core.DeclaredFamily(
                name.text,
                "edge",
                "table",
                span.line,
                ends=across.ends,
                columns=_member_columns(c, name.text, node.table),
                texts=_texts(c, name.text, node.table),
                between=across.joins,
            )
        case surface.Edge(name=name, span=span):
            found = c.edges[name.text]
            yield core.DeclaredFamily(
                name.text,
                "edge",
                "table",
                span.line,
                joins=found.joins,
                ends=found.ends,
                columns=_member_columns(c, name.text, node.table),
                texts=_texts(c, name.text, node.table),
            )
        case _:
            pass


def _shape(c: Context, family: str) -> FamilyShape:
    match c.shapes[family].shape:
        case "grid" | "hex" | "ring" | "track" as shape:
            return shape
        case _:
            return "table"


def _member_columns(c: Context, family: str, table: surface.TableText) -> tuple[core.Column, ...]:
    return tuple(
        core.Column(name.text, found.type, found.table)
        for attribute in table.attributes
        for name in attribute.names
        if (found := c.attributes.get((family, name.text))) is not None
    )


def _texts(c: Context, owner: str, table: surface.TableText) -> tuple[core.DeclaredText, ...]:
    return tuple(
        core.DeclaredText(name.text, said)
        for attribute in table.attributes
        for name in attribute.names
        if (said := c.texts.get((owner, name.text))) is not None
    )


def _component(
    c: Context, node: surface.Component | surface.Token | surface.Die
) -> core.DeclaredComponent:
    name, kinds = node.name.text, tuple(c.kinds_of(node.name.text))
    line = node.span.line
    match node:
        case surface.Component(table=table):
            columns = (*_index_columns(c, node.index), *_kind_columns(c, table))
            names = tuple(c.kind_names[kind] for kind in kinds)
            texts = _texts(c, name, table)
            return core.DeclaredComponent(
                name, "component", line, kinds, names, columns, texts=texts
            )
        case surface.Token():
            columns = _index_columns(c, node.index)
            return core.DeclaredComponent(
                name, "token", line, kinds, (name,) * len(kinds), columns
            )
        case surface.Die(low=low, high=high):
            columns = _index_columns(c, dice.as_token(node).index)
            faces = tuple(low + at % (high - low + 1) for at in range(len(kinds)))
            names = (name,) * len(kinds)
            return core.DeclaredComponent(name, "die", line, kinds, names, columns, faces)
        case _:
            assert_never(node)


def _index_columns(c: Context, index: Sequence[surface.Parameter]) -> tuple[core.Column, ...]:
    return tuple(
        core.Column(parameter.name.text, type_of(c, parameter.type), found.table)
        for parameter in index
        if parameter.name is not None
        and (found := c.attributes.get(("", parameter.name.text))) is not None
    )


def _kind_columns(c: Context, table: surface.TableText) -> tuple[core.Column, ...]:
    return tuple(
        core.Column(
            name.text, type_of(c, attribute.type), found.table, on_back=attribute.on_the_back
        )
        for attribute in table.attributes
        for name in attribute.names
        if (found := c.attributes.get(("", name.text))) is not None
    )


def _option(c: Context, node: surface.Option) -> core.DeclaredOption:
    settings = tuple(setting.text for setting in node.settings) or ("off", "on")
    setting = c.setting.options[node.name.text]
    return core.DeclaredOption(node.name.text, node.span.line, setting, settings, node.note)
