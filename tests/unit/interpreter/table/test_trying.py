"""A play is tried again under the text that its author has changed."""

from __future__ import annotations

import re
import time
from argparse import ArgumentParser
from threading import Event, get_ident
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.cli.playing import watching as following
from interpreter.cli.playing.table import arguments
from interpreter.cli.playing.watching import watching
from interpreter.load import RulesError
from interpreter.table.hall import DONE, Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.rows import EntryRow
from interpreter.table.stores.store import Overtaken, StoreDown
from tests.support.processes.heads import until
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
    heard, here = [], get_ident()

    def told():
        if get_ident() == here:  # another thread hears from the database, late and once more
            heard.append(table.left())

    table.hall.subscribe(table.opened.table, told)
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
    assert (differs.n, differs.seat) == (2, 1)
    assert differs.own.startswith("take(3): ")
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


@pytest.mark.parametrize(
    ("text", "n", "own"),
    [
        (TEXT.replace("= 9", "= 1"), 2, "take(3): nobody is to choose there"),
        (
            TEXT.replace("play:\n", "play:\n    B chooses:\n        wait: pass\n"),
            1,
            "take(1): B is to choose there",
        ),
    ],
)
def test_a_choice_that_is_not_its_players_any_more_differs(table, text, n, own):
    differs = table.change(text)
    assert (differs.n, differs.own) == (n, own)


def test_what_was_taken_back_stays_so_under_the_new_text(table):
    assert table.hall.ask_back(table.seats[0], "ask").status == DONE
    assert table.hall.answer_back(table.seats[1], agrees=True, key="yes").status == DONE
    assert (table.live.n, table.left()) == (6, 5)
    assert table.change(LONGER) is None
    assert (table.live.n, table.left(), table.live.to_act) == (6, 8, 0)


FAILING = TEXT.replace(": take n from left", ": set left to left - n - n - 1")


def test_a_choice_behind_which_the_rules_fail_differs(table):
    """What a fault says is for whoever runs the server."""
    differs = table.change(FAILING)
    assert (differs.n, differs.own) == (2, "take(3): the rules fail behind it")
    assert "`left` would be -1" in differs.why


class Watched:
    """A table whose text the command watches, with the page of each seat."""

    def __init__(self, hall, folder, how):
        self.table = Authored(hall, folder)
        parser = ArgumentParser()
        arguments(parser)
        parsed = parser.parse_args([str(self.table.text), "--watch", how])
        app = application(hall)
        self.id = self.table.opened.table
        self.clients = [TestClient(app) for _ in "AB"]
        for seat, client in enumerate(self.clients):
            client.post("/join", data={"token": self.table.opened.tokens[seat]})
        self.watching = watching(hall, self.id, parsed, lambda _: self.id)

    def page(self, seat):
        return self.clients[seat].get(f"/t/{self.id}/{seat}").text

    def await_notice(self, text, words):
        self.table.text.write_text(text, encoding="utf-8")
        until = time.monotonic() + 60
        while words not in self.page(0):
            assert time.monotonic() < until, self.page(0)
            time.sleep(0.05)


@pytest.fixture
def looked(monkeypatch):
    """Return what is set once the files of a text were looked at, which soon happens again."""
    looked, files_of = Event(), following.files_of

    def look(*words, **how):
        found = files_of(*words, **how)
        looked.set()
        return found

    monkeypatch.setattr(following, "files_of", look)
    monkeypatch.setattr(following, "_LOOK_S", 0.05)
    return looked


def test_the_page_tells_what_came_of_a_change_and_goes_back(store, tmp_path, looked):
    watched = Watched(Hall(store), tmp_path, "stay")
    with watched.watching:
        assert looked.wait(60)
        watched.await_notice(BROKEN, "stays under the old text: 1 error")
        assert "nowhere" in watched.page(1)
        watched.await_notice(FEWER, "choice 2, by B, is not possible")
        assert "take(3): " in watched.page(1)
        assert "take(3): " not in re.search(r'id="notice".*?</section>', watched.page(0))[0]
        assert "Go on from before" in watched.page(0)
        assert "Go on from before" not in watched.page(1)
        body = {"do": "back"}
        refused = watched.clients[1].post(f"/t/{watched.id}/1/author", json=body)
        assert (refused.status_code, refused.json()["reason"][:8]) == (422, "the host")
        assert watched.clients[0].post(f"/t/{watched.id}/0/author", json=body).status_code == 200
        assert (watched.table.live.n, watched.table.left()) == (1, 8)
        assert "The table goes on under the text of" in watched.page(1)
        again = watched.clients[0].post(f"/t/{watched.id}/0/author", json=body)
        assert again.status_code == 422


def test_the_page_goes_back_by_itself_where_that_was_asked_for(hall, tmp_path, looked, capsys):
    watched = Watched(hall, tmp_path, "back")
    with watched.watching:
        assert looked.wait(60)
        watched.await_notice(FEWER, "Under the new text play goes on from before choice 2, by B.")
        assert (watched.table.live.n, watched.table.left()) == (1, 8)
        assert "take(3): " in watched.page(1)
    told = "Under the new text play goes on from before choice 2, B's take(3): "
    assert capsys.readouterr().out.startswith(told)


def test_what_keeps_a_text_from_being_tried_is_told(hall, tmp_path, looked, capsys, monkeypatch):
    """Also a text that is away for a moment, as editors leave it; then nothing is to be said."""
    watched = Watched(hall, tmp_path, "stay")
    with watched.watching:
        assert looked.wait(60)
        watched.table.text.unlink()
        time.sleep(0.2)
        fails = TEXT.replace("play:", "setup:\n    set left to left - 10\nplay:", 1)
        watched.await_notice(fails, "The table stays under the old text.")
        assert "`left` would be -1" in watched.page(0)

        def away(*_, **__):
            raise StoreDown("the disk is full")

        monkeypatch.setattr(hall, "try_again", away)
        watched.table.text.write_text(LONGER, encoding="utf-8")
        said = []
        until(lambda: said.append(capsys.readouterr().out) or "disk" in said[-1])
    said = "".join(said)
    assert said.startswith("The table stays under the old text: ")
    assert said.endswith("The table could not be changed: the disk is full\n")
    assert watched.table.left() == 3


@pytest.mark.usefixtures("looked")
def test_a_text_that_cannot_begin_opens_its_table_once_it_is_mended(hall, tmp_path, capsys):
    text = tmp_path / "coins.rules"
    text.write_text(TEXT.replace("play:", "setup:\n    set left to left - 10\nplay:", 1), "utf-8")
    parser = ArgumentParser()
    arguments(parser)
    tables = []

    def opened(game):
        tables.append(hall.open(str(text), game, {}, seed=1).table)
        return tables[0]

    with watching(hall, None, parser.parse_args([str(text), "--watch"]), opened):
        until(lambda: hall.front is not None)
        title, why = hall.front
        text.write_text(TEXT, encoding="utf-8")
        until(lambda: hall.front is None)
    assert (title, "`left` would be -1" in why) == (f"{text} cannot be played yet", True)
    assert f"{why}\nThe table opens when that is mended.\n" == capsys.readouterr().out
    assert hall.live(tables[0]).n == 0


def front(address):
    """Return what stands at the door of a server."""
    with urlopen(address) as answer:  # noqa: S310 - a server that the test began
        return answer.read().decode()


def test_a_text_with_mistakes_shows_them_until_it_can_be_played(tmp_path):
    text = tmp_path / "coins.rules"
    text.write_text(BROKEN, encoding="utf-8")
    words = (str(text), "--watch", "--seat", "A", "--seat", "B")
    with server(*words, "--keep", str(tmp_path / "tables.sqlite")) as process:
        address = process.stdout.readline().removeprefix("Serving at ").rstrip(".\n")
        while "nowhere" not in (shown := front(address)):
            time.sleep(0.05)
        assert "coins.rules: 1 error" in shown
        text.write_text(TEXT, encoding="utf-8")
        assert link_of(process, "B")
        while "Open the link" not in front(address):
            time.sleep(0.05)


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
