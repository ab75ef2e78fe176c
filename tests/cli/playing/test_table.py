"""`rulelang table`: what it says before it serves, and where it cannot."""

import importlib.util
import re
import socket
from contextlib import closing

import pytest

from interpreter import Session, load
from interpreter.cli.playing.table import bot_of

WATCHED = "`--watch` follows the text of a table that this command opens and serves"


@pytest.fixture
def opened(command, monkeypatch, tmp_path):
    """Return a function that runs the command, with a server that ends at once."""
    monkeypatch.setattr("interpreter.table.serve", lambda *_, **__: None)

    def run(*words, **how):
        return command("table", *words, "--keep", tmp_path / "tables.sqlite", **how)

    return run


def test_at_a_terminal_the_link_is_opened_in_the_browser(opened, monkeypatch):
    shown = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    code, out, _ = opened("tic_tac_toe", "--port", 0, seen=True)
    assert code == 0
    assert re.search(r"^X: (http://127\.0\.0\.1:\d+/join#\S+)$", out, re.MULTILINE)[1] == shown[0]
    assert "Ctrl-C ends the server." in out
    opened("tic_tac_toe", "--port", 0, "--no-browser", seen=True)
    opened("tic_tac_toe", "--port", 0)
    assert len(shown) == 1


@pytest.mark.parametrize("words", [("--serve",), ("tic_tac_toe", "--links", "http://a")])
def test_only_a_text_that_is_played_here_can_be_watched(opened, words):
    code, out, err = opened(*words, "--watch")
    assert (code, out, WATCHED in err) == (2, "", True)


def test_a_text_with_mistakes_opens_no_table(opened, broken, tmp_path):
    code, out, err = opened(broken)
    assert (code, out) == (1, "")
    assert "error" in err
    assert not (tmp_path / "tables.sqlite").exists()


def test_where_no_plays_can_be_kept_another_place_is_asked_for(opened, tmp_path):
    (tmp_path / "tables.sqlite").mkdir()
    code, out, err = opened("tic_tac_toe", "--port", 0)
    assert (code, out) == (2, "")
    assert "tables.sqlite" in err
    assert "name another place by --keep" in err


@pytest.mark.parametrize("far", [False, True])
def test_where_nobody_can_listen_another_port_is_asked_for(opened, far):
    with closing(socket.socket()) as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        port = 99_999 if far else door.getsockname()[1]
        code, _, err = opened("tic_tac_toe", "--port", port)
    assert code == 2
    assert f"nobody can listen at 127.0.0.1, port {port}: " in err
    assert "name another by --port" in err


def test_without_a_network_a_machine_is_called_by_its_name(opened, monkeypatch):
    class Unconnected(socket.socket):
        def connect(self, _):
            raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket", Unconnected)
    code, out, _ = opened("tic_tac_toe", "--open", "--port", 0)
    assert code == 0
    assert f"http://{socket.gethostname()}:" in out


def test_what_a_table_needs_is_named_where_it_is_missing(opened, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if "u" in name else name)
    code, _, err = opened("tic_tac_toe")
    assert code == 2
    assert "a table needs uvicorn: pip install 'rulelang[table]'" in err


def test_bots_play_as_the_store_names_them():
    names = {"X": "mcts:60", "O": "random"}
    session = Session(load("tic_tac_toe"), {seat: bot_of(name) for seat, name in names.items()})
    assert session.state.is_terminal
    assert bot_of("mcts:60").iterations == 60
