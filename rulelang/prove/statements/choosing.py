"""Obligations of choices: somebody is there, and something is legal. Ref part two, "Choose".

What was known before a choice may be undone by the arms of an `anytime`, and by the earlier picks
of a choice that repeats.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang import core
from rulelang.core.trials import late_needs
from rulelang.core.walk import blocks_in
from rulelang.evolving import evolve
from rulelang.messages import obligations as claims
from rulelang.prove import cases, knowledge
from rulelang.prove.assume import assumed
from rulelang.prove.contexts import AHEAD, Prover
from rulelang.prove.evaluate import finds, known_true, many, member, numeric, one
from rulelang.prove.expressions import let_by, walk
from rulelang.prove.knowledge import NOWHERE_REACHED, Knowledge, without_cases
from rulelang.prove.statements.moving import amount, present

RunBlock = Callable[[Prover, Knowledge, core.Block], "Knowledge | None"]


def choose(p: Prover, k: Knowledge, node: core.Choose, run: RunBlock) -> Knowledge | None:
    """Walk a choice; return what is known after it, None where nothing follows."""
    if node.limit is not None:
        amount(p, k, node.limit)
    if node.asks and isinstance(node.limit, core.Const):
        most = node.limit.value
        claim = claims.picks_end(most - 1 if isinstance(most, int) else 0, node.because)
        p.oblige(k, claim, node.span, proved=True)
    first = _asked(p, knowledge.changed(k, p.w.anytime), node)
    return _once(p, first, node, run) if node.limit is None else _often(p, first, node, run)


def _asked(p: Prover, k: Knowledge, node: core.Choose) -> Knowledge:
    """Record that somebody is there to choose; return what is known then."""
    walk(p, k, node.actor)
    actor = one(p.w, k, node.actor)
    p.oblige(k, claims.player_named(), node.span, proved=not actor.none, fails=actor.is_none)
    return present(p, k, (node.actor,))


def _once(p: Prover, k: Knowledge, node: core.Choose, run: RunBlock) -> Knowledge | None:
    legal = any_legal(p, k, node.arms)
    if node.otherwise is None:
        proved = legal or any(arm.last_resort for arm in node.arms)
        fails = not proved and all(_never(p, k, arm) for arm in node.arms)
        p.oblige(k, claims.action_is_legal(), node.span, proved=proved, fails=fails)
    after: Knowledge | None = None
    only = node.otherwise is None and len(node.arms) == 1
    for arm in node.arms:
        after = knowledge.either(after, _arm(p, k, arm, run, surely=only))
    if node.otherwise is None:
        return after
    illegal = NOWHERE_REACHED if legal else _none_legal(p, k, node)
    return knowledge.either(after, run(p, illegal, node.otherwise))


def _often(p: Prover, first: Knowledge, node: core.Choose, run: RunBlock) -> Knowledge | None:
    """Walk a choice that repeats.

    `first`: what is known when it asks for the first time; `picked`: after any pick; `always`:
    what no pick can change, `asked`: and that somebody is there to choose.
    """
    always = without_cases(knowledge.changed(first, p.w.footprints.of_statement(node)))
    asked = _asked(p, always, node)
    picked: Knowledge | None = None
    closed: Knowledge | None = None
    for arm in node.arms:
        done = _arm(p, asked, arm, run)
        if arm.closes:
            closed = knowledge.either(closed, done)
        else:
            picked = knowledge.either(picked, done)
    if node.otherwise is not None:
        closed = knowledge.either(closed, run(p, always, node.otherwise))
    again = None if picked is None else knowledge.changed(picked, p.w.anytime)
    closing = [arm for arm in node.arms if arm.closes and not arm.last_resort]
    assert node.limit is not None
    assert closing, "what repeats has a `pass`"
    none_left = [] if numeric(p.w, first, node.limit).low > 0 else [first]
    ends = [at for at in (picked, *none_left) if at is not None]
    if not node.asks:
        claim = claims.close_is_legal(closing[-1].name)
        p.oblige(first, claim, node.span, proved=all(any_legal(p, at, closing) for at in ends))
    if node.otherwise is None and not any(arm.last_resort for arm in node.arms):
        asks = [at for at in (first, again) if at is not None]
        proved = all(any_legal(p, at, node.arms) for at in asks)
        p.oblige(first, claims.action_is_legal(), node.span, proved=proved)
    return always if _stops(node) else closed


def _stops(node: core.Choose) -> bool:
    """Return whether a pick may leave the choice by `stop`."""
    todo = [arm.body for arm in node.arms]
    while todo:
        for inner in todo.pop().statements:
            if isinstance(inner, core.Stop) and inner.loop == node.number:
                return True
            todo.extend(blocks_in(inner))
    return False


def anytime(p: Prover, k: Knowledge, node: core.Anytime, run: RunBlock) -> Knowledge | None:
    """Walk an `anytime` and the rest of its block."""
    walk(p, k, node.limit)
    walk(p, k, node.actor)
    actor = one(p.w, k, node.actor)
    p.oblige(k, claims.player_named(), node.actor.span, proved=not actor.none, fails=actor.is_none)
    k = present(p, k, (node.actor,))
    during = knowledge.changed(k, p.w.footprints.of_statement(node) | p.w.anytime)
    during = without_cases(during)
    for arm in node.arms:
        _arm(p, during, arm, run)
    return run(p, k, node.body)


def _arm(
    p: Prover, k: Knowledge, arm: core.Arm, run: RunBlock, *, surely: bool = False
) -> Knowledge | None:
    """Walk an arm; return what is known behind it. `surely`: it is what comes to be chosen."""
    comes = k.cases.get(AHEAD) if surely else None
    k = _bound(p, k, arm)
    for need in arm.needs:
        k = needed(p, k, need)
    if arm.sentence is not None:
        text(p, k, arm.sentence)
    return run(p, k if comes is None else evolve(k, cases={AHEAD: comes}), arm.body)


def needed(p: Prover, k: Knowledge, need: core.Need) -> Knowledge:
    """Walk a need; return what is known where it holds. A late one held in the trial."""
    walk(p, k, need.test)
    refused = assumed(p.w, k, need.test, holds=False)
    text(p, refused, need.reason)
    held = assumed(p.w, k, need.test)
    p.tested(k, need.test, holds=not held.is_dead, fails=not refused.is_dead)
    return held


def _bound(p: Prover, k: Knowledge, arm: core.Arm, *, checks: bool = True) -> Knowledge:
    """Return what is known of the arguments of an arm; with `checks`, walk their domains."""
    for choice in arm.choices:
        if checks:
            walk(p, k, choice.domain)
        for i in range(2 if choice.pair else 1):
            k = member(p.w, k, choice.slot + i, choice.domain)
        plain = not (choice.pair or choice.in_order)
        k = cases.with_cases(k, choice.slot, choice.domain) if plain else without_cases(k)
        if choice.where is not None:
            k = let_by(p, k, choice.where) if checks else assumed(p.w, k, choice.where)
    return k


def text(p: Prover, k: Knowledge, said: core.Text) -> None:
    """Walk the values inside a text."""
    for part in said.parts:
        if isinstance(part, core.Said):
            walk(p, k, part.value)


# ---------------------------------------------------------------- what is legal


def any_legal(p: Prover, k: Knowledge, arms: tuple[core.Arm, ...] | list[core.Arm]) -> bool:
    """Return whether some arm is surely legal.

    They are tried in turn; that one without arguments is not tells something of the next.
    """
    for arm in arms:
        if k.is_dead or _legal(p, k, arm):
            return True
        if not arm.choices and not arm.last_resort:
            k = _without(p, k, arm)
    return k.is_dead


def _legal(p: Prover, k: Knowledge, arm: core.Arm) -> bool:
    if arm.last_resort or any(choice.pair or choice.in_order for choice in arm.choices):
        return False
    if late_needs(arm):
        return False
    tests = tuple(need.test for need in arm.needs)
    wheres = tuple(choice.where for choice in arm.choices if choice.where is not None)
    if not arm.choices:
        return all(known_true(p.w, k, test) for test in tests)
    binders = tuple(core.Binder(choice.slot, choice.domain) for choice in arm.choices)
    conditions = (*wheres, *tests)
    if not conditions:
        return finds(p.w, k, core.Search(binders, None))
    joined = conditions[0] if len(conditions) == 1 else core.And(_flat(conditions))
    if finds(p.w, k, core.Search(binders, joined)):
        return True
    inner = _bound(p, k, arm, checks=False)
    sure = all(known_true(p.w, inner, test) for test in tests) and not wheres
    return sure and finds(p.w, k, core.Search(binders, None))


def _flat(parts: tuple[core.Expr, ...]) -> tuple[core.Expr, ...]:
    found: list[core.Expr] = []
    for part in parts:
        found.extend(part.parts if isinstance(part, core.And) else (part,))
    return tuple(found)


def _never(p: Prover, k: Knowledge, arm: core.Arm) -> bool:
    """Return whether an arm is never legal."""
    if k.is_dead or any(many(p.w, k, choice.domain).most == 0 for choice in arm.choices[:1]):
        return not k.is_dead
    inner = _bound(p, k, arm, checks=False)
    for need in arm.needs:
        inner = assumed(p.w, inner, need.test)
    return inner.is_dead


def _without(p: Prover, k: Knowledge, arm: core.Arm) -> Knowledge:
    """Return what is known where an arm without arguments is not legal."""
    if late_needs(arm):
        return k
    tests = _flat(tuple(need.test for need in arm.needs))
    return assumed(p.w, k, tests[0] if len(tests) == 1 else core.And(tests), holds=False)


def _none_legal(p: Prover, k: Knowledge, node: core.Choose) -> Knowledge:
    for arm in node.arms:
        if not arm.choices and not arm.last_resort:
            k = _without(p, k, arm)
    return k
