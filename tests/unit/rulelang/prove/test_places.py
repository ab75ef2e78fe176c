"""What was found in one text stands where its declaration stands in the next."""

import pytest

from rulelang.anchors import Anchors
from rulelang.obligations import Obligation
from rulelang.prove.places import Moving
from rulelang.source import Span


def anchors(*begun):
    made = Anchors()
    made.add("a.rules", begun)
    return made


def claim(line):
    return Obligation("G1", "fits", Span("a.rules", line, 5, line, 9), "open", "say so")


BEFORE = anchors((1, "play:"), (4, "to go:"))
LATER = anchors((1, "play:"), (6, "to go:"))


def test_claims_and_tests_move_with_their_declaration():
    moving = Moving(BEFORE, LATER)
    assert moving.obligations((claim(2), claim(5))) == (claim(2), claim(7))
    assert moving.obligations((claim(5),))[0].mend == "say so"
    assert moving.tests(((claim(5).span, True),)) == ((claim(7).span, True),)


def test_what_is_one_object_before_is_one_behind():
    moving, one = Moving(BEFORE, LATER), claim(5)
    (first,), (again,) = moving.obligations((one,)), moving.obligations((one,))
    assert first is again
    stays = claim(2)
    assert moving.obligations((stays,))[0] is stays


def test_what_has_no_place_does_not_move():
    with pytest.raises(KeyError):
        Moving(BEFORE, anchors((1, "play:"))).obligations((claim(5),))
