"""Declarations as sentences.

    before:  Zone(hand, (Parameter(None, WordsType(Player)),), (Card,), "set", None, Sight("open"))
    after:   zone hand(Player): Card set, open

The rows of a table stand in columns, and so do the notes of options that follow each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import assert_never

from rulelang import surface as s
from rulelang.formatting.expressions import apply, closed_sum, expression, postfix
from rulelang.formatting.flow import (
    Break,
    Flow,
    Page,
    Sentence,
    flat,
    followed,
    in_brackets,
    in_lines,
    listed,
    named,
    words,
)
from rulelang.formatting.scenarios import scenario
from rulelang.formatting.statements import block, cases

_MAX_ROW = 500


def declarations(page: Page, nodes: Iterable[s.Declaration]) -> Iterator[Sentence]:
    """Yield the sentences of a text."""
    for is_option, group in groupby(nodes, lambda node: isinstance(node, s.Option)):
        if is_option:
            yield from _options([node for node in group if isinstance(node, s.Option)])
        else:
            yield from chain.from_iterable(_declaration(page, node) for node in group)


def _options(nodes: list[s.Option]) -> Iterator[Sentence]:
    heads = [_option(node) for node in nodes]
    pairs = zip(nodes, heads, strict=True)
    width = max((len(head) for node, head in pairs if node.note is not None), default=0)
    for node, head in zip(nodes, heads, strict=True):
        note = "" if node.note is None else f'{" " * (width - len(head) + 2)}"{node.note}"'
        yield Sentence(0, (head + note,), node.span.line)


def _option(node: s.Option) -> str:
    settings = f": {named(node.settings, ' | ')}" if node.settings else ""
    return f"option {node.name.text}{settings}"


def _declaration(page: Page, node: s.Declaration) -> Iterator[Sentence]:
    assert not isinstance(node, s.Option), "options are laid out together"
    line = node.span.line
    match node:
        case s.Space() | s.Edge() | s.Component() | s.Table():
            yield from _with_table(node)
        case s.Fact(name=name, parameters=parameters, value=value):
            yield from cases(0, (f"let {name.text}", *_parameters(parameters), " = "), value, line)
        case s.Standing(fact=fact):
            head = ("standing", *_parameters(fact.parameters), " = ")
            yield from cases(0, head, fact.value, line)
        case s.Effect(name=name, parameters=parameters, body=body, deepest=deepest):
            deep = () if deepest is None else (", at most ", *expression(deepest), " deep")
            named_by = (f"to {name.text}", *_parameters(parameters))
            yield from block(page, Sentence(0, (*named_by, *deep), line), body)
        case s.Setup(body=body):
            yield from block(page, Sentence(0, ("setup",), line), body)
        case s.Play(body=body):
            yield from block(page, Sentence(0, ("play",), line), body)
        case s.Scenario():
            yield from scenario(node)
        case _:
            yield Sentence(0, _in_one_line(node), line)


def _in_one_line(  # noqa: C901 - a flat dispatch
    node: s.Game | s.Note | s.Doc | s.Use | s.Players | s.Length | s.KindOfWords | s.Token
    | s.Die | s.Zone | s.Var | s.Memory,
) -> Flow:  # fmt: skip
    match node:
        case s.Game(title=title):
            return (f'game "{title}"',)
        case s.Note(text=text):
            return (f'note "{text}"',)
        case s.Doc(text=text):
            return (f'doc "{text}"',)
        case s.Use(name=name):
            return (f"use {name.text}",)
        case s.Players():
            return _players(node)
        case s.Length(limit=limit):
            return (f"length at most {limit} choices",)
        case s.KindOfWords(name=name, rising=rising, words=found):
            head = f"kind {name.text}{' rising' * rising}: "
            return (head, *in_lines(words(found, " |"), len(head)))
        case s.Token(copies=copies):
            return (*_piece("token", node), ": ", *_copies(copies), _each(node))
        case s.Die(copies=copies, low=low, high=high):
            faces = f"{_each(node)}, faces {low}..{high}"
            return (*_piece("die", node), ": ", *_copies(copies), faces)
        case s.Zone():
            return _zone(node)
        case s.Var():
            return _var(node)
        case s.Memory(name=name, families=families, most=most):
            head = f"memory {name.text} of {named(families, ', ')}, at most "
            return (head, *expression(most))
        case _:
            assert_never(node)


def _players(node: s.Players) -> Flow:
    if not node.names:
        return (f"players {node.low}" + (f"..{node.high}" if node.high != node.low else ""),)
    head, between = "players ", " in teams "
    teams = in_lines(words(node.teams, ","), len(between)) if node.teams else ()
    behind = (between, *teams) if teams else ()
    names = in_lines(words(node.names, ","), len(head) + len(flat(behind)))
    return (head, *names, *behind)


def _copies(copies: int | s.Expr) -> Flow:
    return (str(copies),) if isinstance(copies, int) else closed_sum(copies)


def _each(node: s.Token | s.Die) -> str:
    """Return ` each` for several kinds of a thing."""
    return " each" if node.index else ""


def _piece(word: str, node: s.Component | s.Token | s.Die) -> Flow:
    return (f"{word} {node.name.text}", *_index(node.index), " in ", *apply(node.home))


def _index(found: tuple[s.Parameter, ...]) -> Flow:
    parts: list[str | Break] = []
    for i, parameter in enumerate(found):
        parts.extend((",", Break(1, parameter.span.line)) if i else ())
        parts.append(_parameter(parameter))
    return ("(", *in_brackets(tuple(parts)), ")") if found else ()


def _parameter(node: s.Parameter) -> str:
    return f"{node.name.text}: {_type(node.type)}" if node.name else _type(node.type)


def _parameters(names: tuple[s.Name, ...]) -> Flow:
    return ("(", *in_brackets(words(names, ",")), ")") if names else ()


def _type(node: s.TypeText) -> str:
    match node:
        case s.WordsType(names=names):
            return named(names, " | ")
        case s.RangeType(low=low, high=high):
            return f"{low}..{high}"
        case s.FlagType():
            return "flag"
        case s.MaybeType(names=names):
            return f"{named(names, ' | ')} or none"
        case _:
            assert_never(node)


def _zone(node: s.Zone) -> Flow:
    holds = f"{named(node.holds, ' or ')} {node.shape}"
    room = () if node.capacity is None else (" of ", *postfix(node.capacity))
    return (
        f"zone {node.name.text}",
        *_index(node.index),
        _label(node.label),
        f": {holds}",
        *room,
        ", ",
        *_sight(node.sight),
    )


def _sight(node: s.Sight) -> Flow:
    players = listed(map(postfix, node.players), (" and ",))
    match node.how:
        case "open" | "hidden":
            return (node.how,)
        case "owner":
            return ("owner sees",)
        case "these":
            return (*players, " sees" if len(node.players) == 1 else " see")
        case "others":
            return ("all but ", *players, " see")
        case _:
            assert_never(node.how)


def _var(node: s.Var) -> Flow:
    names = (f"var {named(node.names, ', ')}", *_index(node.index), _label(node.label))
    head = (*names, f": {_type(node.type)}")
    initial = () if node.initial is None else (" = ", *expression(node.initial))
    sight = () if node.sight is None else (", ", *_sight(node.sight))
    fresh = "" if node.fresh is None else f", fresh each {node.fresh.text}"
    return (*head, *initial, *sight, fresh, ", not shown" if node.not_shown else "")


def _label(label: str | None) -> str:
    return "" if label is None else f' "{label}"'


# ---------------------------------------------------------------- tables


def _with_table(node: s.Space | s.Edge | s.Component | s.Table) -> Iterator[Sentence]:
    table = node.table
    path = "" if table.path is None else f' from "{table.path}"'
    head = Sentence(0, (*_table_head(node), path), node.span.line)
    if table.attributes or table.rows:
        attributes = (Sentence(1, (_attribute(a),), a.span.line) for a in table.attributes)
        yield from followed(head, chain(attributes, _rows(table.rows)))
    else:
        yield head


def _table_head(node: s.Space | s.Edge | s.Component | s.Table) -> Flow:
    match node:
        case s.Space(name=name, corners_of=s.Name(text=board)):
            return (f"space {name.text} on corners of {board}",)
        case s.Space(name=name, shape=shape, sizes=sizes, around=around, cut=cut):
            size = f" {' x '.join(map(str, sizes))}" if sizes else ""
            beside = f", {around.text}" if around else ""
            head = f"space {name.text}" + (f" on {shape.text}{size}{beside}" if shape else "")
            left_out = (f" without {cut.name.text} where ", *expression(cut.where)) if cut else ()
            return (head, *left_out)
        case s.Edge(name=name, joins=joins, other=other):
            across = f" and {other.text}" if other else ""
            return (f"edge {name.text} joins {joins.text}{across}",)
        case s.Component():
            return _piece("component", node)
        case s.Table(name=name, index=index, type=gives):
            return (f"table {name.text}", *_index(index), f": {_type(gives)}")
        case _:
            assert_never(node)


def _attribute(node: s.Attribute) -> str:
    back = ", on the back" if node.on_the_back else ""
    return f"{named(node.names, ', ')}: {_type(node.type)}{back}"


def _rows(rows: tuple[s.Row, ...]) -> Iterator[Sentence]:
    cells = [[cell.text for cell in row.cells] for row in rows]
    widths = [
        max(len(found[i]) for found in cells if i < len(found))
        for i in range(max(map(len, cells), default=0))
    ]
    if sum(widths) + 3 * len(widths) > _MAX_ROW:  # wider columns than an author could look over
        widths = [0] * len(widths)
    for row, found in zip(rows, cells, strict=True):
        padded = (text.ljust(width) for text, width in zip(found, widths, strict=False))
        yield Sentence(1, (f"| {' | '.join(padded)} |",), row.span.line, "row")
