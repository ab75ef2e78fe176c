"""What is said and set: who hears it, and what everybody knows behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rulelang import core
from rulelang.evolving import evolve
from rulelang.messages import secrecy as wording
from rulelang.prove.footprints import Cell
from rulelang.secrecy import moving
from rulelang.secrecy.here import Here, learned, renewed
from rulelang.secrecy.secrets import Known
from rulelang.secrecy.walker import Walker, places


def say(w: Walker, here: Here, node: core.Say, rest: Sequence[core.Statement]) -> Here:
    """Walk a `say`; `rest`: what follows, which may show at once what is said."""
    who = None if node.player is None else w.reader.term(here, node.player)
    if node.player is not None and who is not None:
        addressed = places(w.reader.secrets(here, node.player))
        w.check(here, addressed, w.reader.names.of_its_own(who), wording.named, node.span)
    soon = _shown_at_once(w, here, rest)
    for part in node.text.parts:
        if isinstance(part, core.Said):
            secrets = places(w.reader.secrets(here, part.value))
            w.check(soon, secrets, who, partial(wording.said, alone=who is not None), node.span)
    terms = [w.reader.term(here, p.value) for p in node.text.parts if isinstance(p, core.Said)]
    return _told(here, terms, Known(None, 0, None, who=who))


def _told(here: Here, terms: Sequence[core.Expr], whom: Known) -> Here:
    """Return what is known when the values of terms are told; `whom` says who knows them then."""
    for term in terms:
        match term:
            case core.Local() as symbol:
                here = learned(here, evolve(whom, element=symbol))
            case _:
                pass
    return here


def _shown_at_once(w: Walker, here: Here, rest: Sequence[core.Statement]) -> Here:
    """Return what is known when the statements that follow have shown things, before a pause."""
    for node in rest:
        if w.pauses.of_statement(node):
            return here
        match node:
            case core.Move(what=core.Local(slot=slot)) if slot in here.locals:
                here = evolve(here, known=here.known | moving.move(w, here, node).known)
            case core.Reveal():
                here = moving.revealed(w, here, node)
            case core.Let():
                return here
            case _:
                pass
    return here


def assign(w: Walker, here: Here, node: core.Assign) -> Here:
    """Walk an assignment: what comes to lie in the open is told."""
    place = w.reader.place(here, "variable", node.variable, node.args)
    terms = [*place.args, w.reader.term(here, node.value)]
    here = renewed(here, (Cell("variable", node.variable, None),), w.mark(node))
    seers = None if w.sights.is_open(place) else place
    return _told(here, terms, Known(None, 0, None, seers=seers))
