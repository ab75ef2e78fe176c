"""Ink reads on every colour, and marks stand out from every ground."""

import itertools

import pytest

from interpreter.picture.ink import colours
from interpreter.picture.ink.palette import GREY
from interpreter.picture.ink.seeing import looks_alike
from interpreter.picture.ink.style import VALUES

TEXT, MARK = 4.5, 3.0


@pytest.mark.parametrize("colour", sorted({*colours.ALL, GREY}))
def test_ink_reads_on_every_colour_of_ours(colour):
    assert colours.contrast(colours.ink_on(colour), colour) >= TEXT
    assert colours.ink_on(colour) in {colours.DARK, colours.LIGHT}


@pytest.mark.parametrize("theme", VALUES)
def test_text_reads_and_marks_stand_out(theme):
    values = VALUES[theme]
    grounds = [values[name] for name in ("ground", "panel", "zone", "card", "place", "shade")]
    for ink, ground in itertools.product(("ink", "soft"), grounds):
        assert colours.contrast(values[ink], ground) >= TEXT, (ink, ground)
    for mark, ground in itertools.product(("can", "new"), grounds):
        assert colours.contrast(values[mark], ground) >= MARK, (mark, ground)
    for ink in ("barink", "barsoft"):
        assert colours.contrast(values[ink], values["bar"]) >= TEXT
    assert colours.contrast(values["ink"], values["newlight"]) >= TEXT
    assert colours.contrast(values["ink"], values["canlight"]) >= TEXT
    assert colours.contrast(values["ink"], values["board"]) >= TEXT
    assert colours.contrast(values["soft"], values["board"]) >= TEXT
    assert colours.contrast(values["panel"], values["can"]) >= TEXT


@pytest.mark.parametrize(
    "names",
    [
        ("Amber", "Cobalt", "Crimson", "Teal"),
        ("Red", "Crimson", "Scarlet", "Ruby"),
        ("Blue", "Anna", "Bert", "Navy", "Carla"),
        ("White", "Ivory", "Cream"),
    ],
)
def test_who_is_called_as_a_colour_has_it_and_nobody_else_one_like_it(names):
    found = colours.of_players(names)
    assert found[0] == colours.named(names[0])
    for one, other in itertools.combinations(found, 2):
        assert looks_alike(one, other) != "", (one, other)
    for colour in found:
        assert colours.contrast(colours.ink_on(colour), colour) >= TEXT


def test_names_that_are_no_colours_have_those_of_the_palette():
    assert colours.of_players(("Anna", "Bert")) == ("#0072b2", "#d55e00")
    assert len(colours.of_players(tuple("abcdefghijkl"))) == 12
    assert colours.named("Teal") not in (None, colours.named("Blue"))
