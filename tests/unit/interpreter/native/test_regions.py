"""Groups of spaces and their borders are the same in both engines, whatever the shape."""

from itertools import cycle

import pytest

from interpreter import load
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from interpreter.testing.scenarios import run
from rulelang import pipeline
from tests.support.sampling import DEEP

TABLE = """space Cell:
    | name |
    | Ayr |
    | Bow |
    | Cam |
    | Dee |
    | Esk |
    | Fal |
edge Road joins Cell:
    | a   | b   |
    | Ayr | Bow |
    | Bow | Cam |
    | Cam | Ayr |
    | Dee | Esk |
    | Cam | Fal |"""
SPACES = {
    "orthogonal": "space Cell on grid 9 x 9, orthogonal",
    "hexagons": "space Cell on hex 4 x 4",
    "ring": "space Cell on ring 7",
    "track": "space Cell on track 70",
    "towns": TABLE,
}
MOST = {} if DEEP else {"orthogonal": 16, "track": 16}  # more of them take the reference long
TEXT = """game "Regions"
players A, B
{space}
var owner(Cell): Player or none
let mine(p) = groups of c in Cell where owner(c) is p
let bare = groups of c in Cell where owner(c) is none
let around(c) = group at c of d in Cell where owner(d) is owner(c)
let worth(g, p) = count d in neighbours(g) where owner(d) is p
play:
    each turn of p, at most 24:
        p chooses:
            lay(c in Cell):
                need owner(c) is none or count around(c) > 1 else "{{c}} stands alone"
                set owner(c) to if owner(c) is p then none else p
                for g in mine(opponent(p)) where worth(g, p) > 3: clear(g)
                need count neighbours(around(c)) < 9 else "{{c}} has too much around it"
                say "{{count mine(p)}} groups"
                say "{{sum of count g * worth(g, p) for g in bare}}"
            pass
    end: p with most (highest of count g for g in mine(p) else 0) wins
to clear(g):
    for c in g: set owner(c) to none
"""


@pytest.mark.parametrize("shape", SPACES)
def test_engines_agree_about_groups(tmp_path, shape):
    file = tmp_path / "regions.rules"
    file.write_text(TEXT.format(space=SPACES[shape]), encoding="utf-8")
    game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 2, most=MOST.get(shape, 26))
    assert found.difference is None
    assert found.given_up == 0
    assert found.choice_points > 30


def test_groups_and_borders_are_what_they_should_be(tmp_path):
    file = tmp_path / "regions.rules"
    scene = """scenario "a corner":
    given owner(a1) is A
    given owner(b1) is A
    given owner(c3) is A
    given owner(a2) is B
    expect count mine(A) is 2
    expect count around(b1) is 2
    expect b1 is in around(a1)
    expect around(d3) is not empty and d3 is in around(d3)
    expect count neighbours(around(a1)) is 3
    expect worth(around(a1), B) is 1
    expect not a1 is in neighbours(around(a1))
"""
    space = SPACES["orthogonal"].replace("9 x 9", "4 x 3")
    file.write_text(TEXT.format(space=space) + scene, encoding="utf-8")
    checked = pipeline.check(str(file))
    assert [failure for one in checked.scenarios for failure in run(one).failures] == []
    assert len(checked.scenarios) == 1


TOUCHED = TEXT.replace(
    "                for g in mine(opponent(p)) where worth(g, p) > 3: clear(g)\n",
    """                for g in mine(opponent(p)) where {asks}: clear(g)
                need {needs} else "not so"
""",
).replace("let worth", "let beside(g, q) = some d in neighbours(g) where owner(d) is q\nlet worth")
TOUCHES = {
    "no liberty": "not (some d in neighbours(g) where owner(d) is none)",
    "a fact": "beside(g, p)",
    "two": "beside(g, none) and not beside(g, p) and worth(g, p) is 0",
    "any": "neighbours(g) is not empty",
    "any at all": "some d in neighbours(g) where true",
    "one of themselves": "beside(g, opponent(p))",
    "behind another": "worth(g, p) > 1 and not beside(g, none)",
}
NEEDS = {
    "free": "some d in neighbours(around(c)) where owner(d) is none",
    "beside": "beside(around(c), p)",
    "neither": "not beside(around(c), opponent(p)) or beside(around(c), none)",
}


@pytest.mark.parametrize("shape", ["hexagons", "towns"])
@pytest.mark.parametrize(
    ("asks", "needs"),
    [*zip(TOUCHES, cycle(NEEDS), strict=False)],
    ids=lambda name: name,
)
def test_engines_agree_about_groups_that_touch_something(tmp_path, shape, asks, needs):
    text = TOUCHED.replace("{asks}", TOUCHES[asks]).replace("{needs}", NEEDS[needs])
    file = tmp_path / "regions.rules"
    file.write_text(text.format(space=SPACES[shape]), encoding="utf-8")
    game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 2, most=20)
    assert found.difference is None
    assert found.choice_points > 10
