"""Trees of a search: native memory holds what the plain one holds, number by number."""

from math import log

import attrs
import pytest

from interpreter import load
from interpreter.bots.native_tree import planted
from interpreter.bots.search import PlainTree, Settings, logarithm
from interpreter.engines.holding import Holder
from tests.support.sampling import passed_over

PIG = """game "Two short turns of pig"
players A, B

var points(Player): 0..40 = 0
var gained: 0..20 = 0

play:
    for p in Player:
        set gained to 0
        repeat 3:
            p chooses:
                roll "{p} rolls":
                    random n in 1..6: set gained to if n is 1 then 0 else gained + n
                hold "{p} holds": stop
        add gained to points(p)
    end: each r scores points(r) * 3 / 2 rounded down
"""


def both(name, settings, counts, choices=()):
    """Return what either tree tried, grown from the starts after some choices and chance."""
    found = []
    for engine in ("native", "reference"):
        game = load(name, engine=engine)
        tree = planted(game, settings)
        for seed, count in enumerate(counts):
            state = game.start(seed=seed)
            for number in choices:
                state = state.apply(number)
            tree.grow(Holder(game).state(state.with_seed(None)), count)
        found.append(tree.tried())
    return found


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize(("name", "count"), [("connect_four", 60), ("kalah", 40)])
def test_native_trees_are_plain_ones(name, count, keyed):
    native, plain = both(name, Settings(seed=7, keyed=keyed), [count])
    assert native == plain
    assert sum(tried.visits for tried in plain) == count


@pytest.mark.parametrize("keyed", [False, True])
def test_native_trees_are_plain_ones_where_there_are_dice(tmp_path, keyed):
    file = tmp_path / "pig.rules"
    file.write_text(PIG, encoding="utf-8")
    settings = Settings(seed=4, keyed=keyed)
    native, plain = both(str(file), settings, [400])
    assert native == plain
    assert plain != both(str(file), attrs.evolve(settings, keyed=not keyed), [400])[0]


def test_native_trees_are_plain_ones_over_several_deals():
    native, plain = both("leduc_poker", Settings(seed=3, exploration=1.1), [30, 1, 60, 25])
    assert native == plain


def test_native_trees_are_plain_ones_when_they_are_full():
    native, plain = both("tic_tac_toe", Settings(seed=5, nodes=20), [200])
    assert native == plain


def test_native_trees_are_plain_ones_beyond_the_table_of_logarithms():
    native, plain = both("tic_tac_toe", Settings(seed=5), [4_300], choices=(0, 4, 8, 2, 6, 3))
    assert native == plain
    assert max(tried.visits for tried in plain) > 4_096


def test_a_tree_may_be_grown_in_parts():
    start = load("connect_four").start()
    whole, parts = (planted(start.game, Settings(seed=2)) for _ in range(2))
    whole.grow(start, 1_000)
    for count in (1, 99, 900):
        parts.grow(start, count)
    assert whole.tried() == parts.tried()


def test_another_seed_grows_another_tree():
    start = load("connect_four").start()
    one, other = (planted(start.game, Settings(seed=seed)) for seed in (1, 2))
    one.grow(start, 300)
    other.grow(start, 300)
    assert one.tried() != other.tried()


@pytest.mark.parametrize("nodes", [1, passed_over(2), 50])
def test_a_tree_holds_no_more_nodes_than_it_may(nodes):
    start = load("connect_four", engine="reference").start()
    tree = PlainTree(2, Settings(nodes=nodes))
    tree.grow(start, 80)
    assert tree.size == nodes
    assert sum(tried.visits for tried in tree.tried()) <= 80


@pytest.mark.parametrize("number", [1, 2, 4_095, 4_096, 65_537, 10**12])
def test_logarithms_are_close(number):
    assert abs(logarithm(number) - log(number)) < 1 / 2_048
