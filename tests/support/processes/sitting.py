"""People at tables in real browsers: what the tests of pages share."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    }
}
WAIT_MS = 60_000
THINGS = "#drawing [data-act]"
HIT = """(thing) => {
    for (const slide of document.getAnimations()) slide.finish();
    thing.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = thing.getBoundingClientRect();
    const part = (n) => [0.5, 0.3, 0.7, 0.1, 0.9][n];
    for (let n = 0; n < 25; n++) {
        const x = left + width * part(n % 5), y = top + height * part(Math.floor(n / 5));
        const met = document.elementFromPoint(x, y);
        if (met?.closest("#drawing [data-act]") === thing) return [x, y];
    }
    return null;
}"""
"""Where the mouse finds a thing that has come to rest, scrolled into view; null if nowhere."""


class Sitting:
    """Somebody at a table, in a browser of his own. `heard`: what the console said."""

    def __init__(self, browser, hall, opened, seat, **how):
        """Sit down.

        `script`: whether scripts run; `size`: of the window, in pixels of CSS; `zoom`: so many of
        the screen for each of them; `touch`: with fingers and no mouse; `waits_for`: what is there
        once one sits.
        """
        script = how.get("script", True)
        width, height = how.get("size", (1280, 800))
        viewport = {"width": width, "height": height}
        self.context = browser.new_context(
            java_script_enabled=script,
            viewport=viewport,
            device_scale_factor=how.get("zoom", 1),
            has_touch=how.get("touch", False),
            is_mobile=how.get("touch", False),
            ignore_https_errors=hall.address.startswith("https:"),  # nobody signs ours
        )
        self.heard = []
        self.address = f"{hall.address}/join#{opened.tokens[seat]}"
        self.page = self.tab()
        if not script:
            self.page.fill("#token", opened.tokens[seat])
        self.page.click("button")
        self.page.wait_for_selector(how.get("waits_for", "#table"))
        self.page.wait_for_load_state()  # its script listens from now on
        if script:
            self.await_that("!looking")  # and the picture is drawn for the room there is

    def tab(self):
        """Open another tab at the link of the seat."""
        page = self.context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("console", lambda message: self.heard.append(message.text))
        page.on("pageerror", lambda error: self.heard.append(str(error)))
        page.goto(self.address)
        return page

    def await_entry(self, n):
        self.page.wait_for_selector(f'#table[data-n="{n}"]', state="attached")

    def shows(self, n):
        return self.page.locator(f'#table[data-n="{n}"]').count() > 0

    def await_entry_after(self, n):
        self.page.wait_for_selector(f'#table:not([data-n="{n}"])', state="attached")

    def await_that(self, script, thing=None):
        """Wait until a script says so; the policy of the pages lets Playwright not do that."""
        for _ in range(WAIT_MS // 50):
            if self.page.evaluate(script, thing):
                return
            self.page.wait_for_timeout(50)
        pytest.fail(f"never: {script}")

    def point(self, action):
        """Click on things of the picture until the action alone is left, then press Enter."""
        for _ in range(6):
            if self.is_left(action):
                break
            self.click_narrowest(action)
        self.confirm(action)

    def touch(self, ref, action):
        """Click with the mouse where something is seen, and on the action beside it."""
        self.page.locator(f'#drawing [data-ref="{ref}"]').click()
        self.page.locator(f'#tip button[data-value="{action}"]').click()

    def click_narrowest(self, action):
        """Click on the thing of the action that leaves as few of those still left as any does."""
        self.narrowest(action).dispatch_event("click")

    def narrowest(self, action):
        """Return the thing of the action that leaves as few of those still left as any does.

        What all things list is asked for at once: one by one would take seconds on a large board.
        """
        left = self.left()
        listed = self.page.evaluate(
            f"[...document.querySelectorAll('{THINGS}')]"
            ".map((thing) => thing.getAttribute('data-act'))"
        )
        leaves = [
            (len(ids & left), at) for at, ids in enumerate(map(ids_of, listed)) if action in ids
        ]
        return self.page.locator(THINGS).nth(min(leaves)[1])

    def within_reach(self):
        """Return each thing of the picture to be clicked on: reference, ids, whether it is hit.

        It is hit where the mouse finds it at some of the points of its box, once it is scrolled
        into view.
        """
        return self.page.evaluate(
            f"() => {{ const hit = {HIT}; return [...document.querySelectorAll('{THINGS}')]"
            ".map((thing) => [thing.getAttribute('data-ref'), thing.getAttribute('data-act'),"
            " !!hit(thing)]); }"
        )

    def click_to(self, action):
        """Click with the mouse on things of the picture until the action stands beside one."""
        for _ in range(6):
            if self.is_left(action):
                break
            self.click_on_narrowest(action)
        self.page.locator(f'#tip button[data-value="{action}"]').click()

    def click_on_narrowest(self, action):
        """Click where the mouse finds the thing of the action that leaves fewest of those left."""
        x, y = self.narrowest(action).evaluate(HIT)
        self.page.mouse.click(x, y)

    def left(self):
        """Return the ids of the actions that are left by what was clicked so far."""
        return set(
            self.page.evaluate(
                "[...document.querySelectorAll('#offers button[value]:not([data-x=out])')]"
                ".map((button) => button.value)"
            )
        )

    def walk(self, action):
        """Go to things by keys alone until the action is left, then press Enter."""
        for _ in range(6):
            if self.is_left(action):
                break
            self.go_to_narrowest(action)
            self.page.keyboard.press("Enter")
        self.confirm(action)

    def go_to_narrowest(self, action):
        """Press `n` until the focus is on the thing of the action that leaves as few as any does.

        Where that is, counted in presses from here, is found out first: `n` goes through what may
        be chosen, in the order of the page, and from its end to its beginning.
        """
        left = self.left()
        here, open_things = self.page.evaluate(
            "() => { const open = [...document.querySelectorAll("
            "'#drawing [tabindex][data-act]:not([data-x=out])')];"
            " return [open.indexOf(document.activeElement),"
            " open.map((thing) => thing.getAttribute('data-act'))]; }"
        )
        leaves = [
            (len(ids & left), at)
            for at, ids in enumerate(map(ids_of, open_things))
            if action in ids
        ]
        assert leaves, f"no key leads to action {action}"
        steps = (min(leaves)[1] - here - 1) % len(open_things) + 1
        for _ in range(steps):
            self.page.keyboard.press("n")
        assert action in ids_of(self.focused()[1])

    def focused(self):
        """Return the reference and the ids of the thing that has the focus."""
        return tuple(
            self.page.evaluate(
                "[document.activeElement.getAttribute('data-ref'),"
                " document.activeElement.getAttribute('data-act') || '']"
            )
        )

    def confirm(self, action):
        """Press Enter on the action, which stands beside the thing, alone or in a menu."""
        for _ in range(12):
            if self.page.evaluate("document.activeElement.dataset.value") == action:
                break
            self.page.keyboard.press("Tab")
        assert self.page.evaluate("document.activeElement.dataset.value") == action
        self.page.keyboard.press("Enter")

    def is_left(self, action):
        """Return whether the action is offered beside the thing."""
        return self.page.locator(f'#tip button[data-value="{action}"]').count() > 0

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


def violations(page):
    """Return what on a page is against WCAG 2.2 AA, as axe finds it: the rule, and where."""
    found = Axe().run(page, options=RULES).response
    assert len(found["passes"]) > 5, "it has looked at the page"
    return [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]]


def ids_of(ranges):
    """Return the numbers that a thing of the picture lists."""
    numbers = set()
    for part in ranges.split():
        low, _, high = part.partition("-")
        numbers.update(map(str, range(int(low), int(high or low) + 1)))
    return numbers
