"""Playouts have code of their own, which leaves out what they never read: they play as before."""

from typing import get_args

import attrs
import pytest

from interpreter import RuleFault, load, rollouts
from interpreter.native.engine.playouts import counted_playouts
from interpreter.native.ir import nodes
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import (
    CallFunction,
    Fault,
    Field,
    Jump,
    Load,
    LoadContext,
    Module,
    Op,
    Reg,
    Return,
    Store,
    StoreContext,
)
from interpreter.native.ir.passes.forward import forward
from interpreter.native.ir.passes.reduce import reduce
from interpreter.native.ir.passes.thread import thread
from interpreter.native.ir.statuses import FAULT
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from tests.support.sampling import DEEP

MARKS = """game "Marks"
players {players}
token Mark(owner: Player) in supply: {each} each
zone supply: Mark bag, open
zone on(0..8): Mark one, open
var last(Player): 0..8
{more}
play:
    each turn of p, at most {turns}:
{before}
        p chooses:
            take_it(n in 0..8):
                need on(n) is empty else "taken"
                move Mark(p) from supply to on(n)
                set last(p) to n
            rest
{behind}
    end: p with most count n in 0..8 where on(n) is Mark(p) wins
"""
PLAIN = {"players": 2, "each": 9, "more": "", "turns": 8, "before": "", "behind": ""}
REMEMBERS = """\
        if seen > 0: stop
        remember seen"""
MUCH = "        if last(p) mod 3 is 0 and on(last(p)) is Mark(p): set last(p) to 8"
TEXTS = {
    "two players": {},
    "three players": {"players": 3},
    "much hangs on one of two": {"behind": MUCH},
    "much hangs on one of three": {"players": 3, "behind": MUCH},
    "who is next is said": {"behind": "        if last(p) mod 3 is 0: next turn of p"},
    "chance between choices": {
        "more": "var barred: 0..8",
        "before": "        random n in 0..8: set barred to n",
        "behind": "        if on(barred) is Mark(p): stop",
    },
    "it counts where it stands": {"more": "standing(p) = last(p)"},
    "chance, and it counts where it stands": {
        "more": "var barred: 0..8\nstanding(p) = 2 * last(p) + barred",
        "before": "        random n in 0..8: set barred to n",
    },
    "marks may be short": {"each": 3},
}

SHORT = """\
game "Short"
players A, B
token Mark in supply: 2
zone supply: Mark set, open
zone on(1..3): Mark set, open
setup:
    for k in 1..3: move Mark from supply to on(k)
play:
    A chooses:
        pass
    end: A wins
"""


def game(tmp_path, text, engine="native"):
    """Return a game of marks."""
    path = tmp_path / "marks.rules"
    path.write_text(MARKS.format(**PLAIN | TEXTS[text]), encoding="utf-8")
    return load(str(path), engine=engine)


def told(state, horizon):
    """Return what playouts tell: their figures, or what went wrong."""
    try:
        return rollouts(state, 60 if DEEP else 20, seed=4, horizon=horizon)
    except RuleFault as fault:
        return str(fault)


@pytest.mark.parametrize("horizon", [None, 0, 1, 6])
@pytest.mark.parametrize("text", TEXTS)
def test_playouts_from_everywhere_on_the_way_are_those_of_the_reference(text, horizon, tmp_path):
    both = [game(tmp_path, text, engine).start() for engine in ("native", "reference")]
    for _ in range(5):
        native, reference = (told(state, horizon) for state in both)
        assert native == reference
        state = both[0]
        if state.is_terminal:
            break
        moves = [*state.legal_actions, *(outcome for outcome, _ in state.chance_outcomes)]
        both = [one.apply(moves[len(moves) // 2]) for one in both]


def test_a_playout_that_ends_with_a_fault_tells_what_the_reference_does(tmp_path):
    state = game(tmp_path, "marks may be short").start()
    with pytest.raises(RuleFault, match="`supply` does not hold Mark"):
        rollouts(state, 60, seed=4)


def test_each_playout_has_the_fault_that_is_met_before_the_first_choice(tmp_path):
    path = tmp_path / "short.rules"
    path.write_text(SHORT, encoding="utf-8")
    found = list(counted_playouts(load(str(path), engine="native").native(), 3, seed=5))
    assert [(part.fault, len(part.lengths)) for part in found] == [(FAULT, 0)] * 3


@pytest.mark.parametrize(
    "more",
    [
        {"more": "memory seen of on, last, at most 30", "behind": REMEMBERS},
        {
            "more": "option far",
            "before": "        if last(p) is 8:\n            random n in 0..8 where far: stop",
        },
    ],
    ids=["what was is remembered", "there is chance for which a variant has no outcome"],
)
def test_playouts_are_those_of_the_reference_where(more, tmp_path):
    path = tmp_path / "marks.rules"
    path.write_text(MARKS.format(**PLAIN | more), "utf-8")
    both = [load(str(path), engine=engine) for engine in ("native", "reference")]
    verify(lower(both[0].layout).module)
    native, reference = (told(one.start(), None) for one in both)
    assert native == reference


def test_a_range_may_end_with_the_playout_that_faults(tmp_path):
    engine = game(tmp_path, "marks may be short").native()
    some = next(counted_playouts(engine, 16, seed=5))
    ended = len(some.lengths)
    assert some.fault == FAULT
    found = list(counted_playouts(engine, ended + 1, seed=5))
    assert [(part.fault, list(part.lengths)) for part in found] == [(FAULT, list(some.lengths))]


def playout(tmp_path, text):
    """Return the code of the playouts of a text, and that of all other play."""
    lowered = lower(game(tmp_path, text).layout)
    verify(lowered.module)
    assert lowered.playouts == {1: "playout1"}
    return lowered.module.functions["playout1"], lowered.module.functions["coroutine1"]


def written(function):
    """Return the names of the fields that a function stores."""
    return {node.field.name for node in function.nodes if isinstance(node, Store)}


def test_what_playouts_never_read_is_not_written_in_them(tmp_path):
    plays, waits = playout(tmp_path, "two players")
    assert {"last", "supply", "pc"} <= written(waits)
    assert not {"last", "supply", "pc"} & written(plays)


def test_what_is_read_where_a_playout_is_cut_is_written_in_it(tmp_path):
    plays, _ = playout(tmp_path, "it counts where it stands")
    assert {"last", "pc"} <= written(plays)
    assert "supply" not in written(plays)


def test_other_play_neither_draws_nor_asks_whether_it_does(tmp_path):
    plays, waits = playout(tmp_path, "two players")
    asked = [node.slot for node in (*plays.nodes, *waits.nodes) if isinstance(node, LoadContext)]
    assert "auto" not in asked


def test_nobody_is_named_for_a_turn_where_rules_name_nobody(tmp_path):
    def reads(text):
        functions = lower(game(tmp_path, text).layout).module.functions
        nodes = [node for function in functions.values() for node in function.nodes]
        return any(isinstance(node, Load) and "upcoming" in node.field.name for node in nodes)

    assert [text for text in TEXTS if reads(text)] == ["who is next is said"]


def test_there_is_a_copy_for_each_of_two_where_much_hangs_on_whose_turn_it_is(tmp_path):
    def asked(text, until):
        code = lower(game(tmp_path, text).layout, until=until)
        verify(code.module)
        nodes = code.module.functions["playout1"].nodes
        return sum(isinstance(node, Load) and node.field.turns > 0 for node in nodes)

    before = {text: asked(text, "dce") for text in TEXTS if "chance" not in text}
    after = {text: asked(text, "specialize") for text in before}
    copied = {"much hangs on one of two"}
    assert after == {text: 1 if text in copied else asks for text, asks in before.items()}


def test_what_zones_hold_is_asked_of_their_boards_where_nobody_else_asks(tmp_path):
    def kept(text):
        code = lower(game(tmp_path, text).layout)
        verify(code.module)
        return [
            name for name in code.playouts.values() if "on" in written(code.module.functions[name])
        ]

    assert [text for text in TEXTS if "three" not in text and kept(text)] == []


def test_what_is_taken_is_not_asked_to_be_one_of_the_last_arm(tmp_path):
    def shown(function):
        told = [node for node in function.nodes if isinstance(node, StoreContext | LoadContext)]
        faults = sum(isinstance(node, Fault) for node in function.nodes)
        return faults, [node.slot for node in told].count("taken")

    plays, waits = playout(tmp_path, "three players")
    assert shown(waits) > shown(plays)
    assert shown(plays)[1] == 1  # where it is entered


# ---------------------------------------------------------------- what is copied into a loop

NUMBERS = {"code", "loop", "steps", "rows", "at", "width"}
"""Whole numbers of instructions that are the same in every function."""


@pytest.mark.parametrize("kind", get_args(nodes.Instruction), ids=lambda kind: kind.__name__)
def test_the_fields_of_an_instruction_are_those_that_a_copy_renames(kind):
    for field in attrs.fields(kind):
        if field.type in ("Operand", "Operand | None", "Reg", "Reg | None"):
            continue  # whatever holds a register is renamed
        if "Operand" in field.type or "Reg" in field.type:
            assert (field.name, field.type) == ("args", "tuple[Operand, ...]")
        if field.type in ("int", "Width"):
            assert field.name in NUMBERS | {"variable", "buffer"}


# ---------------------------------------------------------------- what is known on the way


def written_by(write):
    """Return a function of a parameter, as a test writes it, with `b` and that parameter."""
    b = Builder("made", 1, 64)
    write(b, b.function.parameters[0])
    return b.function


def returned(function):
    """Return what is returned, and where to blocks jump."""
    ends = [block.terminator for block in function.blocks]
    gives = [end.value for end in ends if isinstance(end, Return)]
    return gives, [end.to for end in ends if isinstance(end, Jump)]


def both_ways(first, second):
    """Return what writes a variable on two ways, and returns it behind them."""

    def write(b, given):
        made, other = b.op("add", given, 1), b.op("add", given, 2)
        held = b.variable()
        one, two, behind = b.block(), b.block(), b.block()
        b.branch(b.op("gt", given, 3), one, two)
        for block, number in ((one, first), (two, second)):
            b.enter(block)
            b.set(held, {1: made, 2: other, 0: 7}[number])
            b.jump(behind)
        b.enter(behind)
        b.give(b.get(held))

    return write


@pytest.mark.parametrize(
    ("ways", "register"), [((1, 1), 1), ((2, 2), 2), ((1, 2), 4), ((1, 0), 4), ((0, 0), 4)]
)
def test_a_variable_is_read_as_the_register_that_is_there_on_all_ways(ways, register):
    function = written_by(both_ways(*ways))
    forward(function)
    assert returned(function)[0] == [Reg(register, 64)]


def test_a_register_that_is_made_again_is_not_what_was_put_into_a_variable_before():
    def write(b, given):
        held = b.variable()
        b.set(held, given)
        rounds, again, behind = b.block(), b.block(), b.block()
        b.jump(rounds)
        b.enter(rounds)
        before = b.get(held)
        word = b.call("draw_place", (given,))
        b.branch(b.op("gt", word, before), again, behind)
        b.enter(again)
        b.set(held, word)
        b.jump(rounds)
        b.enter(behind)
        b.give(b.get(held))

    function = written_by(write)
    forward(function)
    ((given,), _) = returned(function)
    assert given not in {node.dst for node in function.nodes if isinstance(node, CallFunction)}


@pytest.mark.parametrize(("call", "turned"), [("lone_bit", True), ("spread", False)])
def test_a_bit_that_was_alone_is_made_no_more(call, turned):
    def write(b, given):
        mask = b.call(call, (given, 1, 0)[: 2 if turned else 3])
        b.give(b.op("shl", 1, b.op("ctz", mask)))

    function = written_by(write)
    forward(function)
    ((given,), _) = returned(function)
    assert (given == function.nodes[0].dst) is turned


@pytest.mark.parametrize(
    ("number", "reads", "to"), [(-1, 0, 3), (4, 0, 2), (-1, 5, 1), (-1, 4, 3)]
)
def test_a_jump_goes_past_a_branch_that_a_constant_decides(number, reads, to):
    def write(b, given):
        held = b.variable()
        asks, yes, no = b.block(), b.block(), b.block()  # 1, 2, 3
        b.set(held, number)
        b.jump(asks)
        b.enter(asks)
        found = b.get(held)
        b.branch(b.op("ge", found, 0), yes, no)
        for block, label in ((yes, 4), (no, 5)):
            b.enter(block)
            behind = b.block()
            assert behind.label == label
            b.jump(behind)
            b.enter(behind)
            b.give(found if reads == label else given)

    function = written_by(write)
    thread(function)
    assert function.blocks[0].terminator == Jump(to)


# ---------------------------------------------------------------- what is drawn

BOARDS = Field("on", 8, 8, 2, bits=7)
OTHERS = Field("others", 24, 8, 2, bits=7)
ALL = (1 << BOARDS.bits) - 1


def counts(nodes):
    return sum(isinstance(node, Op) and node.op == "popcount" for node in nodes)


def drawn(between=None, free=ALL, index=0):
    """Return the code that draws a place of those on no board, asks for it and adds it there."""
    b = Builder("made", 1, 64)
    turn = b.function.parameters[0]
    whole = b.op("or", b.load(BOARDS, 0), b.load(BOARDS, 1))
    mask = b.op("xor", whole, free)
    bit = b.call("lone_bit", (mask, b.call("draw_place", (b.op("popcount", mask),))))
    if between is not None:
        between(b)
    again = b.op("or", b.load(BOARDS, 1), b.load(BOARDS, 0))
    taken = b.op("and", b.op("shr", again, b.op("ctz", bit)), 1)
    b.store(BOARDS, b.op("xor", b.load(BOARDS, turn), bit), turn if index is None else index)
    b.give(taken)
    before = list(b.function.nodes)
    reduce(b.function)
    verify(Module({"made": b.function}, size=64))
    asks = [node for node in b.function.nodes if isinstance(node, Op) and node.op == "and"]
    return before, b.function.nodes, asks[-1].args[1] == 1


def test_a_place_that_was_drawn_is_not_asked_for_and_the_others_are_one_less():
    before, after, asks = drawn(index=None)
    assert not asks
    begun = [node for node in after if isinstance(node, Load)][: BOARDS.count]
    assert [node.index for node in begun] == [0, 1]
    assert counts(before) == counts(after) == 1
    assert any(isinstance(node, Op) and node.op == "sub" and node.args[1] == 1 for node in after)


@pytest.mark.parametrize(
    ("how", "asks"),
    [
        ({"free": ALL >> 1}, True),
        ({"between": lambda b: b.store(BOARDS, 0, 1)}, True),
        ({"between": lambda b: b.store(OTHERS, 0, 1), "index": 0}, False),
    ],
    ids=["of other places", "something was stored", "it is stored elsewhere"],
)
def test_places_are_counted_anew_where_it_is_not_known_that_they_get_fewer_by_one(how, asks):
    before, after, asked = drawn(**how)
    assert asked is asks
    assert counts(before) == counts(after) == 1
    assert len(after) == len(before)
