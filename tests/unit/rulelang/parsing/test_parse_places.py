"""Where the parts of a tree stand, what lines mean, and texts that are wrong."""

import threading
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulelang import surface as s
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.source import Source
from tests.support.reading import covered, first, read

ROOT = Path(__file__).parents[4]
TEXTS = sorted(
    path
    for folder in ("tests/sketches", "games", "rulelang/std")
    for path in (ROOT / folder).glob("**/*.rules")
)
WHOLE = [path.read_text(encoding="utf-8").splitlines() for path in TEXTS]


CHOICE = """play:
    p chooses up to 2 times:
        put(t in shown(p), a, b in Area at c in order where t) "{p} puts {t}":
            need a else "why"
            stop
        pass
        leave: stop
    otherwise: stop
"""


def found(text):
    sink = Sink()
    parse(Source("t", text), sink)
    return [(d.code, d.span.line) for d in sink.found]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_rule_text_of_the_project_is_read_without_a_finding(path):
    text = path.read_text(encoding="utf-8")
    starts = [x for x in text.splitlines() if x[:1].isalpha()]
    assert len(read(text).declarations) == len(starts)


# ---------------------------------------------------------------- places


def test_the_span_of_a_declaration_is_its_first_line():
    text = "play:   # what follows   [4.8]\n    stop\n"
    assert covered(text, first(text).span) == "play:"


def test_the_span_of_a_statement_is_its_first_line():
    text = "play:\n    if a:  # why\n        stop\n    else: pass\n    move a to b  [1]\n"
    branch, move = first(text).body
    assert covered(text, branch.span) == "if a:"
    assert covered(text, branch.branches[0][1][0].span) == "stop"
    assert covered(text, move.span) == "move a to b"


def test_the_span_of_an_arm_is_its_head():
    (node,) = first(CHOICE).body
    heads = [covered(CHOICE, arm.span) for arm in node.arms]
    assert heads[0].startswith("put(t in")
    assert heads[0].endswith('"{p} puts {t}"')
    assert heads[1:] == ["pass", "leave"]


def test_an_expression_spans_what_was_written_with_its_brackets():
    text = "let x = (a + b) * f(c)\n"
    node = first(text).value
    assert covered(text, node.span) == "(a + b) * f(c)"
    assert covered(text, node.right.span) == "f(c)"
    assert covered(text, node.left.left.span) == "a"


def test_a_value_in_a_text_points_into_the_file():
    text = 'play:\n    say "you have {count hand(p)}"\n'
    (node,) = first(text).body
    hole = node.text.parts[1]
    assert covered(text, hole.span) == "count hand(p)"
    assert covered(text, hole.operand.args[0].span) == "p"
    assert covered(text, node.text.span) == '"you have {count hand(p)}"'


def test_fresh_each_turn_points_at_turn():
    text = "var a: flag, fresh each turn\n"
    assert covered(text, first(text).fresh.span) == "turn"


def test_an_expression_over_two_lines_spans_both():
    span = first("let x = a\n    or b\n").value.span
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 9, 2, 9)


# ---------------------------------------------------------------- lines


def test_citations_and_comments_are_kept_by_line():
    text = '# head [x]\ngame "A # b"   # one   [4.8; 5]\nplay: stop  [6]\n    # own line\n'
    tree = read(text)
    assert dict(tree.citations) == {2: "4.8; 5", 3: "6"}
    assert dict(tree.comments) == {1: "head [x]", 2: "one", 4: "own line"}


@pytest.mark.parametrize("said", ["[p. 3, b)]", "[(3]", "# (see  [4})]"])
def test_brackets_in_a_citation_are_none_of_the_rules(said):
    assert read(f"play: stop   {said}\n").declarations == read("play: stop\n").declarations


def test_a_row_may_hold_any_sign():
    (header,) = first("space A:\n    | a # b | [c] | # comment\n").table.rows
    assert [cell.text for cell in header.cells] == ["a # b", "[c]"]


def test_line_ends_of_other_systems_mean_the_same():
    text = "play:  # a [1]\r\n    if a:\r\n        stop\r\n"
    tree = read(text)
    assert tree == read(text.replace("\r", ""))
    assert tree.declarations[0].span.end_column == 6


def test_a_file_without_a_last_line_end_is_read_whole():
    assert first("play:\n    stop") == first("play:\n    stop\n")


def test_an_empty_file_has_no_declarations():
    assert read("").declarations == ()
    assert read("# nothing yet\n").declarations == ()


def test_several_declarations_are_wrong_at_once_and_the_others_are_read():
    text = "zon a\nlet x = 1\nto f:\n    mov a to b\nlet y = (2\nplay: stop\n"
    sink = Sink()
    tree = parse(Source("t", text), sink)
    assert [(d.code, d.span.line) for d in sink.found] == [
        ("unknown-declaration", 1),
        ("unknown-statement", 4),
        ("unclosed-bracket", 5),
    ]
    assert [type(d) for d in tree.declarations] == [s.Fact, s.Play]


def test_a_tab_is_one_finding_and_the_rest_is_read():
    assert found("play:\n\tstop\n\tmov a to b\n") == [
        ("tab-in-indentation", 2),
        ("unknown-statement", 3),
    ]


def test_a_word_that_begins_like_one_of_the_language_is_another_word():
    assert found("setupp: stop\n") == [("unexpected-word", 1)]
    assert found("play:\n    each turn ofp, at most 3: stop\n") == [("unexpected-word", 2)]


def test_reading_in_threads_gives_each_its_own_tree():
    text = (ROOT / "tests/sketches/tic_tac_toe.rules").read_text(encoding="utf-8")
    expected = read(text)
    trees = []
    threads = [threading.Thread(target=lambda: trees.append(read(text))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trees == [expected] * 4


# ---------------------------------------------------------------- any text

PIECES = [
    *[
        "",
        " ",
        "\n",
        "    ",
        "\t",
        "\r",
        "\u2028",
        "é",
        "9",
        "x ",
        "if a:",
        "else:",
        "need ",
        "is =",
    ],
    *['"', "{", "}", "(", ")", "[", "]", "|", ":", ",", "#", "\n[4]", "play:\n", "\nstop"],
]


def check_places(text):
    sink = Sink()
    parse(Source("t", text), sink)
    lines = text.split("\n")
    for diagnostic in sink.found:
        for label in (diagnostic.primary, *diagnostic.related):
            span = label.span
            assert 1 <= span.line <= span.end_line <= len(lines)
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1
            assert (span.line, span.column) <= (span.end_line, span.end_column)


@given(st.text(max_size=200))
@example("play:\n  \n\t stop")
@example('"')
@example("play:\n    ((\n))")
@example("\ufeffgame")
@example("a[")
@example('play: say "{')
def test_no_text_makes_the_parser_raise(text):
    check_places(text)


@st.composite
def damaged(draw):
    """Draw some lines of a rule text, and replace a few characters here and there."""
    lines = draw(st.sampled_from(WHOLE))
    start = draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[start : start + draw(st.integers(1, 20))])
    for _ in range(draw(st.integers(1, 3))):
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(st.sampled_from(PIECES)) + text[cut + draw(st.integers(0, 6)) :]
    return text


@given(damaged())
@example("play: stop\n    [1]")
def test_no_damaged_rule_text_makes_the_parser_raise(text):
    check_places(text)
