"""Collections that are made in play: given by queries, kept behind choices, handed to effects."""

import pytest

from interpreter import load
from interpreter.findings.natively import with_native
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang import pipeline

HEAD = """game "Made"
players A, B
space Cell on grid 4 x 4, orthogonal
var owner(Cell): Player or none
var last: 0..20
let mine(p) = groups of c in Cell where owner(c) is p
"""
GIVEN = """
let biggest(p) = the g in mine(p) with most count g else none
let corner(p) = group at a1 of c in Cell where owner(c) is not p
let early(p) = first g in mine(p) where count g > 1 else none
let far(p) = first g in mine(p) where count g > 1 else neighbours(corner(p))
play:
    each turn of p, at most 14:
        p chooses:
            lay(c in Cell):
                need owner(c) is none else "taken"
                set owner(c) to p
                set last to count early(p) + count far(p)
                if count biggest(p) > 2: set last to 0
                for d in early(p): set owner(d) to p
                let g = biggest(p)
                if c is in g: set last to 3
            pass
    end: p with most last wins
"""
HANDED = """
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in Cell):
                set owner(c) to p
                asked(p, group at c of d in Cell where owner(d) is p)
                asked(p, neighbours(group at c of d in Cell where owner(d) is p))
    end: draw
to asked(p, some_cells):
    p chooses:
        drop(c in some_cells): set owner(c) to none
        keep
"""
KEPT = """
token Card(0..5) in pile: 2 each
zone pile: Card set, open
zone line: Card row, open
play:
    each turn of p, at most 5:
        random n in 1..3: set last to n
        for c in pile: move c from pile to line
        let kept = line
        let some_kept = all c in line where last > 1
        p chooses:
            lay(c in Cell): set owner(c) to p
        for c in kept: move c from line to pile
        set last to count some_kept
        p chooses:
            again(c in kept): move c from pile to line
    end: draw
"""
TEXTS = {"given": GIVEN, "handed": HANDED, "kept": KEPT}


@pytest.mark.parametrize("name", TEXTS)
def test_both_engines_play_them_alike(tmp_path, name):
    file = tmp_path / "made.rules"
    file.write_text(HEAD + TEXTS[name], encoding="utf-8")
    checked = with_native(str(file), pipeline.check(str(file)))
    assert checked.ok
    assert not [found for found in checked.diagnostics if found.code == "slow-play"]
    game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 3, most=60)
    assert (found.difference, found.given_up, found.faults) == (None, 0, 0)
    assert found.choice_points > 20
