"""Obligations of statements, and what is known after each. Ref part two, "Statements".

A function returns what is known where play goes on behind its statement; None where it never does.
A loop is walked once, with what its body cannot change. In the set-up, where much is known, loops
over constants are unrolled and calls are entered, as long as `Prover.steps` lasts.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from math import prod
from typing import assert_never

from rulelang import core
from rulelang.core.walk import blocks_in
from rulelang.evolving import evolve
from rulelang.messages import obligations as claims
from rulelang.prove import assume, cases, knowledge
from rulelang.prove.contexts import MOST_ROUNDS, Prover, entered
from rulelang.prove.evaluate import finds, key_of, known_true, numeric, one, possible, reach
from rulelang.prove.expressions import index, keys, search, walk
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.possible import between, of_value
from rulelang.prove.statements.ahead import look_ahead
from rulelang.prove.statements.assigning import assign
from rulelang.prove.statements.choosing import anytime, choose, needed, text
from rulelang.prove.statements.leaving import still_there
from rulelang.prove.statements.moving import amount, draw, move, place, present, roll
from rulelang.prove.statements.pieces import piece, same
from rulelang.prove.statements.rounds import at_each_round

MOST_CALLS = 10  # entered within each other


def block(p: Prover, k: Knowledge, node: core.Block) -> Knowledge | None:
    """Walk a block; what follows a statement that never goes on is not reached."""
    for statement in node.statements:
        p.steps = max(0, p.steps - 1)
        (after,) = piece(p, k, statement, partial(_after, k=k, node=statement))
        if after is None:
            return None
        k = _as_certain(p, k, after, statement)
    return k


def _after(p: Prover, k: Knowledge, node: core.Statement) -> tuple[Knowledge | None]:
    return (_statement(p, k, node),)


def _as_certain(p: Prover, k: Knowledge, after: Knowledge, node: core.Statement) -> Knowledge:
    """Return `after` with the cases of `k`: what comes to a statement comes to the next."""
    if not k.cases and not after.cases:
        return after
    leaves = k.cases and cases.may_leave(p, node)
    return evolve(after, cases=knowledge.NO_CASES if leaves else k.cases)


def _statement(p: Prover, k: Knowledge, node: core.Statement) -> Knowledge | None:  # noqa: C901 - a flat dispatch
    match node:
        case core.Let():
            return _let(p, k, node)
        case core.Move():
            return move(p, k, node)
        case core.Draw():
            return draw(p, k, node)
        case core.Roll():
            return roll(p, k, node)
        case core.Assign():
            return assign(p, k, node)
        case core.Remember(memory=number, forgets=forgets, span=span):
            if not forgets:
                claim = claims.room_to_remember(p.w.spec.memories[number].name)
                p.oblige(k, claim, span, proved=p.w.may_remember[number])
            return k
        case core.Reveal(zone=zone, args=args, span=span):
            family = p.w.spec.zones[zone]
            if args is not None:
                index(p, k, (family.name, family.index), args, span)
            return k
        case core.Show(place=shown, player=player):
            return _player(p, place(p, k, shown), player)
        case core.Say(text=said, player=player):
            k = k if player is None else _player(p, k, player)
            text(p, k, said)
            return k
        case core.If():
            return _if(p, k, node)
        case core.For():
            return _for(p, k, node)
        case core.Repeat():
            return _repeat(p, k, node)
        case core.Turns():
            return _turns(p, k, node)
        case core.NextTurn(player=player):
            return _player(p, k, player)
        case core.Stop():
            return None
        case core.Phase(body=body):
            return block(p, k, body)
        case core.Random():
            return _random(p, k, node)
        case core.Choose():
            return choose(p, k, node, block)
        case core.Anytime():
            return anytime(p, k, node, block)
        case core.End():
            _end(p, k, node)
            return None
        case core.Invoke():
            return _invoke(p, k, node)
        case core.Need():
            return needed(p, k, node)
        case core.TooDeep(name=name, most=most, span=span):
            p.oblige(k, claims.not_too_deep(name, most), span, proved=False)
            return None
        case _:
            assert_never(node)


def _let(p: Prover, k: Knowledge, node: core.Let) -> Knowledge:
    walk(p, k, node.value)
    key = key_of(p.w, k, node.value)
    k = knowledge.bound(k, node.slot, possible(p.w, k, node.value))
    if isinstance(key, core.Const):
        return k
    k = knowledge.named(k, node.slot, key, p.w.print_of(key))
    match key:
        case core.Arithmetic(op="min" | "max" as op, left=left, right=right):
            for part in (left, right):  # each is known for as long as that part stays
                same = core.Compare("<=" if op == "min" else ">=", core.Local(node.slot), part)
                k = knowledge.with_claim(k, same, p.w.print_of(same))
        case _:
            pass
    return k


def _player(p: Prover, k: Knowledge, e: core.Expr) -> Knowledge:
    """Walk an expression that must name a player."""
    walk(p, k, e)
    found = one(p.w, k, e)
    if not isinstance(e, core.Const):
        p.oblige(k, claims.player_named(), e.span, proved=not found.none, fails=found.is_none)
    return present(p, k, (e,))


def _if(p: Prover, k: Knowledge, node: core.If) -> Knowledge | None:
    by_case = node.test.span == node.span  # of a `match`, whose last case is what is left
    ways = partial(_ways, k=k, test=node.test, by_case=by_case)
    held, otherwise = piece(p, k, node.test, ways)
    then = None if held is None else block(p, held, node.then)
    if otherwise is not None and node.other is not None:
        otherwise = block(p, otherwise, node.other)
    return knowledge.either(then, otherwise)


def _ways(
    p: Prover, k: Knowledge, test: core.Expr, *, by_case: bool = False
) -> tuple[Knowledge, Knowledge]:
    """Walk a condition; return what is known where it holds, and where it does not."""
    walk(p, k, test)
    held, refused = assume.assumed(p.w, k, test), assume.assumed(p.w, k, test, holds=False)
    p.tested(k, test, holds=not held.is_dead, fails=by_case or not refused.is_dead)
    return held, refused


# ---------------------------------------------------------------- loops


def _for(p: Prover, k: Knowledge, node: core.For) -> Knowledge | None:
    bindings = _unrolled(p, node)
    if bindings is not None:
        return _one_by_one(p, k, node, bindings)
    inner = search(p, k, node.search, node.span)
    keys(p, inner, node.keys)
    if cases.may_leave(p, node):  # then later rounds may not be played
        inner = knowledge.without_cases(inner)
    undone = p.w.footprints.of_block(node.body)
    block(p, same(p, still_there(p, at_each_round(p, inner, node), node)), node.body)
    _look_ahead(p, k, node)
    return same(p, knowledge.changed(k, undone))


def _look_ahead(p: Prover, k: Knowledge, node: core.For) -> None:
    found = None if node.keys or node.search.where is not None else _bindings(node, MOST_ROUNDS)
    if found is not None:
        bindings = found

        def run(q: Prover, at: Knowledge, number: int) -> Knowledge | None:
            return block(q, _bound(at, node, bindings[number]), node.body)

        look_ahead(p, k, node, len(bindings), run)


def _unrolled(p: Prover, node: core.For) -> list[tuple[core.Value, ...]] | None:
    """Return the bindings of a loop over constants, if they may be followed one by one."""
    found = None if node.keys else _bindings(node, min(MOST_ROUNDS, p.steps - 1))
    return None if found is None or _stops(node) else found


def _bindings(node: core.For, most: int) -> list[tuple[core.Value, ...]] | None:
    """Return the bindings of a loop over constants, if they are so many at most."""
    domains: list[tuple[core.Value, ...]] = []
    for binder in node.search.binders:
        match binder:
            case core.Binder(domain=core.Const(value=tuple(values)), followed=False):
                domains.append(values)
            case _:
                return None
    rounds = prod(len(values) for values in domains)  # before any of them is made
    return [*product(*domains)] if rounds <= most else None


def _stops(node: core.For | core.Repeat) -> bool:
    """Return whether a loop may be left early."""
    todo = [node.body]
    while todo:
        for statement in todo.pop().statements:
            if isinstance(statement, core.Stop):
                return True
            todo.extend(blocks_in(statement))
    return False


def _one_by_one(
    p: Prover, k: Knowledge, node: core.For, bindings: list[tuple[core.Value, ...]]
) -> Knowledge | None:
    after: Knowledge | None = k
    for values in bindings:
        if after is None:
            return None
        inner = _bound(after, node, values)
        where = node.search.where
        if where is None:
            after = block(p, inner, node.body)
            continue
        begun = _bound(k, node, values)
        walk(p, begun, where)
        taken = known_true(p.w, begun, where)  # settled for all before the first body runs
        p.tested(begun, where, holds=taken is not False, fails=taken is not True)
        if taken is not False:
            done = block(p, inner if taken else knowledge.without_cases(inner), node.body)
            after = done if taken else knowledge.either(done, after)
    return after


def _bound(k: Knowledge, node: core.For, values: tuple[core.Value, ...]) -> Knowledge:
    for binder, value in zip(node.search.binders, values, strict=True):
        k = knowledge.bound(k, binder.slot, of_value(value))
    return k


def _repeat(p: Prover, k: Knowledge, node: core.Repeat) -> Knowledge | None:
    undone = p.w.footprints.of_block(node.body)
    inner = knowledge.changed(k, undone)
    if node.until is None:
        amount(p, k, node.limit)
        rounds = numeric(p.w, k, node.limit)
        if rounds.low == rounds.high < min(MOST_ROUNDS + 1, p.steps) and not _stops(node):
            return _each_round(p, k, node, rounds.low)
        inner = knowledge.without_cases(inner)
        look_ahead(
            p, k, node, min(rounds.low, MOST_ROUNDS), lambda q, at, _: block(q, at, node.body)
        )
    else:
        walk(p, inner, node.limit)
        inner = _ways(p, inner, node.until)[1]
    block(p, same(p, inner), node.body)
    return same(p, knowledge.changed(k, undone))


def _each_round(p: Prover, k: Knowledge, node: core.Repeat, rounds: int) -> Knowledge | None:
    after: Knowledge | None = k
    for _ in range(rounds):
        if after is None:
            return None
        after = block(p, after, node.body)
    return after


def _turns(p: Prover, k: Knowledge, node: core.Turns) -> Knowledge:
    if node.start is not None:
        k = _player(p, k, node.start)
    after = knowledge.changed(k, p.w.footprints.of_statement(node))
    walk(p, after, node.limit)
    inner = knowledge.without_cases(after)
    inner = knowledge.bound(inner, node.slot, between(0, len(p.w.spec.players) - 1))
    if node.among is not None:
        walk(p, inner, node.among)
        inner = assume.assumed(p.w, inner, node.among)
        inner = knowledge.changed(inner, p.w.footprints.of_fresh())  # set back after it was asked
    turn = between(1, max(1, numeric(p.w, after, node.limit).high))
    inner = knowledge.bound(inner, node.slot + 1, turn if node.counted else between(0, 0))
    block(p, same(p, inner), node.body)
    return same(p, after)


def _random(p: Prover, k: Knowledge, node: core.Random) -> Knowledge | None:
    inner = search(p, k, node.search, node.span)
    sure = finds(p.w, k, node.search)
    never = reach(p.w, k, node.search)[1] == 0
    p.oblige(k, claims.chance_has_choice(), node.span, proved=sure, fails=never)
    return block(p, inner, node.body)


# ---------------------------------------------------------------- ends and calls


def _end(p: Prover, k: Knowledge, node: core.End) -> None:
    players = between(0, len(p.w.spec.players) - 1)
    match node.result:
        case core.Wins(winner=winner):
            walk(p, k, winner)
            found = one(p.w, k, winner)
            claim = claims.winner_named()
            p.oblige(k, claim, node.span, proved=not found.none, fails=found.is_none)
        case core.Drawn() | core.Together():
            return
        case core.Leads(slot=slot, keys=sorting):
            teams = p.w.spec.teams
            sides = players if teams is None else between(0, max(teams))
            keys(p, knowledge.bound(k, slot, sides), sorting)
        case core.Scores(slot=slot, value=value):
            walk(p, knowledge.bound(k, slot, players), value)
        case _:
            assert_never(node.result)


def _invoke(p: Prover, k: Knowledge, node: core.Invoke) -> Knowledge | None:
    for arg in node.args:
        walk(p, k, arg)
    after = knowledge.changed(k, p.w.footprints.of_effect(node.effect))
    body = p.w.spec.effects[node.effect].body
    if p.steps == 0 or p.is_ahead or p.calls == MOST_CALLS:
        p.calls_effect(k, node.effect, node.args)
        return after if p.w.returning[node.effect] else None
    p.calls += 1
    inside = block(p, entered(p.w, k, node.args), body)
    p.calls -= 1
    return None if inside is None else _returned(after, inside)


def _returned(k: Knowledge, inside: Knowledge) -> Knowledge:
    """Return what is known behind a call that was entered: what holds whoever asks."""
    for key, (held, print_) in inside.values.items():
        if not print_.locals:
            k = knowledge.with_value(k, key, held, print_)
    for claim, print_ in inside.claims.items():
        if not print_.locals:
            k = knowledge.with_claim(k, claim, print_)
    return k
