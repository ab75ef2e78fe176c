from typing import get_args

import pytest

from interpreter import BudgetExceeded, Game
from interpreter.position import Frame, Position, Run
from interpreter.reference import stepping
from rulelang import core
from rulelang.core import Choose, Const, Effect, Let, Repeat
from rulelang.rule_types import Number
from tests.unit.interpreter.support import (
    DRAW_GAME,
    LUCK,
    arm,
    block,
    box,
    put,
    small_poker,
    three_in_a_row,
)


def test_the_tables_are_complete():
    assert set(stepping.STATEMENTS) == set(get_args(core.Statement))
    assert set(stepping.FRAMES) == set(get_args(Frame))


def positions_of(game):
    """Return every position that can be reached, with a state at it."""
    found, todo = {}, [game.start()]
    while todo:
        state = todo.pop()
        if state.position not in found:
            found[state.position] = state
            outcomes = [outcome for outcome, _ in state.chance_outcomes]
            todo += [state.child(number) for number in (*state.legal_ids, *outcomes)]
    return found


@pytest.mark.soak  # test_perft.py counts the same positions and games in the gate
def test_three_in_a_row_has_the_known_numbers():
    """5,478 positions and 255,168 complete games, as is well known."""
    found = positions_of(Game(three_in_a_row()))
    games = {}

    def complete(position):
        if position not in games:
            state = found[position]
            children = [state.child(number).position for number in state.legal_ids]
            games[position] = sum(map(complete, children)) if children else 1
        return games[position]

    assert len(found) == 5478
    assert complete(Game(three_in_a_row()).start().position) == 255168


def test_small_poker_has_the_known_numbers():
    """Kuhn's game: 30 terminal histories, 12 information states, zero sum."""
    todo, information, ends = [Game(small_poker()).start()], set(), []
    while todo:
        state = todo.pop()
        if state.is_terminal:
            ends.append(state.returns)
        if state.current_player >= 0:
            player = state.current_player
            information.add((player, state.information_state(player)))
        outcomes = [outcome for outcome, _ in state.chance_outcomes]
        todo += [state.child(number) for number in (*state.legal_ids, *outcomes)]
    assert len(information) == 12
    assert len(ends) == 30
    assert all(sum(returns) == 0 for returns in ends)


def test_a_block_can_begin_with_nothing_else_to_do():
    effect = Effect("gain", (Number(0, 9),), block(90, put(LUCK, core.Local(0))))
    game = Game(box(DRAW_GAME, effects=(effect,)))
    position, events = stepping.begin(game.layout, game.layout.start, 90, (5,))
    assert position.control == ()
    assert position.result is None
    assert position.cells[-1] == 5
    assert len(events) == 1


def test_rules_that_run_for_ever_are_broken_off():
    game = Game(box(Repeat(60, Const(0), Const(10**9), block(61, Let(0, Const(1))))))
    position = Position(game.layout.start, (Run(2, 0, ()),))
    with pytest.raises(BudgetExceeded, match="500 steps"):
        stepping.advance(game.layout, position, 500)


def test_clocks_are_no_part_of_a_position():
    waits = Choose(50, Const(0), (arm("wait", 0, number=60),), None, None)
    game = Game(box(Repeat(70, Const(0), Const(9), block(71, waits)), DRAW_GAME))
    first = game.start()
    second = first.apply(0)
    assert first.position == second.position
    assert hash(first) == hash(second)
    assert (first.position.clocks, second.position.clocks) == ((1,), (2,))
    for _ in range(8):
        second = second.apply(0)
    assert second.is_terminal


def test_the_rest_of_play_is_plain_data():
    state = Game(small_poker()).start(seed=4)

    def is_plain(part):
        return part is None or isinstance(part, int) or all(map(is_plain, part))

    while not state.is_terminal:
        assert is_plain(state.position.control)
        state = state.apply(state.legal_ids[0])
