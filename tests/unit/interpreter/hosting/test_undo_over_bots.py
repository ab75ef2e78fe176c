"""Taking back what only bots answered: where nothing was learnt, with all that was told."""

import json

import pytest

from interpreter import IllegalAction, MonteCarlo, Session, Uniform, load

SEALED = """game "Sealed"
players A, B
var bid(Player): 0..3, owner sees
var shown(Player): 0..3
play:
    for r in 1..3:
        for p in Player:
            p chooses:
                offer(n in 1..3) "{p} offers {n}": set bid(p) to n
                open(n in 1..3) "{p} opens with {n}": set shown(p) to n
        if r is 2:
            for p in Player: set shown(p) to bid(p)
    end: p with most bid(p) wins
"""
SPOKEN = SEALED.replace(
    "        if r is 2:\n            for p in Player: set shown(p) to bid(p)\n",
    '        say "A has {bid(A)}, B has {bid(B)}"\n',
).replace("owner sees", "hidden")


@pytest.fixture
def crosses():
    return Session(load("tic_tac_toe"), {"O": Uniform(seed=3)}, seed=1)


def test_a_bots_answer_goes_with_the_choice(crosses):
    before = crosses.view("X")
    crosses.submit("X", "mark(b2)")
    assert len(crosses.state.history) == 2
    after = crosses.undo("X")
    assert crosses.state.history == ()
    assert after["observation"] == before["observation"]
    last = crosses.events("X")[-1]
    assert last["event"] == "took back"
    told = [e["number"] for e in crosses.events("X") if e["number"] > before["events"]]
    assert last["numbers"] == told[:-1]
    assert [json.loads(line)["event"] for line in crosses.seat_lines("X")[1:]] == ["turn began"]


def test_so_do_several_one_after_the_other_and_play_goes_on(crosses):
    for cell in ("b2", "a1", "c1", "a3", "c3"):
        if crosses.state.refusal("mark", [cell]) is None:
            crosses.submit("X", f"mark({cell})")
        if crosses.result:
            break
    while crosses.state.history:
        crosses.undo("X")
    with pytest.raises(IllegalAction, match="nothing to take back"):
        crosses.undo("X")
    assert crosses.submit("X", "mark(b2)")["to_act"] == "X"


def test_a_session_that_was_taken_back_is_read_again_as_it_was(crosses, tmp_path):
    crosses.save(tmp_path / "play.jsonl")
    crosses.submit("X", "mark(b2)")
    crosses.undo("X")
    crosses.submit("X", "mark(a1)")
    crosses.close()
    again = Session.load(tmp_path / "play.jsonl")
    assert again.events("X") == crosses.events("X")
    assert again.state.history == crosses.state.history


def test_an_end_is_taken_back_too(crosses):
    while not crosses.result:
        crosses.submit("X", crosses.view("X")["legal_actions"][0]["id"])
    crosses.undo("X")
    assert crosses.result is None
    assert crosses.view("X")["your_choice"]


@pytest.fixture
def hosted(tmp_path):
    def host(text, **seats):
        path = tmp_path / "game.rules"
        path.write_text(text)
        return Session(load(str(path)), seats, seed=5)

    return host


class Always:
    """A bot that takes one action again and again."""

    def __init__(self, text):
        self.text = text

    def choose(self, view):
        return next(action for action in view.legal_actions if str(action) == self.text)


def test_what_a_bot_does_face_down_teaches_nothing(hosted):
    session = hosted(SEALED, B=Always("offer(3)"))
    session.submit("A", "offer(2)")
    assert session.undo("A")["your_choice"]
    assert session.state.history == ()
    assert session.events("A")[-1]["numbers"] == [1, 2, 3]


def test_what_a_bot_does_openly_is_its_answer(hosted):
    session = hosted(SEALED, B=Always("open(3)"))
    session.submit("A", "open(2)")
    session.undo("A")
    assert session.state.history == ()


def test_what_a_bot_hid_and_the_rules_then_show_has_been_learnt(hosted):
    own = hosted(SEALED, B=Always("open(3)"))
    for _ in range(2):
        own.submit("A", "offer(2)")
    with pytest.raises(IllegalAction, match="has told you something"):
        own.undo("A")  # that what lies there unseen is 0


def test_a_card_that_a_bot_turns_up_has_been_seen():
    bots = {player: Uniform(seed=1) for player in ("East", "South", "West")}
    session = Session(load("whist"), bots, seed=4)
    session.submit("North", session.view("North")["legal_actions"][0]["id"])
    with pytest.raises(IllegalAction, match="has told you something"):
        session.undo("North")


def test_what_is_said_of_it_has_been_learnt(hosted):
    session = hosted(SPOKEN, B=Always("offer(3)"))
    session.submit("A", "offer(2)")
    with pytest.raises(IllegalAction, match="has told you something"):
        session.undo("A")


def test_what_another_person_has_seen_stands(hosted):
    three = SEALED.replace("players A, B", "players A, B, C")
    session = hosted(three, B=Always("offer(1)"))
    session.submit("A", "open(2)")
    with pytest.raises(IllegalAction, match=r"noticed|seen"):
        session.undo("A")
    session.submit("C", "offer(1)")
    session.submit("A", "offer(3)")
    session.undo("A")
    with pytest.raises(IllegalAction, match="C has acted since"):
        session.undo("A")


def test_a_bot_goes_back_with_the_play_and_answers_again():
    """What it believed of the play that was taken back is forgotten."""
    settings = {"iterations": 20, "seed": 1}
    plays = [Session(load("tic_tac_toe"), {"O": MonteCarlo(**settings)}, seed=4) for _ in "ab"]
    plays[0].submit("X", "mark(a1)")
    plays[0].undo("X")
    for session in plays:
        session.submit("X", "mark(b2)")
    assert plays[0].state.history == plays[1].state.history


def test_chance_is_never_taken_back():
    session = Session(load("backgammon"), {"Black": Uniform(seed=1)}, seed=2)
    (person,) = [p for p in session.game.players if p != "Black"]
    while session.state.history and session.view(person)["to_act"] == person:
        rolled = len(session.state.history)
        session.submit(person, session.view(person)["legal_actions"][0]["id"])
        if any(s.previous.current_player < 0 for s in session.state.path[rolled + 1 :]):
            break
    with pytest.raises(IllegalAction, match="chance has decided since"):
        session.undo(person)
