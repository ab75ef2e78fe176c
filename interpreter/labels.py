"""How texts write values, by their types."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final, assert_never

from interpreter.position import Env
from rulelang import core
from rulelang.core import Value
from rulelang.rule_types import (
    Component,
    Flag,
    Maybe,
    Member,
    Nothing,
    Number,
    SetOf,
    Type,
    Unknown,
    Word,
)

_CALL: Final = re.compile(r"(?:count )?\w+\(")


def attributed(name: str, sentence: str) -> str:
    """Return a sentence of what somebody chose that begins with who it was.

    >>> attributed("P1", "P1 bids 3"), attributed("P1", "P10 bids"), attributed("P1", "go ?")
    ('P1 bids 3', 'P1: P10 bids', 'P1: go ?')
    >>> attributed("P1", "pass"), attributed("Blues", "pass")
    ('P1 passes', 'Blues pass')
    """
    if sentence == "pass":
        return f"{name} pass{'' if is_plural(name) else 'es'}"
    rest = sentence.removeprefix(name)
    begins = rest != sentence and not (rest[:1].isalnum() or rest[:1] == "_")
    return sentence if begins else f"{name}: {sentence}"


def is_plural(name: str) -> bool:
    """Return whether a name stands for several, as far as its ending tells: `Blues`."""
    return name.endswith("s") and not name.endswith("ss")


def named(label: str) -> str:
    """Return how a text writes what counts, without what it is counted of.

    >>> named("fame(p)"), named("count won(p)"), named("score_of(p)"), named("")
    ('fame', 'won', 'score', 'score')
    >>> named("gain(r, the w in Player with most rank(w))"), named("sum(p) - cost(p)")
    ('gain', 'sum(p) - cost')
    >>> named("holder(Sicily) is p"), named("colour is red")
    ('holder(Sicily)', 'colour is red')
    """
    words = re.sub(r"(\(\w+\)|\) is [a-z])$", lambda m: m[0][0].strip("("), label)
    call = _CALL.match(label)
    if call is not None and _is_closed_last(label[call.end() :]):
        words = call[0].removesuffix("(")
    words = words.removeprefix("count ").replace("_", " ")
    return words.removesuffix(" of") or "score"


def _is_closed_last(text: str) -> bool:
    """Return whether a bracket that was opened before a text is closed by its last letter."""
    depths = accumulate(((letter == "(") - (letter == ")") for letter in text), initial=1)
    return 0 not in list(depths)[:-1]


def label(value: Value, kind: Type, spec: core.Spec) -> str:
    """Return how texts write a value of a type."""
    if value is None:
        return "none"
    if isinstance(kind, Maybe):
        return label(value, kind.of, spec)
    if isinstance(kind, SetOf):
        members = value if isinstance(value, tuple) else (value,)
        return ", ".join(label(member, kind.element, spec) for member in members)
    assert not isinstance(value, tuple), "a set has the type of one"
    match kind:
        case Flag():
            return "true" if value else "false"
        case Word():
            return spec.words[value]
        case Member(family=name):
            return next(f.labels[value] for f in spec.families if f.name == name)
        case Component():
            return spec.kinds[value].label
        case Number() | Nothing() | Unknown():
            return str(value)
        case _:
            assert_never(kind)


def cell_name(name: str, index: tuple[Type, ...], env: Env, spec: core.Spec) -> str:
    """Return how texts write one zone or variable of a family: `hand(P1)`."""
    labels = (label(value, kind, spec) for value, kind in zip(env, index, strict=True))
    return f"{name}({', '.join(labels)})" if env else name
