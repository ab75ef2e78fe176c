"""What public functions are given that they cannot take is refused in our words, at once."""

import re
from pathlib import Path

import numpy as np
import pytest

from interpreter import (
    Belief,
    MonteCarlo,
    Plan,
    PlaythroughError,
    Session,
    TreeSearch,
    Uniform,
    UsageError,
    all_states,
    complete_games,
    conform,
    conform_scenarios,
    coverage,
    histories,
    hunt,
    information_states,
    load,
    load_all,
    perft,
    playthrough,
    redeal,
    rollouts,
    simulate,
    variants,
)
from interpreter.batch import BatchGame
from interpreter.solving import cfr, solve
from tests.support.games import ROOT
from tests.support.journals import plain_lines, write_lines

POKER = {engine: load("kuhn_poker", engine=engine) for engine in ("native", "reference")}
GAME = POKER["native"]
TEXT = load_all("kuhn_poker")
NO_PLAYERS = {"P1": TypeError, None: TypeError, 1.0: TypeError, -1: UsageError, 2: ValueError}
NO_NUMBERS = ("3", None, 1.5, [2])
OF_PLAYERS = {
    "observation": lambda state, player: state.observation(player),
    "information_state": lambda state, player: state.information_state(player),
    "events": lambda state, player: state.events(player),
    "sight": lambda state, player: state.sight(player),
    "effects": lambda state, player: state.effects(player),
    "told": lambda state, player: state.told(player),
    "undo": lambda state, player: state.undo(player),
    "belief": lambda state, player: Belief.start(state.game, player),
    "redeal": lambda state, player: redeal(state, player, 0),
    "seat_record": playthrough.seat_record,
    "information_states": lambda state, player: information_states(state.game, player),
}
OF_NUMBERS = {
    "the number of playouts is a whole number from 1": lambda n: rollouts(GAME.start(), n),
    "the number of the first playout is": lambda n: rollouts(GAME.start(), 1, first=n),
    "the number of games is a whole number from 0": lambda n: simulate(GAME, n),
    "the number of games is": lambda n: coverage(TEXT, n),
    "the number of games": lambda n: conform(GAME, n),
    "the number": lambda n: conform_scenarios((), n),
    "the width is a whole number from 1": lambda n: Belief.start(GAME, 0, width=n),
    "the budget is a whole number from 1": lambda n: Belief.start(GAME, 0, budget=n),
    "the number of choice points is": lambda n: conform(GAME, 1, points=n),
    "a depth is a whole number from 0": lambda n: perft(GAME, n),
    "the number of playouts is a whole number from 0": lambda n: Plan(playouts=n),
    "the number of instances is a whole number from 0": lambda n: Plan(instances=n),
    "the number of iterations is a whole number from 0": lambda n: MonteCarlo(iterations=n),
    "the number of iterations is": lambda n: cfr(GAME, n),
    "the number of trees is a whole number from 0": lambda n: TreeSearch(trees=n),
    "the number of nodes is a whole number from 0": lambda n: TreeSearch(nodes=n),
    "a limit is a whole number from 0": lambda n: solve(load("tic_tac_toe").start(), n),
}
MAYBE_NUMBERS = {
    "a horizon is a whole number from 0, or None": lambda n: rollouts(GAME.start(), 1, horizon=n),
    "the number of workers is a whole number from 1, or": lambda n: simulate(GAME, 1, workers=n),
    "a depth is a whole number from 0, or None": lambda n: histories(GAME, depth=n),
    "a depth is": lambda n: all_states(GAME, depth=n),
    "a depth": lambda n: information_states(GAME, 0, depth=n),
    "the length of a game is a whole number from 0": lambda n: conform(GAME, 1, most=n),
    "the number of steps is a whole number from 0": lambda n: MonteCarlo(steps=n),
    "the number of steps is": lambda n: hunt([GAME], steps=n, seconds=60),
    "a horizon is": lambda n: MonteCarlo(horizon=n),
    "a horizon": lambda n: TreeSearch(horizon=n),
    "the number of iterations": lambda n: TreeSearch(iterations=n),
}
BOUNDS = {
    "perft": lambda n: perft(GAME, 1, max_positions=n),
    "complete_games": lambda n: complete_games(GAME, n),
    "histories": lambda n: histories(GAME, most=n),
    "all_states": lambda n: all_states(GAME, most=n),
    "information_states": lambda n: information_states(GAME, 0, most=n),
    "cfr": lambda n: cfr(GAME, 1, most=n),
}
SEEDED = {
    "start": GAME.start,
    "start in Python": POKER["reference"].start,
    "with_seed": lambda seed: GAME.start().with_seed(seed),
    "with_seed in Python": lambda seed: POKER["reference"].start().with_seed(seed),
    "rollouts": lambda seed: rollouts(GAME.start(), 1, seed),
    "simulate": lambda seed: simulate(GAME, 1, seed),
    "coverage": lambda seed: coverage(TEXT, 1, seed=seed),
    "conform": lambda seed: conform(GAME, 1, seed),
    "conform_scenarios": lambda seed: conform_scenarios((), 1, seed),
    "Session": lambda seed: Session(GAME, seed=seed),
    "hunt": lambda seed: hunt([GAME], steps=1, seed=seed),
    "Plan": lambda seed: Plan(seed=seed),
    "Uniform": Uniform,
    "MonteCarlo": MonteCarlo,
    "TreeSearch": TreeSearch,
    "BatchGame": lambda seed: BatchGame(GAME, 1).reset(seed),
}
OF_GAMES = (
    *(simulate, perft, conform, coverage),
    *(lambda game, _: complete_games(game), lambda game, _: histories(game)),
    *(lambda game, _: all_states(game), information_states, rollouts),
    *(lambda game, _: Session(game), BatchGame, cfr, lambda game, _: hunt([game], steps=1)),
)


def refused(kind, wanted, given):
    said = f"^{re.escape(wanted)}.*, and not {re.escape(repr(given))}"
    return pytest.raises(kind, match=said)


@pytest.mark.parametrize("engine", POKER)
@pytest.mark.parametrize("name", OF_PLAYERS)
def test_a_player_is_a_number_that_there_is(name, engine):
    state, ask = POKER[engine].start(seed=1).apply(0), OF_PLAYERS[name]
    for given, kind in NO_PLAYERS.items():
        if not (given is None and name in {"events", "observation", "sight", "effects", "told"}):
            with refused(kind, "a player is a number, 0 for P1 or 1 for P2", given):
                ask(state, given)
    if name not in {"undo", "information_states", "belief", "redeal", "told"}:
        dealt = POKER[engine].start().child(0)
        assert ask(dealt, np.int64(1)) == ask(dealt, 1) != ask(dealt, 0)


@pytest.mark.parametrize("engine", POKER)
@pytest.mark.parametrize("given", ["pass", None, 1.0, (0,)])
def test_an_action_is_one_or_its_number(engine, given):
    for state in (POKER[engine].start(), POKER[engine].start(seed=1)):
        for ask in (state.apply, state.child, state.refusal_of):
            with refused(TypeError, "an action is one of `legal_actions` or its number", given):
                ask(given)
        first = state.chance_outcomes[0][0] if state.chance_outcomes else state.legal_ids[0]
        assert state.child(np.int32(first)) == state.child(first)


@pytest.mark.parametrize("engine", POKER)
@pytest.mark.parametrize("given", [-1, 3, 99, "king", None])
def test_an_outcome_that_chance_has_not_has_no_name(engine, given):
    start = POKER[engine].start()
    assert start.outcome_name(2) == "draw(king)"
    with pytest.raises(ValueError, match=f"chance has no outcome {given!r} here"):
        start.outcome_name(given)
    with pytest.raises(ValueError, match="chance has no outcome 0 here"):
        POKER[engine].start(seed=1).outcome_name(0)


@pytest.mark.parametrize("wanted", [*OF_NUMBERS, *MAYBE_NUMBERS])
def test_a_number_is_whole_and_not_too_small(wanted):
    ask = OF_NUMBERS.get(wanted) or MAYBE_NUMBERS[wanted]
    for given in NO_NUMBERS:
        if wanted in OF_NUMBERS or given is not None:
            with refused(TypeError, wanted, given):
                ask(given)
    with refused(ValueError, wanted, -1):
        ask(-1)
    ask(np.int64(2))


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("given", NO_NUMBERS)
def test_a_bound_is_a_whole_number(name, given):
    with refused(TypeError, "how many to keep at most is a whole number", given):
        BOUNDS[name](given)


@pytest.mark.parametrize("name", SEEDED)
def test_a_seed_is_a_whole_number(name):
    for given in ("7", 1.5, [2]):
        with refused(TypeError, "a seed is a whole number", given):
            SEEDED[name](given)
    SEEDED[name](np.uint8(7))


@pytest.mark.parametrize("ask", OF_GAMES)
def test_what_is_played_is_a_game_and_not_its_name(ask):
    for given in ("kuhn_poker", None):
        with pytest.raises(TypeError, match=f"^(a game|what to cover|playouts).* not {given!r}"):
            ask(given, 1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda seconds: MonteCarlo(seconds=seconds),
        lambda seconds: TreeSearch(seconds=seconds),
        lambda seconds: conform(GAME, 1, seconds=seconds),
        lambda seconds: hunt([GAME], steps=1, seconds=seconds),
    ],
)
def test_a_time_is_a_number_of_seconds(ask):
    for given, kind in {"2s": TypeError, -0.5: ValueError, float("nan"): ValueError}.items():
        with refused(kind, "a time is a number of seconds from 0, or None", given):
            ask(given)
    ask(0.5)


def test_what_is_hunted_or_solved_or_stepped_together_is_what_it_should_be():
    with pytest.raises(TypeError, match="what to look at is a list of games, and not Game"):
        hunt(GAME, steps=1)
    with refused(TypeError, "what to solve is a `State`, such as `game.start()`", "tic_tac_toe"):
        solve("tic_tac_toe")
    for given in NO_NUMBERS:
        with refused(TypeError, "the number of games, of threads and of the first", given):
            BatchGame(GAME, given)


def test_a_bot_in_a_file_that_can_be_none_is_told_as_that(tmp_path):
    file = tmp_path / "play.jsonl"
    Session(GAME, {"P1": MonteCarlo(iterations=5)}, seed=1).save(file)
    first, *others = plain_lines(file)
    write_lines(file, [first.replace('"iterations": 5', '"iterations": -5'), *others])
    said = "line 1, entry `seats`, entry `P1`, entry `bot`: the number of iterations is a whole"
    with pytest.raises(PlaythroughError, match=said):
        Session.load(file)


def test_plies_are_counted_by_choice_or_turn():
    with refused(ValueError, "plies are counted by 'choice' or 'turn'", "turns"):
        perft(GAME, 1, "turns")


@pytest.mark.parametrize("ask", [load, load_all, variants])
def test_a_game_is_named_by_a_text_or_a_path(ask):
    path = ROOT / "games" / "kuhn_poker.rules"
    assert ask(path) == ask(str(path))
    for given in (3, None, b"kuhn_poker", GAME):
        with pytest.raises(TypeError, match="a game is named by a text or a path, and not "):
            ask(given)


@pytest.mark.parametrize("ask", [load, load_all])
def test_players_are_a_number_and_options_have_names(ask):
    for given in ("2", 2.0):
        with refused(TypeError, "the number of players is a whole number, or None", given):
            ask("kuhn_poker", players=given)
    with refused(TypeError, "options are values by name, such as {'goal': 5}", ["goal"]):
        ask("kuhn_poker", options=["goal"])
    assert ask(Path("kuhn_poker"), players=np.int8(2)) == ask("kuhn_poker", players=2)


def test_an_outcome_of_random_is_called_by_its_word(tmp_path):
    path = tmp_path / "winds.rules"
    text = 'game "Winds"\nplayers 2\nkind Way: up | down\nvar ups: 0..1\n\nplay:\n'
    text += "    random w in Way:\n        if w is up: add 1 to ups\n"
    path.write_text(f"{text}    if ups is 1: end: P1 wins\n    end: draw\n", encoding="utf-8")
    start = load(str(path)).start()
    assert [start.outcome_name(at) for at, _ in start.chance_outcomes] == [
        "random(up)",
        "random(down)",
    ]
