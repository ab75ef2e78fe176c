"""What a report reaches is found once, and the report is the same to the byte."""

import pytest

from interpreter import report
from interpreter.testing import coverage
from rulelang.keeping import disk
from tests.support.games import ROOT

WORDS = ("report", "game.rules", "-n", "50", "--effort", "0", "--json")


@pytest.fixture
def said(tmp_path, monkeypatch, command):
    """Return what a report says, and how often the lines that are reached were looked for."""
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "games" / "tic_tac_toe.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(text, "utf-8")
    looked = []
    monkeypatch.setattr(
        report,
        "coverage",
        lambda text, n, **how: looked.append(n) or coverage.coverage(text, n, **how),
    )

    def run(*arguments):
        looked.clear()
        code, out, _ = command(*WORDS, *arguments)
        assert code == 0
        return out, len(looked)

    return run


def test_lines_of_a_text_are_looked_for_once(said):
    first, looked = said()
    assert looked == 1
    assert said() == (first, 0)


@pytest.mark.parametrize("wanted", [("--seed", "2"), ("--players", "2")])
def test_another_seed_and_other_variants_are_looked_at_anew(said, wanted):
    said()
    assert said(*wanted)[1] == 1
    assert said(*wanted)[1] == 0


def test_an_edited_text_is_looked_at_anew(said, tmp_path):
    before, _ = said()
    file = tmp_path / "game.rules"
    file.write_text("# a remark\n" + file.read_text("utf-8"), "utf-8")
    after, looked = said()
    assert looked == 1
    assert after != before


def test_nothing_is_kept_where_that_is_wanted(said, monkeypatch):
    monkeypatch.setenv(disk.FOLDER, "")
    first, _ = said()
    assert said() == (first, 1)
