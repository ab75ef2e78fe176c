import pytest

from interpreter.labels import label
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
)
from interpreter.reference.wording import event_sentence
from rulelang.core import Variable
from rulelang.rule_types import Component, Flag, Maybe, Member, Nothing, Number, SetOf, Word
from tests.unit.interpreter.support import EVERYBODY, PLAYER, A, B, C, box

LAYOUT = build_layout(box())


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Moved(0, 2, (A,), 1), "a moves from box to hand(P1)"),
        (Moved(0, 2, (A, A, B), 3), "2 a, b move from box to hand(P1)"),
        (Moved(0, 2, None, 1), "1 unseen component moves from box to hand(P1)"),
        (Moved(0, 2, None, 2, (0,)), "2 unseen components (red) move from box to hand(P1)"),
        (Changed(7, 1), "mark is P2"),
        (Changed(5, 3), "coins(P1) is 3"),
        (Revealed(2, (C, C)), "hand(P1) is revealed: 2 c"),
        (Shown(2, None, 1), "hand(P1) is shown to P2"),
        (Shown(2, (), 1), "hand(P1) is shown to P2: nothing"),
        (Said("hello", None), "hello"),
        (TurnBegan(1, 3), "turn 3: P2"),
        (TurnBegan(0, 0), "turn of P1"),
        (PhaseBegan("Harvest"), "phase Harvest"),
        (Ended(("1", "-1")), "the game is over: P1 1, P2 -1"),
    ],
)
def test_events_in_words(event, sentence):
    assert event_sentence(event, LAYOUT) == sentence


def test_a_flag_is_told_as_what_is_so_now():
    flags = (
        Variable("lost_all", (PLAYER,), Flag(), 0, False, (EVERYBODY,) * 2),
        Variable("night", (), Flag(), 0, False, (EVERYBODY,)),
    )
    layout = build_layout(box(variables=flags))
    first = len(layout.zone_of)
    told = [event_sentence(Changed(first + n, value), layout) for n, value in ((1, 1), (2, 0))]
    assert told == ["now lost all: P2", "no longer night"]


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (3, Number(0, 5), "3"),
        (1, Flag(), "true"),
        (0, Flag(), "false"),
        (1, Word((0, 1)), "high"),
        (1, PLAYER, "P2"),
        (B, Component((A, B)), "b"),
        ((A, B), SetOf(Component((A, B)), 2), "a, b"),
        (((0, 1), (0,)), SetOf(SetOf(Member("Player", 2), 2), 2), "P1, P2, P1"),
        (None, Maybe(PLAYER), "none"),
        (0, Maybe(PLAYER), "P1"),
        (None, Nothing(), "none"),
    ],
)
def test_labels(value, kind, text):
    assert label(value, kind, LAYOUT.spec) == text
