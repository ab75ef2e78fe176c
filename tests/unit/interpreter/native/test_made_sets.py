"""Collections that are made in play: given by queries, kept behind choices, handed to effects."""

import pytest

from interpreter import load
from interpreter.findings.natively import with_native
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang import pipeline

HEAD = """game "Made"
players A, B
space Cell on grid 4 x 4, orthogonal
var owner(Cell): Player or none
var last: 0..20
let mine(p) = groups of c in Cell where owner(c) is p
"""
GIVEN = """
let biggest(p) = the g in mine(p) with most count g else none
let corner(p) = group at a1 of c in Cell where owner(c) is not p
let early(p) = first g in mine(p) where count g > 1 else none
let far(p) = first g in mine(p) where count g > 1 else neighbours(corner(p))
play:
    each turn of p, at most 14:
        let kept = early(p)
        let other = if last > 3 then none else corner(p)
        p chooses:
            lay(c in Cell):
                need owner(c) is none else "taken"
                set owner(c) to p
                set last to count early(p) + count far(p)
                if count biggest(p) > 2: set last to 0
                for d in early(p): set owner(d) to p
                let g = biggest(p)
                if c is in g: set last to 3
                if some d in kept where owner(d) is p: set last to 4 + count other
            pass
    end: p with most last wins
"""
HANDED = """
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in Cell):
                set owner(c) to p
                asked(p, group at c of d in Cell where owner(d) is p)
                asked(p, neighbours(group at c of d in Cell where owner(d) is p))
    end: draw
to asked(p, some_cells):
    p chooses:
        drop(c in some_cells): set owner(c) to none
        keep
"""
KEPT = """
token Card(0..5) in pile: 2 each
zone pile: Card set, open
zone line: Card row, open
play:
    each turn of p, at most 5:
        random n in 1..3: set last to n
        for c in pile: move c from pile to line
        let kept = line
        let some_kept = all c in line where last > 1
        p chooses:
            lay(c in Cell): set owner(c) to p
        for c in kept: move c from line to pile
        set last to count some_kept
        p chooses:
            again(c in kept): move c from pile to line
    end: draw
"""
# Lines are constant sets: where they are put in order, by their numbers.
TABLED = """
let full = all l in lines(Cell, 3) where some c in l where owner(c) is none
let lost = first l in lines(Cell, 9) else all c in Cell where owner(c) is none
let either = if last > 8 then lines(Cell, 2) else lines(Cell, 3)
let third = if last > 14 then full else if last > 4 then either else lines(Cell, 4)
play:
    each turn of p, at most 8:
        let kept = full
        let lone = first l in full where last > 6 else none
        p chooses:
            lay(c in Cell):
                set owner(c) to p
                if c is in lone: set last to 2
                set last to count l in third where c is in l and c is not in lost
                for l in (all l in either where c is in l) by most sum of row(d) for d in l:
                    set last to (3 * last + sum of column(d) for d in l) mod 20
            look(c in Cell):
                set last to count (first l in third where c is in l else neighbours(c))
            watch(c in Cell):
                let best = the l in full where c is in l with most sum of row(d) for d in l
                    else between(a1, d4)
                set last to sum of row(d) for d in best
                set owner(c) to none
        set last to (last + count l in kept where b2 is in l) mod 20
    end: draw
"""
# -128 stands for `none` in machine code, and is a number all the same.
NOBODY = """
var low: -200..20 = 0
let early = first n in {1, 3} where n > low else none
play:
    each turn of p, at most 9:
        asked(p, {})
        let least = -128
        p chooses:
            lay(c in Cell):
                set last to if low is early then 3 else 4
                if early is in {-128, 1}: set last to 5
                if some n in -140..5 where n is early: set last to last + 7
                set owner(c) to p
            sink(n in 1..9): set low to -124 - n
            rise(n in 1..9): set low to n
            fall: set low to least
    end: p with most last + column(first c in Cell where owner(c) is p else a1) wins
to asked(p, some_numbers):
    p chooses:
        drop(n in some_numbers): set low to n
        keep
setup: asked(A, {-128, 3})
"""
MASKED = """
let some_cells = first g in mine(A) where count g > last mod 3 else neighbours(b2)
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in Cell):
                set owner(c) to p
                set last to sum of row(d) for d in some_cells
            take(c in some_cells): set owner(c) to none
    end: draw
"""
EMPTY = """
space Cape:
    | name |
    | north |
    | south |
edge Path joins Cape:
    | a | b |
play:
    each turn of p, at most 8:
        p chooses:
            lay(c in Cape):
                set last to count d in Cape where d is within last of c
                    along e in Path where last < 9
                set last to last + count g in (groups of e in Path where last < 3)
                set last to last + longest trail of e in Path where last < 9
                set last to last + count ends(all e in Path where last < 4)
    end: draw
"""
# No set of so many spaces is a mask where it lies in a table.
WIDE = """game "Made"
players A, B
space Sea on grid 33 x 33, orthogonal
edge Lane joins Sea
var far: 0..200
play:
    each turn of p, at most 8:
        p chooses:
            sail(n in 1..4):
                let s = first t in Sea where row(t) is 5 * n else a1
                set far to count neighbours(neighbours(s))
            row_on(n in 1..4):
                let s = first t in Sea where column(t) is 5 * n else a1
                set far to count ends(all e in Lane at s where far > 3 or row(s) is 1)
    end: draw
"""
FEW = """game "Made"
players A, B
space Cell on grid 4 x 2
var marks(Cell): 0..9
play:
    each turn of p, at most 8:
        for l in lines(Cell, 4) where some c in l where marks(c) < 4:
            for c in l: set marks(c) to min(9, marks(c) + 1)
        for l in lines(Cell, 4) where some c in l where marks(c) < 7:
            p chooses:
                mark(c in l): set marks(c) to 7
                keep
        for g in (groups of c in Cell where marks(c) > 3):
            p chooses:
                lift(c in g): set marks(c) to 0
                leave
    end: draw
"""
# What `{}` has no value for is of the type of what stands in its place.
NOTHING = """
space Town:
    size: 1..4
    by: Player or none
    port: flag
    | name | size | by | port |
    | Ur | 2 | A | x |
    | Uruk | 3 | none | |
edge Link joins Cell
let sized(x) = x.size
let best(s) = first x in s where row(x) > 1 else a1
let top(s) = highest of row(x) for x in s else 2
play:
    each turn of p, at most 9:
        p chooses:
            a: set last to sized(none) + sized(Ur)
            b: set last to row(best({})) + top({})
            c: set last to sum of n for n in {}
            d: set last to highest of n + 1 for n in {} else 3
            e: set last to count (first x in {} else neighbours(a1))
            f:
                if neighbours(a1) is in {}: set last to 4
            g: set last to (if last > 2 then sized(none) else 7) + 1
            h:
                for x in {}: set last to 3
            i: set last to count c in Cell where c is within last of none
            j:
                if last > 20:
                    for q in {} clockwise from neighbours(a1): set last to 3
        asked(group at c3 of d in Cell where owner(d) is p)
        for n in {}:
            p chooses:
                go(c in neighbours(n)):
                    need n.port and (some d in neighbours(n) where owner(d) is p) else "no"
                    set last to row(n)
                stay
            if n.port and (some d in neighbours(n) where owner(d) is p): set last to 2
            one_of(p, if last > 3 then neighbours(n) else neighbours(a1))
    end: draw
to asked(some_cells):
    A chooses:
        drop(n in {} where n.port and (some d in neighbours(n) where owner(d) is A)): set last to 1
        keep(c in some_cells): set owner(c) to A
        over
to one_of(p, some_cells):
    p chooses:
        take(c in some_cells): set owner(c) to p
        over
"""
# In a family of spaces without a member nothing is found, and no mask has a bit.
NOWHERE = """game "Nowhere"
players A, B
space Cell on grid 4 x 4, orthogonal
space Town:
    | name |
edge Road joins Town:
    | a | b |
var taken(Town): flag
var owner(Cell): Player or none
var last: 0..20
let some_towns = groups of t in Town where taken(t) or last > 3
let beside(g) = some t in neighbours(g) where last > 2 or taken(t)
play:
    each turn of p, at most 9:
        p chooses:
            take(t in Town where last > 2): set last to 0
            a: set last to count g in some_towns where beside(g)
            b:
                for g in some_towns where beside(g): set last to 3
                if some g in some_towns where beside(g): set last to 3
            c:
                set last to count t in Town
                    where (some u in Town where u is within 2 of t along r in Road where last > 2)
            d: set last to 4
        for c in between(a1, a2) by most row(c):
            if some d in neighbours(c) where owner(d) is p: set last to 2
    end: draw
"""
# What is true may have no value; so may what is looked for among numbers.
CLAIMS = """
edge Link joins Cell
var won(Player): flag
let few = lowest of row(c) + column(c) for c in Cell where owner(c) is A else none
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in Cell where few is none or few is in 1..row(c) + last): set owner(c) to p
            near(c in Cell): set won(p) to c is within 2 of (first d in Cell where owner(d) is p
                else a1)
            a:
                if first f in {true, false} where last > 1 else none: set last to 3
            b:
                set last to last + 1
                if (if last > 2 then none else won(p)): set last to last + 7
    end: p with most last wins
"""
# Coins lie between cards and chips, and have no rank.
RANKS = """game "Ranks"
players A, B
token Card(rank: 1..3) in box: 2 each
token Coin in purse: 3
token Chip(rank: 1..3) in box: 1 each
zone box: Card or Chip set, open
zone purse: Coin set, open
zone gone: Card or Chip set, open
var n: 0..20
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in box, k in c.rank..3 where k is not 2):
                set n to min(20, n + k)
                move c from box to gone
            pass
    end: draw
"""
# A row of one thing is in order whatever lies there, and of many kinds no mask.
KINDS = """game "Kinds"
players A, B
token Card(0..1100) in pile: 1 each
zone pile: Card row, open
zone spot: Card row of 1, open
var last: 0..20
play:
    each turn of p, at most 9:
        move pile.first to spot
        let kept = spot
        p chooses:
            a:
                let held = spot
                move spot.first to pile
                set last to count held
            b: move spot.first to pile
        set last to count c in kept where c is in spot
        if spot is not empty: move spot.first to pile
    end: draw
"""
# Some of the edges, and not the first of all.
ROADS = """game "Roads"
players A, B
space Town:
    | name |
    | Arden |
    | Brim |
    | Calder |
    | Dun |
edge Road joins Town:
    | a | b |
    | Arden | Brim |
    | Brim | Calder |
    | Calder | Dun |
    | Dun | Arden |
var taken(Road): Player or none
var last: 0..20
let few(p) = groups of r in {Brim_Calder, Calder_Dun} where taken(r) is not p
let either(p) = if last > 2 then few(p) else groups of r in Road where taken(r) is p
play:
    each turn of p, at most 8:
        p chooses:
            take(r in Road): set taken(r) to p
            a: set last to longest trail of r in {Brim_Calder, Calder_Dun} where taken(r) is p
            b: set last to count g in few(p) where count g > 1
            c: set last to count ends(the g in few(p) with most count g else none)
            pass
    end: draw
"""
# On four cells there is no line of nine: what is done with each is written for none.
NEVER = """
let far = lines(Cell, 9)
let some_far = all l in far where last > 3
let either = if last > 3 then far else some_far
play:
    each turn of p, at most 8:
        let kept = some_far
        for l in far by most count c in l where row(c) > last:
            for c in l: set owner(c) to p
        for l in either where some c in l where row(c) is last:
            p chooses:
                put(c in l): set owner(c) to p
        p chooses:
            best: set last to count (the l in either with most count l else none)
            only: set last to count (the l in some_far with most count l else neighbours(a1))
            kept: set last to count l in kept where a1 is in l
            other: set last to count (the l in either with most count l else {a1, b2})
            beside: set last to count neighbours(first l in far else none)
            each: set last to last + sum of count l for l in some_far where b2 is in l
            lay(c in {}): set owner(c) to p
            pass
        if last > 20: set last to score(p)
    end: draw
"""
TEXTS = {
    "given": HEAD + GIVEN,
    "handed": HEAD + HANDED,
    "kept": HEAD + KEPT,
    "tabled": HEAD + TABLED,
    "nobody": HEAD + NOBODY,
    "masked": HEAD + MASKED,
    "empty": HEAD + EMPTY,
    "nothing": HEAD + NOTHING,
    "never": HEAD + NEVER,
    "roads": ROADS,
    "wide": WIDE,
    "few": FEW,
    "nowhere": NOWHERE,
    "claims": HEAD + CLAIMS,
    "ranks": RANKS,
    "kinds": KINDS,
}


UNLIKE = HANDED.replace(
    "    end: draw", "        for c in {}: asked(p, neighbours(c))\n    end: draw"
)


def test_what_is_handed_over_in_an_empty_loop_is_of_any_type(tmp_path):
    file = tmp_path / "made.rules"
    file.write_text(HEAD + UNLIKE, encoding="utf-8")
    state = load(str(file), engine="reference").start()
    state = state.child(state.find("lay", ["c2"]).id)
    assert [str(action) for action in state.legal_actions] == ["drop(c2)", "keep"]


@pytest.mark.parametrize("name", TEXTS)
def test_both_engines_play_them_alike(tmp_path, name):
    file = tmp_path / "made.rules"
    file.write_text(TEXTS[name], encoding="utf-8")
    checked = with_native(str(file), pipeline.check(str(file)))
    assert checked.ok
    assert not [found for found in checked.diagnostics if found.code == "slow-play"]
    game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 3, most=60)
    assert (found.difference, found.given_up, found.faults) == (None, 0, 0)
    assert found.choice_points > 20
