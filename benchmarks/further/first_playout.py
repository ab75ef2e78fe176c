"""What a new process pays before and for its first playout; prints one line of JSON.

    python -m benchmarks.further.first_playout GAME ENGINE

`import_s` and `load_s`: to import the package, to read and check the rules; `first_s` and
`second_s`: a playout, and another. What an engine compiles is in the first and not in the second.
All in seconds of the processor, processes that were started included.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from itertools import pairwise


def _cpu_s() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main(game: str, engine: str) -> None:
    """Measure, and print."""
    marks = [_cpu_s()]
    from benchmarks import ours  # noqa: PLC0415  to import is what is measured
    from interpreter import load, simulate  # noqa: PLC0415

    marks.append(_cpu_s())
    rules = load(game)
    marks.append(_cpu_s())
    play = ours.native_simulate() if engine == ours.NATIVE else simulate
    assert play is not None, "there is no native engine"
    for _ in range(2):
        play(rules, 1, 0)
        marks.append(_cpu_s())
    names = ("import_s", "load_s", "first_s", "second_s")
    spent = (after - before for before, after in pairwise(marks))
    sys.stdout.write(json.dumps(dict(zip(names, spent, strict=True))) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
