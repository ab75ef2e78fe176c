"""Who sees all is told the same, whether positions are compared or rules are gone through."""

from __future__ import annotations

import random

import pytest

from interpreter import Game, load
from interpreter.observation import choices

SILENT = """game "Silent"
players A, B
var n: 0..9 = 0
play:
    repeat 3:
        for p in Player:
            p chooses:
                add(k in 0..2): set n to n + k
                rest: set n to n
    end: draw
"""


def told_along(game, seed, most, monkeypatch):
    """Yield what all others are told of each choice of a play, both ways, and which was quick."""
    chance, state = random.Random(seed), game.start(seed=seed)
    quick = choices._only_way  # noqa: SLF001 - the way that is left out of the other half
    while not state.is_terminal and most:
        after = state.child(chance.choice(state.legal_ids))
        for player in (*range(len(game.players)), None):
            if player != state.current_player:
                fast = choices.chosen(after, player)
                with monkeypatch.context() as patched:
                    patched.setattr(choices, "_only_way", lambda *_: None)
                    slow = choices.chosen(after, player)
                who = choices.knower_of(game.layout, player)
                found = quick(after, state, who, choices.possible(state, who))
                yield fast, slow, found is not None
        state, most = after.past_chance(), most - 1


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "backgammon", "english_draughts"])
def test_all_that_is_seen_tells_the_same_sooner(name, engine, monkeypatch):
    game = Game(load(name).spec, engine=engine)
    found = list(told_along(game, 3, 12, monkeypatch))
    assert [fast for fast, _, _ in found] == [slow for _, slow, _ in found]
    assert all(is_quick for _, _, is_quick in found)
    assert all(fast.action is not None for fast, _, _ in found)


def test_what_comes_to_the_same_is_told_of_nobody(tmp_path, monkeypatch):
    path = tmp_path / "silent.rules"
    path.write_text(SILENT, encoding="utf-8")
    found = [told for seed in range(9) for told in told_along(load(path), seed, 6, monkeypatch)]
    assert [fast for fast, _, _ in found] == [slow for _, slow, _ in found]
    assert {is_quick for _, _, is_quick in found} == {False, True}
    assert any(fast is None for fast, _, _ in found)


def test_who_does_not_see_all_is_never_told_by_positions(monkeypatch):
    found = list(told_along(load("kuhn_poker"), 1, 9, monkeypatch))
    assert found
    assert not any(is_quick for _, _, is_quick in found)
