"""Every game of ours that OpenSpiel has too is compared with theirs; none is forgotten."""

import re

import pyspiel
import pytest

from interpreter import shipped
from tests.support.games import ROOT

FOLDER = ROOT / "tests" / "external"
# What they call it where they call it otherwise.
OTHERWISE = {
    "battleships": "battleship",
    "english_draughts": "checkers",
    "kalah": "mancala",
    "kuhn_poker_for_more": "kuhn_poker",
    "phantom_tic_tac_toe": "phantom_ttt",
}
# OpenSpiel has none of them, nor a variant.
THEY_LACK = {
    "carnival",
    "klondike",
    "market_road",
    "millbrook",
    "picnic",
    "rising_tide",
    "saltmarsh",
}
THEY_LACK |= {"whist"}
RULEBOOKS = {"agamemnon", "antike_duellum", "egemonia", "pergamemnon", "pergamon"}


def of_both():
    theirs = set(pyspiel.registered_names())
    return {name for name in shipped() if OTHERWISE.get(name, name) in theirs}


def test_every_game_is_either_theirs_too_or_known_not_to_be():
    assert of_both() == set(shipped()) - THEY_LACK - RULEBOOKS
    assert len(of_both()) >= 13


@pytest.mark.parametrize("name", sorted(of_both()))
def test_a_game_of_both_is_compared(name):
    theirs = OTHERWISE.get(name, name)
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("test_*.py")]
    ours = re.compile(rf'"{name}(\.rules)?"')
    named = re.compile(rf'"{theirs}[("]')
    assert any(ours.search(text) and named.search(text) for text in texts)
