"""Agamemnon on the engine against its oracle; and that they would be seen to differ."""

from __future__ import annotations

from itertools import cycle, permutations, product

import pytest

from tests.oracles import agamemnon
from tests.oracles.lockstep import Difference, instances, lockstep, native
from tests.oracles.planting import planted
from tests.support.games import Instance

COVERING = instances("agamemnon")
LOTS = ("first_tile", "second_tile", "third_tile")
WAYS = ("mixed", "sorted", "face_up")


def instance(board, tiles, starter="Trojans", lots=("by_lot",) * 3):
    """Return the instance with these options."""
    options = {"board": board, "tiles": tiles, "starter": starter}
    options |= dict(zip(LOTS, lots, strict=True))
    return Instance(COVERING[0].path, 2, tuple(options.items()))


VARIANTS = [instance(*options) for options in product(("front", "loom"), WAYS, agamemnon.PLAYERS)]
LAYOUTS = [
    instance("loom", tiles, lots=lots)
    for tiles, lots in zip(cycle(WAYS), permutations(agamemnon.LOOM_TILES, 3), strict=False)
]
TWICE = [instance("loom", "face_up", lots=("by_lot", "loom_b", "loom_b"))]


def agree(played, count, seed, game=None):
    """Play so many games of an instance in lockstep, or of another game with its options."""

    def fresh():
        return agamemnon.Oracle(played.players, dict(played.options))

    lockstep(game or played.game, fresh, count, seed, agamemnon.LEAN)


@pytest.mark.parametrize("at", range(len(VARIANTS)), ids=lambda at: str(VARIANTS[at]))
def test_the_oracle_agrees_with_the_engine(at):
    agree(VARIANTS[at], 1, at)


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_oracle_agrees_in_two_thousand_games(variant):
    agree(variant, 2000, 1000, native(variant))


@pytest.mark.soak
@pytest.mark.parametrize("layout", [*LAYOUTS, *TWICE, *COVERING], ids=str)
def test_the_oracle_agrees_on_every_layout_of_the_loom(layout):
    agree(layout, 200, 5000, native(layout))


# Warps next to s0, whose two Strings they swap away.
TO_BARE_S0 = dict.fromkeys(("s0_s2", "s2_s6", "s0_s4", "s2_s4"), 100)
TO_BARE_S0 |= {"warp": 2000, "s2": 60, "s4": 60, "exchange": 20}


def test_a_space_that_loses_its_strings_stays_in_play():
    layout = instance("loom", "face_up", lots=("loom_b", "loom_c", "loom_d"))
    bare = []

    class Watched(agamemnon.Oracle):
        def _score(self):
            bare.append("s0" in self.tiles and not any("s0" in area for area in self.strung))
            super()._score()

    lockstep(layout.game, lambda: Watched(2, dict(layout.options)), 2, 10, TO_BARE_S0)
    assert any(bare)


FRONT, SORTED = VARIANTS[0], VARIANTS[2]
ALL_UP = VARIANTS[10]
CHOSEN = instance("loom", "face_up", lots=("loom_a", "loom_b", "loom_c"))
# Instance, text before and after, and the seed of the first game that shows it.
QUICK = {
    "a Weft joins Strings": (FRONT, "tile(s) is empty or tile(s).weft", "tile(s) is empty", 0),
    "a Weft may swap": (FRONT, "if t.warp: weave", "if t.weft: weave", 0),
    "only one turn is early": (FRONT, "due(number), number <= 4", "due(number), number <= 2", 1),
    "a swap takes two Strings": (ALL_UP, "not empty or strung(b)", "not empty and strung(b)", 0),
}
RARE = {
    "Weavers do not count": (FRONT, "force: 1 ", "force: (if t.weft or t.warp then 0 else 1) ", 0),
    "a tie is somebody's": (
        FRONT,
        "power(p, g, k) else none",
        "power(p, g, k) else Trojans",
        0,
    ),
    "B is no higher than C": (FRONT, "    B: 8", "    B: 4", 0),
    "an area is of another type": (FRONT, "s12,s17,force", "s12,s17,strength", 0),
    "Strings do not win": (
        FRONT,
        "p with most string_tiles(p) wins",
        "p with most count shown(p) wins",
        0,
    ),
    "few exchanges of Weavers": (SORTED, "not early, at most 12", "not early, at most 2", 1),
    "Weavers are mixed": (
        SORTED,
        "if tiles is sorted: move t from sh",
        "if board is loom: move t from sh",
        0,
    ),
    "a tile is seen too early": (SORTED, "k) to taken(p)", "k) to shown(p)", 0),
    "the outside is in play": (ALL_UP, "need s is not outside else", "need s is s else", 0),
    "and its connections": (ALL_UP, "touches(a, outside) and not touches(b, outside)", "false", 0),
    "force is turned up last": (
        CHOSEN,
        "k is force then second_tile else third_tile",
        "k is force then third_tile else second_tile",
        0,
    ),
}


@pytest.mark.parametrize(
    "fault",
    [*QUICK.values(), *(pytest.param(fault, marks=pytest.mark.soak) for fault in RARE.values())],
    ids=[*QUICK, *RARE],
)
def test_a_fault_in_the_rule_text_is_found(tmp_path, fault):
    played, before, after, seed = fault
    game = planted(played, tmp_path, before, after)
    with pytest.raises(Difference):
        agree(played, 1, seed, game)
