"""Code for what a playout is worth that search cuts: returns by the standing. Ref §35.

before:  Standing(value, scored=False), three players
after:   returns[p] = 3 * 1000 * value(p) / (all values) - 1000, each scaled
"""

from __future__ import annotations

from functools import reduce

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand
from interpreter.native.lower.instances import Program
from interpreter.native.lower.statements import PARTS, check_times, scale_of
from rulelang import core
from rulelang.core.intervals import Range


def write_standing(program: Program) -> None:
    """Write the function `standing`, where the rules declare one."""
    spec = program.unit.spec
    if spec.standing is None:
        return
    b = Builder("standing", 0, 64)
    code = Code(program.unit, b)
    players = [Scalar(player, Range(player, player)) for player in range(len(spec.players))]
    found = [asking.number(code, spec.standing.value, (one,)) for one in players]
    times = scale_of(spec) if spec.standing.scored else PARTS * len(players) ** 2
    for one in found:
        check_times(one.range, times)
    worth = [one.op for one in found]
    written = _scored if spec.standing.scored else _shared
    returns = (_together if spec.standing.together else written)(b, worth, spec)
    for player, won in enumerate(returns):
        b.store(program.returns_field, won, player)
    b.store(program.pc, 0)
    b.give(0)
    program.unit.finish(b)


def _scored(b: Builder, worth: list[Operand], spec: core.Spec) -> list[Operand]:
    return [b.op("mul", one, scale_of(spec)) for one in worth]


def _together(b: Builder, worth: list[Operand], spec: core.Spec) -> list[Operand]:
    """Return the same for all: thousandths of the win, as the first of them is worth."""
    part = b.op("max", 0, b.op("min", PARTS, worth[0]))
    scale = scale_of(spec)
    won = b.op("sub", b.op("mul", part, 2 * scale // PARTS), scale)
    return [won] * len(worth)


def _shared(b: Builder, worth: list[Operand], spec: core.Spec) -> list[Operand]:
    """Return the players' parts of a win by what each is worth; nobody worth anything: a draw."""
    teams = range(len(worth)) if spec.teams is None else spec.teams
    least = [b.op("max", one, 0) for one in worth]
    whole = _sum(b, least)
    parts: list[Operand] = []
    for team in teams:
        members = [one for one, of in zip(least, teams, strict=True) if of == team]
        times = b.op("mul", _sum(b, members), len(worth) * PARTS)
        over = b.op("max", b.op("mul", whole, len(members)), 1)
        part = b.op("sub", b.op("floordiv", times, over), PARTS)
        won = b.op("mul", part, scale_of(spec) // PARTS)
        parts.append(b.op("select", b.op("eq", whole, 0), 0, won, width=64))
    return parts


def _sum(b: Builder, numbers: list[Operand]) -> Operand:
    return reduce(lambda left, right: b.op("add", left, right), numbers)
