"""Every game played with the mouse alone, on a wide page and on a phone.

Nothing is taken from the lists beside the picture: what is clicked on is a thing of the picture
that somebody sees and nothing covers, and the button that then stands beside it.
"""

from __future__ import annotations

import random

import pytest

from interpreter import load
from tests.support.games import RULES as TEXTS
from tests.support.plays import short_play
from tests.support.processes.sitting import Sitting, ids_of

WIDE, PHONE = (1280, 800), (390, 844)
POINTED = {"kuhn_poker": 20}
"""The game of the gate, with as many choices at each end of a play as it makes by pointing."""
EACH_END = 20
MOST_IN_A_MENU = 6
MIDDLE = """(thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
}"""
IN_SIGHT = """(thing) => {
    const { top, bottom } = thing.getBoundingClientRect();
    return top >= 0 && bottom <= document.getElementById("prompt").getBoundingClientRect().top;
}"""


def alike(things, action):
    """Return the actions that no click tells apart from one; none where nothing leads to it."""
    acts = [ids for _, ids in things if action in ids]
    return set.intersection(*acts) if acts else set()


def hold(sitting, live):
    """Hold that whoever is to choose can click on whatever is legal."""
    found = sitting.within_reach()
    things = [(ref, ids_of(ids)) for ref, ids, is_hit in found if is_hit]
    assert [ref for ref, _, is_hit in found if not is_hit] == []
    for action in live.state.legal_actions:
        assert 1 <= len(alike(things, str(action.id))) <= MOST_IN_A_MENU, str(action)


@pytest.mark.parametrize("first", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize(
    "name",
    [
        path.stem if path.stem in POINTED else pytest.param(path.stem, marks=pytest.mark.soak)
        for path in TEXTS
    ],
)
def test_a_play_is_made_with_the_mouse_alone(browser, hall, name, first):
    """Seats have wide pages and phones in turn; the middle of a long play has no pages."""
    game = load(name)
    seed, length = short_play(game)
    each_end = POINTED.get(name, EACH_END)
    opened = hall.open(name, game, {}, seed=seed)
    sizes = (WIDE, PHONE) if first == WIDE else (PHONE, WIDE)
    people = [
        Sitting(browser, hall, opened, seat, size=sizes[seat % 2])
        for seat in range(len(game.players))
    ]
    chance = random.Random(seed)
    live = hall.live(opened.table)
    choices = 0
    while live.to_act is not None:
        action = chance.choice(live.state.legal_ids)
        if each_end <= choices < length - each_end:
            seat = hall.seat_of(opened.tokens[live.to_act])
            hall.choose(seat, action, None, f"k{choices}")
        else:
            sitting = people[live.to_act]
            sitting.await_entry(live.n)
            hold(sitting, live)
            sitting.click_to(str(action))
            sitting.await_entry(live.n + 1)
        choices += 1
        live = hall.live(opened.table)
    assert choices == length
    for sitting in people:
        sitting.await_entry(live.n)
        sitting.page.wait_for_selector("#asked:has-text('The game is over')")
        width = sitting.page.viewport_size["width"]
        assert sitting.page.evaluate("document.documentElement.scrollWidth") <= width
        assert sitting.heard == []
        sitting.context.close()


def test_what_is_out_of_sight_on_a_phone_is_shown_and_done_from_the_edge(browser, hall):
    """The rondel of Antike lies below a map that fills the screen."""
    opened = hall.open("antike_duellum", load("antike_duellum"), {}, seed=1)
    live = hall.live(opened.table)
    sitting = Sitting(browser, hall, opened, live.to_act, size=PHONE, touch=True)
    where, do, back = (
        sitting.page.locator(f"#ways button[value={way}]") for way in ("where", "do", "back")
    )
    assert [way.is_visible() for way in (where, do, back)] == [True, False, False]
    fields = sitting.page.locator('#drawing [data-ref^="Field("][data-act]')
    assert not sitting.page.evaluate(IN_SIGHT, fields.first.element_handle())
    where.tap()
    sitting.await_that(IN_SIGHT, fields.first.element_handle())
    fields.nth(1).tap()
    action = next(iter(sitting.left()))
    told = sitting.page.text_content(f'#offers button[value="{action}"]')
    assert sitting.page.text_content("#hint") == f"{told}."
    back.tap()
    assert [way.is_visible() for way in (where, do, back)] == [True, False, False]
    fields.nth(1).tap()
    do.tap()
    sitting.await_entry(1)
    assert [entry.number for entry in hall.store.entries(opened.table)] == [int(action)]
    assert sitting.heard == []


def digging(browser, hall):
    """Sit down in Pergamon where a gallery may be dug; return that, too, and a find in it."""
    opened = hall.open("pergamon", load("pergamon"), {}, seed=5)
    live = hall.live(opened.table)
    while "excavate" not in {action.name for action in live.state.legal_actions}:
        seat = hall.seat_of(opened.tokens[live.to_act])
        hall.choose(seat, live.state.legal_ids[0], None, f"k{live.n}")
        live = hall.live(opened.table)
    gallery = live.state.legal_actions[0].arguments[0]
    sitting = Sitting(browser, hall, opened, live.to_act)
    find = sitting.page.locator(f'#drawing [data-ref^="gallery({gallery})/"]').first
    return sitting, gallery, find


def test_what_lies_in_something_that_may_be_chosen_chooses_it(browser, hall):
    """In Pergamon one digs a gallery by clicking on the finds that lie in it."""
    sitting, gallery, find = digging(browser, hall)
    for way in ("click", "Enter"):
        if way == "click":
            sitting.page.mouse.click(*find.evaluate(MIDDLE))
        else:
            find.focus()
            sitting.page.keyboard.press("Enter")
        told = sitting.page.wait_for_selector("#tip[role=group] button").text_content()
        assert f"gallery {gallery}" in told
        sitting.page.keyboard.press("Escape")
    assert sitting.heard == []


@pytest.mark.parametrize("way", ["hover", "click"])
def test_a_late_answer_to_why_not_leaves_a_menu_alone(browser, hall, way):
    sitting, gallery, find = digging(browser, hall)
    held = []
    sitting.page.route("**/why?*", lambda route, _: held.append(route))
    other = sitting.page.locator(f'#drawing [data-ref^="gallery({gallery % 5 + 1})/"]').first
    with sitting.page.expect_request("**/why?*"):
        getattr(other, way)()
    find.click()
    sitting.page.wait_for_selector("#tip[role=group] button")
    with sitting.page.expect_event("requestfinished"):
        held[0].continue_()
    sitting.page.wait_for_timeout(100)
    assert sitting.page.get_attribute("#tip", "role") == "group"
    assert sitting.heard == []
