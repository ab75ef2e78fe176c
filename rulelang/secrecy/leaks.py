"""Find where rules would tell a player what they hide from him. Ref §25, G5.

before:  core.Spec
after:   findings
"""

from __future__ import annotations

from contextlib import suppress

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.secrecy.here import Here, learned
from rulelang.secrecy.reading import TooLargeError
from rulelang.secrecy.secrets import Known
from rulelang.secrecy.sight import sights_of
from rulelang.secrecy.statements import block
from rulelang.secrecy.walker import Walker, walker_of


def leaks(spec: core.Spec) -> tuple[Diagnostic, ...]:
    """Return what would tell somebody of what he does not see, in one instance.

    A text that is too large to be followed is followed as far as the budget goes.
    """
    sights = sights_of(spec)
    if not sights.zones and not sights.variables:
        return ()
    w = walker_of(sights)
    with suppress(TooLargeError, RecursionError):  # what was found so far stands
        _walk(w, spec)
    return tuple(w.found.values())


def _walk(w: Walker, spec: core.Spec) -> None:
    """Walk set-up and play. Before anything has happened all know what lies where."""
    here = Here()
    for zone in w.sights.zones:
        here = learned(here, Known("zone", zone, None, at_start=True))
    begun = block(w, here, spec.setup)
    if begun is not None:
        known = frozenset(k for k in begun.known if not k.at_start)
        block(w, attrs.evolve(begun, known=known), spec.play)
