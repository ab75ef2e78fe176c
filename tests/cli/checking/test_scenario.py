"""`rulelang scenario`."""

import pytest

from interpreter import load
from interpreter.hosting.playthrough import save
from tests.support.games import ROOT

TEXT = (ROOT / "games" / "kuhn_poker.rules").read_text(encoding="utf-8")


@pytest.fixture
def saved(tmp_path):
    """Return a saved play of a card game."""
    path = tmp_path / "play.json"
    save(load("kuhn_poker").start().child(0).child(1).child(0), path, rules="kuhn_poker")
    return path


def test_a_saved_play_becomes_a_scenario_that_holds(command, saved, tmp_path):
    code, text, err = command("scenario", saved, "--name", "as it was")
    assert (code, err) == (0, "")
    assert text.startswith('scenario "as it was":\n    with players 2\n    given deck is king\n')
    rules = tmp_path / "kuhn.rules"
    rules.write_text(f"{TEXT}\n{text}", encoding="utf-8")
    assert command("test", rules)[0] == 0
    rules.write_text(f"{TEXT}\n{text}    expect P1 wins\n", encoding="utf-8")
    assert command("test", rules)[0] == 1


def test_what_cannot_be_is_said(command, saved, tmp_path):
    code, _, err = command("scenario", saved, "--at", "99")
    assert (code, "there is no step 99" in err) == (2, True)
    code, _, err = command("scenario", tmp_path / "nothing.json")
    assert (code, "nothing.json" in err) == (2, True)


def test_a_set_up_is_before_every_scenario(command, tmp_path):
    path = tmp_path / "play.json"
    save(load("leduc_poker").start(), path, rules="leduc_poker")
    code, _, err = command("scenario", path)
    assert code == 2
    assert "a scenario begins after the set-up" in err
