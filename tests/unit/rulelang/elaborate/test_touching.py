"""`S at x`: what touches a place, on boards with corners and over edges between two spaces."""

import pytest

from interpreter import load
from interpreter.testing.conformance import conform
from interpreter.testing.scenarios import run
from rulelang import pipeline

HEAD = 'game "Touching"\nplayers A, B\n'
PLAY = "play:\n    end: draw\n"
ISLAND = """space Field on hex 5 x 5 without f
    where row(f) + column(f) < 4 or row(f) + column(f) > 8
space Corner on corners of Field
edge Dyke joins Corner
space Harbour:
    | name |
    | Nore |
    | Wyke |
edge Quay joins Harbour and Corner:
    price: 1..3
    | a    | b        | price |
    | Nore | Corner1  | 1     |
    | Wyke | Corner9  | 2     |
    | Wyke | Corner10 | 3     |
"""


def spec(tmp_path, declarations):
    file = tmp_path / "touching.rules"
    file.write_text(HEAD + declarations + PLAY, encoding="utf-8")
    return pipeline.build(str(file), None, {})


def holds(tmp_path, declarations, *claims):
    file = tmp_path / "touching.rules"
    scene = 'scenario "claims":\n' + "".join(f"    expect {claim}\n" for claim in claims)
    file.write_text(HEAD + declarations + PLAY + scene, encoding="utf-8")
    checked = pipeline.check(str(file))
    assert checked.scenarios, [found.title for found in checked.diagnostics]
    (scenario,) = checked.scenarios
    return run(scenario).failures


def test_an_island_of_nineteen_hexagons(tmp_path):
    assert not holds(
        tmp_path,
        ISLAND,
        "count Field is 19 and count Corner is 54 and count Dyke is 72",
        "every f in Field has count (all c in Corner at f) is 6",
        "every f in Field has 6 is count d in Dyke at f",
        "every d in Dyke has 2 is count c in Corner at d",
        "every d in Dyke has 2 is count c in ends(d)",
        "30 is count d in Dyke where 1 is count f in Field at d",
        "every c in Corner has (count f in Field at c) is in {1, 2, 3}",
        "(count c in Corner where 3 is count f in Field at c) is 24",
        "every c in Corner has (count d in Dyke at c) is count neighbours(c)",
        "every c in Corner and f in Field has c is not in Corner at f or f is in Field at c",
        "every d in Dyke and f in Field has d is not in Dyke at f or f is in Field at d",
        "(count g in (groups of c in Corner where true) where true) is 1",
    )


def test_corners_of_squares_count_once(tmp_path):
    assert not holds(
        tmp_path,
        "space Box on grid 3 x 2\nspace Dot on corners of Box\nedge Line joins Dot\n",
        "count Box is 6 and count Dot is 12 and count Line is 17",
        "every b in Box has 4 is count l in Line at b",
        "(all d in Dot at a1 where d is Dot1 or d is Dot2 or d is Dot5 or d is Dot6)"
        " is not empty and count (all d in Dot at a1) is 4",
        "every d in Dot at a1 has d is in {Dot1, Dot2, Dot5, Dot6}",
        "Dot2 is in neighbours(Dot1) and Dot6 is not in neighbours(Dot1)",
    )


def test_no_side_where_a_cell_is_left_out(tmp_path):
    ring = "space Box on grid 3 x 3 without b where row(b) is 2 and column(b) is 2\n"
    assert not holds(
        tmp_path,
        ring + "space Dot on corners of Box\nedge Line joins Dot\n",
        "count Dot is 16 and count Line is 24",
        "4 is count l in Line where 1 is (count b in Box at l) and every d in Dot at l"
        " has 3 is count b in Box at d",
    )


def test_edges_between_two_spaces_let_them_touch(tmp_path):
    assert not holds(
        tmp_path,
        ISLAND,
        "Wyke is in Harbour at Corner9 and Nore is not in Harbour at Corner9",
        "(count c in Corner at Wyke) is 2 and (count h in Harbour at Corner2) is 0",
        "(sum of q.price for q in Quay at Wyke) is 5",
        "every q in Quay has touches(q, first h in Harbour at q else Nore)",
        "touches(Wyke_Corner10, Corner10) and not touches(Wyke_Corner10, Corner9)",
        "(count c in neighbours(Corner9) where c is Corner10) is 0",
        "(count c in Corner at Wyke_Corner9) is 1",
    )


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("let far = some c in ends(Nore_Corner1) where c is Corner1\n",
         "type-mismatch"),
        ("let far = count h in Harbour at a3\n", "type-mismatch"),
        ("let far = count p in Player at a3\n", "type-mismatch"),
        ("let far = count c in Corner at 3\n", "type-mismatch"),
        ("space Point on corners of Harbour\n", "bad-shape"),
        ("space Point on corners of Nothing\n", "unknown-name"),
        ("edge Path joins Harbour and Harbour:\n    | a | b |\n    | Nore | Wyke |\n",
         "type-mismatch"),
        ("edge Path joins Harbour and Corner\n", "no-rows"),
        ("space Sea on grid 64 x 64\nspace Buoy on corners of Sea\n", "too-large"),
    ],
)  # fmt: skip
def test_what_does_not_touch_is_said(tmp_path, more, code):
    told = PLAY.replace("play:", 'play:\n    say "{far}"') if "far" in more else PLAY
    file = tmp_path / "touching.rules"
    file.write_text(HEAD + ISLAND + more + told, encoding="utf-8")
    assert code in [found.code for found in pipeline.check(str(file)).diagnostics]


def test_corners_may_be_declared_before_their_board(tmp_path):
    built = spec(tmp_path, "space Dot on corners of Box\nspace Box on grid 2 x 2\n")
    assert [(f.name, len(f.labels)) for f in built.spec.families][1:] == [("Box", 4), ("Dot", 9)]


def test_engines_agree_about_what_touches(tmp_path):
    file = tmp_path / "touching.rules"
    play = """var owner(Corner): Player or none
var dug(Dyke): flag
let worth(p) = sum of (count c in Corner at f where owner(c) is p) * row(f) for f in Field
let coast(d) = 1 is count f in Field at d
let trades(p) = some h in Harbour where some c in Corner at h where owner(c) is p
play:
    each turn of p, at most 30:
        p chooses:
            settle(f in Field, c in Corner at f where owner(c) is none):
                need no d in neighbours(c) where owner(d) is not none else "too near"
                set owner(c) to p
            dig(d in Dyke where not dug(d) and not coast(d)):
                set dug(d) to true
                say "{count (all f in Field at d where some c in Corner at f where owner(c) is p)}"
            visit(h in Harbour, q in Quay at h): say "{q.price} {trades(p)}"
    end: p with most worth(p) wins
"""
    file.write_text(HEAD + ISLAND + play, encoding="utf-8")
    found = conform(load(str(file)), 2, most=30)
    assert (found.difference, found.given_up) == (None, 0)
    assert found.choice_points > 30
