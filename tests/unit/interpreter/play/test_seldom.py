"""What is drawn and answered of what few of our games have: maps, crossed boards, pairs."""

import pytest

from interpreter import load
from interpreter.play.asked import answer
from interpreter.play.board import draw
from interpreter.play.citing import rules_about, rules_here, rules_of_end
from interpreter.play.columns import beside
from interpreter.play.look import Look
from interpreter.play.places import neighbours
from interpreter.play.prose import tell, tell_choice
from interpreter.play.score import standing
from interpreter.play.short import short_forms

ROADS = """\
game "Roads"
players 2
kind Way: land | sea
space Town:
    size: 1..3
    coast: flag
    | name | size | coast |
    | Rome | 3    | x     |
    | Bari | 1    |       |
    | Como | 2    |       |
edge Road joins Town:
    way: Way
    toll: 0..2
    | name | a    | b    | way  | toll |
    | Via  | Rome | Bari | land | 1    |
    | Lane | Bari | Como | sea  | 0    |
space Cell on grid 3 x 3
token Cart(way: Way) in box: 2 each
token Stone in box: 6
zone box: Cart or Stone set, open
zone lies(Road): Cart one, open
zone line(Player, Cell): Stone row, open
zone store(1..9): Stone set, open
zone seat(p: Player): Stone one, all but p see
var seen(Player, Town): flag
var paid: 0..99
var much(1..12): 0..3
var odd(1..9, 1..3): 0..3
let wide(t) = t.size > 1 and t.coast
table fare(Town): 0..9:
    | t    | fare |
    | Rome | 4    |
    | Bari | 4    |
    | Como | 7    |
setup:
    move Cart(sea) from box to lies(Via)
    move Stone from box to line(P1, b2)
    move Stone from box to store(3)
    move Stone from box to seat(P1)
    set much(4) to 2
    set odd(2, 3) to 1
    set seen(P1, Rome) to true
play:
    each turn of p, at most 4:
        p chooses:
            go(t in Town where not seen(p, t)) "{p} goes to {t}":
                if wide(t): set much(1) to 1
                for r in Road at t: set much(2) to r.toll + much(4) - 2
                set seen(p, t) to true
                add fare(t) to paid
    end: p with most (count t in Town where seen(p, t)) wins
"""


@pytest.fixture(scope="module")
def roads(tmp_path_factory):
    """Return the first choice of a text with a map, a board for each player, and pairs."""
    file = tmp_path_factory.mktemp("rules") / "roads.rules"
    file.write_text(ROADS, encoding="utf-8")
    return load(str(file), engine="reference").start(seed=1)


def test_a_place_of_a_map_tells_what_it_is_and_what_lies_on_its_edges(roads):
    lines = answer(roads, 0, "Rome", 100).splitlines()
    assert lines[0].startswith("Rome: Town")
    assert "size 3, coast true" in lines[1]
    assert any("beside sea (way land) + toll 1: Bari" in line for line in lines)
    assert any("seen(P1, Rome): true" in line for line in lines)
    assert neighbours(Look(roads), roads.game.document().families[1], 2) == "sea: Bari"


def test_an_edge_tells_which_places_it_joins(roads):
    lines = answer(roads, 0, "Via", 100).splitlines()
    assert lines[0].startswith("Via: Road")
    assert "way land, toll 1" in lines[1]
    assert any("joins Rome and Bari" in line for line in lines)
    assert any("lies(Via): Cart(sea)" in line for line in lines)


def test_an_option_that_is_named_whole_is_told_as_legal(roads):
    assert "go(Bari) is legal: P1 goes to Bari" in answer(roads, 0, "go(Bari)", 100)


def test_of_no_name_nothing_is_told(roads):
    assert answer(roads, 0, "...", 100).startswith("There is no `...` on the table; ")


def test_entries_that_stand_in_no_order_are_told_one_by_one(roads):
    told = answer(roads, 0, "fare", 100).splitlines()
    assert told[0].startswith("fare: a table of the rules; 0 to 9 for each a Town")
    assert told[1] == "  Rome: 4; Bari: 4; Como: 7"


def test_who_sees_what_its_owner_does_not_is_said(roads):
    assert "all but its owner see it" in answer(roads, 0, "seat", 100)


def test_each_player_has_a_drawing_of_what_is_his_on_a_board(roads):
    lines = draw(roads, 0).splitlines()
    at = next(n for n, line in enumerate(lines) if "line(P1):" in line)
    assert "line(P2):" in lines[at]
    assert lines[at + 2].split() == ["2", ".", "S", ".", "2", ".", ".", "."]


def test_a_flag_of_a_place_is_told_with_whose_it_is(roads):
    assert any("Rome" in line and "seen P1" in line for line in draw(roads, 0).splitlines())


def test_of_many_that_are_alike_the_others_are_counted(roads):
    drawn = draw(roads, 0)
    assert "much: 4 2; 11 others 0" in drawn
    assert "odd: (2, 3) 1; 26 others 0" in drawn
    assert "store: nothing in 8 others" in drawn


def test_a_name_that_is_used_but_not_declared_is_quoted_where_it_is_used(roads):
    told = list(rules_about(roads, "P1"))
    assert told[0] == "P1 is used in:"
    assert any("move Stone from box to seat(P1)" in line for line in told)
    assert list(rules_about(roads, "nothing_of_that_name")) == []


def test_nobody_chooses_by_rules_once_play_is_over(roads):
    state = roads
    while not state.is_terminal:
        state = state.apply(state.legal_actions[0])
    assert "go(" in rules_here(roads)
    assert rules_here(state) == ""


def test_of_no_states_and_of_what_is_not_heard_nothing_is_told(roads):
    assert list(tell([])) == []
    number = roads.legal_ids[0]
    assert list(tell_choice(roads, number, 0)) == ["  P1 goes to Bari"]
    hidden = load("kuhn_poker").start(seed=1).past_chance()
    assert list(tell_choice(hidden.path[0], hidden.history[0])) == []


def test_blocks_for_which_there_is_no_room_stand_below():
    assert beside([["  a"], ["  b"], ["  c"]], 11) == ["  a      b", "  c"]


def test_short_forms_that_cannot_be_told_apart_are_no_short_forms():
    assert short_forms(["1 2", "12"]) == {"1 2": "1 2", "12": "12"}


MANY = """\
game "Many"
players 2
space Town:
    | name |
{rows}
token Man in box: 3
zone box: Man set, open
zone stood(Town): Man one, open
let free(t) = stood(t) is empty
setup:
    move Man from box to stood(T7)
play:
    each turn of p, at most 3:
        p chooses:
            put(t in Town where free(t)):
                move Man from box to stood(t)
{lines}
    end: draw
"""


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Return the first choice of a text with more places, and lines of an arm, than are told."""
    rows = "\n".join(f"    | T{number} |" for number in range(50))
    lines = [f"{' ' * 16}if free(T{n % 50}) and turn > 3: end: draw" for n in range(62)]
    file = tmp_path_factory.mktemp("rules") / "many.rules"
    file.write_text(MANY.format(rows=rows, lines="\n".join(lines)), encoding="utf-8")
    return load(str(file), engine="reference").start(seed=1)


def test_of_many_places_those_with_something_are_told(many):
    lines = draw(many, 0).splitlines()
    assert any(line.split() == ["T7", "Man"] for line in lines)
    assert "  49 others: nothing there" in lines


def test_of_many_lines_of_rules_the_first_are_quoted(many):
    told = rules_here(many).splitlines()
    assert told[-1] == f"       ... and {65 - 60} lines more"
    assert len(told) == 62


def test_what_is_cut_off_from_a_text_while_it_is_played_is_not_quoted(tmp_path):
    file = tmp_path / "gone.rules"
    file.write_text(ROADS, encoding="utf-8")
    state = load(str(file), engine="reference").start(seed=1)
    (end,) = [line.split()[0] for line in rules_of_end(state).splitlines() if "end: p" in line]
    file.write_text("\n".join(ROADS.splitlines()[: int(end) - 1]), encoding="utf-8")
    assert "go(" in rules_here(state)
    assert "end: p" not in rules_of_end(state)
    assert "each turn of p" in rules_of_end(state)
    file.write_text("", encoding="utf-8")
    for _ in range(2):
        assert rules_here(state) == rules_of_end(state) == ""
        assert "When play is over" not in standing(state, 0)
        file.unlink(missing_ok=True)
