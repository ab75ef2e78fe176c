"""Places as editors count them, in all three encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.editor.desk import Change, Desk
from interpreter.editor.positions import Lines

TEXTS = st.text("ab😋é\n\r\u2028", max_size=20)
ENCODINGS = st.sampled_from(("utf-8", "utf-16", "utf-32"))


@given(TEXTS, ENCODINGS, st.data())
def test_an_offset_told_to_an_editor_comes_back(text, encoding, data):
    lines = Lines(text, encoding)
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":
        return  # between both no editor can be
    assert lines.offset(*lines.position(offset)) == offset
    assert lines.offset_of(*lines.place(offset)) == offset


@given(TEXTS, ENCODINGS, st.integers(0, 9), st.integers(0, 99))
def test_a_place_past_an_end_is_that_end(text, encoding, line, character):
    assert 0 <= Lines(text, encoding).offset(line, character) <= len(text)


def test_our_place_before_the_first_line_and_behind_the_last_is_an_end():
    lines = Lines("ab\ncd")
    assert [lines.offset_of(line, 2) for line in (0, 1, 2, 3)] == [0, 1, 4, 5]


@pytest.mark.parametrize(("encoding", "units"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_a_character_counts_as_many_units_as_its_encoding_has(encoding, units):
    lines = Lines("😋x", encoding)
    assert lines.position(1) == (0, units)
    assert lines.offset(0, units) == 1


@given(TEXTS, ENCODINGS, st.lists(st.tuples(TEXTS, st.integers(0, 20), st.integers(0, 20))))
def test_changes_of_parts_come_to_the_same_text_as_the_whole(text, encoding, changes):
    desk = Desk(encoding)
    mine = desk.open("a.rules", text, 1)
    for new, *ends in changes:
        start, end = sorted(min(end, len(text)) for end in ends)
        lines = Lines(text, encoding)
        if any(text[at - 1 : at + 1] == "\r\n" for at in (start, end)):
            continue
        where = (lines.position(start), lines.position(end))
        mine.change([Change(new, where)], 2)
        text = text[:start] + new + text[end:]
        assert mine.lines.text == text
