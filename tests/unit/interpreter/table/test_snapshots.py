"""Tables wake from snapshots as they were, and the memory of those awake is bounded."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import IllegalAction, load
from interpreter.look import Look
from interpreter.table.awake import Awake
from interpreter.table.hall import Hall
from interpreter.table.live import Live
from interpreter.table.snapshots import EVERY, restored, snapshot
from interpreter.table.stores.rows import EntryRow, TableRow
from interpreter.table.stores.sqlite import SqliteStore

NAMES = ("kuhn_poker", "liars_dice", "backgammon", "tic_tac_toe")
GAMES = {name: load(name) for name in NAMES}


def row_of(game):
    options = tuple(game.options.items())
    return TableRow("t", "text", game.specification_hash, game.players, options, 7, "playing")


def further(live, numbers, steps):
    """Return a play after random entries of every kind."""
    seats = range(len(live.game.players))
    for _ in range(steps):
        kind = numbers.choice(["choice", "choice", "choice", "choice", "undo", "ask", "decline"])
        seat = numbers.choice(seats)
        try:
            if kind == "choice" and live.to_act is not None:
                number = numbers.choice(live.state.legal_ids)
                by_chance = numbers.random() < 0.1
                live = live.after([EntryRow(live.n + 1, kind, live.to_act, number, by_chance)])
            elif kind == "undo":
                live = live.after([live.undo(seat)])
            elif kind == "ask":
                live = live.after(live.ask(seat, seats))
            elif kind == "decline":
                live = live.after(live.decline(seat))
        except IllegalAction:
            continue
    return live


def assert_alike(one, other):
    assert (one.n, one.asking, one.drawn) == (other.n, other.asking, other.drawn)
    assert one.state == other.state
    assert one.state.history == other.state.history
    for stream, told in zip(one.moment.streams, other.moment.streams, strict=True):
        assert list(stream.events) == list(told.events)
        assert stream.revision == told.revision
        assert list(stream.standing) == list(told.standing)


@settings(max_examples=20)
@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.integers(0, 40))
def test_a_play_wakes_as_it_was_and_goes_on_alike(name, seed, steps):
    game, row = GAMES[name], row_of(GAMES[name])
    live = further(Live.begin(row, game, Look()), random.Random(seed), steps)
    woken = restored(snapshot(live), row, game, Look())
    assert_alike(woken, live)
    onward = (further(play, random.Random(seed + 1), 8) for play in (woken, live))
    assert_alike(*onward)


@pytest.mark.parametrize(
    "change",
    [
        {"release": "another"},
        {"data": b"[]"},
        {"data": b"nonsense"},
        {"data": b'{"history": [99]}'},
        {"data": b'{"history": []}'},
    ],
)
def test_what_cannot_be_read_is_left_alone(change):
    game, row = GAMES["tic_tac_toe"], row_of(GAMES["tic_tac_toe"])
    live = Live.begin(row, game, Look()).after([EntryRow(1, "choice", 0, 4)])
    assert restored(snapshot(live), row, game, Look()).n == 1
    assert restored(attrs.evolve(snapshot(live), **change), row, game, Look()).n == 0


def test_a_long_play_wakes_from_its_last_snapshot(store, open_store, monkeypatch):
    hall = Hall(store)
    game = GAMES["backgammon"]
    opened = hall.open("backgammon", game, {}, seed=3)
    seats = {n: hall.seat_of(token) for n, token in opened.tokens.items()}
    numbers = random.Random(1)
    live = hall.live(opened.table)
    while live.n < EVERY + 3 and live.to_act is not None:
        action = numbers.choice(live.state.legal_ids)
        hall.choose(seats[live.to_act], action, None, f"key {live.n}")
        live = hall.live(opened.table)
    assert store.snapshot(opened.table).n == EVERY
    assert store.snapshot("aaaaaaaaaa") is None
    again = open_store()
    read = []
    original = again.entries
    monkeypatch.setattr(again, "entries", lambda *at: read.append(at) or original(*at))
    assert_alike(Awake(again).now(opened.table), live)
    assert read == [(opened.table, EVERY)]
    again.close()


def test_plays_that_nobody_asked_for_make_room_and_wake_again(tmp_path):
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"), memory=130_000)
    tables = [hall.open("tic_tac_toe", GAMES["tic_tac_toe"], {}, seed=n) for n in range(8)]
    seats = [[hall.seat_of(opened.tokens[n]) for n in (0, 1)] for opened in tables]
    for turn in range(4):
        for number, opened in enumerate(tables):
            assert hall.choose(seats[number][turn % 2], turn, None, f"key {turn}").status == 200
            assert hall.live(opened.table).n == turn + 1
            assert len(hall.awake) <= 2
    assert hall.awake.size <= 130_000
    hall.close()
