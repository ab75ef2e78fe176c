"""Declarations: from the concrete to the surface tree.

    before:  zone(hand, index(parameter(words(Player))), held(Card), arrangement(set), open)
    after:   Zone(hand, (Parameter(None, WordsType(Player)),), (Card,), "set", None, Sight("open"))

A declaration's span is its first line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import attrs

from rulelang import surface as s
from rulelang.parsing.expressions import apply, cases, expression, operands
from rulelang.parsing.lines import cells_of
from rulelang.parsing.scenarios import scenario
from rulelang.parsing.statements import body
from rulelang.parsing.tree import (
    Form,
    Word,
    first_name,
    forms,
    name_of,
    names,
    number_of,
    only,
    optional,
    unquoted,
    without,
    words,
)
from rulelang.source import NOWHERE, Span

_TYPES = ("words", "numbers", "flag", "maybe")
_SIGHTS: dict[str, Literal["open", "hidden", "owner", "these", "others"]] = {
    "open": "open",
    "hidden": "hidden",
    "owner_sees": "owner",
    "these_see": "these",
    "others_see": "others",
}


def declaration(form: Form) -> s.Declaration:
    """Return the declaration that `form` is."""
    return _DECLARATIONS[form.name](form)


def _game(form: Form) -> s.Declaration:
    return s.Game(unquoted(words(form)[0]), form.first_line)


def _use(form: Form) -> s.Declaration:
    return s.Use(first_name(form), form.first_line)


def _players_count(form: Form) -> s.Declaration:
    numbers = [number_of(w) for w in words(form)]
    return s.Players(numbers[0], numbers[-1], (), (), form.first_line)


def _players_named(form: Form) -> s.Declaration:
    listed, *teams = map(names, forms(form))
    count = len(listed)
    return s.Players(count, count, listed, teams[0] if teams else (), form.first_line)


def _note(form: Form) -> s.Declaration:
    return s.Note(unquoted(words(form)[0]), form.first_line)


def _doc(form: Form) -> s.Declaration:
    return s.Doc(unquoted(words(form)[0]), form.first_line)


def _length(form: Form) -> s.Declaration:
    return s.Length(number_of(words(form)[0]), form.first_line)


def _option(form: Form) -> s.Declaration:
    name, *note = words(form)
    settings = names(optional(form, "settings"))
    text = unquoted(note[0]) if note else None
    return s.Option(name_of(name), settings, text, form.first_line)


def _kind(form: Form) -> s.Declaration:
    rising = optional(form, "rising") is not None
    return s.KindOfWords(first_name(form), rising, names(only(form, "values")), form.first_line)


def _space(form: Form) -> s.Declaration:
    shape = optional(form, "shape")
    sizes = tuple(number_of(w) for w in words(shape)[1:]) if shape else ()
    kind = first_name(shape) if shape else None
    around = optional(form, "side_by_side")
    corners = optional(form, "corners")
    return s.Space(
        first_name(form),
        kind,
        sizes,
        _table_text(form),
        form.first_line,
        s.Name("orthogonal", around.span) if around else None,
        _cut(optional(form, "cut")),
        first_name(corners) if corners else None,
    )


def _cut(form: Form | None) -> s.Cut | None:
    if form is None:
        return None
    (where,) = operands(form)
    return s.Cut(first_name(form), where, form.span)


def _edge(form: Form) -> s.Declaration:
    name, joins, *other = names(form)
    return s.Edge(name, joins, _table_text(form), form.first_line, *other)


def _component(form: Form) -> s.Declaration:
    return s.Component(
        first_name(form), _index(form), _home(form), _table_text(form), form.first_line
    )


def _token(form: Form) -> s.Declaration:
    return s.Token(first_name(form), _index(form), _home(form), _copies(form), form.first_line)


def _die(form: Form) -> s.Declaration:
    name, *faces = words(form)
    low, high = map(number_of, faces)
    copies = _copies(form)
    return s.Die(name_of(name), _index(form), _home(form), copies, low, high, form.first_line)


def _copies(form: Form) -> int | s.Expr:
    """Return how many there are: a plain number as what it is."""
    (found,) = without(form, "index", "place")
    copies = expression(found)
    match copies:
        case s.LiteralValue(value=int(value)) if found.name == "number":
            return value
        case _:
            return copies


def _home(form: Form) -> s.Apply:
    return apply(only(form, "place"))


def _table_text(form: Form) -> s.TableText:
    path = optional(form, "from")
    return s.TableText(
        path=unquoted(words(path)[0]) if path else None,
        path_span=words(path)[0].span if path else NOWHERE,
        attributes=tuple(map(_attribute, forms(form, "attribute"))),
        rows=tuple(map(_row, forms(form, "row"))),
    )


def _attribute(form: Form) -> s.Attribute:
    on_the_back = optional(form, "on_the_back") is not None
    return s.Attribute(names(only(form, "declared")), _type_in(form), on_the_back, form.first_line)


def _row(form: Form) -> s.Row:
    (row,) = words(form)
    return s.Row(tuple(_cells(row)), row.span)


def _cells(row: Word) -> list[s.Name]:
    cells: list[s.Name] = []
    column = row.span.column + 1
    line = row.span.line
    for cell in cells_of(row.text[1:-1]):
        text = cell.strip(" \t")
        start = column + (len(cell) - len(cell.lstrip(" \t")) if text else 0)
        end = start + (len(text) if text else len(cell))
        cells.append(s.Name(text, Span(row.span.file, line, start, line, end)))
        column += len(cell) + 1
    return cells


def _index(form: Form) -> tuple[s.Parameter, ...]:
    index = optional(form, "index")
    return tuple(map(_parameter, forms(index))) if index else ()


def _parameter(form: Form) -> s.Parameter:
    name = names(form)
    return s.Parameter(name[0] if name else None, _type_in(form), form.span)


def _type_in(form: Form) -> s.TypeText:
    found = only(form, *_TYPES)
    match found.name:
        case "words":
            return s.WordsType(names(only(found, "values")), found.span)
        case "numbers":
            low, high = (int("".join(w.text for w in words(end))) for end in forms(found, "bound"))
            return s.RangeType(low, high, found.span)
        case "flag":
            return s.FlagType(found.span)
        case _:
            return s.MaybeType(names(only(found, "values")), found.span)


def _zone(form: Form) -> s.Declaration:
    capacity = without(form, "index", "label", "held", "arrangement", *_SIGHTS)
    return s.Zone(
        name=first_name(form),
        index=_index(form),
        holds=names(only(form, "held")),
        shape=words(only(form, "arrangement"))[0].text,
        capacity=expression(capacity[0]) if capacity else None,
        sight=_sight(only(form, *_SIGHTS)),
        span=form.first_line,
        label=_label(form),
    )


def _label(form: Form) -> str | None:
    label = optional(form, "label")
    return unquoted(words(label)[0]) if label else None


def _sight(form: Form) -> s.Sight:
    return s.Sight(_SIGHTS[form.name], operands(form), form.span)


def _var(form: Form) -> s.Declaration:
    initial = optional(form, "initial")
    sight = optional(form, *_SIGHTS)
    fresh = optional(form, "fresh")
    return s.Var(
        names=names(only(form, "declared")),
        index=_index(form),
        type=_type_in(form),
        initial=operands(initial)[0] if initial else None,
        sight=_sight(sight) if sight else None,
        fresh=_fresh(fresh) if fresh else None,
        span=form.first_line,
        label=_label(form),
        not_shown=optional(form, "not_shown") is not None,
    )


def _fresh(form: Form) -> s.Name:
    """Return what each of begins anew; `turn` is a word of the language, so not in the tree."""
    if words(form):
        return first_name(form)
    end = form.span
    start = end.end_column - len("turn")
    return s.Name("turn", Span(end.file, end.end_line, start, end.end_line, end.end_column))


def _memory(form: Form) -> s.Declaration:
    name, *families = names(form)
    (most,) = forms(form)
    return s.Memory(name, tuple(families), expression(most), form.first_line)


def _table(form: Form) -> s.Declaration:
    return s.Table(
        first_name(form), _index(form), _type_in(form), _table_text(form), form.first_line
    )


def _fact(form: Form) -> s.Declaration:
    (value,) = without(form, "names")
    parameters = names(optional(form, "names"))
    return s.Fact(first_name(form), parameters, cases(value), form.first_line)


def _standing(form: Form) -> s.Declaration:
    (value,) = without(form, "names")
    parameters, line = names(optional(form, "names")), form.first_line
    word = s.Name(form.name, attrs.evolve(line, end_column=line.column + len(form.name)))
    return s.Standing(s.Fact(word, parameters, cases(value), line), line)


def _effect(form: Form) -> s.Declaration:
    takes = optional(form, "takes")
    parameters = tuple(first_name(taken) for taken in forms(takes)) if takes else ()
    deep = optional(form, "deep")
    return s.Effect(
        first_name(form),
        parameters,
        body(only(form, "body")),
        form.first_line,
        None if deep is None else expression(forms(deep)[0]),
    )


_DECLARATIONS: dict[str, Callable[[Form], s.Declaration]] = {
    "game": _game,
    "use": _use,
    "players_count": _players_count,
    "players_named": _players_named,
    "note": _note,
    "doc": _doc,
    "length": _length,
    "option": _option,
    "kind": _kind,
    "space": _space,
    "edge": _edge,
    "component": _component,
    "token": _token,
    "die": _die,
    "zone": _zone,
    "var": _var,
    "memory": _memory,
    "table": _table,
    "fact": _fact,
    "standing": _standing,
    "effect": _effect,
    "setup": lambda form: s.Setup(body(only(form, "body")), form.first_line),
    "play": lambda form: s.Play(body(only(form, "body")), form.first_line),
    "scenario": scenario,
}
