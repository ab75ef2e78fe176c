"""Find where rules would tell a player what they hide from him. Ref §25, G5.

before:  core.Spec
after:   findings
"""

from __future__ import annotations

from typing import Final

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.obligations import Obligation
from rulelang.prove.footprints import Footprints
from rulelang.secrecy.common import Common, circumstances
from rulelang.secrecy.here import Here, begins, learned
from rulelang.secrecy.reading import TooLargeError
from rulelang.secrecy.secrets import Known
from rulelang.secrecy.sight import sights_of
from rulelang.secrecy.statements import run
from rulelang.secrecy.unseen import unseen_of
from rulelang.secrecy.walker import Walker, walker_of

CLAIM: Final = "nobody is told what the rules hide from him"


@frozen
class Leaks:
    """What would tell somebody of what he does not see, in one instance.

    `is_whole`: all of the text was followed. One that is too large is followed as far as the
    budget goes, and then there may be more.
    """

    found: tuple[Diagnostic, ...] = ()
    is_whole: bool = True

    def obligations(self, spec: core.Spec) -> tuple[Obligation, ...]:
        """Return what is left open."""
        if self.is_whole:
            return ()
        return (Obligation("G5", CLAIM, spec.play.statements[0].span, "open"),)


def leaks(
    spec: core.Spec, common: Common | None = None, footprints: Footprints | None = None
) -> Leaks:
    """Return what would tell somebody of what he does not see.

    `common`: what walks of specifications found that declare the same; it grows. What is found
    does not depend on it: where a walk may be too large by itself, it is made by itself.
    `footprints`: those of the specification, where they are known.
    """
    sights = sights_of(spec, footprints)
    if not sights.zones and not sights.variables:
        return Leaks()
    unseen = unseen_of(sights)
    if common is not None:
        w = walker_of(sights, unseen, common.under(circumstances(sights, unseen)))
        is_whole, spared = _is_walked(w), w.reader.spared
        if not spared or (is_whole and spared <= w.reader.steps):
            return Leaks(w.found, is_whole)
    w = walker_of(sights, unseen, Common(is_shared=False))
    is_whole = _is_walked(w)
    return Leaks(w.found, is_whole)


def _is_walked(w: Walker) -> bool:
    """Walk all of a specification, if the budget goes so far."""
    try:
        _walk(w)
    except (TooLargeError, RecursionError):
        return False
    return True


def _walk(w: Walker) -> None:
    """Walk set-up and play. Before anything has happened all know what lies where."""
    here = Here(changes=w.common.changes)
    for zone in w.sights.zones:
        here = learned(here, Known("zone", zone, None, at_start=True))
    begun = _root(w, here, w.sights.spec.setup)
    if begun is not None:
        known = frozenset(k for k in begun.known if not k.at_start)
        _root(w, begins(evolve(begun, known=known)), w.sights.spec.play)


def _root(w: Walker, here: Here, body: core.Block) -> Here | None:
    """Walk set-up or play, as an effect that is given nothing; return what is known behind it."""
    return run(w, here, body, w.reader.bodies.digests(body).whole)
