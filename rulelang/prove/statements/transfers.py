"""What certainly lies in a place, and what is known after components have moved. Ref §31."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.messages import obligations as claims
from rulelang.messages.obligations import Claim
from rulelang.prove import cases, knowledge
from rulelang.prove.contexts import Prover
from rulelang.prove.evaluate import key_of, many, numeric, one
from rulelang.prove.footprints import Cell, Cells, cell_of, meet
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.linear import at_least
from rulelang.prove.possible import Many, One, Possible, between, disjoint, listed, within
from rulelang.prove.world import total
from rulelang.source import Span


@frozen
class Transfer:
    """So many components, of these kinds, go from one place to another.

    `source` None: from wherever the one there is lies. `whole`: all that lies there.
    """

    count: core.Expr
    kinds: Possible
    source: core.Place | None
    target: core.Place
    span: Span
    whole: bool = False


def contents(node: core.Place) -> core.Contents:
    """Return what lies in a place, as an expression."""
    return core.Contents(node.zone, node.args)


def transferred(p: Prover, k: Knowledge, t: Transfer) -> Knowledge:
    """Record that the target can take what comes; return what is known once it has come."""
    zone = p.w.spec.zones[t.target.zone]
    count = numeric(p.w, k, t.count)
    if zone.capacity is not None:
        filled = core.Arithmetic("+", core.Size(contents(t.target)), t.count)
        fits = at_least(p.w, k, core.Const(zone.capacity), filled) or (
            total(p.w.spec, p.w.held[t.target.zone]) <= zone.capacity
        )
        cases.oblige(p, k, lambda at: _overfills(p, at, t), t.span, proved=fits)
    taken = listed(zone.kinds)
    fails = count.low > 0 and foreign(t.kinds, taken)
    fits = within(t.kinds, taken)
    p.oblige(k, claims.takes_kind(zone.name), t.span, proved=fits, fails=fails)
    return _after(p, k, t)


def _overfills(p: Prover, k: Knowledge, t: Transfer) -> tuple[Claim, bool]:
    """Return the claim about the room in the target, and whether it is surely too small."""
    zone = p.w.spec.zones[t.target.zone]
    room = 0 if zone.capacity is None else zone.capacity
    few = numeric(p.w, k, t.count).low
    full = few > 0 and many(p.w, k, contents(t.target)).least + few > room
    apart = t.source is None or t.source.zone != t.target.zone
    written = t.count.value if isinstance(t.count, core.Const) else None
    comes = written if isinstance(written, int) and 0 < written <= room else None
    return claims.has_room(zone.name, room, comes, t.target.span), full and apart


def foreign(kinds: Possible, taken: Possible) -> bool:
    """Return whether none of some kinds is among those that a zone takes or holds."""
    if not isinstance(kinds, One) or not isinstance(taken, One) or taken.is_empty:
        return False
    some = evolve(kinds, none=False)
    return not some.is_empty and disjoint(some, taken)


def _after(p: Prover, k: Knowledge, t: Transfer) -> Knowledge:
    """Forget what the transfer may have changed; add how much lies in both places now."""
    count = numeric(p.w, k, t.count)
    few, most = max(0, count.low), max(0, count.high)
    held = many(p.w, k, contents(t.target))
    kinds = p.w.contents(t.target.zone).element
    if t.source is None:
        cells = frozenset(Cell("zone", number, None) for number in range(len(p.w.spec.zones)))
    else:
        cells = frozenset({_cell(p, k, t.source), _cell(p, k, t.target)})
    if t.source is None or t.source.zone == t.target.zone:  # it may be one and the same place
        now = [(t.target, Many(kinds, max(held.least, few), held.most + most))]
        return _known_again(p, k, cells, now, ())
    before = many(p.w, k, contents(t.source))
    left = Many(before.element, max(0, before.least - most), max(0, before.most - few))
    left = Many(before.element, 0, 0) if t.whole else left
    now = [(t.source, left), (t.target, Many(kinds, held.least + few, held.most + most))]
    return _known_again(p, k, cells, now, _tallies_after(p, k, t, count))


def _known_again(
    p: Prover,
    k: Knowledge,
    cells: Cells,
    now: list[tuple[core.Place, Many]],
    tallies: Iterable[tuple[core.Expr, One]],
) -> Knowledge:
    """Forget what reads some cells; add what places hold whose names do not depend on those."""
    keyed: list[tuple[core.Expr, Possible]] = [
        (key_of(p.w, k, contents(node)), found)
        for node, found in now
        if steady(p, k, node.args, cells)
    ]
    each = {key: (found, p.w.print_of(key)) for key, found in tallies}
    k = knowledge.changed(k, cells)
    for key, found in keyed:
        k = knowledge.with_value(k, key, found, p.w.print_of(key))
    return knowledge.with_new_values(k, each) if each else k


@lru_cache(maxsize=4_096)
def tally(place: core.Expr, kind: int) -> core.Expr:
    """Return how many of a kind lie in a place, canonical."""
    same = core.Compare("is", core.Local(-1), core.Const(kind))
    return core.Fold("count", core.Search((core.Binder(-1, place),), same))


def _tallies_after(
    p: Prover, k: Knowledge, t: Transfer, count: One
) -> Iterator[tuple[core.Expr, One]]:
    """Yield how many of each kind lie in both places after a transfer, as far as it is known."""
    for node, sign in ((t.source, -1), (t.target, 1)):
        key = None if node is None else key_of(p.w, k, contents(node))
        constant = isinstance(key, core.Contents) and not p.w.print_of(key).locals
        if key is None or not constant or len(p.w.print_of(key).cells) > 1:
            continue
        for kind in p.w.held[node.zone] if node is not None else ():
            known = k.values.get(tally(key, kind))
            if known is not None and isinstance(known[0], One):
                yield tally(key, kind), _tallied(known[0], t.kinds, kind, (sign, count))


def _tallied(before: One, moved: Possible, kind: int, change: tuple[int, One]) -> One:
    """Return how many there are after `count` of some kinds have come (+1) or gone (-1)."""
    sign, count = change
    if isinstance(moved, One) and disjoint(moved, between(kind, kind)):
        return before
    few = count.low if isinstance(moved, One) and moved.only == kind else 0
    if sign > 0:
        return between(before.low + few, before.high + count.high)
    return between(max(0, before.low - count.high), max(0, before.high - few))


def steady(p: Prover, k: Knowledge, parts: tuple[core.Expr, ...], cells: Cells) -> bool:
    """Return whether expressions keep their values when some cells change."""
    return not any(meet(p.w.print_of(key_of(p.w, k, part)).cells, cells) for part in parts)


def _cell(p: Prover, k: Knowledge, node: core.Place) -> Cell:
    args = tuple(key_of(p.w, k, arg) for arg in node.args)
    return cell_of("zone", node.zone, args)


def rolled(p: Prover, k: Knowledge, node: core.Place) -> Knowledge:
    """Return what is known after a roll: other faces, as many dice."""
    held = many(p.w, k, contents(node))
    again = Many(p.w.contents(node.zone).element, held.least, held.most)
    return _known_again(p, k, frozenset({_cell(p, k, node)}), [(node, again)], ())


# ---------------------------------------------------------------- what lies there


def lies_there(p: Prover, k: Knowledge, node: core.Move, what: core.Expr) -> bool:
    """Return whether as many components as are moved surely lie in the source."""
    assert node.source is not None
    source = contents(node.source)
    most = numeric(p.w, k, node.count).high
    if most <= 1 and is_element(p, k, what, source):
        return True
    if at_least(p.w, k, _named_tally(p, k, source, what), node.count):
        return True
    kinds = evolve(one(p.w, k, what), none=False)
    held = many(p.w, k, source).element
    alike = isinstance(held, One) and held.only is not None and kinds.only == held.only
    if alike and at_least(p.w, k, core.Size(source), node.count):
        return True
    if kinds.listed is None:
        return False
    key = key_of(p.w, k, source)
    if all(at_least(p.w, k, tally(key, kind), node.count) for kind in kinds.listed):
        return True
    spare = [_spare(p, k, node, kind) for kind in kinds.listed]
    return all(least is not None and least >= most for least in spare)


def _named_tally(p: Prover, k: Knowledge, place: core.Expr, what: core.Expr) -> core.Expr:
    """Return how many lie in a place of the kind that an expression names, canonical."""
    same = core.Compare("is", core.Local(-1), key_of(p.w, k, what))
    return core.Fold("count", core.Search((core.Binder(-1, key_of(p.w, k, place)),), same))


def _spare(p: Prover, k: Knowledge, node: core.Move, kind: int) -> int | None:
    """Return how many of a kind are in the source because there is no room elsewhere."""
    assert node.source is not None
    target = node.target.zone
    left = p.w.left_over(kind, node.source.zone)
    room = p.w.spec.zones[target].capacity
    if left is None or room is None or target == node.source.zone or kind not in p.w.held[target]:
        return left
    return left + max(0, room - many(p.w, k, contents(node.target)).most)


def is_element(p: Prover, k: Knowledge, what: core.Expr, source: core.Contents) -> bool:
    """Return whether a value that is not `none` surely lies in a zone."""
    if key_of(p.w, k, core.Among(what, source)) in k.claims:
        return True
    match what:
        case core.Local(slot=slot) if slot in k.names and p.w.go_deeper():
            found = is_element(p, k, k.names[slot][0], source)
            p.w.depth -= 1
            return found
        case core.Held(zone=zone, args=args):
            return key_of(p.w, k, core.Contents(zone, args)) == key_of(p.w, k, source)
        case core.Fold(fold="first" | "only", search=search, otherwise=other):
            domain = search.binders[0].domain
            same = key_of(p.w, k, domain) == key_of(p.w, k, source)
            return same and other is not None and one(p.w, k, other).is_none
        case _:
            return _is_held(p, k, what, source)


def _is_held(p: Prover, k: Knowledge, what: core.Expr, source: core.Contents) -> bool:
    """Return whether a value is known to be the component at an end of a zone."""
    for last in (False, True):
        held = core.Held(source.zone, source.args, last)
        only = one(p.w, k, held).only
        if only is not None and only == one(p.w, k, what).only:
            return True
        for pair in ((held, what), (what, held)):
            if key_of(p.w, k, core.Compare("is", *pair)) in k.claims:
                return True
    return False
