"""Inequalities that follow from others: `coins(p) - price >= 0` where `coins(p) >= price` holds.

A term is a sum of atoms with whole factors. A goal is proved where it, less one or two known
inequalities, cannot be below 0. That finds what authors write; it is no decision procedure.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from rulelang import core
from rulelang.freezing import frozen
from rulelang.prove import assume
from rulelang.prove.evaluate import key_of, known_true, numeric
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.world import World

SPLITS = 3
MOST_FACTS = 24


@frozen
class Term:
    """A sum of atoms, each with its factor, and a constant."""

    factors: tuple[tuple[core.Expr, int], ...]
    constant: int

    @property
    def atoms(self) -> frozenset[core.Expr]:
        """Return what the sum is about."""
        return frozenset(atom for atom, _ in self.factors)


def plus(a: Term, b: Term, times: int = 1) -> Term:
    """Return `a + times * b`."""
    found = dict(a.factors)
    for atom, factor in b.factors:
        found[atom] = found.get(atom, 0) + times * factor
    kept = tuple((atom, factor) for atom, factor in found.items() if factor)
    return Term(kept, a.constant + times * b.constant)


def term(w: World, k: Knowledge, e: core.Expr) -> Term:
    """Return the number that an expression is, as a sum."""
    fixed = numeric(w, k, e).only
    if fixed is not None:
        return Term((), fixed)
    match e:
        case core.Local(slot=slot) if slot in k.names and w.go_deeper():
            found = term(w, k, k.names[slot][0])
            w.depth -= 1
            return found
        case core.Call() if w.go_deeper():
            found = term(w, k, w.body_of(e))
            w.depth -= 1
            return found
        case core.Arithmetic(op="+", left=left, right=right):
            return plus(term(w, k, left), term(w, k, right))
        case core.Arithmetic(op="-", left=left, right=right):
            return plus(term(w, k, left), term(w, k, right), -1)
        case core.Arithmetic(op="*", left=left, right=right):
            return _product(w, k, e, left, right)
        case _:
            return Term(((key_of(w, k, e), 1),), 0)


def _product(w: World, k: Knowledge, e: core.Expr, left: core.Expr, right: core.Expr) -> Term:
    for factor, other in ((left, right), (right, left)):
        times = numeric(w, k, factor).only
        if times is not None:
            return plus(Term((), 0), term(w, k, other), times)
    return Term(((key_of(w, k, e), 1),), 0)


def lowest(w: World, k: Knowledge, found: Term) -> int:
    """Return the least that a sum can be, atom by atom."""
    low = found.constant
    for atom, factor in found.factors:
        held = numeric(w, k, atom)
        low += factor * (held.low if factor > 0 else held.high)
    return low


def at_least(w: World, k: Knowledge, left: core.Expr, right: core.Expr) -> bool:
    """Return whether `left >= right` is sure."""
    if k.is_dead:
        return True
    return _proved(w, k, plus(term(w, k, left), term(w, k, right), -1), SPLITS)


def holds(w: World, k: Knowledge, claim: core.Expr) -> bool:
    """Return whether a claim is sure."""
    if known_true(w, k, claim):
        return True
    match claim:
        case core.Compare(op=">=", left=left, right=right):
            return at_least(w, k, left, right)
        case core.Compare(op="<=", left=left, right=right):
            return at_least(w, k, right, left)
        case core.Compare(op=">", left=left, right=right):
            return at_least(w, k, left, core.Arithmetic("+", right, core.Const(1)))
        case core.Compare(op="<", left=left, right=right):
            return at_least(w, k, right, core.Arithmetic("+", left, core.Const(1)))
        case _:
            return False


def _proved(w: World, k: Knowledge, wanted: Term, splits: int) -> bool:
    if lowest(w, k, wanted) >= 0:
        return True
    facts = _related(w, k, wanted)
    if any(lowest(w, k, plus(wanted, fact, -1)) >= 0 for fact in facts):
        return True
    if any(lowest(w, k, plus(plus(wanted, a, -1), b, -1)) >= 0 for a, b in combinations(facts, 2)):
        return True
    split = next((found for found in map(_ways, wanted.atoms) if found), None)
    return split is not None and splits > 0 and _in_each(w, k, wanted, split, splits)


Way: TypeAlias = tuple[core.Expr, bool, core.Expr]  # a test, whether it holds, and the value then


def _ways(atom: core.Expr) -> tuple[core.Expr, tuple[Way, Way]] | None:
    """Return the two values that an atom may have, and when."""
    match atom:
        case core.IfThen(test=test, then=then, other=other):
            return atom, ((test, True, then), (test, False, other))
        case core.Arithmetic(op="max", left=left, right=right):
            test = core.Compare(">=", left, right)
            return atom, ((test, True, left), (test, False, right))
        case core.Arithmetic(op="min", left=left, right=right):
            test = core.Compare("<=", left, right)
            return atom, ((test, True, left), (test, False, right))
        case _:
            return None


def _in_each(
    w: World,
    k: Knowledge,
    wanted: Term,
    split: tuple[core.Expr, tuple[Way, Way]],
    splits: int,
) -> bool:
    """Return whether a sum is at least 0 whichever value one of its atoms has."""
    atom, ways = split
    factor = dict(wanted.factors)[atom]
    rest = plus(wanted, Term(((atom, factor),), 0), -1)
    for test, holds, value in ways:
        inner = assume.assumed(w, k, test, holds=holds)
        now = plus(rest, term(w, inner, value), factor)
        if not inner.is_dead and not _proved(w, inner, now, splits - 1):
            return False
    return True


def _related(w: World, k: Knowledge, wanted: Term) -> list[Term]:
    """Return known sums of at least 0 that share atoms with the goal or with each other."""
    known = [*_claimed(w, k)]
    atoms = set(wanted.atoms)
    for atom in wanted.atoms:
        known += _axioms(w, k, atom)
    found: list[Term] = []
    grown = True
    while grown and len(found) < MOST_FACTS:
        more = [fact for fact in known if fact not in found and not atoms.isdisjoint(fact.atoms)]
        found += more
        atoms |= {atom for fact in more for atom in fact.atoms}
        grown = bool(more)
    return found[:MOST_FACTS]


def _claimed(w: World, k: Knowledge) -> Iterator[Term]:
    for claim in k.claims:
        match claim:
            case core.Compare(op=op, left=left, right=right) if op != "is not":
                a, b = term(w, k, left), term(w, k, right)
                if op in (">", ">=", "is"):
                    yield plus(plus(a, b, -1), Term((), 1 if op == ">" else 0), -1)
                if op in ("<", "<=", "is"):
                    yield plus(plus(b, a, -1), Term((), 1 if op == "<" else 0), -1)
            case _:
                pass


def _axioms(w: World, k: Knowledge, atom: core.Expr) -> Iterator[Term]:
    """Yield what is always true of an atom."""
    me = Term(((atom, 1),), 0)
    match atom:
        case core.Arithmetic(op="min", left=left, right=right):
            yield from (plus(term(w, k, part), me, -1) for part in (left, right))
        case core.Arithmetic(op="max", left=left, right=right):
            yield from (plus(me, term(w, k, part), -1) for part in (left, right))
        case core.Arithmetic(op="/down" | "/up" as op, left=left, right=right):
            divisor = numeric(w, k, right).only
            if divisor is not None and divisor > 0:
                rest = plus(term(w, k, left), me, -divisor)
                slack = Term((), divisor - 1)
                yield rest if op == "/down" else plus(rest, slack)
                yield plus(slack, rest, -1) if op == "/down" else plus(Term((), 0), rest, -1)
        case core.Fold(fold="count", search=core.Search(binders=(core.Binder(domain=domain),))):
            yield plus(term(w, k, core.Size(domain)), me, -1)
        case _:
            pass
