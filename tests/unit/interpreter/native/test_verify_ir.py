"""The IR of every game keeps its promises, and each promise that is broken is noticed."""

import attrs
import pytest

from interpreter.native.ir.builder import Builder
from interpreter.native.ir.clean import clean
from interpreter.native.ir.nodes import (
    KEPT,
    Branch,
    CallFunction,
    Fault,
    Field,
    Get,
    Jump,
    KeepState,
    Load,
    LoadTable,
    Module,
    Op,
    PutBack,
    Reg,
    Return,
    Row,
    Set,
    Store,
    StoreBuffer,
    StoreKept,
    Switch,
    Table,
)
from interpreter.native.ir.passes.forward import forward
from interpreter.native.ir.show import show_function, show_module
from interpreter.native.ir.verify import BrokenIR, verify
from interpreter.native.lower.budget import UnboundedError, goes_through_much
from interpreter.native.lower.game import lower, write
from rulelang.core.intervals import TooWideError
from tests.support.games import RULES, TEXTS, instances
from tests.support.sampling import is_for_soak, passed_over

FIELD = Field("coins", 8, 2, 3)


def games():
    """Return the first and the last instance of every text."""
    for path in RULES + TEXTS:
        found = instances(path)
        yield from dict.fromkeys((found[0], found[-1]))


def some(found):
    """Return the instances a test is run over; of each text that the gate takes, the last."""
    return [
        passed_over(one) if is_for_soak(one) or one != instances(one.path)[-1] else one
        for one in found
    ]


@pytest.mark.parametrize("instance", some(games()), ids=str)
def test_a_game_is_written_and_simplified_to_sound_code(instance):
    layout = instance.game.layout
    try:
        module = write(layout, counts=goes_through_much(layout.spec)).module
    except UnboundedError:
        module = write(layout, counts=True).module
    except TooWideError as reason:
        pytest.skip(f"the reference plays it: {reason}")
    verify(module)
    for function in module.functions.values():
        clean(function)
    verify(module)


@pytest.mark.soak
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_instance_is_sound_code(path):
    for instance in instances(path):
        try:
            verify(lower(instance.game.layout).module)
        except TooWideError:
            continue


def sound():
    """Return a module with a loop, a call, a table, a buffer and a store: nothing is wrong."""
    b = Builder("f", 1, 64)
    (argument,) = b.function.parameters
    buffer = b.buffer(4)
    with b.when(b.op("lt", argument, 3), "small"):
        b.store(FIELD, argument, 1)
    b.count_up(0, argument, lambda i: b.poke(buffer, i, b.table("rank", i)))
    b.give(b.op("add", b.load(FIELD, argument), b.call("g")))
    g = Builder("g", 0, 64)
    g.give(7)
    functions = {"f": b.function, "g": g.function}
    return Module(functions, {"rank": Table("rank", 1, (5, -128, 255))}, 16)


def test_the_sound_module_is_sound():
    verify(sound())


def entry(module, *nodes):
    """Put instructions at the beginning of `f`."""
    module.functions["f"].blocks[0].instructions[:0] = nodes


def new(module, width=64):
    """Return a register that is not used."""
    function = module.functions["f"]
    function.registers += 1
    return Reg(function.registers - 1, width)


def no_end(m):
    m.functions["f"].blocks[-1].terminator = None


def no_such_block(m):
    m.functions["f"].blocks[-1].terminator = Jump(99)


def two_with_one_label(m):
    m.functions["f"].blocks.append(attrs.evolve(m.functions["f"].blocks[-1]))


def written_twice(m):
    entry(m, *[Op(new(m), "add", (Reg(0, 64), 1))] * 2)


def no_such_register(m):
    entry(m, Op(Reg(99, 64), "add", (Reg(0, 64), 1)))


def read_before_it_is_written(m):
    late = new(m)
    entry(m, Op(new(m), "add", (late, 1)), Op(late, "add", (Reg(0, 64), 1)))


def written_on_one_path_only(m):
    small = next(block for block in m.functions["f"].blocks if block.note == "small")
    late = new(m)
    small.instructions.append(Op(late, "add", (Reg(0, 64), 1)))
    m.functions["f"].blocks[-1].terminator = Return(late)


def variable_before_it_is_set(m):
    m.functions["f"].variables.append(64)
    entry(m, Get(new(m), len(m.functions["f"].variables) - 1))


def no_such_variable(m):
    entry(m, Set(9, 1))


def variable_of_another_width(m):
    m.functions["f"].variables.append(1)
    entry(m, Set(len(m.functions["f"].variables) - 1, Reg(0, 64)))


def operands_of_different_widths(m):
    test = new(m, 1)
    entry(m, Op(test, "lt", (Reg(0, 64), 3)), Op(new(m), "add", (Reg(0, 64), test)))


def comparison_gives_a_value(m):
    entry(m, Op(new(m), "lt", (Reg(0, 64), 3)))


def selection_by_a_value(m):
    entry(m, Op(new(m), "select", (Reg(0, 64), 1, 2)))


def widened_to_less(m):
    entry(m, Op(new(m), "extend", (Reg(0, 64),)))


def nothing_to_compute(m):
    entry(m, Op(new(m), "add", (1, 2)))


def constant_too_large(m):
    entry(m, Op(new(m), "add", (Reg(0, 64), 1 << 64)))


def slot_outside(m):
    entry(m, Store(FIELD, 3, 0))


def constant_too_large_for_a_slot(m):
    entry(m, Store(FIELD, 0, 1 << 16))


def register_narrower_than_the_slot(m):
    entry(m, Load(new(m, 1), FIELD, 0))


def stored_by_another_width(m):
    test = new(m, 1)
    entry(m, Op(test, "lt", (Reg(0, 64), 3)), Store(FIELD, 0, test))


def no_such_table(m):
    entry(m, LoadTable(new(m), "files", 0))


def outside_a_table(m):
    entry(m, LoadTable(new(m), "rank", 3))


def entry_too_large(m):
    m.tables["rank"] = Table("rank", 1, (256,))


def no_such_buffer(m):
    entry(m, StoreBuffer(1, 0, 0))


def a_buffer_too_small_for_the_state(m):
    entry(m, KeepState(0, ((0, 16), (0, 16), (0, 1))))


def kept_from_outside_the_state(m):
    entry(m, PutBack(0, ((0, 9), (m.size - 1, 2))))


def a_mask_kept_beyond_the_context(m):
    entry(m, StoreKept(KEPT - 1, 0, 128))


def a_kept_mask_of_another_width(m):
    entry(m, StoreKept(0, Reg(0, 64), 128))


def no_such_function(m):
    entry(m, CallFunction(None, "h", ()))


def too_many_arguments(m):
    entry(m, CallFunction(new(m), "g", (1,)))


def a_result_that_is_not_given(m):
    entry(m, CallFunction(new(m, 1), "g", ()))


def no_such_fault(m):
    entry(m, Fault(9))


def no_room_for_a_row(m):
    entry(m, Row(0, 1, checked=False))


def case_twice(m):
    m.functions["f"].blocks[-1].terminator = Switch(Reg(0, 64), ((1, 0), (1, 0)), 0)


def branch_on_a_value(m):
    m.functions["f"].blocks[-1].terminator = Branch(Reg(0, 64), 0, 0)


def no_result(m):
    m.functions["f"].blocks[-1].terminator = Return(None)


def outside_the_state(m):
    entry(m, Store(Field("far", 14, 2, 2), 0, 0))


def fields_that_overlap(m):
    entry(m, Store(Field("other", 10, 2, 1), 0, 0))


def not_aligned(m):
    entry(m, Store(Field("odd", 3, 2, 1), 0, 0))


def filed_under_another_name(m):
    m.functions["h"] = m.functions["g"]


def calls_itself(m):
    node = CallFunction(Reg(0, 64), "f", (1,))
    m.functions["g"].registers = 1
    m.functions["g"].blocks[0].instructions.append(node)


BROKEN = {
    no_end: "does not end",
    no_such_block: "no block 99",
    two_with_one_label: "one label",
    written_twice: "written twice",
    no_such_register: "r99 is not known",
    read_before_it_is_written: "read before it is written",
    written_on_one_path_only: "read before it is written",
    variable_before_it_is_set: "read before it is set",
    no_such_variable: "no variable 9",
    variable_of_another_width: "another width",
    operands_of_different_widths: "different widths",
    comparison_gives_a_value: "another width",
    selection_by_a_value: "needs a condition",
    widened_to_less: "does not grow",
    nothing_to_compute: "a constant",
    constant_too_large: "different widths",
    slot_outside: "3 slots",
    constant_too_large_for_a_slot: "does not fit",
    register_narrower_than_the_slot: "narrower",
    stored_by_another_width: "another width",
    no_such_table: "no table files",
    outside_a_table: "3 slots",
    entry_too_large: "does not fit",
    no_such_buffer: "no buffer 1",
    a_buffer_too_small_for_the_state: "the buffer is too small",
    kept_from_outside_the_state: "outside the state",
    a_mask_kept_beyond_the_context: "no such mask is kept",
    a_kept_mask_of_another_width: "its width is another",
    no_such_function: "no function h",
    too_many_arguments: "takes 0 arguments",
    a_result_that_is_not_given: "gives 64 bits",
    no_such_fault: "no such fault",
    no_room_for_a_row: "made sure of room",
    case_twice: "there twice",
    branch_on_a_value: "needs a condition",
    no_result: "returns something",
    outside_the_state: "outside the state",
    fields_that_overlap: "another one lies",
    not_aligned: "not aligned",
    filed_under_another_name: "filed as h",
    calls_itself: "call each other",
}


@pytest.mark.parametrize("damage", BROKEN, ids=lambda damage: damage.__name__)
def test_what_is_broken_is_named(damage):
    module = sound()
    damage(module)
    with pytest.raises(BrokenIR, match=BROKEN[damage]):
        verify(module)


def test_the_message_names_function_block_and_instruction():
    module = sound()
    entry(module, Fault(9))
    with pytest.raises(BrokenIR, match=r"function f, block 0 \(entry\), Fault\(code=9\)"):
        verify(module)


def test_a_block_without_an_end_is_shown_so_and_left_to_the_check():
    module = sound()
    broken = module.functions["f"]
    last = broken.blocks[-1].label
    ended = show_function(broken)
    no_end(module)
    assert show_function(broken) == ended.rpartition("\n")[0]
    clean(broken)
    with pytest.raises(BrokenIR, match=f"function f, block {last}.*: the block does not end"):
        verify(module)


def test_a_block_that_nothing_leads_to_needs_no_end():
    b = Builder("f", 1, 64)
    (argument,) = b.function.parameters
    held = b.variable()
    b.set(held, argument)
    b.give(b.get(held))
    open_block = b.block("open")
    b.enter(open_block)
    b.set(held, 1)
    module = Module({"f": b.function}, {}, 0)
    verify(module)
    forward(b.function)
    verify(module)
    assert b.function.blocks[0].terminator == Return(argument)
    assert (open_block.instructions, open_block.terminator) == ([Set(held, 1)], None)


def test_jumps_in_a_circle_are_left_to_go_on_without_end():
    b = Builder("f", 0, 64)
    one, other = b.block("one"), b.block("other")
    for start, to in ((b.here, one), (one, other), (other, one)):
        b.here = start
        b.jump(to)
    clean(b.function)
    assert [block.terminator for block in b.function.blocks] == [Jump(1), Jump(2), Jump(1)]


def test_what_a_constant_tells_is_not_asked():
    b = Builder("f", 1, 64)
    (argument,) = b.function.parameters
    assert b.op("mul", 1, argument) is b.op("add", 0, argument) is argument
    one, two, other = (b.block(name) for name in ("one", "two", "other"))
    b.switch(2, [(1, one), (2, two)], other)
    b.here = one
    b.switch(3, [(1, one), (2, two)], other)
    assert b.function.blocks[0].terminator == Jump(two.label)
    assert one.terminator == Jump(other.label)


def test_a_long_table_is_shown_by_its_first_entries_and_how_many_there_are():
    table = Table("rank", 1, tuple(range(20)))
    shown = show_module(Module({}, {"rank": table}, 0), ())
    assert shown.endswith(
        "1 bytes each: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... 20 in all"
    )
