"""What tables cost: each on its own (`table_costs`), and many of them under load, over loopback.

`python -m benchmarks.further.tables [costs | load | all] [TABLES [SECONDS]]` measures the one, the
other, or all of it. The server is a process of its own, on one core where the system can hold it
there, and the people are on the others; where the system lets them, both go before other work.
Every seat has a stream open, and at each table there is a choice every three seconds. Measured is
the time from the first byte of a request to the last stream that has told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.further.table_costs import GAMES, costs, report
from interpreter import Game, load
from interpreter.state import State
from interpreter.table.hall import Hall, Opened
from interpreter.table.routes.serving import serve
from interpreter.table.stores.sqlite import SqliteStore

NAMES = ("tic_tac_toe", "backgammon", "othello")
PACE_S = 3.0
IDLE = (500, 2000)
_STEP_S = 0.02


class Player:
    """A table as its people see it: streams, and a connection for choices."""

    def __init__(self, port: int, game: Game, opened: Opened, seed: int) -> None:
        self.port = port
        self.opened = opened
        self.state: State = game.start().with_seed(seed).past_chance()
        self.n = 0
        self.told = dict.fromkeys(opened.tokens, 0)
        self.news = asyncio.Event()
        self.took: list[float] = []

    def head(self, seat: int, method: str, path: str) -> str:
        """Return the head of a request of a seat."""
        where = f"/t/{self.opened.table}/{seat}{path}"
        cookie = f"Cookie: seat{seat}={self.opened.tokens[seat]}"
        return f"{method} {where} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}\r\n"

    async def listen(self, seat: int) -> None:
        """Read the stream of a seat."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write((self.head(seat, "GET", "/stream") + "\r\n").encode())
        async for line in reader:
            if line.startswith(b"data: "):
                self.told[seat] = int(line[6:])
                self.news.set()

    async def play(self, numbers: random.Random, until: float) -> None:
        """Choose every three seconds."""
        await asyncio.sleep(numbers.random() * PACE_S)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.monotonic() < until and not self.state.is_terminal:
            began = time.monotonic()
            number = numbers.choice(self.state.legal_ids)
            body = json.dumps({"action": str(number), "key": f"key {self.n}"}).encode()
            head = self.head(self.state.current_player, "POST", "/choices")
            kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write((head + kind).encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", answer)
            assert length is not None, "an answer has a length"
            told = await reader.readexactly(int(length[1]))
            assert answer.startswith(b"HTTP/1.1 200"), told
            self.state, self.n = self.state.apply(number), self.n + 1
            while min(self.told.values()) < self.n:
                self.news.clear()
                await self.news.wait()
            self.took.append(time.monotonic() - began)
            await asyncio.sleep(max(0.0, PACE_S - (time.monotonic() - began)))
        writer.close()


@asynccontextmanager
async def server(path: Path) -> AsyncIterator[tuple[int, int]]:
    """Run a server on one core; yield its port and its process."""
    command = [sys.executable, "-m", "benchmarks.further.tables", "--serve", str(path)]
    said = path.with_suffix(".log")
    with said.open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)  # noqa: S603
    assert process.stdout is not None, "it is a pipe"
    try:
        port = int(process.stdout.readline())
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, _cores()[1:] or _cores())
        yield port, process.pid
    finally:
        process.kill()
        process.wait()
        complaints = said.read_text(encoding="utf-8")
        if complaints:
            kept = Path.cwd() / "tables-load.log"
            kept.write_text(complaints, encoding="utf-8")
            sys.stderr.write(f"{complaints}\nthe server complained: see {kept}\n")


def _cores() -> list[int]:
    return list(range(os.cpu_count() or 1))


def _serve(path: Path) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, _cores()[:1])
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen(4096)
    sys.stdout.write(f"{door.getsockname()[1]}\n")
    sys.stdout.flush()
    serve(Hall(SqliteStore(path)), door)


def _memory(pid: int) -> float:
    """Return the memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None, "Linux says it"
    return int(found[1]) / 1024


def _seconds(pid: int) -> float:
    """Return the seconds that a process has used the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _opened(path: Path, tables: int) -> list[tuple[Game, Opened, int]]:
    hall = Hall(SqliteStore(path))
    games = {name: load(name) for name in NAMES}
    found = []
    for seed in range(tables):
        name = NAMES[seed % len(NAMES)]
        found.append((games[name], hall.open(name, games[name], {}, seed=seed), seed))
    hall.close()
    return found


async def busy(tables: int, seconds: float) -> str:
    """Return how soon choices reached every seat."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        opened = _opened(path, tables)
        async with server(path) as (port, pid):
            players = [Player(port, *at) for at in opened]
            listening = []
            for player in players:
                listening += [asyncio.create_task(player.listen(s)) for s in player.told]
                await asyncio.sleep(_STEP_S)
            await asyncio.sleep(PACE_S)
            used, until = _seconds(pid), time.monotonic() + seconds
            began = time.monotonic()
            numbers = random.Random(1)
            plays = [p.play(random.Random(numbers.random()), until) for p in players]
            await asyncio.gather(*plays)
            lasted = time.monotonic() - began
            used, memory = _seconds(pid) - used, _memory(pid)
            for task in listening:
                task.cancel()
    took = sorted(ms * 1000 for player in players for ms in player.took)
    return (
        f"{tables} tables, {len(listening)} streams, {len(took)} choices in {lasted:.0f} s:"
        f" p50 {_at(took, 0.5):.1f} ms, p95 {_at(took, 0.95):.1f} ms,"
        f" p99 {_at(took, 0.99):.1f} ms;"
        f" {used / len(took) * 1000:.1f} ms of the processor a choice, {memory:.0f} MiB"
    )


async def idle(tables: int, streams: int) -> str:
    """Return the memory of open tables with streams that say nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        opened = _opened(path, tables)
        async with server(path) as (port, pid):
            empty = _memory(pid)
            players = [Player(port, *at) for at in opened]
            listening = []
            for number in range(streams):
                player = players[number % tables]
                seats = list(player.told)
                seat = seats[number // tables % len(seats)]
                listening.append(asyncio.create_task(player.listen(seat)))
                if number % 20 == 0:
                    await asyncio.sleep(_STEP_S)
            await asyncio.sleep(5 * PACE_S)
            memory = _memory(pid)
            for task in listening:
                task.cancel()
    return f"{tables} tables, {streams} idle streams: {memory:.0f} MiB ({empty:.0f} MiB before)"


def _at(rising: Sequence[float], share: float) -> float:
    return rising[min(len(rising) - 1, int(len(rising) * share))]


class _Asked(argparse.Namespace):
    what: str
    tables: int
    seconds: float
    serve: Path | None


def _asked(words: Sequence[str]) -> _Asked:
    """Return what is to be measured, by the words of the command."""
    about = "Measure what tables cost, each on its own and many under load."
    parser = argparse.ArgumentParser(prog="benchmarks.further.tables", description=about)
    halves = ("costs", "load", "all")
    parser.add_argument("what", nargs="?", choices=halves, default="all", help="all unless named")
    parser.add_argument("tables", nargs="?", type=number_of, default=300, help="under load: 300")
    parser.add_argument("seconds", nargs="?", type=float, default=30.0, help="of load: 30")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words, _Asked())


def number_of(word: str) -> int:
    """Return the number that a word names, of tables."""
    number = int(word)
    if number < 1:
        raise ValueError(word)
    return number


def main(words: Sequence[str]) -> None:
    """Measure, and say it."""
    asked = _asked(words)
    if asked.serve is not None:
        _serve(asked.serve)
        return
    with suppress(OSError):  # not allowed: other work may come between
        os.nice(-20)
    load_now = " ".join(f"{load:.1f}" for load in os.getloadavg())
    sys.stdout.write(f"load average {load_now}, {os.cpu_count()} cores\n")
    if asked.what != "load":
        found = []
        for name in GAMES:
            found.append(costs(name))
            sys.stderr.write(f"{name} measured\n")
        sys.stdout.write(report(found) + "\n")
    if asked.what == "costs":
        return
    sys.stdout.write(asyncio.run(busy(asked.tables, asked.seconds)) + "\n")
    sys.stdout.write(asyncio.run(idle(*IDLE)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
