"""Beliefs followed natively are those followed by the reference, number by number."""

import random

import attrs
import pytest
from hypothesis import given

from interpreter import Belief, RedealExhausted, load
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.knowledge import chains
from interpreter.knowledge.crossing import onward_seeing
from interpreter.native.emit.text import emit
from interpreter.native.engine.engine import engine_of
from interpreter.native.engine.observers import find_observer_log
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.tree import followers
from tests.properties.test_generated import PICKS, instance, tried, written
from tests.support.games import RULES, TEXTS, game_of, hides, instances
from tests.support.generated.texts import made
from tests.support.sampling import DEEP, gated

TEXTS_HERE = [*RULES, *TEXTS]
SHY = [instances(path)[0] for path in TEXTS_HERE if hides(path)]
OPEN = {"agamemnon", "antike_duellum", "millbrook", "rising_tide"}
"""Games that hide something, though nobody sees or is told more than others."""

HIDDEN = [one for one in SHY if one.path.stem not in OPEN]
WIDTH = 12
STEPS = 20
BUDGET = 2_000
WORDY = {"agamemnon", "liars_dice"}  # of Agamemnon the last step, which tells of every String


def native(one):
    """Return the game of an instance, played natively."""
    return attrs.evolve(game_of(one), engine="native")


def play(game, seed, steps):
    """Yield the states of a random play after its start."""
    rng, state = random.Random(seed), game.start()
    for _ in range(steps):
        if state.is_terminal:
            return
        state = state.child(rng.choice(followers(state)))
        yield state


def followed(belief, state):
    """Let a belief follow, and return all that it holds, in its order."""
    try:
        belief.follow(state)
    except RedealExhausted as reason:
        return str(reason)
    return belief.is_exact, belief.weights, belief.sample(seed=len(state.history)).history


def alike(one, seed, steps, width=WIDTH, budget=BUDGET):
    """Compare what both engines hold possible along a play; return how much there was to hold."""
    games, most = (native(one), game_of(one)), 0
    for player in range(one.players):
        ours, plain = (Belief.start(each, player, width=width, budget=budget) for each in games)
        for state in list(play(games[0], seed, steps))[::10]:
            assert followed(ours, state) == followed(plain, state), (state.history, player)
            most = max(most, ours.size)
    return most


@pytest.fixture(autouse=True)
def few_moves(monkeypatch):
    """Let few moves do: the reference takes each of them a thousand times slower."""
    for name in ("LEAST_MOVES", "MOST_MOVES", "FIRST_MOVES", "AFTER_COPY"):
        monkeypatch.setattr(chains, name, 2)
    monkeypatch.setattr(chains, "CHAINS", 3)


@pytest.mark.parametrize("one", gated(SHY), ids=str)
def test_in_games_that_are_left_out_nothing_is_secret(one):
    assert game_of(one).facts.secrets == (one in HIDDEN)


@pytest.mark.parametrize("one", gated(HIDDEN), ids=str)
def test_native_beliefs_are_those_of_the_reference(one):
    assert alike(one, 1, STEPS) >= 1


@pytest.mark.soak
@pytest.mark.parametrize("one", [i for path in TEXTS_HERE for i in instances(path)], ids=str)
def test_native_beliefs_are_those_of_the_reference_in_whole_games(one):
    for seed in range(3):
        alike(one, seed, 400, width=64, budget=20_000)


def agree_on_steps(game, states, *, wordy=False):
    """Compare which steps each player cannot tell from those of a play; return how many.

    `wordy`: a text has so many wordings that some steps are left to the reference.
    """
    log, same = find_observer_log(game), 0
    for after in states:
        before = after.previous
        for player in range(len(game.players)):
            if not log.expect(before.held.flat, after.action, player):
                assert wordy, "only texts with many wordings are not told"
                continue
            for number in followers(before)[:8]:
                told, flat = log.arrive(before.held.flat, number)
                if not told:
                    assert wordy, "only texts with many wordings are not told"
                    continue
                found = reference_arrives(before, number, player, after)
                assert (flat is None) == (found is None), (before.history, number, player)
                if found is not None:
                    assert engine_of(game).codec.decode(flat) == found.position
                    same += number != after.action
    return same


def reference_arrives(before, number, player, after):
    try:
        found = onward_seeing(before, number, player, after.effects(player))
    except (RuleFault, BudgetExceeded):
        return None
    return found if found and found.current_player == after.current_player else None


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_steps_look_natively_as_they_look_to_the_reference(path):
    game = native(instances(path)[-1])
    same = agree_on_steps(game, list(play(game, 3, 80)), wordy=path.stem in WORDY)
    assert same >= game.facts.secrets


@tried(4)
@given(made(), PICKS)
def test_steps_of_generated_games_look_alike(drawn, picks):
    with written(drawn) as path:
        game = Game(instance(path, picks[0]), engine="native")
    try:
        agree_on_steps(game, list(play(game, picks[1], 25)), wordy=True)
    except (RuleFault, BudgetExceeded):
        return  # what fails in play is compared elsewhere


@pytest.mark.parametrize("path", gated(TEXTS_HERE), ids=lambda path: path.stem)
def test_equal_positions_alone_share_their_key(path):
    game = native(instances(path)[-1])
    codec = engine_of(game).codec
    keys, positions, control_keys, lying = {}, {}, {}, {}
    rng = random.Random(1)
    for seed in range(4 if DEEP else 2):
        for state in play(game, seed, 60):
            numbers = rng.sample(followers(state), min(3, len(followers(state))))
            for each in (state, *map(state.bare_child, numbers)):
                position = codec.decode(each.held.flat)
                place = position, position.clocks
                assert keys.setdefault(place, each.held.key) == each.held.key
                assert positions.setdefault(each.held.key, place) == place
                assert (
                    control_keys.setdefault(each.held.control_key, position.control)
                    == position.control
                )
                assert lying.setdefault(each.held.cells_key, position.cells) == position.cells
        assert len(set(lying.values())) == len(lying)


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_what_must_lie_somewhere_is_found_natively(path):
    game = native(instances(path)[0])
    canonical, rng = engine_of(game).codec.canonical, random.Random(2)
    zones = range(len(game.layout.zone_of))
    for state in play(game, 1, 40):
        cells = frozenset(rng.sample(zones, min(3, len(zones))))
        lying = [kind for cell in cells for kind in state.position.cells[cell]]
        kinds = {kind: lying.count(kind) for kind in lying}
        assert canonical.holding({cells: kinds})(state.held.flat)
        for kind, copies in kinds.items():
            assert not canonical.holding({cells: kinds | {kind: copies + 1}})(state.held.flat)


WHISPERS = """
game "Whispers"
players 2

play:
    P1 chooses:
        aloud: say "hm"
        whisper: say "hm" to P2
    P2 chooses:
        done: end: draw
"""


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_who_is_addressed_knows_whether_everybody_heard(engine, tmp_path):
    path = tmp_path / "whispers.rules"
    path.write_text(WHISPERS, encoding="utf-8")
    said = load(str(path), engine=engine).start().apply(0)
    belief = Belief.start(said.game, player=1)
    belief.follow(said)
    assert belief.weights == ((said.position, 1),)
    assert {belief.sample(seed).history for seed in range(9)} == {said.history}


def test_other_words_are_other_rules_to_code_that_is_kept(tmp_path):
    path = tmp_path / "whispers.rules"
    path.write_text(WHISPERS, encoding="utf-8")
    first = load(str(path)).specification_hash
    path.write_text(WHISPERS.replace('"hm" to', '"oh" to'), encoding="utf-8")
    assert load(str(path)).specification_hash != first


def test_code_that_tells_is_sound_and_other_code_does_not_tell():
    layout = game_of(HIDDEN[0]).layout
    telling = lower(layout, logs=True).module
    verify(telling)
    assert "record_" in emit(telling)
    assert "record_" not in emit(lower(layout).module)


def test_a_sum_in_a_text_has_the_wordings_of_its_type():
    game = load("liars_dice", players=5)
    log, state = find_observer_log(game), game.start()
    while state.current_player != 1:
        state = state.child(followers(state)[0])
    [doubt] = [action.id for action in state.legal_actions if action.name == "doubt"]
    assert log.expect(state.held.flat, doubt, 0)


UNTOLD = """game "Long sums"
players 2
token Bead(colour: Colour) in bowl: 4000 each
kind Colour: red | blue
zone bowl: Bead bag, hidden
zone tray: Bead bag, hidden
var open: 0..3
play:
    each turn of p in Player, at most 4:
        p chooses:
            add(n in 1..3):
                set open to n
                say "{number of Bead(red) in bowl} and {number of Bead(blue) in bowl}"
            leave: pass
    end: draw
"""


def test_what_is_told_before_a_text_that_is_not_tells_steps_apart(tmp_path):
    path = tmp_path / "sums.rules"
    path.write_text(UNTOLD, encoding="utf-8")
    state = load(str(path)).start()
    numbers = {action.arguments or "leave": action.id for action in state.legal_actions}
    log = find_observer_log(state.game)
    assert not log.expect(state.held.flat, numbers[1,], 1)
    assert log.expect(state.held.flat, numbers["leave"], 1)
    assert log.arrive(state.held.flat, numbers[1,]) == (True, None)


def test_another_play_is_compared_by_the_reference_where_a_step_is_not_told(tmp_path):
    path = tmp_path / "sums.rules"
    path.write_text(UNTOLD, encoding="utf-8")
    start = load(str(path)).start()
    numbers = {action.arguments: action.id for action in start.legal_actions}
    belief = Belief.start(start.game, 1)
    for first in (1, 2):
        state = start.child(numbers[first,])
        belief.follow(state)
        assert belief.sample(0).history == state.history


@pytest.mark.parametrize(("players", "is_told"), [(63, True), (64, False)])
def test_a_log_has_a_bit_for_each_of_63_players(tmp_path, players, is_told):
    path = tmp_path / "many.rules"
    path.write_text(
        'game "Many"\nplayers 2..64\nplay:\n    P1 chooses:\n        yes\n        no\n'
        "    end: draw\n",
        encoding="utf-8",
    )
    assert (find_observer_log(load(str(path), players=players)) is not None) is is_told


LAMPS = """
game "Lamps"
players 2
space Cell on grid 3 x 3
var lit(Cell): flag
play:
    set lit(b2) to true
    pointed(all c in Cell where not lit(c))
    end: draw
to pointed(some_cells):
    P1 chooses:
        point(n in 1..3): say "{first c in some_cells where row(c) is n else b2}"
        blink(n in 1..3): say "{first c in some_cells where row(c) is n else b2}"
"""


def test_words_for_one_of_some_that_were_handed_over_tell_which_it_is(tmp_path):
    path = tmp_path / "lamps.rules"
    path.write_text(LAMPS.replace("is n else b2}", "is n else b2}"), encoding="utf-8")
    state = load(str(path)).start()
    log = find_observer_log(state.game)
    point, other, blink = (
        state.find(name, [n]).id for name, n in (("point", 1), ("point", 2), ("blink", 1))
    )
    assert log.expect(state.held.flat, point, 1)
    assert log.arrive(state.held.flat, other) == (True, None)
    told, same = log.arrive(state.held.flat, blink)
    assert told
    assert same is not None
