"""Choices left beforehand, by requests doubled and lost, over two servers of one database."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from interpreter import load
from interpreter.table.hall import DONE, REFUSED, Hall
from tests.unit.interpreter.table.test_early import BIDS

SEATS = 3
ROUNDS = 3


class Bids(RuleBasedStateMachine):
    """All bid at any time: each seat's bid of a round is the last that it was told is kept."""

    open_store = None
    path = None

    def __init__(self):
        super().__init__()
        self.halls = [Hall(self.open_store()) for _ in range(2)]
        opened = self.halls[0].open(str(self.path), load(self.path), {}, seed=1)
        self.table = opened.table
        self.seats = [self.halls[0].seat_of(opened.tokens[n]) for n in range(SEATS)]
        self.keys = (f"key {n}" for n in itertools.count())
        self.left = {}
        self.made = []
        self.answered = {}

    def teardown(self):
        for hall in self.halls:
            hall.close()

    @rule(server=st.integers(0, 1), seat=st.integers(0, SEATS - 1), bid=st.integers(1, 9))
    def bid(self, server, seat, bid):
        key = next(self.keys)
        answer = self.halls[server].choose(self.seats[seat], f"offer({bid})", None, key)
        has_bid = seat < len(self.made) % SEATS or len(self.made) == SEATS * ROUNDS
        assert answer.status == (REFUSED if has_bid else DONE)
        self.answered[seat, key] = answer
        if not has_bid:
            self.left[seat] = bid
            while len(self.made) % SEATS in self.left:
                asked = len(self.made) % SEATS
                self.made.append((asked, self.left.pop(asked)))

    @rule(server=st.integers(0, 1), data=st.data())
    def ask_again(self, server, data):
        if self.answered:
            seat, key = data.draw(st.sampled_from(sorted(self.answered)))
            again = self.halls[server].choose(self.seats[seat], "offer(9)", None, key)
            assert again == self.answered[seat, key]

    @rule(server=st.integers(0, 1))
    def die_and_begin_again(self, server):
        self.halls[server].close()
        self.halls[server] = Hall(self.open_store())

    @invariant()
    def bids_are_what_was_kept(self):
        found = [(e.seat, e.number + 1) for e in self.halls[0].store.entries(self.table)]
        assert [(seat, number - 1) for seat, number in found] == self.made
        for hall in self.halls:
            assert hall.live(self.table).n == len(self.made)


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "bids.rules"
    made.write_text(BIDS, encoding="utf-8")
    return made


def bidding(open_store, path):
    class InThisStore(Bids):
        pass

    InThisStore.open_store, InThisStore.path = staticmethod(open_store), path
    return InThisStore


def test_what_was_left_is_made_once_and_the_last_word_counts(open_store, path):
    fewer = settings(max_examples=3, stateful_step_count=12)
    run_state_machine_as_test(bidding(open_store, path), settings=fewer)


@pytest.mark.soak
def test_what_was_left_is_made_once_in_many_orders(open_store, path):
    run_state_machine_as_test(bidding(open_store, path), settings=settings(max_examples=200))


@pytest.mark.parametrize("who_looks", ["who leaves a choice", "who writes the choice before"])
def test_servers_that_write_at_once_leave_no_choice_lying(
    open_store, path, monkeypatch, who_looks
):
    """B chooses at one server while C leaves a choice at another, and neither saw the other."""
    first, second = Hall(open_store()), Hall(open_store())
    opened = first.open(str(path), load(path), {}, seed=1)
    a, b, c = (first.seat_of(opened.tokens[n]) for n in range(SEATS))
    first.choose(a, "offer(4)", None, "a")
    early, keep = second.store.early, first.store.keep_early
    blind = itertools.count()
    if who_looks == "who leaves a choice":
        monkeypatch.setattr(second.store, "early", lambda _: ())

        def kept(*row):
            keep(*row)
            assert second.choose(b, "offer(5)", None, "b").status == DONE

        monkeypatch.setattr(first.store, "keep_early", kept)
        assert first.choose(c, "offer(6)", None, "c").status == DONE
    else:
        assert first.choose(c, "offer(6)", None, "c").status == DONE
        monkeypatch.setattr(
            second.store, "early", lambda table: early(table) if next(blind) else ()
        )
        assert second.choose(b, "offer(5)", None, "b").status == DONE
    made = [(e.seat, e.number) for e in first.store.entries(opened.table)]
    assert [seat for seat, _ in made] == [0, 1, 2]
    assert len({number for _, number in made}) == SEATS
    for hall in (first, second):
        assert hall.live(opened.table).n == SEATS
        hall.close()
