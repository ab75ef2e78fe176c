"""`rulelang solve`."""

import json

from interpreter import load, playthrough


def test_an_open_game_has_a_value_and_a_line(command):
    code, out, err = command("solve", "tic_tac_toe")
    assert (code, err) == (0, "")
    assert out.startswith("Tic-Tac-Toe, best play: X 0, O 0 (")
    assert out.splitlines()[1].count("mark(") == 9


def test_a_saved_playthrough_is_gone_on_from(command, tmp_path):
    file = tmp_path / "play.json"
    playthrough.save(load("tic_tac_toe").start().apply(4).apply(1), file, rules="tic_tac_toe")
    code, out, _ = command("solve", "tic_tac_toe", "--from", file, "--json")
    found = json.loads(out)
    assert (code, found["value"], found["returns"]) == (0, 1.0, [1.0, -1.0])
    assert len(found["line"]) == 5


def test_what_is_not_settled_is_told_as_far_as_it_is(command):
    code, out, _ = command("solve", "connect_four", "--limit", 100)
    assert code == 2
    assert out == (
        "Connect Four: not settled, White gets from -1 to 1 "
        "(100 positions looked into; --limit allows more)\n"
    )


def test_a_game_that_hides_something_has_an_equilibrium(command):
    code, out, _ = command("solve", "kuhn_poker", "--iterations", 300)
    assert code == 0
    assert out.startswith("Kuhn poker, near an equilibrium: P1 -0.055")
    found = json.loads(command("solve", "kuhn_poker", "--iterations", 50, "--json")[1])
    assert len(found["strategies"]) == 12
    assert {tuple(each["actions"]) for each in found["strategies"]} == {("bet", "pass")}


def test_what_cannot_be_solved_is_said(command, tmp_path):
    code, out, err = command("solve", "kuhn_poker", "--limit", 20)
    assert (code, out) == (2, "")
    assert err.startswith("rulelang: Kuhn poker has more than 20 histories: too many")
    assert err.endswith("(--limit allows more)\n")
    file = tmp_path / "play.json"
    playthrough.save(load("kuhn_poker").start(seed=1), file, rules="kuhn_poker")
    code, _, err = command("solve", "kuhn_poker", "--from", file)
    assert code == 2
    assert "it is solved from its start alone" in err
    code, _, err = command("solve", "tic_tac_toe", "--from", tmp_path / "none.json")
    assert code == 2
    assert "cannot be read" in err
