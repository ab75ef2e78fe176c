"""Battleships against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import re

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import shipped

THEIRS = (
    "battleship(board_height=4,board_width=4,ship_sizes=[2;3],ship_values=[1;1],"
    "num_shots=8,allow_repeated_shots=False,loss_multiplier=1.0)"
)
PLAYS = (24, 576, 6_336)


def at(label):
    """Return row and column of a cell, from 0."""
    return int(label[1:]) - 1, "abcd".index(label[0])


def name(action, _player):
    if action.name == "shoot":
        return f"shoot {at(action.labels[0])}"
    (row, column), (last_row, _) = map(at, action.labels)
    return f"{'horizontally' if row == last_row else 'vertically'} {row, column}"


def cleaned(text):
    """Return how and where of one of their sentences."""
    how = re.search("horizontally|vertically|shoot", text)
    where = re.search(r"\(\d+, \d+\)", text)
    return f"{how[0]} {where[0]}"


PAIR = Pair(shipped("battleships"), THEIRS, name, cleaned=cleaned)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "battleships", 3) == PLAYS
    assert their_counts(THEIRS, 3) == PLAYS


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 8).finished == 8


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
