"""What cut playouts are worth by the standing of the rules, alike on both engines. Ref §35."""

from fractions import Fraction

import pytest

from interpreter import Belief, MonteCarlo, RuleFault, SeatView, TreeSearch, load, rollouts
from interpreter.batch import BatchGame
from interpreter.bots.native_tree import planted
from interpreter.bots.search import Settings
from interpreter.engines.holding import Holder
from interpreter.standing import standing
from tests.support.sampling import passed_over

MARKET = """game "A short market"
players {players}
token Coin in bank: 60
zone bank: Coin bag, hidden
zone hand(Player): Coin set, owner sees
var sold(Player): 0..60
{standing}
play:
    each turn of p, at most 30:
        random n in 1..3:
            add n to sold(p)
        p chooses up to 2 times:
            draw_two: draw 2 from bank to hand(p)
            give(q in Player where q is not p): add 1 to sold(q)
            pass: pass
    {end}
"""
SHARED = "standing(p) = 3 * sold(p) - 2 * count hand(p)"
MOST = "end: {} with most {} wins"
CASES = """let rich(p) = count hand(p) > 3
standing(p) = match sold(p):
    0 | 1 | 2: 0
    else: if rich(p) then 2 * sold(p) else sold(p)"""
GAMES = {
    "two": ("2", SHARED, MOST.format("p", "sold(p)")),
    "three": ("3", SHARED, MOST.format("p", "sold(p)")),
    "teams": (
        "A, B, C, D in teams Odd, Even",
        SHARED,
        MOST.format("t", "(sum of sold(p) for p in Player where team(p) is t)"),
    ),
    "scores": ("3", SHARED, "end: each p scores sold(p)"),
    "by facts": (
        "2",
        CASES,
        "end: draw",
    ),
}


@pytest.fixture(params=GAMES)
def path(request, tmp_path):
    players, declared, end = GAMES[request.param]
    file = tmp_path / "market.rules"
    file.write_text(MARKET.format(players=players, standing=declared, end=end), encoding="utf-8")
    return str(file)


@pytest.fixture
def text(tmp_path):
    def made(players="2", declared=SHARED, end="end: draw"):
        file = tmp_path / "text.rules"
        file.write_text(
            MARKET.format(players=players, standing=declared, end=end), encoding="utf-8"
        )
        return str(file)

    return made


def engines(path):
    return [load(path, engine=engine) for engine in ("native", "reference")]


def after(game, steps):
    """Return a state some steps on, each the last that can be taken there."""
    state = game.start().with_seed(None)
    for _ in range(steps):
        ids = state.legal_ids or [number for number, _ in state.chance_outcomes]
        state = state.child(ids[-1])
    return state


# ------------------------------------------------------------ what it is worth


@pytest.mark.parametrize(
    "horizon", [0, 1, passed_over(2), 5, 23, passed_over(10_000), 2**64, None]
)
def test_cut_playouts_are_worth_the_same_to_both_engines(path, horizon):
    native, plain = (rollouts(game.start(), 8, 3, 5, horizon) for game in engines(path))
    assert native == plain
    if horizon is not None and horizon < 30:
        assert native.choices + native.chances == 8 * horizon


def test_a_playout_cut_at_once_is_worth_the_standing_of_the_state(path):
    for game in engines(path):
        for steps in (0, 1, 4, 9):
            state = after(game, steps)
            assert rollouts(state, 1, horizon=0).returns == standing(state)


def test_a_win_is_shared_in_the_parts_of_all_standings(text):
    three, two = (load(text(players, "standing(p) = sold(p)")) for players in "32")
    assert standing(three.start()) == (0, 0, 0)
    assert standing(after(three, 1)) == (2, -1, -1)
    state = after(two, 1)
    while standing(state) == (1, -1):
        state = state.child(state.legal_ids[1])  # a gift
    assert standing(state) == (Fraction(1, 2), Fraction(-1, 2))


def test_teams_share_by_what_their_members_have_together(text):
    game = load(text("A, B, C, D in teams Odd, Even", "standing(p) = sold(p)"))
    assert standing(after(game, 1)) == (1, -1, 1, -1)


def test_who_stands_below_nothing_has_no_part(text):
    game = load(text("2", "standing(p) = if sold(p) > 0 then 0 - 5 else 5"))
    assert standing(after(game, 1)) == (-1, 1)


def test_parts_of_what_is_too_large_for_native_code_are_those_of_the_reference(text):
    game = load(text("2", "standing(p) = (99 + sold(p)) * 1000000000 * 100000"))
    with pytest.warns(RuntimeWarning, match="played by the reference engine: numbers from 0 to"):
        state = after(game, 1)
    assert standing(state) == (Fraction(14, 1000), Fraction(-15, 1000))
    assert rollouts(state, 1, horizon=0).returns == standing(state)


def test_where_players_score_the_standing_is_the_score(text):
    declared = "standing(p) = 10 * sold(p) - 7"
    game = load(text("2", declared, "end: each p scores sold(p)"))
    assert standing(after(game, 1)) == (23, -7)


def test_what_is_over_is_worth_what_it_brought(text):
    state = load(text()).start(seed=1)
    while not state.is_terminal:
        state = state.apply(state.legal_ids[-1])
    assert standing(state) == state.returns == (0, 0)


# ------------------------------------------------------------ search


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("horizon", [0, 6])
def test_native_trees_with_a_horizon_are_plain_ones(path, horizon, keyed):
    found = []
    for game in engines(path):
        tree = planted(game, Settings(seed=3, keyed=keyed, horizon=horizon))
        state = game.start(seed=2).with_seed(None)
        tree.grow(Holder(game).state(state), 60)
        tree.grow(Holder(game).state(state), 20)
        found.append(tree.tried())
    assert found[0] == found[1]


@pytest.mark.parametrize("bot", [MonteCarlo, TreeSearch])
def test_bots_with_a_horizon_do_not_depend_on_the_engine(path, bot):
    picked = []
    for game in engines(path):
        state = game.start(seed=4)
        for _ in range(4):
            belief = Belief.start(game, state.current_player)
            found = bot(seed=2, iterations=25, horizon=7).choose(SeatView(state, belief))
            state = state.apply(found)
        picked.append(state.history)
    assert picked[0] == picked[1]


def test_a_horizon_leaves_games_without_a_standing_as_they_are():
    start = load("kuhn_poker").start()
    assert rollouts(start, 30, 1, horizon=1) == rollouts(start, 30, 1)
    with pytest.raises(ValueError, match=r"Kuhn.* declare no standing"):
        standing(start)


def test_no_horizon_lies_behind():
    with pytest.raises(ValueError, match="a horizon is a whole number from 0"):
        rollouts(load("kuhn_poker").start(), 1, horizon=-1)


def test_one_cut_does_not_outlast_its_playouts(text):
    game = load(text())
    whole = rollouts(game.start(), 5, 1)
    rollouts(game.start(), 5, 1, horizon=2)
    assert rollouts(game.start(), 5, 1) == whole
    assert whole.choices + whole.chances > 100


# ------------------------------------------------------------ play


def test_a_standing_that_fails_is_a_fault_of_the_rules(text):
    path = text("2", "standing(p) = 12 / (sold(p) - 3) rounded down")
    for game in engines(path):
        assert rollouts(game.start(), 1, horizon=0).returns == (0, 0)
        with pytest.raises(RuleFault, match="divide"):
            rollouts(after(game, 1), 1, horizon=0)
        assert rollouts(game.start(), 3).games == 3


def test_play_is_the_same_with_a_standing_and_without(text):
    ends = []
    for declared in (SHARED, ""):
        game = load(text("3", declared, MOST.format("p", "sold(p)")))
        ends.append((rollouts(game.start(), 20, 9), game.specification_hash))
    assert ends[0][0] == ends[1][0]
    assert ends[0][1] != ends[1][1]


def test_games_stepped_in_a_batch_stop_at_each_choice(text):
    batches = []
    for declared in (SHARED, ""):
        batch = BatchGame(load(text("2", declared)), 4)
        batch.reset(3)
        batches.append(batch)
    for _ in range(12):
        one, other = (batch.step([0] * 4) for batch in batches)
        assert one.actors.tolist() == other.actors.tolist()
        assert one.legal.tolist() == other.legal.tolist()
