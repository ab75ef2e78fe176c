"""What a draft of code tells: whether it may fault, how many elements it goes through.

A draft is code that is written aside (`lane.aside`), looked at and dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.lane import Lane, anything, aside
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import CallFunction, Fault, Function
from rulelang import core

MOST_WITHIN: Final = 4
"""Drafts in each other: each level of nested searches is drafted more than once, so that time
would double with each. No text of ours comes to more."""


def is_safe(
    code: Code, e: core.Expr, env: Env, lane: Lane, *, with_functions: bool = False
) -> bool:
    """Return whether an expression cannot fault, whatever the value of the lane.

    What calls a function might, unless `with_functions` asks for a look into that too; so might
    what is asked in too many such drafts.
    """
    if not lane.count:
        return True
    if code.unit.drafts == MOST_WITHIN:
        return False
    draft = Code(code.unit, aside())
    code.unit.drafts += 1
    try:
        asking.condition(draft, e, (*env, *anything(draft.b, lane)))
    finally:
        code.unit.drafts -= 1
    functions = code.unit.module.functions if with_functions else {}
    return never_faults(draft.b.function, functions)


def never_faults(function: Function, known: Mapping[str, Function]) -> bool:
    """Return whether nothing in a function faults, nor in those that it calls.

    `known`: functions by their names; what calls another one might.
    """
    for block in function.blocks:
        for node in block.instructions:
            if isinstance(node, Fault):
                return False
            if isinstance(node, CallFunction):
                called = known.get(node.name)
                if called is None or not never_faults(called, known):
                    return False
    return True


def sample(code: Code, search: core.Search, env: Env) -> list[Value]:
    """Return elements of the last binder of a search, none or some; the code is not used."""
    draft = Code(code.unit, aside())
    seen: list[Value] = []
    bare = core.Search(search.binders, None)
    asking.each_found(draft, bare, env, lambda inner: seen.append(inner[-1]))
    return seen


def bound(code: Code, search: core.Search, env: Env) -> int:
    """Return how many tuples a search may find at most."""
    most = 1
    inner = env
    for binder in search.binders:
        size, element = domain_bound(code, binder.domain, inner)
        most *= size
        inner = (*inner, element, element) if binder.followed else (*inner, element)
    return most


def domain_bound(code: Code, domain: core.Expr, env: Env) -> tuple[int, Value]:
    """Return how many elements a domain has at most, and one of them; the code is not used."""
    draft = Code(code.unit, aside())
    found = asking.set_of(draft, domain, env)
    elements: list[Value] = []
    found.each(draft, elements.append)
    return found.most, elements[0] if elements else Scalar(0, found.range)
