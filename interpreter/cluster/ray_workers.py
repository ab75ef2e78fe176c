"""The work done by a Ray cluster: one that is there, or one of this machine for the occasion.

Ray says when a worker or a machine is gone; handing out anew is left to `run`, so that a range
that kills whoever does it comes to an end. Each machine needs this package of the same release;
what is to be done is sent along, and machine code comes from the cache of each.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import attrs

from interpreter.cluster.processes import packed
from interpreter.cluster.work import Answer, ClusterError, Doer, Range, Work, failed_at, tried_at

try:
    import ray
except ImportError as missing:
    raise ImportError("this needs Ray: pip install 'rulelang[cluster]'") from missing

LOCAL: Final = "local"
"""The address of a cluster that is begun here, and ends with the work."""

_REACHED_S: Final = 5.0
"""Seconds in which something must listen at an address."""

_JOINED_S: Final = 60.0
"""Seconds in which it must have shown that it is a cluster that can be used from here."""

_OBJECTS: Final = 256 << 20
"""Bytes that a cluster begun here sets aside for what is sent: Ray would take a third of all."""

# Ray itself tries two minutes to reach what is not there, and ends the process then.
_JOIN: Final = "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False)"


@attrs.frozen
class RayCluster:
    """Who does the work: a cluster at `HOST:PORT`, the `auto` one of this machine, or a `local`.

    `number`: so many ranges are out at a time; a cluster begun here has as many processes. None:
    what suits its processors. A program that is connected already stays so.
    """

    address: str = LOCAL
    number: int | None = None

    @contextmanager
    def at(self, work: Work) -> Iterator[_Hands]:
        """Set to work.

        Raises:
            ClusterError: there is no such cluster, or the work cannot be sent.
        """
        sent = packed(work)
        ours = not ray.is_initialized()
        if ours:
            _connect(self.address, self.number)
        try:
            if ray.cluster_resources().get("CPU", 0) < 1:
                raise ClusterError(f"the cluster at {self.address} has no processors for work")
            key = hashlib.sha256(sent).hexdigest()
            yield _Hands(key, ray.put(sent), self.number)
        finally:
            if ours:
                ray.shutdown()


@attrs.define(eq=False)
class _Hands:
    key: str
    sent: ray.ObjectRef
    number: int | None
    out: dict[ray.ObjectRef, Range] = attrs.Factory(dict)
    remote: ray.remote_function.RemoteFunction = attrs.Factory(
        lambda: ray.remote(_do).options(num_cpus=1, max_retries=0)
    )

    @property
    def places(self) -> int:
        """Two ranges for each processor that is there now, so that none waits for the next."""
        return self.number or max(1, 2 * int(ray.cluster_resources().get("CPU", 1)))

    def give(self, part: Range) -> None:
        """Hand out a range."""
        self.out[self.remote.remote(self.key, [self.sent], part)] = part

    def take(self) -> Answer:
        """Wait for one of the ranges that are out."""
        (ended, *_), _ = ray.wait([*self.out])
        part = self.out.pop(ended)
        try:
            answer: Answer = ray.get(ended)
        except ray.exceptions.RayTaskError as error:
            return Answer(part, why=_last_line(str(error)))
        except ray.exceptions.RayError as error:
            return Answer(
                part, why=f"Ray says: {_first_line(str(error)).split('. ')[0]}", lost=True
            )
        return answer


_doers: dict[str, Doer] = {}
"""In a worker: what does the work that was asked for last, by its digest."""


def _do(key: str, box: Sequence[ray.ObjectRef], part: Range) -> Answer:
    """Do a range in a worker. The work is in a box: so Ray fetches it only where it is asked."""
    if key not in _doers:
        warnings.simplefilter("ignore")  # whoever began this work has heard them
        try:
            work: Work = pickle.loads(ray.get(box[0]))  # noqa: S301 - from the program connected
            doer = work.begin()
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            return failed_at(part, error)
        _doers.clear()
        _doers[key] = doer
    return tried_at(_doers[key], part)


def _connect(address: str, number: int | None) -> None:
    """Join or begin a cluster.

    Raises:
        ClusterError: that cannot be done.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told what is played here
    quietly = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    try:
        if address == LOCAL:
            ray.init(
                address=LOCAL,
                num_cpus=number,
                object_store_memory=_OBJECTS,
                include_dashboard=False,
                **quietly,
            )
        else:
            _check(address)
            ray.init(address=address, **quietly)
    except (ConnectionError, RuntimeError, OSError, ValueError) as error:
        raise ClusterError(f"no cluster at {address}: {_first_line(str(error))}") from error


def _check(address: str) -> None:
    """Make sure that there is a cluster, in bounded time.

    Raises:
        ClusterError: there is none.
    """
    if address != "auto":
        host, colon, port = address.rpartition(":")
        if not (host and colon and port.isascii() and port.isdigit()):
            raise ClusterError(
                f"`{address}` is no address of a cluster; write `local`, `auto` or HOST:PORT, "
                "such as 192.0.2.7:6379"
            )
        try:
            with socket.create_connection((host, int(port)), timeout=_REACHED_S):
                pass
        except (OSError, OverflowError) as error:
            raise ClusterError(
                f"nothing answers at {address} ({error}); is the cluster there? `ray start "
                "--head` begins one, `--ray local` needs none"
            ) from error
    command = [sys.executable, "-c", _JOIN, address]
    try:
        tried = subprocess.run(  # noqa: S603 - this Python, and a text of ours
            command, check=False, capture_output=True, text=True, timeout=_JOINED_S
        )
    except subprocess.TimeoutExpired as error:
        raise ClusterError(
            f"what answers at {address} is no cluster, or none that can be used from this "
            f"machine: it took longer than {_JOINED_S:.0f} s"
        ) from error
    if tried.returncode and "Unauthenticated" in tried.stderr:
        raise ClusterError(
            f"the cluster at {address} asks for its token: set RAY_AUTH_MODE=token here as there; "
            "https://docs.ray.io/en/latest/ray-security/token-auth.html says where it comes from"
        )
    if tried.returncode:
        raise ClusterError(f"the cluster at {address} refuses: {_last_line(tried.stderr)}")


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0]


def _last_line(text: str) -> str:
    return text.strip().split("\n")[-1]
