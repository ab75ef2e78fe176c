"""The walk, statement by statement. Ref part two, "Statements".

A function returns what is known where play goes on behind its statement; None where it never does.
A loop is walked once, with what its body cannot change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from rulelang import core
from rulelang.evolving import evolve
from rulelang.messages import secrecy as wording
from rulelang.prove.footprints import families
from rulelang.secrecy import again
from rulelang.secrecy.choosing import anytime, choose
from rulelang.secrecy.entering import crossing
from rulelang.secrecy.here import Here, bound, learned, met, passed, rebound, renewed
from rulelang.secrecy.moving import draw, move, revealed, roll, shown
from rulelang.secrecy.names import Origin
from rulelang.secrecy.secrets import (
    NONE,
    Control,
    Known,
    Secrets,
    Term,
    Value,
    lots_of,
    of_element,
)
from rulelang.secrecy.telling import assign, say
from rulelang.secrecy.traces import Noticed, parted
from rulelang.secrecy.walker import Walker, around, behind, places

MOST_AHEAD = 20  # statements that may show at once what is said


def block(w: Walker, here: Here, node: core.Block) -> Here | None:
    """Walk a block; return what is known behind it, with the locals from before it."""
    at = here
    endings = w.pauses.endings(node.statements, otherwise=here.ends_next)
    for i, statement in enumerate(node.statements):
        rest = node.statements[i + 1 : i + 1 + MOST_AHEAD]
        if endings[i + 1] != at.ends_next:
            at = evolve(at, ends_next=endings[i + 1])
        w.reader.spend()
        after = _statement(w, at, statement, rest)
        if after is None:
            return None
        at = after
    return evolve(
        at, locals=here.locals, ends_next=here.ends_next, control=here.control, loops=here.loops
    )


def _statement(  # noqa: C901 - a flat dispatch
    w: Walker, here: Here, node: core.Statement, rest: Sequence[core.Statement]
) -> Here | None:
    match node:
        case core.Let():
            return _let(w, here, node)
        case core.Move():
            return move(w, here, node)
        case core.Draw():
            return draw(w, here, node)
        case core.Roll():
            return roll(w, here, node)
        case core.Assign():
            return assign(w, here, node)
        case core.Remember():
            return here
        case core.Reveal():
            return revealed(w, here, node)
        case core.Show():
            return shown(w, here, node)
        case core.Say():
            return say(w, here, node, rest)
        case core.If():
            return _if(w, here, node)
        case core.For():
            return _for(w, here, node)
        case core.Repeat():
            return _repeat(w, here, node)
        case core.Turns():
            return _turns(w, here, node)
        case core.NextTurn(player=player, span=span):
            named = places(w.reader.secrets(here, player))
            w.check(here, named, None, wording.who_acts, span)
            w.check_pause(here, span)
            return here
        case core.TooDeep():
            return None
        case core.Stop(loop=loop, span=span):
            if here.loops.get(loop, False):
                w.check_pause(here, span)
            return None
        case core.Phase(body=body):
            return block(w, here, body)
        case core.Random():
            return _random(w, here, node)
        case core.Choose():
            return choose(w, here, node, block)
        case core.Anytime():
            return anytime(w, here, node, block)
        case core.End():
            return None
        case core.Invoke():
            return _invoke(w, here, node)
        case core.Need(test=test):
            return w.reader.claimed(here, test)
        case _:
            assert_never(node)


def _let(w: Walker, here: Here, node: core.Let) -> Here:
    value = w.reader.named(here, node.value)
    if value.secrets:
        term = value.term
        names = w.reader.names
        symbol = term if isinstance(term, core.Local) else names.derived(Origin("let", term))
        here = _remembered(w, here, Value(symbol), value.secrets)
        size = of_element(value.size, symbol)
        value = Value(value.term, of_element(value.secrets, symbol), size)
    return bound(here, node.slot, value)


# ---------------------------------------------------------------- conditions


def _if(w: Walker, here: Here, node: core.If) -> Here | None:
    test = w.reader.secrets(here, node.test)
    then = w.reader.claimed(here, node.test)
    other = w.reader.claimed(here, node.test, holds=False)
    control = _control(w, here, node, places(test))
    if control is not None:
        then = _under(then, control)
        other = _under(other, control)
    one = block(w, then, node.then)
    two: Here | None = other
    if node.other is not None:
        two = block(w, other, node.other)
    return met(_from(one, here), _from(two, here), w.mark(node))


def _from(after: Here | None, here: Here) -> Here | None:
    return None if after is None else evolve(after, control=here.control)


def _under(here: Here, control: Control) -> Here:
    if control in here.control:
        return here
    return evolve(here, control=(*here.control, control))


def _control(w: Walker, here: Here, node: core.If, test: Secrets) -> Control | None:
    """Return what decides on the two ways, where a pause on one of them would tell it."""
    if w.is_known(here, test):
        return None
    told = {w.pauses.tells(node.then), w.pauses.tells(node.other)}
    if "" not in told and "say" in told:
        return None
    if _ends(w, node.then) or _ends(w, node.other):
        return None
    _parted(w, here, node, test)
    same = w.pauses.shape(node.then) == w.pauses.shape(node.other)
    return Control(test, shape=same)


def _ends(w: Walker, body: core.Block | None) -> bool:
    return body is not None and w.pauses.ends(body.statements, otherwise=False)


def _parted(w: Walker, here: Here, node: core.If, test: Secrets) -> None:
    """Report what is noticed on one of the two ways only, by who does not know which it is."""
    for noticed in parted(w.traces.of(node.then), w.traces.of(node.other)):
        _noticed(w, here, noticed, test)


def _noticed(w: Walker, here: Here, noticed: Noticed, secrets: Secrets) -> None:
    """Report what is noticed where somebody does not know what decided on it."""
    at = noticed.span
    who = None if noticed.who is None else _addressed(w, here, noticed.who)
    w.check(here, secrets, who, partial(wording.noticed, kind=noticed.kind, at=at), at)


def _addressed(w: Walker, here: Here, player: core.Expr) -> Term | None:
    """Return who is addressed; None, for everybody, where that is settled inside a block."""
    try:
        return w.reader.term(here, player)
    except KeyError:
        return None


# ---------------------------------------------------------------- loops


def _for(w: Walker, here: Here, node: core.For) -> Here:
    inner, count = _found(w, here, node.search, in_order=True)
    control = count
    for key in node.keys:
        control |= w.reader.secrets(inner, key.value)
    begun = behind(w, inner, node.body, ("loop", w.mark(node)))
    begun = evolve(begun, control=here.control, ends_next=False)
    begun = evolve(begun, loops={**here.loops, node.number: _is_noticed(w, here, node.body)})
    _repeated(w, here, begun, node.body, (control, count))
    block(w, _controlled(w, here, begun, control), node.body)
    return behind(w, here, node.body, w.mark(node))


def _is_noticed(w: Walker, here: Here, body: core.Block) -> bool:
    """Return whether others notice that a loop is left."""
    pauses = w.pauses.of_block(body) and not here.ends_next
    return pauses or w.traces.is_noticed(body)


def _repeated(
    w: Walker, here: Here, begun: Here, body: core.Block, by: tuple[Secrets, Secrets]
) -> None:
    """Report what is noticed of each round, where how many there are is hidden.

    `by`: what the order tells, and what the number alone does.
    """
    order, count = (places(secrets) for secrets in by)
    if w.is_known(here, order):
        return
    for noticed in w.traces.of(body):
        if noticed.kind == "moved":
            w.warn(here, count, partial(wording.moved_count, at=noticed.span), noticed.span)
        else:
            _noticed(w, begun, noticed, order)


def _controlled(w: Walker, here: Here, begun: Here, control: Secrets) -> Here:
    if w.is_known(here, places(control)):
        return begun
    return _under(begun, Control(places(control)))


def _found(
    w: Walker, here: Here, search: core.Search, *, in_order: bool = False, by_lot: bool = False
) -> tuple[Here, Secrets]:
    """Bind what a search of a statement finds; return what it tells how much there is.

    `in_order`: one after the other, so that their order tells what it follows from. `by_lot`:
    chance picks one of them, and not even who knows all of them knows which.
    """
    size, where = NONE, NONE
    domains: list[Secrets] = []
    for binder in search.binders:
        secrets, more = w.reader.value(here, binder.domain)
        secrets |= lots_of(secrets) if by_lot else NONE
        size |= more
        domains.append(secrets)
        for i in range(2 if binder.followed else 1):
            here = rebound(here, binder.slot + i, w.reader.member(binder, i, secrets))
    where = w.reader.secrets(here, search.where)
    for binder, secrets in zip(search.binders, domains, strict=True):
        for i in range(2 if binder.followed else 1):
            listed = w.sights.in_order(secrets) if in_order else secrets
            value = w.reader.member(binder, i, listed, where)
            here = bound(here, binder.slot + i, value)
            if in_order:
                here = passed(here, value) if w.sights.is_mixed(secrets) else here
            here = _remembered(w, here, value, secrets | where)
    return w.reader.claimed(here, search.where), size | where


def _remembered(w: Walker, here: Here, value: Value, secrets: Secrets) -> Here:
    """Return a place where a value that all know now is known to all from now on."""
    match value.term:
        case core.Local() as symbol if secrets and w.is_known(here, secrets):
            return learned(here, Known(None, 0, None, element=symbol))
        case _:
            return here


def _repeat(w: Walker, here: Here, node: core.Repeat) -> Here:
    begun = behind(w, here, node.body, ("loop", w.mark(node)))
    asked = begun if node.until is not None else here
    control = w.reader.secrets(asked, node.limit) | w.reader.secrets(asked, node.until)
    loops = {**here.loops, node.number: _is_noticed(w, here, node.body)}
    inner = evolve(begun, loops=loops, ends_next=False)
    _repeated(w, asked, begun, node.body, (control, control))
    inner = w.reader.claimed(_controlled(w, asked, inner, control), node.until, holds=False)
    block(w, inner, node.body)
    return behind(w, here, node.body, w.mark(node))


def _turns(w: Walker, here: Here, node: core.Turns) -> Here:
    start = places(w.reader.secrets(here, node.start))
    w.check(here, start, None, wording.who_acts, node.span)
    begun = around(w, here, node, ("loop", w.mark(node)))
    players = tuple(range(len(w.sights.spec.players)))
    symbol = w.reader.names.symbol(("turn", w.mark(node)), players)
    begun = rebound(begun, node.slot, Value(symbol))
    count = w.reader.names.symbol(("count", w.mark(node)))
    begun = rebound(begun, node.slot + 1, Value(count))
    among = places(w.reader.secrets(begun, node.among))
    w.check(begun, among, None, wording.who_acts, node.span)
    limit = places(w.reader.secrets(begun, node.limit))
    w.check(begun, limit, None, wording.how_often, node.span)
    inner = w.reader.claimed(begun, node.among)
    inner = evolve(inner, loops={**here.loops, node.number: not here.ends_next}, ends_next=False)
    block(w, inner, node.body)
    return around(w, here, node, w.mark(node))


def _random(w: Walker, here: Here, node: core.Random) -> Here | None:
    w.check_pause(here, node.span)
    inner, _ = _found(w, here, node.search, by_lot=True)
    for binder in node.search.binders:
        match binder.domain, inner.locals[binder.slot].term:
            case core.Contents(zone=zone), core.Local() as symbol if zone not in w.sights.zones:
                inner = evolve(inner, lots=inner.lots | {symbol})
            case _:
                pass
    after = block(w, inner, node.body)
    return None if after is None else evolve(after, locals=here.locals, lots=here.lots)


# ---------------------------------------------------------------- calls


def _invoke(w: Walker, here: Here, node: core.Invoke) -> Here | None:
    values = tuple(w.reader.named(here, arg) for arg in node.args)
    cost = w.reader.whole
    after = _call(w, here, node.effect, values)
    w.note(node.effect, values, here, after, w.reader.whole - cost)
    if after is None:
        return None
    # The change is that of this call, however the effect makes it.
    done = evolve(here, known=after.known)
    return renewed(done, families(w.sights.footprints.of_effect(node.effect)), w.mark(node))


def _call(w: Walker, here: Here, effect: int, values: tuple[Value, ...]) -> Here | None:
    """Return what is known behind a call, by the names that hold outside."""
    key = (w.reader.bodies.effects[effect].whole, values, here.key)
    return w.called(key, lambda: _entered(w, here, effect, values))


def _entered(w: Walker, here: Here, effect: int, values: tuple[Value, ...]) -> Here | None:
    """Walk an effect by the names that hold inside; one walk is good for all places like this."""
    bodies = w.reader.bodies
    across = crossing(here, w.reader.names, values, bodies.within(effect))
    inner = across.inside(here, values)
    after = run(w, inner, bodies.spec.effects[effect].body, bodies.effects[effect].whole)
    return None if after is None else across.behind(after)


def run(w: Walker, here: Here, body: core.Block, whole: str) -> Here | None:
    """Return what is known behind a body; `whole`: the digest of it with all that it calls."""

    def walk() -> Here | None:
        return block(w, here, w.reader.bodies.block(body))

    key = (whole, tuple(here.locals.values()), here.key)
    return w.called(key, lambda: again.walked(w, here, body, walk, _call))
