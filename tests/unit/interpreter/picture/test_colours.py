"""Ink reads on every colour, and marks stand out from every ground."""

import itertools

import pytest

from interpreter.picture.ink import colours
from interpreter.picture.ink.palette import GREY
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
