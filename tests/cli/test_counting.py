"""Simulate and perft."""

import json


def test_perft_is_a_table(command):
    code, out, _ = command("perft", "kuhn_poker", 9)
    assert code == 0
    assert out.splitlines()[-1] == "complete games: 30"


def test_perft_as_json(command):
    code, out, _ = command("perft", "tic_tac_toe", 2, "--distinct", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["counts"], found["positions"]) == ([1, 9, 72], [1, 9, 72])
    assert found["complete_games"] is None


def test_a_simulation_follows_from_its_seed(command):
    runs = [command("simulate", "kuhn_poker", "-n", 20, "--seed", 7, "--json") for _ in range(2)]
    found = [json.loads(out) for code, out, err in runs]
    for result in found:
        del result["seconds"]
    assert found[0] == found[1]
    assert found[0]["games"] == 20


def test_a_simulation_is_a_page(command):
    code, out, err = command("simulate", "agamemnon", "-n", 3)
    assert (code, err) == (0, "")
    assert "Agamemnon: 3 random games, seed 0" in out
    assert "draws" in out


def test_no_game_at_all_is_no_fault(command):
    assert command("simulate", "kuhn_poker", "-n", 0)[:2] == (
        0,
        "Kuhn poker: no game was played\n",
    )
