"""The state of one walk: what was recorded, and what is known where facts and effects are called.

Facts and effects are walked once, after all their callers, with what is known at every call.
"""

from __future__ import annotations

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.freezing import define
from rulelang.messages.obligations import Claim, fails_always
from rulelang.obligations import MAY_FAIL, MAY_HOLD, Obligation, Status, Verdict
from rulelang.prove import knowledge
from rulelang.prove.evaluate import key_of, possible
from rulelang.prove.footprints import Footprint
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.linear import holds
from rulelang.prove.memory import Sharing
from rulelang.prove.trees import Renaming, copied
from rulelang.prove.world import World
from rulelang.source import Span

MOST_ROUNDS = 100  # of a loop that is unrolled
CALLEE = 1_000_000  # where the locals of a callee are numbered while those of the caller go
AHEAD = 2_000_000  # the local whose cases tell that what is looked at ahead certainly comes about


@define
class Prover:
    """One walk: of the set-up, of play, of an effect or fact.

    `steps`: how many statements may still be followed one by one, loops unrolled and calls
    entered; 0 where everything is walked once, as in play. `calls`: how many are entered now.
    `failures`: one for each place. `tests`: for each condition that play comes to, what may
    come of it there. `called`: what is known inside facts (True) and effects that
    are not entered, in the order of the calls. `sharing`: with whom pieces of it are shared.
    `is_ahead`: rounds are followed that come about; what fails there counts only where it does.
    """

    w: World
    found: list[Obligation] = attrs.field(factory=list)
    failures: dict[Span, Diagnostic] = attrs.field(factory=dict)
    called: list[tuple[bool, int, Knowledge]] = attrs.field(factory=list)
    steps: int = 0
    calls: int = 0
    tests: dict[Span, Verdict] = attrs.field(factory=dict)
    sharing: Sharing | None = None
    is_ahead: bool = False

    def tested(self, k: Knowledge, test: core.Expr, *, holds: bool, fails: bool) -> None:
        """Record whether a condition may hold, and whether it may fail, where play comes to it."""
        if (holds or fails) and not k.is_dead and not isinstance(test, core.Const):
            self.judged(test.span, (MAY_HOLD if holds else 0) | (MAY_FAIL if fails else 0))

    def judged(self, span: Span, verdict: Verdict) -> None:
        """Record what else may come of a condition."""
        self.tests[span] = self.tests.get(span, 0) | verdict

    def oblige(
        self, k: Knowledge, claim: Claim, span: Span, *, proved: bool, fails: bool = False
    ) -> None:
        """Record what must hold at a place: proved, open, or certain to fail."""
        holds = proved or k.is_dead
        if fails and not holds:
            if self.is_ahead and AHEAD not in k.cases:
                return
            self.failures.setdefault(span, fails_always(claim, span))
            return
        status: Status = "proved" if holds else "open"
        made = Obligation(claim.guarantee, claim.text, span, status, claim.mend, claim.place)
        self.found.append(made)

    def fails_in_a_case(self, claim: Claim, span: Span) -> None:
        """Record what fails for one of the values that a local certainly takes at a place."""
        self.failures.setdefault(span, fails_always(claim, span, once=True))

    def calls_effect(self, k: Knowledge, effect: int, args: tuple[core.Expr, ...]) -> None:
        """Note what is known where an effect is called."""
        if not k.is_dead:
            self.called.append((False, effect, entered(self.w, k, args)))

    def calls_fact(self, k: Knowledge, fact: int, args: tuple[core.Expr, ...]) -> None:
        """Note what is known where a fact is called."""
        if not k.is_dead and self.w.may_fail(fact):
            self.called.append((True, fact, entered(self.w, k, args)))


def joined(w: World, known: Knowledge, more: Knowledge) -> Knowledge:
    """Return what is known in two calls: also what is said in one and follows in the other."""
    found = knowledge.either(known, more)
    assert found is not None
    for said, other in ((known, more), (more, known)):
        for claim, print_ in said.claims.items():
            if claim not in found.claims and holds(w, other, claim):
                found = knowledge.with_claim(found, claim, print_)
    return found


def entered(w: World, k: Knowledge, args: tuple[core.Expr, ...]) -> Knowledge:
    """Return what is known inside a fact or effect that is called here.

    Its parameters are the locals 0, 1, …; what is known of the arguments is known of them.
    """
    inner = Knowledge(is_dead=k.is_dead)
    for slot, arg in enumerate(args):
        inner = knowledge.bound(inner, slot, possible(w, k, arg))
        if isinstance(arg, core.Local) and arg.slot in k.cases:
            inner = evolve(inner, cases={**inner.cases, slot: k.cases[arg.slot]})
    places = {key_of(w, k, arg): slot for slot, arg in reversed([*enumerate(args)])}
    renaming = Renaming(lambda part: _parameter(places, part))
    named = [key for key in places if not isinstance(key, core.Const)]
    slots = {key.slot for key in named if isinstance(key, core.Local)}
    among = frozenset(slots) if len(slots) == len(named) else None
    for slot, arg in enumerate(args):
        print_ = w.print_of(key_of(w, k, arg))
        if not print_.locals and not isinstance(arg, core.Const):
            inner = knowledge.named(inner, slot, key_of(w, k, arg), print_)
    for key, (held, _) in k.values.items():
        mine = _translated(w, key, renaming, among)
        if mine is not None:
            inner = knowledge.with_value(inner, mine[0], held, mine[1])
    for claim in k.claims:
        mine = _translated(w, claim, renaming, among)
        if mine is not None:
            inner = knowledge.with_claim(inner, mine[0], mine[1])
    return inner


def _parameter(places: dict[core.Expr, int], part: core.Expr) -> core.Expr | None:
    slot = None if isinstance(part, core.Const) else places.get(part)
    return None if slot is None else core.Local(CALLEE + slot)


def _translated(
    w: World, key: core.Expr, renaming: Renaming, among: frozenset[int] | None
) -> tuple[core.Expr, Footprint] | None:
    """Return an expression in the callee's locals; None where it names one of the caller's.

    `among`: the arguments, where all of them are locals or constants.
    """
    if among is not None:  # then its footprint tells without a copy what becomes of most
        before = w.print_of(key)
        if any(0 <= slot < CALLEE and slot not in among for slot in before.locals):
            return None
        if all(slot < 0 for slot in before.locals):  # what it binds itself
            return key, before
    mine = copied(key, renaming)
    print_ = w.print_of(mine)
    if any(0 <= slot < CALLEE for slot in print_.locals):
        return None
    if not print_.locals:
        return mine, print_
    done = copied(mine, Renaming(_settled))
    return done, w.print_of(done)


def _settled(part: core.Expr) -> core.Expr | None:
    match part:
        case core.Local(slot=slot) if slot >= CALLEE:
            return core.Local(slot - CALLEE)
        case _:
            return None
