"""What a new process pays before and for its first playout; prints one line of JSON.

    python -m benchmarks.further.first_playout GAME ENGINE

`import_s` and `load_s`: to import the package, to read and check the rules; `start_s`: to have the
first state and its legal actions; `first_s` and `second_s`: a random playout, and another;
`prepare_s`: what code of full speed takes behind these, of play and of beliefs. All in seconds of
the processor, processes that were started included.
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
    from interpreter import load, simulate  # noqa: PLC0415  to import is what is measured

    marks.append(_cpu_s())
    rules = load(game, engine=engine)
    marks.append(_cpu_s())
    assert rules.start().legal_ids is not None
    marks.append(_cpu_s())
    for _ in range(2):
        simulate(rules, 1, workers=1)
        marks.append(_cpu_s())
    rules.prepare()
    marks.append(_cpu_s())
    names = ("import_s", "load_s", "start_s", "first_s", "second_s", "prepare_s")
    spent = (after - before for before, after in pairwise(marks))
    sys.stdout.write(json.dumps(dict(zip(names, spent, strict=True))) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
