import pytest

from interpreter.layout import build_layout
from interpreter.reference.events import (
    Changed,
    Ended,
    Moved,
    PhaseBegan,
    Revealed,
    Said,
    Shown,
    TurnBegan,
    project,
)
from rulelang.core import Zone
from tests.unit.interpreter.support import BOX, LINE, A, B, C, box

LAYOUT = build_layout(box())
HAND_1, HAND_2, SPOT, COINS_1, LUCK = 2, 3, 4, 5, 8


def test_cells_are_where_these_tests_think():
    assert LAYOUT.names == (
        "box", "line", "hand(P1)", "hand(P2)", "spot", "coins(P1)", "coins(P2)", "mark", "luck",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("source", "target", "seen"),
    [(BOX, HAND_1, (True, False)), (HAND_2, BOX, (False, True)), (HAND_1, LINE, (True, True))],
)
def test_who_sees_source_or_target_sees_what_moves(source, target, seen):
    event = Moved(source, target, (B, A, C), 3)
    hidden = Moved(source, target, None, 3, backs=(0, 1))
    for player, sees in enumerate(seen):
        assert project(event, player, LAYOUT) == (event if sees else hidden)


def test_no_back_is_seen_between_bags():
    bag = Zone("sack", (), "bag", None, (A, B, C), ((),))
    layout = build_layout(box(zones=(*LAYOUT.spec.zones, bag)))
    sack = layout.names.index("sack")
    assert project(Moved(BOX, sack, (A,), 1), 0, layout) == Moved(BOX, sack, None, 1)


def test_other_events_by_audience():
    assert project(Changed(LUCK, 3), 0, LAYOUT) == Changed(LUCK, 3)
    assert project(Changed(LUCK, 3), 1, LAYOUT) is None
    assert project(Shown(HAND_1, (A,), 1), 1, LAYOUT) == Shown(HAND_1, (A,), 1)
    assert project(Shown(HAND_1, (A,), 1), 0, LAYOUT) == Shown(HAND_1, (A,), 1)
    assert project(Shown(BOX, (A,), 1), 0, LAYOUT) == Shown(BOX, None, 1)
    assert project(Said("x", 1), 0, LAYOUT) is None
    assert project(Said("x", 1), 1, LAYOUT) == Said("x", 1)


@pytest.mark.parametrize(
    "event", [Said("x", None), Revealed(HAND_1, (A,)), TurnBegan(1, 2), PhaseBegan("p"), Ended(())]
)
def test_some_events_are_for_everybody(event):
    assert project(event, 0, LAYOUT) == project(event, 1, LAYOUT) == event


def test_events_of_different_sorts_are_never_equal():
    assert Changed(1, 2) != TurnBegan(1, 2)
    assert hash(Moved(0, 1, (A,), 1)) == hash(Moved(0, 1, (A,), 1))
