"""Which options decide where a finding holds: the fewest that tell its variants from the others.

before:  found with 3 players, map east, storms on; 3 players, map west, storms on; … not with …
after:   Found with 3 or 4 players, storms on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TypeAlias

from rulelang.elaborate.context import Setting

_PLAYERS = ""
MOST_AXES = 3
"""Of so many options that decide together each is looked for; more are told in full."""
MOST_TOLD = 3

Values: TypeAlias = tuple[str, ...]


def deciding(found: Sequence[Setting], others: Sequence[Setting]) -> tuple[Values, set[Values]]:
    """Return the fewest axes that decide, and their values with which something was found.

    An axis is an option, or "" for the players. No other variant has such values.

    >>> one, other = (Setting(2, {"map": "east", "long": x}) for x in ("on", "off"))
    >>> deciding([one], [other])
    (('long',), {('on',)})
    """
    axes = tuple(_varying((*found, *others)))
    for size in range(1, MOST_AXES + 1):
        for some in combinations(axes, size):
            mine = {_at(setting, some) for setting in found}
            if not any(_at(setting, some) in mine for setting in others):
                return some, mine
    return axes, {_at(setting, axes) for setting in found}


def in_words(found: Sequence[Setting], others: Sequence[Setting]) -> str:
    """Return with which settings something was found, which are not all."""
    axes, mine = deciding(found, others)
    by_axis = [sorted({values[i] for values in mine}, key=_rank) for i in range(len(axes))]
    if set(product(*by_axis)) == mine:
        told = [", ".join(map(_told, axes, by_axis))]
    else:
        each = sorted(mine, key=lambda values: [_rank(value) for value in values])
        told = [", ".join(_told(a, [v]) for a, v in zip(axes, vs, strict=True)) for vs in each]
    more = f", and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return f"Found with {'; '.join(told[:MOST_TOLD])}{more}."


def _varying(settings: Sequence[Setting]) -> Iterator[str]:
    if len({setting.players for setting in settings}) > 1:
        yield _PLAYERS
    for name in settings[0].options:
        if len({setting.options.get(name) for setting in settings}) > 1:
            yield name


def _at(setting: Setting, axes: Sequence[str]) -> Values:
    return tuple(
        str(setting.players) if axis == _PLAYERS else setting.options.get(axis, "")
        for axis in axes
    )


def _rank(value: str) -> tuple[int, str]:
    return (int(value), "") if value.isdecimal() else (0, value)


def _told(axis: str, values: Sequence[str]) -> str:
    listed = " or ".join(values)
    return f"{listed} players" if axis == _PLAYERS else f"{axis} {listed}"
