import pytest

from interpreter import BudgetExceeded, EngineBug, Game, IllegalAction, RuleFault, load
from interpreter.reference import values
from rulelang.core import (
    Choose,
    Compare,
    Const,
    Contents,
    Family,
    Held,
    Local,
    Move,
    Need,
    Not,
    Text,
)
from rulelang.core import (
    Said as SaidValue,
)
from rulelang.rule_types import Component, Member, Number
from tests.unit.interpreter.support import (
    BOX,
    DRAW_GAME,
    HAND,
    LINE,
    SPOT,
    A,
    B,
    C,
    arm,
    bound,
    box,
    cells,
    move,
    place,
    three_in_a_row,
)

THING = Component((A, B, C))
SPACE = Member("Space", 3)
FIRST = Const(0)

BOUGHT = """game "Bought"
players 1
var paid: 0..4

play:
    P1 chooses up to 2 times:
        pay(c in 1..3 in order):
            set paid to 8 - 2 * c
        pass:
            need paid is 4 else "four is asked"
    end: draw
"""


def choosing(*arms, limit=None, before=()):
    """Return the first state of a game in which P1 chooses among these arms."""
    node = Choose(50, FIRST, arms, None if limit is None else Const(limit), None)
    families = (Family("Player", ("P1", "P2")), Family("Space", ("s0", "s1", "s2")))
    return Game(box(*before, node, DRAW_GAME, families=families)).start()


def take(slot=0):
    return Move(Local(slot), Const(1), place(BOX), place(HAND, 0), beneath=False)


def written(state):
    return [str(action) for action in state.legal_actions]


def test_ids_are_mixed_radix_over_types_and_the_last_argument_is_the_fastest():
    two = arm(
        "go",
        10,
        number=60,
        choices=(
            bound(0, Const((3, 5)), Number(2, 5)),
            bound(1, Const((2, 0)), SPACE),
        ),
    )
    wait = arm("wait", 22, number=61)
    state = choosing(two, wait)
    # 10 + 3 * (value - 2) + space, then the next arm at 10 + 4 * 3.
    assert state.legal_ids == (13, 15, 19, 21, 22)
    assert [a.arguments for a in state.legal_actions[:4]] == [(3, 0), (3, 2), (5, 0), (5, 2)]
    assert [a.index for a in state.legal_actions] == [0, 1, 2, 3, 4]
    assert state.game.layout.arms[50][0].arguments(15) == (3, 2)


def test_ids_ascend_whatever_the_order_of_the_domain():
    state = choosing(arm("go", 0, number=60, choices=(bound(0, Const((2, 0, 1)), SPACE),)))
    assert state.legal_ids == (0, 1, 2)


def test_alike_components_are_offered_once():
    pick = arm("take", 0, take(), number=60, choices=(bound(0, Contents(BOX, ()), THING),))
    assert written(choosing(pick)) == ["take(a)", "take(b)", "take(c)"]


def test_where_and_later_domains_see_earlier_bindings():
    pick = arm(
        "take",
        0,
        number=60,
        choices=(
            bound(0, Contents(BOX, ()), THING, where=Compare("is not", Local(0), Const(B))),
            bound(1, Contents(BOX, ()), THING, where=Compare("is not", Local(0), Local(1))),
        ),
    )
    assert written(choosing(pick)) == ["take(a, b)", "take(a, c)", "take(c, a)", "take(c, b)"]


def test_a_pair_is_two_different_members_in_one_order():
    spaces = arm("link", 0, number=60, choices=(bound(0, Const((2, 0, 1)), SPACE, pair=True),))
    state = choosing(spaces)
    assert sorted(a.arguments for a in state.legal_actions) == [(0, 1), (2, 0), (2, 1)]
    things = arm("mix", 0, number=60, choices=(bound(0, Contents(BOX, ()), THING, pair=True),))
    assert written(choosing(things)) == ["mix(a, a)", "mix(a, b)", "mix(a, c)", "mix(b, c)"]


def test_a_pair_may_be_named_in_either_order():
    spaces = arm(
        "link", 0, number=60, choices=(bound(0, Const((2, 0, 1)), Number(0, 2), pair=True),)
    )
    state = choosing(spaces)
    assert state.refusal("link", ["0", "2"]) is None
    assert state.find("link", [0, 2]) == state.find("link", [2, 0])
    assert state.refusal("link", ["2", "2"]) == "no such option"


def test_picks_in_order_reach_each_subset_once():
    pick = arm(
        "take", 0, take(), number=60, choices=(bound(0, Contents(BOX, ()), THING, in_order=True),)
    )
    done = arm("done", 3, number=61, closes=True)
    hands = []
    todo = [choosing(pick, done, limit=9)]
    while todo:
        state = todo.pop()
        if state.is_terminal:
            hands.append(cells(state)["hand(P1)"])
        todo += [state.child(number) for number in state.legal_ids]
    # Subsets of two a, one b and one c: 3 * 2 * 2.
    assert len(hands) == len(set(hands)) == 12
    assert {"", "aab", "bc", "aabc"} <= set(hands)


def test_in_order_never_repeats_what_has_no_copies():
    again = arm("name", 0, number=60, choices=(bound(0, Const((0, 1, 2)), SPACE, in_order=True),))
    done = arm("done", 3, number=61, closes=True)
    state = choosing(again, done, limit=9).child(1)
    assert state.legal_ids == (2, 3)
    pairs = arm(
        "link",
        0,
        number=60,
        choices=(bound(0, Const((0, 1, 2)), SPACE, pair=True, in_order=True),),
    )
    done = arm("done", 9, number=61, closes=True)
    state = choosing(pairs, done, limit=9).child(2)  # (0, 2)
    assert state.legal_ids == (5, 9)  # (1, 2)


def test_each_binding_in_order_comes_after_its_own_last_pick():
    """What is not in order may come again."""
    three = Const((0, 1, 2))
    give = arm(
        "give",
        0,
        number=60,
        choices=(
            bound(0, Const((0, 1)), Member("Player", 2)),
            bound(1, three, SPACE, in_order=True),
            bound(2, three, SPACE, in_order=True),
        ),
    )
    done = arm("done", 18, number=61, closes=True)
    state = choosing(give, done, limit=9)
    state = state.child(state.find("give", [0, 0, 1]))
    assert [action.arguments for action in state.legal_actions] == [
        *((player, one, 2) for player in (0, 1) for one in (1, 2)),
        (),
    ]


def test_a_pick_whose_effects_fail_is_offered_and_fails_when_it_is_taken(tmp_path):
    """To look ahead is no reason to hide a mistake of the rules."""
    path = tmp_path / "bought.rules"
    path.write_text(BOUGHT, encoding="utf-8")
    state = load(str(path), engine="reference").start()
    assert written(state) == ["pay(1)", "pay(2)"]
    with pytest.raises(RuleFault, match="`paid`"):
        state.apply(state.find("pay", [1]))


def test_an_arm_that_means_too_much_is_named_with_its_line(tmp_path, monkeypatch):
    path = tmp_path / "bought.rules"
    path.write_text(BOUGHT, encoding="utf-8")
    state = load(str(path), engine="reference").start()
    monkeypatch.setattr(values, "EFFORT", 2)
    with pytest.raises(BudgetExceeded, match="more than 2 things") as found:
        state.legal_ids  # noqa: B018  asking is what is tested
    assert (found.value.span.line, found.value.span.column) == (7, 9)


def test_what_a_core_tree_offers_beyond_its_type_is_our_mistake():
    far = arm("go", 0, number=60, choices=(bound(0, Const((0, 5)), SPACE),))
    with pytest.raises(EngineBug, match="`go` offers what its type does not hold"):
        choosing(far).legal_actions  # noqa: B018  asking is what is tested


def test_refusals_name_the_first_need_that_fails():
    state = Game(three_in_a_row()).start().apply(4)
    assert state.refusal("mark", ["b2"]) == "b2 is taken"
    assert state.refusal("mark", [4]) == "b2 is taken"
    assert state.refusal("mark", ["a1"]) is None
    assert state.refusal("mark", ["z9"]) == "no such option"
    assert state.refusal("mark", []) == "no such option"
    assert state.refusal("unmark", ["a1"]) == "no such option"
    assert state.refusal_of(4) == "b2 is taken"
    assert state.refusal_of(77) == "no such option"
    with pytest.raises(IllegalAction, match="b2 is taken"):
        state.apply(4)


def test_what_is_not_meant_gets_no_reason():
    secret = Need(Not(Const(1)), Text(("you would learn something",)))
    pick = arm(
        "take",
        0,
        number=60,
        needs=(secret,),
        choices=(
            bound(0, Contents(LINE, ()), THING, where=Compare("is", Local(0), Held(LINE, ()))),
        ),
    )
    fallback = arm("wait", 3, number=61)
    state = choosing(pick, fallback, before=[move(k, (BOX,), (LINE,)) for k in (A, B)])
    assert state.refusal("take", ["c"]) == "no such option"  # not in the domain
    assert state.refusal("take", ["b"]) == "no such option"  # not meant
    assert state.refusal("take", ["a"]) == "you would learn something"
    found = [(str(a), reason) for a, reason in state.candidates("take")]
    assert found == [("take(a)", "you would learn something")]
    assert state.arm_names == ("take", "wait")


def test_sentences_are_written_or_derived():
    said = Text(("take ", SaidValue(Local(0), THING), " out"))
    own = arm("take", 0, number=60, choices=(bound(0, Const((B,)), THING),), sentence=said)
    plain = arm("put_down", 3, number=61, choices=(bound(0, Const((C,)), THING),))
    bare = arm("pass", 6, number=62)
    actions = choosing(own, plain, bare).legal_actions
    assert [a.sentence for a in actions] == ["take b out", "put down c", "pass"]
    assert repr(actions) == "[take(b), put_down(c), pass]"
    assert [str(a) for a in actions[1:]] == ["put_down(c)", "pass"]
    assert actions[-1].index == 2


def test_one_spot_as_a_domain_holds_at_most_one():
    pick = arm("take", 0, number=60, choices=(bound(0, Contents(SPOT, ()), THING),))
    state = choosing(pick, arm("wait", 3, number=61))
    assert written(state) == ["wait"]


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_actions_are_found_from_both_ends_and_no_further(engine):
    actions = load("tic_tac_toe", engine=engine).start().legal_actions
    assert (actions[-1].id, actions[-1].index) == (8, 8)
    assert [(action.id, action.index) for action in actions[::-4]] == [(8, 8), (4, 4), (0, 0)]
    for at in (9, -10):
        with pytest.raises(IndexError):
            actions[at]
