"""How a finding looks in a terminal and as data."""

import json

from rulelang.diagnostics import Diagnostic, Label, Sink
from rulelang.render import render, render_all, to_json
from rulelang.source import NOWHERE, Source, Span


def at(line, column, end, end_line=None):
    return Span("t.rules", line, column, end_line or line, end)


def shown(text, diagnostic, **settings):
    return render(diagnostic, {"t.rules": Source("t.rules", text)}, **settings)


def marks(text, span):
    return shown(text, Diagnostic("c", "t", Label(span))).splitlines()[2:4]


def test_all_parts_of_a_finding():
    diagnostic = Diagnostic(
        "hidden-read",
        "what `p` may choose depends on hidden cards",
        Label(at(12, 5, 9), "hidden"),
        (Label(at(3, 1, 5), "set here"), Label(at(4, 1, 1))),
        "One sentence.\nAnother.",
        "write `x`",
        "warning",
    )
    text = "\n".join(f"line {i:02d} of it" for i in range(1, 20))
    assert shown(text, diagnostic).splitlines() == [
        "warning[hidden-read]: what `p` may choose depends on hidden cards",
        "  --> t.rules:12:5",
        "12 | line 12 of it",
        "   |     ^^^^ hidden",
        "  --> t.rules:3:1",
        " 3 | line 03 of it",
        "   | ---- set here",
        "  --> t.rules:4:1",
        " 4 | line 04 of it",
        "   | -",
        "   = One sentence.",
        "     Another.",
        "hint: write `x`",
    ]


def test_a_place_at_the_end_of_a_line_has_one_mark():
    assert marks("phase draw\n", at(1, 11, 11)) == ["1 | phase draw", "  |           ^"]


def test_a_place_over_several_lines_is_marked_to_the_end_of_the_first():
    assert marks("let x = a\n  or b\n", at(1, 9, 7, 2)) == ["1 | let x = a", "  |         ^"]


def test_marks_stand_below_wide_and_combining_characters():
    assert marks("漢字 e\u0301 x", at(1, 7, 8)) == ["1 | 漢字 e\u0301 x", "  |        ^"]


def test_tabs_are_four_spaces_and_controls_are_replaced():
    assert marks("\ta\x1b[31m b", at(1, 9, 10)) == ["1 |     a\ufffd[31m b", "  |            ^"]


def test_a_long_line_is_cut_around_the_place():
    line, below = marks("x" * 400 + "HERE" + "y" * 400, at(1, 401, 405))
    assert line.startswith("1 | …x")
    assert line.endswith("y…")
    assert len(line) < 160
    start = below.index("^")
    assert line[start : start + 4] == "HERE"


def test_a_place_past_the_end_of_a_long_line_shows_its_end():
    line, below = marks("x" * 400, at(1, 401, 401))
    assert line.endswith("x")
    assert below.index("^") == len(line)


def test_a_file_that_was_not_read_is_only_named():
    diagnostic = Diagnostic("unreadable", "t", Label(at(0, 0, 0)))
    assert render(diagnostic, {}) == "error[unreadable]: t\n --> t.rules"
    assert render(Diagnostic("c", "t", Label(at(3, 1, 2))), {}).endswith("--> t.rules:3:1")


def test_a_finding_without_a_place_is_its_title():
    assert render(Diagnostic("c", "t", Label(NOWHERE)), {}) == "error[c]: t"


def test_colour_adds_escapes_and_nothing_else():
    diagnostic = Diagnostic("c", "t", Label(at(1, 1, 2), "x"), hint="h")
    plain, coloured = shown("abc", diagnostic), shown("abc", diagnostic, colour=True)
    for escape in ("\x1b[31;1m", "\x1b[32m", "\x1b[0m"):
        assert escape in coloured
        coloured = coloured.replace(escape, "")
    assert coloured == plain


def test_several_findings_have_an_empty_line_between():
    one = Diagnostic("c", "t", Label(NOWHERE))
    assert render_all([one, one], {}) == "error[c]: t\n\nerror[c]: t"


def test_findings_as_data():
    diagnostic = Diagnostic(
        "c", "t", Label(at(1, 2, 3), "x"), (Label(at(4, 5, 6), "y"),), "s", "h"
    )
    data = json.loads(json.dumps(to_json(diagnostic)))
    assert data == {
        "code": "c",
        "severity": "error",
        "title": "t",
        "file": "t.rules",
        "line": 1,
        "column": 2,
        "end_line": 1,
        "end_column": 3,
        "label": "x",
        "related": [
            {
                "file": "t.rules",
                "line": 4,
                "column": 5,
                "end_line": 4,
                "end_column": 6,
                "label": "y",
            }
        ],
        "text": "s",
        "hint": "h",
        "mend": [],
    }


def test_a_sink_keeps_each_finding_once_and_sorts_by_place():
    sink = Sink()
    late, early = (Diagnostic("c", "t", Label(at(line, 1, 2))) for line in (9, 2))
    warning = Diagnostic("w", "t", Label(at(5, 1, 2)), severity="warning")
    sink.add(warning)
    assert not sink.has_errors
    for diagnostic in (late, early, late):
        sink.add(diagnostic)
    assert sink.found == (early, warning, late)
    assert sink.has_errors
