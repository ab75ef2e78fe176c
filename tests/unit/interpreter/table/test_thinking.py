"""What bots get in their process: rule files, and a play as good as the real one to them."""

from __future__ import annotations

import pickle
import random
import time
from multiprocessing.context import SpawnProcess
from threading import Thread

import pytest

from interpreter import Uniform, load
from interpreter.knowledge.redeal import Belief
from interpreter.table.bots import children, thinking
from interpreter.table.bots.children import Child
from interpreter.table.bots.thinking import Dealer, Thinking
from interpreter.table.stores.sqlite import SqliteStore
from tests.support.processes.inside import Context

NAMES = ("kuhn_poker", "carnival", "battleships", "tic_tac_toe")
GAMES = {name: load(name) for name in NAMES}


def played(hall, opened, choices, numbers):
    """Choose at random so many times; return the number of entries."""
    seats = {n: hall.seat_of(token) for n, token in opened.tokens.items()}
    for at in range(choices):
        live = hall.live(opened.table)
        if live.to_act is None:
            break
        number = numbers.choice(live.state.legal_ids)
        hall.choose(seats[live.to_act], number, None, f"{at} of {choices}")
    return hall.live(opened.table).n


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_dealt_what_its_seat_cannot_tell_from_the_real_play(hall, tmp_path, name):
    numbers = random.Random(name)
    dealer = Dealer(lambda: SqliteStore(tmp_path / "tables.sqlite"))
    asked = Thinking(lambda _: Uniform(3))
    others = 0
    for seed in range(12 if name == "kuhn_poker" else 2):
        opened = hall.open(name, GAMES[name], {}, seed=seed)
        for more in (0, 1, 3, 2):
            n = played(hall, opened, more, numbers)
            live = hall.live(opened.table)
            if live.to_act is None:
                assert dealer((opened.table, n)) is None
                break
            dealt = pickle.loads(pickle.dumps(dealer((opened.table, n))))  # noqa: S301 - ours
            state = live.game.start()
            for number in dealt.history:
                state = state.child(number)
            seat = live.to_act
            assert state.information_state(seat) == live.state.information_state(seat)
            assert state.observation(seat) == live.state.observation(seat)
            assert state.legal_ids == live.state.legal_ids
            others += dealt.history != live.state.history
            assert asked((dealt, "some")) in live.state.legal_ids
    assert bool(others) == (name != "tic_tac_toe")


def test_of_many_games_bots_forget_the_one_they_had_first(hall, tmp_path, monkeypatch):
    read, game_of = [], thinking.game_of
    monkeypatch.setattr(thinking, "_KEPT", 2)
    monkeypatch.setattr(
        thinking, "game_of", lambda *what, **how: read.append(1) or game_of(*what, **how)
    )
    dealer = Dealer(lambda: SqliteStore(tmp_path / "tables.sqlite"))
    bots = Thinking(lambda _: Uniform(3))
    names = ("kuhn_poker", "tic_tac_toe", "carnival")
    dealt = [dealer((hall.open(name, GAMES[name], {}, seed=1).table, 0)) for name in names]
    counts = []
    for which in (0, 1, 1, 2, 1, 0):
        bots((dealt[which], "some"))
        counts.append(len(read))
    assert counts == [1, 2, 2, 3, 3, 4]


@pytest.mark.parametrize("width", [1, 2])
def test_as_many_positions_are_held_possible_as_was_asked_for(hall, tmp_path, width):
    opened = hall.open("kuhn_poker", GAMES["kuhn_poker"], {}, seed=1)
    dealer = Dealer(lambda: SqliteStore(tmp_path / "tables.sqlite"), width)
    assert dealer((opened.table, 0)) is not None
    _, _, beliefs = dealer._awake[opened.table]  # noqa: SLF001 - what it follows plays with
    (belief,) = beliefs.values()
    assert belief.is_exact == (width == 2)


def test_a_process_that_cannot_begin_gives_no_answer_and_says_why(caplog):
    child = Child(lambda: str, 1.0)  # cannot travel
    assert [child.ask("what?"), child.ask("what?")] == [None, None]
    assert caplog.messages == ["a process of bots cannot begin"] * 2
    child.close()


@pytest.fixture
def inside(monkeypatch):
    """Let what bots do in a process be done in a thread."""
    monkeypatch.setattr(children, "get_context", lambda _: Context())


def halved(number):
    if number % 2:
        raise ValueError(number)
    return number // 2


@pytest.mark.usefixtures("inside")
def test_a_bot_that_fails_gives_no_answer_and_is_asked_the_next_question():
    child = Child(lambda: halved, 60)
    assert [child.ask(number) for number in (6, 7, 8)] == [3, None, 4]
    child.close()
    assert child.ask(10) is None


@pytest.mark.usefixtures("inside")
def test_what_begins_too_late_gives_no_answer(monkeypatch):
    monkeypatch.setattr(children, "_BEGIN_S", 0.0)

    def make():
        time.sleep(0.1)
        return halved

    child = Child(make, 60)
    assert child.ask(6) is None
    monkeypatch.setattr(children, "_BEGIN_S", 60)
    assert child.ask(6) == 3
    child.close()


def never(_):
    while True:
        time.sleep(1)


def make_never():
    return never


def test_a_process_that_is_closed_while_it_begins_is_ended(monkeypatch):
    child, begin = Child(make_never, 600), SpawnProcess.start
    closing = Thread(target=child.close, daemon=True)

    def begins(process):
        begin(process)
        closing.start()
        while not child._closed:  # noqa: SLF001 - what is closed now sees no process yet
            time.sleep(0.01)
        time.sleep(0.1)

    monkeypatch.setattr(SpawnProcess, "start", begins)
    asking = Thread(target=child.ask, args=("what?",), daemon=True)
    asking.start()
    for thread in (asking, closing):
        thread.join(60)
        assert not thread.is_alive()


def test_a_belief_goes_on_over_plays_that_its_player_cannot_tell_apart(monkeypatch):
    """It holds what following the real play makes it hold, and never begins anew for that."""

    def begin_anew(_):
        pytest.fail("a play that cannot be told from the one before was followed from its start")

    monkeypatch.setattr(Belief, "_begin_anew", begin_anew)
    game = GAMES["carnival"]
    numbers = random.Random(5)
    real = game.start().with_seed(11).past_chance()
    followed, dealt = Belief.start(game, 0), Belief.start(game, 0)
    for _ in range(12):
        followed.follow(real)
        shown = followed.sample(len(real.history))
        dealt.follow(shown)
        assert dict(dealt.weights) == dict(followed.weights)
        if real.is_terminal:
            break
        real = real.apply(numbers.choice(real.legal_ids))
