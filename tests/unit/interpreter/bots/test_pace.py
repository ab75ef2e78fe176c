"""Of lines worth the same, who is ahead takes the shorter, and who is behind the longer."""

from fractions import Fraction

import pytest

from interpreter import Belief, MonteCarlo, SeatView, TreeSearch, load
from interpreter.bots.pace import Line, goes_back, line_of, pursued, quickest

ROAD = """game "Road"
players Walker, Watcher

var step: 0..12 = 10

play:
    repeat 20:
        Walker chooses:
            back "Walker goes back": set step to max(step - 1, 0)
            stay "Walker stays": pass
            on "Walker goes on": set step to step + 1
        if step is 12: end: Walker wins
    end: %s
"""
BOTS = [MonteCarlo(seed=5, iterations=300), TreeSearch(seed=5, iterations=200)]


@pytest.fixture
def road(tmp_path):
    """Return the game in which all lines end alike for one player, sooner or later."""

    def made(end, engine):
        file = tmp_path / "road.rules"
        file.write_text(ROAD % end, encoding="utf-8")
        return load(str(file), engine=engine)

    return made


def chosen(state, bot):
    return bot.choose(SeatView(state, Belief.start(state.game, state.current_player))).name


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
def test_where_every_line_wins_the_shorter_is_taken(road, bot, engine):
    state = road("Walker wins", engine).start()
    while not state.is_terminal and len(state.history) < 2:
        assert chosen(state, bot) == "on"
        state = state.apply(state.find("on", []))
    assert state.is_terminal


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
def test_where_every_line_loses_the_longer_is_taken(tmp_path, bot):
    file = tmp_path / "road.rules"
    file.write_text((ROAD % "Watcher wins").replace("Walker wins", "Watcher wins"), "utf-8")
    assert chosen(load(str(file)).start(), bot) != "on"


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
def test_a_win_in_one_is_taken_before_a_later_one(bot):
    """X has a1 and b1; O has a2 and c3: c1 wins at once, and many others win later."""
    state = load("tic_tac_toe").start()
    for number in (0, 3, 1, 8):
        state = state.apply(number)
    assert chosen(state, bot) == "mark"
    view = SeatView(state, Belief.start(state.game, 0))
    assert bot.choose(view).labels == ("c1",)


def test_more_that_is_won_is_not_given_up_for_what_is_shorter():
    game = load("tic_tac_toe")
    won, quick = Line(50, Fraction(9, 10), Fraction(9)), Line(50, Fraction(8, 10), Fraction(1))
    assert quickest([won, quick], 0, game) == 0


def test_what_was_hardly_tried_is_not_taken():
    game = load("tic_tac_toe")
    known, lucky = Line(90, Fraction(1), Fraction(9)), Line(2, Fraction(1), Fraction(1))
    assert quickest([known, lucky], 0, game) == 0
    assert quickest([known, lucky], 1, game) == 1


def test_what_all_get_alike_says_nothing_of_who_is_ahead():
    shared = line_of(3, (Fraction(6), Fraction(6)), (Fraction(60), Fraction(60)), 0)
    assert shared == Line(3, Fraction(2), Fraction(0))


BENCH = """game "Bench"
players Potter, Watcher

component Pot in shelf:
    | name | copies |
    | bowl | 1      |
    | vase | 1      |
    | jug  | 1      |

component Coin in purse:
    | name | copies |
    | head | 1      |
    | tail | 1      |

zone purse: Coin bag, hidden
zone kept(Player): Coin set, %s
zone shelf: Pot set, open
zone bench: Pot set, open

setup:
    for p in Player: draw 1 from purse to kept(p)

play:
    each turn of p, at most 8:
        p chooses up to 12 times:
            put(x in shelf) "{p} puts {x}": move x from shelf to bench
            take(x in bench) "{p} takes {x}": move x from bench to shelf
            pass "{p} stops"
    end: draw
"""


@pytest.mark.parametrize("sees", ["open", "owner sees"])
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
def test_nothing_is_undone_that_was_done_in_the_same_turn(tmp_path, bot, sees):
    """Every line is a draw, so that only this keeps a bot from putting to and fro."""
    file = tmp_path / "bench.rules"
    file.write_text(BENCH % sees, encoding="utf-8")
    state = load(str(file)).start(seed=3).past_chance()
    while state.current_player == 0:
        before, at = {state.position.cells}, state.previous
        while at is not None and at.current_player == 0:
            before.add(at.position.cells)
            at = at.previous
        name = chosen(state, bot)
        view = SeatView(state, Belief.start(state.game, 0))
        after = state.child(bot.choose(view).id)
        assert name == "pass" or after.position.cells not in before
        state = after


STAIRS = """game "Stairs"
players Climber, Watcher
var step: 0..200 = 0
play:
    each turn of p, at most 2:
        p chooses up to 200 times:
            climb "{p} climbs": add 1 to step
            fall "{p} falls": set step to 0
            pass "{p} stops"
    end: draw
"""


@pytest.mark.parametrize(("climbed", "is_back"), [(60, True), (120, False)])
def test_what_lies_far_back_is_forgotten(tmp_path, climbed, is_back):
    file = tmp_path / "stairs.rules"
    file.write_text(STAIRS, encoding="utf-8")
    state = load(str(file), engine="reference").start()
    for _ in range(climbed):
        state = state.child(state.find("climb", []).id)
    assert goes_back(state, state.find("fall", []).id) == is_back


def test_where_all_goes_back_the_best_does():
    game = load("tic_tac_toe")
    lines = [Line(9, Fraction(0), Fraction(0)), Line(9, Fraction(1), Fraction(0))]
    assert pursued(lines, lambda line: (line.worth,), game, lambda _: True) == 1
    assert pursued(lines, lambda line: (line.worth,), game, lambda at: at == 1) == 0
