"""A table in the browser beside a game in the terminal."""

from __future__ import annotations

import time
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from interpreter.cli.playing.beside import table_beside


def asked(address):
    """Return what a server says of its health."""
    with closing(HTTPConnection(address, timeout=5)) as connection:
        connection.request("GET", "/health")
        return connection.getresponse().read()


def test_a_table_is_open_while_the_game_runs():
    with table_beside(["tic_tac_toe"]) as link:
        address = urlsplit(link).netloc
        for _ in range(100):
            try:
                assert asked(address) == b"well\n"
                break
            except ConnectionRefusedError:
                time.sleep(0.1)
        else:
            pytest.fail(f"nobody answers at {address}")
    with pytest.raises(ConnectionRefusedError):
        asked(address)


def test_without_a_table_the_game_goes_on():
    with table_beside(["no_such_game"]) as link:
        assert link == ""
