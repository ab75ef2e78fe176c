"""The tests are tested: a fault is planted in a copy of the engine, and they must find it.

Each fault is one replacement of text that stands in its file exactly once; who changes that line
of the engine mends the fault here. The tests that must fail are named with it, and all of them
pass on the copy as it is.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.support.planted import FAULTS
from tests.support.sampling import passed_over

ROOT = Path(__file__).parents[1]
# Small and quick, with hidden cards, chance, and ends by score and by win.
GAMES = ("kuhn_poker.rules", "tic_tac_toe.rules")
PLAYED = ("carnival.rules", "liars_dice.rules")  # by tests that find faults, beside those
TEXTS = (
    "high_card.rules",
    "look_and_put_back.rules",
    "workshop.rules",
    "watched/seldom.rules",
    "watched/orders.rules",
)
FOLDERS = ("tests/properties", "tests/support", "tests/differential", "tests/texts/dealt")
SUPPORT = ("tests/unit/interpreter/support.py",)
PLUGINS = ("-p", "_hypothesis_pytestplugin")
PASSING = shutil.ignore_patterns("*.pyc.*")  # others may be at work on what they compile
TESTS_FAILED = 1  # pytest's exit code; another one means that it could not run them


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the engine with the tests that are to find faults."""
    target = tmp_path_factory.mktemp("planted")
    for package in ("rulelang", "interpreter"):
        shutil.copytree(ROOT / package, target / package, ignore=PASSING)
    for file in ("grammar.lark", "pyproject.toml", "tests/conftest.py"):
        (target / file).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / file, target / file)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, target / folder, ignore=PASSING)
    chosen = [(folder, name) for folder in ("games", "tests/sketches") for name in GAMES]
    chosen += [("games", name) for name in PLAYED]
    chosen += [("tests/texts", name) for name in TEXTS]
    files = {test.split("::")[0] for fault in FAULTS for test in fault.found_by}
    chosen += [("", file) for file in (*SUPPORT, *files) if not file.startswith(FOLDERS)]
    for folder, name in chosen:
        (target / folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / folder / name, target / folder / name)
    bring_bytecode(target)
    return target


def bring_bytecode(copy):
    """Give a copy what Python and the tests have compiled so far, of libraries and of our texts.

    From which text that was made is told by its date and its size, which the copy has kept.
    """
    for part in ("rulelang", "interpreter", "tests"):
        kept = bytecode_of(ROOT / part)
        if kept.is_dir():
            shutil.copytree(kept, bytecode_of(copy / part, copy), ignore=PASSING)
    libraries = {Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")}
    for library in libraries:
        if libraries.isdisjoint(library.parents):
            link = bytecode_of(library, copy)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(bytecode_of(library))


def bytecode_of(folder, copy=None):
    """Return where Python keeps what it compiles of a folder, here or in a copy."""
    prefix = Path(sys.pycache_prefix) if copy is None else copy / "bytecode"
    return prefix / folder.relative_to("/")


def run(copy, tests, profile="planted"):
    """Run tests on the copy; return pytest's exit code and what it said."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    } | {
        "PYTHONPATH": str(copy),
        "PYTHONPYCACHEPREFIX": str(copy / "bytecode"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "HYPOTHESIS_PROFILE": profile,
    }
    options = ["-q", "-x", "-p", "no:cacheprovider", "--tb=short", *PLUGINS]
    ran = subprocess.run(  # noqa: S603  our own Python and our own tests
        [sys.executable, "-m", "pytest", *options, *tests],
        capture_output=True,
        text=True,
        check=False,
        cwd=copy,
        env=environment,
    )
    return ran.returncode, ran.stdout + ran.stderr


def plant(copy, planted):
    """Replace the text of a fault in the copy; return what undoes it."""
    file = copy / planted.file
    sound, before = file.read_text(encoding="utf-8"), file.stat()
    times = sound.count(planted.before)
    assert times == 1, (
        f"{planted.file} has the text of “{planted.name}” {times} times; mend the fault here"
    )
    file.write_text(sound.replace(planted.before, planted.after), encoding="utf-8")

    def mend():
        file.write_text(sound, encoding="utf-8")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # what is compiled holds again

    return mend


def room_of(test):
    """Return the folder of a test: `tests/properties`; of units with the room that they test."""
    parts = Path(test.partition("::")[0]).parent.parts
    return parts[: 4 if parts[1] == "unit" else 2]


def firsts():
    """Return the faults of the gate: the first of each folder with tests that find some."""
    met = set()
    for planted in FAULTS:
        rooms = {room_of(test) for test in planted.found_by}
        if rooms - met:
            yield planted
        met |= rooms


GATE = tuple(firsts())


@pytest.mark.parametrize("planted", FAULTS, ids=lambda planted: planted.name)
def test_a_fault_fits_the_engine_and_its_tests_are_there(planted):
    assert (ROOT / planted.file).read_text(encoding="utf-8").count(planted.before) == 1
    for test in planted.found_by:
        file, name = test.partition("[")[0].split("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("faults", [GATE, passed_over(FAULTS)], ids=["gate", "all"])
def test_without_a_fault_all_of_these_tests_pass(copy, faults):
    tests = sorted({test for planted in faults for test in planted.found_by})
    code, said = run(copy, tests, "changed")  # with few examples: all the others are run elsewhere
    assert code == 0, said


@pytest.mark.parametrize(
    "planted",
    [planted if planted in GATE else passed_over(planted) for planted in FAULTS],
    ids=lambda planted: planted.name,
)
def test_the_fault_is_found(copy, planted):
    mend = plant(copy, planted)
    try:
        for test in planted.found_by:
            code, said = run(copy, [test])
            assert code == TESTS_FAILED, f"{test} does not find it:\n{said}"
            assert "NameError" not in said
            assert "SyntaxError" not in said
    finally:
        mend()
