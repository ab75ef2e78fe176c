"""What seats and onlookers of a session see and are told."""

import json
from fractions import Fraction

from interpreter import (
    Session,
)
from tests.support import games


def test_only_who_is_to_choose_sees_actions(marks):
    mine, other = marks.view("Ann"), marks.view("Bob")
    assert (mine["your_choice"], other["your_choice"]) == (True, False)
    assert (len(mine["legal_actions"]), other["legal_actions"]) == (9, [])
    assert mine["legal_actions"][4] == {
        "id": 4,
        "name": "mark",
        "arguments": ["b2"],
        "text": "mark(b2)",
        "sentence": "X marks b2",
        "arm": 0,
        "refs": [
            {
                "parameter": "c",
                "of": "Cell",
                "member": 4,
                "label": "b2",
                "at": [
                    {"name": "Cell", "index": [4], "text": "Cell(b2)"},
                    {"name": "on", "index": [4], "text": "on(b2)"},
                ],
            }
        ],
    }
    short = marks.view("Ann", sentences=False)["legal_actions"]
    assert [action.keys() & {"sentence", "text"} for action in short] == [{"text"}] * 9


def test_an_onlooker_sees_what_nobody_is_denied_and_is_asked_nothing(poker):
    view = poker.view(None)
    assert (view["seat"], view["player"], view["your_choice"]) == (None, None, False)
    assert view["legal_actions"] == []
    assert view["observation"]["zones"]["hand(P1)"] == {"unseen": 1}
    assert view["cells"][1] == {
        "zone": "hand",
        "index": [0],
        "text": "hand(P1)",
        "sees": False,
        "amount": 1,
        "backs": [],
    }
    assert [event["event"] for event in poker.events(None)][:2] == ["moved", "moved"]
    assert all(event.get("components") is None for event in poker.events(None)[:2])
    assert view["revision"] == 1
    poker.submit("Ann", "bet")
    assert poker.view(None)["revision"] == 2
    assert poker.events(None, since=view["events"])


def test_an_onlooker_is_not_told_of_what_was_taken_back_before_anybody_noticed(sealed):
    before = sealed.view(None)
    sealed.submit("Ann", "bid(2)")
    told = sealed.events(None, since=before["events"])
    sealed.undo("Ann")
    after = sealed.events(None, since=before["events"])
    assert [e["event"] for e in after[len(told) :]] in ([], ["took back"])
    assert sealed.view(None)["values"] == before["values"]


def test_a_view_says_where_play_stands_what_changed_and_how_it_ended(marks):
    marks.submit("Ann", "mark(b2)")
    view = marks.view("Bob")
    assert view["standing"] == {"phases": [], "of": "O", "turn": None, "to_act": "O"}
    assert [spot["text"] for spot in view["since"]["changed"]] == ["on(b2)", "supply"]
    assert [spot["text"] for spot in view["since"]["left"]] == ["supply"]
    assert view["specification"] == marks.game.specification_hash
    for seat, choice in (("Bob", 0), ("Ann", 1), ("Bob", 2), ("Ann", 7)):
        assert marks.view(seat)["outcome"] is None
        marks.submit(seat, choice)
    assert marks.view("Bob")["outcome"] == {
        "returns": {"X": "1", "O": "-1"},
        "winners": ["X"],
        "reasons": [],
    }


def test_values_are_numbers_flags_and_references():
    session = Session(games.shipped("antike_duellum"), seed=1)
    seat = session.game.players[0]
    values = {v["text"]: v.get("value") for v in session.view(seat)["values"]}
    assert (
        values[f"coins({seat})"]
        == session.state.position.cells[session.game.layout.names.index(f"coins({seat})")]
    )
    assert values[f"stone({seat})"] is None
    assert values[f"known({seat}, strata)"] is False
    assert {"of": "Player", "member": 0, "label": seat} in values.values()


def test_views_and_events_are_plain_data_and_the_callers_own(poker):
    poker.view("Ann")["observation"]["zones"].clear()
    poker.events("Ann")[0].clear()
    assert poker.view("Ann")["observation"]["zones"]
    assert poker.events("Ann")[0]["number"] == 1
    assert json.loads(json.dumps(poker.view("Ann"))) == poker.view("Ann")


def test_a_seat_does_not_see_the_hands_of_others(poker):
    card = poker.view("Ann")["observation"]["zones"]["hand(P1)"][0]
    everything = json.dumps([poker.view("Bob"), poker.events("Bob"), poker.seat_lines("Bob")])
    assert card not in everything
    assert poker.view("Bob")["observation"]["zones"]["hand(P1)"] == {"unseen": 1}


def test_events_are_numbered_for_each_seat_alone(sealed):
    sealed.submit("Ann", "bid 2")
    assert [(e["number"], e["event"]) for e in sealed.events("Ann")] == [
        (1, "chose"),
        (2, "changed"),
    ]
    assert sealed.events("Bob") == []
    assert sealed.view("Bob")["events"] == 0
    sealed.submit("Ann", "seal")
    assert [e["number"] for e in sealed.events("Ann", since=2)] == [3]
    assert sealed.events("Ann", since=99) == []
    assert len(sealed.events("Ann", since=-5)) == 3


def test_what_a_seat_does_not_see_makes_no_revision_for_it(sealed):
    before = sealed.view("Bob")
    sealed.submit("Ann", "bid 2")
    assert sealed.view("Bob") == before
    assert sealed.view("Ann")["revision"] == 2
    sealed.submit("Ann", "seal")
    assert sealed.view("Bob")["revision"] == before["revision"] + 1


def test_the_end_brings_returns_to_everybody(sealed):
    assert sealed.result is None
    for seat, action in (("Ann", "bid 2"), ("Ann", "seal"), ("Bob", "bid 1")):
        sealed.submit(seat, action)
    assert sealed.result == {"A": Fraction(1), "B": Fraction(-1)}
    assert sealed.view("Bob")["returns"] == {"A": "1", "B": "-1"}
    assert sealed.view("Bob")["to_act"] is None
    assert sealed.events("Bob")[-1]["returns"] == {"A": "1", "B": "-1"}
