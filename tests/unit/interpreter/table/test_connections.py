"""Who holds a connection without asking, or asks without end, is let go."""

from __future__ import annotations

import http.client
import socket
import threading
import time

import pytest
import uvicorn

from interpreter import load
from interpreter.table.routes import connections, requests, seeing
from interpreter.table.routes.serving import configuration
from tests.support.processes.heads import until

SOON_S = 0.4
HEAD = b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n"


@pytest.fixture
def port(hall, monkeypatch):
    """Serve a hall as the command does, to whom everything lasts too long soon."""
    monkeypatch.setattr(connections, "HEAD_S", SOON_S)
    monkeypatch.setattr(requests, "BODY_S", SOON_S)
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


def asked(port, path, **headers):
    """Ask on a connection of its own; return the answer."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    client.request("GET", path, headers={"Connection": "close", **headers})
    return client.getresponse()


def test_who_goes_before_all_is_said_is_counted_and_that_is_all(port, caplog):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(HEAD + b"\r\ntoken=")
    counted = 'rulelang_requests_total{status="400"} 1\n'
    until(lambda: counted in asked(port, "/metrics").read().decode())
    assert caplog.messages == []


def test_who_listens_hears_from_time_to_time_that_somebody_is_there(hall, port, monkeypatch):
    monkeypatch.setattr(seeing, "_PULSE_S", 0.05)
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    cookie = f"seat0={opened.tokens[0]}"
    with asked(port, f"/t/{opened.table}/0/stream", Cookie=cookie) as answer:
        said = [answer.readline() for _ in range(8)]
    lines = [b"retry: 2000", b"id: 0", b"data: 0", b"", b": still here", b"", b": still here", b""]
    assert said == [line + b"\n" for line in lines]
    until(lambda: "\nrulelang_streams 0\n" in asked(port, "/metrics").read().decode())
