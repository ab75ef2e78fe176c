"""`python -m tests.support.reached TESTS`: what of the two packages some tests reach, or all.

Whatever process does it, it counts. Coverage.py tells of it, as `pyproject.toml` says: by file,
and line by line in `build/coverage/html`; how much is left of each package stands at the end.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from coverage import Coverage

from tests.support.reached.arcs import all_arcs
from tests.support.reached.sitecustomize import HITS, ROOT, sources

FOLDER = ROOT / "build" / "coverage"


def run(tests: Sequence[str]) -> tuple[bytes, int]:
    """Run tests, return what they hit and how they ended."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    hits = FOLDER / "run" / "hits"
    hits.parent.mkdir()
    with hits.open("wb") as file:
        file.truncate(sum(path.stat().st_size for path in sources()))
    places = (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))
    told = {HITS: str(hits), "PYTHONPATH": os.pathsep.join(filter(None, places))}
    words = (sys.executable, "-m", "pytest", "-q", "-n", "2", *tests)
    ended = subprocess.run(words, env={**os.environ, **told}, cwd=ROOT, check=False)  # noqa: S603 - our own words
    found = hits.read_bytes()
    shutil.rmtree(hits.parent)
    return found, ended.returncode


def tell(coverage: Coverage) -> None:
    """Say what is left, by file and by package."""
    coverage.report()
    coverage.html_report(directory=str(FOLDER / "html"))
    whole = FOLDER / "whole.json"
    coverage.json_report(outfile=str(whole))
    left: Counter[str] = Counter()
    for path, found in json.loads(whole.read_text(encoding="utf-8"))["files"].items():
        sums = found["summary"]
        package = "/".join(Path(path).parent.parts[:2])
        left[package] += sums["missing_lines"] + sums["num_partial_branches"]
    lines = [f"{count:6} {package}" for package, count in left.most_common() if count]
    print("\nlines and branches that no test reaches, by package", *lines, sep="\n")  # noqa: T201
    print(f"{left.total():6} in all")  # noqa: T201


def main(tests: Sequence[str]) -> int:
    """Run, look and tell."""
    hits, ended = run(tests)
    coverage = Coverage()
    found = all_arcs(hits)
    data = coverage.get_data()
    data.add_arcs(found)
    data.touch_files(found)
    data.write()
    tell(coverage)
    return ended


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
