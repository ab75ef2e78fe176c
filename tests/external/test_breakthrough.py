"""Breakthrough against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import ROOT, shipped

PLAYS = (22, 484, 11_132, 256_036, 6_182_818)


def name(action, _player):
    """Return what they call a step: there the player who begins comes from the rows 7 and 8."""
    return "".join(f"{cell[0]}{9 - int(cell[1])}" for cell in action.labels)


PAIR = Pair(
    shipped("breakthrough"), "breakthrough", name, cleaned=lambda text: text.removesuffix("*")
)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "breakthrough", 3) == PLAYS[:3]
    assert their_counts("breakthrough", 3) == PLAYS[:3]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "breakthrough", 5) == PLAYS
    assert their_counts("breakthrough", 4) == PLAYS[:4]


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 8).finished == 8


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000


def test_the_rules_are_short():
    """At most 25 lines of rules: scenarios, comments and empty lines are none."""
    text = (ROOT / "games" / "breakthrough.rules").read_text(encoding="utf-8")
    rules = text[: text.index("scenario")].splitlines()
    assert len([line for line in rules if line and not line.startswith("#")]) <= 25
