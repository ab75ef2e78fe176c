"""What bodies have in common is proved once, and says of each what it says by itself."""

from __future__ import annotations

import attrs
import pytest

from rulelang import pipeline
from rulelang.prove import walks, world
from rulelang.prove.memory import Memory, Sharing
from rulelang.source import Source

TEXT = """\
game "Example"
players 2
option way: short | long
option last: none_of_it | all_of_it
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card row, open
var level: 0..9
var open: 0..3
var scores(1..3): 0..9

setup:
    draw 2 from deck to vault

play:
    dig(2)
    dig(3)
    end: draw

let held(n) = count c in vault where c.rank is n
let higher(n) = held(n) + level
let highest_of(n) = higher(n) + held(n)

to dig(n):
    for m in 1..3:
        let k = highest_of(n)
        tell(m)
        if k + 1 > 2 and level + k < 9:
            set level to level + k
            set scores(m) to level
            if way is long: set level to level + 1
        else:
            repeat 3:
                if level < 9: set level to level + 1
                if way is short and level > 4: set scores(m + level) to 1
            if last is all_of_it: set scores(k) to 2
        set scores(level) to 1

to tell(m): say "{scores(m)} of {vault.last.rank}"
"""
EDITS = (
    ("k + 1 > 2", "k + 1 > 3"),
    ("level + k < 9", "level + k < 8"),
    ("set scores(m) to level", "set scores(m + 1) to level"),
    ("is short and level > 4", "is short and level > 0"),
    ("let k = highest_of(n)", "let k = higher(n)"),
)


def found(path, memory, text):
    """Return what is found in a text, and how it stands with each claim."""
    told = pipeline.check(str(path), memory, Source(str(path), text))
    assert len(told.instances) == 4
    return told.diagnostics, told.obligations


def as_if_alone(path):
    """Return whether of each text the same is found behind others as by itself."""
    memory, all_same = Memory(), True
    for edit in EDITS:
        for text in (TEXT, TEXT.replace(*edit)):
            mine = found(path, memory, text)
            all_same &= mine == found(path, Memory(), text)
    return all_same


@pytest.fixture
def all_shared(monkeypatch):
    """Return what walks share, as they are made."""
    made = []

    def sharing(*given):
        made.append(Sharing(*given))
        return made[-1]

    monkeypatch.setattr(walks, "Sharing", sharing)
    return made


def test_variants_are_proved_together_and_say_what_they_say_by_themselves(tmp_path, all_shared):
    assert as_if_alone(tmp_path / "game.rules")
    assert sum(one.taken > 1 for one in all_shared) >= 2 * len(EDITS)


def test_of_a_text_that_is_the_first_nothing_is_kept(tmp_path, all_shared):
    memory = Memory()
    found(tmp_path / "game.rules", memory, TEXT)
    assert memory.pieces is None
    assert not all_shared


@attrs.define
class Blind:
    """Digests that do not tell what is read, or not what is known."""

    digests: object
    part: str

    def walked(self, node):
        return type(node).__name__ if self.part == "read" else self.digests.walked(node)

    def known(self, k):
        return "" if self.part == "known" else self.digests.known(k)


@pytest.mark.parametrize("part", ["read", "known"])
def test_what_is_left_out_is_missed(tmp_path, monkeypatch, part):
    monkeypatch.setattr(
        walks, "Sharing", lambda of, digests, *rest: Sharing(of, Blind(digests, part), *rest)
    )
    assert not as_if_alone(tmp_path / "game.rules")


@pytest.mark.parametrize(("depth", "is_cut"), [(5, True), (8, True), (11, False)])
def test_where_it_is_too_deep_what_others_walked_does_not_count(
    tmp_path, monkeypatch, depth, is_cut
):
    made, again = walks.Prover, []

    def prover(*given, **named):
        if not named:  # the number of steps goes with what is walked first
            again.append(given)
        return made(*given, **named)

    monkeypatch.setattr(walks, "Prover", prover)
    monkeypatch.setattr(world, "MOST_DEPTH", depth)
    assert as_if_alone(tmp_path / "game.rules")
    assert bool(again) == is_cut
