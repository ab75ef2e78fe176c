"""Which games the gate plays, where a test runs over all: the others are left to `make soak`.

`pytest -m "not soak or passed_over"` runs what the gate runs over all of them.

A game that comes last is named in `NEWEST`, and one that has been there for a while goes. The
texts in `tests/texts` are always played: they are short, and have the rarer constructs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.support.games import Instance

_V = TypeVar("_V")
ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = ("agamemnon", "antike_duellum", "egemonia", "pergamemnon", "pergamon")
NEWEST = ("hearts", "market_road")
FURTHER = {
    "kuhn_poker": "hidden cards; a tree that is gone through whole",
    "tic_tac_toe": "nothing hidden, no chance; a tree that is gone through whole",
    "carnival": "hidden cards of many seats; planted faults are found in it",
    "liars_dice": "dice, hidden; planted faults are found in it",
    "amazons": "lines on a grid, what lies between",
    "dark_hex": "hexagons, some of them left out; what lies there is found out by trying",
    "rising_tide": "all win or lose",
}
GATE = frozenset((*RULEBOOKS, *NEWEST, *FURTHER))
"""Together they and the small texts have every construct that a game uses."""

DEEP = settings.default.max_examples > 1_000
"""Whether this is the soak: what is tried a few times in the gate is tried more often there."""

SKETCHES = frozenset({"kuhn_poker", "tic_tac_toe"})


def is_for_soak(value: object) -> bool:
    """Return whether a test of this game, text, instance or group is left to the soak.

    What is not known by its file is the name of a game, as we or as OpenSpiel call it.
    """
    path = getattr(value, "path", value)
    if not isinstance(path, Path):
        return str(path).removeprefix("rulelang_").partition("(")[0] not in GATE
    folder = path.resolve().parent.relative_to(ROOT)
    if folder == Path("games"):
        return path.stem not in GATE
    return folder == Path("tests/sketches") and path.stem not in SKETCHES


def gated(values: Iterable[object]) -> list[object]:
    """Return what a test is run over, each that the gate passes over marked for the soak."""
    return _marked(values, is_for_soak)


def all_but(dear: Collection[str], paths: Iterable[Path]) -> list[object]:
    """Return what a test is run over: these games are left to the soak."""
    return _marked(paths, lambda path: path.stem in dear)


def gated_but(dear: Collection[str], paths: Iterable[Path]) -> list[object]:
    """Return what a test is run over as `gated` does; these games are left to the soak as well."""
    return _marked(paths, lambda path: path.stem in dear or is_for_soak(path))


def gated_but_where(is_dear: Callable[[str], bool], names: Iterable[str]) -> list[object]:
    """Return the names a test is run over as `gated` does; these are left to the soak as well."""
    return _marked(names, lambda name: is_dear(name) or is_for_soak(name))


def _marked(values: Iterable[_V], is_left: Callable[[_V], bool]) -> list[object]:
    return [passed_over(value) if is_left(value) else value for value in values]


def few(instances: Iterable[Instance], most: int = 3) -> list[object]:
    """Return the instances a test is run over: a few of each text, the others for the soak."""
    found = list(instances)
    counts = Counter(instance.path for instance in found)
    met: Counter[Path] = Counter()
    marked: list[object] = []
    for instance in found:
        at, step = met[instance.path], -(-counts[instance.path] // most)
        marked.append(passed_over(instance) if at % step else instance)
        met[instance.path] += 1
    return marked


def thinned(values: Iterable[object], step: int = 2) -> list[object]:
    """Return what a test is run over, one of so many; the others are left to the soak."""
    return [passed_over(value) if at % step else value for at, value in enumerate(values)]


def passed_over(value: object) -> object:
    """Mark what a test is run over, or a parameter, as left to the soak."""
    return pytest.param(value, marks=(pytest.mark.soak, pytest.mark.passed_over))
