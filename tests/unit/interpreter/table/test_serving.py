"""The command serves tables from its own process, to browsers and to programs."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from interpreter.cli.main import main

CLIENT = Path(__file__).parents[4] / "docs" / "table_client.py"
PROGRAM = (sys.executable, "-m", "interpreter.cli.main", "table")


@contextmanager
def server(*words):
    """Run the command; yield the process, which has said something."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [*PROGRAM, *words, "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


@pytest.fixture
def client():
    specification = importlib.util.spec_from_file_location("table_client", CLIENT)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def link_of(process, player):
    for line in process.stdout:
        name, _, link = line.strip().partition(": ")
        if name == player:
            return link
    raise AssertionError(f"no link for {player}")


def test_a_program_of_sixty_lines_plays_a_bot(tmp_path, client):
    kept = str(tmp_path / "tables.sqlite")
    words = ("kuhn_poker", "--seat", "P1", "--bot", "random", "--keep", kept)
    with server(*words, "--seed", "3") as process:
        returns = client.play(link_of(process, "P1"))
    assert sum(map(int, returns.values())) == 0
    assert sum(map(bool, CLIENT.read_text(encoding="utf-8").splitlines())) <= 60


def test_the_program_tries_again_and_then_says_that_the_server_is_gone(tmp_path, client):
    kept = str(tmp_path / "tables.sqlite")
    with server("kuhn_poker", "--seat", "P1", "--bot", "random", "--keep", kept) as process:
        seat = client.Seat(link_of(process, "P1"))
    with pytest.raises(ConnectionError, match="the server is away"):
        seat.ask("/view", patience_s=1)


@pytest.mark.skipif(os.name != "posix", reason="ends a server by a signal")
def test_tables_are_opened_by_one_process_and_served_by_another(tmp_path, client):
    kept = str(tmp_path / "tables.sqlite")
    opening = [*PROGRAM, "kuhn_poker", "--keep", kept, "--bot", "random"]
    with server("--serve", "--keep", kept) as process:
        here = process.stdout.readline().strip().removeprefix("Serving at ").rstrip(".")
        opened = subprocess.run(  # noqa: S603 - our own program
            [*opening, "--links", here], capture_output=True, text=True, check=True
        )
        player, _, link = opened.stdout.splitlines()[0].partition(": ")
        assert player == "P1"
        assert link.startswith(f"{here}/join#")
        assert sum(map(int, client.play(link).values())) == 0


def test_who_listens_to_the_network_gets_a_link_for_everybody(tmp_path, client):
    kept = str(tmp_path / "tables.sqlite")
    with server("kuhn_poker", "--open", "--keep", kept) as process:
        links = [link_of(process, player) for player in ("P1", "P2")]
        for seat, link in enumerate(links):
            assert re.match(r"http://[\w.]+:\d+/join#[\w-]{22}$", link)
            asked = client.Seat(link)
            assert asked.base.endswith(f"/{seat}")
            assert asked.ask("/view")[0] == 409  # people take their seats first


@pytest.mark.skipif(sys.platform != "linux", reason="fills a disk as Linux lets one")
def test_where_the_disk_is_full_nothing_acknowledged_is_lost(tmp_path, client):
    """The system refuses the server files that are larger than they are, as a full disk does."""
    resource = pytest.importorskip("resource")
    kept = tmp_path / "tables.sqlite"
    people = ("--seat", "X", "--seat", "O")
    with server("tic_tac_toe", *people, "--keep", str(kept)) as process:
        seats = [client.Seat(link_of(process, player)) for player in ("X", "O")]

        def choose(n, **how):
            body = {"action": str(n), "key": f"key of choice {n}"}
            return seats[n % 2].ask("/choices", body, **how)

        def limit(most):
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        assert choose(0)[0] == 200
        limit(kept.with_name(kept.name + "-wal").stat().st_size + 1000)
        with pytest.raises(ConnectionError, match="away"):
            choose(1, patience_s=1)
        with seats[0].opener.open(f"{seats[0].base.partition('/t/')[0]}/metrics") as told:
            assert 'requests_total{status="503"} 2' in told.read().decode()
        assert seats[0].ask("/view")[1]["n"] == 1
        limit(resource.RLIM_INFINITY)
        assert choose(1)[0] == 200
        assert choose(1)[1]["reason"] is None
        assert seats[0].ask("/view")[1]["n"] == 2


@pytest.mark.parametrize("words", [(), ("kuhn_poker", "--serve")])
def test_a_game_or_serve_is_wanted(tmp_path, words, capsys):
    kept = str(tmp_path / "tables.sqlite")
    code = main(["table", *words, "--keep", kept])
    assert (code, "name a game" in capsys.readouterr().err) == (2, True)
    assert not Path(kept).exists()
