"""Tabs are mended to the width in which they fit the lines around them."""

import pytest

from rulelang import pipeline
from rulelang.mends import applied
from rulelang.source import Source

TEXT = """\
game "A"
players 2
var n: 0..9
play:
    each turn of p, at most 9:
        p chooses:
            more "{p} takes more":
                need n < 9 else "no more"
                add 1 to n
            less "{p} takes less":
                need n > 0 else "no less"
                take 1 from n
        if n is 5:
            end: p wins
    end: draw
"""


def tabbed(line, times, width):
    """Return the text with tabs of a width before one line, or before `times` lines from it on."""
    lines = TEXT.split("\n")
    for at in range(line, line + times):
        indent = len(lines[at]) - len(lines[at].lstrip())
        lines[at] = "\t" * (indent // width) + " " * (indent % width) + lines[at].lstrip()
    return "\n".join(lines)


@pytest.mark.parametrize("width", [2, 4, 8])
@pytest.mark.parametrize("times", [1, 2, 4])
@pytest.mark.parametrize("line", [6, 7, 8, 10, 11])
def test_lines_with_tabs_are_put_where_their_neighbours_stand(line, times, width):
    text = tabbed(line, times, width)
    (found,) = pipeline.check("a.rules", text=Source("a.rules", text)).diagnostics
    assert found.code == "tab-in-indentation"
    assert applied(text, found.mend) == TEXT


def test_a_text_with_tabs_alone_has_four_spaces_for_each():
    text = TEXT.replace("    ", "\t")
    (found,) = pipeline.check("a.rules", text=Source("a.rules", text)).diagnostics
    assert applied(text, found.mend) == TEXT


def test_what_goes_on_inside_brackets_may_stand_behind_any_tabs():
    meant = TEXT.replace("if n is 5:", "if n is (2 +\n" + " " * 24 + "3):")
    text = meant.replace(" " * 24, "\t\t\t").replace(" " * 8 + "p chooses", "\tp chooses")
    (found,) = pipeline.check("a.rules", text=Source("a.rules", text)).diagnostics
    assert applied(text, found.mend) == meant
