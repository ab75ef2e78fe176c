"""Conditions that hold in no variant: told where all variants agree, and moved with their text."""

import pytest

from rulelang import pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source

HEAD = 'game "A"\nplayers 2..3\n'


def told(text, memory=None):
    found = pipeline.check("a.rules", memory, Source("a.rules", HEAD + text)).diagnostics
    return [(one.code, one.span.line) for one in found if one.code == "never-holds"]


@pytest.mark.parametrize(
    "text",
    [
        (
            "option long: 3 | 30\nvar n: 0..9\nplay:\n    add 4 to n\n"
            "    if n > long: set n to 1\n    end: draw\n"
        ),
        (
            "option hard\nvar n: 0..9\nplay:\n    add 1 to n\n"
            "    if n > 1 and hard: set n to 3\n    if n > 0: set n to 2\n    end: draw\n"
        ),
        (
            "var n: 0..9\nplay:\n    if count Player > 2: set n to 5\n"
            "    if n > 4: set n to 1\n    end: draw\n"
        ),
        (
            "var n: 0..9\nplay:\n    for p in Player: add 1 to n\n"
            "    if n > 2: set n to 1\n    end: draw\n"
        ),
    ],
    ids=["a bound of one option", "another option", "players", "more players"],
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
