"""People at tables in real browsers: what the tests of pages share."""

from __future__ import annotations

WAIT_MS = 60_000


class Sitting:
    """Somebody at a table, in a browser of his own. `heard`: what the console said."""

    def __init__(self, browser, hall, opened, seat, **how):
        """Sit down.

        `script`: whether scripts run; `size`: of the window, in pixels of CSS; `zoom`: so many of
        the screen for each of them; `waits_for`: what is there once one sits.
        """
        script = how.get("script", True)
        width, height = how.get("size", (1280, 800))
        viewport = {"width": width, "height": height}
        self.context = browser.new_context(
            java_script_enabled=script,
            viewport=viewport,
            device_scale_factor=how.get("zoom", 1),
        )
        self.heard = []
        self.address = f"{hall.address}/join#{opened.tokens[seat]}"
        self.page = self.tab()
        if not script:
            self.page.fill("#token", opened.tokens[seat])
        self.page.click("button")
        self.page.wait_for_selector(how.get("waits_for", "#table"))
        self.page.wait_for_load_state()  # its script listens from now on

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

    def await_entry_after(self, n):
        self.page.wait_for_selector(f'#table:not([data-n="{n}"])', state="attached")

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
        left = self.left()
        things = self.page.locator("#drawing [data-act]").all()
        found = [(ids_of(thing.get_attribute("data-act")), thing) for thing in things]
        leaves = [(len(ids & left), at) for at, (ids, _) in enumerate(found) if action in ids]
        things[min(leaves)[1]].dispatch_event("click")

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
        """Press `n` until the focus is on a thing of the action that leaves as few as any does."""
        before, left = self.focused(), self.left()
        sizes = {}
        for _ in range(400):
            self.page.keyboard.press("n")
            ref, acts = self.focused()
            if action in ids_of(acts):
                if ref in sizes and sizes[ref] == min(sizes.values()):
                    return
                sizes[ref] = len(ids_of(acts) & left)
        raise AssertionError(f"no key leads from {before} to action {action}")

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


def ids_of(ranges):
    """Return the numbers that a thing of the picture lists."""
    numbers = set()
    for part in ranges.split():
        low, _, high = part.partition("-")
        numbers.update(map(str, range(int(low), int(high or low) + 1)))
    return numbers
