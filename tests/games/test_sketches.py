"""Every text plays to its end, and its examples hold: those that ship, and the sketches."""

from functools import cache

import attrs
import pytest

from interpreter.chance import Numbers
from interpreter.testing.scenarios import run
from tests.support.cases import counted
from tests.support.games import EVERY, EVERY_SKETCH, ROOT, RULES, SKETCHES, examples, scenarios
from tests.support.plays import BRIEF, MOST, SLOW
from tests.support.sampling import few, is_for_soak

EXAMPLES = [
    pytest.param(path, name, id=f"{path.stem}: {name}")
    for path in (*RULES, *SKETCHES)
    for name in examples(path)
]
PLAYED = (*EVERY, *EVERY_SKETCH)
# Choices of a play that is broken off: one of these takes the reference half a second.
LONGEST_SLOW = 3


@cache
def by_name(path):
    return {scenario.name: scenario for scenario in scenarios(path)}


@pytest.mark.parametrize(("path", "name"), EXAMPLES)
def test_the_examples_of_a_text_hold(path, name):
    scenario = by_name(path)[name]
    assert [str(failure.message) for failure in run(scenario).failures] == []
    counted(path, "examples")


@pytest.mark.parametrize("path", SKETCHES, ids=lambda path: path.stem)
def test_every_sketch_has_examples(path):
    assert len(scenarios(path)) >= 2


def test_every_example_is_among_them_by_a_name_of_its_own():
    for path in (*RULES, *SKETCHES):
        assert sorted(examples(path)) == sorted(scenario.name for scenario in scenarios(path))
        assert len(by_name(path)) == len(scenarios(path)), path


def play_at_random(instance, seed, most=MOST):
    """Return the last state of a play by players that choose at random.

    Native code makes those of which the reference needs long for each choice.
    """
    engine = "native" if instance.path.stem in BRIEF else "reference"
    state = attrs.evolve(instance.game, engine=engine).start(seed)
    numbers = Numbers("players", seed)
    for _ in range(most):
        if state.is_terminal:
            break
        ids = state.legal_ids
        state = state.apply(ids[numbers.below(len(ids))])
    return state


def is_long(instance):
    """Return whether a play takes the reference two seconds; the soak has many of these."""
    return instance.path.stem in {"chinese_checkers", "gin_rummy"}


def is_slow(instance):
    return instance.path in SKETCHES and instance.path.stem in SLOW


@pytest.mark.parametrize(
    "instance",
    [
        *few((i for i in PLAYED if not is_for_soak(i)), 1),
        *few((i for i in PLAYED if is_for_soak(i) and not is_slow(i) and not is_long(i)), 1),
    ],
    ids=str,
)
def test_a_random_play_comes_to_its_end(instance):
    end = play_at_random(instance, seed=1)
    assert end.is_terminal
    assert len(end.returns) == instance.players
    counted(instance, "plays")


@pytest.mark.parametrize("instance", [i for i in PLAYED if is_slow(i)], ids=str)
def test_a_slow_game_goes_on_without_fault(instance):
    state = play_at_random(instance, seed=1, most=LONGEST_SLOW)
    assert len(state.history) == LONGEST_SLOW


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("instance", [i for i in PLAYED if not is_slow(i)], ids=str)
def test_many_random_plays_come_to_their_ends(instance, seed):
    assert play_at_random(instance, seed).is_terminal
    counted(instance, "plays")


@pytest.mark.soak
@pytest.mark.parametrize("instance", [i for i in PLAYED if is_slow(i)], ids=str)
def test_a_slow_game_too_comes_to_its_end(instance):
    assert play_at_random(instance, seed=1).is_terminal


# ---------------------------------------------------------------- the five hard rules
# What made the language as it is. Each test names the examples that show it.


def hold(sketch, *names):
    found = {s.name: s for s in scenarios(ROOT / "tests" / "sketches" / f"{sketch}.rules")}
    for name in names:
        assert run(found[name]).failures == ()


def test_hidden_placing_in_turn_and_fighting_in_the_order_of_placing():
    hold(
        "egemonia",
        "a whole turn: placed in turn, fought in the order of placing",
        "at the cap the order of the survivors counts",
        "the same, with the Spartan survivor first",
        "a special event fights for its city, in its place of the queue",
        "the Oracle exchanges one event, then lies at Delphi again",
    )


def test_battles_with_counter_attacks_and_reinforcements():
    hold(
        "pergamemnon",
        "example 1: the counter attack is held with the first card, a draw",
        "example 2: reinforcements on both sides, the attacker wins",
        "reinforcements on both sides, then held by a card that lies there: a draw",
        "the defender wins: he captures, the attacker may discard",
        "the cards of the last battle count, whoever cannot refill",
    )


def test_collections_as_chains_of_matching_halves():
    hold(
        "pergamon",
        "a collection is a chain of matching halves; its value moves others down",
        "objects of the 2nd, 4th and 5th century are worth 11",
        "in the last turn a collection may be polished at will",
        "a fourth collection: one of the three is broken up first",
    )


def test_paying_with_chips_and_coins_as_the_player_likes():
    hold(
        "antike_duellum",
        "coins stand in for iron, as many as the player likes",
        "who has too few chips and coins is told the price",
        "founding: a missing resource is paid with a coin, a like neighbour costs one",
    )


def test_movement_of_every_unit_once_with_exceptions():
    hold(
        "antike_duellum",
        "every unit moves at most once",
        "Strata: a legion may go on over a second border, and no further",
        "who meets a hostile legion falls with it; the next one passes",
    )
