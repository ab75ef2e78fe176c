"""Tables are kept: no choice is lost and none is made twice, whatever happens to requests."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from interpreter import IllegalAction, Session, Uniform, load
from interpreter.table.bots import crew
from interpreter.table.bots.thinking import Thinkers
from interpreter.table.hall import DONE, REFUSED, RULES_FAIL, STALE, Hall
from interpreter.table.showing.pages import Looking, seat_page
from interpreter.table.stores.rows import EntryRow, SeatRow
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.stores.store import Overtaken, StoreDown
from interpreter.table.texts import RulesChanged

GAME = load("tic_tac_toe")
DEALT = load("kuhn_poker")


WRITES = ("append", "keep_answer", "keep_snapshot")


class Failing:
    """A store that fails when it is told to, `at` a write: before it, or after."""

    def __init__(self, store):
        self.store = store
        self.at = {}

    def __getattr__(self, name):
        found = getattr(self.store, name)
        return partial(self._write, name, found) if name in WRITES else found

    def _write(self, name, write, *what):
        after = self.at.pop(name, None)
        if after is False:
            raise StoreDown("the disk is full")
        write(*what)
        if after:
            raise StoreDown("the answer was lost on its way")


class Requests(RuleBasedStateMachine):
    """Requests doubled, late and lost, and a server that dies: what holds is the model's play."""

    open_store = None

    def __init__(self):
        super().__init__()
        self.store = Failing(self.open_store())
        self.hall = Hall(self.store)
        opened = self.hall.open("kuhn_poker", DEALT, {}, seed=7)
        self.table = opened.table
        self.seats = [self.hall.seat_of(opened.tokens[n]) for n in (0, 1)]
        self.model = Session(DEALT, seed=7)
        self.answered: dict[tuple[int, str], tuple] = {}
        self.made = 0

    def teardown(self):
        self.hall.close()

    def submit(self, seat: int, number: int, revision: int | None, key: str) -> None:
        """Ask, and hold what comes back against the model."""
        player = DEALT.players[seat]
        known = self.answered.get((seat, key))
        answer = self.hall.choose(self.seats[seat], number, revision, key)
        if known is not None:
            assert (answer.status, answer.revision) == known
            return
        if revision is not None and revision != self.model.view(player)["revision"]:
            assert answer.status == STALE
            return
        self.hold(answer, lambda: self.model.submit(player, number))
        self.answered[seat, key] = (answer.status, answer.revision)

    def hold(self, answer, in_the_model) -> None:
        """Let the model do the same, and hold the answer against what it says."""
        try:
            said = (DONE, in_the_model()["revision"], None)
        except IllegalAction as refusal:
            said = (REFUSED, answer.revision, str(refusal))
        assert (answer.status, answer.revision, answer.reason) == said
        self.made += answer.status == DONE

    @rule(seat=st.integers(0, 1), number=st.integers(0, 5), old=st.booleans())
    def ask(self, seat, number, old):
        revision = self.model.view(DEALT.players[seat])["revision"] - old
        self.submit(seat, number, revision, f"key {len(self.answered)}")

    @precondition(lambda self: self.answered)
    @rule(data=st.data(), number=st.integers(0, 5))
    def ask_again(self, data, number):
        seat, key = data.draw(st.sampled_from(sorted(self.answered)))
        self.submit(seat, number, None, key)

    @rule(
        write=st.sampled_from(WRITES),
        after=st.booleans(),
        seat=st.integers(0, 1),
        number=st.integers(0, 5),
        dies=st.booleans(),
    )
    def fail_at_a_write(self, write, after, seat, number, dies):
        """Let a write fail, or its answer be lost; asked again by its key it is made once.

        `dies`: the server does not outlive it.
        """
        key, before = f"key {len(self.answered)}", len(self.store.entries(self.table))
        assert before == self.made
        self.store.at = {write: after}
        try:
            self.submit(seat, number, None, key)
        except StoreDown:
            assert write != "keep_snapshot"
            written = len(self.store.entries(self.table))
            assert written == before + (write == "append" and after)
            if dies:
                self.die_and_begin_again()
            self.submit(seat, number, None, key)
        self.store.at = {}

    @rule(seat=st.integers(0, 1))
    def take_back(self, seat):
        answer = self.hall.undo(self.seats[seat], f"back {len(self.answered)}")
        self.hold(answer, lambda: self.model.undo(DEALT.players[seat]))
        self.answered[seat, f"back {len(self.answered)}"] = (answer.status, answer.revision)

    @rule()
    def die_and_begin_again(self):
        self.hall.close()
        self.store = Failing(self.open_store())
        self.hall = Hall(self.store)

    @invariant()
    def plays_are_alike(self):
        assert len(self.store.entries(self.table)) == self.made
        live = self.hall.live(self.table)
        assert live.state == self.model.state
        for player, name in enumerate(DEALT.players):
            assert list(live.moment.streams[player].events) == self.model.events(name)


def test_no_choice_is_lost_and_none_is_made_twice(open_store, monkeypatch):
    monkeypatch.setattr("interpreter.table.hall.EVERY", 2)

    class InThisStore(Requests):
        pass

    InThisStore.open_store = staticmethod(open_store)
    examples = 300 if settings.default.max_examples > 1_000 else 5
    fewer = settings(max_examples=examples, stateful_step_count=20)
    run_state_machine_as_test(InThisStore, settings=fewer)


def seats_of(hall, opened):
    return {n: hall.seat_of(token) for n, token in opened.tokens.items()}


def test_a_token_opens_its_own_seat_and_a_new_one_voids_it(store):
    hall = Hall(store)
    opened = hall.open("tic_tac_toe", GAME, {}, seed=1)
    seat = hall.seat_of(opened.tokens[1])
    assert (seat.table, seat.seat, seat.name) == (opened.table, 1, "O")
    newer = hall.lobby.renew(seat)
    assert hall.seat_of(opened.tokens[1]) is None
    assert hall.seat_of(newer).seat == 1
    assert hall.seat_of("") is None


def test_no_token_stands_in_the_file(tmp_path):
    store = SqliteStore(tmp_path / "tables.sqlite")
    opened = Hall(store).open("tic_tac_toe", GAME, {}, seed=1)
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(token.encode() in written for token in opened.tokens.values())
    store.close()


def test_two_servers_of_one_database_never_write_the_same_number(store, open_store):
    one, other = Hall(store), Hall(open_store())
    opened = one.open("tic_tac_toe", GAME, {}, seed=1)
    seats = seats_of(one, opened)
    assert one.choose(seats[0], "mark(b2)", 1, "a").status == DONE
    assert other.choose(seats[1], "mark(a1)", None, "b").status == DONE
    assert one.choose(seats[0], "mark(a1)", None, "c").reason == "mark(a1): a1 is taken"
    with pytest.raises(Overtaken):
        store.append(opened.table, [EntryRow(2, "choice", 0, 1)])
    assert [entry.number for entry in store.entries(opened.table)] == [4, 0]
    other.close()


def test_who_is_told_hears_of_each_change_until_he_goes(store):
    hall = Hall(store)
    opened = hall.open("tic_tac_toe", GAME, {}, seed=1)
    heard = []
    end = hall.subscribe(opened.table, lambda: heard.append(hall.live(opened.table).n))
    seats = seats_of(hall, opened)
    hall.choose(seats[0], 0, None, "a")
    hall.choose(seats[0], 1, None, "b")
    end()
    hall.choose(seats[1], 1, None, "c")
    assert set(heard) - {0} == {1}  # told once more where the store begins to listen late


def test_tables_are_pinned_to_their_text(tmp_path):
    store = SqliteStore(tmp_path / "tables.sqlite")
    text = tmp_path / "coins.rules"
    written = (
        'game "Coins"\nplayers A, B\nvar left: 0..3 = 3\nplay:\n    each turn of p, at most 9:\n'
        "        p chooses:\n            take:\n                take 1 from left\n"
        "        if left is 0:\n            end: p wins\n    end: draw\n"
    )
    text.write_text(written, encoding="utf-8")
    hall = Hall(store)
    opened = hall.open(str(text), load(text), {}, seed=1)
    text.write_text("nothing any more", encoding="utf-8")
    anew = Hall(SqliteStore(store.path))
    assert anew.live(opened.table).game.name == "Coins"
    anew.close()
    with sqlite3.connect(store.path) as file:
        file.execute("update play set specification = 'of another release'")
    with pytest.raises(RulesChanged, match="another release"):
        Hall(SqliteStore(store.path)).live(opened.table)
    store.close()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"something else entirely, and long enough to be looked at" * 40)
    with pytest.raises(StoreDown, match="not a database"):
        SqliteStore(path)
    with pytest.raises(StoreDown, match="unable to open"):
        SqliteStore(tmp_path / "no folder" / "tables.sqlite")


def test_writers_of_one_server_never_sleep_for_each_other(tmp_path, monkeypatch):
    """SQLite would let them, up to a tenth of a second each time; here it may not wait at all."""
    monkeypatch.setattr("interpreter.table.stores.sqlite._WAIT_S", 0.0)
    store = SqliteStore(tmp_path / "tables.sqlite")

    def write(writer):
        for number in range(40):
            store.keep_text(f"{writer} {number}", {"x.rules": b"game"})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    store.close()


def test_a_key_is_wanted_and_short(store):
    hall = Hall(store)
    seat = hall.seat_of(hall.open("tic_tac_toe", GAME, {}, seed=1).tokens[0])
    for key in ("", "k" * 65):
        with pytest.raises(ValueError, match="key"):
            hall.choose(seat, 0, None, key)


def test_seats_are_rows_of_their_table(store):
    hall = Hall(store)
    opened = hall.open("tic_tac_toe", GAME, {"O": "random"}, seed=1, onlookers=True)
    rows = store.seats(opened.table)
    assert [(row.seat, row.bot) for row in rows] == [(-1, None), (0, None), (1, "random")]
    assert sorted(opened.tokens) == [-1, 0]
    assert isinstance(rows[0], SeatRow)


class NoAnswer:
    """Bots that never answer."""

    def ask(self, *_):
        return None

    def close(self):
        pass


def test_a_bot_without_an_answer_plays_at_random_and_it_is_said(store):
    hall = Hall(store, NoAnswer())
    opened = hall.open("tic_tac_toe", GAME, {"O": "mcts"}, seed=1)
    seat = hall.seat_of(opened.tokens[0])
    heard = Event()
    hall.subscribe(opened.table, lambda: hall.live(opened.table).n == 2 and heard.set())
    hall.choose(seat, "mark(b2)", None, "a")
    assert heard.wait(60)
    live = hall.live(opened.table)
    hall.close()
    assert (live.n, live.to_act, live.drawn) == (2, 0, (1,))
    assert "gave no answer in time" in seat_page(live, Looking(0, "/t/x/0"))


def random_bot(_):
    return Uniform(7)


def endless_bot(_):
    return Endless()


class Endless:
    """A bot that thinks for ever."""

    def choose(self, _):
        while True:
            time.sleep(1)


def play_of_bots(store, open_store, make, deadline):
    """Let two bots play to the end; return the table, as it is then."""
    thinkers = Thinkers(open_store, make, deadline)
    hall = Hall(store, thinkers)
    opened = hall.open("kuhn_poker", DEALT, {"P1": "some", "P2": "some"}, seed=3)
    over = Event()
    hall.subscribe(opened.table, lambda: hall.live(opened.table).to_act is None and over.set())
    assert hall.live(opened.table).to_act is None or over.wait(120)
    live = hall.live(opened.table)
    hall.close()
    return live


def test_bots_answer_from_a_process_of_their_own(store, open_store):
    assert play_of_bots(store, open_store, random_bot, 60).drawn == ()


def test_bots_that_do_not_answer_are_ended(tmp_path):
    """Which database the process has asked before makes no difference to its end."""
    open_store = partial(SqliteStore, tmp_path / "tables.sqlite")
    live = play_of_bots(open_store(), open_store, endless_bot, 1)
    assert len(live.drawn) == live.n > 0


def test_bots_go_on_when_the_database_is_back(tmp_path, monkeypatch):
    monkeypatch.setattr(crew, "_AGAIN_S", 0.05)

    class Down(SqliteStore):
        times = 1

        def append(self, table, entries, answer=None, used=()):
            if self.times and answer is None:
                self.times -= 1
                raise StoreDown("the disk is full")
            super().append(table, entries, answer, used)

    hall = Hall(Down(tmp_path / "tables.sqlite"), NoAnswer())
    opened = hall.open("tic_tac_toe", GAME, {"X": "random"}, seed=1)
    heard = Event()
    hall.subscribe(opened.table, heard.set)
    assert hall.live(opened.table).n == 1 or heard.wait(60)
    assert hall.live(opened.table).drawn == (0,)
    hall.close()


def test_a_hall_closes_while_a_bot_thinks(store, open_store):
    thinkers = Thinkers(open_store, endless_bot, deadline=600)
    hall = Hall(store, thinkers)
    opened = hall.open("tic_tac_toe", GAME, {"X": "some"}, seed=1)
    began = time.monotonic()
    hall.close()
    assert time.monotonic() - began < 60
    anew = open_store()
    assert anew.entries(opened.table) == ()
    anew.close()


FAILING = """game "Failing"
players A, B
var left: 0..9 = 5
play:
    each turn of p, at most 9:
        p chooses:
            take "{p} takes":
                add 1 to left
            jump "{p} jumps":
                set left to left - 9
    end: draw
"""


@pytest.fixture
def failing(tmp_path):
    """Return the path of a text whose rules fail behind half of all choices."""
    path = tmp_path / "failing.rules"
    path.write_text(FAILING, encoding="utf-8")
    return path


def test_where_the_rules_fail_nothing_is_written_and_the_server_is_told(store, failing, caplog):
    hall = Hall(store)
    opened = hall.open(str(failing), load(failing), {}, seed=1)
    seat = hall.seat_of(opened.tokens[0])
    answer = hall.choose(seat, "jump", None, "k")
    assert (answer.status, answer.reason) == (REFUSED, RULES_FAIL)
    assert store.entries(opened.table) == ()
    assert "behind entry 0: the rules fail: " in caplog.text
    assert hall.choose(seat, "jump", None, "k") == answer
    assert hall.choose(seat, "take", None, "l").status == DONE


class Jumping:
    """A thinker that always asks for the second choice."""

    def ask(self, *_):
        return 1

    def close(self):
        pass


def test_a_bot_behind_whose_choice_the_rules_fail_chooses_by_lot(store, failing):
    hall = Hall(store, Jumping())
    opened = hall.open(str(failing), load(failing), {"A": "x", "B": "x"}, seed=1)
    until = time.monotonic() + 60
    while hall.live(opened.table).n < 4 and time.monotonic() < until:
        time.sleep(0.02)
    entries = hall.store.entries(opened.table)
    hall.close()
    assert [(entry.number, entry.by_chance) for entry in entries[:4]] == [(0, True)] * 4
