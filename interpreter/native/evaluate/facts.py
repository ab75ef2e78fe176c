"""Code for facts: small ones are written out where they are asked for, others are functions.

    before:  Call(reaches, (Local(0), Local(2)))
    after:   r5 = fact3(r1, r4)

A function is made for each combination of argument ranges, of which there are few.
"""

from __future__ import annotations

from typing import Final, assert_never

import attrs

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Loaded
from interpreter.native.evaluate.unit import Code, Env, FactFunction, Unit
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Block, Count, Reg
from rulelang import core
from rulelang.core.intervals import FLAG
from rulelang.core.walk import below

WRITTEN_OUT: Final = 60
"""Facts of at most so many nodes, with those that they ask, are written out."""


def call(code: Code, e: core.Call, env: Env) -> Loaded:
    """Return the value of a fact."""
    args = tuple(asking.value(code, arg, env) for arg in e.args)
    scalars = tuple(arg for arg in args if isinstance(arg, Scalar))
    fact = code.unit.spec.facts[e.fact]
    if (
        len(scalars) < len(args)
        or _gives_set(fact.body, code.unit.spec)
        or weight(e.fact, code.unit) <= WRITTEN_OUT
    ):
        return asking.value(code, fact.body, args)
    made = _function(code.unit, e.fact, scalars)
    return Scalar(code.b.call(made.name, tuple(arg.op for arg in scalars)), made.range)


def _function(unit: Unit, number: int, args: tuple[Scalar, ...]) -> FactFunction:
    key = (number, tuple(arg.range for arg in args))
    known = unit.facts.get(key)
    if known is None:
        b = Builder(f"fact{len(unit.facts)}", len(args), 64)
        # The name is taken at once: facts that this one asks take later ones.
        known = unit.facts[key] = FactFunction(b.function.name, FLAG)
        parameters: tuple[Reg, ...] = b.function.parameters
        env: Env = tuple(Scalar(reg, arg.range) for reg, arg in zip(parameters, args, strict=True))
        refused = _counted(b) if unit.counts else None
        body = unit.spec.facts[number].body
        found = asking.scalar(Code(unit, b), body, env)
        b.give(found.op)
        if refused is not None:
            b.enter(refused)
            b.give(NONE if found.range.is_none else found.range.low)
        unit.finish(b)
        known = unit.facts[key] = attrs.evolve(known, range=found.range)
    return known


def _counted(b: Builder) -> Block:
    """Count the call, and return the block for one that is too many; it gives some value."""
    fits, refused, on = b.register(1), b.block("too many"), b.block()
    b.add(Count(fits))
    b.branch(fits, on, refused)
    b.enter(on)
    return refused


def _gives_set(body: core.Expr, spec: core.Spec) -> bool:
    match body:
        case core.Contents() | core.Interval() | core.Around() | core.Spread() | core.Groups():
            return True
        case core.Border() | core.Regions():
            return True
        case core.Const(value=value):
            return isinstance(value, tuple)
        case core.Lookup(table=table):
            return isinstance(spec.tables[table].default, tuple)
        case core.IfThen(then=then, other=other):
            return _gives_set(then, spec) or _gives_set(other, spec)
        case core.Fold(fold="all"):
            return True
        case core.Fold(fold="first" | "only", search=search):
            return any(_gives_sets(binder.domain, spec) for binder in search.binders)
        case core.Call(fact=fact):
            return _gives_set(spec.facts[fact].body, spec)
        case (
            core.Local()
            | core.Read()
            | core.Held()
            | core.Arithmetic()
            | core.Compare()
            | core.Not()
            | core.And()
            | core.Or()
            | core.Size()
            | core.Among()
            | core.Fold()
            | core.Trail()
            | core.Within()
            | core.Recalled()
            | core.ReturnOf()
        ):
            return False
        case _:
            assert_never(body)


def _gives_sets(domain: core.Expr, spec: core.Spec) -> bool:
    match domain:
        case core.Groups() | core.Regions(start=None):
            return True
        case core.Const(value=tuple(values)):
            return any(isinstance(value, tuple) for value in values)
        case core.Fold(fold="all", search=search):
            return _gives_sets(search.binders[0].domain, spec)
        case core.Call(fact=fact):
            return _gives_sets(spec.facts[fact].body, spec)
        case _:
            return False


def weight(fact: int, unit: Unit) -> int:
    """Return how many nodes a fact has, with the facts that it asks."""
    known = unit.weights.get(fact)
    if known is None:
        known = unit.weights[fact] = sum(
            1 + (weight(node.fact, unit) if isinstance(node, core.Call) else 0)
            for node in below(unit.spec.facts[fact].body)
        )
    return known
