"""Whole games in a real browser: by pointing, by keys and typed lines, and with scripts off."""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import threading

import pytest
import uvicorn

from interpreter import load
from interpreter.table.hall import Hall
from interpreter.table.sqlite import SqliteStore
from interpreter.table.web import application

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WAIT_MS = 60_000


@pytest.fixture(scope="module")
def browser():
    """Start Debian's chromium; without it these tests are skipped, in CI they fail."""
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no chromium: apt-get install chromium")
        pytest.skip("no chromium here: apt-get install chromium to play in a browser")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is used

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def hall(tmp_path):
    """Serve a hall on a port of its own."""
    made = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application(made), log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    made.address = f"http://127.0.0.1:{door.getsockname()[1]}"
    yield made
    server.should_exit = True
    thread.join()
    door.close()
    made.close()


class Sitting:
    """Somebody at a table, in a browser of his own."""

    def __init__(self, browser, hall, opened, seat, *, script=True):
        self.context = browser.new_context(java_script_enabled=script)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.heard = []
        self.page.on("console", lambda message: self.heard.append(message.text))
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))
        token = opened.tokens[seat]
        self.page.goto(f"{hall.address}/join#{token}")
        if not script:
            self.page.fill("#token", token)
        self.page.click("button")
        self.page.wait_for_selector("#table")

    def await_entry(self, n):
        self.page.wait_for_selector(f'#table[data-n="{n}"]', state="attached")

    def point(self, action):
        """Click on things of the picture until the action alone is left, then press Enter."""
        for _ in range(6):
            if f'"{action}" left' == self.left():
                break
            things = self.page.locator("#drawing [data-act]").all()
            narrowing = [
                thing for thing in things if action in ids_of(thing.get_attribute("data-act"))
            ]
            wanted = min(narrowing, key=lambda thing: len(ids_of(thing.get_attribute("data-act"))))
            wanted.dispatch_event("click")
        assert self.left() == f'"{action}" left'
        self.page.keyboard.press("Enter")

    def left(self):
        """Return which action alone is left, if one is."""
        if "press Enter" not in (self.page.text_content("#hint") or ""):
            return ""
        values = [
            button.get_attribute("value")
            for button in self.page.locator("#offers button[value]:not([data-x=out])").all()
        ]
        return f'"{values[0]}" left' if len(values) == 1 else ""

    def type(self, text):
        self.page.keyboard.press("/")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def press(self, action):
        """Send the form of an action, as a page without a script does."""
        fold = self.page.locator("#offers details:not([open]) summary")
        if fold.count():
            fold.click()
        self.page.click(f'#offers button[value="{action}"]')


def ids_of(ranges):
    """Return the numbers that a thing of the picture lists."""
    numbers = set()
    for part in ranges.split():
        low, _, high = part.partition("-")
        numbers.update(map(str, range(int(low), int(high or low) + 1)))
    return numbers


def play(browser, hall, name, how, seed):
    """Let two people play a game of random choices, each done with `how`; hold what they see."""
    opened = hall.open(name, load(name), {}, seed=seed)
    people = [Sitting(browser, hall, opened, n, script=how != "press") for n in (0, 1)]
    chance = random.Random(seed)
    live = hall.live(opened.table)
    while live.to_act is not None:
        action = chance.choice(live.state.legal_actions)
        sitting = people[live.to_act]
        if how == "press":
            sitting.page.reload()
        sitting.await_entry(live.n)
        getattr(sitting, how)(str(action) if how == "type" else str(action.id))
        sitting.await_entry(live.n + 1)
        live = hall.live(opened.table)
        assert live.moment.state.action is not None
    for sitting in people:
        if how == "press":
            sitting.page.reload()
        sitting.await_entry(live.n)
        assert "The game is over" in sitting.page.text_content("#choices")
        assert sitting.heard == []
        sitting.context.close()


@pytest.mark.parametrize("how", ["point", "type", "press"])
def test_a_game_is_played_to_its_end(browser, hall, how):
    play(browser, hall, "tic_tac_toe", how, seed=3)


def test_cards_are_played_by_pointing_at_them(browser, hall):
    play(browser, hall, "kuhn_poker", "point", seed=5)


def test_a_reason_is_told_and_a_choice_taken_back(browser, hall):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    first, second = (Sitting(browser, hall, opened, n) for n in (0, 1))
    first.type("mark(b2)")
    second.await_entry(1)
    second.type("mark(b2)")
    second.page.wait_for_selector("#said:has-text('b2 is taken')")
    first.page.click("#undo button")
    second.page.click("#answer button[value=agree]")
    first.await_entry(4)
    assert hall.live(opened.table).state.history == ()
    assert re.search("422", " ".join(second.heard))


@pytest.mark.parametrize("width", [360, 1920])
def test_pages_fit_their_width(browser, hall, width):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    sitting = Sitting(browser, hall, opened, 0)
    sitting.page.set_viewport_size({"width": width, "height": 800})
    assert sitting.page.evaluate("document.documentElement.scrollWidth") <= width
