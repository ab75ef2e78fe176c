"""How texts look, held in `formatting/*.md`: as somebody types them, and as they are laid out."""

from pathlib import Path

import pytest

from rulelang.format_rules import format_rules
from rulelang.formatting.layout import bare
from rulelang.measure import rule_lines, tokens
from tests.support.literate import bless, cases
from tests.support.reading import read

GOLDEN = sorted((Path(__file__).parent / "formatting").glob("*.md"))


def formatted(given):
    return format_rules(read(given.rules))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_texts_are_laid_out_as_agreed(path, request):
    if request.config.getoption("--bless"):
        bless(path, formatted)
    found = cases(path)
    assert found
    for given, expected in found:
        assert formatted(given) == expected


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_is_laid_out_stays_so(path):
    for _, expected in cases(path):
        assert format_rules(read(expected)) == expected


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_declaration_alone_is_read_as_the_same(path):
    for _, expected in cases(path):
        for node in read(expected).declarations:
            assert read(f"{bare(node)}\n").declarations == (node,)


def test_nothing_stays_nothing():
    assert format_rules(read("")) == ""
    assert format_rules(read("\n\n")) == ""
    assert format_rules(read("# only this")) == "# only this\n"


def test_columns_too_wide_to_look_over_stand_in_no_line():
    rows = f"    | name | hue |\n    | {'x' * 300} | red |\n    | y | {'z' * 300} |\n"
    text = f"component Tile in box:\n    hue: red | {'z' * 300}\n{rows}"
    assert format_rules(read(text)).endswith(rows)


def test_line_ends_of_other_systems_become_ours():
    assert format_rules(read("play: # a [1]\r\n  stop\r\n")) == format_rules(
        read("play: # a [1]\n  stop\n")
    )


def test_an_effect_named_like_a_statement_stays_where_it_can_be_read():
    name = "x" * 90
    text = f"to f({name}):\n    if {name}: random(3)\n"
    assert format_rules(read(text)) == text


SIZED = """\
# A comment.
table price(1..2): 0..9:
    | nth | price |
    | 1   | 2     |
component Tile in box:
    spears: 0..4                                         # an attribute
    | name | spears |
    | a    | 1      |

play:                                                    [1]
    say "{a} of {b}"

scenario "this is no rule":
    do f
"""


def test_rows_scenarios_and_remarks_are_no_rules():
    assert rule_lines(read(SIZED)) == 5


def test_texts_are_one_token_each():
    assert tokens(read(SIZED)) == 12 + 5 + 5 + 2 + 2


def test_what_is_counted_is_what_the_formatter_would_write():
    assert rule_lines(read("let f(a) = a\n    and b\n")) == 1
    assert rule_lines(read(f"let f(a) = {'a' * 50} and {'b' * 50}\n")) == 2
