"""People at tables in real browsers: what the tests of pages share."""

from __future__ import annotations

WAIT_MS = 60_000


class Sitting:
    """Somebody at a table, in a browser of his own. `heard`: what the console said."""

    def __init__(self, browser, hall, opened, seat, **how):
        """Sit down. `script`: whether scripts run; `size`: of the window, in pixels."""
        script = how.get("script", True)
        width, height = how.get("size", (1280, 800))
        viewport = {"width": width, "height": height}
        self.context = browser.new_context(java_script_enabled=script, viewport=viewport)
        self.heard = []
        self.address = f"{hall.address}/join#{opened.tokens[seat]}"
        self.page = self.tab()
        if not script:
            self.page.fill("#token", opened.tokens[seat])
        self.page.click("button")
        self.page.wait_for_selector("#table")

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

    def point(self, action):
        """Click on things of the picture until the action alone is left, then press Enter."""
        for _ in range(6):
            if self.is_left(action):
                break
            things = self.page.locator("#drawing [data-act]").all()
            narrowing = [
                thing for thing in things if action in ids_of(thing.get_attribute("data-act"))
            ]
            wanted = min(narrowing, key=lambda thing: len(ids_of(thing.get_attribute("data-act"))))
            wanted.dispatch_event("click")
        self.confirm(action)

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
        before = self.focused()
        sizes = {}
        for _ in range(400):
            self.page.keyboard.press("n")
            ref, acts = self.focused()
            if action in ids_of(acts):
                if sizes.get(ref) is not None and sizes[ref] == min(sizes.values()):
                    return
                sizes[ref] = len(ids_of(acts))
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
