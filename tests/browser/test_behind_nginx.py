"""A game through nginx, as docs/hosting.md sets it up: https, HTTP/2, streams, and long polls."""

from __future__ import annotations

import random
import socket
import threading

import pytest
import uvicorn

from interpreter import load
from interpreter.table.hall import Hall
from interpreter.table.routes.serving import configuration
from interpreter.table.stores.sqlite import SqliteStore
from tests.support.processes.nginx import NGINX, OPENSSL, in_front
from tests.support.processes.sitting import Sitting

pytestmark = pytest.mark.skipif(
    NGINX is None or OPENSSL is None, reason="no nginx here: apt-get install nginx openssl"
)


@pytest.fixture
def hall(tmp_path):
    """Serve a hall behind nginx, by https alone."""
    made = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    server = uvicorn.Server(configuration(made, secure=True))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    with in_front(tmp_path, door.getsockname()[1]) as address:
        made.address = address
        yield made
    server.should_exit = True
    thread.join()
    door.close()
    made.close()


@pytest.mark.parametrize("held_back", [False, True], ids=["stream", "long poll"])
def test_a_game_is_played_through_the_proxy_to_its_end(browser, hall, held_back):
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    people = [Sitting(browser, hall, opened, n) for n in (0, 1)]
    for person in people:
        if held_back:  # as by a proxy that keeps streams until they end
            person.page.route("**/stream", lambda _: None)
            person.page.reload()
        protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
        assert person.page.evaluate(protocol) == "h2"
        (cookie,) = [one for one in person.context.cookies() if one["name"].startswith("seat")]
        assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Lax")
    chance, live = random.Random(1), hall.live(opened.table)
    while live.to_act is not None:
        person = people[live.to_act]
        person.await_entry(live.n)
        person.type(str(chance.choice(live.state.legal_actions)))
        for one in people:
            one.await_entry(live.n + 1)
        live = hall.live(opened.table)
    for person in people:
        assert "The game is over" in person.page.text_content("#choices")
        assert person.heard == []
        person.context.close()


def test_what_is_counted_is_for_the_host_and_health_for_everybody(browser, hall):
    page = browser.new_context(ignore_https_errors=True).new_page()
    assert page.goto(f"{hall.address}/health").status == 200
    assert page.goto(f"{hall.address}/metrics").status == 200  # from this machine
    page.context.close()
