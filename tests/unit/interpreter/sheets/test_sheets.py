"""Sheets to cut out: every copy is there once, and a back lies behind its front."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import load
from interpreter.look import look_of
from interpreter.picture.making import plan_of
from interpreter.sheets import PAPERS, SizeError, html, pdf, sheets
from interpreter.sheets.layout import cells_for
from tests.support.games import RULES
from tests.support.sampling import gated

PAPER = PAPERS["a4"]
_MOST = 0.2  # mm that a front and its back may lie apart


def plan_for(path):
    """Return the plan of a game's pictures."""
    document = load(path, engine="reference").document()
    return plan_of(document, look_of(document), 1280, None)


@given(
    paper=st.sampled_from(sorted(PAPERS)),
    width=st.floats(5, 180),
    height=st.floats(5, 240),
    number=st.integers(0, 500),
)
def test_a_back_lies_behind_its_front(paper, width, height, number):
    cells = cells_for(PAPERS[paper], width, height)
    number %= cells.count
    (x, y), (back_x, back_y) = cells.at(number), cells.at(number, mirrored=True)
    assert abs(PAPERS[paper].width - (back_x + width) - x) <= _MOST
    assert y == back_y
    margin = PAPERS[paper].margin - 1e-6
    assert margin <= x <= PAPERS[paper].width - margin - width
    assert margin <= y <= PAPERS[paper].height - margin - height


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_every_copy_is_printed_once(path):
    plan = plan_for(path)
    wanted = Counter()
    for kind in plan.document.kinds:
        wanted[kind.component] += kind.copies
    found = sheets(plan, PAPER)
    printed = Counter()
    for front, back in zip(found[::2], found[1::2], strict=True):
        assert (front.back, back.back) == (False, True)
        assert front.pieces == back.pieces == len(re.findall(r"<use ", front.svg))
        printed[front.component] += front.pieces
    assert printed == wanted


def test_a_face_is_on_no_back():
    """Cards are told apart by nothing but what the backs say."""
    plan = plan_for("whist")
    for back in sheets(plan, PAPER)[1::2]:
        assert "<use " not in back.svg
        assert "♠" not in back.svg


def test_a_piece_that_does_not_fit_is_refused():
    with pytest.raises(SizeError, match="does not fit a4, which has 190 × 277 mm"):
        sheets(plan_for("whist"), PAPER, size=(191, 50))


def test_files_have_a_page_for_each_side_of_paper():
    found = sheets(plan_for("kuhn_poker"), PAPER)
    page = html("<Kuhn>", found, PAPER)
    assert "&lt;Kuhn&gt;: pieces" in page
    assert page.count("<img ") == len(found)
    made = pdf(found, PAPER)
    assert len(re.findall(rb"/Type\s*/Page\b", made)) == len(found)
    assert made == pdf(found, PAPER)
