"""Plays that would have gone otherwise, natively, by the reference and beside whole recordings."""

from functools import cache

import attrs
import pytest

from interpreter import load
from interpreter.measuring.counters import Arms, Bar
from interpreter.measuring.recording import record
from interpreter.measuring.restricted import Plays
from interpreter.native.engine import recording
from interpreter.native.engine.recording import Replayer

game_of = cache(load)


def bars(game):
    arms = Arms.in_game(game)
    return [Bar(seat, arms.actions(arms.names[0])) for seat in range(len(game.players))]


@pytest.mark.parametrize(("name", "n"), [("kuhn_poker", 150), ("carnival", 80), ("whist", 70)])
def test_plays_that_are_not_played_again_would_have_gone_as_they_went(name, n):
    game = game_of(name)
    plays, scale = Plays(game, n, seed=5), game.native().codec.lowered.scale
    free = record(game, n, seed=5)
    assert [tuple(part / scale for part in won) for won in plays.returns] == list(free.returns)
    for bar in bars(game):
        played = record(game, n, seed=5, bar=bar)
        otherwise = plays.otherwise(bar)
        known = [otherwise.get(at, won) for at, won in enumerate(plays.returns)]
        assert [tuple(part / scale for part in won) for won in known] == list(played.returns)
    assert 0 < len(plays.otherwise(bars(game)[0])) <= n


def test_the_reference_plays_the_same():
    game = game_of("kuhn_poker")
    slow = Plays(attrs.evolve(game, engine="reference"), 40, seed=2)
    fast, scale = Plays(game, 40, seed=2), game.native().codec.lowered.scale
    for bar in bars(game):
        again, quick = slow.otherwise(bar), fast.otherwise(bar)
        assert list(again) == list(quick)
        assert [[part * scale for part in won] for won in again.values()] == [
            list(won) for won in quick.values()
        ]


def test_what_native_code_gives_up_is_played_by_the_reference(monkeypatch):
    game = game_of("kuhn_poker")
    plays, scale = Plays(game, 30, seed=4), game.native().codec.lowered.scale
    plain, whole, chosen = plays.otherwise(bars(game)[0]), Replayer.play, Replayer.chosen

    def breaks_off(self, seed, numbers, barred):
        rows, ended = whole(self, seed, numbers[:2], barred)
        return rows, ended and len(numbers) <= 2

    def breaks_off_at_seven(self, seed, first, asked):
        return chosen(self, seed, first, max(0, min(asked, 7 - first)) if first <= 7 else asked)

    monkeypatch.setattr(Replayer, "play", breaks_off)
    monkeypatch.setattr(Replayer, "chosen", breaks_off_at_seven)
    slower = Plays(game, 30, seed=4)
    assert slower.returns[7] == tuple(part / scale for part in plays.returns[7])
    found = slower.otherwise(bars(game)[0])
    assert list(found) == list(plain)
    assert {at: won.index(max(won)) for at, won in found.items()} == {
        at: won.index(max(won)) for at, won in plain.items()
    }


def test_choices_are_kept_of_plays_however_long(monkeypatch):
    game = game_of("carnival")
    whole = Plays(game, 20, seed=1)
    monkeypatch.setattr(recording, "_LOG", 2)
    again = Plays(game, 20, seed=1)
    assert again.returns == whole.returns
    assert [again.otherwise(bar) for bar in bars(game)] == [
        whole.otherwise(bar) for bar in bars(game)
    ]
