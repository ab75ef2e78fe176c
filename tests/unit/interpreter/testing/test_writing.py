"""A play written as a scenario leads to where the play stands, in every game."""

from random import Random
from shutil import copytree

import pytest

from interpreter import load
from interpreter.game import Game
from interpreter.load import variants
from interpreter.position import CHANCE
from interpreter.testing.beginning import game_at
from interpreter.testing.scenarios import run
from interpreter.testing.writing import scenario_text
from rulelang import pipeline
from tests.support.games import RULES
from tests.support.sampling import gated_but

_MOST = 60


def played(state, luck, steps):
    """Return a state so many random steps later."""
    for _ in range(steps):
        if state.is_terminal:
            break
        if state.current_player == CHANCE:
            state = state.child(luck.choice(state.chance_outcomes)[0])
        else:
            state = state.child(luck.choice(state.legal_ids))
    return state


def written(state):
    """Return a state as a scenario; None: the game is still being set up."""
    try:
        return scenario_text(state, 'a play, as "it" was')
    except ValueError:
        return None


def variants_of(path, luck):
    """Return a random number of players and random options of a text."""
    known = variants(path)
    return luck.choice(known.players), {k: luck.choice(v) for k, v in known.options.items()}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "path",
    gated_but(("antike_duellum", "pergamemnon", "pergamon"), RULES),
    ids=lambda path: path.stem,
)
def test_the_scenario_of_a_play_stands_where_the_play_does(path, seed, tmp_path):
    luck = Random(f"{path.stem} {seed}")
    players, options = variants_of(path, luck)
    game = load(path, players=players, options=options)
    state = played(game.start(), luck, luck.randrange(_MOST))
    while (text := written(state)) is None:
        state = played(state, luck, 1)
    rules = path.read_text(encoding="utf-8").split("\nscenario ")[0]
    copy = tmp_path / path.name
    copy.write_text(f"{rules}\n\n{text}", encoding="utf-8")
    if path.with_suffix("").is_dir():
        copytree(path.with_suffix(""), tmp_path / path.stem)
    built = pipeline.build(str(copy), players, options)
    assert not [found for found in built.diagnostics if found.severity == "error"]
    (scenario,) = built.scenarios
    result = run(scenario, Game(scenario.spec))
    assert result.failures == ()
    assert result.reached.position == state.position
    if not state.is_terminal:
        assert game_at(copy, scenario.name, engine="reference").begin().position == state.position


ENDS = """\
game "Ends"
players {players}
var points(Player): 0..9
play:
    {first} chooses:
        end_it: {end}
"""


@pytest.mark.parametrize(
    ("players", "end", "expected"),
    [
        ("2", "end: draw", ["draw"]),
        ("2", "end: P1 wins", ["P1 wins"]),
        ("3", "end: q with least points(q) wins", ["draw"]),
        ("1", "end: all lose", ["all lose"]),
        ("1", "end: each p scores 3", []),
        ("A, B, C, D in teams North, South", "end: South wins", ["South wins"]),
        ("3", "end: each p scores (if p is P3 then 1 else 2)", []),
    ],
)
def test_how_a_game_ended_is_expected(players, end, expected, tmp_path):
    path = tmp_path / "ends.rules"
    first = "A" if "A" in players else "P1"
    path.write_text(ENDS.format(players=players, end=end, first=first), encoding="utf-8")
    text = scenario_text(load(path).start().apply(0), "it")
    found = [line.strip() for line in text.splitlines() if line.startswith("    expect")]
    assert found == [f"expect {one}" for one in expected]
