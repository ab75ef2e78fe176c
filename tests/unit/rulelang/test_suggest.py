"""The name that an author may have meant."""

import re

from rulelang.messages.foreign import LENT
from rulelang.standard import STD
from rulelang.suggest import did_you_mean, nearest


def test_a_slip_is_found():
    assert nearest("discrad", ["deck", "discard"]) == "discard"
    assert nearest("Hand", ["hand", "deck"]) == "hand"


def test_what_is_not_alike_is_not_suggested():
    assert nearest("market", ["deck", "discard"]) is None
    assert did_you_mean("market", []) == ""


def test_the_order_of_the_candidates_does_not_matter():
    assert nearest("car", ["cat", "cart"]) == nearest("car", ["cart", "cat"])


def test_the_hint_is_something_to_type():
    assert did_you_mean("dekc", ["deck"]) == "did you mean `deck`?"


def test_the_effects_of_all_libraries_are_known_to_the_hint():
    told = {
        name: file.stem
        for file in STD.glob("*.rules")
        for name in re.findall(r"^to (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert told == LENT
