"""A late need is judged on a copy: engines offer and refuse alike, and nothing stays of it."""

import pytest

from interpreter import load
from interpreter.native.ir.nodes import Field, KeepState, PutBack, Store
from interpreter.native.ir.verify import verify
from interpreter.native.lower.actions.trials import spans_of, vacated
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang.core.walk import arms_in
from tests.support.sampling import DEEP

HEAD = """game "Trials"
players A, B
kind Suit: red | black
token Card(suit: Suit, rank: 1..3) in deck: 2 each
token Chip in bank: 8
space Cell on grid 3 x 3
zone deck: Card row, open
zone hand(Player): Card set, open
zone stack: Card row, open
zone bank: Chip set, open
zone on(Cell): Chip one, open
var owner(Cell): Player or none
var coins(Player): 0..9 = 4
var laid: 0..30
var tile(1..20): Player or none
var mark(1..70): Player or none
memory seen of tile, owner, at most 30
let is_free(n) = mark(n) is none
setup:
    deal 4 each from deck to hand(p) for p in Player
play:
    each turn of p, at most 12:
"""
VACANT = """        p chooses:
            mark_one(n in 1..70 where is_free(n) and n mod 5 is 0):
                set mark(n) to p
                set mark(n) to opponent(p)
                need 24 > sum of m for m in 1..70 where mark(m) is opponent(p) else "many"
            mark_two(n in 1..70, m in 1..70 where m is n + 1 and m mod 9 is 0):
                need mark(n) is none and mark(m) is not p else "{n} and {m} are taken"
                set mark(n) to p
                set mark(m) to p
                need 2 <= count o in 1..70 where mark(o) is p else "few"
                need not some o in 1..8 where mark(o) is p else "low"
            mark_three(n in 1..70 where mark(n) is none and n mod 11 is 0):
                set mark(n - 1) to p
                set mark(n) to p
                need 4 > count o in 1..70 where mark(o) is p else "much"
        otherwise: pass
"""
TAIL = """    end: p with most coins(p) wins
to collect(p, n):
    repeat n:
        if coins(p) < 9: add 1 to coins(p)
"""
ARMS = {
    "sets and rows": """        p chooses:
            lay(c in hand(p)):
                move c from hand(p) to stack
                let total = sum of d.rank for d in stack
                need total mod 4 is not 0 else "{c} makes {total}"
                if laid < 30: add 1 to laid
                need laid mod 3 is not 1 or coins(p) > 2 else "laid {laid}"
                if coins(p) > 0: take 1 from coins(p)
        otherwise: pass
""",
    "boards": """        p chooses:
            take_cell(c in Cell where owner(c) is not p):
                set owner(c) to p
                for d in neighbours(c) where owner(d) is opponent(p): set owner(d) to none
                need (count d in Cell where owner(d) is p) <= 3 else "{c} is too much"
            put(c in Cell where on(c) is empty):
                move Chip from bank to on(c)
                need some d in neighbours(c) where on(d) is empty else "{c} closes"
        otherwise: pass
""",
    "boards that were before": """        p chooses:
            turn(n in 1..20):
                set tile(n) to if tile(n) is none then p else none
                if coins(p) > 0: take 1 from coins(p)
                need tile(1) is not tile(n) or coins(p) > 2 else "as the first"
                need seen is 0 else "it was so before"
                remember seen
        otherwise: pass
""",
    "wide boards": VACANT,
    "pairs and effects": """        p chooses:
            swap(a, b in Cell):
                let before = owner(a)
                set owner(a) to owner(b)
                set owner(b) to p
                collect(p, 2)
                need owner(a) is not before or coins(p) > 6 else "no change of {a} and {b}"
                need coins(p) < 9 else "rich"
                set coins(p) to 1
            pass: need coins(p) < 8 else "too rich to pass"
        otherwise: pass
""",
    "anytime and subsets": """        anytime p, at most 2 times:
            loan:
                if coins(p) < 9: add 1 to coins(p)
                need coins(p) mod 3 is 0 else "{coins(p)} is uneven"
        p chooses up to 3 times:
            give(c in hand(p) in order):
                move c from hand(p) to stack
                need count stack < 9 else "the stack is full"
            pass:
                if coins(p) > 0: take 1 from coins(p)
                need count stack mod 2 is 0 else "uneven"
""",
}


def game_of(tmp_path, arms):
    file = tmp_path / "trials.rules"
    file.write_text(HEAD + ARMS[arms] + TAIL, encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize("arms", ARMS)
def test_engines_offer_and_refuse_alike(tmp_path, arms):
    game = game_of(tmp_path, arms)
    verify(lower(game.layout).module)
    plays = 8 if DEEP else 2 if arms == "wide boards" else 4  # these take the reference longest
    found = conform(game, plays, most=20)
    assert found.difference is None
    assert found.given_up == 0
    assert found.choice_points > 7 * plays


def test_a_refusal_is_read_where_the_need_stands_and_nothing_stays(tmp_path):
    state = game_of(tmp_path, "anytime and subsets").start()
    before = state.position
    assert state.refusal("loan", ()) == "5 is uneven"
    assert "loan" not in {action.name for action in state.legal_actions}
    assert state.position == before


def test_what_is_kept_is_what_the_trial_writes(tmp_path):
    lowered = lower(game_of(tmp_path, "boards").layout, until="count")
    fields = {field.name: field for field in lowered.fields}
    kept = [
        node.spans
        for function in lowered.module.functions.values()
        for block in function.blocks
        for node in block.instructions
        if isinstance(node, KeepState)
    ]

    def inside(spans, name):
        at = fields[name].offset
        return any(start <= at < start + length for start, length in spans)

    assert [(inside(spans, "owner"), inside(spans, "on")) for spans in kept] == [
        (True, inside(kept[0], "on")),
        (inside(kept[1], "owner"), True),
    ]
    assert not any(inside(spans, "coins") for spans in kept)


@pytest.mark.parametrize("arms", ARMS)
def test_nothing_is_put_back_behind_a_trial_that_writes_boards_alone(tmp_path, arms):
    functions = lower(game_of(tmp_path, arms).layout).module.functions
    trials = [one for name, one in functions.items() if name.startswith("trial")]
    nodes = [node for function in functions.values() for node in function.nodes]
    kept = {node.buffer for node in nodes if isinstance(node, KeepState)}
    assert {node.buffer for node in nodes if isinstance(node, PutBack)} == kept
    confined = [one for one in trials if one.is_inlined]
    assert all(isinstance(node, Store) is False for one in confined for node in one.nodes)
    assert len(kept) + len(confined) >= len(trials)
    assert bool(confined) is ("boards" in arms or "anytime" in arms)


def test_what_needs_say_is_none_is_set_without_asking_what_it_held(tmp_path):
    spec = game_of(tmp_path, "wide boards").layout.spec
    assert {arm.name: vacated(arm, spec) for arm in arms_in(spec.play)} == {
        "mark_one": {0},
        "mark_two": {0},
        "mark_three": set(),
        "pass": set(),
    }


def test_fields_far_apart_are_kept_by_themselves():
    fields = [Field("a", 0, 1, 9), Field("b", 16, 8, 2), Field("c", 200, 2, 3)]
    assert spans_of(iter(fields)) == ((0, 32), (200, 6))
