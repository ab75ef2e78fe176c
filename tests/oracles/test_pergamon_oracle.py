"""Pergamon on the engine against its oracle; and that they would be seen to differ."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import pytest

from tests.oracles import pergamon
from tests.oracles.lockstep import Difference, instances, lockstep, native
from tests.oracles.planting import planted
from tests.support.sampling import thinned

INSTANCES = instances("pergamon")


def of(players, **options):
    """Return an instance by its options; one that is not named is as by default."""
    plain = {**dict(INSTANCES[0].options), **options}
    return next(i for i in INSTANCES if (i.players, dict(i.options)) == (players, plain))


TWO, THREE = of(2), of(3)
FOUR = of(4, order="track", sorting="by_choice")
COLLECTIONS, MODEST = of(3, bonus="collections"), of(2, raider="as_asked")


def fresh(instance, oracle=pergamon.Oracle):
    """Return what makes a new oracle for an instance."""
    return lambda: oracle(instance.players, dict(instance.options))


@pytest.mark.parametrize("at", thinned(range(len(INSTANCES))), ids=lambda at: str(INSTANCES[at]))
def test_the_oracle_agrees_with_the_engine(at):
    lockstep(INSTANCES[at].game, fresh(INSTANCES[at]), 1, at, pergamon.LEAN)


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_the_oracle_agrees_in_two_thousand_games(instance):
    lockstep(native(instance), fresh(instance), 2000, 1000, pergamon.LEAN)


class Watched(pergamon.Oracle):
    """An oracle that counts what seldom happens."""

    seen: ClassVar[Counter[str]] = Counter()

    def _show(self, player, marker, polish):
        value = sum(found[0] for found in pergamon.objects(player.bench)) + polish
        self.seen["a fourth collection"] += marker in player.shown
        self.seen["a value above 24"] += value > pergamon.TOP
        self.seen["polished by more than three"] += polish > pergamon.MOST_POLISH
        markers = sum(len(other.shown) for other in self.players) + (marker not in player.shown)
        super()._show(player, marker, polish)
        self.seen["pushed out"] += markers > sum(len(other.shown) for other in self.players)

    def _lay_out(self):
        room = sum(len(finds) < pergamon.ROOM for finds in self.galleries.values())
        self.seen["a full gallery"] += room < pergamon.GALLERIES
        self.seen["only full galleries"] += room == 0
        yield from super()._lay_out()

    def returns(self):
        most = max(player.tickets for player in self.players)
        tied = [player for player in self.players if player.tickets == most]
        self.seen["a tie"] += len(tied) > 1
        self.seen["a tie that an object decides"] += len(tied) > sum(
            share > -1 for share in super().returns()
        )
        return super().returns()


@pytest.mark.soak
def test_what_seldom_happens_comes_up():
    Watched.seen.clear()
    for at, instance in enumerate(INSTANCES):
        lockstep(instance.game, fresh(instance, Watched), 50, 50 * at, pergamon.LEAN)
    assert min(Watched.seen.values()) > 1, Watched.seen


# Instance, text before and after, and the seed of the first game that shows it.
LEFTMOST = "with most f.position else"
QUICK = {
    "the raider never takes the rest": (
        TWO,
        "if takes_all then",
        "if takes_all and f is f13 then",
        0,
    ),
    "the raider takes the rest by option too": (
        MODEST,
        "last and (raider is as_player or",
        "last and (raider is as_asked or",
        0,
    ),
    "the rightmost begins anew": (THREE, LEFTMOST, LEFTMOST.replace("most", "least"), 0),
}
RARE = {
    "an exhibition earns nothing": (THREE, "add 1 to tickets(p)", "add 0 to tickets(p)", 0),
    "a smaller bonus": (FOUR, "max(0, 3 - older", "max(0, 2 - older", 1),
    "collections are as old as their youngest": (
        COLLECTIONS,
        "let age(p, i) = highest of",
        "let age(p, i) = lowest of",
        1,
    ),
    "what the raider leaves lies on": (
        MODEST,
        "    set pot to 0 ",
        "    set pot to pot ",
        0,
    ),
    "raiders dig cheaply": (TWO, "let g = highest of n", "let g = lowest of n", 0),
    "raiders empty the empty": (TWO, "n <= loot and gallery(n) is not empty", "n <= loot", 0),
    "order spaces from the right": (FOUR, "by most f.position", "by least f.position", 0),
    "years do not order finds": (THREE, "then least f.year else", "then most f.year else", 0),
    "centuries do not bind": (FOUR, "f.century is youngest)", "f.century >= youngest)", 0),
    "equal markers stay": (THREE, "and spot(q, j) <= value:", "and spot(q, j) < value:", 3),
    "own markers stay": (THREE, "0 and spot(q, j) <=", "0 and q is not p and spot(q, j) <=", 1),
    "years of the first find": (THREE, "* a.century + b.year", "* a.century + a.year", 5),
    "centuries of the second find": (THREE, "100 * a.century", "100 * b.century", 1),
    "worth by the second find": (THREE, "sum of a.century for", "sum of b.century for", 0),
    "polish by four": (THREE, "n <= 3 or last_turn", "n <= 4 or last_turn", 0),
    "the last polish is as any": (THREE, "n <= 3 or last_turn", "n <= 3", 1),
    "a started three is free": (THREE, "/ 3 rounded up", "/ 3 rounded down", 1),
    "jugs before vases": (THREE, "5: evaluate(vase, 3)", "5: evaluate(jug, 3)", 0),
    "interest falls less": (THREE, "9: evaluate(mask, 5)", "9: evaluate(mask, 4)", 1),
    "half a vase wins a prize": (
        THREE,
        "where a.right is t else 0",
        "where a.left is t else 0",
        0,
    ),
    "the plan ends at 23": (THREE, "min(24, worth", "min(23, worth", 12),
    "what is broken up stays": (THREE, "if spot(p, i) > 0: lower", "if false: lower", 16),
    "only free markers": (THREE, "or free_marker(p) is 0", "or free_marker(p) is 1", 0),
    "ties are shared": (THREE, "then most eldest(p) wins", "wins", 29),
}


@pytest.mark.parametrize(
    "fault",
    [*QUICK.values(), *(pytest.param(fault, marks=pytest.mark.soak) for fault in RARE.values())],
    ids=[*QUICK, *RARE],
)
def test_a_fault_in_the_rule_text_is_found(tmp_path, fault):
    instance, before, after, seed = fault
    game = planted(instance, tmp_path, before, after)
    with pytest.raises(Difference):
        lockstep(game, fresh(instance), 1, seed, pergamon.LEAN)
