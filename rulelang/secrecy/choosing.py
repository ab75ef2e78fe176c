"""What is offered, to whom, and whether somebody is asked at all. Ref §4, §5, §9, §30."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulelang import core
from rulelang.evolving import evolve
from rulelang.messages import secrecy as wording
from rulelang.secrecy import trials
from rulelang.secrecy.here import Here, changed, learned, met, rebound
from rulelang.secrecy.names import symbols_of
from rulelang.secrecy.secrets import NONE, Known, Place, Secret, Secrets, Term, Value, lying
from rulelang.secrecy.walker import Walker, around, places
from rulelang.source import Span

RunBlock = Callable[[Walker, Here, core.Block], "Here | None"]


def choose(w: Walker, here: Here, node: core.Choose, run: RunBlock) -> Here | None:
    """Walk a choice; return what is known behind it, None where nothing follows."""
    here = changed(here, w.sights.footprints.anytime, w.unseen.anytime, w.mark(node))
    if node.limit is not None:
        limit = places(w.reader.secrets(here, node.limit))
        w.check(here, limit, None, wording.how_often, node.span)
        here = around(w, here, node, w.mark(node))
    w.check_pause(here, node.span)
    w.check(here, places(w.reader.secrets(here, node.actor)), None, wording.who_acts, node.span)
    actor = w.reader.term(here, node.actor)
    for symbol in symbols_of(actor):
        here = learned(here, Known(None, 0, None, element=core.Local(symbol)))
    _which(w, here, node, actor)
    found = [_arm(w, here, arm, actor) for arm in node.arms]
    if node.limit is not None and not node.asks:
        open_ended = zip(node.arms, found, strict=True)
        going_on = _legal([secrets for arm, (_, secrets) in open_ended if not arm.closes])
        w.check(here, going_on, None, wording.asked_again, node.span)
    other = node.otherwise
    if other is not None and not w.pauses.ends(other.statements, otherwise=here.ends_next):
        w.check(here, _legal([s for _, s in found]), None, wording.none_legal, node.span)
    return _bodies(w, here, node, [inner for inner, _ in found], run)


def _bodies(
    w: Walker, here: Here, node: core.Choose, inner: list[Here], run: RunBlock
) -> Here | None:
    after: Here | None = None
    for arm, begun in zip(node.arms, inner, strict=True):
        at = _inside(here, begun, node, arm)
        after = met(after, _run(w, here, at, arm.body, run), w.mark(node))
    if node.otherwise is not None:
        after = met(after, run(w, here, node.otherwise), w.mark(node))
    return after if node.limit is None else here


def _inside(here: Here, begun: Here, node: core.Choose, arm: core.Arm) -> Here:
    """Return the place where the body of an arm begins; of one that repeats, `stop` is noticed."""
    if node.limit is None:
        return begun
    loops = {**here.loops, node.number: not here.ends_next}
    return evolve(begun, loops=loops, ends_next=arm.closes and here.ends_next)


def _run(w: Walker, here: Here, begun: Here, body: core.Block, run: RunBlock) -> Here | None:
    done = run(w, begun, body)
    if done is None:
        return None
    return evolve(
        done, locals=here.locals, claims=here.claims, loops=here.loops, ends_next=here.ends_next
    )


def _which(w: Walker, here: Here, node: core.Choose, actor: Term) -> None:
    """Report where which choice this is tells the actor something."""
    for control in here.control:
        if control.shape:
            secrets = control.secrets
            w.check(here, secrets, actor, lambda h: wording.which_asked(h, node.span), node.span)


def _legal(arms: Iterable[Secrets | None]) -> Secrets:
    """Return what it tells that one of some arms is legal; None: that arm always is."""
    found = NONE
    for secrets in arms:
        if secrets is None:
            return NONE
        found |= secrets
    return places(found)


def _arm(w: Walker, here: Here, arm: core.Arm, actor: Term) -> tuple[Here, Secrets | None]:
    """Check an arm; return what is known in its body, and what its being legal tells."""
    legal = NONE
    for choice in arm.choices:
        here, tells = _binding(w, here, choice, actor, arm.span)
        legal |= tells
    told: list[Secrets] = []

    def judged(at: Here, need: core.Need) -> Here:
        tells = w.reader.secrets(at, need.test)
        w.check(at, tells, actor, wording.offered, need.span)
        sentence(w, at, need.reason, actor, need.span)
        told.append(tells)
        return w.reader.claimed(at, need.test)

    for need in arm.needs:
        here = judged(here, need)
    trials.walked(w, here, arm, judged)
    legal = legal.union(*told)
    if arm.sentence is not None:
        sentence(w, here, arm.sentence, actor, arm.span)
    return here, legal if arm.choices or told else None


def _binding(
    w: Walker, here: Here, choice: core.Choice, actor: Term, span: Span
) -> tuple[Here, Secrets]:
    domain, size = w.reader.value(here, choice.domain)
    w.check(here, domain, actor, wording.offered, span)
    for i in range(2 if choice.pair else 1):
        here = rebound(here, choice.slot + i, w.reader.member(choice, i, domain))
    where = w.reader.secrets(here, choice.where)
    w.check(here, where, actor, wording.offered, span)
    for i in range(2 if choice.pair else 1):
        value = w.reader.member(choice, i, domain, where)
        here = evolve(here, locals={**here.locals, choice.slot + i: _chosen(value, actor)})
        here = _lying(w, here, choice.domain, value.term)
    return w.reader.claimed(here, choice.where), size | where


def _lying(w: Walker, here: Here, domain: core.Expr, term: Term) -> Here:
    """Return a place where something chosen is known to lie where it was chosen from."""
    match domain, term:
        case core.Contents(zone=zone, args=args), core.Local() as symbol:
            return learned(here, lying(symbol, w.reader.place(here, "zone", zone, args)))
        case _:
            return here


def _chosen(value: Value, actor: Term) -> Value:
    """Return a value that somebody chose; until it is told, nobody else knows it."""
    assert isinstance(value.term, core.Local), "what is chosen has a symbol"
    own = Secret(Place("choice", 0, (actor,)), value.term)
    return evolve(value, secrets=value.secrets | {own}, size=value.size | {own})


def sentence(w: Walker, here: Here, text: core.Text, actor: Term, span: Span) -> None:
    """Check what is told to the actor alone."""
    for part in text.parts:
        if isinstance(part, core.Said):
            secrets = places(w.reader.secrets(here, part.value))
            w.check(here, secrets, actor, wording.refused, span)


def anytime(w: Walker, here: Here, node: core.Anytime, run: RunBlock) -> Here | None:
    """Walk an `anytime` and the rest of its block, during which its arms are offered."""
    actor = w.reader.term(here, node.actor)
    w.check(here, places(w.reader.secrets(here, node.actor)), None, wording.who_acts, node.span)
    w.check(here, places(w.reader.secrets(here, node.limit)), None, wording.how_often, node.span)
    during = around(w, here, node, w.mark(node))
    during = changed(during, w.sights.footprints.anytime, w.unseen.anytime, w.mark(node))
    for arm in node.arms:
        begun, _ = _arm(w, during, arm, actor)
        run(w, begun, arm.body)
    return run(w, here, node.body)
