"""What the running test tells of the cases that it has run: how many of what, of which game.

A test calls `counted` behind what had to hold, so that only cases that held are counted.
`pytest --counted FILE` gathers this (`tests.support.promised.counting`); else nobody asks for it.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import attrs
from hypothesis import currently_in_test_context, settings

ROOT = Path(__file__).parents[2]
NOBODY = "what nobody wrote"
TEXTS, SKETCHES = "small texts", "sketches"
ON_THE_WAY = "positions of plays"
"""Counted beside plays: how many positions those have."""

_FOLDERS = {"texts": TEXTS, "sketches": SKETCHES}
_BEGINNINGS = {"text ": TEXTS, "sketch ": SKETCHES}
_VARIANT = re.compile(r"(?:rulelang_)?(\w+)(?:\(.*\))?")
_TITLE = re.compile(r'^game "([^"]+)"', re.MULTILINE)


@attrs.define
class Told:
    """What a test has told: how many of what, by game.

    `drawn`: of cases that hypothesis drew, other ones in each run. `fixed`: of the others. `said`:
    what somebody else's check said of a game.
    """

    drawn: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    fixed: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    said: list[tuple[str, str, str]] = attrs.field(factory=list)


class Running:
    """The test that runs now."""

    told = Told()


def counted(about: object, unit: str, cases: int = 1) -> None:
    """Note that so many cases held; `about`: a game by name, an instance, a path or the like."""
    is_drawn = currently_in_test_context() and not settings.default.derandomize
    counts = Running.told.drawn if is_drawn else Running.told.fixed
    counts[name_of(about) or NOBODY, unit] += cases


def said(judge: str, about: str, text: str) -> None:
    """Note what a check that is not ours said of a game, or of a variant of it."""
    Running.told.said.append((judge, about.removeprefix("rulelang_"), text))


@cache
def titles() -> dict[str, str]:
    """Return the games that ship and the small texts, by name and by title."""
    found = {}
    for folder in ("tests/texts", "games"):
        for path in sorted((ROOT / folder).glob("*.rules")):
            title = _TITLE.search(path.read_text(encoding="utf-8"))
            name = _FOLDERS.get(path.parent.name, path.stem)
            found |= {path.stem: name, title[1] if title else path.stem: name}
    return found


def name_of(about: object) -> str | None:
    """Return the game that something is about, or that it is a small text or a sketch.

    >>> name_of("rulelang_liars_dice(dice=1)"), name_of("Tic-Tac-Toe"), name_of("text paying")
    ('liars_dice', 'tic_tac_toe', 'small texts')
    """
    if isinstance(about, Path):
        return _FOLDERS.get(about.parent.name) or titles().get(about.stem)
    if isinstance(about, str):
        for beginning, name in _BEGINNINGS.items():
            if about.startswith(beginning):
                return name
        variant = _VARIANT.fullmatch(about)
        return titles().get(about if variant is None else variant[1])
    for part in ("path", "ours", "name"):  # an instance; a pair of games; a group or a game
        inner = getattr(about, part, None)
        if inner is not None:
            return name_of(inner)
    return None
