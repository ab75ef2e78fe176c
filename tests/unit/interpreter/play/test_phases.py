"""No heading of a phase stays when the phase is over."""

from random import Random

import pytest

from interpreter.load import load
from interpreter.play.phases import Headings, PhaseOver, heard
from interpreter.play.prose import tell
from interpreter.reference.events import PhaseBegan


def test_the_phase_around_stands_again_after_an_inner_one():
    headings = Headings()
    headings.phase("Work")
    headings.phase("Storing")
    headings.over(PhaseOver("Storing", "Work"))
    assert headings.due() == ["Work:"]
    assert headings.due() == []
    headings.over(PhaseOver("Work", ""))
    assert (headings.due(), headings.outside) == ([], True)
    headings.phase("Evaluation")
    assert not headings.outside


def test_what_happens_behind_the_last_phase_stands_beside_the_headings():
    state = load("egemonia").start(seed=3).past_chance()
    turn = state.game.layout.names.index("turn")
    while state.position.cells[turn] != 2:
        state = state.child(state.legal_ids[0]).past_chance()
    told = list(tell(state.path, 0))
    at = told.index("turn is 2 (was 1)")
    assert (told[at + 1], told[at - 1][:2]) == ("Draw:", "  ")


@pytest.mark.parametrize("seed", range(2))
def test_ends_of_phases_match_their_beginnings(seed):
    state, pick, open_ones = load("pergamon").start(seed=seed).past_chance(), Random(seed), []
    while not state.is_terminal and len(state.history) < 150:
        state = state.apply(pick.choice(state.legal_actions))
    for one in state.path:
        for event in heard(one, 0):
            if isinstance(event, PhaseBegan):
                open_ones.append(event.name)
            elif isinstance(event, PhaseOver):
                assert open_ones.pop() == event.name
                assert event.around == (open_ones[-1] if open_ones else "")
        assert [f"phase {name}" for name in open_ones] == [
            part for part in one.label.split(", ") if part.startswith("phase ")
        ]


def test_who_works_next_does_not_stand_under_the_storing_of_the_one_before():
    state, pick = load("pergamon").start(seed=5).past_chance(), Random(5)
    while len(state.history) < 90:
        state = state.apply(pick.choice(state.legal_actions))
    told = list(tell(state.path, 0))
    stored = [at for at, line in enumerate(told) if "stores his finds" in line]
    for at in stored:
        following = told[at + 1 : at + 4]
        digs = [n for n, line in enumerate(following) if "excavates" in line]
        assert not digs or "Work:" in following[: digs[0]], told[at - 3 : at + 4]
    assert stored
