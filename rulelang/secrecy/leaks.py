"""Find where rules would tell a player what they hide from him. Ref §25, G5.

before:  core.Spec
after:   findings
"""

from __future__ import annotations

from typing import Final

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.obligations import Obligation
from rulelang.secrecy.here import Here, learned
from rulelang.secrecy.reading import TooLargeError
from rulelang.secrecy.secrets import Known
from rulelang.secrecy.sight import sights_of
from rulelang.secrecy.statements import block
from rulelang.secrecy.walker import Walker, walker_of

CLAIM: Final = "nobody is told what the rules hide from him"


@attrs.frozen
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


def leaks(spec: core.Spec) -> Leaks:
    """Return what would tell somebody of what he does not see."""
    sights = sights_of(spec)
    if not sights.zones and not sights.variables:
        return Leaks()
    w = walker_of(sights)
    try:
        _walk(w, spec)
    except (TooLargeError, RecursionError):
        return Leaks(w.found, is_whole=False)
    return Leaks(w.found)


def _walk(w: Walker, spec: core.Spec) -> None:
    """Walk set-up and play. Before anything has happened all know what lies where."""
    here = Here()
    for zone in w.sights.zones:
        here = learned(here, Known("zone", zone, None, at_start=True))
    begun = block(w, here, spec.setup)
    if begun is not None:
        known = frozenset(k for k in begun.known if not k.at_start)
        block(w, evolve(begun, known=known), spec.play)
