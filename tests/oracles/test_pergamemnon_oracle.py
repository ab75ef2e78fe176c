"""Pergamemnon on the engine against its oracle; and that they would be seen to differ."""

from __future__ import annotations

import pytest

from interpreter import RuleFault
from tests.oracles import pergamemnon
from tests.oracles.lockstep import Difference, instances, lockstep, native
from tests.oracles.planting import planted

INSTANCES = instances("pergamemnon")
SEATS = {
    players: [instance for instance in INSTANCES if instance.players == players]
    for players in (2, 3, 4, 5)
}
# Every option both ways, with two players and with more.
SAMPLE = (SEATS[2][5], SEATS[3][10], SEATS[4][3], SEATS[5][12])
TWO, THREE, FOUR, FIVE = (SEATS[players][0] for players in SEATS)
# Who leads and who starts is settled before the first turn: the set-ups share the games.
READINGS = [SEATS[players][at : at + 4] for players in SEATS for at in range(0, 16, 4)]


def fresh(instance, oracle=pergamemnon.Oracle):
    """Return what makes a new oracle for an instance."""
    return lambda: oracle(instance.players, dict(instance.options))


@pytest.mark.parametrize("instance", SAMPLE, ids=str)
def test_the_oracle_agrees_with_the_engine(instance):
    lockstep(instance.game, fresh(instance), 1, 1, pergamemnon.LEAN)


@pytest.mark.soak
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: str(reading[0]))
def test_the_oracle_agrees_in_two_thousand_games_of_each_reading(reading):
    for at, instance in enumerate(reading):
        seed = 1000 + 500 * at
        lockstep(native(instance), fresh(instance), 500, seed, pergamemnon.LEAN)


# Instance, text before and after, and the seed of the first game that shows it.
QUICK = {
    "equal values do not hold": (TWO, ">= blow(q,", "> blow(q,", 0),
    "the first card goes on to defend": (
        THREE,
        "reinforced is last_card:",
        "reinforced is pair:",
        0,
    ),
}
RARE = {
    "Carthage pays in full": (TWO, "c.cost - blessed(p, carthagians)", "c.cost", 0),
    "the Hellenes always pay the same": (TWO, " + cursed(p, hellenes)", "", 0),
    "a later parry of the defender is a draw": (TWO, "(t is p or parried is draw)", "true", 0),
    "the Ballista has a helmet": (TWO, "bow,7,0,3,3", "bow,7,2,3,3", 7),
    "the attacker gets the charisma card": (
        THREE,
        "from charisma_cards to city(q)",
        "from charisma_cards to city(p)",
        0,
    ),
    "Rome starts with four": (TWO, "romans then 5 else 1", "romans then 4 else 1", 1),
    "Rome defends as before": (TWO, " - cursed(p, romans)", "", 1),
    "Carthage attacks as before": (TWO, " - cursed(p, carthagians))", ")", 0),
    "Egypt hunts on without Nefertiti": (
        TWO,
        "blessed(w, egyptians)",
        "nation(w) is egyptians",
        3,
    ),
    "who is secured may flee": (
        TWO,
        "if c.secure:",
        "if c.secure and not cursed(l, persians):",
        5,
    ),
    "the Persian's cards do not flee": (TWO, "c.flee or cursed(p, persians)", "c.flee", 1),
    "the Persian's hand stays": (
        TWO,
        "3 + blessed(p, persians)",
        "3 + (nation(p) is persians)",
        1,
    ),
    "any leader turns the City Card": (
        THREE,
        "c.leader and c.nation is nation(l)",
        "c.leader",
        10,
    ),
    "the City Card turns twice": (TWO, "if led and not fallen(l):", "if led:", 19),
    "the discard pile of Egypt stays": (
        TWO,
        "for c in spent(p) where c.flee:",
        "for c in spent(p) where false:",
        3,
    ),
    "no half points": (
        FIVE,
        "2 * c.points + (c.points > 0 and blessed(p, hellenes))",
        "2 * c.points",
        2,
    ),
    "half points without Agamemnon": (
        FIVE,
        "(c.points > 0 and blessed(p, hellenes))",
        "(c.points > 0 and nation(p) is hellenes)",
        9,
    ),
    "secured points do not count": (
        TWO,
        "move all from secured(p) to spent(p)",
        "move all from secured(p) to gone",
        0,
    ),
    "no tie is broken": (
        FOUR,
        "most points_of_the_best_creature(p) wins",
        "most points(p) wins",
        6,
    ),
    "one creature less ends the game": (
        THREE,
        "count display < count Player",
        "count display + 1 < count Player",
        0,
    ),
    "the attacker's cards end nothing": (TWO, "forces(p) < hand_size(p) or ", "", 3),
    "nobody wakes": (FIVE, "set active(q) to true", "set active(q) to active(q)", 0),
    "the neighbour plays after a lost attack": (
        FIVE,
        "next turn of q   ",
        "next turn of next(p)   ",
        0,
    ),
}


@pytest.mark.parametrize(
    "fault",
    [*QUICK.values(), *(pytest.param(fault, marks=pytest.mark.soak) for fault in RARE.values())],
    ids=[*QUICK, *RARE],
)
def test_a_fault_in_the_rule_text_is_found(tmp_path, fault):
    instance, before, after, seed = fault
    game = planted(instance, tmp_path, before, after)
    with pytest.raises((Difference, RuleFault)):
        lockstep(game, fresh(instance), 1, seed, pergamemnon.LEAN)
