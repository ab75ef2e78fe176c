"""Conditions on cells that nobody wrote, asked by both engines: native code has masks for most."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from interpreter import load
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from tests.properties.test_generated import tried

DEEP = 2
"""How many searches lie within each other."""

TEXT = """game "Conditions"
players A, B

kind Rank: man | king
space Cell on {board}
edge Link joins Cell
var disc(Cell): Player or none
var flag(Cell): flag
var n: 0..9 = 3
var home: Cell or none
token Pawn(owner: Player, rank: Rank) in box: 30 each
zone box: Pawn set, open
zone on(Cell): Pawn one, open

let lets(p, e) = every s in ends(e) has {s}

setup:
    for c in Cell where (row(c) * 2 + column(c)) mod 3 is 0: set disc(c) to A
    for c in Cell where (row(c) + column(c) * 3) mod 4 is 1: set disc(c) to B
    for c in Cell where (row(c) + column(c)) mod 5 is 1: set flag(c) to true
    for c in Cell where (row(c) * 3 + column(c)) mod 7 is 2: move Pawn(A, man) from box to on(c)
    for c in Cell where (row(c) * 5 + column(c)) mod 7 is 4: move Pawn(B, king) from box to on(c)

play:
    each turn of p, at most 12:
        if no q in Player and c in Cell where disc(c) is q and {c}: set n to 5
        p chooses:
            place(c in Cell):
                need {c} else "no"
                set disc(c) to p
                for e in Cell where {ce}: set flag(e) to not flag(e)
                set home to c
            step(a in Cell where {a}, b in neighbours(a) where {ab}):
                need n < 7 or {b} else "no"
                move all from on(b) to box
                set n to min(9, count k in Cell where {k})
            walk(a in Cell where home is not none and a is within {far} of home along e in Link
                    where lets(p, e)):
                set home to a
                set disc(a) to none
        otherwise: pass
    end: draw
"""

NUMBERS = st.sampled_from(["row({0})", "column({0})", "2", "4", "n", "row({0}) + column({0})"])
PLAIN = st.sampled_from(
    [
        "disc({0}) is p",
        "disc({0}) is none",
        "disc({0}) is not opponent(p)",
        "on({0}) is Pawn(p, man)",
        "on({0}) is empty",
        "on({0}).rank is king",
        "flag({0})",
        "{0} is home",
        "{0} is {1}",
    ]
)
DOMAINS = ["Cell", "neighbours({0})"]
ON_A_GRID = ["steps({0}, diagonal, 2)", "steps({0}, orthogonal, 1)", "between({0}, {1})"]


@st.composite
def conditions(draw, cells, domains, depth=DEEP):
    """Return a condition on some cells, the newest last."""

    def inner(of=cells):
        return draw(conditions(of, domains, depth - 1))

    def put(text):
        return text.format(cells[-1], draw(st.sampled_from(cells)))

    form = draw(st.integers(0, 7 if depth else 2))
    if form < 2:
        return put(draw(PLAIN))
    if form == 2:
        op = draw(st.sampled_from(["is", "<", ">=", "is not"]))
        return f"{put(draw(NUMBERS))} {op} {put(draw(NUMBERS))}"
    if form == 3:
        return f"({inner()} {draw(st.sampled_from(['and', 'or']))} {inner()})"
    if form == 4:
        return draw(st.sampled_from(["not ({0})", "(({0}) is ({1}))"])).format(inner(), inner())
    new = f"x{len(cells)}{depth}"
    domain = put(draw(st.sampled_from(domains)))
    asks, word = draw(st.sampled_from([("some", "where"), ("no", "where"), ("every", "has")]))
    return f"({asks} {new} in {domain} {word} {inner((*cells, new))})"


@st.composite
def texts(draw):
    board = draw(st.sampled_from(["grid 4 x 5", "grid 3 x 22", "hex 5 x 5"]))
    domains = DOMAINS if board.startswith("hex") else [*DOMAINS, *ON_A_GRID]
    names = {"s": "s", "k": "k", "c": "c", "ce": "ce", "a": "a", "ab": "ab", "b": "ab"}
    asked = {
        name: draw(conditions(tuple(cells), domains, 1 if name in "skab" else DEEP))
        for name, cells in names.items()
    }
    return TEXT.format(board=board, far=draw(st.sampled_from(["99", "2", "n"])), **asked)


@tried(4)
@given(texts())
def test_conditions_on_cells_hold_alike(text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "conditions.rules"
        file.write_text(text, encoding="utf-8")
        game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 1, most=5)
    assert found.difference is None, f"{found.difference}\n{text}"
