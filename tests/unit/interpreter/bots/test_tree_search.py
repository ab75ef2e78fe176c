import os
import signal
import subprocess
import sys

import pytest

from interpreter import (
    Belief,
    RedealExhausted,
    RuleFault,
    SeatView,
    Session,
    TreeSearch,
    Uniform,
    load,
)
from interpreter.game import Game
from tests.unit.interpreter.support import small_poker

FAULTY = """game "Shares"
players A, B

var parts: 0..1 = 0
var share: 0..12

play:
    A chooses:
        divide "A divides": set share to 12 / parts rounded down
        keep "A keeps": set share to 12
    end: draw
"""


def view(state, **limits):
    return SeatView(state, Belief.start(state.game, state.current_player, **limits))


def after(game, *numbers):
    state = game.start()
    for number in numbers:
        state = state.child(number)
    return state


class Restricted:
    """What a searcher may ask for at most: its redeals, never what is or was."""

    def __init__(self, state):
        self._whole = view(state)
        self.redeals = 0

    @property
    def game(self):
        return self._whole.game

    @property
    def player(self):
        return self._whole.player

    @property
    def moment(self):
        return self._whole.moment

    @property
    def legal_actions(self):
        return self._whole.legal_actions

    def redeal(self, seed):
        self.redeals += 1
        return self._whole.redeal(seed)


# ------------------------------------------------------------ strength


def test_a_win_at_hand_is_taken():
    state = after(load("tic_tac_toe"), 0, 3, 1, 4)
    assert TreeSearch(seed=1, iterations=300).choose(view(state)).id == 2


def test_a_loss_at_hand_is_prevented():
    state = after(load("tic_tac_toe"), 0, 4, 8, 1)
    assert TreeSearch(seed=1, iterations=600).choose(view(state)).id == 7


@pytest.mark.parametrize(("stones", "wanted"), [("d2a2d2a2d2b2", "d"), ("a2d2a2d2g2d2", "d")])
def test_four_in_a_column_are_made_and_prevented(stones, wanted):
    game = load("connect_four")
    state = after(game, *("abcdefg".index(letter) for letter in stones[::2]))
    bot = TreeSearch(seed=3, iterations=1_500)
    assert "abcdefg"[bot.choose(view(state)).id] == wanted


def test_two_open_ends_are_prevented_in_time():
    """Black has c1 and d1 and is to follow with b1 or e1: White must be there first."""
    game = load("connect_four")
    state = after(game, 3, 3, 2)
    assert TreeSearch(seed=1, iterations=1_500).choose(view(state)).id in {1, 4}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_play_without_mistakes_is_a_draw(seed):
    bots = {"X": TreeSearch(seed, 2_000), "O": TreeSearch(seed + 50, 2_000)}
    session = Session(load("tic_tac_toe"), bots, seed=seed)
    assert set(session.state.returns) == {0}


def test_the_best_card_is_never_given_up():
    state = after(load("kuhn_poker"), 2, 0, 1, 0)
    assert TreeSearch(seed=1, iterations=400).choose(view(state)).name == "bet"


def test_the_worst_card_is_given_up_against_a_bet():
    state = after(load("kuhn_poker"), 2, 0, 0)
    assert state.current_player == 1
    assert TreeSearch(seed=1, iterations=400).choose(view(state)).name == "pass"


# ------------------------------------------------------------ what it follows from


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_the_answer_does_not_depend_on_the_engine(name):
    found = []
    for engine in ("native", "reference"):
        state = load(name, engine=engine).start(seed=4)
        found.append(TreeSearch(seed=2, iterations=150).tried(view(state)))
    assert found[0] == found[1]


@pytest.mark.parametrize("trees", [1, 3])
def test_the_answer_follows_from_the_seed(trees):
    state = load("leduc_poker").start(seed=5)
    bot = TreeSearch(seed=9, iterations=500, trees=trees)
    first, again = (bot.tried(view(state)) for _ in range(2))
    assert first == again
    assert sum(tried.visits for tried in first) == 500
    assert first != TreeSearch(seed=10, iterations=500, trees=trees).tried(view(state))


def test_the_answer_does_not_depend_on_what_is_hidden():
    game = Game(small_poker(), engine="native")
    bot = TreeSearch(seed=3, iterations=200)
    found = [bot.tried(view(after(game, 1, other))) for other in (0, 2)]
    assert found[0] == found[1]


def test_redeals_are_all_that_it_asks_for():
    restricted = Restricted(load("leduc_poker").start(seed=5))
    whole = view(load("leduc_poker").start(seed=5))
    bot = TreeSearch(seed=1, iterations=300)
    assert bot.choose(restricted).id == bot.choose(whole).id
    assert restricted.redeals > 1


def test_an_open_position_is_asked_for_once():
    restricted = Restricted(load("connect_four").start())
    TreeSearch(seed=1, iterations=300).choose(restricted)
    assert restricted.redeals == 1


# ------------------------------------------------------------ bounds


@pytest.mark.parametrize(
    "bot",
    [
        TreeSearch(iterations=0),
        TreeSearch(iterations=3),
        TreeSearch(seconds=0.0),
        TreeSearch(iterations=40, nodes=5),
        TreeSearch(iterations=40, nodes=0, trees=0),
        TreeSearch(iterations=2, trees=4),
        TreeSearch(iterations=10**12, seconds=0.01, trees=2),
    ],
    ids=repr,
)
def test_within_any_bounds_something_is_chosen(bot):
    state = load("tic_tac_toe").start()
    assert bot.choose(view(state)).id in range(9)


@pytest.mark.parametrize("name", ["backgammon", "carnival", "battleships"])
def test_dice_more_players_and_secrets_are_played_to_the_rules(name):
    game = load(name)
    others = {player: Uniform(1) for player in game.players[1:]}
    session = Session(game, {game.players[0]: "you", **others}, seed=2)
    belief = Belief.start(game, 0)
    for _ in range(3):
        action = TreeSearch(seed=1, iterations=60).choose(SeatView(session.state, belief))
        session.submit("you", action.id)
    assert session.state.history.count(action.id)


def test_without_a_redeal_something_is_chosen():
    class Blind(Restricted):
        def redeal(self, _seed):
            raise RedealExhausted("nothing")

    blind = Blind(load("tic_tac_toe").start())
    assert TreeSearch().choose(blind).id in range(9)


def test_a_search_without_time_for_a_belief_says_so_and_chooses():
    state = load("whist").start(seed=1)
    view = SeatView(state, Belief.start(state.game, state.current_player))
    assert TreeSearch(seconds=0.0).tried(view) == ()
    assert TreeSearch(seconds=0.0).choose(view).id in state.legal_ids
    assert TreeSearch(iterations=5).tried(view) != ()


def test_rules_that_fail_are_not_hidden(tmp_path):
    file = tmp_path / "shares.rules"
    file.write_text(FAULTY, encoding="utf-8")
    for engine in ("native", "reference"):
        state = load(str(file), engine=engine).start()
        with pytest.raises(RuleFault, match="divided by zero"):
            TreeSearch(iterations=10).choose(view(state))


@pytest.mark.parametrize("trees", [1, 2])
def test_what_stops_one_tree_stops_all(trees):
    class Interrupted(Restricted):
        def redeal(self, seed):
            if self.redeals == 9:
                raise KeyboardInterrupt
            return super().redeal(seed)

    interrupted = Interrupted(load("kuhn_poker").start(seed=1))
    with pytest.raises(KeyboardInterrupt):
        TreeSearch(iterations=10**12, trees=trees).choose(interrupted)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
@pytest.mark.parametrize("trees", [1, 2])
def test_ctrl_c_is_heard(trees):
    """Without it the search would go on for days; the bound below is only that of a hang."""
    program = (
        "from interpreter import Belief, SeatView, TreeSearch, load\n"
        "state = load('connect_four').start()\n"
        f"bot = TreeSearch(iterations=10**12, trees={trees})\n"
        "TreeSearch(iterations=10).choose(SeatView(state, Belief.start(state.game, 0)))\n"
        "print('ready', flush=True)\n"
        "bot.choose(SeatView(state, Belief.start(state.game, 0)))\n"
    )
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-c", program], stdout=-1, stderr=-1
    ) as child:
        assert child.stdout.readline() == b"ready\n"
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=300)
    assert b"KeyboardInterrupt" in told
