"""Pictures of states in notebooks: with the look beside the text, unless that is broken."""

import pytest

from interpreter import load, notebook

RULES = 'game "Lone {n}"\nplayers 2\nvar points(Player): 0..9\nplay:\n    end: draw\n'


def game_of(tmp_path, n=0):
    path = tmp_path / f"lone{n}.rules"
    path.write_text(RULES.format(n=n), encoding="utf-8")
    return load(path, engine="reference")


@pytest.mark.parametrize("look", ["[colour]\n", "Rubbish ="])
def test_a_state_is_drawn_without_a_look_that_is_broken(tmp_path, look):
    plain = game_of(tmp_path).start()._repr_svg_()
    assert "<svg" in plain
    (tmp_path / "lone0.look.toml").write_text(look, encoding="utf-8")
    assert game_of(tmp_path).start()._repr_svg_() == plain


def test_looks_of_few_games_are_kept(tmp_path, monkeypatch):
    read = []
    look_of = notebook.look_of
    monkeypatch.setattr(notebook, "look_of", lambda one: read.append(one.title) or look_of(one))
    states = [game_of(tmp_path, n).start() for n in range(notebook.KEPT + 1)]
    names = [f"Lone {n}" for n in range(len(states))]
    for state in (*states, states[-1], states[0]):
        assert "<svg" in state._repr_svg_()
    assert read == [*names, "Lone 0"]
