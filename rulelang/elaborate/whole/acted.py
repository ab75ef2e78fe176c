"""What scenarios say is done: whether any arm of that name chooses among such values.

before:  the actions of all scenarios, with the types of their values
after:   findings: values that no arm, no draw and no `random` could give
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang import core
from rulelang.core.walk import nested
from rulelang.elaborate import ask
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import Typed
from rulelang.elaborate.typing import as_number, bare
from rulelang.rule_types import Component, Member, Type, Unknown, Word


def check_acted(c: Context, blocks: Iterable[core.Block]) -> None:
    """Report values of actions that are of another sort than what is chosen or drawn there."""
    acted = [one for one in c.acted if one[1]]
    if not acted:
        return
    known = _known(c, blocks)
    for node, given in acted:
        rows = [row for row in known.get(node.name.text, ()) if len(row) == len(given)]
        if rows:
            row = max(rows, key=lambda row: _first_misfit(given, row))
            at = _first_misfit(given, row)
            if at < len(given):
                ask.check_fit(c, given[at], row[at], node.args[at].span)


def _known(c: Context, blocks: Iterable[core.Block]) -> dict[str, list[tuple[Type, ...]]]:
    """Return by the name of each action of which types its values may be."""
    component = (Component(tuple(range(len(c.kinds)))),)
    known: dict[str, list[tuple[Type, ...]]] = {"draw": [component], "roll": [component]}
    for block in blocks:
        for node in nested(block):
            match node:
                case core.Choose(arms=arms) | core.Anytime(arms=arms):
                    for arm in arms:
                        row = tuple(
                            chosen.type for chosen in arm.choices for _ in range(1 + chosen.pair)
                        )
                        known.setdefault(arm.name, []).append(row)
                case core.Random(type=kind) if kind is not None:
                    known.setdefault("random", []).append((kind,))
                case _:
                    pass
    return known


def _first_misfit(given: Sequence[Typed], row: Sequence[Type]) -> int:
    """Return where the first value stands that is of another sort; their number if none is.

    A number out of the range and a place that is never offered are asked of play.
    """
    pairs = enumerate(zip(given, row, strict=True))
    return next((at for at, (one, kind) in pairs if not _alike(one.type, kind)), len(given))


def _alike(given: Type, wanted: Type) -> bool:
    one, other = bare(given), bare(wanted)
    match one, other:
        case (Unknown(), _) | (_, Unknown()) | (Word(), Word()) | (Component(), Component()):
            return True
        case Member(family=family), Member(family=wanted_family):
            return family == wanted_family
        case _:
            return as_number(one) is not None and as_number(other) is not None
