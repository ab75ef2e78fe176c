"""What a look beside a rule text hangs on: the digest of all that it may name, and doubts."""

import pytest

from interpreter.findings import fine, look_files, parts
from interpreter.findings.look_files import belongs_to_look, look_digest, may_hide
from interpreter.findings.natively import with_native
from interpreter.keeping import front_end
from interpreter.native.lower.instances import always
from rulelang import pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source


@pytest.fixture
def look(tmp_path):
    return tmp_path / "game.look.toml"


@pytest.fixture
def rules(tmp_path):
    return str(tmp_path / "game.rules")


def test_without_a_look_there_is_nothing_to_hang_on(rules):
    assert look_digest(rules) == ""


def test_files_in_a_folder_that_a_look_names_count(rules, look, tmp_path):
    look.write_text("[piece.Card]\nart = 'cards'\n", encoding="utf-8")
    (tmp_path / "cards").mkdir()
    drawn = tmp_path / "cards" / "ace.svg"
    seen = [look_digest(rules)]
    for text in ("one", "two"):
        drawn.write_text(text, encoding="utf-8")
        seen.append(look_digest(rules))
    assert len({*seen}) == 3
    assert None not in seen
    (tmp_path / "elsewhere.svg").write_text("three", encoding="utf-8")
    assert look_digest(rules) == seen[-1]


def test_a_link_to_nothing_counts_as_no_file(rules, look, tmp_path):
    look.write_text("[piece.Card]\nart = '*.svg'\n", encoding="utf-8")
    before = look_digest(rules)
    drawn = tmp_path / "drawn"
    (tmp_path / "ace.svg").symlink_to(drawn)
    assert look_digest(rules) == before is not None
    drawn.write_text("one", encoding="utf-8")
    assert look_digest(rules) not in (before, None)


@pytest.mark.parametrize(
    "text", ['art = "\\u0061.svg"\n', "art = '{name}'\n", "#" * (look_files.MAX_LOOK + 1)]
)
def test_a_look_that_may_name_any_file_or_is_too_long_cannot_be_told(rules, look, text):
    look.write_text(text, encoding="utf-8")
    assert look_digest(rules) is None


def test_of_a_look_that_cannot_be_read_anything_may_hold(rules, look, tmp_path):
    look.write_bytes(b"\xff")
    assert look_digest(rules) is None
    assert may_hide(rules)
    assert belongs_to_look(str(tmp_path / "any.svg"), rules)


def test_where_the_package_itself_changed_nothing_is_known(monkeypatch, tmp_path):
    text = 'game "Much"\nplayers 2\nvar n: 0..9\nplay:\n    set n to 1\n    end: draw\n'
    source, memory = Source(str(tmp_path / "much.rules"), text), Memory()
    checked = pipeline.check(source.name, memory, source)
    (spec,) = checked.specs
    assert with_native(source.name, checked, memory) is checked
    assert fine.is_known(memory, fine.natively(spec, memory))
    monkeypatch.setattr(front_end, "whole", lambda: None)
    assert fine.natively(spec, memory) is None
    assert fine.look(checked, None, "digest", hides=False) is None
    assert parts.unknown_parts(spec, memory) is always
    assert with_native(source.name, checked, memory) is checked
