from interpreter.game import Game
from interpreter.load import load
from interpreter.play.menu import action_for, menu
from interpreter.reference.choice import Action
from tests.unit.interpreter.support import small_poker, three_in_a_row


def actions(count):
    return [
        Action(n, "go", (n,), (str(n),), n, lambda n=n: f"go to {n} {'north' if n % 2 else ''}")
        for n in range(count)
    ]


def test_few_actions_get_a_line_each():
    state = Game(small_poker()).start().child(0).child(1)
    assert menu(state.legal_actions, 80) == "  1. bet\n  2. pass"


def test_actions_with_one_sentence_are_told_apart():
    first, second, third = (
        Action(n, "bid", (n,), (str(n),), n, lambda n=n: "a bid" if n else "nothing")
        for n in range(3)
    )
    lines = menu([first, second, third], 80).splitlines()
    assert lines == ["  1. nothing", "  2. a bid: bid(1)", "  3. a bid: bid(2)"]


def test_many_actions_stand_in_columns_under_their_arm():
    lines = menu(actions(40), 60).splitlines()
    assert lines[0] == "go:"
    assert len(lines) < 41
    assert max(map(len, lines)) <= 60


def test_words_narrow_the_menu_and_keep_the_numbers():
    text = menu(actions(8), 80, ["north", "3"])
    assert text == "  4. go to 3 north"
    assert menu(actions(8), 80, ["south"]) == "No action you may take has these words in it."


def test_a_very_long_menu_says_how_many_are_left_out():
    assert "... and 80 more" in menu(actions(200), 80)


def test_an_action_is_meant_by_number_or_text():
    state = Game(three_in_a_row()).start()
    assert action_for(state, "1").id == 0
    assert action_for(state, "mark(b2)").id == 4
    assert action_for(state, "mark b2").id == 4
    assert action_for(state, "0") is None
    assert action_for(state, "10") is None
    assert action_for(state, "mark z9") is None
    assert action_for(state, "²") is None


def test_a_component_of_several_attributes_is_typed_as_it_is_shown():
    state = load("whist").start(seed=1)
    action = state.legal_actions[0]
    shown = str(action)
    assert shown.count(",") == 1
    for typed in (shown, shown.replace(" ", ""), shown.replace("(", " ", 1)[:-1]):
        assert action_for(state, typed) == action
