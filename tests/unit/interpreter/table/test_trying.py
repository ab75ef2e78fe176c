"""A play is tried again under the text that its author has changed."""

from __future__ import annotations

import time

import pytest

from interpreter import load
from interpreter.load import RulesError
from interpreter.table.hall import DONE, Hall
from interpreter.table.stores.rows import EntryRow
from interpreter.table.stores.store import Overtaken
from tests.unit.interpreter.table.test_serving import link_of, server

TEXT = """game "Coins"
players A, B
var left: 0..20 = 9
play:
    each turn of p, at most 20:
        p chooses:
            take(n in 1..3): take n from left
        if left is 0: end: p wins
    end: draw
"""
LONGER = TEXT.replace("= 9", "= 12")
GIVING = 'give "{p} gives": set left to 5\n            take(n'
OTHER_NUMBERS = TEXT.replace("take(n", GIVING)
FEWER = TEXT.replace("1..3", "1..2")
BROKEN = TEXT.replace("take n from left", "take n from nowhere")


class Authored:
    """A table whose text is changed."""

    def __init__(self, hall, folder):
        self.hall = hall
        self.text = folder / "coins.rules"
        self.text.write_text(TEXT, encoding="utf-8")
        self.opened = hall.open(str(self.text), load(self.text), {}, seed=1)
        self.seats = {n: hall.seat_of(token) for n, token in self.opened.tokens.items()}
        for at, number in enumerate((1, 3, 2)):
            done = hall.choose(self.seats[at % 2], f"take({number})", None, f"key {at}")
            assert done.status == DONE

    def change(self, text, *, back=False):
        self.text.write_text(text, encoding="utf-8")
        game = load(self.text)
        return self.hall.try_again(self.opened.table, str(self.text), game, back=back)

    @property
    def live(self):
        return self.hall.live(self.opened.table)

    def left(self):
        return int(self.live.state.observation(0)["variables"]["left"])


@pytest.fixture
def table(store, tmp_path):
    return Authored(Hall(store), tmp_path)


def test_play_goes_on_under_the_new_text(table, open_store):
    heard = []
    table.hall.subscribe(table.opened.table, lambda: heard.append(table.left()))
    assert table.change(LONGER) is None
    assert (table.live.n, heard) == (3, [6])
    assert table.hall.choose(table.seats[1], "take(3)", None, "more").status == DONE
    again = Hall(open_store())
    assert again.live(table.opened.table).state == table.live.state
    again.close()


def test_choices_are_taken_again_by_their_words(table):
    assert table.change(OTHER_NUMBERS) is None
    assert table.left() == 3
    assert table.hall.choose(table.seats[1], "give", None, "more").status == DONE


def test_the_first_choice_that_differs_is_told_and_play_may_go_on_before_it(table):
    differs = table.change(FEWER)
    assert differs.n == 2
    assert differs.why.startswith("B's take(3): ")
    assert (table.live.n, table.left()) == (3, 3)
    assert table.change(FEWER, back=True).n == 2
    assert (table.live.n, table.live.to_act, table.left()) == (1, 1, 8)
    assert table.hall.choose(table.seats[1], "take(3)", None, "more").status != DONE
    assert table.hall.choose(table.seats[1], "take(2)", None, "again").status == DONE


def test_a_text_with_errors_changes_nothing(table):
    with pytest.raises(RulesError):
        table.change(BROKEN)
    assert (table.live.n, table.left()) == (3, 3)


def test_who_was_overtaken_writes_nothing(table):
    row = table.hall.store.table(table.opened.table)
    with pytest.raises(Overtaken):
        table.hall.store.rewrite(row, [EntryRow(1, "choice", 0, 0)], was=2)
    assert len(table.hall.store.entries(table.opened.table)) == 3


def test_the_command_follows_the_text_and_says_what_came_of_it(tmp_path):
    text = tmp_path / "coins.rules"
    text.write_text(TEXT, encoding="utf-8")
    words = (str(text), "--watch", "--seat", "A", "--seat", "B")
    with server(*words, "--keep", str(tmp_path / "tables.sqlite")) as process:
        assert link_of(process, "B")
        process.stdout.readline()
        time.sleep(1)
        for new, said in (
            (LONGER, "The table goes on under the new text."),
            (BROKEN, "The table stays under the old text: "),
            (TEXT.replace("A, B", "A, B, C"), "The players are others now"),
        ):
            text.write_text(new, encoding="utf-8")
            assert process.stdout.readline().startswith(said)
