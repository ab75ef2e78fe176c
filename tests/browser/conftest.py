"""A real browser, and a hall that is served to it."""

from __future__ import annotations

import os
import socket
import threading

import pytest
import uvicorn

from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.sqlite import SqliteStore
from tests.support.processes.browser import CHROMIUM, started


@pytest.fixture(scope="session")
def browser():
    """Start Debian's chromium; without it these tests are skipped, in CI they fail."""
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no chromium: apt-get install chromium")
        pytest.skip("no chromium here: apt-get install chromium to play in a browser")
    with started() as chromium:
        yield chromium


@pytest.fixture
def hall(browser, tmp_path):
    """Serve a hall on a port of its own; whoever still has a page of it open leaves at the end."""
    made = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application(made), log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    made.address = f"http://127.0.0.1:{door.getsockname()[1]}"
    yield made
    for context in browser.contexts:
        context.close()  # they would hear from it for a second more, and ask for it ever after
    server.should_exit = True
    thread.join()
    door.close()
    made.close()
