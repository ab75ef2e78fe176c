"""A server of PostgreSQL for tests, from Debian's packages, at a socket of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

_HOME = Path("/usr/lib/postgresql")
_USER = "postgres"
_CHEAP = ("fsync=off", "listen_addresses=", "shared_buffers=16MB", "max_connections=120")


class Postgres:
    """A server that runs. `address()` is that of a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)

    def address(self) -> str:
        """Make a new database, and return its address."""
        import psycopg  # noqa: PLC0415 - only where it is used

        name = f"test{next(self._numbers)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as db:
            db.execute(f"create database {name}")
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql:///{name}?host={self.folder}&user={_USER}"

    def end_connections(self, address: str) -> None:
        """End all connections to a database, as a restart of the server would."""
        import psycopg  # noqa: PLC0415 - only where it is used

        name = address.removeprefix("postgresql:///").partition("?")[0]
        with psycopg.connect(self._address("postgres"), autocommit=True) as db:
            db.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s",
                (name,),
            )


@contextmanager
def served() -> Iterator[Postgres]:
    """Run a server. Without one, the test is skipped with a line; in CI it fails."""
    tools = max(_HOME.glob("*/bin/initdb"), default=None)
    if tools is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no PostgreSQL: apt-get install postgresql")
        pytest.skip("no PostgreSQL here: apt-get install postgresql to test with it")
    home = tools.parent
    with tempfile.TemporaryDirectory(prefix="rulelang-pg-") as name:
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
