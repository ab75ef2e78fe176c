"""Run what is counted in `docs/promises.md`, and write the page.

    python -m tests.support.promised.promises [--render] [--fresh] [ARGUMENT OF PYTEST ...]

`HYPOTHESIS_PROFILE` says how deep. What runs find is kept in `build/promises.json` and adds up.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Mapping

import attrs

from tests import test_planted_faults
from tests.support.changed.rulebooks import GAMES, ROOT
from tests.support.games import RULES, instances
from tests.support.promised import counting, misuse
from tests.support.promised.page import PAGE, Known, page

MISREAD = "tests/oracles/test_{}_oracle.py::test_a_fault_in_the_rule_text_is_found"

KEPT = ROOT / "build" / "promises.json"
LOCKSTEP = ROOT / "build" / "lockstep.json"
DECK = (
    "tests/properties",
    "tests/secrecy",
    "tests/differential/test_shipped.py",
    "tests/games/test_coverage.py",
    "tests/games/test_sketches.py",
    "tests/external",
    "tests/adapters/test_openspiel_judges.py",
    "tests/adapters/test_pettingzoo.py",
    "tests/test_planted_faults.py",
    *(MISREAD.format(name) for name in GAMES),
)


def run(arguments: list[str]) -> int:
    """Run tests that tell of their cases; return the exit code of pytest."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--counted", str(KEPT)]
    command += ["-m", "not soak or passed_over"]
    return subprocess.run([*command, *arguments], cwd=ROOT, check=False).returncode  # noqa: S603


def check_texts() -> None:
    """Keep what `check` says of the corpus and of the games, and of no test that is gone."""
    kept = counting.read(KEPT)
    kept["tests"] = {name: items for name, items in kept["tests"].items() if is_there(name)}
    names = (*misuse.TOLD, *misuse.KEPT)
    kept["misuse"] = [attrs.asdict(each) for name in names for each in misuse.misuse(name)]
    kept["proofs"] = misuse.proofs()
    counting.write(KEPT, kept)


def known() -> Known:
    """Return all that the page is made from."""
    kept = counting.read(KEPT)
    return Known(
        runs=kept["runs"],
        tests={name: items for name, items in kept["tests"].items() if is_there(name)},
        misuse=kept.get("misuse", []),
        proofs=kept.get("proofs", {}),
        lockstep=json.loads(LOCKSTEP.read_text("utf-8")) if LOCKSTEP.exists() else {},
        instances={path.stem: _named(path.stem) for path in RULES},
        tables={
            "mutations": table_in("mutations.md"),
            "rulebooks": re.sub(r"\(#", "(rulebooks.md#", table_in("rulebooks.md")),
        },
        planted=_planted(),
    )


def is_there(name: str) -> bool:
    """Return whether there is a test of this name still."""
    file, _, test = name.partition("::")
    path = ROOT / file
    return path.exists() and f"def {test.rpartition('::')[2]}(" in path.read_text(encoding="utf-8")


def _named(name: str) -> Mapping[str, tuple[int, str]]:
    """Return the instances of a game by name, each with how many play and its options."""
    path = ROOT / "games" / f"{name}.rules"
    return {
        str(each): (each.players, ", ".join(f"{name} {value}" for name, value in each.options))
        for each in instances(path)
    }


def _planted() -> dict[str, tuple[str, int]]:
    """Return where faults are planted, the test that plants them, and how many there are."""
    engine = "tests/test_planted_faults.py::test_the_fault_is_found"
    found = {"a copy of the engine": (engine, len(test_planted_faults.FAULTS))}
    for name in GAMES:
        oracle = importlib.import_module(f"tests.oracles.test_{name}_oracle")
        many = len(oracle.QUICK) + len(oracle.RARE)
        found[f"the rules of {name}, for its oracle"] = (MISREAD.format(name), many)
    return found


def table_in(document: str) -> str:
    """Return the table on games in a page."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    found = re.search(r"^\| game \|.*\n(?:\|.*\n)+", text, re.MULTILINE)
    assert found is not None
    return found[0].rstrip("\n")


def main(arguments: list[str]) -> int:
    """Run, look and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--render", action="store_true", help="write the page again, run nothing")
    parser.add_argument("--fresh", action="store_true", help="forget what runs found before")
    asked, further = parser.parse_known_args(arguments)
    if asked.fresh:
        KEPT.unlink(missing_ok=True)
    code = 0
    if not asked.render:
        code = run(further or list(DECK))
        check_texts()
    PAGE.write_text(page(known()), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
