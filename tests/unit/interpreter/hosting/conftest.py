"""Sessions of small games, with people on all seats."""

import pytest

from interpreter import (
    Session,
    load,
)

BIDS = """
game "Sealed bids"
players A, B
var bid(Player): 0..3 = 0, owner sees
var peeked(Player): 0..1 = 0, owner sees

play:
    A chooses:
        bid(n in 0..3) "{A} writes something down":
            set bid(A) to n
        peek "{A} listens":
            say "B has bid {bid(B)}" to A
        whisper:
            say "A is curious" to B
    A chooses:
        seal
        burn:
            set bid(A) to 0
    B chooses:
        bid(n in 0..3) "{B} writes something down":
            set bid(B) to n
    if bid(A) is 3: set bid(A) to 3 + bid(B)
    end: p with most bid(p) wins
"""


@pytest.fixture
def bids_file(tmp_path):
    file = tmp_path / "bids.rules"
    file.write_text(BIDS, encoding="utf-8")
    return file


@pytest.fixture
def sealed(bids_file):
    return Session(load(str(bids_file)), {"A": "Ann", "B": "Bob"}, seed=1)


@pytest.fixture
def marks():
    return Session(load("tic_tac_toe"), {"X": "Ann", "O": "Bob"}, seed=1)


@pytest.fixture
def poker():
    return Session(load("kuhn_poker"), {"P1": "Ann", "P2": "Bob"}, seed=1)
