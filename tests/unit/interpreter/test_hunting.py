"""The search for faults, held to texts whose faults play at random does not come to."""

from functools import cache
from random import Random

import pytest

from interpreter import load
from interpreter.faults import DeadEnd, RuleFault
from interpreter.hosting.playthrough import of_choices, states
from interpreter.hunting import finds, hunt
from interpreter.hunting.habits import Swarm
from interpreter.measuring.rollouts import rollouts
from interpreter.measuring.simulate import playout

HOARD = """
game "Hoard"
players 2

var coins(Player): 0..24

play:
    each turn of p, at most 60:
        p chooses:
            earn: add 1 to coins(p)
            spend: set coins(p) to 0
    end: draw
"""
LOCK = """
game "Lock"
players 2

var opened: 0..7

play:
    each turn of p, at most 40:
        p chooses:
            turn(n in 1..9):
                need opened < 7 else "it is open"
                if n is 8 - opened:
                    add 1 to opened
                else:
                    set opened to 0
    end: draw
"""
LUCK = """
game "Luck"
players 2

var lucky: 0..6

play:
    each turn of p, at most 12:
        random n in 1..10:
            set lucky to if n is 10 then lucky + 1 else 0
        p chooses:
            go_on: set lucky to lucky
    end: draw
"""
FAULTS = {
    "hoard": (HOARD, RuleFault, "add 1 to coins"),
    "lock": (LOCK, DeadEnd, "p chooses"),
    "luck": (LUCK, RuleFault, "set lucky to if"),
}


def game_of(tmp_path, text, engine="native", players=None):
    file = tmp_path / "game.rules"
    file.write_text(text.lstrip(), encoding="utf-8")
    return load(str(file), engine=engine, players=players)


@pytest.fixture(scope="module")
def hunted(tmp_path_factory):
    """Return what hunts for the fault of a text, once for each engine: the game and its faults."""

    @cache
    def found(name, engine):
        game = game_of(tmp_path_factory.mktemp(name), FAULTS[name][0], engine)
        return game, hunt([game], steps=30_000).faults

    return found


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *((name, "native") for name in FAULTS),
        ("luck", "reference"),
        pytest.param("hoard", "reference", marks=pytest.mark.soak),
        pytest.param("lock", "reference", marks=pytest.mark.soak),
    ],
)
def test_a_fault_that_takes_rare_play_is_found_and_its_play_is_short(hunted, name, engine):
    text, kind, place = FAULTS[name]
    _, (fault,) = hunted(name, engine)
    assert isinstance(fault.reason, kind)
    assert place in text.splitlines()[fault.reason.span.line]
    shortest = {"hoard": 49, "lock": 7, "luck": 13}[name]
    assert shortest <= len(fault.choices) <= shortest + 2


@pytest.mark.parametrize("name", FAULTS)
def test_play_at_random_does_not_find_it_in_many_times_as_many_steps(tmp_path, name):
    game = game_of(tmp_path, FAULTS[name][0])
    done = rollouts(game.start(), 30_000, seed=2)
    assert done.choices > 10 * 30_000


@pytest.mark.parametrize("name", FAULTS)
def test_the_play_leads_to_the_fault_in_its_last_step(hunted, name):
    game, (fault,) = hunted(name, "native")
    *_, last = states(game, of_choices(game, fault.choices[:-1]))
    assert last.refusal_of(fault.choices[-1]) is None
    with pytest.raises(type(fault.reason)):
        last.child(fault.choices[-1])


def test_the_same_seed_finds_the_same(tmp_path):
    game = game_of(tmp_path, LOCK)
    first, again = (hunt([game], steps=5_000, seed=3) for _ in range(2))
    assert (first.plays, first.steps, first.reached) == (again.plays, again.steps, again.reached)
    assert [f.choices for f in first.faults] == [f.choices for f in again.faults]


def test_a_fault_before_the_first_choice_is_found(tmp_path):
    text = HOARD.replace("play:\n", "play:\n    for n in 1..25:\n        add 1 to coins(P1)\n")
    found = hunt([game_of(tmp_path, text)], steps=100)
    assert [fault.choices for fault in found.faults] == [()]


def test_a_fault_of_several_variants_is_told_once(tmp_path):
    text = HOARD.replace("play:\n", "play:\n    for n in 1..25:\n        add 1 to coins(P1)\n")
    text = text.replace("players 2", "players 2..3")
    games = [game_of(tmp_path, text, players=number) for number in (2, 3)]
    (fault,) = hunt(games, steps=100).faults
    assert len(fault.game.players) == 2


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_few_states_are_kept_however_many_bring_something_new(tmp_path, monkeypatch, engine):
    monkeypatch.setattr(finds, "KEPT", 2)
    found = finds.Finds(Random(1))
    assert found.start() is None
    path = playout(game_of(tmp_path, HOARD, engine), 1, 0).path
    new = [state for state in path[:-1] if found.note(state)]
    assert new[0] is path[0]
    assert len(new) > 2
    assert not found.note(new[-1])
    kept = {found.start() for _ in range(40)}
    assert len(kept) <= 2
    assert new[-1] in kept


def test_of_many_options_some_are_weighed(tmp_path):
    game = game_of(tmp_path, LOCK.replace("1..9", "1..90"), "reference")
    habits = Swarm(game, Random(1))
    assert {habits.choose(game.start().legal_ids) for _ in range(60)} < {*game.start().legal_ids}


def test_an_arm_that_nothing_opens_is_told_and_lines_that_are_never_reached(tmp_path):
    text = HOARD.replace(
        "            spend: set",
        '            lend:\n                need coins(p) is 24 and lent else "no"\n'
        "                set coins(p) to 0\n            spend: set",
    ).replace("var coins(Player): 0..24", "var coins(Player): 0..60\nvar lent: flag")
    found = hunt([game_of(tmp_path, text)], steps=4_000)
    assert [arm.name for arm in found.never] == ["lend"]
    assert found.faults == ()
    assert {point.what for point in found.reached} >= {"statement", "arm"}


def test_how_long_to_look_must_be_said():
    with pytest.raises(ValueError, match="how long"):
        hunt([load("tic_tac_toe")])


def test_an_interrupted_search_keeps_what_it_found(tmp_path):
    def interrupt(_):
        raise KeyboardInterrupt

    found = hunt([game_of(tmp_path, LOCK)], steps=10**9, progress=interrupt)
    assert found.interrupted
    assert found.steps > 0


def test_a_game_without_choices_is_soon_looked_through(tmp_path):
    text = 'game "Nothing"\nplayers 2\n\nvar n: 0..9\n\nplay:\n    end: draw\n'
    assert hunt([game_of(tmp_path, text)], seconds=100).steps == 0
