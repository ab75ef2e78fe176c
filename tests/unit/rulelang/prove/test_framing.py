"""What is known is parted by what bears on a statement; what is proved does not depend on that."""

import pytest

from rulelang import core, pipeline
from rulelang.prove import framing, walks
from rulelang.prove.footprints import Cell, Footprint
from rulelang.prove.framing import Framed, parted
from rulelang.prove.knowledge import Knowledge, with_claim, with_value
from rulelang.prove.memory import Memory
from rulelang.prove.possible import of_value
from rulelang.prove.prover import prove
from tests.support.games import ROOT

FAMILIES = frozenset({Cell("variable", 0, None)})


def variable(number, *args):
    return core.Read(number, tuple(core.Const(arg) for arg in args))


def footprint(*numbers, slots=()):
    return Footprint(frozenset(Cell("variable", n, (1,)) for n in numbers), frozenset(slots))


def at_least(left, right):
    return core.Compare(">=", left, right)


def test_values_of_other_families_are_left_out():
    k = with_value(Knowledge(), variable(0, 1), of_value(3), footprint(0))
    k = with_value(k, variable(1, 1), of_value(4), footprint(1))
    found = parted(k, FAMILIES)
    assert [*found.inner.values] == [variable(0, 1)]
    assert [*found.rest.values] == [variable(1, 1)]
    assert {**found.around(found.inner).values} == {**k.values}


def test_claims_stay_that_are_chained_to_what_is_read():
    near, further = at_least(variable(0), variable(1)), at_least(variable(1), variable(2))
    apart = at_least(variable(3), variable(4))
    k = with_claim(Knowledge(), further, footprint(1, 2))
    k = with_claim(with_claim(k, apart, footprint(3, 4)), near, footprint(0, 1))
    k = with_value(k, variable(2), of_value(7), footprint(2))
    found = parted(k, FAMILIES)
    assert [*found.inner.claims] == [further, near]
    assert variable(2) in found.inner.values
    assert [*found.rest.claims] == [apart]


def test_what_speaks_of_a_local_stays():
    k = with_claim(Knowledge(), at_least(variable(1), core.Local(2)), footprint(1, slots=(2,)))
    k = with_value(k, core.Read(3, (core.Local(2),)), of_value(1), footprint(3, slots=(2,)))
    assert parted(k, FAMILIES).inner is k


@pytest.mark.parametrize("game", ["kuhn_poker", "liars_dice", "whist", "market_road"])
def test_what_is_proved_is_the_same_with_all_that_is_known(monkeypatch, game):
    specs = pipeline.elaborate_all(str(ROOT / "games" / f"{game}.rules")).specs[:8]
    memory = Memory()
    shared = [prove(spec, memory) for spec in specs]
    monkeypatch.setattr(walks, "parted", lambda k, _: Framed(k, Knowledge()))
    assert framing.parted is parted
    assert [prove(spec) for spec in specs] == shared


TWO_BEGINNINGS = """\
game "Two Beginnings"
players 2
option starter: first_seat | by_lot "who begins"

token Coin in bank: 12 each
zone bank: Coin bag, open
zone purse(Player): Coin bag of 12, open
var opener: Player

setup:
    if starter is by_lot:
        random p in Player: set opener to p
    for p in Player: pay(p, 2)

play:
    each turn of p from opener, at most 6:
        p chooses:
            take "{p} takes one": pay(p, 1)
            pass
    end: p with most count purse(p) wins

to pay(p, n):
    draw n from bank to purse(p)
"""


def test_what_begins_otherwise_is_walked_once_for_what_does_not_read_it(tmp_path):
    file = tmp_path / "game.rules"
    file.write_text(TWO_BEGINNINGS, encoding="utf-8")
    one, two = pipeline.elaborate_all(str(file)).specs
    memory = Memory()
    prove(one, memory)
    before = memory.made
    prove(two, memory)
    assert memory.made - before == 2  # set-up and play; the effect is known
