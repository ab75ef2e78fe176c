"""Memories: what they keep in both engines, and that the order in which it came is forgotten."""

import pytest

from interpreter import load
from interpreter.faults import RuleFault
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang import pipeline
from rulelang.prove.remembering import most_remembered

WALK = """
game "Walk"
players 2
token Stone(c: 1..3) in box: 2 each
zone box: Stone set, open
zone on(1..4): Stone one, open
zone heap: Stone set, open
var spot: -2..2 = 0
var back: flag
memory seen of on, heap, box, spot, back, at most 12
memory far of spot, at most 100
play:
    each turn of p, at most 60:
        if far >= 3: end: p wins
        if turn mod 5 is 0: forget seen
        p chooses:
            lay(s in box, x in 1..4):
                need on(x) is empty else "full"
                move s from box to on(x)
                need seen < 2 else "twice"
            heap_up(s in box):
                move s from box to heap
                need seen < 2 else "twice"
            clear:
                need (some x in 1..4 where on(x) is not empty) else "nothing there"
                for x in 1..4: move all from on(x) to heap
                move all from heap to box
            step(n in -2..2): set spot to n
            flip: set back to not back
        if seen >= 1: remember far
        remember seen
    end: draw
"""
ROWS = """
game "Rows"
players 2
token Stone(c: 1..3) in box: 2 each
zone box: Stone set, open
zone line: Stone row, open
zone pile(1..2): Stone row, open
memory seen of line, pile, at most 40
play:
    each turn of p, at most 40:
        p chooses:
            lay(s in box):
                move s from box to line
                need seen < 2 else "twice"
            under(s in box): move s from box to line, beneath
            take(s in line):
                move s from line to pile(1), beneath
                need seen < 1 else "once"
            pick(s in pile(1)): move s from pile(1) to pile(2)
            clear:
                move all from line to box
                move all from pile(1) to line
                move all from pile(2) to pile(1)
            first_one:
                need count pile(1) > 0 else "empty"
                draw 1 from pile(1) to box
            home(n in 1..2): move all from pile(n) to box
            pass
        if seen >= 3: end: p wins
        remember seen
    end: draw
"""


def built(folder, text):
    path = folder / "memories.rules"
    path.write_text(text, encoding="utf-8")
    return path


def test_engines_agree_about_memories(tmp_path):
    path = built(tmp_path, WALK)
    assert pipeline.check(str(path)).ok
    game = load(path)
    verify(lower(game.layout).module)
    found = conform(game, 8)
    assert found.difference is None
    assert found.given_up == 0
    assert found.choice_points > 200


def test_rows_that_were_longer_are_the_same_picture(tmp_path):
    game = load(built(tmp_path, ROWS))
    verify(lower(game.layout).module)
    found = conform(game, 4)
    assert (found.difference, found.given_up, found.faults) == (None, 0, 0)
    assert found.choice_points > 30


def test_a_full_memory_is_a_fault_in_both_engines(tmp_path):
    text = WALK.replace("        if turn mod 5 is 0: forget seen\n", "").replace("12", "3")
    path = built(tmp_path, text)
    for engine in ("native", "reference"):
        state = load(path, engine=engine).start()
        for _ in range(3):
            state = state.apply(state.find("flip", ()))
        with pytest.raises(RuleFault, match="`seen` is full: it keeps 3 pictures"):
            state.apply(state.find("flip", ()))


def stepped(state, numbers):
    for number in numbers:
        state = state.apply(state.find("step", (number,)))
    return state


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_in_which_order_pictures_came_is_forgotten(tmp_path, engine):
    text = WALK.replace("if far >= 3: end: p wins", "if far > 9: end: p wins")
    text = text.replace("turn mod 5 is 0", "far > 8").replace("seen >= 1", "far > 7")
    start = load(built(tmp_path, text), engine=engine).start()
    one, other = (stepped(start, way) for way in ((1, 2, 1, 0), (2, 1, 1, 0)))
    assert one == other
    assert hash(one) == hash(other)
    assert one != stepped(start, (1, 2, 2, 0))
    kept = one.position.memories[0]
    assert [picture[-2] for picture in kept] == [0, 1, 1, 2]
    seen = one.observation(0)["memories"]["seen"]
    assert len(seen) == 4
    assert len(set(seen)) == 3


def test_loops_around_remembering_are_multiplied_out(tmp_path):
    text = WALK.replace(
        "        remember seen", "        for n in 1..2 and q in Player: remember seen"
    )
    spec = load(built(tmp_path, text)).spec
    assert most_remembered(spec) == (240, 60)
