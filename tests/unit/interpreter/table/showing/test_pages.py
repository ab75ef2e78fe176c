"""Pages: reasons, steps back, and updates piece by piece."""

from __future__ import annotations

import gzip
import html
import json
import random
import re
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import load
from interpreter.table.hall import Hall
from interpreter.table.showing import pages, sent, updates
from interpreter.table.showing.books import Books, Have
from interpreter.table.showing.log import log, moved, news, told_by
from interpreter.table.showing.packing import REACH, Packing, unpacked
from interpreter.table.showing.updates import Updates
from interpreter.table.showing.why import told, why
from interpreter.table.showing.wording import wording_of
from interpreter.table.stores.rows import EntryRow
from interpreter.table.stores.sqlite import SqliteStore

GAME = load("tic_tac_toe")
CARDS = load("whist")
MINE = """game "Mine"
players A, B
var taken(Player): 0..3 = 0
play:
    for p in Player:
        p chooses:
            take(n in 0..1): set taken(p) to taken(p) + n
        if taken(A) > 0:
            end: A wins
    end: draw
"""
PAIRS = """game "Pairs"
players A, B
space Cell on grid 2 x 2
play:
    A chooses:
        join(c in Cell, d in Cell):
            need c is not d else "it is one"
            pass
    end: draw
"""
OFFERS = MINE.replace("take(n in 0..1):", 'take(n in 0..1) say "{p} takes {n}":')
PARTS = st.sampled_from(["<p>a", "<p>b", "<li>c</li>", "<g data-ref=1>d</g>", "text"])


def played(hall, name, game, choices, seed=3):
    """Return a table after so many random choices."""
    live = hall.live(hall.open(name, game, {}, seed=seed).table)
    chance = random.Random(seed)
    for _ in range(choices):
        live = live.after([live.choice(live.to_act, chance.choice(live.state.legal_ids), None)])
    return live


class Browser:
    """What the script does with updates."""

    def __init__(self):
        self.pieces, self.order, self.have = [], [], Have()

    def take(self, update):
        if update.start == 0:
            self.pieces = []
        del self.pieces[update.start :]
        self.pieces += update.pieces
        before, self.order = self.order, []
        here = after = 0
        for run in update.order.split():
            skip, _, length = run.replace(":", "x").partition("x")
            start = int(skip) + (here if ":" in run else after)
            places = range(start, start + int(length or 1))
            if ":" in run:
                self.order += [before[at] for at in places]
                here = places.stop
            else:
                self.order += places
                after = places.stop
        self.have = Have(update.book, len(self.pieces), update.page)
        return "".join(self.pieces[number] for number in self.order)


@given(st.lists(st.tuples(st.lists(PARTS, max_size=12), st.booleans()), max_size=8))
def test_updates_make_every_page_whatever_got_lost(wanted):
    books, key, browser = Books(room=4_000), ("table", 0, "tab"), Browser()
    for parts, is_lost in wanted:
        html = "<main>" + "".join(parts)
        if is_lost:
            books.update(key, html + "<p>lost", browser.have)
        assert browser.take(books.update(key, html, browser.have)) == html


def test_what_many_look_at_is_drawn_once(hall, monkeypatch):
    live, drawn = played(hall, "tic_tac_toe", GAME, 1), []
    monkeypatch.setattr(pages, "table", lambda *_: drawn.append(1) or "<p>page")
    updates, looking = Updates(), pages.Looking(None, "/t/x/watch")
    first = [updates.update(live, looking, {"client": str(n)}) for n in range(5)]
    assert {update["pieces"][1] for update in first} == {"<p>page"}
    after = live.after([live.choice(live.to_act, live.state.legal_ids[0], None)])
    updates.update(after, looking, {"client": "0"})
    updates.update(after, pages.Looking(1, "/t/x/1"), {"client": "0"})
    assert len(drawn) == 3


def test_of_many_pages_those_are_drawn_again_that_were_drawn_first(hall, monkeypatch):
    live, drawn = played(hall, "tic_tac_toe", GAME, 1), []
    monkeypatch.setattr(updates, "_KEPT", 1)
    monkeypatch.setattr(pages, "table", lambda _, looking: drawn.append(looking.seat) or "<p>x")
    made = Updates()
    for seat in (0, 0, 1, 0):
        made.update(live, pages.Looking(seat, "/t/x"), {"client": "c"})
    assert drawn == [0, 1, 0]


def test_of_many_browsers_those_get_whole_bodies_that_were_sent_something_first():
    packing, keys = Packing(room=2 * REACH), [("table", 0, tab) for tab in "abc"]
    for key in keys:
        packing.packed(key, ("", 0), ("book", 1), b"first")
    bodies = [packing.packed(key, ("book", 1), ("book", 2), b"second") for key in keys[::-1]]
    assert [body[0] for body in bodies] == [1, 1, 0]


def test_a_book_that_is_lost_costs_one_whole_page():
    books, browser = Books(room=400), Browser()
    assert browser.take(books.update(("t", 0, "a"), "<p>1<p>2", browser.have)) == "<p>1<p>2"
    books.update(("t", 0, "b"), "<p>" + "x" * 900, Have())
    again = books.update(("t", 0, "a"), "<p>1<p>3", browser.have)
    assert (again.start, browser.take(again)) == (0, "<p>1<p>3")


@given(st.lists(st.tuples(st.binary(max_size=9_000), st.sampled_from(["comes", "lost", "late"]))))
def test_what_is_packed_is_unpacked_whatever_got_lost(bodies):
    """As `updating.js` does it: a body that comes late is for a page that is no more."""
    packing, key, at, end = Packing(), ("table", 0, "tab"), ("", 0), b""
    for number, (body, fate) in enumerate(bodies, 1):
        after = ("book", number)
        packed = packing.packed(key, at, after, body)
        if fate == "lost":
            continue
        if fate == "late":
            assert unpacked(packed, end) == body
            packed = packing.packed(key, at, ("book", number + 100), body)
            after = ("book", number + 100)
        assert unpacked(packed, end) == body
        end = ((end if packed[0] else b"") + body)[-REACH:]
        at = after


def test_updates_are_small(hall):
    """Half of them have at most 0.5 kB, and a first page with all it needs 20 kB."""
    books, browser, packing, sizes = Books(), Browser(), Packing(), []
    live = played(hall, "whist", CARDS, 0)
    chance = random.Random(3)
    looking = pages.Looking(0, "/t/x/0", 960)
    for _ in range(40):
        before = browser.have.book, browser.have.page
        update = books.update(("t", 0, "a"), pages.table(live, looking), browser.have)
        assert browser.take(update) == pages.table(live, looking)
        body = json.dumps(attrs.asdict(update)).encode()
        sizes.append(len(packing.packed(("t", 0, "a"), before, (update.book, update.page), body)))
        live = live.after([live.choice(live.to_act, chance.choice(live.state.legal_ids), None)])
    assert sorted(sizes[1:])[len(sizes) // 2] <= 500
    shown = [pages.seat_page(live, looking), sent.script(), sent.style()]
    assert sum(len(gzip.compress(part.encode())) for part in shown) <= 20_000
    assert len(gzip.compress(sent.script().encode())) <= 15_000


def test_each_file_of_the_script_is_sent():
    folder = Path(sent.__file__).parents[1] / "static"
    assert all(file.read_text("utf-8") in sent.script() for file in folder.glob("*.js"))


def test_choices_and_what_they_did_are_told_as_people_say_it(hall):
    live = played(hall, "whist", CARDS, 4)
    seat = live.to_act
    shown = re.sub(
        "<[^>]+>", "\n", html.unescape(pages.table(live, pages.Looking(seat, "/t/x/0")))
    )
    name = live.game.players[seat]
    assert re.search(rf"\n{name} plays \w+ \w+\n", shown)
    assert re.search(r"\n(\w+ \w+): \w+'s hand → \w+'s played\n", shown)
    assert "Card(" not in shown
    assert "hand(" not in shown


def test_a_look_names_zones_in_the_log(hall):
    game = load("pergamon")
    wording = wording_of(played(hall, "pergamon", game, 0))
    moved = {"event": "moved", "from": "store(P1)", "to": "bench(P1)", "amount": 1, "backs": []}
    seen = moved | {"components": ["mask47_jug3"]}
    assert wording.told(seen) == "mask47 jug3: P1's store → P1's pieced together"
    hidden = moved | {"components": None, "backs": ["blue", "red"], "amount": 2}
    assert (
        wording.told(hidden)
        == "2 unseen components (blue, red): P1's store → P1's pieced together"
    )
    said = {"event": "said", "sentence": "mask moves from store(P1) to bench(P1)"}
    assert wording.told(said) == said["sentence"]
    assert wording.told({"event": "phase began", "phase": "Laying_out"}) == "phase Laying out"
    rolled = {"event": "rolled", "zone": "store(P1)", "components": None, "amount": 2}
    assert wording.told(rolled) == "P1's store is rolled: 2 dice unseen"
    shown = {"event": "shown", "zone": "store(P1)", "player": "P2", "components": None}
    assert wording.told(shown) == "P1's store is shown to P2"
    shown["components"] = ["mask47_jug3", "mask47_jug3"]
    assert wording.told(shown) == "P1's store is shown to P2: 2 mask47 jug3"
    changed = {"event": "changed", "variable": "coins(P2)", "value": "3"}
    assert wording.told(changed) == "P2's coins: 3"
    assert wording.told(changed | {"value": "true"}) == "P2's coins: yes"


@pytest.mark.parametrize(
    ("name", "choices"),
    [("antike_duellum", 40), ("backgammon", 20), ("kuhn_poker", 2), ("pergamemnon", 40)],
)
def test_each_event_is_told_by_what_it_says_and_not_by_its_sentence(hall, name, choices):
    """Another sentence of the language beside it changes nothing."""
    live = played(hall, name, load(name), choices)
    wording, own = wording_of(live), ("chose", "said", "turn began", "took back")
    for seat in (0, 1, None):
        for event in live.moment.stream(seat).events:
            if event["event"] not in own:
                assert wording.told(event | {"sentence": "?"}) == wording.told(event) != "?"


def test_what_counted_is_told_of_the_end_where_it_says_more_than_the_result(hall):
    counted = [
        {"label": "if won(p) then 1 else -1", "most": True, "values": {"X": 1, "O": -1}},
        {"label": "count won(p)", "most": True, "values": {"X": 3, "O": 2}},
    ]
    ended = {"event": "ended", "returns": {"X": "1", "O": "-1"}, "reasons": counted}
    told = wording_of(played(hall, "tic_tac_toe", GAME, 0)).told(ended)
    assert told == "the game is over: won by X; won: X 3, O 2"


def test_what_an_arm_says_to_all_stands_in_the_log_once(hall, tmp_path):
    text = tmp_path / "offers.rules"
    text.write_text(OFFERS, encoding="utf-8")
    live = played(hall, str(text), load(text), 1)
    said = f"takes {live.state.history[0]}"
    assert "".join(log(live, 0)).count(said) == 1


def test_who_won_is_said_without_a_figure_where_nothing_is_counted(hall):
    for name, words in (("tic_tac_toe", "Won by X"), ("kuhn_poker", "P1 ")):
        live = played(hall, name, load(name), 0)
        while live.to_act is not None:
            live = live.after([live.choice(live.to_act, live.state.legal_ids[0], None)])
        page = pages.table(live, pages.Looking(0, "/t/x/0"))
        shown = re.search(r"The game is over</h2>.*?</div><p>(.*?)</p>", page)[1]
        assert words in shown
        assert ("; " in shown) == (name == "kuhn_poker")


def test_a_page_says_by_name_who_is_to_choose(hall):
    live = played(hall, "tic_tac_toe", GAME, 0)

    def heading(seat, names):
        html = pages.table(live, pages.Looking(seat, "/t/x/0", names=names))
        return html.partition('tabindex="-1">')[2].partition("<")[0]

    assert heading(1, ("<Ann>", "Bob")) == "X (&lt;Ann&gt;) is to choose"
    assert heading(1, ("X", "O")) == heading(1, ()) == "X is to choose"
    assert heading(0, ("Ann", "Bob")) == "Your choice"


# ---------------------------------------------------------------- why not


def test_what_cannot_be_chosen_tells_the_reason_of_its_rule(hall):
    live = played(hall, "tic_tac_toe", GAME, 0)
    live = live.after([live.choice(0, "mark(b2)", None)])
    assert why(live, 1, ["Cell(b2)"]) == ("mark b2: b2 is taken",)
    assert why(live, 1, ["on(b2)/cross"]) == ("mark b2: b2 is taken",)
    assert why(live, 1, ["Cell(nowhere)"]) == ("nothing can be done with it at this choice",)
    assert why(live, 0, ["Cell(b2)"]) == ("it is O's choice",)
    assert told(live, 1, "mark b2").endswith("b2 is taken")
    assert told(live, 0, "b2") == "it is O's choice"


def test_a_choice_of_two_things_is_refused_for_either(hall, tmp_path):
    text = tmp_path / "pairs.rules"
    text.write_text(PAIRS, encoding="utf-8")
    live = played(hall, str(text), load(text), 0)
    assert why(live, 0, ["Cell(b1)"]) == ("join b1, b1: it is one",)
    assert why(live, 0, ["Cell(b2)"]) == ("join b2, b2: it is one",)


def test_many_choices_are_folded(hall, tmp_path):
    for least, is_folded in ((17, False), (18, True)):
        text = tmp_path / f"wide{least}.rules"
        text.write_text(MINE.replace("0..1", f"0..{least + 6}").replace("0..3", "0..40"), "utf-8")
        page = pages.table(played(hall, str(text), load(text), 0), pages.Looking(0, "/t/x/0"))
        buttons = page.partition('id="offers">')[2].partition("</form>")[0]
        count = buttons.count('name="action"')
        assert count == least + 7
        assert (f"<summary>all {count} choices</summary>" in buttons) == is_folded


def test_reasons_are_told_to_the_seat_that_is_to_choose_alone(hall):
    """Nobody hears of another's cards by asking what could be done with them."""
    live = played(hall, "whist", CARDS, 9)
    actor = CARDS.players[live.to_act]
    for seat in range(4):
        if seat != live.to_act:
            for kind in CARDS.document().kinds:
                (said,) = why(live, seat, [f"hand({actor})/{kind.label}"])
                assert said == f"it is {actor}'s choice"


# ---------------------------------------------------------------- what was


LOG = re.compile(r'<section id="log".*?</section>')


@pytest.mark.parametrize(("name", "game"), [("whist", CARDS), ("tic_tac_toe", GAME)])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_log_of_a_step_back_is_what_it_was_then(hall, name, game, seat):
    now = played(hall, name, game, 7)
    for step in range(7):
        then = played(hall, name, game, step)
        shown = LOG.search(pages.table(then, pages.Looking(seat, "/t/x/1")))
        back = LOG.search(pages.table(now, pages.Looking(seat, "/t/x/1", step=step)))
        assert (shown and shown[0]) == (back and back[0])


def test_what_was_taken_back_is_in_the_log_of_later_steps_alone(hall):
    live = played(hall, "tic_tac_toe", GAME, 2)
    number = live.state.legal_ids[0]
    gone = live.state.legal_actions[0].sentence.split()[-1]
    live = live.after([live.choice(0, number, None)])
    live = live.after([EntryRow(live.n + 1, "undo", 0, 0)])
    live = live.after([live.choice(0, live.state.legal_ids[1], None)])
    shown = [LOG.search(pages.table(live, pages.Looking(0, "/t/x/0", step=n)))[0] for n in (2, 3)]
    assert [gone in one for one in shown] == [False, True]
    for seat in (None, 0, 1):
        standing = list(live.moment.stream(seat).standing)
        assert told_by(live, seat, live.state) == standing[-1]


def test_a_step_back_is_what_the_seat_saw_then(hall):
    before = played(hall, "whist", CARDS, 12)
    after = played(hall, "whist", CARDS, 20)
    now = before.state.sight(1)
    drawn = pages.table(after, pages.Looking(1, "/t/x/1", step=12))
    then = pages.table(before, pages.Looking(1, "/t/x/1"))
    picture = re.compile(r'<g data-ref="(?:hand|trick|played)[^>]*')
    plain = re.compile(r' data-act="[^"]*"| role="[^"]*"')
    assert [plain.sub("", g) for g in picture.findall(drawn)] == [
        plain.sub("", g) for g in picture.findall(then)
    ]
    assert now.seat == 1
    assert "Step 12 of 20" in drawn
    assert "data-act" not in drawn


def test_news_is_what_the_seat_was_told(hall):
    live = played(hall, "tic_tac_toe", GAME, 0)
    at = len(live.moment.stream(0).events)
    live = live.after([live.choice(0, "mark(b2)", None)])
    assert "b2" in news(live, 1, at)
    assert [move[1] for move in moved(live, 1, at)] == ["on(b2)"]
    assert moved(live, 1, 999) == []


def test_the_end_says_why_play_is_over_by_the_text_that_the_table_began_with(hall, tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text(MINE, encoding="utf-8")
    opened = hall.open(str(path), load(path), {}, seed=1)
    hall.choose(hall.seat_of(opened.tokens[0]), 1, None, "k")
    path.unlink()
    anew = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    page = html.unescape(pages.table(anew.live(opened.table), pages.Looking(0, "/t/x/0")))
    quoted = page.partition('<details id="over">')[2].partition("</details>")[0]
    for line in ("  if taken(A) > 0:", "taken(A) 1", "  end: A wins"):
        assert line in quoted
    anew.close()


def test_the_end_of_a_game_with_secrets_quotes_no_card(hall):
    live = played(hall, "kuhn_poker", load("kuhn_poker"), 2)
    while live.to_act is not None:
        live = live.after([live.choice(live.to_act, live.state.legal_ids[0], None)])
    page = pages.table(live, pages.Looking(0, "/t/x/0"))
    assert "The game is over" in page
    over = page.partition('id="over"')[2].partition("</details>")[0]
    assert "end: each r scores gain" in over
    assert not any(kind.label in over for kind in live.state.game.document().kinds)
