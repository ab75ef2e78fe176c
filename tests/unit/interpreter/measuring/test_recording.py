"""What plays tell about rules, counted natively and by the reference."""

import ctypes
from functools import cache

import attrs
import pytest

from interpreter import load, simulate
from interpreter.measuring import recording
from interpreter.measuring.counters import Arms, Bar, Counters
from interpreter.measuring.recording import record, record_plays
from interpreter.measuring.simulate import playout
from interpreter.native.engine.recording import Recorder, Rows
from interpreter.native.ir.statuses import FAULT

game_of = cache(load)

NAMES = ("kuhn_poker", "carnival", "whist")


def the_same(one, other):
    assert (one.lengths, one.chances, one.returns) == (other.lengths, other.chances, other.returns)
    assert one.counters.width == other.counters.width
    assert one.counters.arrays() == other.counters.arrays()


def slowly(game):
    return attrs.evolve(game, engine="reference")


@pytest.mark.parametrize("name", NAMES)
def test_native_code_counts_what_the_reference_counts(name):
    game = game_of(name)
    the_same(record(game, 6, seed=5), record(slowly(game), 6, seed=5))


def test_an_interruption_before_the_first_play_is_heard(monkeypatch, tmp_path):
    text = tmp_path / "two.rules"  # of its own: how long plays are is asked once of each game
    text.write_text(
        'game "Two"\nplayers 2\nplay:\n    P1 chooses:\n        a: pass\n    end: draw\n'
    )

    def interrupted(game, n, **settings):
        return attrs.evolve(simulate(game, n, **settings), interrupted=True)

    monkeypatch.setattr(recording, "simulate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        record(load(text), 5)


def test_an_interruption_keeps_the_plays_that_are_done():
    def progress(done):
        if done == 3:
            raise KeyboardInterrupt

    game = slowly(game_of("kuhn_poker"))
    part = record(game, 9, seed=5, progress=progress)
    assert (part.interrupted, part.games) == (True, 3)
    the_same(part, record(game, 3, seed=5))


@pytest.mark.parametrize("name", NAMES)
def test_recorded_plays_are_those_of_a_simulation(name):
    game = game_of(name)
    found, plain = record(game, 700, seed=9), simulate(game, 700, seed=9)
    assert (found.lengths, found.chances) == (plain.lengths, plain.chance_points)
    for seat, of in enumerate(plain.seats):
        assert sum(won[seat] for won in found.returns) == of.mean_return * found.games
    assert sum(found.counters.chosen) == sum(found.lengths) == sum(found.counters.options[::3])
    assert sum(found.counters.arm_chosen) == sum(found.lengths)
    assert sum(found.counters.offered) == sum(found.counters.options[1::3])


def test_a_seat_that_is_barred_acts_so_only_where_nothing_else_is_left():
    game = game_of("kuhn_poker")
    arms = Arms.in_game(game)
    barred = arms.actions(arms.names[0])
    bar = Bar(0, barred)
    found = record(game, 300, seed=2, bar=bar)
    the_same(record(game, 20, seed=2, bar=bar), record(slowly(game), 20, seed=2, bar=bar))
    size = game.num_distinct_actions
    assert sum(barred) > 0
    assert not any(times for times, no in zip(found.counters.chosen[:size], barred) if no)  # noqa: B905
    assert any(times for times, no in zip(found.counters.chosen[size:], barred) if no)  # noqa: B905


def test_whoever_used_an_arm_is_told_from_whoever_could_have():
    found = record(game_of("kuhn_poker"), 400, seed=1)
    seats, whole = found.counters.seats, found.counters.whole
    for cell in range(len(found.arms) * seats):
        used, gained, idle, kept = found.counters.fates[4 * cell : 4 * cell + 4]
        assert 0 <= gained <= used * whole
        assert 0 <= kept <= idle * whole
        assert used + idle <= found.games
    with pytest.raises(ValueError, match="no seat of Kuhn poker"):
        record(game_of("kuhn_poker"), 1, bar=Bar(2, bytes(2)))


def test_what_native_code_gives_up_is_counted_by_the_reference(monkeypatch):
    game = game_of("kuhn_poker")
    plain, whole = record(game, 30, seed=4, final=pot), Recorder.record

    def breaks_off(self, which, stop, barred=None, ends=None):
        seed, first, asked = which
        if first <= 7 < first + asked:
            nothing = whole(self, (seed, first, 0), ctypes.c_int32(0), barred)[2]
            return 7 - first, 3, nothing
        return whole(self, which, stop, barred, ends)

    monkeypatch.setattr(Recorder, "record", breaks_off)
    found = record(game, 30, seed=4, final=pot)
    the_same(found, plain)
    assert found.finals == plain.finals


SHORT = """game "Short"
players 2
token Coin in bank: 4
zone bank: Coin bag, open
zone purse(Player): Coin bag, open
play:
    each turn of p, at most 6:
        p chooses:
            take: move Coin from bank to purse(p)
            rest
    end: draw
"""


def test_a_playout_that_faults_is_not_counted(tmp_path):
    text = tmp_path / "short.rules"
    text.write_text(SHORT)
    game, stop = load(text, engine="native"), ctypes.c_int32(0)
    counters = Counters(2, game.num_distinct_actions, 2, width=6)
    recorder = Recorder(game.native(), counters, range(2))
    played, fault, rows = recorder.record((3, 0, 50), stop)
    assert (fault, len(rows.lengths)) == (FAULT, played)
    assert not any(any(numbers) for numbers in counters.arrays().values())
    assert recorder.record((3, 0, played), stop)[1] == 0
    before = sum(counters.chosen)
    assert before == 6 * played > 0
    assert recorder.record((3, played, 1), stop)[:2] == (0, FAULT)
    assert sum(counters.chosen) == before


def pot(end):
    """Return what a play tells that P1 won; what lies where is asked, not only returns."""
    lying = tuple(len(cell) for cell in end.position.cells if isinstance(cell, tuple))
    return (int(end.returns[0]), *lying) if end.returns[0] > 0 else None


def test_last_states_are_asked_alike_wherever_they_come_from():
    game = game_of("kuhn_poker")
    plays = [playout(slowly(game), 4, number) for number in range(700)]
    expected = tuple(pot(end) for end in plays)
    assert record(game, 700, seed=4, final=pot).finals == expected
    assert record(slowly(game), 700, seed=4, final=pot).finals == expected
    assert record_plays(game, plays, final=pot).finals == expected
    assert None in expected


def test_rows_are_cut_and_counters_begin_at_zero():
    found = Counters(2, 3, 1, width=4)
    assert not any(any(numbers) for numbers in found.arrays().values())
    rows = Rows(found.chosen[:3], found.chosen[:3], found.chosen[:6]).cut(2, 2)
    assert (len(rows.lengths), len(rows.won)) == (2, 4)
