"""What is read of a text in the light of an earlier one is what is read of it alone."""

from pathlib import Path

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang import pipeline
from rulelang.parse import before
from rulelang.source import Source

NAME = "games/kuhn_poker.rules"
LINES = tuple(Path(NAME).read_text(encoding="utf-8").split("\n"))
EDITS = st.lists(
    st.tuples(
        st.sampled_from(("insert", "delete", "double", "break", "undo")),
        st.integers(0, len(LINES) - 1),
    ),
    max_size=5,
)


def edited(lines, edit, at):
    at = min(at, len(lines) - 1)
    match edit:
        case "insert":
            return [*lines[:at], "# a remark", *lines[at:]]
        case "delete":
            return lines[:at] + lines[at + 1 :] or [""]
        case "double":
            return [*lines[:at], lines[at], *lines[at:]]
        case "break":
            return [*lines[:at], lines[at] + " is (", *lines[at + 1 :]]
        case _:
            return list(LINES)


def whole(parsed):
    """Everything that was read, with its places: those are no part of what nodes are."""
    return repr(attrs.asdict(parsed.text)), parsed.diagnostics


@settings(max_examples=15)
@given(EDITS)
def test_a_text_read_in_the_light_of_another_is_read_as_if_alone(edits):
    desk = pipeline.Desk()
    lines = list(LINES)
    for edit, at in [("undo", 0), *edits]:
        lines = edited(lines, edit, at)
        source = Source(NAME, "\n".join(lines))
        assert whole(pipeline.read(NAME, source, desk)) == whole(pipeline.read(NAME, source))


def test_a_table_that_is_not_saved_counts_in_place_of_the_file(tmp_path):
    (tmp_path / "areas.csv").write_text("name\nArden\n", encoding="utf-8")
    text = 'game "A"\nplayers 2\nspace Area from "areas.csv"\nplay:\n    end: draw\n'
    path = tmp_path / "a.rules"
    unsaved = {str((tmp_path / "areas.csv").resolve()): "name\nArden\nArden\n"}
    source = Source(str(path), text)
    saved, open_now = (
        pipeline.glance(pipeline.read(str(path), source, pipeline.Desk(tables)))
        for tables in ({}, unsaved)
    )
    assert not saved.diagnostics
    assert [found.code for found in open_now.diagnostics] == ["declared-twice"]


def test_a_glance_tells_what_is_wrong_with_names_beside_what_cannot_be_read():
    text = "\n".join(LINES).replace("setup:", "to draw_none(p):\n    set x(p to 3\n\nsetup:", 1)
    text += "\nlet odd(p) = nowhere_at_all(p)\n"
    found = pipeline.glance(pipeline.read(NAME, Source(NAME, text))).diagnostics
    assert "unclosed-bracket" in [one.code for one in found]


def test_what_stands_before_a_place_is_known_though_lines_above_it_are_broken():
    lines = [
        "to act(p, n):",
        "    let a = count hand(p)",
        "    for c in hand(p):",
        "        if c is >",
        "            move c from hand(p) to x",
        "        move c to ",
    ]
    known = before(lines, "a.rules", 7)
    told = repr(known.nodes)
    assert "NAME" in known.expected
    assert "'binders'" in told
    assert "line=7" in told


def test_nothing_is_expected_behind_what_cannot_be_read():
    assert before(["play:", "    ) "], "a.rules", 1).expected == frozenset()


def test_what_is_said_of_a_line_in_the_light_of_others_is_said_anew():
    def hint(text, desk):
        (found,) = pipeline.read(NAME, Source(NAME, text), desk).diagnostics
        return found.hint

    desk = pipeline.Desk()
    text = "players 2\nvar left: 0..9\nplay:\n    left = 3\n"
    assert hint(text, desk) == "write `set left to 3`"
    assert hint(text.replace("var left: 0..9\n", ""), desk) == "write `let left = 3`"
