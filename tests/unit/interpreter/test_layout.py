from interpreter.layout import build_layout
from rulelang.core import Block, Choose, Const
from rulelang.core.walk import nested
from tests.unit.interpreter.support import DRAW_GAME, A, B, C, arm, box, small_poker


def test_cells_are_zones_then_variables_the_last_index_fastest():
    layout = build_layout(box())
    assert layout.zone_cells == ({(): 0}, {(): 1}, {(0,): 2, (1,): 3}, {(): 4})
    assert layout.variable_cells == ({(0,): 5, (1,): 6}, {(): 7}, {(): 8})
    assert layout.seen_by[2:4] == ({0}, {1})


def test_everything_begins_at_home():
    assert build_layout(box()).start == ((A, A, B, C), (), (), (), (), 0, 0, None, 0)


def test_all_blocks_are_found():
    spec = small_poker()
    blocks = {node.number for node in nested(spec.play) if isinstance(node, Block)}
    assert blocks == {2, 4, 5, 6, 7, 8, 9}
    assert set(build_layout(spec).blocks) == blocks | {1, 3}


def test_otherwise_is_found_too():
    inner = Block(91, (DRAW_GAME,))
    choose = Choose(50, Const(0), (arm("x", 0, number=90),), None, inner)
    assert build_layout(box(choose)).blocks[91] is inner
