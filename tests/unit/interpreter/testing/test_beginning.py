"""Plays that go on from a scenario begin where it has come to, whatever it gives."""

import json

import pytest

from interpreter.bots import MonteCarlo, SeatView
from interpreter.editor.from_play import scenario_of
from interpreter.faults import PlaythroughError, UsageError
from interpreter.hosting.playthrough import from_text, record, restore, to_text, write
from interpreter.knowledge.redeal import Belief
from interpreter.load import load, load_all
from interpreter.testing import beginning
from interpreter.testing.beginning import game_at
from interpreter.testing.conformance import conform
from interpreter.testing.trying import replayed
from interpreter.testing.writing import scenario_text
from rulelang import core
from tests.support.games import RULES as RULE_FILES
from tests.support.sampling import gated
from tests.support.schemas import hold

MOST = 2
RULES = """\
game "Shelves"
players 2
length at most 20 choices
token Cup(size: 1..4) in shelf: 1 each
token Coin in bank: 6
zone shelf: Cup row of 4, open
zone bank: Coin set, open
zone purse(Player): Coin set, open
zone hand(Player): Cup one, owner sees
zone pile: Cup row, open
var points(p: Player): 0..9
memory seen of points, at most 3

setup:
    draw 1 from shelf to pile

play:
    each turn of p, at most 9:
        p chooses:
            take(c in pile) "{p} takes {c}":
                need hand(p) is empty else "{p} has one"
                move c from pile to hand(p)
                add 1 to points(p)
            pass "{p} passes":
                set points(p) to 0
        if pile is empty: end: p wins
    end: draw

scenario "nothing is given":
    play pass

scenario "all is laid out elsewhere":
    given shelf is Cup(3), Cup(1)
    given pile is Cup(2)
    given hand(P1) is Cup(4)
    given purse(P2) is 2 Coin
    given points(P2) is 5
    play pass
    expect P2 to choose

scenario "rows are turned round":
    given shelf is Cup(4), Cup(3), Cup(2), Cup(1)
    given pile is empty

scenario "it is won":
    given pile is Cup(2)
    play take(Cup(2))
    expect P1 wins

scenario "it is not as it says":
    expect points(P1) is 3

scenario "an effect by itself":
    do pay(P1)
    expect points(P1) is 1

to pay(p):
    add 1 to points(p)
"""

LOTS = """\
game "Lots"
players 2
var lot: 0..99
play:
    each turn of p, at most 4:
        p chooses:
            draw_one:
                random n in 0..99: set lot to n
    end: draw

scenario "however":
    with any chance
    play draw_one
    expect P2 to choose
scenario "seed 0":
    with seed 0
    play draw_one
    expect P2 to choose
scenario "seed 5":
    with seed 5
    play draw_one
    expect P2 to choose
"""
SPOTS = """\
game "Spots"
players 2
token Stone(owner: Player) in spot(owner): 1
zone spot(Player): Stone one, open
zone line: Stone row of 1, open
zone spare: Stone set, open
play:
    each turn of p, at most 4:
        p chooses:
            wait: pass
    end: draw

scenario "exchanged":
    given spot(P1) is Stone(P2)
    given spot(P2) is Stone(P1)
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "shelves.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def zones(state):
    """Return what a position tells, line by line."""
    return state.whole().splitlines()


def test_where_nothing_is_given_the_play_is_one_of_the_game(rules):
    game = game_at(rules, "nothing is given")
    state = game.begin()
    assert (game, game.begun.lays_out) == (load(rules), False)
    assert state == game.start().apply(game.start().find("pass", []))
    assert restore(load(rules), from_text(to_text(record(state)))) == state


def test_what_is_given_is_laid_out_by_a_set_up(rules):
    state = game_at(rules, "laid out").begin(seed=3)
    assert zones(state)[:7] == [
        "turn of P2, P2 to decide",
        "shelf: Cup(3), Cup(1)",
        "bank: Coin, Coin, Coin, Coin",
        "purse(P2): Coin, Coin",
        "hand(P1): Cup(4)",
        "pile: Cup(2)",
        "points(P1): 0",
    ]
    assert "points(P2): 5" in zones(state)
    assert (len(state.history), state.seed) == (1, 3)


def test_rows_lie_in_the_order_that_is_given(rules):
    game = game_at(rules, "turned round", engine="native")
    assert zones(game.begin())[1] == "shelf: Cup(4), Cup(3), Cup(2), Cup(1)"
    assert conform(game, 2).difference is None


def test_chance_that_no_line_names_is_as_a_seed_has_it(tmp_path):
    path = tmp_path / "lots.rules"
    path.write_text(LOTS, encoding="utf-8")
    states = {name: game_at(path, name).begin() for name in ("however", "seed 0", "seed 5")}
    assert states["however"].history == states["seed 0"].history != states["seed 5"].history
    assert states["however"].current_player == 1


def test_what_has_room_nowhere_else_is_put_aside(tmp_path):
    path = tmp_path / "spots.rules"
    path.write_text(SPOTS, encoding="utf-8")
    state = game_at(path, "exchanged", engine="reference").begin()
    assert zones(state)[1:3] == ["spot(P1): Stone(P2)", "spot(P2): Stone(P1)"]


def test_a_play_that_begins_elsewhere_than_the_scenario_is_refused(rules, monkeypatch):
    monkeypatch.setattr(beginning, "laid_out", lambda layout, *_: layout.spec)
    with pytest.raises(UsageError, match="no play of Shelves comes to where the scenario"):
        game_at(rules, "laid out")


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("it is won", "ends the game; `rulelang debug` goes through it"),
        ("not as it says", "does not hold: .*shelves.rules:51:5: `points"),
        ("an effect", "does an effect, behind which no play goes on"),
        ("nowhere", 'has no scenario "nowhere"; there is'),
    ],
)
def test_where_no_play_goes_on_it_is_said_why(rules, scenario, told):
    with pytest.raises(UsageError, match=told):
        game_at(rules, scenario)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("to pile\n", "to pile\n    remember seen\n", "its set-up remembers what lies there"),
        ("given hand", "given dice is D(6)\n    given hand", "there is no way from where"),
    ],
    ids=["a memory", "a die"],
)
def test_what_no_set_up_can_lay_out_is_refused(tmp_path, old, new, told):
    text = RULES.replace(
        "zone shelf", "die D in dice: 1, faces 1..6\nzone dice: D set, open\nzone shelf"
    )
    path = tmp_path / "other.rules"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=told):
        game_at(path, "laid out")


def test_a_saved_play_keeps_the_scenario_that_it_begins_at(rules):
    game = game_at(rules, "laid out")
    state = game.begin(seed=1)
    state = state.apply(state.find("pass", []))
    saved = from_text(to_text(record(state, str(rules))))
    assert saved.scenario == "all is laid out elsewhere"
    hold("playthrough", json.loads(to_text(saved)))
    assert restore(game_at(rules, saved.scenario), saved) == state
    file = rules.with_name("saved.json")
    write(saved, file, overwrite=True)
    assert replayed(file, rules.parent) is None
    assert 'scenario "after 2 steps of saved.json"' in scenario_of(str(file), str(rules))
    with pytest.raises(PlaythroughError, match='it begins at the scenario "all is laid'):
        restore(load(rules), saved)


def test_a_scenario_from_such_a_play_holds_in_the_text(rules, tmp_path):
    state = game_at(rules, "laid out").begin()
    state = state.apply(state.find("pass", []))
    longer = tmp_path / "longer.rules"
    longer.write_text(RULES + "\n" + scenario_text(state, "further"), encoding="utf-8")
    again = game_at(longer, "further").begin()
    assert zones(again) == zones(state)


def test_bots_hold_possible_what_is_laid_out(rules):
    state = game_at(rules, "laid out", engine="reference").begin(seed=1)
    belief = Belief.start(state.game, state.current_player)
    belief.follow(state)
    assert belief.sample(0) == state
    assert MonteCarlo(seed=1, iterations=20).choose(SeatView(state, belief)) in state.legal_actions


def refusal(path, scenario):
    """Return why no play goes on from a scenario; "" where one does."""
    try:
        game = game_at(path, scenario.name, engine="reference")
    except UsageError as error:
        return str(error)
    return "" if game.begin(seed=1).legal_ids else "nothing is legal"


@pytest.mark.parametrize("path", gated(RULE_FILES), ids=lambda path: path.stem)
def test_a_play_begins_at_each_scenario_that_leaves_something_to_do(path):
    """Some of each game."""
    text = load_all(path)
    able = [one for one in text.scenarios if not any(isinstance(li, core.Do) for li in one.lines)]
    told = {refusal(path, scenario) for scenario in able[:: 1 + len(able) // MOST]}
    assert [one for one in told if one and "ends the game" not in one] == []
