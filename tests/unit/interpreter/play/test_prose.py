from interpreter.game import Game
from interpreter.play.prose import tell
from rulelang.core import (
    Binder,
    Const,
    Drawn,
    End,
    Family,
    For,
    Kind,
    Local,
    Move,
    Place,
    Search,
    Zone,
)
from rulelang.rule_types import Member
from tests.unit.interpreter.support import block, small_poker, spec, three_in_a_row


def test_everything_is_told_to_nobody_in_particular():
    state = Game(three_in_a_row()).start().child(4)
    assert list(tell(state.path)) == [
        "X:",
        "  X: mark b2",
        "  Mark(X) moves from supply to on(b2)",
        "O:",
    ]


def test_a_seat_hears_no_cards_of_others_and_choices_that_it_can_tell():
    state = Game(small_poker()).start().child(2).child(0).child(0)
    assert list(tell(state.path, 1)) == [
        "  1 unseen component moves from deck to hand(P1)",
        "  jack moves from deck to hand(P2)",
        "Turn 1, P1:",
        "  P1: bet",
        "  stake(P1) is 2",
        "Turn 2, P2:",
    ]


def test_many_alike_moves_are_one_sentence():
    places = Const(tuple(range(5)))
    game = Game(
        spec(
            families=(Family("Player", ("P1", "P2")), Family("Space", tuple("vwxyz"))),
            kinds=(Kind("stone", "Stone", 5, 0, (), None),),
            zones=(
                Zone("box", (), "set", None, (0,), ((0, 1),)),
                Zone("on", (Member("Space", 5),), "set", None, (0,), ((0, 1),) * 5),
            ),
            setup=block(
                1,
                For(
                    10,
                    Search((Binder(0, places),), None),
                    (),
                    block(
                        3,
                        Move(Const(0), Const(1), Place(0, ()), Place(1, (Local(0),)), False),
                    ),
                ),
            ),
            play=block(2, End(Drawn())),
        )
    )
    assert list(tell(game.start().path)) == [
        "  stone moves from box to on(v), on(w), on(x), on(y), on(z)",
        "The game is over: a draw.",
    ]
