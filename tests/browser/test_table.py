"""Whole games in a real browser: by pointing, by keys and typed lines, and with scripts off."""

from __future__ import annotations

import random
import re

import pytest

from interpreter import load
from interpreter.table.stores.store import StoreDown
from tests.support.games import RULES as TEXTS
from tests.support.plays import short_play
from tests.support.processes.sitting import Sitting, violations

SHIPPED = tuple(path.stem for path in TEXTS)


def play(browser, hall, name, how):
    """Let people play a game of random choices, each done with `how`; hold what they see."""
    game = load(name)
    seed, _ = short_play(game)
    opened = hall.open(name, game, {}, seed=seed)
    script = how != "press"
    people = [Sitting(browser, hall, opened, n, script=script) for n in range(len(game.players))]
    chance = random.Random(seed)
    live = hall.live(opened.table)
    while live.to_act is not None:
        action = chance.choice(live.state.legal_actions)
        sitting = people[live.to_act]
        if not script and not sitting.shows(live.n):
            sitting.page.reload()
        sitting.await_entry(live.n)
        getattr(sitting, how)(str(action) if how == "type" else str(action.id))
        sitting.await_entry(live.n + 1)
        live = hall.live(opened.table)
    for sitting in people:
        if not script:
            sitting.page.reload()
        sitting.await_entry(live.n)
        assert "The game is over" in sitting.page.text_content("#choices")
        assert sitting.heard == []
        sitting.context.close()


@pytest.mark.parametrize("how", ["point", "walk", "type", "press"])
def test_a_game_is_played_to_its_end(browser, hall, how):
    play(browser, hall, "tic_tac_toe", how)


@pytest.mark.parametrize("how", ["point", "walk"])
def test_cards_are_played_by_pointing_and_by_keys(browser, hall, how):
    play(browser, hall, "kuhn_poker", how)


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("how", ["walk", "type", "press", "point"])
def test_every_game_is_played_to_its_end_in_every_way(browser, hall, how, name):
    play(browser, hall, name, how)


def test_a_reason_is_told_and_a_choice_taken_back(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    first, second = (Sitting(browser, hall, opened, n) for n in (0, 1))
    first.type("mark(b2)")
    second.await_entry(1)
    second.type("mark(b2)")
    second.page.wait_for_selector("#said:has-text('b2 is taken')")
    second.type("mark(b9)")  # with `/` again, though the line has the focus already
    second.page.wait_for_selector("#said:has-text('`mark(b9)`')")
    second.page.hover('[data-ref="Cell(b2)"]')
    second.page.wait_for_selector("#tip:has-text('mark b2: b2 is taken')")
    first.page.click("#undo button")
    second.page.click("#answer button[value=agree]")
    first.await_entry(4)
    assert hall.live(opened.table).state.history == ()
    assert re.search("422", " ".join(second.heard))


def test_a_click_on_the_note_of_one_place_is_a_click_on_what_lies_below_it(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 0, size=(1280, 320))
    sitting.page.hover('[data-ref="Cell(a3)"]')
    sitting.page.wait_for_selector("#tip[role=tooltip]:has-text('a3')")
    x, y, over = sitting.page.evaluate(
        "() => { const note = document.getElementById('tip');"
        " const { left, bottom } = note.getBoundingClientRect(), at = [left + 6, bottom - 6];"
        " const below = document.elementsFromPoint(...at).find((met) => !note.contains(met));"
        " return [...at, below.closest('[data-act]').dataset.ref]; }"
    )
    assert over == "Cell(a2)"
    sitting.page.mouse.click(x, y)
    sitting.page.wait_for_selector("#tip[role=group] button:has-text('a2')")
    assert sitting.page.locator("#tip button").count() == 1
    sitting.page.click("#tip button")
    sitting.await_entry(1)
    assert sitting.page.evaluate("() => { scrollBy(0, 80); return scrollY; }") == 80
    sitting.page.wait_for_timeout(1_000)
    assert sitting.page.locator("#tip").count() == 0  # what moved was the page
    sitting.page.keyboard.press("ArrowDown")
    sitting.page.wait_for_selector("#tip[role=tooltip]:has-text('a1')")


def test_keys_lead_over_the_board_and_back(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 0)
    sitting.page.focus('[data-ref="Cell(a1)"]')
    for key, ref in (
        ("ArrowRight", "Cell(b1)"),
        ("ArrowUp", "Cell(b2)"),
        ("ArrowLeft", "Cell(a2)"),
        ("ArrowDown", "Cell(a1)"),
    ):
        sitting.page.keyboard.press(key)
        assert sitting.focused()[0] == ref
    sitting.page.keyboard.press("Enter")
    assert sitting.is_left("0")
    sitting.page.keyboard.press("Escape")
    assert not sitting.is_left("0")
    assert sitting.focused()[0] == "Cell(a1)"
    hall.choose(hall.seat_of(opened.tokens[0]), "mark(b2)", None, "k")
    sitting.await_entry(1)
    assert sitting.focused()[0] == "Cell(a1)"


def test_reloads_and_two_tabs_of_a_seat_change_nothing(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    people = [Sitting(browser, hall, opened, n) for n in (0, 1)]
    tabs = [person.tab() for person in people]
    chance = random.Random(4)
    for person, tab in zip(people, tabs, strict=True):
        tab.click("button")
        tab.wait_for_selector("#table")
        person.tabs = [person.page, tab]
    live = hall.live(opened.table)
    while live.to_act is not None:
        person = people[live.to_act]
        person.page = chance.choice(person.tabs)
        if chance.random() < 0.4:
            person.page.reload()
        person.await_entry(live.n)
        person.type(str(chance.choice(live.state.legal_actions)))
        for tab in [tab for person in people for tab in person.tabs]:
            tab.wait_for_selector(f'#table[data-n="{live.n + 1}"]', state="attached")
        assert hall.live(opened.table).n == live.n + 1
        live = hall.live(opened.table)
    assert [person.heard for person in people] == [[], []]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_slide_where_motion_is_wanted_and_input_never_waits(browser, hall, motion):
    opened = hall.open("nine_mens_morris", load("nine_mens_morris"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 1)
    sitting.page.emulate_media(reduced_motion=motion)
    sitting.page.evaluate(
        "() => { const slow = Element.prototype.animate; window.slides = 0;"
        "Element.prototype.animate = function (frames, how) { window.slides++;"
        " return slow.call(this, frames, { ...how, duration: 60000 }); }; }"
    )
    hall.choose(hall.seat_of(opened.tokens[0]), 0, None, "k")
    sitting.await_entry(1)
    assert (sitting.page.evaluate("window.slides") > 0) == (motion == "no-preference")
    sitting.point(str(hall.live(opened.table).state.legal_ids[0]))
    sitting.await_entry(2)
    assert sitting.page.evaluate("document.getAnimations().length") <= 1
    assert sitting.heard == []


def test_a_click_means_what_lies_below_something_that_slides_past(browser, hall):
    opened = hall.open("nine_mens_morris", load("nine_mens_morris"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 1)
    state = hall.live(opened.table).state
    action, drawn_later = state.legal_ids[0], state.legal_ids[-1]
    place = str(state.legal_actions[0]).removeprefix("place")
    sitting.page.evaluate(
        """([place, id]) => {
          const slide = Element.prototype.animate;
          const middle = (thing) => {
            const box = thing.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
          };
          Element.prototype.animate = function () {
            const at = document.querySelector(`#drawing [data-ref$="${place}"]`);
            const scale = 1 / document.getElementById("drawing").getScreenCTM().a;
            const [x, y] = middle(at).map((to, axis) => (to - middle(this)[axis]) * scale);
            const past = { transform: `translate(${x}px, ${y}px)` };
            window.slid = this;
            this.setAttribute("data-act", id);  // as a card that may be taken
            return slide.call(this, [past, past], 60000);
          };
        }""",
        [place, state.legal_ids[1]],
    )
    hall.choose(hall.seat_of(opened.tokens[0]), drawn_later, None, "k")
    sitting.await_entry(1)
    box = sitting.page.locator(f'#drawing [data-ref$="{place}"]').first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    over = "([x, y]) => window.slid.contains(document.elementFromPoint(x, y))"
    assert sitting.page.evaluate(over, [x, y])
    sitting.page.mouse.click(x, y)
    assert not sitting.page.evaluate(over, [x, y])
    sitting.page.locator(f'#tip button[data-value="{action}"]').click()
    sitting.await_entry(2)
    assert sitting.heard == []


def test_the_slider_shows_the_play_as_it_was(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    for n, cell in enumerate(("b2", "a1", "c1")):
        hall.choose(hall.seat_of(opened.tokens[n % 2]), f"mark({cell})", None, f"k{n}")
    sitting = Sitting(browser, hall, opened, 0)
    sitting.page.fill("#step", "1")
    sitting.page.wait_for_selector('[data-ref="Cell(a1)"][aria-label="a1: empty"]')
    assert "Step 1 of 3" in sitting.page.text_content("#choices")
    sitting.page.click("#now")
    sitting.page.wait_for_selector('[data-ref="Cell(a1)"]:not([aria-label="a1: empty"])')
    assert sitting.heard == []


def test_a_choice_made_offline_arrives_once(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    first, second = (Sitting(browser, hall, opened, n) for n in (0, 1))
    first.context.set_offline(offline=True)
    first.type("mark(b2)")
    first.page.wait_for_selector("#said:has-text('connection is lost')")
    first.context.set_offline(offline=False)
    second.await_entry(1)
    first.await_entry(1)
    second.context.set_offline(offline=True)
    second.page.wait_for_timeout(1_000)
    assert hall.live(opened.table).n == 1
    second.context.set_offline(offline=False)
    second.type("mark(a1)")
    first.await_entry(2)


def test_a_choice_that_cannot_be_kept_is_sent_until_it_is(browser, hall, monkeypatch):
    def down(*_):
        raise StoreDown("the disk is full")

    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    first, second = (Sitting(browser, hall, opened, n) for n in (0, 1))
    with monkeypatch.context() as patched:
        patched.setattr(hall.store, "append", down)
        first.type("mark(b2)")
        first.page.wait_for_selector("#said:has-text('cannot keep what you choose')")
        assert hall.live(opened.table).n == 0
    for person in (first, second):
        person.await_entry(1)
    assert hall.live(opened.table).n == 1


SLOW = """() => {
    const quick = window.fetch;
    window.fetch = async (address, how) => {
        const answer = await quick(address, how);
        if (how?.method === "POST") await new Promise((done) => setTimeout(done, 1000));
        return answer;
    };
}"""


def test_answers_that_overtake_each_other_leave_the_page_whole(browser, hall):
    """What the stream brought is there before the answer to the choice, which was made sooner."""
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 0)
    hall.choose(hall.seat_of(opened.tokens[0]), "mark(a1)", None, "k1")
    hall.choose(hall.seat_of(opened.tokens[1]), "mark(a2)", None, "k2")
    sitting.await_entry(2)
    sitting.page.evaluate(SLOW)
    sitting.type("mark(b2)")
    sitting.await_entry(3)
    hall.choose(hall.seat_of(opened.tokens[1]), "mark(a3)", None, "k3")
    sitting.await_entry(4)
    sitting.type("mark(b1)")  # before the page has the answer to what it typed last
    sitting.await_entry(5)
    sitting.page.wait_for_timeout(1500)
    assert sitting.page.locator("#said").text_content() == ""
    shown = sitting.page.text_content("#table")
    sitting.page.reload()
    assert sitting.page.text_content("#table") == shown
    assert sitting.heard == []


@pytest.mark.soak
def test_news_come_where_the_stream_is_held_back(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 1)
    sitting.page.route("**/stream", lambda _: None)
    sitting.page.reload()
    sitting.page.wait_for_timeout(6_000)
    hall.choose(hall.seat_of(opened.tokens[0]), "mark(b2)", None, "k")
    sitting.await_entry(1)


@pytest.mark.soak
def test_ten_seconds_offline_lose_nothing(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 1)
    sitting.context.set_offline(offline=True)
    hall.choose(hall.seat_of(opened.tokens[0]), "mark(b2)", None, "k")
    sitting.page.wait_for_timeout(10_000)
    sitting.context.set_offline(offline=False)
    sitting.await_entry(1)


BIDS = """game "Bids"
players A, B
var bid(Player): 0..9 = 0, owner sees
play:
    for p in Player:
        p chooses:
            offer(n in 0..9) "{p} bids {n}": set bid(p) to n
    end: draw
"""


def test_who_may_choose_early_points_and_is_told(browser, hall, tmp_path):
    text = tmp_path / "bids.rules"
    text.write_text(BIDS, encoding="utf-8")
    opened = hall.open(str(text), load(text), {}, seed=1)
    first, second = choose_at_once(browser, hall, opened, [3, 7])
    assert violations(second.page) == []
    first.point("3")
    for sitting in (first, second):
        sitting.await_entry(2)
        assert sitting.heard == []
        sitting.context.close()
    assert [entry.number for entry in hall.store.entries(opened.table)] == [3, 7]


def test_all_choose_at_once_though_it_shows_that_others_have_chosen(browser, hall):
    """A bid of Goofspiel is laid before everybody's eyes, face down."""
    opened = hall.open("goofspiel", load("goofspiel", players=3), {}, seed=1)
    numbers = [4, 15, 37]
    people = choose_at_once(browser, hall, opened, numbers)
    people[0].point("4")
    for sitting in people:
        sitting.await_entry(3)
        turned = sitting.page.get_attribute('#drawing [data-ref="spent"]', "aria-label")
        assert turned == "spent: P1 Bid 5, P2 Bid 3, P3 Bid 12"
        assert sitting.heard == []
        sitting.context.close()
    assert [entry.number for entry in hall.store.entries(opened.table)] == numbers


def choose_at_once(browser, hall, opened, numbers):
    """Sit down everybody; let all but the first point at what they choose, the last one first."""
    people = [Sitting(browser, hall, opened, seat) for seat, _ in enumerate(numbers)]
    for sitting, number in reversed(list(zip(people, numbers, strict=True))[1:]):
        sitting.page.wait_for_selector("#early:has-text('You may choose already')")
        sitting.point(str(number))
        sitting.page.wait_for_selector("#early:has-text(': kept')")
        assert hall.live(opened.table).n == 0
    return people
