"""Who holds a connection without asking, or asks without end, is let go."""

from __future__ import annotations

import http.client
import socket
import threading
import time

import pytest
import uvicorn

from interpreter.table.hall import Hall
from interpreter.table.routes import connections, requests
from interpreter.table.routes.serving import configuration
from interpreter.table.stores.sqlite import SqliteStore

SOON_S = 0.4
HEAD = b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n"


@pytest.fixture
def port(tmp_path, monkeypatch):
    """Serve a hall as the command does, to whom everything lasts too long soon."""
    monkeypatch.setattr(connections, "HEAD_S", SOON_S)
    monkeypatch.setattr(requests, "BODY_S", SOON_S)
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen()
    server = uvicorn.Server(configuration(hall))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    yield door.getsockname()[1]
    server.should_exit = True
    thread.join()
    door.close()
    hall.close()


def drips(port, begin, drip):
    """Send bytes one after the other until the server has enough; return what it says."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(begin)
        said, until = b"", time.monotonic() + 10
        client.settimeout(0.05)
        while time.monotonic() < until:
            try:
                client.sendall(drip)
                part = client.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                return said
            if not part:
                return said
            said += part
    raise AssertionError("the server goes on listening")


@pytest.mark.parametrize(
    ("begin", "drip", "status"),
    [
        (b"", b"", b""),
        (b"POST /join HTTP/1.1\r\n", b"X-More: x\r\n", b""),
        (HEAD + b"\r\n", b"a", b"408"),
        (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n", b"X-More: x\r\n", b"200"),
    ],
    ids=["says nothing", "head without end", "body without end", "second head without end"],
)
def test_who_drips_is_let_go(port, begin, drip, status):
    said = drips(port, begin, drip)
    assert said.partition(b"\r\n")[0].split(b" ")[1:2] == ([status] if status else [])


def test_who_asks_goes_on_with_his_connection(port):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    for _ in range(4):
        client.request("GET", "/health")
        assert client.getresponse().read() == b"well\n"
        assert client.sock is not None
        time.sleep(SOON_S / 2)
    client.close()
