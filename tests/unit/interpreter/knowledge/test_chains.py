"""Chains of plays: each move leaves the distribution of Ref §18 as it is.

Plays are drawn from the exact table, so they are as likely as they are; a few moves later they
still have to be. Texts of the sorts that are hard: cards handed on unseen and suits to be
followed, hands that go round with copies in them, a rummy; dice rolled unseen, hidden choices.
"""

import random
from collections import Counter
from itertools import pairwise

import pytest

from interpreter import Belief, load
from interpreter.chance import Numbers
from interpreter.knowledge import chains as chains_module
from interpreter.knowledge.chains import Chains
from interpreter.knowledge.crossing import place_of
from interpreter.knowledge.ground import PlainGround
from interpreter.knowledge.native_ground import NativeGround
from interpreter.native.engine.observers import find_observer_log
from interpreter.tree import followers
from tests.support.games import ROOT
from tests.support.sampling import DEEP

DEALT = ROOT / "tests" / "texts" / "dealt"
SMALL = {
    "handing_on_small": (12, 14),
    "passing_plates_small": (7, 9),
    "pairs_small": (5, 8),
}
LARGE = ("handing_on", "passing_plates", "pairs", "workshops")
PLAYS = 1_200 if DEEP else 600
MOVES = 8
# Chi-square above `d + SPREAD * (2 d) ** 0.5` has a chance below one in a thousand for every d.
SPREAD = 5.0


def text(name):
    return load(str(DEALT / f"{name}.rules"))


def played(game, seed, length):
    rng, state = random.Random(seed), game.start()
    while len(state.history) < length and not state.is_terminal:
        state = state.child(rng.choice(followers(state)))
    return state


def followed(state, player, *, plain=False):
    """Return chains that know a play, and hold none yet."""
    start = state.game.start()
    native = NativeGround(state.game, start.held, player, find_observer_log(state.game))
    ground = PlainGround(start, player) if plain else native
    made = Chains(state.game, player, ground, Numbers("redeal", 0))
    for before, after in pairwise(state.path):
        made.note(before, after)
    return made


def exact(state, player):
    """Return the exact table of what a player must think possible."""
    belief = Belief.start(state.game, player, width=20_000)
    belief.follow(state)
    assert belief.is_exact
    return belief._table  # noqa: SLF001 - its own test


def far_from(found, expected):
    """Return by how much chi-square of some counts is too large; rare ones are put together."""
    total = sum(found.values())
    assert found.keys() <= expected.keys()
    cells = [(found[key], total * share) for key, share in expected.items()]
    rare = [cell for cell in cells if cell[1] < 5]
    cells = [cell for cell in cells if cell[1] >= 5]
    if rare:
        cells.append((sum(count for count, _ in rare), sum(wanted for _, wanted in rare)))
    freedom = max(1, len(cells) - 1)
    chi_square = sum((count - wanted) ** 2 / wanted for count, wanted in cells)
    return (chi_square - freedom) / (2 * freedom) ** 0.5


def after_moves(state, player, *, plays=PLAYS, moves=MOVES):
    """Return where plays drawn from the table are after some moves, and where they should be."""
    table = exact(state, player)
    total = sum(node.weight for node in table.nodes)
    expected = {place_of(node.state): node.weight / total for node in table.nodes}
    made = followed(state, player)
    numbers = Numbers("test", 1)
    found, taken = Counter(), 0
    for history in table.histories(plays, numbers):
        made.begin([history])
        for _ in range(moves):
            taken += made.mover.move(made.held[0], numbers)
        found[place_of(made.ends()[0][0])] += 1
    return found, expected, taken


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("player", [0, 1])
def test_moves_leave_plays_as_likely_as_they_are(name, player):
    for length in SMALL[name]:
        state = played(text(name), 1, length)
        found, expected, taken = after_moves(state, player)
        assert len(expected) == 1 or taken
        assert len(expected) == 1 or far_from(found, expected) < SPREAD, (length, player)


@pytest.mark.parametrize(
    ("name", "length"), [("carnival", 8), ("carnival", 12), ("liars_dice", 4)]
)
def test_hidden_choices_and_rolls_stay_as_likely_as_they_are(name, length):
    game = load(name, options={"dice": "1"}, players=3) if name == "liars_dice" else load(name)
    state = played(game, 2, length)
    found, expected, taken = after_moves(state, 0)
    assert taken
    assert far_from(found, expected) < SPREAD


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("player", [0, 1])
def test_what_chains_sample_unasked_is_as_likely_as_it_is(name, player):
    for seed in (1, 2):
        state = played(text(name), seed, SMALL[name][-1])
        total = sum(node.weight for node in exact(state, player).nodes)
        expected = {
            place_of(node.state): node.weight / total for node in exact(state, player).nodes
        }
        belief = Belief.start(state.game, player, width=1)
        belief.follow(state)
        found = Counter(place_of(belief.sample(sample)) for sample in range(PLAYS))
        assert len(expected) == 1 or far_from(found, expected) < SPREAD, (name, seed)


@pytest.mark.parametrize("name", LARGE)
def test_large_texts_have_redeals_all_along(name):
    game = text(name)
    for seed in range(2):
        state, seat = game.start(), seed
        belief, rng = Belief.start(game, seat), random.Random(seed)
        while not state.is_terminal:
            state = state.child(rng.choice(followers(state)))
            if state.current_player == seat and len(state.history) % 3 == 0:
                belief.follow(state)
                sample = belief.sample(len(state.history))
                assert sample.information_state(seat) == state.information_state(seat)


def test_what_is_dealt_out_by_rule_is_known_though_nobody_sees_it():
    state = played(load("pergamemnon", players=4), 0, 60)
    trail = followed(state, 0).trail
    moves = [sight for step in trail.passed[: trail.certain] for sight, _ in step]
    unseen = [event for event in state.path[4].effects(0) if getattr(event, "kinds", ()) is None]
    assert trail.certain == 7  # the nations, and what the player himself drew
    assert len(unseen) > 40
    assert moves
    assert all(move.kinds is not None for move in moves)


def test_many_decks_made_unseen_by_rule_leave_redeals_all_along():
    state = played(load("pergamemnon", players=4), 0, 328)
    belief = Belief.start(state.game, 0)
    belief.follow(state)
    assert belief.sample(1).information_state(0) == state.information_state(0)


STOCK = """game "A stock that is turned"
players 1
token Card(rank: 1..30) in deck: 1 each
zone deck: Card bag, hidden
zone stock: Card row, hidden
zone pile: Card row, open
zone under(1..3): Card bag, hidden
setup:
    for n in 1..3: draw 2 from deck to under(n)
    move all from deck to stock
play:
    each turn of p, at most 20:
        p chooses:
            turn "{p} turns a card": draw 1 from stock to pile
    end: all win
"""


def test_what_leaves_a_row_came_there_in_that_order(tmp_path):
    path = tmp_path / "stock.rules"
    path.write_text(STOCK)
    state = played(load(str(path)), 1, 30 + 15)
    belief = Belief.start(state.game, 0)
    belief.follow(state)
    assert belief.spent < 2_000
    assert belief.sample(1).information_state(0) == state.information_state(0)


def test_a_sample_leaves_the_chains_as_they_are_and_follows_from_its_seed():
    state = played(text("handing_on"), 3, 60)
    belief = Belief.start(state.game, 0)
    belief.follow(state)
    held = belief.weights
    first = belief.sample(5).history
    assert len({belief.sample(seed).history for seed in range(12)}) > 10
    assert belief.weights == held
    assert belief.sample(5).history == first


def test_two_real_plays_that_a_player_cannot_tell_apart_give_him_the_same_samples():
    state = played(text("handing_on"), 4, 58)
    knowing = Belief.start(state.game, 0)
    knowing.follow(state)
    other = knowing.sample(1)
    assert other.history != state.history
    beliefs = [Belief.start(state.game, 0, seed=9) for _ in range(2)]
    for belief, real in zip(beliefs, (state, other), strict=True):
        belief.follow(real)
    for seed in range(8):
        assert beliefs[0].sample(seed).history == beliefs[1].sample(seed).history


def test_chains_of_the_reference_are_those_of_native_code(monkeypatch):
    monkeypatch.setattr(chains_module, "FIRST_MOVES", 10)
    state = played(text("pairs"), 2, 34)
    ours, plain = followed(state, 0), followed(state, 0, plain=True)
    for each in (ours, plain):
        each.go_on(100_000)
    assert ours.histories() == plain.histories()
    assert ours.held[0].factors[: ours.held[0].length] == plain.held[0].factors


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("carnival", 12),
        ("liars_dice", 4),
        ("handing_on_small", 14),
        ("passing_plates_small", 9),
        ("pairs_small", 8),
        ("kuhn_poker", 4),
    ],
)
def test_native_moves_are_those_of_the_reference_number_by_number(name, length):
    state = played(load(name) if "_small" not in name else text(name), 2, length)
    history = exact(state, 0).histories(1, Numbers("test", 3))[0]
    ways = []
    for plain in (False, True):
        chains, numbers = followed(state, 0, plain=plain), Numbers("test", 4)
        chains.begin([history])
        taken = chains.mover.moves(chains.held[0], 150, numbers)
        chain = chains.held[0]
        factors = list(chain.factors[: chain.length])
        ways.append((taken, chains.histories(), factors, numbers.place, chains.spent))
    assert ways[0] == ways[1]
