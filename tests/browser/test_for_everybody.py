"""Pages for everybody: WCAG 2.2 AA, light and dark, where there is little room, and the keyboard.

Long games are brought to their middle and their end by choices that no page makes, so that each
moment costs the pages that are looked at there and no more.
"""

from __future__ import annotations

import random

import pytest

from interpreter import load
from tests.support.games import RULES as TEXTS
from tests.support.plays import short_play
from tests.support.processes.sitting import Sitting, violations

WIDE = {"size": (1280, 800)}
NARROW = {"size": (320, 640)}
ZOOMED = {"size": (640, 400), "zoom": 2}
"""What 200 % makes of a window of 1280 by 800."""

SOME = [("tic_tac_toe", ["start"]), ("pergamon", ["middle"]), ("kuhn_poker", ["end"])]
"""The games of the gate; the soak has all games at all three moments."""
MOMENTS = ["start", "middle", "end"]
QUICK = [["light"], ["dark"], ["light"]]
ALL = [["light", "dark"], ["dark"], ["light"], ["dark"]]


def choose_until(hall, opened, chance, n):
    """Make random choices until there are so many."""
    while (live := hall.live(opened.table)).n < n:
        seat = hall.seat_of(opened.tokens[live.to_act])
        hall.choose(seat, chance.choice(live.state.legal_ids), None, f"k{live.n}")
    return live


def look_at(browser, hall, opened, live, schemes):
    """Hold the pages of a moment: of who is to choose, of another seat, and of who looks on.

    `schemes`: light or dark, for each of these pages in turn, or both of them for all.
    """
    chooser = live.to_act or 0
    other = (chooser + 1) % len(live.game.players)
    looks = [(chooser, WIDE), (chooser, NARROW), (other, ZOOMED), (-1, NARROW)]
    for (seat, how), found in zip(looks, schemes, strict=False):
        sitting = Sitting(browser, hall, opened, seat, **how)
        sitting.page.wait_for_timeout(300)
        width = sitting.page.viewport_size["width"]
        assert sitting.page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in found:
            sitting.page.emulate_media(color_scheme=scheme)
            assert violations(sitting.page) == []
        assert sitting.heard == []
        sitting.context.close()


def look_through(browser, hall, name, moments, schemes):
    game = load(name)
    seed, length = short_play(game)
    opened = hall.open(name, game, {}, seed=seed, onlookers=True)
    chance = random.Random(seed)
    at = {"start": 0, "middle": length // 2, "end": length}
    for moment in moments:
        live = choose_until(hall, opened, chance, at[moment])
        assert (live.to_act is None) == (moment == "end")
        look_at(browser, hall, opened, live, schemes)


@pytest.mark.parametrize(("name", "moments"), SOME, ids=[name for name, _ in SOME])
def test_pages_are_for_everybody(browser, hall, name, moments):
    look_through(browser, hall, name, moments, QUICK)


@pytest.mark.soak
@pytest.mark.parametrize("name", [path.stem for path in TEXTS])
def test_all_pages_of_all_games_are_for_everybody(browser, hall, name):
    look_through(browser, hall, name, MOMENTS, ALL)


@pytest.mark.parametrize("how", [NARROW, ZOOMED], ids=["320 pixels", "200 %"])
def test_a_game_is_played_with_the_mouse_where_there_is_little_room(browser, hall, how):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    people = [Sitting(browser, hall, opened, seat, **how) for seat in (0, 1)]
    for n, cell in enumerate(("b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3", "c1")):
        person, state = people[n % 2], hall.live(opened.table).state
        person.await_entry(n)
        person.touch(f"Cell({cell})", state.find("mark", [cell]).id)
        person.await_entry(n + 1)
        room = person.page.evaluate(
            "[document.documentElement.scrollWidth, ...['a1', 'c3'].map((cell) => "
            "document.querySelector(`[data-ref='Cell(${cell})']`).getBoundingClientRect().width)]"
        )
        assert room[0] <= how["size"][0]
        assert min(room[1:]) >= 24
    for person in people:
        person.page.wait_for_selector("#asked:has-text('The game is over')")
        assert person.heard == []
        person.context.close()


def test_seats_are_taken_in_the_browser(browser, hall):
    opened = hall.invite("tic_tac_toe", load("tic_tac_toe"))
    people = []
    for seat, name in enumerate(("Ann", "Bob")):
        page = browser.new_page()
        page.goto(f"{hall.address}/join#{opened.tokens[seat]}")
        page.click("button")
        page.fill("#name", name)
        page.click("#sit button")
        people.append(page)
    host = people[0]
    host.wait_for_selector("#seats:has-text('Bob')")
    assert violations(host) == []
    host.click("#start button")
    for page in people:
        page.wait_for_selector("#table")
        page.close()
