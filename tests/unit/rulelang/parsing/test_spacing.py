"""A text with room between its declarations says the same, and edits move few of its lines."""

from hypothesis import given
from hypothesis import strategies as st

from rulelang.parsing.spacing import MAX_CHARACTERS, ROOM, Spacing
from rulelang.source import NOWHERE, Source, Span

NAME = "a.rules"
LONG = "\n".join(["# a long remark"] * 2 * ROOM)
LINES = st.sampled_from(["play:", "to rest:", "    stop", "# a remark", "", "where it is", LONG])
TEXTS = st.lists(LINES, max_size=30).map("\n".join)


def said(text):
    return [line for line in text.split("\n") if line.strip()]


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_lines_keep_their_order_and_know_where_they_come_from(texts):
    spacing = Spacing()
    for text in texts:
        spaced = spacing.spaced(Source(NAME, text))
        assert said(spaced.source.text) == said(text)
        for number, line in enumerate(spaced.source.text.split("\n"), start=1):
            home = spaced.home(Span(NAME, number, 1, number, 2))
            if line.strip():
                assert text.split("\n")[home.line - 1] == line
            assert home.line == home.end_line
            assert 1 <= home.line <= text.count("\n") + 1


@given(st.lists(TEXTS, min_size=2, max_size=6))
def test_lines_of_a_declaration_stand_together(texts):
    spacing = Spacing()
    for text in texts:
        spaced = spacing.spaced(Source(NAME, text))
        blocks = [*zip(spaced.first, spaced.line, [*spaced.line[1:], None], strict=True)]
        for first, line, following in blocks:
            mine = text.split("\n")[line - 1 : None if following is None else following - 1]
            there = spaced.source.text.split("\n")[first - 1 :][: len(mine)]
            assert said("\n".join(there)) == said("\n".join(mine))


def text_of(*lengths):
    bodies = ["\n".join([f"to do{i}:", *["    stop"] * n]) for i, n in enumerate(lengths)]
    return Source(NAME, "\n".join(bodies))


def begins(spaced):
    return {
        line: number
        for number, line in enumerate(spaced.source.text.split("\n"), start=1)
        if line.startswith("to ")
    }


def test_an_edit_moves_no_other_declaration():
    spacing = Spacing()
    first = begins(spacing.spaced(text_of(3, 3, 3)))
    assert begins(spacing.spaced(text_of(3, 3 + ROOM // 2, 3))) == first
    assert begins(spacing.spaced(text_of(3, 1, 3))) == first
    new = Source(NAME, text_of(3, 1, 3).text.replace("to do1", "to do:\n    stop\nto do1"))
    assert first.items() <= begins(spacing.spaced(new)).items()
    gone = Source(NAME, text_of(3, 1, 3).text.replace("to do1:\n    stop\n", ""))
    assert begins(spacing.spaced(gone)).items() <= first.items()


def test_where_there_is_no_room_all_are_laid_out_anew():
    spacing = Spacing()
    first = begins(spacing.spaced(text_of(3, 3, 3)))
    longer = begins(spacing.spaced(text_of(3, 3 + 4 * ROOM, 3)))
    assert longer["to do2:"] > first["to do2:"]
    assert longer == begins(Spacing().spaced(text_of(3, 3 + 4 * ROOM, 3)))


def test_texts_of_other_files_and_places_that_are_nowhere_stay():
    spaced = Spacing().spaced(text_of(3, 3))
    other = Span("cards.csv", 60, 1, 60, 2)
    assert (spaced.home(other), spaced.home(NOWHERE)) == (other, NOWHERE)
    assert spaced.home(Span(NAME, 1, 1, 1, 1)) == Span(NAME, 1, 1, 1, 1)


def test_thousands_of_declarations_that_are_alike_take_no_longer_than_others():
    spacing = Spacing()
    alike = "to rest:\n    stop\n" * 4_000
    for text in (alike, f"to begin:\n{alike}", f"{alike}to end:\n", f"# begin\n{alike}# end"):
        spaced = spacing.spaced(Source(NAME, text))
        assert said(spaced.source.text) == said(text)


def test_declarations_that_are_moved_again_and_again_take_no_more_room():
    spacing = Spacing()
    blocks = [f"to do{number}:\n" + "    stop\n" * 30 for number in range(12)]
    longest = 2 * spacing.spaced(Source(NAME, "".join(blocks))).first[-1]
    for _ in range(100):
        blocks = [*blocks[1:], blocks[0]]
        assert spacing.spaced(Source(NAME, "".join(blocks))).first[-1] <= longest


def test_a_text_that_is_too_long_is_left_as_it_is():
    for text in ("#" * (MAX_CHARACTERS + 1), "to do: stop\n" * 30_000):
        source = Source(NAME, text)
        spaced = Spacing().spaced(source)
        assert spaced.source is source
        assert spaced.home(Span(NAME, 3, 1, 3, 2)).line == 3
