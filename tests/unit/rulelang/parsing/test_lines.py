"""Lines are taken apart once, wherever the same stands in the same place."""

from rulelang.parsing.lines import MAX_COLUMNS, lines_of
from rulelang.source import Source

TEXT = "play:\n    end: draw   # at once  [3.1]\n"


def test_a_line_that_stands_where_it_stood_is_not_taken_apart_again():
    before = lines_of(Source("one.rules", TEXT))
    after = lines_of(Source("other.rules", TEXT.replace("play:", "play:   # all of it")))
    assert after[1] is before[1]
    assert after[0] != before[0]


def test_a_line_that_is_too_long_is_not_kept():
    def comment(length):
        return lines_of(Source("one.rules", "#" * length))[0]

    assert comment(MAX_COLUMNS) is comment(MAX_COLUMNS)
    assert comment(MAX_COLUMNS + 1) is not comment(MAX_COLUMNS + 1)
    assert comment(MAX_COLUMNS + 1) == comment(MAX_COLUMNS + 1)


def test_one_that_stands_elsewhere_tells_where_it_is():
    moved = lines_of(Source("one.rules", f"\n{TEXT}"))
    assert [(line.number, line.code, line.citation) for line in moved] == [
        (1, "", None),
        (2, "play:", None),
        (3, "    end: draw", "3.1"),
        (4, "", None),
    ]
