"""Conditions that hold in no variant, or in all: told where those agree, and moved with texts."""

import pytest

from rulelang import pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source

HEAD = 'game "A"\nplayers 2..3\n'


def told(text, memory=None):
    found = pipeline.check("a.rules", memory, Source("a.rules", HEAD + text)).diagnostics
    return [(one.code, one.span.line) for one in found if one.code.endswith("-holds")]


@pytest.mark.parametrize(
    "text",
    [
        (
            "option long: 3 | 30\nvar n: 0..9\nplay:\n    add 4 to n\n"
            "    if n > long: set n to 1\n    end: draw\n"
        ),
        (
            "option hard\nvar n: 0..9\nplay:\n    add 1 to n\n"
            "    if n > 1 and hard: set n to 3\n    end: draw\n"
        ),
        (
            "var n: 0..9\nplay:\n    if count Player > 2: set n to 5\n"
            "    if n > 4: set n to 1\n    end: draw\n"
        ),
        (
            "var n: 0..9\nplay:\n    for p in Player: add 1 to n\n"
            "    if n > 2: set n to 1\n    end: draw\n"
        ),
        (
            "option long: 3 | 30\nvar n: 0..9\nplay:\n    add 4 to n\n"
            "    if n < long: set n to 1\n    end: draw\n"
        ),
        (
            "option hard\nvar n: 0..9\nplay:\n"
            "    if n >= 0 and hard: set n to 3\n    if n < 3: set n to 2\n    end: draw\n"
        ),
        (
            "var n: 0..9\nplay:\n    if count Player > 2: set n to 5\n"
            "    if n > 0: set n to 1\n    end: draw\n"
        ),
        (
            "kind Weather: wet | dry\nvar weather: Weather\nvar n: 0..9\n"
            "let much = match weather:\n    wet: 1 / max(1, n) rounded up\n    dry: 2\n"
            "play:\n    random w in Weather: set weather to w\n    match weather:\n"
            "        wet: set n to much\n        dry: set n to 2\n    end: draw\n"
        ),
        (
            "token Coin in bank: 3\nzone bank: Coin set, open\nvar n: 0..9\nplay:\n"
            "    set n to number of Coin in bank + 1 / (1 + count {n, 1}) rounded up\n"
            "    end: draw\n"
        ),
    ],
    ids=[
        "a bound of one option",
        "another option",
        "players",
        "more players",
        "always below one option",
        "always, but for another option",
        "always with more players",
        "the last case of a match",
        "what `number of` and sets ask",
    ],
)
def test_nothing_is_said_where_a_variant_has_a_way(text):
    assert told(text) == []


def test_a_condition_moves_with_its_declaration_and_is_proved_once():
    text = "var n: 0..9\nplay:\n    if n > 9: set n to 1\n    end: draw\n"
    memory = Memory()
    assert told(text, memory) == [("never-holds", 5)]
    made = memory.made
    assert told("# more\n" + text, memory) == [("never-holds", 6)]
    assert memory.made == made


def test_where_all_variants_agree_a_condition_always_holds():
    text = "option hard\nvar n: 0..9\nplay:\n    if n < 10: set n to 1\n    end: draw\n"
    memory = Memory()
    assert told(text, memory) == [("always-holds", 6)]
    made = memory.made
    assert told("# more\n" + text, memory) == [("always-holds", 7)]
    assert memory.made == made


def test_conditions_of_the_library_are_not_told():
    text = (
        "use drawing\ntoken Coin in bank: 3\nzone bank, purse, spent: Coin set, open\n"
        "play:\n    top_up(purse, 2, bank, spent)\n    end: draw\n"
    )
    assert told(text) == []
