"""What seats and onlookers see of one moment."""

from fractions import Fraction

import pytest

from interpreter import load
from interpreter.document.sight import Spot
from interpreter.document.sighting import outcome, winners
from interpreter.hosting.documents import event_data
from tests.support import games


def cell(sight, zone, *index):
    return next(c for c in sight.cells if (c.zone, c.index) == (zone, index))


def value(sight, variable, *index):
    return next(v for v in sight.values if (v.variable, v.index) == (variable, index))


def test_a_seat_sees_its_own_hand_and_how_much_others_hold():
    dealt = load("kuhn_poker").start().child(0).child(1)
    assert [cell(dealt.sight(0), "hand", p).kinds for p in (0, 1)] == [(0,), None]
    assert cell(dealt.sight(0), "hand", 1).amount == 1
    assert [cell(dealt.sight(None), "hand", p).kinds for p in (0, 1)] == [None, None]


def test_an_onlooker_has_nothing_to_choose_and_sees_open_zones():
    state = load("tic_tac_toe").start().apply(4)
    sight = state.sight(None)
    assert (sight.seat, sight.offers, sight.to_act) == (None, (), 1)
    assert cell(sight, "on", 4).kinds == (0,)


def test_only_who_is_to_choose_has_offers():
    state = load("tic_tac_toe").start()
    assert state.sight(1).offers == ()
    offer = state.sight(0).offers[4]
    assert (offer.id, offer.arm, offer.text, offer.say()) == (4, 0, "mark(b2)", "X marks b2")
    assert offer.arguments[0].spots == (Spot("Cell", (4,)), Spot("on", (4,)))


def test_hidden_variables_have_no_value():
    state = games.shipped("pergamon").start(seed=3)
    sight = state.sight(0)
    assert value(sight, "tickets", 0).sees
    assert not value(sight, "tickets", 1).sees
    assert value(sight, "tickets", 1).value is None


def test_a_component_is_pointed_at_where_it_lies_and_is_seen():
    state = games.shipped("whist").start(seed=1)
    player = state.current_player
    for offer in state.sight(player).offers:
        (card,) = offer.arguments
        assert card.spots == (Spot("hand", (player,), card.value),)


FIGURES = """game "Figures"
players A, B
var box(1..3): 0..9
var mark(1..2, 1..9): 0..9
play:
    each turn of p, at most 2:
        p chooses:
            fill(n in 2..4):
                if n < 4: set box(n) to 1
            note(n in 2..3): set mark(2 - box(1), n) to 1
    end: draw
"""


@pytest.mark.parametrize(
    ("option", "spots"),
    [
        ("fill(2)", (Spot("box", (2,)),)),
        ("fill(4)", ()),
        ("note(3)", (Spot("mark", (1, 3)), Spot("mark", (2, 3)))),
    ],
)
def test_a_number_points_at_all_that_it_may_be_an_index_of(option, spots, tmp_path):
    """There is no fourth box, and which row of marks it is hangs on what is in the first box."""
    path = tmp_path / "figures.rules"
    path.write_text(FIGURES, encoding="utf-8")
    offers = load(path, engine="reference").start().sight(0).offers
    (argument,) = next(offer for offer in offers if offer.text == option).arguments
    assert argument.spots == spots


def test_what_lies_unseen_is_not_pointed_at():
    """The seat chooses among words, and the die of another's cup is never among the spots."""
    state = games.shipped("liars_dice").start(seed=1)
    sight = state.sight(state.current_player)
    assert all(a.spots == () for offer in sight.offers for a in offer.arguments)


def test_since_begins_with_the_own_last_choice():
    state = load("tic_tac_toe").start().apply(0).apply(4)
    both = {Spot("on", (0,)), Spot("on", (4,)), Spot("supply", ())}
    assert state.sight(0).since.changed == both
    assert state.sight(1).since.changed == both - {Spot("on", (0,))}
    assert state.sight(None).since.changed == both - {Spot("on", (0,))}
    assert state.sight(0).since.left == {Spot("supply", ())}


def test_what_was_laid_out_before_anybody_chose_is_no_change():
    dealt = load("kuhn_poker").start(seed=1)
    for seat in (0, 1, None):
        assert dealt.sight(seat).since.changed == frozenset()
        assert not dealt.sight(seat).since.has_chosen
    bet = dealt.apply(dealt.legal_ids[0])
    assert [bet.sight(seat).since.has_chosen for seat in (0, 1, None)] == [True, False, True]
    stake = {Spot("stake", (0,))}
    assert [bet.sight(seat).since.changed for seat in (0, 1, None)] == [stake] * 3


def test_phases_and_the_turn_in_progress():
    state = games.shipped("pergamon").start(seed=3)
    assert state.sight(0).phases == ("Funds",)
    assert load("tic_tac_toe").start().sight(0).turn == (0, None)


def test_how_it_ended():
    state = load("tic_tac_toe").start()
    for number in (0, 3, 1, 4, 2):
        assert state.sight(None).outcome is None
        state = state.apply(number)
    assert state.sight(1).outcome == outcome(state)
    assert state.sight(1).outcome.winners == (0,)
    assert state.sight(1).to_act is None


def test_by_what_it_ended(tmp_path):
    path = tmp_path / "ends.rules"
    path.write_text(ENDS)
    state = load(str(path)).start().apply(1).apply(0)
    ended = state.sight(None).outcome
    assert [(r.label, r.most, r.values) for r in ended.reasons] == [
        ("coins(p)", True, (2, 2)),
        ("debt(p)", False, (0, 1)),
    ]
    assert (ended.winners, ended.returns) == ((0,), ("1", "-1"))
    assert all(state.sight(p).outcome == ended for p in (0, 1))
    assert state.events(1)[-1].reasons[1].values == (0, 1)
    told = event_data(state.events(1)[-1], state.game.layout)
    assert told["reasons"][1] == {"label": "debt(p)", "most": False, "values": {"A": 0, "B": 1}}
    assert told["sentence"] == "the game is over: A 1, B -1; coins: A 2, B 2; debt: A 0, B 1"


ENDS = """game "Ends"
players A, B
var coins(Player): 0..9 = 2
var debt(Player): 0..9, owner sees
play:
    for p in Player:
        p chooses:
            borrow: add 1 to debt(p)
            save: set debt(p) to 0
    end: p with most coins(p) then least debt(p) wins
"""


@pytest.mark.parametrize(
    ("returns", "best"),
    [((1, -1), (0,)), ((0, 0), ()), ((1, 1), ()), ((3, 7, 7), (1, 2)), ((1,), (0,)), ((0,), ())],
)
def test_who_gets_most_wins_unless_all_get_the_same(returns, best):
    assert winners([Fraction(part) for part in returns]) == best


def test_a_player_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="a player is a number"):
        load("tic_tac_toe").start().sight(2)
