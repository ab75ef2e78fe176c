"""What a typed line means, however it is written."""

import pytest

from interpreter.action import Action
from interpreter.game import Game
from interpreter.load import load
from interpreter.play.typed import among, completions, holding, meant, words_of
from tests.unit.interpreter.support import three_in_a_row


def step(*labels, number=0):
    return Action(number, "step", labels, labels, number, lambda: f"A steps from {labels[0]}")


def test_an_action_is_meant_by_its_text():
    state = Game(three_in_a_row()).start()
    for text in ("mark(b2)", "mark b2", "MARK B2", "b2", "b2 mark", " mark ( b2 ) ", "5. mark b2"):
        assert [action.id for action in meant(state, text)] == [4], text
    for text in ("mark z9", "²", "", "()", "markb2", "x" * 5_000):
        assert meant(state, text) == ()


def test_some_words_leave_a_doubt():
    state = Game(three_in_a_row()).start()
    assert len(meant(state, "mark")) == 9


def test_what_is_written_out_comes_before_other_orders():
    there, back = step("a1", "a2"), step("a2", "a1", number=1)
    assert among([there, back], "step a2 a1") == (back,)
    assert among([there], "step a2 a1") == (there,)
    assert among([there, back], "a1 step") == (there, back)


def show(marker, by, *, number):
    told = f"A exhibits {marker}, polished by {by}"
    return Action(number, "exhibit", (marker, by), (marker, by), number, lambda: told)


def test_words_count_in_the_order_in_which_a_sentence_has_them():
    pairs = (("1", "2"), ("2", "1"), ("2", "2"), ("2", "3"))
    shows = [show(*of, number=n) for n, of in enumerate(pairs)]
    assert among(shows, "exhibits 2, polished by 1") == (shows[1],)
    assert among(shows, "exhibits polished by 3") == (shows[3],)
    assert among(shows, "polished by 2") == (shows[0], shows[2])
    assert among(shows[1:], "polished by 2") == (shows[2],)
    assert among(shows, "exhibits 2") == tuple(shows[1:])
    assert among(shows, "1 polished") == (shows[0],)
    assert among(shows, "polished 1") == (shows[1],)


def test_an_order_means_what_a_sentence_tells_of():
    lays, passes = (
        Action(n, name, (), (), n, lambda told=told: told)
        for n, (name, told) in enumerate((("append", "A lays b2"), ("no", "A passes")))
    )
    assert among([lays, passes], "lay b2") == (lays,)
    assert among([lays, passes], "pass") == (passes,)
    assert among([lays, passes], "la b2") == ()
    lay = Action(2, "lay", (), (), 2, lambda: "A puts b2 down")
    assert among([lays, lay], "lay b2") == (lay,)


def test_a_component_of_several_attributes_is_typed_as_it_is_shown():
    state = load("whist").start(seed=1)
    action = state.legal_actions[0]
    shown = str(action)
    assert shown.count(",") == 1
    bare = shown.replace("(", " ").replace(")", " ").replace(",", " ")
    for typed in (shown, shown.replace(" ", ""), bare, bare.replace("Card", "").upper()):
        assert meant(state, typed) == (action,)


def test_words_are_whole_ones():
    actions = [step("s4", "s5"), step("s41", "s5", number=1)]
    assert holding(actions, ["s4"]) == (actions[0],)
    assert words_of("step(s4_s41, -3)") == ("step", "s4", "s41", "-3")


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", ("mark", "a1")),
        ("ma", ("mark",)),
        ("mark ", ("a1", "b1")),
        ("mark(b", ("b1", "b2", "b3")),
        ("mark b2 ", ()),
        ("x", ()),
    ],
)
def test_tab_completes_from_what_is_legal(line, wanted):
    found = completions(Game(three_in_a_row()).start().legal_actions, line)
    assert found[: len(wanted)] == wanted
    assert bool(found) == bool(wanted)


def told(number, sentence):
    return Action(number, "do", (), (), number, lambda: sentence)


def test_a_whole_name_comes_before_one_that_begins_so():
    here, there = (
        told(0, "A arms a galley in Carthago"),
        told(1, "A arms a galley in Carthago_Nova"),
    )
    assert among([there, here], "arms a galley in Carthago") == (here,)
    assert among([there, here], "arms a galley in Carthago_Nova") == (there,)
    assert among([there, here], "arms a galley") == (there, here)
    assert among([there], "arms a galley in Carthago") == (there,)


def test_a_number_stands_at_what_it_counts():
    trades = [told(0, "A gives 3 marble, 2 iron for 2 gold"), told(1, "A gives 3 iron for 2 gold")]
    assert among(trades, "3 iron for 2 gold") == (trades[1],)
    assert among(trades, "3 marble for 2 gold") == (trades[0],)
    assert among(trades, "3 for 2 gold") == tuple(trades)


def test_the_beginnings_of_names_are_enough_where_nothing_else_is_meant():
    plays = [told(0, "A plays Alcibiades on Elis"), told(1, "A plays Alcibiades on Delphi")]
    assert among(plays, "alcib elis") == (plays[0],)
    assert among(plays, "al elis") == ()
    assert among([step("s4", "s41")], "step s") == ()
