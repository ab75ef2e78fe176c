"""Why an action is refused."""

import pytest

from interpreter import load
from interpreter.game import Game
from interpreter.knowledge.explain import parse_action, why_not
from tests.unit.interpreter.support import small_poker, three_in_a_row


@pytest.fixture
def after_b2():
    return Game(three_in_a_row()).start().child(4)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("mark(b2)", ("mark", ("b2",))),
        ("mark b2", ("mark", ("b2",))),
        ("mark ( b2 )", ("mark", ("b2",))),
        ("  mark  ", ("mark", ())),
        ("mark()", ("mark", ())),
        ("step(a1, a2)", ("step", ("a1", "a2"))),
        ("step a1, a2", ("step", ("a1", "a2"))),
        ("place(warp(Trojans), s2)", ("place", ("warp(Trojans)", "s2"))),
        ("place warp(Trojans) s2", ("place", ("warp(Trojans)", "s2"))),
        ("place(unit(a, b), s2)", ("place", ("unit(a,b)", "s2"))),
        ("", ("", ())),
        ("mark(b2", ("mark(b2", ())),
    ],
)
def test_parse_action(text, parts):
    assert parse_action(text) == parts


@pytest.mark.parametrize("text", ["mark(b2)", "mark b2"])
def test_a_refused_action_gets_its_reason(after_b2, text):
    assert why_not(after_b2, text) == "b2 is taken"


def test_a_legal_action_is_said_to_be_legal(after_b2):
    assert why_not(after_b2, "mark(a1)") == "mark(a1) is legal"


def test_a_name_alone_is_answered_for_all_its_arguments(after_b2):
    assert why_not(after_b2, "mark") == (
        "legal: mark(a1), mark(b1), mark(c1), mark(a2), mark(c2), mark(a3), mark(b3), mark(c3)\n"
        "b2: b2 is taken"
    )


def test_an_argument_that_is_none_gets_no_reason_but_what_there_is(after_b2):
    there_is = "there is mark(a1), mark(b1), mark(c1) and 5 more"
    assert why_not(after_b2, "mark(z9)") == f"there is no `mark(z9)` now; {there_is}"
    assert why_not(after_b2, "mark(a1, b2)") == f"there is no `mark(a1, b2)` now; {there_is}"


def test_an_unknown_name_gets_the_nearest(after_b2):
    assert "did you mean `mark`?" in why_not(after_b2, "mrk b2")
    assert why_not(after_b2, "xyz") == "there is no action `xyz` now; there is mark"
    assert why_not(after_b2, "") == "name an action: mark"


def test_an_action_of_other_choices_is_not_on_offer_now():
    state = load("battleships").start()
    assert why_not(state, "Shoot a1").startswith(
        "`shoot` is not on offer now, but in Shooting; there is place"
    )
    state = load("gin_rummy").start(seed=3).past_chance()
    assert why_not(state, "knock") == "`knock` is not on offer now; there is leave, take"
    assert why_not(state, "castle").startswith("there is no action `castle` now")


def test_where_nobody_chooses_nothing_can_be_done():
    game = Game(small_poker())
    assert why_not(game.start(), "bet") == "chance is to decide, not a player"
    over = game.start().child(0).child(1).child(0).child(0)
    assert why_not(over, "bet") == "the game is over"


def test_the_words_of_a_sentence_are_answered_with_the_reason_of_what_is_refused(after_b2):
    assert why_not(after_b2, "O marks b2").startswith("there is no action")  # it has no sentence
    state = load("tic_tac_toe").start().child(4)
    assert why_not(state, "O marks b2") == "b2 is taken"
    assert why_not(state, "the mark of O on b2") == "b2 is taken"
    assert why_not(state, "b2") == "b2 is taken"
    assert why_not(state, "b").startswith("there is no action `b` now")


def test_reasons_that_differ_in_what_is_asked_for_alone_are_one():
    state = load("antike_duellum").start(seed=1).past_chance()
    state = state.apply(state.find("go", ["DUELLUM_A"])).past_chance()
    while "march" not in state.arm_names:
        arms = ("go", "MILITIA"), ("arm_unit", "legion", "ROMA"), ("arm_unit", "legion", "ZAMA")
        found = (state.find(name, labels) for name, *labels in arms)
        state = state.apply(next((a for a in found if a), state.legal_actions[-1])).past_chance()
    told = why_not(state, "march")
    assert "no galley in … may still move" in told
    assert len(told.splitlines()) < 12


def test_who_may_not_pass_is_told_what_there_is(after_b2):
    assert why_not(after_b2, "pass") == "you may not pass now; there is mark"


def test_arguments_of_one_action_stand_in_brackets_where_there_are_more():
    state = load("pergamon", players=2).start(seed=41).past_chance()
    while "exhibit" not in state.arm_names:
        chosen = 0 if "excavate" in state.arm_names else -1  # who asks for much may polish
        state = state.apply(state.legal_actions[chosen]).past_chance()
    told = why_not(state, "exhibit")
    assert told.startswith("(1, 0), (1, 1)")
    assert told.endswith(": a collection has at least one whole object")


TWICE = """game "Twice"
players A, B
space Cell on grid 2 x 2
token Man in box: 9
zone box: Man set, open
zone on(Cell): Man one, open
play:
    each turn of p, at most 3:
        p chooses:
            mark(c in Cell where row(c) is 1):
                need on(c) is empty else "that is taken"
                move Man from box to on(c)
            mark(c in Cell):
                need on(c) is empty else "that is taken"
                move Man from box to on(c)
    end: draw
"""


def test_what_two_arms_of_a_name_refuse_alike_is_said_once(tmp_path):
    path = tmp_path / "twice.rules"
    path.write_text(TWICE, encoding="utf-8")
    state = load(str(path)).start()
    state = state.apply(state.find("mark", ["a1"]))
    assert why_not(state, "mark").splitlines()[1:] == ["a1: that is taken"]
