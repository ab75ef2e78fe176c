"""Exact values of open games, held to searches that are not ours and to values that are known."""

import sys
from fractions import Fraction
from functools import cache
from random import Random
from shutil import copytree

import pyspiel
import pytest

from interpreter import Belief, SeatView, TreeSearch, UsageError, load
from interpreter.solving import Perfect, Solver, solve
from interpreter.testing.scenarios import run
from rulelang import pipeline
from tests.support.games import ROOT
from tests.support.reading import replaced

LONG = """game "Long"
players 2
play:
    each turn of p, at most 1000:
        p chooses:
            go "{p} goes on"
    end: P1 wins
"""


def small_board(folder, columns, rows):
    """Return Connect Four on another board."""
    text = (ROOT / "games" / "connect_four.rules").read_text(encoding="utf-8")
    text = text.split("\nscenario")[0] + "\n"
    size = {"7 x 6": f"{columns} x {rows}", "42": str(columns * rows), "1..7": f"1..{columns}"}
    path = folder / f"board_{columns}_{rows}.rules"
    path.write_text(replaced(text, size), encoding="utf-8")
    return load(str(path))


@cache
def by_all_plays(state):
    """Return what a position of OpenSpiel is worth to its first player, by going through all."""
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(by_all_plays(Position(state.child(action))) for action in state.legal_actions())


class Position:
    """A state of OpenSpiel, equal to others that look the same."""

    def __init__(self, state):
        self.state, self.text = state, str(state)

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return self.text == other.text

    def __getattr__(self, name):
        return getattr(self.state, name)


def test_tic_tac_toe_is_a_draw_from_every_first_mark():
    start = load("tic_tac_toe").start()
    assert set(Solver(start.game).values(start).values()) == {0}


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_line_of_best_play_is_a_play_with_that_result(engine):
    state = load("tic_tac_toe", engine=engine).start().apply(4).apply(1)
    found = solve(state)
    assert found.returns == (1, -1)
    for action in found.line:
        state = state.apply(action)
    assert state.returns == found.returns
    assert len(found.line) == 5


def test_a_line_ends_where_the_limit_does():
    state = load("tic_tac_toe").start().apply(4).apply(1)
    found = solve(state)
    short = solve(state, limit=found.positions)
    assert short.returns == found.returns
    assert short.line == found.line[:4]


def test_what_is_deeper_than_any_search_stays_unsettled(tmp_path):
    path = tmp_path / "long.rules"
    path.write_text(LONG, encoding="utf-8")
    start = load(str(path), engine="reference").start()
    assert Solver(start.game).bounds(start) == (-1, 1)


def test_nobody_looks_deeper_than_800_choices_however_deep_python_calls(tmp_path):
    path = tmp_path / "long.rules"
    path.write_text(LONG, encoding="utf-8")
    start = load(str(path), engine="reference").start()
    solver, calls = Solver(start.game), sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        assert solver.bounds(start) == (-1, 1)
    finally:
        sys.setrecursionlimit(calls)
    assert 711 < solver.looked_into < 9_999


@pytest.mark.external
@pytest.mark.parametrize("seed", range(6))
def test_positions_on_a_small_board_are_worth_what_all_plays_of_openspiel_say(tmp_path, seed):
    other = pyspiel.load_game("connect_four(rows=4,columns=4)").new_initial_state()
    state = small_board(tmp_path, 4, 4).start()
    numbers = Random(seed)
    for _ in range(7):
        column = numbers.choice(other.legal_actions())
        other.apply_action(column)
        state = state.apply(next(a for a in state.legal_actions if a.arguments == (column + 1,)))
        if other.is_terminal():
            return
    assert solve(state).low == by_all_plays(Position(other))


@pytest.mark.soak
@pytest.mark.external
def test_connect_four_on_four_columns_of_four_is_a_draw(tmp_path):
    start = pyspiel.load_game("connect_four(rows=4,columns=4)").new_initial_state()
    assert by_all_plays(Position(start)) == 0
    assert solve(small_board(tmp_path, 4, 4).start()).returns == (0, 0)


MORRIS = """
scenario "end":
    given on(a1) is Man(White)
    given on(d1) is Man(White)
    given on(f4) is Man(White)
    given on(b2) is Man(Black)
    given on(f6) is Man(Black)
    given on(e3) is Man(Black)
    given taken is 6 Man(White), 6 Man(Black)
    given hand(White) is empty
    given hand(Black) is empty
    expect White to choose
"""


def ending(folder, scenario):
    """Return the state in which a scenario of Nine Men's Morris ends."""
    text = (ROOT / "games" / "nine_mens_morris.rules").read_text(encoding="utf-8")
    copytree(ROOT / "games" / "nine_mens_morris", folder / "nine_mens_morris")
    path = folder / "nine_mens_morris.rules"
    path.write_text(text.split("\nscenario")[0] + scenario, encoding="utf-8")
    checked = pipeline.check(str(path))
    assert checked.ok, checked.diagnostics
    (only,) = checked.scenarios
    result = run(only, load(str(path)))
    assert result.failures == ()
    return result.reached


def test_two_in_a_line_and_a_man_that_flies_win_at_once(tmp_path):
    found = solve(ending(tmp_path, MORRIS), limit=20_000)
    assert found.returns == (1, -1)
    assert str(found.line[0]) == "slide(f4, g1)"
    assert len(found.line) == 2


def test_two_threats_cannot_be_met_by_one_man(tmp_path):
    state = ending(tmp_path, MORRIS)
    state = state.apply(next(a for a in state.legal_actions if str(a) == "slide(f4, a4)"))
    found = solve(state, limit=60_000)
    assert found.returns == (1, -1)
    assert len(found.line) == 3
    assert str(found.line[1]) in {"slide(a4, g1)", "slide(d1, a7)"}


def test_chance_counts_by_its_weights(tmp_path):
    path = tmp_path / "risk.rules"
    path.write_text(
        'game "Risk"\nplayers A, B\nvar pot: 0..9 = 0\n\nplay:\n'
        "    A chooses:\n"
        "        keep: set pot to 3\n"
        "        risk:\n"
        "            random n in 1..6: set pot to n\n"
        "    B chooses:\n"
        "        stand: set pot to pot\n"
        "        turn:\n"
        "            random n in 1..4: set pot to n\n"
        "    end: each p scores if p is A then pot else -pot\n",
        encoding="utf-8",
    )
    start = load(str(path)).start()
    values = {action.name: value for action, value in Solver(start.game).values(start).items()}
    # B takes 5/2 at most: mean of min(n, 5/2) over 1..6.
    assert values == {"keep": Fraction(5, 2), "risk": Fraction(13, 6)}


def test_what_is_not_settled_is_said_to_be_between_bounds():
    found = solve(load("connect_four").start(), limit=200)
    assert (found.low, found.high, found.line) == (-1, 1, ())
    assert found.positions == 200
    with pytest.raises(ValueError, match="not known"):
        found.returns  # noqa: B018  asking is what is tested
    with pytest.raises(UsageError, match="not settled within 50"):
        Solver(load("connect_four"), limit=50).values(load("connect_four").start())


@pytest.mark.parametrize(
    ("game", "said"), [("kuhn_poker", "hides something"), ("whist", "hides something")]
)
def test_games_that_no_search_settles_are_refused(game, said):
    with pytest.raises(UsageError, match=said):
        Solver(load(game))


@pytest.mark.parametrize("seat", [0, 1])
def test_tree_search_never_loses_against_exact_play(seat):
    game = load("tic_tac_toe")
    perfect = Perfect(0)
    for seed in range(12):
        state = game.start()
        perfect.seed = seed
        beliefs = [Belief.start(game, player) for player in range(2)]
        while not state.is_terminal:
            player = state.current_player
            bot = TreeSearch(seed, iterations=2_000) if player == seat else perfect
            state = state.apply(bot.choose(SeatView(state, beliefs[player])).id)
        assert state.returns == (0, 0), state.history


def test_games_for_more_than_two_are_not_searched(tmp_path):
    path = tmp_path / "three.rules"
    path.write_text('game "A"\nplayers 3\nplay:\n    P1 chooses:\n        a: end: P1 wins\n')
    with pytest.raises(UsageError, match="only games for two are searched"):
        Solver(load(path))


def test_whoever_plays_alone_gets_what_the_best_play_brings(tmp_path):
    path = tmp_path / "alone.rules"
    text = (
        'game "A"\nplayers 1\nplay:\n    P1 chooses:\n        a(n in 1..3): end: each p scores n\n'
    )
    path.write_text(text)
    assert solve(load(path).start()).returns == (3,)
