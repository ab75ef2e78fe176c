"""Positions of plays have a flat state and a key of their own; others have none.

What no play comes to is made by hand here. Whoever encodes it may have it from anywhere: a batch
is asked for rows of states that were shuffled.
"""

from fractions import Fraction

import attrs
import pytest

from interpreter import load
from interpreter.native.lower.game import lower
from interpreter.native.memory.codec import Codec

RULES = """\
game "Marking"
players A, B
space Cell on grid 2 x 2
token Card(0..3) in box: 1 each
zone box: Card set, open
zone queue: Card row, open
var n: 0..9
setup:
    for c in box: move c from box to queue
play:
    let those = all c in queue
    let rows = all l in lines(Cell, 2) where n is 0
    anytime A, at most 2 times:
        ask:
            B chooses:
                yes: set n to 1
                no
    for l in lines(Cell, 2) and m in 1..2:
        A chooses up to 2 times:
            mark(d in Cell where d is in l): set n to m
            pass
    for c in those: move c from queue to box
    if n is 1 and some l in rows where a1 is in l: end: draw
    end: A wins
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("marking") / "marking.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(str(path), engine="reference")


@pytest.fixture(scope="module")
def codec(game):
    return Codec(lower(game.layout), game.layout)


def after(game, *names):
    """Return the position after the first actions of these names."""
    state = game.start()
    for name in names:
        state = state.apply(next(one for one in state.legal_actions if one.name == name))
    return state.position


def over(game):
    state = game.start()
    while not state.is_terminal:
        state = state.child(state.legal_ids[-1])
    return state.position


def changed(position, place, **parts):
    """Return a position with another frame."""
    control = list(position.control)
    control[place] = control[place]._replace(**parts)
    return attrs.evolve(position, control=tuple(control))


def named(position, those, rows):
    """Return a position whose lowest block has other locals."""
    return changed(position, 0, env=(those, rows))


def test_each_position_of_a_play_has_a_flat_state_and_a_key(game, codec):
    states = [game.start()]
    for pick in (0, 0, 3, 0, 1, -1, 2, 0, -1, -1, *[1, -1] * 20):
        if not states[-1].is_terminal:
            states.append(states[-1].child(states[-1].legal_ids[pick]))
    flat = {state.position: codec.encode(state.position) for state in states}
    assert states[-1].is_terminal
    assert {codec.decode(found) for found in flat.values()} == flat.keys()
    assert len({codec.canonical.key(found) for found in flat.values()}) == len(flat) > 16


WRONG = {
    "parts of returns": lambda game: attrs.evolve(
        over(game), result=(Fraction(1, 3), Fraction(2, 3))
    ),
    "more rounds than a loop has": lambda game: changed(
        after(game), 3, rest=after(game).control[3].rest * 2
    ),
    "fewer locals": lambda game: changed(after(game), 0, env=()),
    "a number for a row": lambda game: named(after(game), 3, ()),
    "a set among numbers": lambda game: named(after(game), ((),), ()),
    "a line that the board has not": lambda game: named(after(game), (), ((0, 9),)),
    "an arm in another place": lambda game: changed(after(game, "ask"), 7, at=2),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_play_comes_to_has_no_flat_state(game, codec, wrong):
    assert codec.encode(WRONG[wrong](game)) is None
