"""What a server counts, in the text that Prometheus reads: numbers, and nobody's secrets."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Final

_BOUNDS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_COUNTED: Final = {
    "rulelang_requests_total": "Requests, by status.",
    "rulelang_entries_total": "Entries written, by kind.",
    "rulelang_bots_failed_total": "Choices that were drawn for a bot without an answer.",
}
_GAUGES: Final = {
    "rulelang_streams": "Streams and waiting requests that are open.",
    "rulelang_plays_awake": "Plays in memory.",
    "rulelang_plays_bytes": "Memory that they take, about.",
}
_TIMED: Final = "rulelang_post_seconds"


class Meters:
    """Counters, and how long requests took that change something.

    >>> meters = Meters()
    >>> meters.count("rulelang_requests_total", status="200")
    >>> meters.took(0.02)
    >>> told = meters.text({}).splitlines()
    >>> [line for line in told if "{status=" in line or "0.025" in line]
    ['rulelang_requests_total{status="200"} 1', 'rulelang_post_seconds_bucket{le="0.025"} 1']
    """

    def __init__(self) -> None:
        """Begin at nothing."""
        self._lock = Lock()
        self._counts: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self._times = [0] * (len(_BOUNDS_S) + 1)
        self._seconds = 0.0

    def count(self, name: str, amount: int = 1, **labels: str) -> None:
        """Add to a counter."""
        with self._lock:
            self._counts[name, tuple(sorted(labels.items()))] += amount

    def took(self, seconds: float) -> None:
        """Count a request that changed something, or was to."""
        with self._lock:
            self._times[bisect_left(_BOUNDS_S, seconds)] += 1
            self._seconds += seconds

    def text(self, gauges: Mapping[str, int]) -> str:
        """Return all figures as text. `gauges`: those of now, by name."""
        with self._lock:
            counts, times, seconds = dict(self._counts), list(self._times), self._seconds
        lines: list[str] = []
        for name, told in _COUNTED.items():
            lines += [f"# HELP {name} {told}", f"# TYPE {name} counter"]
            lines += [
                f"{name}{_shown(of)} {n}" for (what, of), n in counts.items() if what == name
            ]
        for name, told in _GAUGES.items():
            lines += [f"# HELP {name} {told}", f"# TYPE {name} gauge"]
            lines += [f"{name} {gauges[name]}"] if name in gauges else []
        lines += [f"# HELP {_TIMED} How long requests took that change something."]
        lines += [f"# TYPE {_TIMED} histogram"]
        so_far = 0
        for bound, many in zip((*map(str, _BOUNDS_S), "+Inf"), times, strict=True):
            so_far += many
            lines.append(f'{_TIMED}_bucket{{le="{bound}"}} {so_far}')
        lines += [f"{_TIMED}_sum {seconds:.6f}", f"{_TIMED}_count {so_far}"]
        return "\n".join(lines) + "\n"


def _shown(labels: tuple[tuple[str, str], ...]) -> str:
    inside = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""
