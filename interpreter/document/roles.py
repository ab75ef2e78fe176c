"""What variables are for, where arms stand, and why somebody wins: walks over the core tree.

A number of each player or team that an `end` with most or least reads is a `score`. What decides
what may be done or happens next is `state` (needs, domains, conditions, whose turn it is), and so
is whatever each player or team has. What else only says what effects do is `inner`. Nobody has to
mark anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from interpreter.document.model import EndKey, Role
from interpreter.document.walking import Direct, Reading, direct
from rulelang import core
from rulelang.core.trials import late_needs
from rulelang.core.walk import Node, blocks_in, children, nested
from rulelang.freezing import frozen
from rulelang.rule_types import Member, Number, Type, count_of

LONG: Final = 30
"""A variable with an index range of more values than this, beside another, keeps a history."""


@frozen
class Uses:
    """What a body reads: to say who wins, to decide what happens, and in all."""

    scores: Direct
    decides: Direct
    acts: Direct


def uses(block: core.Block) -> Uses:
    """Return what a body reads."""
    statements = [*nested(block)]
    return Uses(
        direct(key for node in statements for key in _keys(node)),
        direct(one for node in statements for one in _conditions(node)),
        direct(one for node in statements for one in _expressions(node)),
    )


def roles(spec: core.Spec, reading: Reading, used: Sequence[Uses]) -> tuple[Role, ...]:
    """Return the role of each variable, in declared order. `used`: what each body reads."""
    scores = _numbers(reading, [one.scores for one in used])
    decides = _numbers(reading, [one.decides for one in used])
    acts = _numbers(reading, [one.acts for one in used])

    def role(number: int, variable: core.Variable) -> Role:
        if number in scores and is_score(variable):
            return "score"
        if is_history(variable.index):
            return "history"
        hidden = number in acts and number not in decides and not is_of_sides(variable.index)
        return "inner" if hidden else "state"

    return tuple(role(number, variable) for number, variable in enumerate(spec.variables))


def is_score(variable: core.Variable) -> bool:
    """Return whether a variable is a number that each player or team has."""
    return isinstance(variable.type, Number) and is_of_sides(variable.index)


def is_of_sides(index: tuple[Type, ...]) -> bool:
    """Return whether each player, or each team, has just one of a family."""
    match index:
        case (Member(family="Player" | "Team"),):
            return True
        case _:
            return False


def is_history(index: tuple[Type, ...]) -> bool:
    """Return whether a family goes over so many numbers that it keeps what was, not what is.

    >>> is_history((Number(0, 80), Member("Cell", 16))), is_history((Number(0, 80),))
    (True, False)
    """
    return len(index) > 1 and any(
        isinstance(kind, Number) and count_of(kind) > LONG for kind in index
    )


def _numbers(reading: Reading, found: Sequence[Direct]) -> frozenset[int]:
    return frozenset(n for one in found for sort, n in reading.whole(one) if sort == "variable")


def _keys(node: Node) -> Iterator[Node]:
    match node:
        case core.End(result=core.Leads(keys=keys)):
            yield from keys
        case core.End(result=core.Scores(value=value)):
            yield value
        case _:
            pass


def _conditions(node: Node) -> Iterator[Node]:
    """Yield the expressions of a statement that decide what may be done or comes next."""
    match node:
        case core.If(test=test):
            yield test
        case core.Let(value=value):
            yield value
        case core.Repeat() | core.Turns() | core.For() | core.Random():
            yield from _expressions(node)
        case core.NextTurn(player=player):
            yield player
        case core.End(result=core.Wins(winner=winner)):
            yield winner
        case core.Choose(arms=arms) | core.Anytime(arms=arms):
            yield from _expressions(node)
            for arm in arms:
                needs = (*arm.needs, *late_needs(arm))
                yield from (*arm.choices, *(need.test for need in needs))
        case _:
            pass


def _expressions(node: Node) -> Iterator[Node]:
    """Yield what stands directly in a statement: no block, and no arm."""
    if isinstance(node, core.Block):
        return
    for part in children(node):
        if not isinstance(part, core.Block | core.Arm):
            yield part


# ---------------------------------------------------------------- arms and phases


@frozen
class Standing:
    """Where play goes: the names of phases in order, and the phase of each choice, by number."""

    phases: tuple[str, ...]
    phase_of: Mapping[int, str | None]


def standing(spec: core.Spec) -> Standing:
    """Walk from the set-up through play; a choice that several phases come to has none."""
    phases: dict[str, None] = {}
    found: dict[int, set[str | None]] = {}
    seen: set[tuple[int, str | None]] = set()

    def follow(block: core.Block, phase: str | None) -> None:
        if (block.number, phase) in seen:
            return
        seen.add((block.number, phase))
        for statement in block.statements:
            here = phase
            match statement:
                case core.Phase(name=name):
                    here = name
                    phases.setdefault(name)
                case core.Choose(number=number) | core.Anytime(number=number):
                    found.setdefault(number, set()).add(phase)
                case core.Invoke(effect=effect):
                    follow(spec.effects[effect].body, phase)
                case _:
                    pass
            for inner in blocks_in(statement):
                follow(inner, here)

    follow(spec.setup, None)
    follow(spec.play, None)
    single = {n: next(iter(names)) if len(names) == 1 else None for n, names in found.items()}
    return Standing(tuple(phases), single)


def ends(spec: core.Spec, reading: Reading) -> tuple[tuple[EndKey, ...], ...]:
    """Return what each `end` that compares players compares, each once, in the order of play."""
    found: dict[tuple[EndKey, ...], None] = {}
    for block in spec.roots:
        for node in nested(block):
            match node:
                case core.End(result=core.Leads(keys=keys)):
                    found.setdefault(tuple(_end_key(k, spec, reading) for k in keys))
                case core.End(result=core.Scores(value=value, label=label)):
                    found.setdefault((EndKey(label, True, _alone(value, spec, reading)),))
                case _:
                    pass
    return tuple(found)


def _end_key(key: core.Key, spec: core.Spec, reading: Reading) -> EndKey:
    return EndKey(key.label, key.most, _alone(key.value, spec, reading))


def _alone(value: core.Expr, spec: core.Spec, reading: Reading) -> str | None:
    """Return the variable over players that an expression reads, if it reads nothing else."""
    match tuple(reading.of(value)):
        case (("variable", number),):
            variable = spec.variables[number]
            over = any(isinstance(k, Member) and k.family == "Player" for k in variable.index)
            return variable.name if over else None
        case _:
            return None
