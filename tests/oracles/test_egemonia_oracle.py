"""Egemonia on the engine against its oracle; and that they would be seen to differ."""

from __future__ import annotations

import pytest

from tests.oracles import egemonia
from tests.oracles.lockstep import Difference, instances, lockstep, native
from tests.oracles.planting import planted

INSTANCES = instances("egemonia")
PLAIN, TWICE, HISTORICAL = INSTANCES[0], INSTANCES[1], INSTANCES[4]


def fresh(instance, oracle=egemonia.Oracle):
    """Return what makes a new oracle for an instance."""
    return lambda: oracle(instance.players, dict(instance.options))


@pytest.mark.parametrize("at", range(len(INSTANCES)), ids=lambda at: str(INSTANCES[at]))
def test_the_oracle_agrees_with_the_engine(at):
    lockstep(INSTANCES[at].game, fresh(INSTANCES[at]), 1, at, egemonia.LEAN)


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_the_oracle_agrees_in_two_thousand_games(instance):
    lockstep(native(instance), fresh(instance), 2000, 1000, egemonia.LEAN)


# Instance, text before and after, and the seed of the first game that shows it.
QUICK = {
    "Military has no third step": (PLAIN, "within 3 of b along", "within 2 of b along", 0),
    "Coup against Coup is a draw": (PLAIN, "coup,coup,attacker", "coup,coup,neither", 0),
    "Syracuse cannot fall": (PLAIN, "if a is Sicily and syracuse:", "if false:", 0),
    "specials are for who placed them": (PLAIN, "then p else e.side", "then p else p", 0),
}
RARE = {
    "own areas are in range": (PLAIN, "(b is not a or", "(b is a or b is not a or", 0),
    "Divine help stays": (PLAIN, "to hand(opponent(p))", "to hand(p)", 0),
    "enemy areas bar nobody": (HISTORICAL, "a) = not historical", "a) = historical", 0),
    "odd turns are Spartan": (PLAIN, "turn mod 2 is 0 then", "turn mod 2 is 1 then", 0),
    "who holds Delphi has the Oracle": (PLAIN, " and holder(Delphi) is not before", "", 2),
    "the Oracle is not used up": (PLAIN, "set oracle to none  ", "set oracle to p  ", 2),
    "Delphi gives no favour": (PLAIN, "then most holder(Delphi) is p else if", "else if", 4),
    "Sicily counts once": (PLAIN, "(if a is Sicily then 2 else 1)", "1", 5),
    "the area of Sicily counts once": (TWICE, "is in_areas_too and", "is in_orientation and", 10),
    "draws at home are draws": (HISTORICAL, "historical and a is", "not historical and a is", 4),
    "specials go back": (PLAIN, "from ranks(p) to box", "from ranks(p) to cup", 0),
    "all draw three": (PLAIN, "max(0, 4 -", "max(if turn is 1 then 4 else 3, 4 -", 0),
    "eleven areas win": (PLAIN, "areas(p) >= 10 with", "areas(p) >= 11 with", 22),
    "Sicily does not decide": (PLAIN, "then most holder(Sicily) is p wins", "wins", 2),
    "queues begin with the other": (PLAIN, "favoured where t", "opponent(favoured) where t", 24),
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
        lockstep(game, fresh(instance), 1, seed, egemonia.LEAN)
