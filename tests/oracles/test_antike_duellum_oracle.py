"""Antike Duellum on the engine against its oracle; and that they would be seen to differ."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import pytest

from tests.oracles import antike_duellum
from tests.oracles.duellum.tables import COINS
from tests.oracles.lockstep import Difference, beginning, instances, lockstep, native
from tests.oracles.planting import planted

INSTANCES = instances("antike_duellum")
WEST, AUTOMATIC, EAST = INSTANCES[:3]
SAMPLE = 200  # points of a game of some 1,500; whole games are for the soak


def fresh(instance, oracle=antike_duellum.Oracle):
    """Return what makes a new oracle for an instance."""
    return lambda: oracle(instance.players, dict(instance.options))


@pytest.mark.parametrize("at", range(len(INSTANCES)), ids=lambda at: str(INSTANCES[at]))
def test_the_oracle_agrees_with_the_engine(at):
    beginning(INSTANCES[at].game, fresh(INSTANCES[at]), SAMPLE, at, antike_duellum.LEAN)


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_the_oracle_agrees_in_two_thousand_games(instance):
    lockstep(native(instance), fresh(instance), 2000, 1000, antike_duellum.LEAN)


class Watched(antike_duellum.Oracle):
    """An oracle that counts what seldom happens."""

    seen: ClassVar[Counter[str]] = Counter()

    def _produce(self, word):
        self.seen["no coin in the bank"] += sum(n.coins for n in self._nations) == COINS
        yield from super()._produce(word)

    def _conquer(self, region):
        temple, wall = region in self._temples, region in self._walled
        fortresses = self._other.cards["FORTRESS"]
        yield from super()._conquer(region)
        used = self._other.cards["FORTRESS"] < fortresses
        fell = self._ruler[region] is self._acting
        self.seen["a temple falls"] += fell and temple
        self.seen["a wall falls"] += fell and wall
        self.seen["a Fortress saves a city"] += used and not fell
        self.seen["a Fortress costs a unit"] += used and fell

    def _arm(self):
        before = self._other.fallen.total()
        yield from super()._arm()
        self.seen["a battle when arming"] += self._other.fallen.total() > before

    def _take_event(self):
        yield from super()._take_event()
        self.seen["a short display"] += len(self._display) < 3

    def _found_cities(self):
        self.seen["a colour of tokens has run out"] += 0 in self._tokens.values()
        self.seen["all temples stand"] += self._temples_left == 0
        yield from super()._found_cities()


@pytest.mark.soak
def test_what_seldom_happens_comes_up():
    Watched.seen.clear()
    for at, instance in enumerate(INSTANCES):
        lockstep(instance.game, fresh(instance, Watched), 40, 40 * at, antike_duellum.LEAN)
    assert min(Watched.seen.values()) > 0, Watched.seen


# Instance, text before and after, the seed of a game that shows it, and by which point.
OTHERS = "+ units(ruler(c), c) + count wall(c) + known(ruler(c), res_publica)"
REFILL = "    refill_display                       # may have stayed short"
QUICK = {
    "galleys go where legions go": (WEST, "takes(t, a) else", "t.red else", 3, 11),
    "two cards alike are shown": (WEST, "where turned is e:", "where false:", 2, 15),
}
RARE = {
    "Strata costs five": (WEST, "strata,1,6", "strata,1,5", 12, 9),
    "a fourth field costs nothing": (WEST, "f) - 3 - free", "f) - 4 - free", 4, 9),
    "Strata moves galleys": (WEST, "strata else navigatio", "navigatio else strata", 11, 52),
    "arming costs one": (WEST, "pay(p, 2, iron, ", "pay(p, 1, iron, ", 3, 13),
    "kings for four": (WEST, "cities_of(p) / 5", "cities_of(p) / 4", 3, 44),
    "the second is a scholar": (WEST, "if not known(opponent(p), v): add", "if true: add", 1, 45),
    "Courier is one field": (WEST, "set free_fields to 2", "set free_fields to 1", 14, 62),
    "Colonists pay": (EAST, "if colonists > 0 then", "if colonists > 1 then", 10, 65),
    "Academy counts its owner": (WEST, "known(q, v) to chips", "known(p, v) to chips", 7, 75),
    "next to temples is free": (EAST, "take temple_coins(c) from", "take 0 from", 13, 86),
    "no Moneta": (WEST, "add known(p, moneta) to", "add 0 to", 17, 116),
    "an attack brings a card": (EAST, "if looted: take_event", "if tried: take_event", 19, 231),
    "a saved city falls": (
        EAST,
        "need not safe(c) else",
        "need not safe(c) or true else",
        19,
        231,
    ),
    "walls do not defend": (WEST, OTHERS, OTHERS.replace("count wall(c)", "0"), 5, 239),
    "units do not defend": (WEST, OTHERS, OTHERS.replace("units(ruler(c), c)", "0"), 14, 247),
    "Commercium at once": (
        WEST,
        "need known(p, commercium) else",
        "need known(p, commercium) or learning(commercium) else",
        11,
        275,
    ),
    "navigators for eight": (EAST, "seas(p) / 7", "seas(p) / 8", 9, 283),
    "a wall for the sixth": (WEST, "1 | 2 | 3 | 5 | 7:", "1 | 2 | 3 | 5 | 6:", 7, 345),
    "the builder is dear": (WEST, "(builders > 0)", "(builders > 1)", 31, 365),
    "Burglary rounds up": (EAST, "/ 2 rounded down from", "/ 2 rounded up from", 23, 389),
    "no general": (EAST, "add 1 to razed", "add 0 to razed", 9, 400),
    "Res Publica does not defend": (
        WEST,
        OTHERS,
        OTHERS.replace(" + known(ruler(c), res_publica)", ""),
        29,
        411,
    ),
    "the fallen are armed again": (WEST, "here to fallen(p)", "here to box(p)", 8, 420),
    "walls go to the conqueror": (WEST, "wall(c) to walls(q)", "wall(c) to walls(p)", 29, 450),
    "a coin more": (WEST, "let mint = 30", "let mint = 31", 32, 533),
    "Corsica counts once": (WEST, "CORSICA,,2", "CORSICA,,1", 29, 658),
    "each attack meets a Fortress": (AUTOMATIC, "else if not tried:", "else:", 100, 1328),
    "the display stays short": (WEST, REFILL, REFILL.replace("refill_display", "pass"), 27, 1681),
}


@pytest.mark.parametrize(
    "fault",
    [*QUICK.values(), *(pytest.param(fault, marks=pytest.mark.soak) for fault in RARE.values())],
    ids=[*QUICK, *RARE],
)
def test_a_fault_in_the_rule_text_is_found(tmp_path, fault):
    instance, before, after, seed, points = fault
    game = planted(instance, tmp_path, before, after)
    with pytest.raises(Difference):
        beginning(game, fresh(instance), points + 15, seed, antike_duellum.LEAN)
