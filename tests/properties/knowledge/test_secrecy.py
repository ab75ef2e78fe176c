"""A seat can get at nothing that would tell it plays apart which it cannot. Ref §2-5, §9, §12.

Random plays of every game, at several moments, from every seat: beside each stand plays that the
seat could not tell from it (Ref §18), and all that the seat can get at
(`tests.support.knowledge.channels`) must be the same. The real plays are made by native code where
there is any, and the others by the reference.
"""

from contextlib import suppress

import attrs
import pytest
from hypothesis import given

from interpreter import (
    Belief,
    IllegalAction,
    MonteCarlo,
    RedealExhausted,
    SeatView,
    Session,
    Uniform,
    redeal,
)
from interpreter.game import Game
from interpreter.layout import Layout
from interpreter.measuring.simulate import playout
from interpreter.position import Position
from interpreter.reference.values import World
from interpreter.state import State
from rulelang import core, pipeline
from tests.properties.knowledge.test_generated_knowledge import MOST, play_of
from tests.properties.test_generated import PICKS, tried
from tests.support import cases, games
from tests.support.generated.texts import made
from tests.support.knowledge import channels, redealt
from tests.support.sampling import DEEP, gated_but, is_for_soak, thinned

LATER_SEEDS = range(2, 6)
EARLY, LATE = (2, 6, 13, 24), (9, 40, 70)
SPREAD = ((range(1), EARLY[:2]), (range(1, 2), EARLY[2 if DEEP else 3 :]))
"""Seeds and moments of the gate: the moments are divided among two plays."""

WIDTHS = {"egemonia": 12, "pergamemnon": 24}
"""How many positions a belief holds, where more of them take long."""

SAMPLED = 2 if redealt.DEEP else 1
EXHAUSTED = {"battleships": 0.25, "liars_dice": 0.25}
"""The most of the cases of a game in which no other play is found; of all others none is so."""

HIDING = {
    *("battleships", "carnival", "egemonia", "kuhn_poker", "leduc_poker", "liars_dice"),
    *("pergamemnon", "pergamon", "whist"),
}
"""Games in which a player lacks something for long enough that there are other plays."""


def native(instance):
    return attrs.evolve(instance.game, engine="native")


def swept(path, instances, spread):
    """Return what comes of cases of some instances."""
    found = redealt.Found()
    for instance in instances:
        for seeds, moments in spread:
            for case in redealt.cases(native(instance), seeds, moments):
                redealt.compare(case, found, WIDTHS.get(path.stem, 64))
    return found


def holds(path, found, exhausted):
    assert not found.leaks, found.leaks[:5]
    assert found.exhausted_share <= exhausted, redealt.counted(found)
    cases.counted(path, "moments", found.cases)
    cases.counted(path, "moments with other plays", found.different)


OPEN = {path.stem for path in games.RULES if not games.hides(path)}
"""Games in which a player lacks nothing: no other play looks like the one that was made."""


@pytest.mark.parametrize("path", gated_but(OPEN, games.RULES), ids=lambda path: path.stem)
def test_a_seat_cannot_tell_plays_apart_that_look_alike_to_it(path):
    instances = games.instances(path)
    found = swept(path, instances[:: -(-len(instances) // SAMPLED)], SPREAD)
    holds(path, found, EXHAUSTED.get(path.stem, 0.0))
    assert found.different or path.stem not in HIDING, redealt.counted(found)


NAMED = "look_and_put_back"
"""The text in which planted faults are found: the gate plays it, whichever others there are."""


def small():
    """Return the small texts, some of them marked for the soak."""
    marked = zip(games.TEXTS, thinned(games.TEXTS), strict=True)
    return [path if path.stem == NAMED else one for path, one in marked]


@pytest.mark.parametrize("path", small(), ids=lambda path: path.stem)
def test_nor_can_it_in_small_texts(path):
    found = swept(path, games.instances(path)[:4], SPREAD)
    holds(path, found, EXHAUSTED.get(path.stem, 0.0))


@pytest.mark.soak
@pytest.mark.parametrize("instance", games.EVERY, ids=str)
def test_no_instance_tells_a_seat_plays_apart(instance):
    found = swept(instance.path, [instance], [(LATER_SEEDS, EARLY + LATE)])
    holds(instance.path, found, 0.5)


CARE_OF_AUTHORS = {
    *("legal ids", "legal actions", "sentences", "arms", "candidates"),
    *("refusals of ids", "errors of ids", "refusals of texts"),
}
"""What options say follows from the text: that is not asked of texts that nobody wrote."""


@tried(20)
@given(made(), PICKS)
def test_no_channel_of_the_engine_tells_in_generated_texts(game, picks):
    states = play_of(game, picks, MOST)
    for player in range(len(states[-1].game.players)) if states else ():
        try:
            sample = redeal(states[-1], player, seed=picks[0], width=32)
        except RedealExhausted:
            continue
        names = set(redealt.differences(states[-1], sample, player)) - CARE_OF_AUTHORS
        assert names == set(), str(game)


# ---------------------------------------------------------------- leaks that are planted


@attrs.frozen
class Leak:
    """A change of a game that tells a secret, and channels one of which must show it.

    `first`: the seed to begin with; by that one it showed when it was planted.
    """

    name: str
    game: str
    before: str
    after: str
    channels: frozenset[str]
    moments: tuple[int, ...] = EARLY
    first: int = 0


def leak(name, game, before, after, *shown, **how):
    return Leak(name, game, before, after, frozenset(shown), **how)


LEAKS = (
    leak(
        "a need asks for the other's card",
        "games/kuhn_poker",
        'bet "{p} bets":\n',
        'bet "{p} bets":\n                need hand(q).rank < 3 else "better not"\n',
        *("legal ids", "refusals of ids"),
    ),
    leak(
        "a refusal names the other's card",
        "games/leduc_poker",
        'else "there is nothing to fold against"',
        'else "there is nothing to fold against, {hand(q)}"',
        "refusals of ids",
    ),
    leak(
        "the sentence of an action names the other's card",
        "games/kuhn_poker",
        '"{p} passes"',
        '"{p} passes against {hand(q)}"',
        "sentences",
    ),
    leak(
        "who is asked depends on the other's cards",
        "tests/texts/high_card",
        "        for p in Player:\n            p chooses",
        "        for p in Player where no c in hand(next(p)) where c.rank is 5:\n"
        "            p chooses",
        "pause",
        first=5,
    ),
    leak(
        "what is meant depends on the other's cards",
        "games/carnival",
        "stab(q in Player where others(p, q))",
        "stab(q in Player where others(p, q) and no m in worn(q) where m is guard)",
        "candidates",
        first=2,
    ),
    leak(
        "players do not see the hand they play from",
        "games/whist",
        "zone hand(Player): Card set of 13, owner sees",
        "zone hand(Player): Card set of 13, hidden",
        "legal ids",
        moments=(55,),  # all cards are dealt
    ),
    leak(
        "players do not see the masks they take off",
        "games/carnival",
        "zone worn(Player): Mask set of 2, owner sees",
        "zone worn(Player): Mask set of 2, hidden",
        "legal ids",
        first=2,
    ),
)


@pytest.mark.parametrize("planted", LEAKS, ids=lambda planted: planted.name)
def test_a_planted_leak_is_found(planted, tmp_path):
    text = (games.ROOT / f"{planted.game}.rules").read_text(encoding="utf-8")
    assert text.count(planted.before) == 1
    file = tmp_path / "leaking.rules"
    file.write_text(text.replace(planted.before, planted.after), encoding="utf-8")
    built = pipeline.build(str(file))
    assert built.spec is not None, built.diagnostics
    found = redealt.Found()
    seeds = range(planted.first, planted.first + 6)
    for case in redealt.cases(Game(built.spec), seeds, planted.moments):
        redealt.compare(case, found)
        if planted.channels <= found.channels:
            return
    raise AssertionError(redealt.counted(found))


# ---------------------------------------------------------------- looking


LOOKED_AT = (*[path for path in games.RULES if not is_for_soak(path)][::2], *games.TEXTS[::2])


def test_looking_changes_nothing():
    """All that can be asked is asked, of states and sessions, and what came is written over."""
    for instance in (games.instances(path)[0] for path in LOOKED_AT):
        state = playout(native(instance), 1).path[:12][-1]
        before = channels.snapshot(state)
        session = Session(instance.game, seed=3)
        told = channels.told_to_all(session)
        for player, seat in enumerate(state.game.players):
            channels.at(state, player), channels.behind(state, player)
            channels.spoilt(state.observation(player))
            channels.spoilt(session.view(seat))
            channels.spoilt(session.events(seat))
            with suppress(RedealExhausted):
                redeal(state, player, 1, width=4)
        assert channels.snapshot(state) == before
        assert channels.told_to_all(session) == told


# ---------------------------------------------------------------- bots

TRUTH = (State, Position, World, Belief)
PLAIN = (str, int, float, bool, bytes, type(None), core.Spec, Layout)


def handed(thing, found, depth=6):
    """Put what can be reached by attributes into `found`; functions are not looked into."""
    if isinstance(thing, PLAIN) or callable(thing) or id(thing) in found or not depth:
        return
    found[id(thing)] = thing
    parts = list(getattr(thing, "__dict__", {}).values())
    slots = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
    for name in slots | set(dir(thing)):
        if not name.startswith("__"):
            with suppress(AttributeError, IllegalAction):
                parts.append(getattr(thing, name))
    if isinstance(thing, tuple | list):
        parts += list(thing)
    if isinstance(thing, dict):
        parts += list(thing.values())
    for part in parts:
        handed(part, found, depth - 1)


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_the_true_state_is_not_among_what_a_bot_is_handed(engine):
    instance = games.instances(games.ROOT / "games" / "kuhn_poker.rules")[0]
    state = attrs.evolve(instance.game, engine=engine).start(seed=1)
    belief = Belief.start(state.game, state.current_player)
    view = SeatView(state, belief)
    found = {}
    for thing in (view, view.legal_actions, view.legal_actions[0], view.observation()):
        handed(thing, found)
    assert len(found) > 5
    assert not [thing for thing in found.values() if isinstance(thing, TRUTH)]
    assert not hasattr(view, "__dict__")
    public = {name for name in dir(view) if not name.startswith("_")}
    assert public == {
        *("game", "player", "moment", "legal_actions"),
        *("observation", "information_state", "redeal"),
    }


def test_what_is_handed_would_be_found():
    state = games.shipped("kuhn_poker").start(seed=1)
    found = {}
    handed([{"deep": (state,)}], found)
    assert any(isinstance(thing, TRUTH) for thing in found.values())


@pytest.mark.parametrize("name", ["carnival", "kuhn_poker", "leduc_poker", "pergamon", "whist"])
def test_bots_answer_alike_and_are_handed_the_same_plays(name):
    game = native(games.instances(games.ROOT / "games" / f"{name}.rules")[0])
    tried_views = 0
    for seed in range(3):
        choices = [at for at in playout(game, seed).path if at.current_player >= 0]
        state = choices[: 2 + seed][-1]
        player = state.current_player
        try:
            other = redeal(state, player, seed=9, width=32)
        except RedealExhausted:
            continue
        views = [_view(one, player) for one in (state, other)]
        try:
            plays = [view.redeal(4).history for view in views]
        except RedealExhausted:
            continue
        tried_views += 1
        assert plays[0] == plays[1]
        for bot in (Uniform(3), MonteCarlo(seed=3, iterations=6, horizon=20)):
            assert bot.choose(views[0]).id == bot.choose(views[1]).id
        assert views[0].moment == views[1].moment
    assert tried_views >= 2


def _view(state, player):
    return SeatView(state, Belief.start(state.game, player, width=32))


def test_a_belief_that_has_nothing_left_hands_out_nothing():
    """Exhausted is told, and counted; the true position is never given instead."""
    game = games.shipped("liars_dice")
    found = redealt.Found()
    for case in redealt.cases(game, range(2), (24,)):
        redealt.compare(case, found, width=2, budget=1)
    assert found.exhausted == found.cases > 0
    assert found.exhausted_share == 1
