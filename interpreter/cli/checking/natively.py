"""Whether native code can hold a rule text, and if not, in which line and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from interpreter.layout import build_layout
from interpreter.native.lower.game import lower
from rulelang import pipeline
from rulelang.core.intervals import TooWideError
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.context import Setting
from rulelang.messages.engines import slow_play
from rulelang.source import NOWHERE, Span


def with_native(path: str, checked: pipeline.Checked) -> pipeline.Checked:
    """Return what was found about a rule text, and what in it native code cannot hold.

    Only a text without errors is looked at. Each number of players and each value of each option
    is tried in one variant: to write the code of all of them would take longer than to prove them.
    """
    if not checked.ok:
        return checked
    found = dict.fromkeys(_refusals(path, checked))
    return attrs.evolve(checked, diagnostics=(*checked.diagnostics, *found)) if found else checked


def _refusals(path: str, checked: pipeline.Checked) -> Iterator[Diagnostic]:
    made = dict(zip(map(str, checked.instances), checked.specs, strict=True))  # none has errors
    for setting in representatives(checked.instances):
        try:
            lower(build_layout(made[str(setting)]))
        except TooWideError as reason:
            known = reason.span is not NOWHERE
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
