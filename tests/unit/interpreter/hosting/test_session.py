"""Sessions: who sits, chooses and takes back, bots, and several threads."""

import json
import re
import threading

import pytest

from interpreter import (
    BotFault,
    IllegalAction,
    MonteCarlo,
    RuleFault,
    Session,
    Uniform,
    UsageError,
    load,
)


def played(session, seed=0):
    """Let everybody choose by rote until the game is over."""
    names = session.seats
    while not session.state.is_terminal:
        player = session.game.players[session.state.current_player]
        legal = session.view(names[player])["legal_actions"]
        session.submit(names[player], legal[(seed * 7) % len(legal)]["id"])
    return session


def shown(session):
    """Return what the seats see."""
    return [(session.view(seat), session.events(seat)) for seat in session.seats.values()]


# ---------------------------------------------------------------- seats


def test_who_is_not_named_sits_under_the_name_of_his_player():
    session = Session(load("tic_tac_toe"), {"O": Uniform()})
    assert session.seats == {"X": "X", "O": "O"}
    assert [p["bot"] for p in session.view("X")["players"]] == [False, True]


@pytest.mark.parametrize(
    ("seats", "complaint"),
    [
        ({"Z": "Ann"}, "there is no player `Z`; there are X, O"),
        ({"X": "Ann", "O": "Ann"}, "two seats are named `Ann`"),
        ({"X": "O"}, "two seats are named `O`"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats, complaint):
    with pytest.raises(UsageError, match=complaint):
        Session(load("tic_tac_toe"), seats)


def test_without_a_seed_every_session_has_its_own(poker):
    seeds = {Session(poker.game).state.seed for _ in range(4)}
    assert len(seeds) == 4


@pytest.mark.parametrize("ask", ["submit", "undo", "view", "events", "seat_lines"])
@pytest.mark.parametrize("name", ["Zoe", "X", ""])
def test_a_seat_that_there_is_not_is_said_with_those_there_are(marks, ask, name):
    more = (0,) if ask == "submit" else ()
    with pytest.raises(UsageError, match=f"there is no seat `{name}` here; there are Ann, Bob"):
        getattr(marks, ask)(name, *more)


# ---------------------------------------------------------------- choosing


def test_a_choice_is_an_id_or_a_text(marks):
    assert marks.submit("Ann", 4)["to_act"] == "O"
    assert marks.submit("Bob", "mark a1")["to_act"] == "X"
    assert [str(marks.state.game.players), marks.state.history] == ["('X', 'O')", (4, 0)]


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        ("Ann", 0, "it is O's choice"),
        ("Ann", "nonsense", "it is O's choice"),
        ("Bob", 4, "mark(b2): b2 is taken"),
        ("Bob", "mark(b2)", "mark(b2): b2 is taken"),
        ("Bob", "mark b2", "mark(b2): b2 is taken"),
        ("Bob", "mark(z9)", "there is no `mark(z9)` now; there is mark(a1), "),
        ("Bob", "fly", "there is no action `fly` now"),
        ("Bob", "", "name an action: mark"),
        ("Bob", "x" * 501, "no action is as long as that"),
        ("Bob", -1, "no such option"),
        ("Bob", 10**30, "no such option"),
        ("Bob", True, "an action is its number or its text"),
        ("Bob", None, "an action is its number or its text"),
        ("Bob", [4], "an action is its number or its text"),
    ],
)
def test_what_is_not_possible_is_refused_with_the_reason_and_changes_nothing(
    marks, seat, action, reason
):
    marks.submit("Ann", "mark(b2)")
    before = shown(marks)
    with pytest.raises(IllegalAction) as refusal:
        marks.submit(seat, action)
    assert reason in str(refusal.value)
    assert shown(marks) == before


def test_the_answer_to_an_older_view_is_refused(marks):
    old = marks.view("Ann")["revision"]
    marks.submit("Ann", 4, revision=old)
    marks.submit("Bob", 0)
    with pytest.raises(IllegalAction, match=f"answers view {old}, and now it is {old + 2}"):
        marks.submit("Ann", 1, revision=old)
    marks.submit("Ann", 1, revision=marks.view("Ann")["revision"])


def test_nobody_chooses_for_a_bot():
    session = Session(load("tic_tac_toe"), {"O": Uniform()}, seed=1)
    with pytest.raises(IllegalAction, match="a bot chooses for O"):
        session.submit("O", 0)


def test_after_the_end_nothing_is_chosen(marks):
    played(marks)
    with pytest.raises(IllegalAction, match="the game is over"):
        marks.submit("Ann", 0)


# ---------------------------------------------------------------- what a seat takes home


def test_the_lines_of_a_seat_hold_no_seed_and_no_secret(poker):
    played(poker)
    header, *told = [json.loads(line) for line in poker.seat_lines("Bob")]
    assert header["format"] == "rulelang/seat-lines"
    assert header["seat"] == "Bob"
    assert "seed" not in json.dumps([header, *told])
    assert told == poker.events("Bob")
    chosen = [(e["player"], e["action"]["name"]) for e in told if e["event"] == "chose"]
    assert chosen == [("P1", "bet"), ("P2", "bet")]


# ---------------------------------------------------------------- undo


def test_a_choice_that_nobody_noticed_is_taken_back(sealed):
    before, other = sealed.view("Ann"), sealed.view("Bob")
    sealed.submit("Ann", "bid 2")
    after = sealed.undo("Ann")
    assert after["observation"] == before["observation"]
    assert after["legal_actions"] == before["legal_actions"]
    assert after["revision"] == 3
    assert sealed.events("Ann")[-1] == {
        "number": 3,
        "event": "took back",
        "numbers": [1, 2],
        "sentence": "you took your choice back",
    }
    assert sealed.view("Bob") == other
    assert sealed.events("Bob") == []
    assert sealed.state.history == ()


def test_what_was_taken_back_is_not_taken_home(sealed):
    for action in ("bid 2", "seal"):
        sealed.submit("Ann", action)
    sealed.undo("Ann")
    sealed.undo("Ann")
    assert sealed.events("Ann")[-1]["numbers"] == [1, 2]
    sealed.submit("Ann", "bid 3")
    told = [json.loads(line) for line in sealed.seat_lines("Ann")[1:]]
    assert [e["number"] for e in told] == [1, 2]
    assert told[0]["action"]["text"] == "bid(3)"


def test_who_has_learnt_something_cannot_take_back(sealed):
    sealed.submit("Ann", "peek")
    with pytest.raises(IllegalAction, match="has told you something"):
        sealed.undo("Ann")


def test_a_refused_undo_does_not_say_who_noticed(sealed):
    sealed.submit("Ann", "whisper")
    with pytest.raises(IllegalAction) as refusal:
        sealed.undo("Ann")
    assert str(refusal.value) == "others have noticed what the choice did: it stands"


def test_what_another_has_followed_is_not_taken_back(marks):
    with pytest.raises(IllegalAction, match="there is nothing to take back"):
        marks.undo("Ann")
    marks.submit("Ann", 4)
    with pytest.raises(IllegalAction, match="others have noticed"):
        marks.undo("Ann")
    with pytest.raises(IllegalAction, match="X has acted since"):
        marks.undo("Bob")


# ---------------------------------------------------------------- bots and faults


def test_bots_play_alone_and_the_same_for_the_same_seed():
    game = load("kuhn_poker")
    bots = {"P1": MonteCarlo(1, 20), "P2": Uniform(2)}
    first, again = (Session(game, bots, seed=5) for _ in range(2))
    assert first.state.is_terminal
    assert first.state.history == again.state.history
    assert first.events("P1") == again.events("P1")


class Stubborn:
    """A bot that chooses what it likes."""

    def __init__(self, action):
        self.action = action

    def choose(self, view):  # noqa: ARG002  it does not look
        return self.action


class Reckless:
    """A bot that thinks through what cannot be."""

    def choose(self, view):
        return view.redeal(0).child(10**6).legal_actions[0]


def test_a_bot_that_chooses_what_is_not_legal_is_named_and_the_choice_before_it_stands():
    game = load("tic_tac_toe")
    corner = game.start().legal_actions[0]
    session = Session(game, {"X": "Ann", "O": Stubborn(corner)}, seed=1)
    with pytest.raises(BotFault, match=r"the bot of O chose mark\(a1\): a1 is taken"):
        session.submit("Ann", "mark a1")
    assert session.state.history == (0,)
    assert session.view("Ann")["to_act"] == "O"


@pytest.mark.parametrize("answer", [8, "mark(c3)", None])
def test_a_bot_that_answers_with_no_action_is_told_what_to_return(answer):
    session = Session(load("tic_tac_toe"), {"X": "Ann", "O": Stubborn(answer)}, seed=1)
    with pytest.raises(BotFault, match=f"chose {re.escape(repr(answer))}, which is no action"):
        session.submit("Ann", "mark a1")
    assert session.view("Ann")["to_act"] == "O"


def test_what_a_bot_tries_in_thought_is_not_blamed_on_the_person_before_it():
    session = Session(load("tic_tac_toe"), {"X": "Ann", "O": Reckless()}, seed=1)
    with pytest.raises(BotFault, match="the bot of O tried what is not legal"):
        session.submit("Ann", "mark a1")


def test_a_fault_of_the_rules_leaves_the_play_before_the_choice(sealed):
    for seat, action in (("Ann", "bid 3"), ("Ann", "seal")):
        sealed.submit(seat, action)
    before = sealed.view("Bob")
    with pytest.raises(RuleFault):
        sealed.submit("Bob", "bid 1")
    assert sealed.view("Bob") == before


# ---------------------------------------------------------------- threads


def test_of_two_answers_at_once_one_counts(marks):
    refused = []

    def choose(action):
        try:
            marks.submit("Ann", action)
        except IllegalAction as refusal:
            refused.append(str(refusal))

    threads = [threading.Thread(target=choose, args=(action,)) for action in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(marks.state.history) == 1
    assert refused == ["it is O's choice"] * 8


def test_readers_do_not_wait_for_a_bot_that_thinks():
    thinking, seen = threading.Event(), threading.Event()

    class Slow:
        def choose(self, view):
            thinking.set()
            assert seen.wait(100)
            return view.legal_actions[0]

    session = Session(load("tic_tac_toe"), {"X": "Ann", "O": Slow()}, seed=1)
    thread = threading.Thread(target=session.submit, args=("Ann", 4))
    thread.start()
    assert thinking.wait(100)
    assert session.view("Ann")["to_act"] == "O"
    assert len(session.events("Ann")) > 0
    seen.set()
    thread.join()
    assert session.view("Ann")["to_act"] == "X"
