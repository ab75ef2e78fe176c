"""The program for Agamemnon scores final positions as our rule text does.

Who wins is close to a coin's toss, so that the shares of wins would hide a fault in the scoring.
"""

import random
import re
import shutil
import subprocess

import pytest

from benchmarks.handwritten import SOURCES
from interpreter import CHANCE, load

PLAYOUTS = 150
# As the program numbers them.
STRINGS = ("strength", "leadership", "force")
TILES = ("A1", "B3", "C4", "D3", "E2", "W1", "W2", "W3", "weft", "warp")
# Reads positions, 32 times a tile and its owner and then 49 strings each; prints who wins.
DRIVER = f"""
#define main unused
#include "{SOURCES / "agamemnon_natural.c"}"
#undef main

int main(void)
{{
    State state;
    (void)unused;
    prepare();
    for (;;) {{
        set_up(&state);
        for (int space = 0; space < SPACES; space++)
            if (scanf("%d %d", &state.tiles[space].kind, &state.tiles[space].owner) != 2)
                return 0;
        for (int area = 0; area < AREAS; area++)
            if (scanf("%d", &state.strings[area]) != 1)
                return 1;
        printf("%d\\n", score(&state));
    }}
}}
"""


def final_positions(playouts):
    """Play at random; yield a position just before the scoring, and who won."""
    game = load("agamemnon")
    areas = {name: place for place, name in enumerate(area_names())}
    for seed in range(playouts):
        rng, state = random.Random(seed), game.start()
        tiles, strings = [(-1, 0)] * 32, printed()
        while not state.is_terminal:
            if state.current_player == CHANCE:
                state = state.child(rng.choice(state.chance_outcomes)[0])
                continue
            action = rng.choice(state.legal_actions)
            if action.name == "place":
                tile, owner = re.fullmatch(r"(\w+)\((\w+)\)", action.labels[0]).groups()
                where = int(action.labels[1][1:])
                tiles[where] = TILES.index(tile), game.players.index(owner)
            if action.name == "exchange":
                a, b = (areas[label] for label in action.labels)
                strings[a], strings[b] = strings[b], strings[a]
            state = state.child(action.id)
        lead = state.returns[0]
        yield tiles, strings, 2 if lead == 0 else int(lead < 0)


def printed():
    return [STRINGS.index(kind) for _, _, kind in table()]


def area_names():
    return [f"{a}_{b}" for a, b, _ in table()]


def table():
    path = SOURCES.parents[1] / "games" / "agamemnon" / "front_areas.csv"
    return [line.split(",") for line in path.read_text(encoding="utf-8").split()[1:]]


@pytest.fixture(scope="module")
def scorer(tmp_path_factory):
    compiler = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("scorer")
    source, binary = folder / "driver.c", folder / "driver"
    source.write_text(DRIVER, encoding="utf-8")
    command = [compiler, "-O1", "-std=c11", str(source), "-o", str(binary)]
    subprocess.run(command, check=True)  # noqa: S603
    return binary


def test_it_scores_as_the_rule_text_does(scorer):
    positions = list(final_positions(PLAYOUTS))
    lines = [
        " ".join(map(str, [*(number for tile in tiles for number in tile), *strings]))
        for tiles, strings, _ in positions
    ]
    ran = subprocess.run(  # noqa: S603
        [str(scorer)], input="\n".join(lines), check=True, capture_output=True, text=True
    )
    won = [winner for _, _, winner in positions]
    assert [int(line) for line in ran.stdout.split()] == won
    assert set(won) == {0, 1, 2}
