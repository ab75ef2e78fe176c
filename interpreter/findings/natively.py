"""Whether native code can hold a rule text, and if not, in which line and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from interpreter.findings import fine
from rulelang import core
from rulelang.core.intervals import TooWideError
from rulelang.diagnostics import Diagnostic, moved
from rulelang.elaborate.context import Setting
from rulelang.messages.engines import slow_play
from rulelang.prove.memory import Memory
from rulelang.results import Checked
from rulelang.source import NOWHERE, Span


def with_native(path: str, checked: Checked, memory: Memory | None = None) -> Checked:
    """Return what was found about a rule text, and what in it native code cannot hold.

    Only a text without errors is looked at. Each number of players and each value of each option
    is tried in one variant: to write the code of all of them would take longer than to prove them.
    What is like a variant that native code holds is not tried: `memory` knows those, and is told.
    """
    if not checked.ok:
        return checked
    found = dict.fromkeys(_refusals(path, checked, Memory() if memory is None else memory))
    return attrs.evolve(checked, diagnostics=(*checked.diagnostics, *found)) if found else checked


def _refusals(path: str, checked: Checked, memory: Memory) -> Iterator[Diagnostic]:
    made = dict(zip(map(str, checked.instances), checked.specs, strict=True))  # none has errors
    for setting in representatives(checked.instances):
        spec = made[str(setting)]
        key = fine.natively(spec, memory)
        if not fine.is_known(memory, key):
            found = tuple(refused(path, spec, memory))
            yield from (moved(one, checked.home) for one in found)
            fine.note(memory, key, found)


def refused(path: str, spec: core.Spec, memory: Memory) -> Iterator[Diagnostic]:
    """Yield what native code cannot hold of a variant, at its places; `memory` just proved it."""
    from interpreter.findings.parts import unknown_parts  # noqa: PLC0415 - only where it is new
    from interpreter.layout import build_layout  # noqa: PLC0415 - see above
    from interpreter.native.lower.game import hold  # noqa: PLC0415 - see above

    try:
        hold(build_layout(spec), unknown_parts(spec, memory))
    except TooWideError as reason:
        known = reason.span != NOWHERE
        place = reason.span if known else Span(path, 1, 1, 1, 1)
        yield slow_play(reason.why, reason.mend, place)


def representatives(every: Sequence[Setting]) -> tuple[Setting, ...]:
    """Return some of the settings: each number of players and value of an option is in one.

    >>> both = [Setting(n, {"board": name}) for n in (2, 3) for name in ("loom", "web")]
    >>> [str(setting) for setting in representatives(both)]
    ['3 players, board web', '2 players, board loom']
    """
    shows = [({("", str(one.players)), *one.options.items()}, one) for one in reversed(every)]
    left = set[tuple[str, str]]().union(*(values for values, _ in shows))
    taken: list[Setting] = []
    while left:
        values, best = max(shows, key=lambda shown: len(shown[0] & left))
        taken.append(best)
        left -= values
    return tuple(taken)
