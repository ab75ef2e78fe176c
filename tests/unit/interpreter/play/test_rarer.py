"""What is drawn and told of rarer texts: rows by pairs, edges of two sorts, hidden counts."""

import pytest

from interpreter import load
from interpreter.knowledge.redeal import RedealExhausted
from interpreter.play.asked import answer
from interpreter.play.board import draw
from interpreter.play.chart import charts
from interpreter.play.ending import over_now
from interpreter.play.look import Look
from interpreter.play.prose import tell
from interpreter.play.score import standing

MARKET = """\
game "Market"
players 2
kind Hue: red | blue
kind Shape: bowl | cap
space Town:
    hue: Hue
    | name | hue  |
    | Rome | blue |
    | Bari | red  |
    | Como | blue |
edge Road joins Town:
    hue: Hue
    | name | a    | b    | hue |
    | Via  | Rome | Bari | red |
edge Path joins Town:
    hue: Hue
    | name | a    | b    | hue  |
    | Lane | Bari | Como | blue |
component Hat in box:
    hue: Hue
    shape: Shape
    | name  | hue  | shape |
    | bowl  | red  | bowl  |
    | beret | blue | cap   |
component Coat in box:
    hue: Hue
    | name  | hue |
    | parka | red |
token Tile(left: Hue, right: Hue) in store: 1 each
token Stone in pile: 9
zone box: Hat or Coat set, open
zone store: Tile set, open
zone pile: Stone set, open
zone line(Player, 1..3): Tile or Stone row, open
zone heap(1..5): Stone set, open
zone fence(Path): Stone one, open
var tax(Road): 0..9
var was(1..40, Player): 0..3
var stall(Tile): Town or none
var paid: 0..9
setup:
    for n in 1..5: move 1 Stone from pile to heap(n)
    move Tile(red, red) from store to line(P1, 2)
    move Stone from pile to line(P1, 2)
    set tax(Via) to 3
    set was(7, P1) to 2
play:
    each turn of p, at most 4:
        p chooses:
            clear "{p} clears up":
                for n in 1..5 where n < 4: move all from heap(n) to pile
            stand(t in Tile, x in Town) "{p} stands {t} in {x}": set stall(t) to x
            rest: add was(7, P1) to paid
    end: draw
"""


@pytest.fixture(scope="module")
def market(tmp_path_factory):
    """Return the first choice of a text with rows by pairs, and edges of two sorts."""
    file = tmp_path_factory.mktemp("rules") / "market.rules"
    file.write_text(MARKET, encoding="utf-8")
    return load(file, engine="reference").start(seed=1)


def test_of_many_things_of_one_name_the_first_are_told(market):
    lines = answer(market, 0, "hue", 100).splitlines()
    whose = [line.rpartition(" ")[2] for line in lines if line.startswith("hue: ")]
    assert whose == ["Hat", "Coat", "Town", "Road"]
    assert "... and more of that name" in lines
    assert "... and more" not in answer(market, 0, "bowl", 100)


def test_what_the_name_of_a_thing_says_is_not_told_again(market):
    assert "box: bowl (hue red); beret (hue blue, shape cap);" in answer(market, 0, "box", 100)


def test_what_lies_on_an_edge_is_named_and_nothing_of_edges_of_another_sort(market):
    told = answer(market, 0, "Bari", 100)
    assert "beside red + tax 3: Rome; blue: Como" in told


def test_rows_by_pairs_are_a_table_in_the_order_in_which_things_lie(market):
    lines = draw(market, 0).splitlines()
    at = next(n for n, line in enumerate(lines) if "line:" in line)
    assert [line.split() for line in lines[at : at + 3]] == [
        ["line:", "1", "2", "3"],
        ["P1", "–", "red", "red+Stone", "–"],
        ["P2", "–", "–", "–"],
    ]


def test_a_history_is_drawn_only_with_everything(market):
    assert "was" not in draw(market, 0)
    assert "was" in draw(market, 0, everything=True)


def test_what_comes_from_many_places_is_told_once(market):
    after = market.apply(market.find("clear", ()))
    assert "  Stone moves from heap(1) to pile; likewise from heap(2), heap(3)" in tell([after])


def test_a_sentence_has_told_of_a_place_whose_name_has_a_comma(market):
    after = market.apply(market.find("stand", ["Tile(red, blue)", "Bari"]))
    assert list(tell([after])) == ["  P1 stands red blue in Bari", "P2:"]


def test_places_that_lie_at_one_point_stand_below_each_other(tmp_path):
    (tmp_path / "heap.rules").write_text(
        'game "Heap"\nplayers 2\nspace Spot on track 20\ntoken Ox in box: 1\n'
        "zone box: Ox set, open\nzone on(Spot): Ox set, open\nplay:\n    end: draw\n",
        encoding="utf-8",
    )
    points = "".join(f"Spot{n},5,5\n" for n in range(1, 21))
    (tmp_path / "heap.csv").write_text(f"name,x,y\n{points}", encoding="utf-8")
    (tmp_path / "heap.look.toml").write_text(
        'look = 1\n[board.Spot]\nplaces = "heap.csv"\n', encoding="utf-8"
    )
    state = load(tmp_path / "heap.rules", engine="reference").start(seed=1)
    told = charts(Look(state), 40).split()
    assert sorted(told[1:]) == sorted(f"Spot{n}" for n in range(1, 21))


PURSES = """\
game "Purses"
players 2
token Coin(worth: 1..3) in bag: 1 each
zone bag: Coin bag, hidden
zone purse(Player): Coin one, owner sees
zone paid: Coin set, open
var points(Player): 0..9
setup:
    deal 1 each from bag to purse(p) for p in Player
play:
    each turn of p, at most 2:
        p chooses:
            rest: pass
            pay: move all from purse(p) to paid
    for p in Player: set points(p) to {points}
    end: p with most points(p) wins
"""


def purses(folder, points):
    """Return the first choice of a text in which purses count when play is over."""
    file = folder / "purses.rules"
    file.write_text(PURSES.format(points=points), encoding="utf-8")
    return load(file, engine="reference").start(seed=1).past_chance()


def test_what_would_count_goes_from_what_to_what_as_far_as_a_seat_knows(tmp_path):
    state = purses(tmp_path, "sum of c.worth for c in purse(p)")
    assert standing(state, 0).splitlines()[:4] == [
        "If play were over now:",
        "      most points",
        "  P1  2",
        "  P2  1 to 3",
    ]
    assert standing(state, None).splitlines()[2:4] == ["  P1  2", "  P2  1"]


def test_where_no_deal_can_be_found_in_time_what_counts_so_far_is_told(tmp_path, monkeypatch):
    def late(*_, **__):
        raise RedealExhausted("there was no time for a redeal")

    state = purses(tmp_path, "sum of c.worth for c in purse(p)")
    monkeypatch.setattr("interpreter.play.score.Belief.follow", late)
    assert standing(state, 0).startswith("What counts at the end:\n      most points\n  P1  0\n")


def test_nothing_is_told_of_an_end_at_which_the_rules_would_fault_now(tmp_path):
    state = purses(tmp_path, "9 / count paid rounded down")
    assert over_now(state, None) is None
    assert standing(state, None).startswith("What counts at the end:\n")
    paid = state.apply(state.find("pay", ()))
    assert "  P1  9" in standing(paid, None)
