"""Why something cannot be done: for what a seat points at, and for what it asks in words.

Only the seat that is to choose gets reasons, and they are those of its own choice point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final

from interpreter.document import refused_at
from interpreter.document.sight import Spot
from interpreter.knowledge.explain import why_not
from interpreter.picture import Names, readable
from interpreter.play import answer
from interpreter.table.live import Live

_REASONS: Final = 5
_THINGS: Final = 4
_NAMED: Final = 200
_LINE: Final = 90
_LOOKS: Final = 2_000


def answer_to(live: Live, seat: int, asked: Mapping[str, str], things: Sequence[str]) -> str:
    """Return the answer to what a seat points at, or else to its words: `text` or `about`."""
    if things:
        return "\n".join(why(live, seat, [thing[:_NAMED] for thing in things[:_THINGS]]))
    return told(live, seat, (asked.get("text", "") or asked.get("about", ""))[:_NAMED])


def why(live: Live, seat: int, refs: Sequence[str]) -> tuple[str, ...]:
    """Return why there is nothing to be done with something on the table, at most five reasons.

    `refs`: what the picture calls it (`data-ref`), and what it lies on.
    """
    absent = _not_asked(live, seat)
    if absent is not None:
        return (absent,)
    wanted = _wanted(refs)
    names = Names(live.game.document())
    known: dict[Spot, bool] = {}

    def is_meant(spot: Spot) -> bool:
        if spot not in known:
            known[spot] = names.ref(spot) in wanted
        return known[spot]

    found: dict[tuple[str, str], list[str]] = {}
    for action, reason in islice(refused_at(live.state, seat, is_meant), _LOOKS):
        found.setdefault((action.name, reason), []).append(", ".join(action.labels))
    if not found:
        return ("nothing can be done with it at this choice",)
    return tuple(_told(arm, reason, what) for (arm, reason), what in _first(found.items()))


def told(live: Live, seat: int, text: str) -> str:
    """Return what a name stands for and what may be done with it; that of an action: why not.

    An empty text asks for everything that is on offer and refused.
    """
    absent = _not_asked(live, seat)
    if absent is not None:
        return absent
    if text.strip():
        return answer(live.state, seat, text, _LINE)
    return "\n".join(f"{readable(arm)}: {why_not(live.state, arm)}" for arm in barred(live))


def barred(live: Live) -> tuple[str, ...]:
    """Return the arms of which nothing is legal: for the seat that is to choose alone."""
    legal = {offer.name for offer in live.state.legal_actions}
    return tuple(name for name in live.state.arm_names if name not in legal)


def _not_asked(live: Live, seat: int) -> str | None:
    if live.to_act is None:
        return "the game is over"
    if live.to_act != seat:
        return f"it is {readable(live.game.players[live.to_act])}'s choice"
    return None


def _wanted(refs: Iterable[str]) -> frozenset[str]:
    """Return references with those of the cells that hold what they name."""
    return frozenset(part for ref in refs for part in (ref, ref.rpartition("/")[0]) if part)


def _first(
    found: Iterable[tuple[tuple[str, str], list[str]]],
) -> list[tuple[tuple[str, str], list[str]]]:
    return list(islice(found, _REASONS))


def _told(arm: str, reason: str, what: Sequence[str]) -> str:
    """Return a reason with the arm; with the arguments too where it is about one action."""
    arguments = readable(what[0]) if len(what) == 1 else ""
    return f"{readable(arm)} {arguments}".strip() + f": {reason}"
