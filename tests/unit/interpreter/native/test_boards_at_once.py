"""What is asked of all cells of a board at once: pairs at a distance, floods, tables.

Each text is played by both engines; that masks do it and not loops is told by the IR.
"""

from random import Random

import pytest

from interpreter import load
from interpreter.native.ir.show import show_function
from interpreter.testing.conformance import conform
from tests.support.masks import game_of, loops, module_of, same
from tests.support.sampling import DEEP, passed_over

FLIPS = """game "Flips"
players A, B

space Cell on grid {size}
var disc(Cell): Player or none

let encloses(p, c, e) = between(c, e) is not empty
    and every x in between(c, e) has disc(x) is opponent(p)

setup:
    for c in Cell where (row(c) + column(c)) mod 3 is 0: set disc(c) to B
    for c in Cell where (row(c) + 2 * column(c)) mod 5 is 1: set disc(c) to A

play:
    each turn of p, at most 40:
        p chooses:
            place(c in Cell):
                need disc(c) is none else "taken"
                need {asks} else "turns nothing"
                for e in Cell where disc(e) is p and encloses(p, c, e):
                    for x in between(c, e): set disc(x) to p
                set disc(c) to p
        otherwise: pass
    end: draw
"""

ENCLOSED = "some e in Cell where disc(e) is p and encloses(p, c, e)"


@pytest.mark.parametrize("size", ["4 x 6", "8 x 8", "9 x 11"])
def test_lines_between_pairs_are_shifts(tmp_path, size):
    game = game_of(tmp_path, FLIPS.format(size=size, asks=ENCLOSED))
    assert same(game)
    assert loops(game) == 0


OF_PAIRS = (
    "some d in neighbours(c) where disc(d) is B or (disc(d) is none and disc(c) is none)",
    "some d in neighbours(c) where (disc(d) is p) is (row(d) > row(c))",
    "every d in neighbours(c) has row(d) > row(c) or disc(d) is not p",
    "no d in steps(c, diagonal, 9) where disc(d) is p and row(d) < row(c)",
    "some d in neighbours(c) and e in neighbours(d) where disc(d) is p and disc(e) is none",
    (
        "some d in steps(c, diagonal, 2) where disc(d) is p and no m in between(c, d)"
        " where disc(m) is p and column(m) < column(c)"
    ),
    (
        "(some d in neighbours(c) where some e in neighbours(d) where disc(e) is p"
        " and row(e) is row(c))"
    ),
    "some d in (all x in Cell where disc(x) is p) where row(d) is row(c) + 1",
)
# Two words hold the cells of the larger board; on it the reference takes three times as long.
LARGE, SMALL = "9 x 9", "6 x 6"
ON_LARGE = OF_PAIRS[1], OF_PAIRS[3]


@pytest.mark.parametrize("asks", OF_PAIRS)
def test_what_is_asked_of_a_pair_is_asked_at_each_distance(tmp_path, asks):
    size = LARGE if DEEP or asks in ON_LARGE else SMALL
    game = game_of(tmp_path, FLIPS.format(size=size, asks=asks))
    assert same(game)
    assert loops(game) == 0


def test_what_is_nowhere_on_a_board_is_met_on_no_line(tmp_path):
    met = "some x in between(c, e) where disc(x) is p and row(x) > 9"
    asks = f"not some e in Cell where disc(e) is p and ({met})"
    assert same(game_of(tmp_path, FLIPS.format(size=SMALL, asks=asks)))


def test_pairs_within_pairs_do_not_multiply_the_code(tmp_path):
    asks = "true"
    for inner, outer in (("f", "e"), ("e", "d"), ("d", "c")):
        test = f"(disc({inner}) is p) is (row({inner}) > row({outer}) or disc({outer}) is none)"
        asks = f"(some {inner} in Cell where {test} and {asks})"
    game = game_of(tmp_path, FLIPS.format(size="5 x 6", asks=asks))
    functions = module_of(game).functions.values()
    assert sum(len(block.instructions) for f in functions for block in f.blocks) < 3_000
    assert conform(game, 1, most=2).difference is None


NUMBERS = """game "Numbers"
players A, B
space Cell on grid {board}
var lit(1..11): flag
var laid(Cell): flag
var n: 0..254
play:
    each turn of p, at most 12:
        let k = n
        p chooses:
            light(x in 1..11): set lit(x) to true
            lay(c in Cell where {asks}):
                set n to min(254, k + row(c))
                set laid(c) to true
    end: draw
"""


@pytest.mark.parametrize(
    ("board", "asks", "most"),
    [
        ("8 x 8", "some x in 1..(k + row(c)) mod 12 where lit(x)", 9),
        ("19 x 20", "some e in Cell where laid(e) and row(e) is row(c) + 1", 3),  # in many pairs
    ],
)
def test_what_takes_too_long_to_find_before_play_is_asked_in_play(tmp_path, board, asks, most):
    game = game_of(tmp_path, NUMBERS.format(board=board, asks=asks))
    assert same(game, 3, most=most, points=5)
    assert loops(game) > 0


FLOODS = """game "Floods"
players A, B

space Cell on {board}
edge Link joins Cell
var disc(Cell): Player or none
var home: Cell or none
var far: 0..{most}

let lets_through(p, l) = every x in ends(l) has disc(x) is not p
let is_of(p, l) = every x in ends(l) has disc(x) is p

setup:
    for c in Cell where (row(c) * 2 + column(c)) mod 4 is not 0: set disc(c) to A
    set far to 2

play:
    each turn of p, at most 30:
        p chooses:
            go(c in Cell):
                need {asks} else "out of reach"
                set disc(c) to p
                set home to c
                set far to (far + 1) mod 4
            clear(c in Cell):
                need disc(c) is p else "not yours"
                set disc(c) to none
        otherwise: pass
    end: draw
"""


@pytest.mark.parametrize("board", ["grid 6 x 7", "hex 9 x 9"])
@pytest.mark.parametrize(
    "asks",
    [
        "home is none or c is within {most} of home along l in Link where lets_through(p, l)",
        "home is none or c is within far of home along l in Link where is_of(A, l)",
        "home is none or home is within 2 of c",
        "home is none or c is within 5 of home along l in Link where far > 0",
        (
            "home is none or (some d in Cell where disc(d) is p and row(d) is row(c)"
            " and d is within {most} of home along l in Link where is_of(p, l))"
        ),
    ],
)
def test_floods_reach_what_a_search_by_breadth_reaches(tmp_path, board, asks):
    rows, columns = (int(n) for n in board.split()[1::2])
    most = rows * columns
    asks = asks.format(most=most)
    game = game_of(tmp_path, FLOODS.format(board=board, asks=asks, most=most))
    assert same(game)
    functions = module_of(game).functions.values()
    text = "\n".join(map(show_function, functions))
    assert " flood\n" in text
    assert " within\n" not in text


def test_an_edge_that_asks_of_itself_takes_a_search(tmp_path):
    asks = "home is none or c is within 9 of home along l in Link where count ends(l) is 2"
    game = game_of(tmp_path, FLOODS.format(board="grid 5 x 5", asks=asks, most=25))
    assert same(game)


@pytest.mark.parametrize("size", [23, passed_over(33)])
def test_boards_of_more_cells_than_masks_have_bits_take_a_search(tmp_path, size):
    asks = "home is none or c is within 3 of home along l in Link where is_of(A, l)"
    board = f"grid {size} x {size}"
    text = FLOODS.format(board=board, asks=asks, most=9)
    ours = game_of(tmp_path, text).start()
    theirs = load(str(tmp_path / "board.rules"), engine="reference").start()
    rng, reached = Random(size), []
    # Not all that follows from each of a thousand choices: that is minutes.
    for _ in range(6 if DEEP else 3):
        assert ours.legal_ids == theirs.legal_ids
        going = [number for number in ours.legal_ids if number < size * size]
        reached.append(len(going))
        number = rng.choice(going)
        ours, theirs = ours.apply(number), theirs.apply(number)
    assert reached[0] == size * size
    assert 9 < max(reached[1:]) <= 49  # within three steps


TABLES = """game "Tables"
players A, B

space Cell on grid {size}
token Pawn(owner: Player) in box: 20 each
zone box: Pawn set, open
zone on(Cell): Pawn one, open
var file: 0..{columns}

let ahead(p, a, b) = if p is A then row(b) - row(a) is 1 else row(a) - row(b) is 1

setup:
    for c in Cell where row(c) is 1: move Pawn(A) from box to on(c)
    for c in Cell where row(c) is {rows}: move Pawn(B) from box to on(c)

play:
    each turn of p, at most 40:
        p chooses:
            step(a in Cell where on(a) is Pawn(p), b in neighbours(a) where ahead(p, a, b)):
                need on(b) is empty else "taken"
                need column(a) is not column(b) or file is 0 or column(b) > 2 else "no"
                move all from on(a) to on(b)
                if column(b) > 2: set file to column(b)
                else: set file to 0
            take(c in Cell where column(c) is file):
                need on(c) is empty else "taken"
                move Pawn(p) from box to on(c)
                set file to 0
        otherwise: pass
    end: draw
"""


@pytest.mark.parametrize("size", [(6, 6), (8, 9), (13, 12)])
def test_what_is_fixed_comes_from_tables_on_boards_of_all_sizes(tmp_path, size):
    rows, columns = size
    text = TABLES.format(size=f"{rows} x {columns}", rows=rows, columns=columns)
    game = game_of(tmp_path, text)
    assert same(game)
    assert loops(game) == 1  # over the pawns


FAULTS = """game "Faults"
players A, B

space Cell on grid 6 x 6
var disc(Cell): Player or none
var left: 0..9 = 3

let open(c, d) = disc(d) is none and 12 / left rounded down > row(d) - row(c)

setup:
    for c in Cell where row(c) is 2: set disc(c) to A
    for c in Cell where row(c) is 5: set disc(c) to B

play:
    each turn of p, at most 20:
        p chooses:
            step(c in Cell where disc(c) is p, d in neighbours(c) where {asks}):
                set disc(d) to p
                set disc(c) to none
                set left to left - 1
        otherwise: pass
    end: draw
"""


@pytest.mark.parametrize(
    ("asks", "faults"),
    [
        ("open(c, d)", 3),
        ("12 / left rounded down > row(d) - row(c) and disc(d) is none", 3),
        ("disc(d) is none and disc(d) is not none and 12 / left rounded down > 0", 0),
        ("disc(d) is none and row(d) - row(c) < left", 3),
        ("12 / (left - 3) rounded down > 0 and row(d) > row(c) + 5", 3),
    ],
)
def test_what_may_fault_is_asked_where_the_reference_asks_it(tmp_path, asks, faults):
    found = conform(game_of(tmp_path, FAULTS.format(asks=asks)), 3, most=9)
    assert (found.difference, found.faults) == (None, faults)


def test_several_binders_end_in_a_mask(tmp_path):
    asks = "some q in Player and d in neighbours(c) where disc(d) is q and row(d) > row(c)"
    game = game_of(tmp_path, FLIPS.format(size="7 x 7", asks=f"({asks})"))
    assert same(game)
    over = "if no q in Player and c in Cell where disc(c) is q and row(c) > 3: stop"
    text = FLIPS.format(size="7 x 7", asks=ENCLOSED)
    text = text.replace("p chooses:", f"{over}\n        p chooses:")
    assert same(game_of(tmp_path, text))


MEN = """game "Men"
players A, B

kind Man: rook | bishop | knight | pawn | king
space Cell on grid 6 x 6
token Piece(owner: Player, man: Man) in box: 4 each
zone box: Piece bag, open
zone on(Cell): Piece one, open

let wide(a, b) = max(column(a) - column(b), column(b) - column(a))
let high(a, b) = max(row(a) - row(b), row(b) - row(a))
let free(a, b) = every x in between(a, b) has on(x) is empty
let ahead(p) = if p is A then 1 else -1
let strikes(x, a, b) = match x.man:
    rook: wide(a, b) * high(a, b) is 0 and free(a, b)
    bishop: wide(a, b) is high(a, b) and free(a, b)
    knight: wide(a, b) * high(a, b) is 2
    pawn: wide(a, b) is 1 and row(b) - row(a) is ahead(x.owner)
    king | none: max(wide(a, b), high(a, b)) is 1
let struck(p, b) = some a in Cell
    where a is not b and on(a).owner is not p and on(a) is not empty and strikes(on(a), a, b)

setup:
    for p in Player and c in Cell where row(c) is (if p is A then 1 else 6):
        match column(c):
            1 | 6: move Piece(p, rook) from box to on(c)
            2: move Piece(p, bishop) from box to on(c)
            3: move Piece(p, knight) from box to on(c)
            4: move Piece(p, king) from box to on(c)
            else: move Piece(p, pawn) from box to on(c)

play:
    each turn of p, at most 30:
        p chooses:
            go(a in Cell where on(a).owner is p, b in Cell
                where a is not b and on(b).owner is not p and strikes(on(a), a, b)):
                move all from on(b) to box
                move all from on(a) to on(b)
                need not (some k in Cell where on(k) is Piece(p, king) and struck(p, k))
                    else "check"
        otherwise: stop
    end: draw
"""


def test_what_each_sort_of_piece_reaches_is_a_mask(tmp_path):
    game = game_of(tmp_path, MEN)
    assert same(game)
    # Of own pieces, and of what is left to be tried: what stands on the way is told by rays.
    assert loops(game) == 2


@pytest.mark.parametrize(
    "asks",
    [
        "some a in Cell where on(a).owner is q and (on(a).man is king or not free(a, c))",
        "some a in Cell where on(a) is not empty and not (on(a).owner is p and not free(a, c))",
        "some a in Cell where on(a).owner is q and (if row(a) > 3 then free(a, c) else true)",
        "no a in Cell where on(a).man is rook and free(a, c) and row(a) is row(c)",
    ],
)
def test_what_is_granted_first_leaves_the_answer_as_it_is(tmp_path, asks):
    check = "need not (some k in Cell where on(k) is Piece(p, king) and struck(p, k))"
    text = MEN.replace(check, "need row(b) is not 3 or not asked(p, opponent(p), b)")
    text = text.replace("\nsetup:", f"let asked(p, q, c) = {asks}\n\nsetup:")
    game = game_of(tmp_path, text)
    functions = module_of(game).functions.values()
    assert any(" maybe" in show_function(function) for function in functions)
    assert same(game)
