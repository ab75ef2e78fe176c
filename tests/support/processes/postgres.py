"""A server of PostgreSQL for tests, from Debian's packages, at a socket of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_HOME = Path("/usr/lib/postgresql")
_USER = "postgres"
_MEMORY = Path("/dev/shm")  # noqa: S108 - the folder made there is for its owner alone
_ROOM = 1 << 30  # bytes; in containers there may be less
_CHEAP = ("fsync=off", "listen_addresses=", "shared_buffers=16MB", "max_connections=120")


class Postgres:
    """A server that runs, with one database: `empty` is called before each test that uses it.

    Making another database takes seven megabytes of the disk, and as long as ten tests do.
    """

    def __init__(self, folder: Path) -> None:
        self.address = f"postgresql:///postgres?host={folder}&user={_USER}"

    def empty(self) -> str:
        """Take everything out of the database that a test has left; return its address."""
        self.end_connections()
        self._run("drop schema if exists rulelang cascade")
        return self.address

    def end_connections(self) -> None:
        """End all connections to the database, as a restart of the server would."""
        self._run(
            "select pg_terminate_backend(pid, 60000) from pg_stat_activity"
            " where datname = 'postgres' and pid <> pg_backend_pid()"
        )

    def _run(self, sql: str) -> None:
        import psycopg  # noqa: PLC0415 - only where it is used

        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute(sql)


def _quickest() -> Path | None:
    """Return where to keep the database, so that no disk is waited for; None: where all is."""
    has_room = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM
    return _MEMORY if has_room else None


@contextmanager
def served() -> Iterator[Postgres]:
    """Run a server. Without one, the test is skipped with a line; in CI it fails."""
    tools = max(_HOME.glob("*/bin/initdb"), default=None)
    if tools is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no PostgreSQL: apt-get install postgresql")
        pytest.skip("no PostgreSQL here: apt-get install postgresql to test with it")
    home = tools.parent
    with tempfile.TemporaryDirectory(prefix="rulelang-pg-", dir=_quickest()) as name:
        folder = Path(name)
        as_user: list[str] = []
        if os.geteuid() == 0:  # the server refuses to run as root
            shutil.chown(folder, _USER, _USER)
            as_user = ["runuser", "-u", _USER, "--"]
        data = folder / "data"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
        init = ["-D", str(data), "-U", _USER, "-A", "trust", "-N", "-E", "UTF8", "--locale=C"]
        subprocess.run([*as_user, str(home / "initdb"), *init], check=True, **quiet)  # noqa: S603 - our own words
        settings = " ".join(
            f"-c {setting}" for setting in (*_CHEAP, f"unix_socket_directories={folder}")
        )
        control = [*as_user, str(home / "pg_ctl"), "-D", str(data), "-w"]
        subprocess.run([*control, "-o", settings, "start"], check=True, **quiet)  # noqa: S603 - our own words
        try:
            yield Postgres(folder)
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=False, **quiet)  # noqa: S603 - our own words
