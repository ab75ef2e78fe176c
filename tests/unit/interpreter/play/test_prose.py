from itertools import pairwise
from random import Random

import pytest

from interpreter.game import Game
from interpreter.knowledge.explain import parse_action
from interpreter.load import load
from interpreter.play.board import WIDTH
from interpreter.play.prose import latest, tell
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
        "O:",
    ]


def test_a_seat_hears_no_cards_of_others_and_choices_that_it_can_tell():
    state = Game(small_poker()).start().child(2).child(0).child(0)
    assert list(tell(state.path, 1)) == [
        "  1 unseen component moves from deck to hand(P1)",
        "  jack moves from deck to hand(P2)",
        "Turn 1, P1:",
        "  P1: bet",
        "  stake(P1) is 2 (was 1)",
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


def passing(through, *, left=()):
    """Return a game in which a card goes from the box to the shelf, by way of a zone."""
    zones = ("box", "way", "shelf")
    return Game(
        spec(
            families=(Family("Player", ("P1", "P2")),),
            kinds=(Kind("ace", "Card", 1, 0, (), None), Kind("king", "Card", 1, *left, (), None)),
            zones=tuple(Zone(name, (), "set", None, (0,), ((0, 1),)) for name in zones),
            setup=block(
                1,
                *(
                    Move(Const(0), Const(1), Place(a, ()), Place(b, ()), False)
                    for a, b in pairwise(through)
                ),
            ),
            play=block(2, End(Drawn())),
        )
    )


def told(game):
    return list(tell(game.start().path))[:-1]


def test_where_something_stops_on_its_way_is_not_told():
    assert told(passing((0, 1, 2), left=(0,))) == ["  ace moves from box to shelf"]


def test_a_stop_where_other_things_lie_is_told():
    assert told(passing((0, 1, 2), left=(1,))) == [
        "  ace moves from box to way",
        "  ace moves from way to shelf",
    ]


def test_there_and_back_is_told():
    assert told(passing((0, 1, 0), left=(2,))) == [
        "  ace moves from box to way",
        "  ace moves from way to box",
    ]


def test_who_lays_a_card_has_not_told_that_it_is_turned():
    state = load("pergamemnon").start(seed=3).past_chance()
    for word in ("attacks", "lays", "lays"):
        action = next(a for a in state.legal_actions if word in a.sentence)
        state = state.apply(action).past_chance()
    lines = list(tell(state.path, 0))
    laid = next(at for at, line in enumerate(lines) if line.startswith("  P2 lays"))
    card = lines[laid].split()[2]
    assert f"  {card} moves from laid(P2) to front(P2)" in lines[laid:]


def test_a_value_is_told_with_the_one_before_it_and_not_where_it_is_the_same():
    state = load("pergamon").start(seed=11)
    for word in ("f5", "f8"):
        state = state.apply(next(a for a in state.legal_actions if word in a.labels))
    lines = list(tell(state.path))
    assert not [line for line in lines if line.startswith("  pot is")]
    assert not [line for line in lines if "moves from line to on(" in line]


def test_bookkeeping_of_a_turn_that_is_over_and_stops_at_a_place_are_not_told():
    state = load("antike_duellum").start(seed=5).past_chance()
    for name, *labels in (
        ("go", "MILITIA"),
        ("arm_unit", "galley", "CARTHAGO"),
        ("coins_for_it", "0"),
        ("pass",),
    ):
        action = state.find(name, labels)
        state = state.apply(action if action is not None else state.legal_actions[-1])
    told = [line.strip() for line in tell(state.path)]
    assert "Brown arms a galley in CARTHAGO (iron: 2)" in told
    assert "Brown pays 2 in iron and none in coins" in told
    assert not any("moved is" in line or "marched" in line for line in told)


PLANS = """game "Plans"
players 2
space Port:
    | name |
    | Oslo |
    | Riga |
component Ship in dock:
    | name | copies |
    | ship | 2      |
zone dock: Ship set, open
zone fleet(Player): Ship set, open
var bound(Player): Port or none
setup:
    move all from dock to fleet(P1)
    set bound(P1) to Riga
play:
    each turn of p, at most 2:
        p chooses:
            land_all:
                move all from fleet(p) to dock
                set bound(p) to none
            land(s in fleet(p)):
                move s from fleet(p) to dock
                set bound(p) to none
        otherwise: pass
    end: draw
"""


@pytest.mark.parametrize(
    ("landing", "told"),
    [(("land_all", ()), []), (("land", ("ship",)), ["  bound(P1) is none (was Riga)"])],
)
def test_where_something_was_is_not_told_to_be_none_when_all_of_it_has_gone(
    landing, told, tmp_path
):
    path = tmp_path / "plans.rules"
    path.write_text(PLANS, encoding="utf-8")
    state = load(path).start()
    after = state.apply(state.find(*landing))
    assert [line for line in tell(after.path) if "bound(P1) is none" in line] == told


def test_the_last_lines_of_a_play_are_those_of_its_whole_telling():
    state = load("whist").start(seed=3).past_chance()
    while not state.is_terminal and len(state.path) < 120:
        state = state.apply(state.legal_actions[0])
    whole = list(tell(state.path, 0))
    found, choices, _ = latest(state.path, 0, 20)
    assert found == whole[-len(found) :]
    assert 20 <= len(found) < 30
    assert 0 < choices < len(state.path)
    assert latest(state.path, 0, 10_000) == (whole, 0, 0)


@pytest.mark.parametrize("most", range(1, 12))
def test_the_last_lines_of_a_play_begin_with_a_choice_or_a_heading(most):
    state = load("pergamon").start(seed=3).past_chance()
    for _ in range(12):
        state = state.apply(state.legal_actions[0])
    found, _, _ = latest(state.path, None, most)
    assert found[0].endswith(":") or found[0].startswith(("  P1 ", "  P2 "))


ERRANDS = """game "Errands"
players Ann, Bob
kind Gift: rose | ring

component Parcel in shop:
    | name | copies |
    | tea  | 1      |
    | jam  | 1      |
token Stone(owner: Player) in pit(owner, 1): 1 each
zone shop: Parcel set, open
zone bag(Player, 1..2): Parcel one, owner sees
zone scale: Parcel one, open
zone shelf: Parcel set, open
zone pit(Player, 1..3): Stone set, open
var wish: Gift or none
var guest: Player or none
var hurried: flag, fresh each turn

play:
    each turn of p, at most 4:
        p chooses:
            fetch(x in shop) "{p} fetches {x}": move x from shop to bag(p, 2)
            weigh(x in shop) "{p} weighs {x}":
                move x from shop to scale
                move x from scale to shelf
            roll(s in pit(p, 1)) "{p} rolls on":
                set hurried to true
                move s from pit(p, 1) to pit(p, 3)
            ask(q in Player, g in Gift) "{p} asks {q} for a {g}":
                set guest to q
                set wish to g
    end: draw
"""


@pytest.fixture(scope="module")
def errands(tmp_path_factory):
    file = tmp_path_factory.mktemp("errands") / "errands.rules"
    file.write_text(ERRANDS, encoding="utf-8")
    return load(str(file)).start()


@pytest.mark.parametrize(
    ("choice", "seat", "told"),
    [
        ("fetch(tea)", 0, ["  Ann fetches tea"]),
        ("fetch(tea)", 1, ["  Ann fetches tea"]),
        ("weigh(jam)", 1, ["  Ann weighs jam", "  jam moves from shop to shelf"]),
        (
            "roll(Stone(Ann))",
            1,
            ["  Ann rolls on", "  Stone(Ann) moves from pit(Ann, 1) to pit(Ann, 3)"],
        ),
        ("ask(Bob, ring)", 1, ["  Ann asks Bob for a ring"]),
        ("ask(Ann, ring)", 1, ["  Ann asks Ann for a ring", "  guest is Ann"]),
    ],
)
def test_what_a_sentence_says_is_not_told_again(errands, choice, seat, told):
    """Numbers of own places, fresh flags and stops on the way are not worth a line."""
    after = errands.apply(errands.find(*parse_action(choice)))
    assert list(tell([after], seat))[: len(told) + 1] == [*told, "Bob:"]


@pytest.mark.parametrize(("name", "seed"), [("pergamemnon", 5), ("pergamon", 37)])
def test_no_line_is_cut_within_a_place_or_between_a_number_and_its_things(name, seed):
    state = load(name, players=2).start(seed=seed).past_chance()
    random = Random(seed)
    while not state.is_terminal:
        state = state.apply(random.choice(state.legal_actions)).past_chance()
    told = list(tell(state.path, None))
    for line, following in pairwise(told):
        assert len(line) <= WIDTH
        assert "\xa0" not in line
        if following.startswith("    "):  # goes on there
            assert line.count("(") == line.count(")"), line
            assert not line.split()[-1].isdigit(), line
