import copy
import pickle

import pytest

from interpreter import CHANCE, TERMINAL, Game, IllegalAction
from interpreter.chance import pick, word
from rulelang.core import Choose, Const, Draw, Repeat
from tests.unit.interpreter.support import (
    BOX,
    DRAW_GAME,
    HAND,
    LUCK,
    MARK,
    A,
    arm,
    block,
    box,
    place,
    put,
    small_poker,
    three_in_a_row,
)

GRID = Game(three_in_a_row())
POKER = Game(small_poker())


def test_states_are_equal_by_position_not_by_the_way_there():
    one = GRID.start().apply(0).apply(4).apply(8)
    other = GRID.start().apply(8).apply(4).apply(0)
    assert one == other
    assert len({one, other, GRID.start()}) == 2
    assert one.history == (0, 4, 8)
    assert other.history == (8, 4, 0)
    assert one != "something else"
    assert Game(three_in_a_row()).start() == GRID.start()


def test_a_state_does_not_change():
    state = GRID.start()
    before = (state.position, state.legal_ids)
    state.apply(3)
    assert (state.position, state.legal_ids) == before


def test_actions_apply_by_object_or_number():
    state = GRID.start()
    assert state.apply(state.legal_actions[2]) == state.apply(2)


def test_apply_resolves_chance_from_the_seed_and_child_does_not():
    state = POKER.start()
    assert state.current_player == CHANCE
    assert state.apply(0).current_player == CHANCE
    dealt = POKER.start(seed=7)
    assert dealt.current_player == 0
    assert len(dealt.history) == dealt.chances == 2
    again = POKER.start().with_seed(7)
    for index in range(2):
        again = again.child(pick(again.chance_outcomes, word("chance", 7, 0, index)))
    assert again == dealt
    assert again.history == dealt.history
    assert POKER.start(seed=7).history == dealt.history
    assert len({POKER.start(seed=n).history for n in range(40)}) == 6


def test_the_end():
    state = GRID.start()
    with pytest.raises(IllegalAction, match="not over"):
        _ = state.returns
    for number in (0, 3, 1, 4, 2):
        state = state.apply(number)
    assert state.is_terminal
    assert state.current_player == TERMINAL
    assert state.returns == (1, -1)
    assert (state.legal_ids, len(state.legal_actions), state.chance_outcomes) == ((), 0, ())
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(5)
    assert state.refusal("mark", ["c3"]) == "the game is over"


def test_chance_is_not_to_be_asked_for_actions():
    state = POKER.start()
    assert state.refusal("bet", []) == "chance is to decide, not a player"
    assert state.find("bet", []) is None
    assert state.arm_names == ()


def test_information_states_hold_own_choices_and_seen_events_only():
    state = POKER.start().child(0).child(2).apply(0)  # jack, king, bet
    first, second = state.information_state(0), state.information_state(1)
    assert ("chose", 0) in first
    assert not any(item[0] == "chose" for item in second)
    other = POKER.start().child(1).child(2).apply(0)  # queen, king, bet
    assert other.information_state(1) == second
    assert other.information_state(0) != first
    assert isinstance(hash(first), int)


def test_information_states_are_plain_data():
    def is_plain(part):
        return part is None or isinstance(part, int | str) or all(map(is_plain, part))

    state = POKER.start(seed=1).apply(0).apply(1)
    assert state.is_terminal
    assert is_plain(state.information_state(0))


def test_events_are_those_of_the_last_transition():
    state = POKER.start().child(0)
    assert [event.kinds for event in state.events()] == [(0,)]
    assert [event.kinds for event in state.events(1)] == [None]


def private_game(*after):
    """Return the first state of a game in which P1 makes two choices that only he sees."""
    choose = [
        Choose(n, Const(0), (arm("think", n, put(LUCK, n - 49), number=60 + n),), None, None)
        for n in (50, 51)
    ]
    return Game(box(*choose, *after, DRAW_GAME)).start()


def test_own_choices_that_nobody_noticed_are_taken_back():
    other = Choose(52, Const(1), (arm("look", 52, number=70),), None, None)
    start = private_game(other)
    after = start.apply(50).apply(51)
    assert after.current_player == 1
    assert after.undo(0) == start.apply(50)
    assert after.undo(0).undo(0) == start
    assert after.undo(0).undo(0).history == ()


def test_what_others_have_noticed_stands():
    with pytest.raises(IllegalAction, match="nothing to take back"):
        GRID.start().undo(0)
    with pytest.raises(IllegalAction, match="O has seen what the choice did"):
        GRID.start().apply(0).undo(0)
    with pytest.raises(IllegalAction, match="X has acted since"):
        GRID.start().apply(0).undo(1)
    with pytest.raises(IllegalAction, match="P2 has seen"):
        private_game(put(MARK, 1)).apply(50).apply(51).undo(0)
    draw = Draw(80, Const(1), False, place(BOX), place(HAND, 0))
    drawn = private_game(draw, Choose(52, Const(0), (arm("x", 52, number=70),), None, None))
    with pytest.raises(IllegalAction, match="chance has decided"):
        drawn.apply(50).apply(51).child(A).undo(0)


def test_labels_say_where_play_stands():
    assert GRID.start().label == "turn of X, X to decide"
    assert POKER.start(seed=1).apply(1).label == "turn 2 of P2, P2 to decide"
    assert "chance to decide" in POKER.start().label
    assert repr(GRID.start().apply(0)).startswith("<State of Three in a row after 1 choice")


def test_states_are_pickled_and_copied_with_the_way_there():
    state = POKER.start(seed=7).apply(0)
    _ = (state.legal_ids, hash(state))
    for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):  # noqa: S301  our own
        assert copied == state
        assert (copied.history, copied.seed, copied.chances) == (state.history, 7, 2)
        assert copied.information_state(0) == state.information_state(0)
        assert copied.apply(1) == state.apply(1)


def test_a_long_play_is_pickled():
    waits = Choose(50, Const(0), (arm("wait", 0, number=60),), None, None)
    state = Game(box(Repeat(70, None, Const(3000), block(71, waits)), DRAW_GAME)).start()
    while not state.is_terminal:
        state = state.apply(0)
    assert pickle.loads(pickle.dumps(state)).history == state.history  # noqa: S301  our own
