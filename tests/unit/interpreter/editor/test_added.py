"""What the process that proves tells of native code and of looks is what `check` would say."""

from pathlib import Path

import attrs
import pytest

from interpreter.editor import prover
from interpreter.findings import looks, natively
from interpreter.findings.both import with_both
from rulelang import pipeline
from rulelang.parsing.spacing import Spacing
from rulelang.prove.memory import Memory
from rulelang.source import Source

GAME = """\
game "Wells"
players 2
space Well:
    | name |
    | east |
    | west |
var water(Player): 0..9
var dug: 0..9

play:
    each turn of p, at most 6:
        p chooses:
            dig(w in Well): set dug to 1
            wait: pour(p)
    end: draw

to pour(p):
    if dug * 2 > 7: set water(p) to 8

scenario "poured":
    do pour(P1)
    expect water(P1) is 0
"""
SLOW = GAME.replace("dug * 2", "dug * 1000000000 * 1000000000")
LOOK = 'look = 1\n\n[variable]\nhide = ["dug"]\n'
WRONG = 'look = 1\n\n[variable]\nhide = ["water", "wine"]\n\n[board.Well]\nplaces = "wells.csv"\n'
PLACES = "name,x,y\neast,100,100\nwest,900,900\n"
TEXTS = {
    "as it was": SLOW,
    "a line above": SLOW.replace("play:", "# how\n\nplay:"),
    "a declaration above": SLOW.replace("play:", "var deep: 0..9\n\nplay:"),
    "a line inside": SLOW.replace("    if dug", "    # deep\n    if dug"),
    "mended": GAME,
    "another example": SLOW.replace("is 0\n", "is 1\n"),
    "another name": SLOW.replace("water", "wine"),
    "an error": SLOW.replace("set dug to 1", "set dag to 1"),
    "what cannot be read": SLOW.replace("to pour(p):", "to pour(p"),
}


@attrs.define
class Jobs:
    """Where somebody listens; he asks for something else when he has heard a report of a sort."""

    until: type | None = None
    told: list[object] = attrs.field(factory=list)

    def poll(self):
        return bool(self.told) and type(self.told[-1]) is self.until

    def send(self, report):
        self.told.append(report)


@attrs.define
class Author:
    """Writes one text after the other, as an editor has them."""

    path: str
    memory: prover.Watching = attrs.field(factory=prover.Watching)
    desk: pipeline.Desk = attrs.field(factory=lambda: pipeline.Desk(spacing=Spacing()))

    def writes(self, text, unsaved=None, until=None):
        jobs = Jobs(until)
        self.memory.waiting = jobs.poll
        prover.do(jobs, prover.Job(1, self.path, text, unsaved or {}), self.memory, self.desk)
        *_, checked, added, _ = jobs.told
        return checked.findings, added


@pytest.fixture
def author(tmp_path):
    (tmp_path / "wells.csv").write_text(PLACES, encoding="utf-8")
    return Author(str(tmp_path / "wells.rules"))


def beside(author, name="wells.look.toml"):
    return author.path.replace("wells.rules", name)


def write(path, text):
    Path(path).write_text(text, encoding="utf-8")


def said(author, text):
    """Return what is said of a text of which nothing is known."""
    memory = Memory()
    checked = pipeline.check(author.path, memory, Source(author.path, text))
    return with_both(author.path, checked, memory).diagnostics


def codes(findings):
    return sorted(found.code for found in findings)


def test_what_is_told_of_each_text_is_what_is_said_of_it_alone(author):
    write(beside(author), WRONG)
    for text in [text for one in TEXTS.values() for text in (one, SLOW)]:
        findings, added = author.writes(text)
        assert (*findings, *added.findings) == said(author, text)
        has_errors = any(one.severity == "error" for one in findings)
        assert bool(added.findings) is not has_errors


@pytest.mark.parametrize("what", ["a line above", "a declaration above", "a line inside"])
def test_what_native_code_cannot_hold_is_told_in_its_line(author, what):
    for text in (SLOW, TEXTS[what]):
        (found,) = author.writes(text)[1].findings
        line = text.split("\n")[found.span.line - 1]
        assert found.code == "slow-play"
        assert line[found.span.column - 1 :].startswith("dug * 1000000000")


def test_what_is_mended_is_not_told(author):
    write(beside(author), WRONG)
    wrong = codes(author.writes(SLOW)[1].findings)
    assert wrong == ["look-unknown-name", "slow-play"]
    assert codes(author.writes(GAME)[1].findings) == ["look-unknown-name"]
    write(beside(author), LOOK)
    assert not author.writes(GAME)[1].findings


def test_files_in_which_something_is_found_are_told_as_they_were_read(author):
    write(beside(author), WRONG)
    write(beside(author, "wells.csv"), "name,x\n")
    added = author.writes(GAME)[1]
    assert codes(added.findings) == ["look-bad-places", "look-unknown-name"]
    texts = {file: source.text for file, source in added.sources.items()}
    assert texts == {beside(author): WRONG, beside(author, "wells.csv"): "name,x\n"}


@pytest.mark.parametrize("is_there", [True, False])
def test_an_open_look_counts_and_not_the_file(author, is_there):
    if is_there:
        write(beside(author), LOOK)
    for text, found in ((WRONG, ["look-unknown-name"]), (LOOK, []), ("look", ["look-unreadable"])):
        added = author.writes(GAME, {beside(author): text})[1]
        assert codes(added.findings) == found
        assert [source.text for source in added.sources.values()] == ([text] if found else [])
    assert not author.writes(GAME)[1].findings


def test_open_places_count_and_not_the_file(author):
    write(beside(author), LOOK + '\n[board.Well]\nplaces = "wells.csv"\n')
    for places, found in ((PLACES.replace("west", "wast"), True), (PLACES, False)):
        added = author.writes(GAME, {beside(author, "wells.csv"): places})[1]
        assert bool(added.findings) is found


def test_nothing_is_asked_again_that_is_known_to_be_in_order(author, monkeypatch):
    asked = []
    refused, with_look = natively.refused, looks.with_look
    monkeypatch.setattr(natively, "refused", lambda *of: asked.append("code") or refused(*of))
    monkeypatch.setattr(looks, "with_look", lambda *of: asked.append("look") or with_look(*of))
    write(beside(author), LOOK)

    def asked_by(text, unsaved=None):
        asked.clear()
        author.writes(text, unsaved)
        return sorted(asked)

    assert asked_by(GAME) == ["code", "look"]
    assert asked_by(GAME.replace("play:", "# how\n\nplay:")) == []
    assert asked_by(GAME.replace("is 0\n", "is 1\n")) == []
    assert asked_by(GAME.replace("dug * 2", "dug * 3")) == ["code"]
    assert asked_by(GAME, {beside(author): LOOK + "# more\n"}) == ["look"]
    assert asked_by(GAME) == []


def test_it_is_given_up_where_something_else_is_asked(author, monkeypatch):
    monkeypatch.setattr(prover, "_GLANCES_S", -1)
    with pytest.raises(prover._GivenUpError):  # noqa: SLF001 - what `_work` goes on after
        author.writes(SLOW, until=prover.Checked)
    assert codes(author.writes(SLOW)[1].findings) == ["slow-play"]
