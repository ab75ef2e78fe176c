"""What late needs tell: in a trial nothing becomes known. Ref part two, "Need".

What moves keeps the secrets of the place it came from until the last need, even into an open zone,
and what depends on something hidden is hidden. Else a player could find out by looking at what he
is offered. Taking the arm is walked besides, as any other block: there all is told that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from rulelang import core
from rulelang.core.trials import trial
from rulelang.evolving import evolve
from rulelang.prove.footprints import Cell
from rulelang.secrecy.here import Carried, Here, bound, changed
from rulelang.secrecy.secrets import NONE, Secret, Secrets, Sort
from rulelang.secrecy.walker import Walker, behind

Judge = Callable[[Here, core.Need], Here]


def walked(w: Walker, here: Here, arm: core.Arm, judge: Judge) -> None:
    """Walk the trial of an arm; `judge` is given each need, and what is known where it stands."""
    for node in trial(arm):
        if isinstance(node, core.Need):
            here = judge(here, node)
        else:
            here = _statement(w, here, node, NONE)


def _block(w: Walker, here: Here, statements: Sequence[core.Statement], control: Secrets) -> Here:
    """Walk statements that are done only where `control` says so; the locals end with them."""
    at = here
    for node in statements:
        w.reader.spend()
        at = _statement(w, at, node, control)
    return evolve(at, locals=here.locals, claims=here.claims)


def _statement(  # noqa: C901 - a flat dispatch
    w: Walker, here: Here, node: core.Statement, control: Secrets
) -> Here:
    match node:
        case core.Let(slot=slot, value=value):
            return bound(here, slot, w.reader.named(here, value))
        case core.Move():
            return _moved(w, here, node, control)
        case core.Draw(source=source, target=target):
            brings = _at(w, here, source) | control
            here = _carried(here, "zone", target.zone, brings, control)
            here = _carried(here, "zone", source.zone, control, control)
            return _renewed(w, here, node, (source.zone, target.zone))
        case core.Assign(variable=number, args=args, value=value):
            brings = control.union(*(w.reader.secrets(here, part) for part in (value, *args)))
            here = _carried(here, "variable", number, brings, NONE)
            cells = frozenset((Cell("variable", number, None),))
            return changed(here, cells, cells, w.mark(node))
        case core.If(test=test, then=then, other=other):
            decides = control | w.reader.secrets(here, test)
            after = _block(w, w.reader.claimed(here, test), then.statements, decides)
            if other is None:
                return after
            here = evolve(here, versions=after.versions, carried=after.carried)
            return _block(w, here, other.statements, decides)
        case core.For(search=search, body=body):
            begun = behind(w, here, body, ("trial", w.mark(node)))
            inner, count = w.reader.searched(begun, search)
            return _rounds(w, here, evolve(inner, given=here.given), body, control | count)
        case core.Repeat(until=until, limit=limit, body=body):
            begun = behind(w, here, body, ("trial", w.mark(node)))
            asked = w.reader.secrets(begun, until) | w.reader.secrets(begun, limit)
            return _rounds(w, here, begun, body, control | asked)
        case core.Invoke(effect=effect, args=args):
            values = tuple(w.reader.named(here, arg) for arg in args)
            inner = evolve(here, locals=dict(enumerate(values)))
            w.reader.look_into(effect)
            body = w.reader.bodies.effect(effect)
            after = _block(w, inner, body.statements, control)
            return evolve(after, locals=here.locals, claims=here.claims)
        case (
            core.Remember() | core.Reveal() | core.Show() | core.Say() | core.Need()
            | core.NextTurn() | core.Stop() | core.End() | core.TooDeep() | core.Roll()
            | core.Turns() | core.Phase() | core.Random() | core.Choose() | core.Anytime()
        ):  # fmt: skip
            return here  # it moves nothing, or may not stand before a late need
        case _:
            assert_never(node)


def _rounds(w: Walker, here: Here, inner: Here, body: core.Block, control: Secrets) -> Here:
    """Walk the body of a loop until what it carries from place to place grows no more."""
    while (after := _block(w, inner, body.statements, control)).carried != inner.carried:
        inner = evolve(inner, carried=after.carried)
    return evolve(inner, locals=here.locals, claims=here.claims, given=here.given)


def _moved(w: Walker, here: Here, node: core.Move, control: Secrets) -> Here:
    what = w.reader.secrets(here, node.what) | control
    brings = what
    if node.what is None and node.source is not None:
        brings |= _at(w, here, node.source)
    many = w.reader.secrets(here, node.count) | control
    here = _carried(here, "zone", node.target.zone, brings, many)
    if node.source is not None:
        here = _carried(here, "zone", node.source.zone, what, many)
        return _renewed(w, here, node, (node.source.zone, node.target.zone))
    for zone in range(len(w.sights.spec.zones)):
        here = _carried(here, "zone", zone, what, many | what)
    return _renewed(w, here, node, range(len(w.sights.spec.zones)))


def _at(w: Walker, here: Here, place: core.Place) -> Secrets:
    """Return what it tells to know what lies in a place: its secrets, and what came there."""
    named = w.reader.place(here, "zone", place.zone, place.args)
    hides = w.sights.of("zone", place.zone) is not None
    own = frozenset((Secret(named, read=place.span),)) if hides else NONE
    contents, _ = here.carried.get(("zone", place.zone), (NONE, NONE))
    return own | contents


def _carried(here: Here, sort: Sort, number: int, contents: Secrets, size: Secrets) -> Here:
    """Return a place where what lies in a family tells more than it would by itself."""
    if not contents and not size:
        return here
    had: Carried = here.carried.get((sort, number), (NONE, NONE))
    more = {**here.carried, (sort, number): (had[0] | contents, had[1] | size)}
    return evolve(here, carried=more)


def _renewed(w: Walker, here: Here, node: core.Statement, zones: Sequence[int]) -> Here:
    """Return a place where nothing more is known of some zones than who sees them."""
    cells = frozenset(Cell("zone", zone, None) for zone in zones)
    return changed(here, cells, cells, w.mark(node))
