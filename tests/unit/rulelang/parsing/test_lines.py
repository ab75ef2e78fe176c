"""Lines are taken apart once, wherever the same stands in the same place."""

from rulelang.parsing.lines import lines_of
from rulelang.source import Source

TEXT = "play:\n    end: draw   # at once  [3.1]\n"


def test_a_line_that_stands_where_it_stood_is_not_taken_apart_again():
    before = lines_of(Source("one.rules", TEXT))
    after = lines_of(Source("other.rules", TEXT.replace("play:", "play:   # all of it")))
    assert after[1] is before[1]
    assert after[0] != before[0]


def test_one_that_stands_elsewhere_tells_where_it_is():
    moved = lines_of(Source("one.rules", f"\n{TEXT}"))
    assert [(line.number, line.code, line.citation) for line in moved] == [
        (1, "", None),
        (2, "play:", None),
        (3, "    end: draw", "3.1"),
        (4, "", None),
    ]
