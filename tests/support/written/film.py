"""Writes the pictures of `docs/table.md`: a game of Pergamon with three people and a bot, clicked.

Run by `make film`, with chromium. Each person has a browser of his own, and every choice of theirs
is made by clicking on the picture; which one, a small search says. JPEG, so that files stay small.
"""

from __future__ import annotations

import socket
import threading
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn

from interpreter import load
from interpreter.bots import MonteCarlo, SeatView
from interpreter.cli.playing.table import bot_of, store_at
from interpreter.knowledge.redeal import Belief
from interpreter.table.bots.thinking import Thinkers
from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from tests.support.processes.browser import started
from tests.support.processes.sitting import Sitting

FOLDER = Path(__file__).parents[3] / "docs" / "table"
NAME = "pergamon"
NAMES = ("Ann", "Bob", "Cy")
SIZE = (1200, 860)
SHOTS = {20: "choosing", 60: "playing"}


def film() -> None:
    """Play the game and write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        open_store = partial(store_at, str(Path(folder) / "tables.sqlite"))
        hall = Hall(open_store(), Thinkers(open_store, bot_of, 30.0))
        door = socket.socket()
        door.bind(("127.0.0.1", 0))
        hall.address = f"http://127.0.0.1:{door.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(application(hall), log_level="critical"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        try:
            with started() as chromium:
                _play(chromium, hall)
        finally:
            server.should_exit = True
            thread.join()
            hall.close()


def _play(chromium, hall) -> None:
    game = load(NAME, players=4)
    opened = hall.invite(NAME, game, seed=11)
    people = [_seated(chromium, hall, opened, seat) for seat in range(len(NAMES))]
    host = people[0].page
    host.select_option("#b3 select", "mcts:200")
    host.click("#b3 button")
    _shoot(people[0], "seats")
    host.click("#start button")
    beliefs = [Belief.start(game, seat) for seat in range(len(NAMES))]
    shots = dict(SHOTS)
    clicks = 0
    while (live := hall.live(opened.table)).to_act is not None:
        if live.to_act >= len(people):
            people[0].page.wait_for_selector(f'#table:not([data-n="{live.n}"])', state="attached")
            continue
        person = people[live.to_act]
        person.await_entry(live.n)
        bot = MonteCarlo(live.n, 40, seconds=0.5)
        action = str(bot.choose(SeatView(live.state, beliefs[live.to_act])).id)
        if shots and live.n >= min(shots) and len(live.state.legal_ids) > 3:
            _choosing(person, action, shots.pop(min(shots)))
        person.point(action)
        clicks += 1
        person.await_entry_after(live.n)
    for person in people:
        person.page.wait_for_selector("#asked:has-text('The game is over')")
        assert person.heard == [], person.heard
    _shoot(people[0], "end")
    people[0].page.fill("#step", "40")
    people[0].page.wait_for_selector("#asked:has-text('Step 40')")
    _shoot(people[0], "back")
    print(f"{clicks} choices were clicked, {live.n} made")  # noqa: T201 - its work


def _seated(chromium, hall, opened, seat) -> Sitting:
    person = Sitting(chromium, hall, opened, seat, size=SIZE, waits_for="#lobby")
    person.page.fill("#name", NAMES[seat])
    person.page.click("#sit button")
    return person


def _choosing(person, action, name) -> None:
    """Take a picture of a first click, or of a reason where one click would do."""
    person.click_narrowest(action)
    person.page.wait_for_timeout(400)
    _shoot(person, name)


def _shoot(person, name) -> None:
    person.page.wait_for_timeout(400)
    person.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    person.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=60)


if __name__ == "__main__":
    film()
