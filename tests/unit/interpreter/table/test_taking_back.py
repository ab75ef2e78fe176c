"""Choices are taken back alone, with what bots answered, or where all others agree."""

from __future__ import annotations

import re

import pytest

from interpreter import load
from interpreter.table.hall import DONE, REFUSED, Hall
from interpreter.table.live import Asking
from interpreter.table.showing import pages
from interpreter.table.stores.rows import EntryRow

GAME = load("tic_tac_toe")


class Table:
    """A table with persons on all seats but those of `bots`."""

    def __init__(self, hall, name, game, bots=()):
        self.hall = hall
        self.opened = hall.open(name, game, dict.fromkeys(bots, "random"), seed=7)
        self.seats = {n: hall.seat_of(token) for n, token in self.opened.tokens.items()}
        self.asked = 0

    @property
    def live(self):
        return self.hall.live(self.opened.table)

    def key(self):
        self.asked += 1
        return f"key {self.asked}"

    def choose(self, seat, action):
        assert self.hall.choose(self.seats[seat], action, None, self.key()).status == DONE

    def ask(self, seat):
        return self.hall.ask_back(self.seats[seat], self.key())

    def say(self, seat, *, agrees):
        return self.hall.answer_back(self.seats[seat], agrees=agrees, key=self.key())


@pytest.fixture
def hall(store):
    made = Hall(store)
    yield made
    made.close()


@pytest.fixture
def crosses(hall):
    return Table(hall, "tic_tac_toe", GAME)


def test_others_agree_and_all_behind_the_choice_is_void(crosses):
    crosses.choose(0, "mark(b2)")
    crosses.choose(1, "mark(a1)")
    assert crosses.hall.undo(crosses.seats[0], crosses.key()).status == REFUSED
    assert crosses.ask(0).status == DONE
    assert crosses.live.asking == Asking(0)
    assert crosses.say(0, agrees=True).status == REFUSED
    assert crosses.say(1, agrees=True).status == DONE
    live = crosses.live
    assert (live.state.history, live.asking, live.to_act) == ((), None, 0)
    told = live.moment.streams[1].events
    assert told[-1]["sentence"] == "X took the choice back"
    crosses.choose(0, "mark(a1)")


def test_who_does_not_agree_or_goes_on_ends_the_asking(crosses):
    crosses.choose(0, "mark(b2)")
    assert crosses.ask(0).status == DONE
    again = crosses.ask(0)
    assert (again.status, again.reason) == (REFUSED, "X asks for that already")
    assert crosses.say(1, agrees=False).status == DONE
    assert crosses.live.asking is None
    crosses.ask(0)
    crosses.choose(1, "mark(a1)")
    assert crosses.live.asking is None
    refused = crosses.say(1, agrees=True)
    assert (refused.status, refused.reason) == (
        REFUSED,
        "nobody asks you to let a choice be taken back",
    )
    crosses.ask(1)
    assert crosses.say(1, agrees=False).status == DONE
    assert crosses.live.asking is None


def test_what_bots_answered_goes_back_at_once(hall, open_store):
    table = Table(hall, "tic_tac_toe", GAME, bots=["O"])
    table.choose(0, "mark(b2)")
    hall.store.append(table.opened.table, [EntryRow(2, "choice", 1, 0)])
    assert table.hall.undo(table.seats[0], table.key()).status == DONE
    assert table.live.state.history == ()
    anew = Hall(open_store())
    assert anew.live(table.opened.table).state == table.live.state
    anew.close()


def test_a_bot_is_not_asked_but_all_other_persons_are(hall):
    game = load("liars_dice", players=3)
    table = Table(hall, "liars_dice", game, bots=["P3"])
    first = table.live.to_act
    if first == 2:
        hall.store.append(table.opened.table, [EntryRow(1, "choice", 2, 0)])
        first = table.live.to_act
    table.choose(first, table.live.state.legal_ids[0])
    other = 1 - first
    assert table.ask(first).status == DONE
    assert table.live.asking == Asking(first)
    assert table.say(other, agrees=True).status == DONE
    assert table.live.state.current_player == first


def test_nobody_is_asked_where_chance_decided(hall):
    table = Table(hall, "backgammon", load("backgammon"))
    while True:
        actor = table.live.to_act
        table.choose(actor, table.live.state.legal_ids[0])
        if table.live.to_act != actor:
            break
    refused = table.ask(actor)
    assert (refused.status, table.live.asking) == (REFUSED, None)
    assert "chance has decided" in refused.reason


def test_nobody_is_asked_where_somebody_has_learnt_something(hall):
    """The call ends the play, and all see the cards."""
    game = load("kuhn_poker")
    table = Table(hall, "kuhn_poker", game)
    table.choose(0, "bet")
    table.choose(1, "bet")
    refused = table.ask(1)
    assert (refused.status, table.live.asking) == (REFUSED, None)
    assert "has told you something" in refused.reason


WHISPERED = """game "Whispered"
players A, B
var secret: 0..3 = 2, hidden
var paid(Player): 0..9 = 0
play:
    each turn of p, at most 9:
        p chooses:
            whisper "{p} has it whispered":
                add 1 to paid(p)
                for q in Player where q is not p: say "it is {secret}" to q
            wait "{p} waits":
                add 2 to paid(p)
    end: draw
"""


@pytest.mark.parametrize(("action", "status"), [("wait", DONE), ("whisper", REFUSED)])
def test_what_another_person_has_heard_stands(hall, tmp_path, action, status):
    text = tmp_path / "whispered.rules"
    text.write_text(WHISPERED, encoding="utf-8")
    table = Table(hall, str(text), load(text))
    table.choose(0, action)
    refused = table.ask(0)
    assert refused.status == status
    assert refused.reason == (
        None if status == DONE else "somebody has learnt something since: the choice stands"
    )


OPEN = """game "Open"
players A, B, C
var place(Player): 0..3 = 0
play:
    each turn of p, at most 30:
        p chooses:
            go(n in 0..3) "{p} goes to {n}": set place(p) to n
    end: draw
"""


def test_all_other_persons_are_asked_one_after_the_other(hall, tmp_path):
    text = tmp_path / "open.rules"
    text.write_text(OPEN, encoding="utf-8")
    table = Table(hall, str(text), load(text))
    table.choose(0, "go(3)")
    assert table.ask(0).status == DONE
    assert table.say(2, agrees=True).status == DONE
    assert (table.live.asking, len(table.live.state.history)) == (Asking(0, (2,)), 1)
    said = [pages.table(table.live, pages.Looking(seat, "/t/x")) for seat in range(3)]
    for page, words, answers in zip(
        said,
        (
            "You ask to take your last choice back.",
            "A asks to take the last choice back.",
            "A may take the last choice back, you say.",
        ),
        (["decline"], ["agree", "decline"], []),
        strict=True,
    ):
        form = re.search(r'id="answer">.*?</form>', page)[0]
        assert words in form
        assert re.findall(r'name="answer" value="(\w+)"', form) == answers
    assert table.say(2, agrees=True).status == REFUSED
    assert table.say(1, agrees=True).status == DONE
    assert (table.live.asking, table.live.state.history) == (None, ())


def test_old_steps_are_forgotten_by_the_reference_engine_too(hall, tmp_path):
    text = tmp_path / "open.rules"
    text.write_text(OPEN, encoding="utf-8")
    table = Table(hall, str(text), load(text, engine="reference"))
    held = []
    for at in range(20):
        table.choose(at % 3, f"go({at % 4})")
        held.append(table.live.state)
    for state in held:  # as who looks at the steps of a play does
        assert len(state.legal_ids) == 4
    table.choose(2, "go(0)")
    assert [state.forget(all_of_it=False) for state in held[:-8]] == [False] * 12
    assert table.live.state.observation(0)["variables"]["place(A)"] == "2"
    assert held[2].observation(0)["variables"]["place(C)"] == "2"
