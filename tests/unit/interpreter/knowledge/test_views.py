import json

from interpreter import Game
from rulelang.core import Choose, Const, Phase
from tests.unit.interpreter.support import (
    BOX,
    COINS,
    DRAW_GAME,
    HAND,
    LINE,
    LUCK,
    MARK,
    A,
    B,
    arm,
    block,
    box,
    move,
    put,
)


def state():
    waits = Choose(50, Const(1), (arm("wait", 0, number=60),), None, None)
    return Game(
        box(
            move(A, (BOX,), (HAND, 0)),
            move(B, (BOX,), (LINE,)),
            put(COINS, 2, 1),
            put(MARK, 1),
            put(LUCK, 4),
            Phase("Trade", block(61, waits)),
            DRAW_GAME,
        )
    ).start()


def test_an_observation_holds_what_the_seat_sees():
    assert state().observation(0) == {
        "format": "rulelang/observation",
        "version": 1,
        "game": "Box",
        "seat": "P1",
        "now": ["phase Trade", "P2 to decide"],
        "to_act": "P2",
        "zones": {
            "box": {"unseen": 2},
            "line": ["b"],
            "hand(P1)": ["a"],
            "hand(P2)": {"unseen": 0},
            "spot": [],
        },
        "variables": {"coins(P1)": "0", "coins(P2)": "2", "mark": "P2", "luck": "4"},
        "returns": None,
    }


def test_others_see_numbers_and_backs():
    seen = state().observation(1)
    assert seen["zones"]["hand(P1)"] == {"unseen": 1, "backs": ["red"]}
    assert "luck" not in seen["variables"]


def test_the_end_shows_the_returns():
    seen = state().apply(0).observation(1)
    assert seen["returns"] == ["0", "0"]
    assert seen["to_act"] is None
    assert seen["now"] == ["the game is over"]
    assert json.loads(json.dumps(seen)) == seen
