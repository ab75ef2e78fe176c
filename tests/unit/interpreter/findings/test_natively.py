"""What was held before is not written again, and what cannot be held is told all the same."""

import re

import pytest

from interpreter.findings.natively import with_native
from interpreter.keeping import front_end
from interpreter.layout import build_layout
from interpreter.native.lower.actions.arms import Arm
from interpreter.native.lower.game import hold
from rulelang import core, pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source

TEXT = """game "Parts"
players A, B
option sort: plain | rich
space Cell on grid 3 x 3
var owner(Cell): Player or none
var last: 0..20
let much(n) = n * IN_FACT > 12
let more(n) = much(n) or n > 3

setup:
    for c in Cell where c is not b2: set last to min(20, last * IN_SETUP)

to count_again(n):
    for c in Cell where owner(c) is none and last * IN_PLAIN < 9: set last to n
    settle(n)

to settle(n):
    if n * IN_DEEP > 7: set last to 0

to asked(p, n):
    if n * IN_ROOT > 7: set last to 0
    p chooses:
        drop(c in Cell): set owner(c) to none
        keep: set last to min(20, n * IN_ARM)

play:
    each turn of p, at most 9:
        p chooses:
            lay(c in Cell):
                need owner(c) is none else "taken"
                need last * IN_NEED < 90 else "late"
                set owner(c) to p
                count_again(last)
            look(c in Cell where more(last)):
                asked(p, last)
            pass
    end: p with most last wins
"""
PLACES = sorted(set(re.findall("IN_[A-Z]+", TEXT)))
HUGE = "1000000000 * 1000000000"


def text_of(*huge):
    text = TEXT
    for place in PLACES:
        text = text.replace(place, HUGE if place in huge else "2")
    return Source("parts.rules", text)


def told(source, memory):
    checked = pipeline.check(source.name, memory, source)
    assert checked.ok, checked.diagnostics
    found = with_native(source.name, checked, memory).diagnostics
    return [d for d in found if d.code == "slow-play"]


@pytest.fixture(scope="module")
def memory():
    memory = Memory()
    assert told(text_of(), memory) == []
    return memory


@pytest.mark.parametrize("place", PLACES)
def test_what_an_edit_makes_too_large_is_told_as_if_nothing_were_known(memory, place):
    alone = told(text_of(place), Memory())
    assert len(alone) == 1
    assert alone == told(text_of(place), memory)
    assert told(text_of(), memory) == []
    assert told(text_of(place, "IN_DEEP"), memory) == told(text_of(place, "IN_DEEP"), Memory())


def test_only_what_an_edit_changed_is_written_again(memory, monkeypatch):
    assert front_end.whole() is not None
    written = []
    source = text_of()
    edited = Source(source.name, source.text.replace("last * 2 < 90", "last * 2 < 80"))
    note = Memory.note_fine
    monkeypatch.setattr(
        Memory, "note_fine", lambda self, name: written.append(1) or note(self, name)
    )
    told(source, memory)
    assert not written
    told(edited, memory)
    few = len(written)
    told(edited, Memory())
    assert 0 < few <= (len(written) - few) / 2


def test_nothing_is_written_where_all_is_known():
    spec = pipeline.build("games/tic_tac_toe.rules").spec
    asked = []
    hold(build_layout(spec), lambda nodes, given, _: asked.append((nodes, given())))
    parts = {type(node) for nodes, _ in asked for node in nodes}
    assert parts == {core.Choice, core.Need, core.If, core.Move}


TRIED = """game "Tried"
players A, B
var last: 0..20
to further: set last to min(20, last + 1)
play:
    each turn of p, at most 9:
        p chooses:
            simply(n in 1..3 where n * 2 < last): further
            tried(n in 1..3):
                further
                need last * n < 9 else "too much"
    end: draw
"""


def test_an_arm_is_written_again_for_what_it_calls_only_where_it_is_tried(monkeypatch):
    memory = Memory()
    told(Source("tried.rules", TRIED), memory)
    written = []
    made = Arm.write
    monkeypatch.setattr(Arm, "write", lambda arm: written.append(arm.arm.arm.name) or made(arm))
    told(Source("tried.rules", TRIED.replace("last + 1", "last + 2")), memory)
    assert written == ["tried"]
