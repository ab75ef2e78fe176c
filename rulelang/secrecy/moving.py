"""What moves, is drawn or rolled: who sees it, and what is known of the places behind it."""

from __future__ import annotations

from collections.abc import Hashable

from rulelang import core
from rulelang.evolving import evolve
from rulelang.messages import secrecy as wording
from rulelang.prove.footprints import Cell
from rulelang.secrecy.here import Here, changed, learned, renewed
from rulelang.secrecy.secrets import Known, Place, Secret, Secrets, Value, lying
from rulelang.secrecy.sight import family_of
from rulelang.secrecy.walker import Walker, places


def move(w: Walker, here: Here, node: core.Move) -> Here:
    """Walk a move; return what is known behind it."""
    source = None if node.source is None else _place(w, here, node.source)
    what = None if node.what is None else w.reader.named(here, node.what)
    target = _place(w, here, node.target, what)
    if what is not None and what.term in here.lots:
        _in_sight(w, node.source or node.target, node.target)
    _in_turn(w, here, node, what)
    w.check(here, places(w.reader.secrets(here, node.count)), None, wording.how_many, node.span)
    after = _moved(w, here, node, source, target)
    if what is not None:
        return _followed(after, what.term, source, target)
    assert source is not None, "what moves from anywhere is named"
    return learned(after, Known("zone", source.number, source.args, seers=target))


def _in_turn(w: Walker, here: Here, node: core.Move, what: Value | None) -> None:
    """Report what moves one after the other in an order that is hidden, for all see the backs."""
    if what is None or what.term not in here.passed or node.target.zone not in w.sights.zones:
        return
    w.check(here, places(what.secrets), None, wording.in_turn, node.span)


def _followed(here: Here, term: core.Expr, source: Place | None, target: Place) -> Here:
    """Return a place where whoever sees source or target knows what was moved."""
    match term:
        case core.Local() as symbol:
            pass
        case _:
            return here
    gone = {k: evolve(k, lies=False) for k in here.known if k.element == symbol}
    here = evolve(here, known=frozenset(gone.get(k, k) for k in here.known))
    if source is not None:
        here = learned(here, Known(None, 0, None, element=symbol, seers=source))
    return learned(here, lying(symbol, target))


def _moved(w: Walker, here: Here, node: core.Move, source: Place | None, target: Place) -> Here:
    """Return what is still known of the places: what came or went in the sight of who knew."""
    if source is None:
        every = frozenset(Cell("zone", n, None) for n in w.sights.zones)
        moved = every | {family_of(target)}
        return changed(here, moved, w.unseen.of_statement(node), w.mark(node))
    secrets = frozenset((Secret(source),))
    if node.what is not None:
        secrets = w.reader.secrets(here, node.what)
    return _kept(w, here, (source, target), secrets, w.mark(node))


def _kept(w: Walker, here: Here, at: tuple[Place, Place], secrets: Secrets, by: Hashable) -> Here:
    """Forget what is known of two places, but by those who see what comes or goes."""
    families = {family_of(place) for place in at}
    known = frozenset(
        k
        for k in here.known
        if k.element is not None
        or k.sort != "zone"
        or Cell("zone", k.number, None) not in families
        or _saw(w, here, k, at, secrets)
    )
    return renewed(evolve(here, known=known), families, by)


def _saw(w: Walker, here: Here, known: Known, at: tuple[Place, Place], secrets: Secrets) -> bool:
    if known.seers is not None:
        return False
    if all(w.eyes.sees(here, secret, known.who) for secret in secrets):
        return True
    return any(w.sights.is_open(place) for place in at)


def draw(w: Walker, here: Here, node: core.Draw) -> Here:
    """Walk a draw: chance tells nobody but who sees where it comes to lie."""
    source, target = _place(w, here, node.source), _place(w, here, node.target)
    count = places(w.reader.secrets(here, node.count))
    w.check(here, count, None, wording.how_often, node.span)
    by_chance = w.sights.spec.zones[source.number].shape == "bag"
    if by_chance:
        w.check_pause(here, node.span)
        if w.sights.is_open(source):
            _in_sight(w, node.source, node.target)
    return _kept(w, here, (source, target), frozenset((Secret(source),)), w.mark(node))


def _in_sight(w: Walker, source: core.Place, target: core.Place) -> None:
    """Report what chance takes in sight to where it should be hidden; a bag mixes it with more."""
    hidden = w.sights.of("zone", target.zone)
    is_bag = w.sights.spec.zones[target.zone].shape == "bag"
    if is_bag and w.sights.is_fed(target.zone, source.zone):
        return
    zone = w.sights.spec.zones[source.zone]
    if hidden is None or w.sights.of("zone", source.zone) is not None:
        return
    if len(w.sights.held[source.zone]) < 2:
        return
    found = wording.drawn_in_sight(zone.name, hidden.name, source.span, (zone.span, hidden.span))
    w.report(source.span, hidden.name, found)


def roll(w: Walker, here: Here, node: core.Roll) -> Here:
    """Walk a roll."""
    place = _place(w, here, node.place)
    w.check_pause(here, node.span)
    cells = frozenset((family_of(place),))
    return changed(here, cells, w.unseen.of_statement(node), w.mark(node))


def _place(w: Walker, here: Here, node: core.Place, what: Value | None = None) -> Place:
    """Return the place that is named; its indices are told to everybody.

    They may follow from `what` comes to lie there, for those who see it then.
    """
    place = w.reader.place(here, "zone", node.zone, node.args)
    if what is not None and isinstance(what.term, core.Local):
        here = learned(here, lying(what.term, place))
    for arg in node.args:
        w.check(here, places(w.reader.secrets(here, arg)), None, wording.named, node.span)
    return place


def shown(w: Walker, here: Here, node: core.Show) -> Here:
    """Walk `show … to`."""
    place = _place(w, here, node.place)
    w.check(here, places(w.reader.secrets(here, node.player)), None, wording.named, node.span)
    who = w.reader.term(here, node.player)
    return _shown(here, Known("zone", place.number, place.args, who=who))


def revealed(w: Walker, here: Here, node: core.Reveal) -> Here:
    """Walk `reveal`."""
    if node.args is None:
        return _shown(here, Known("zone", node.zone, None))
    place = _place(w, here, core.Place(node.zone, node.args, node.span))
    return _shown(here, Known("zone", node.zone, place.args))


def _shown(here: Here, known: Known) -> Here:
    """Return a place where somebody knows a zone, and what is known by name to lie there."""
    for k in here.known:
        there = k.lies and k.seers is not None and k.seers.number == known.number
        if there and k.seers is not None and known.args in (None, k.seers.args):
            here = learned(here, Known(None, 0, None, element=k.element, who=known.who))
    return learned(here, known)
