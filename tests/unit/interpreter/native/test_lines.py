"""Lines of any length are found at once, or looked up; with holes, distances in one differ."""

import pytest

from interpreter import load, rollouts
from interpreter.native.emit.llvm import Processor, processor
from interpreter.native.engine import engine as compiled
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Field, LoadTable, Module, Op, Set
from interpreter.native.ir.passes.tabulate import MOST_BITS, WORD, tabulate
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform

SPACES = {
    "whole": "grid 5 x 5",
    "wide": "grid 9 x 9",
    "holed": "grid 5 x 5 without c where row(c) is 3 and column(c) > 3",
    "full of holes": "grid 7 x 7 without c where (2 * row(c) + 3 * column(c)) mod 7 is 1",
}
TEXT = """game "Lines"
players A, B
space Cell on {space}
var mark(Cell): Player or none
play:
    each turn of p, at most 60:
        p chooses:
            lay(c in Cell): set mark(c) to p
        if some l in lines(Cell, {length}) where every c in l has mark(c) is p: end: p wins
    end: draw
"""


def board(tmp_path, space, length):
    file = tmp_path / "lines.rules"
    file.write_text(TEXT.format(space=SPACES[space], length=length), encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize(
    ("space", "length"),
    [
        ("whole", 2),
        ("whole", 3),
        ("whole", 4),
        ("whole", 5),
        ("wide", 3),
        ("holed", 3),
        ("full of holes", 3),
    ],
)
def test_engines_agree_about_lines(tmp_path, space, length):
    found = conform(board(tmp_path, space, length), 2, most=25)
    assert found.difference is None, str(found.difference)
    assert found.choice_points > 4


@pytest.mark.parametrize(("length", "shifts"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_board_is_shifted_as_often_as_a_length_can_be_halved(tmp_path, length, shifts):
    game = board(tmp_path, "wide", length)
    ops = [
        node.op
        for block in lower(game.layout).module.functions["coroutine1"].blocks
        for node in block.instructions
        if isinstance(node, Op)
    ]
    assert ops.count("shr") == 4 * shifts


# ---------------------------------------------------------------- on few cells

LINES = """game "Lines"
players 2
space Cell on grid {wide} x {high}
token Mark(owner: Player) in supply: 8 each
zone supply: Mark set, open
zone on(Cell): Mark one, open
play:
    each turn of p, at most {most}:
        p chooses:
            mark(c in Cell):
                need on(c) is empty else "taken"
{instead}
        if some l in lines(Cell, {long}) where every c in l has on(c) is Mark(p):
            end: p wins
    end: draw
"""
MOVES = "                move Mark(p) from supply to on(c)"
SHAPES = {
    "nine cells": {"wide": 3, "high": 3, "long": 3, "most": 9},
    "twelve cells": {"wide": 4, "high": 3, "long": 3, "most": 12},
    "sixteen cells": {"wide": 4, "high": 4, "long": 3, "most": 16},
    "marks are taken back": {
        "wide": 3,
        "high": 3,
        "long": 3,
        "most": 9,
        "instead": MOVES + "\n                if c is c3 and on(b1) is Mark(p):"
        "\n                    move Mark(p) from on(b1) to supply",
    },
    "nobody wins": {"wide": 3, "high": 3, "long": 4, "most": 9},
}


def game(tmp_path, shape, engine="native"):
    path = tmp_path / "lines.rules"
    path.write_text(LINES.format(**{"instead": MOVES} | SHAPES[shape]), encoding="utf-8")
    return load(str(path), engine=engine)


def figures(rules):
    return [
        rollouts(rules.start(), 33, seed=seed, first=first) for seed, first in ((1, 0), (2, 7))
    ]


@pytest.mark.parametrize("eight", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_playouts_are_those_of_the_reference(shape, eight, tmp_path, monkeypatch):
    here = Processor(processor().deposits_bits, eight)
    monkeypatch.setattr(compiled, "processor", lambda: here)
    monkeypatch.setattr(compiled, "fingerprint", lambda: f"eight words at once: {eight}")
    monkeypatch.setattr(compiled, "_engines", {})
    assert figures(game(tmp_path, shape)) == figures(game(tmp_path, shape, "reference"))


def code(tmp_path, shape, until="clean"):
    lowered = lower(game(tmp_path, shape).layout, until=until)
    verify(lowered.module)
    return lowered.module.functions["playout1"].nodes


def test_lines_of_few_cells_are_looked_up(tmp_path):
    def looks(shape):
        nodes = code(tmp_path, shape)
        return any(isinstance(one, LoadTable) and "said" in one.table for one in nodes)

    assert [shape for shape in SHAPES if not looks(shape)] == ["sixteen cells", "nobody wins"]


def test_free_places_are_counted_once_where_they_only_get_fewer(tmp_path):
    def are_counted(shape):
        before, after = (code(tmp_path, shape, until) for until in ("forward", "reduce"))
        return sum(isinstance(one, Set) for one in after) > sum(
            isinstance(one, Set) for one in before
        )

    assert [shape for shape in SHAPES if not are_counted(shape)] == ["marks are taken back"]


# ---------------------------------------------------------------- conditions, one by one

SMALL = Field("small", 8, 8, 2, bits=7)
OTHER = Field("other", 24, 8, 2, bits=7)
WIDE = Field("wide", 40, 8, 2, bits=MOST_BITS + 1)


def long_way(b, mask):
    """Write operations that leave a mask as it is."""
    for at in range(4):
        mask = b.op("or", b.op("shr", b.op("shl", mask, at + 1), at + 1), mask)
    return mask


CONDITIONS = {
    "some": (lambda b, m: b.op("ne", m, 0), lambda m: m != 0),
    "none of the upper": (
        lambda b, m: b.op("eq", b.op("shr", m, 4), 0),
        lambda m: m >> 4 == 0,
    ),
    "one alone": (lambda b, m: b.op("eq", m, 8), lambda m: m == 8),
    "neighbours": (
        lambda b, m: b.op("ne", b.op("and", m, b.op("shl", m, 1)), 0),
        lambda m: m & m << 1 != 0,
    ),
    "others": (
        lambda b, m: b.op("ne", b.op("xor", m, 0x15), b.op("or", m, 2)),
        lambda m: m ^ 0x15 != m | 2,
    ),
    "one of two": (
        lambda b, m: b.op(
            "ne", b.op("select", b.op("eq", b.op("and", m, 1), 0), m, b.op("shr", m, 2)), 5
        ),
        lambda m: (m >> 2 if m & 1 else m) != 5,
    ),
    "what a wider mask keeps": (
        lambda b, m: b.op(
            "ne",
            b.op("narrow", b.op("shl", b.op("widen", m, width=128), 61, width=128), width=64),
            0,
        ),
        lambda m: m & 7 != 0,
    ),
    "beyond a word": (
        lambda b, m: b.op("eq", b.op("shl", m, 60), 0),
        lambda m: m << 60 & (1 << 64) - 1 == 0,
    ),
}


def tabulated(write, field=SMALL):
    """Return the code of a condition that is written by `b` and a mask, and the tables."""
    b = Builder("made", 1, 64)
    mask = b.load(field, b.function.parameters[0])
    b.give(b.flag(write(b, mask)))
    module = Module({"made": b.function}, size=64)
    tabulate(module)
    verify(module)
    return b.function.nodes, module.tables


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_table_says_what_a_condition_says_of_each_mask(name):
    write, say = CONDITIONS[name]
    nodes, tables = tabulated(lambda b, mask: write(b, long_way(b, mask)))
    ((table,),) = [tables.values()]
    said = [table.entries[mask // WORD] >> mask % WORD & 1 for mask in range(1 << SMALL.bits)]
    assert said == [int(say(mask)) for mask in range(1 << SMALL.bits)]
    assert not any(isinstance(node, Op) and node.op == "shl" for node in nodes)


def some(b, mask):
    return b.op("ne", mask, 0)


def test_equal_conditions_have_one_table():
    def write(b, mask):
        one, two = (some(b, long_way(b, m)) for m in (mask, b.load(OTHER, 0)))
        return b.op("and", one, two)

    nodes, tables = tabulated(write)
    assert len(tables) == 1
    assert sum(isinstance(node, LoadTable) for node in nodes) == 2


@pytest.mark.parametrize(
    ("write", "field"),
    [
        (some, SMALL),
        (lambda b, mask: some(b, long_way(b, mask)), WIDE),
        (lambda b, mask: some(b, long_way(b, b.op("or", mask, b.load(OTHER, 0)))), SMALL),
        (lambda b, mask: b.op("gt", b.op("popcount", long_way(b, mask)), 2), SMALL),
    ],
    ids=["few operations", "many bits", "two masks", "a number"],
)
def test_other_conditions_are_computed(write, field):
    nodes, tables = tabulated(write, field)
    assert (tables, [node for node in nodes if isinstance(node, LoadTable)]) == ({}, [])
