"""Which steps of other plays show a player what he saw: by native code, and by the reference.

Native code does not tell a text of so many wordings, nor by what players were compared at the end.
The backs of what moved unseen are told, and not whose they are where some have none.
"""

from itertools import pairwise

import pytest

from interpreter import Belief, RuleFault, load
from interpreter.chance import Numbers
from interpreter.knowledge.ground import PlainGround
from interpreter.knowledge.native_ground import NativeGround
from interpreter.knowledge.sights import sights_among
from interpreter.native.engine.observers import find_observer_log
from interpreter.tree import followers

TEXT = """game "Much is said"
players A, B
token Card(rank: 2..3) in deck: 1 each
component Chip in deck:
    back: red | blue, on the back
    | name | back |
    | chip | red  |
zone deck: Card or Chip bag, hidden
zone hand(Player): Card or Chip set, owner sees
var heat(Player): 0..199
var room(Player): 0..2, owner sees
let weight(c) = if c is Card(3) then 3 else 1
play:
    for p in Player: draw 1 from deck to hand(p)
    for p in Player:
        p chooses:
            wait
            shout: say "{heat(A)} and {heat(B)}"
            dare:
                for c in hand(p): set room(p) to weight(c)
                add 1 to heat(p)
                say "{heat(A)} and {heat(B)}"
    end: p with most heat(p) wins
"""


@pytest.fixture(scope="module", params=["reference", "native"])
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def plays(engine, tmp_path_factory):
    """Return all whole plays that break no rule, by all that each player saw and did."""
    path = tmp_path_factory.mktemp("ground") / "much.rules"
    path.write_text(TEXT, encoding="utf-8")
    return list(ends(load(str(path), engine=engine).start()))


def ends(state):
    """Yield all states at the end of a play that goes on from one."""
    if state.is_terminal:
        yield state
    for number in followers(state):
        try:
            after = state.child(number)
        except RuleFault:
            continue
        yield from ends(after)


def ground(state, player):
    """Return a ground that knows a play."""
    start = state.game.start()
    compiled = start.held.compiled
    log = find_observer_log(state.game)
    plain = PlainGround(start, player)
    made = plain if compiled is None else NativeGround(state.game, compiled, player, log)
    for before, after in pairwise(state.path):
        assert made.note(before, after) == sights_among(after.effects(player))
    return made


def shown(state, player):
    """Return what a player did and saw of each step of a play, and whose choice it was."""
    return [
        (
            before.current_player,
            after.action if before.current_player == player else None,
            after.effects(player),
            after.current_player,
        )
        for before, after in pairwise(state.path)
    ]


@pytest.mark.parametrize("player", [0, 1])
def test_those_plays_can_be_taken_beside_the_real_one_that_show_what_was_seen(plays, player):
    seen = [shown(play, player) for play in plays]
    for at in range(0, len(plays), 7):
        known = ground(plays[at], player)
        for other, steps in zip(plays, seen, strict=True):
            chain = known.played(other.history)
            assert (chain is not None) == (steps == seen[at])
            if chain is not None:
                for point, (before, after) in enumerate(pairwise(other.path)):
                    assert known.is_alike(point, before, after)
                    told = known.moved(chain, point, after.action)
                    assert told == sights_among(after.transition)


@pytest.mark.parametrize("player", [0, 1])
def test_what_can_happen_beside_a_real_step_is_what_shows_the_same(plays, player):
    for real in plays[::7]:
        known, steps = ground(real, player), shown(real, player)
        chain = known.played(real.history)
        for point, before in enumerate(real.path[:-1]):
            alike = []
            for number in followers(before):
                begun = known.copied(chain, point)
                is_taken = known.push(begun, number)
                assert is_taken == (shown_by(before, number, player) == steps[point])
                alike += [number] if is_taken else []
            assert [number for number, _ in known.ways(chain, point)[0]] == alike
            numbers = [Numbers("test", seed) for seed in range(4)]
            for each in numbers:
                begun = known.copied(chain, point)
                said = known.step(begun, each)
                assert said is None or begun.numbers[point] in alike


def shown_by(before, number, player):
    """Return what a player does and sees of a step; None where it breaks a rule."""
    try:
        return shown(before.child(number), player)[-1]
    except RuleFault:
        return None


@pytest.mark.parametrize("player", [0, 1])
def test_a_table_holds_all_that_may_be_where_steps_are_not_told(plays, player):
    for real in plays[::7]:
        belief = Belief.start(real.game, player)
        belief.follow(real)
        alike = {play.position for play in plays if shown(play, player) == shown(real, player)}
        assert {position for position, _ in belief.weights} == alike
