"""What the conditions of a drawn action say of the places that it names: it is told, and holds."""

import pytest

from interpreter import load, rollouts
from interpreter.native.emit.text import emit
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Field, Hold, Load, Module
from interpreter.native.ir.passes.bound import bound
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower

MARKS = """game "Marks"
players Ann, Bob
kind Side: light | dark
token Mark(owner: Player, side: Side) in supply: 6 each
zone supply: Mark bag, open
zone on(0..5): Mark one, open
var sort(0..5): 0..3 = 1
var last: 0..5
let number(p) = if p is Ann then 1 else 2
var lights(Player): 0..99
setup:
    for n in {{0, 3}}: move Mark(Ann, light) from supply to on(n)
    for n in {{1, 4}}: move Mark(Bob, light) from supply to on(n)
    move Mark(Bob, dark) from supply to on(5)
play:
    each turn of p, at most 30:
        p chooses:
            turn_over(n in 0..5 where {where}):
                need {need} else "not so"
                {first}
                if {asked}: add 1 to lights(p)
                set last to n
                {then}
        otherwise: pass
    end: p with most lights(p) wins
"""
SHAPES = {
    "his own": {},
    "a need says whose": {"where": "on(n) is not empty", "need": "on(n).owner is p"},
    "a variable": {
        "where": "sort(n) is number(p)",
        "asked": "sort(n) > 1",
        "then": "set sort(n) to (sort(n) + n) mod 3 + 1",
    },
    "one of two": {"where": "sort(n) is 1 or sort(n) is 2", "then": "set sort(n) to 4 - sort(n)"},
    "all but one are taken off": {
        "first": "for k in 0..5 where k is not n: move all from on(k) to supply",
        "then": "",
    },
    "taken off before it is asked for": {
        "first": "move all from on(n) to supply",
        "asked": "on(n) is empty",
        "then": "move Mark(opponent(p), dark) from supply to on(n)",
    },
    "one that may be the same is taken off": {
        "first": "move all from on(last) to supply",
        "asked": "on(n) is empty",
        "then": "if on(n) is empty: move Mark(opponent(p), light) from supply to on(n)",
    },
}
PLAIN = {
    "where": "on(n).owner is p",
    "need": "last is not n or n < 9",
    "first": "set last to (last + 1) mod 6",
    "asked": "on(n).side is light",
    "then": "if on(n).owner is p and on(n).side is light: move all from on(n) to supply",
}


def game(tmp_path, shape, engine="native"):
    path = tmp_path / "marks.rules"
    path.write_text(MARKS.format(**PLAIN | SHAPES[shape]), encoding="utf-8")
    return load(str(path), engine=engine)


@pytest.mark.parametrize("shape", SHAPES)
def test_playouts_are_those_of_the_reference(shape, tmp_path):
    native, reference = (
        rollouts(game(tmp_path, shape, engine).start(), 60, seed=3)
        for engine in ("native", "reference")
    )
    assert native == reference
    assert native.choices > 120


def bounded(tmp_path, shape):
    """Return how many loads of a playout say between which numbers they are, and others."""
    functions = lower(game(tmp_path, shape).layout, until="bound").module.functions.values()
    assert not any(isinstance(node, Hold) for function in functions for node in function.nodes)
    others = [one for one in functions if not one.name.startswith("playout")]
    loads = [node for one in others for node in one.nodes if isinstance(node, Load)]
    assert {(node.low, node.high) for node in loads} == {(None, None)}
    (playout,) = (one for one in functions if one not in others)
    names = ("on", "sort")
    loads = [n for n in playout.nodes if isinstance(n, Load) and n.field.name in names]
    return sum(node.low is not None for node in loads), len(loads)


STORED = {
    "all but one are taken off": "at once",
    "one that may be the same is taken off": "at once",
    "taken off before it is asked for": "later",
    "one of two": "later",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_loads_say_so_until_something_is_stored(shape, tmp_path):
    verify(lower(game(tmp_path, shape).layout).module)
    told, all_ = bounded(tmp_path, shape)
    assert (told == 0) == (STORED.get(shape) == "at once")
    assert (told == all_) == (shape not in STORED)


def test_what_is_known_is_no_code_itself():
    field = Field("on", 8, 1, 6)
    b = Builder("f", 1, 64)
    (place,) = b.function.parameters
    b.add(Hold(field, place, 1, 2))
    b.give(b.load(field, place))
    module = Module({"f": b.function}, {}, 16)
    verify(module)
    known = emit(module)
    b.function.blocks[0].instructions[:1] = []
    assert emit(module) == known
    b.function.blocks[0].instructions.insert(0, Hold(field, place, 1, 2))
    bound(b.function)
    assert emit(module).count("@llvm.assume(i1") == known.count("@llvm.assume(i1") + 2
