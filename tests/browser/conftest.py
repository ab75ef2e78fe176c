"""A real browser, and a hall that is served to it."""

from __future__ import annotations

import os
import shutil
import socket
import threading

import pytest
import uvicorn

from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.sqlite import SqliteStore

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
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
    config = uvicorn.Config(application(made), log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    made.address = f"http://127.0.0.1:{door.getsockname()[1]}"
    yield made
    server.should_exit = True
    thread.join()
    door.close()
    made.close()
