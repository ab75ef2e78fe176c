"""Rule files as tests of pytest; `docs/testing.md` is run as it is written."""

import gc
import re
import tomllib
from importlib import import_module

import pytest

from interpreter import load, playthrough
from interpreter.testing import scenarios
from tests.support.games import ROOT

pytest_plugins = ["pytester"]

OUT = ("no:rulelang", "no:cacheprovider", "no:xdist", "no:hypothesispytest")
OPTIONS = [part for name in (*OUT, "interpreter.adapters.pytest_plugin") for part in ("-p", name)]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
_FILE = re.compile(r"^```(?:rules|python) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_RUN = re.compile(r"^```text\n\$ pytest (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = dict(_FILE.findall(PAGE))
MATCHES = FILES["matches.rules"]
NEED = '                need n <= count heap else "there are only {count heap} left"\n'
CARELESS = MATCHES.replace(NEED, "").split("\nscenario")[0]


@pytest.fixture(scope="module")
def _loaded(tmp_path_factory):
    """Load what runs load late, by one: pytester forgets what is loaded while it runs pytest.

    Each run ends with a look for garbage, here not in all that other tests have left.
    """
    folder = tmp_path_factory.mktemp("loaded")
    for name, text in (("matches", MATCHES), ("careless", CARELESS)):
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    gc.freeze()
    pytest.main([str(folder), "-q", "--rulelang-coverage", "-c", "/dev/null", *OPTIONS])


@pytest.fixture
def tried(pytester, _loaded):
    """Return what runs pytest on files in a folder of its own; a process for each is dear."""

    def run(*args, ini="", **files):
        for name, text in files.items():
            (pytester.path / name.replace("__", ".")).write_text(text, encoding="utf-8")
        if ini:
            pytester.makeini(f"[pytest]\n{ini}")
        return pytester.runpytest_inprocess(*OPTIONS, *args)

    return run


def test_the_page_is_as_it_says(pytester):
    assert NEED in MATCHES
    (pytester.path / "plays").mkdir()
    for name, text in FILES.items():
        (pytester.path / name).write_text(text, encoding="utf-8")
    (pytester.path / "careless.rules").write_text(CARELESS, encoding="utf-8")
    pytester.runpython("plays/first.py")
    shown = _RUN.findall(PAGE)
    assert len(shown) == 3
    for command, lines in shown:
        done = pytester.runpytest_subprocess(*OPTIONS, *command.split())
        wanted = [re.sub(r"([\[\]?*])", "[\\1]", line) for line in lines.splitlines()]
        done.stdout.fnmatch_lines([f"{line}*" for line in wanted])


LISTING = """
def pytest_collection_modifyitems(items):
    for item in items:
        marked = item.get_closest_marker("rulelang") is not None
        print(f"item|{item.name}|{item.reportinfo()[1]}|{marked}")
"""


def test_each_promise_is_an_item_at_its_line(tried):
    done = tried("--collect-only", "-q", matches__rules=MATCHES, conftest__py=LISTING)
    lines = MATCHES.splitlines()
    found = [line.split("|")[1:] for line in done.outlines if line.startswith("item|")]
    assert [(name, lines[int(at)]) for name, at, _ in found] == [
        ("check", 'game "Matches"'),
        *((f"{line.removesuffix(':')}", line) for line in lines if line.startswith("scenario")),
        ("plays [players 2]", "play:"),
        ("engines [players 2]", "play:"),
    ]
    assert all(marked == "True" for _, _, marked in found)


def test_a_text_with_errors_is_one_item_that_fails_with_the_findings(tried):
    done = tried(matches__rules=MATCHES.replace("draw n", "drow n").replace("P2 wins", "P9 wins"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["error[[]*", "  --> matches.rules:14:17"])
    assert "Traceback" not in done.stdout.str()


def test_an_example_that_does_not_hold_is_told_with_its_line_and_what_was_played(tried):
    done = tried(matches__rules=MATCHES.replace("expect P2 wins", "expect P1 wins"))
    done.assert_outcomes(failed=1, passed=4)
    done.stdout.fnmatch_lines(
        [
            "error[[]scenario]: P2 won",
            "  --> matches.rules:20:5",
            "What was played:",
            "*P2 takes 3",
        ]
    )


def test_a_fault_in_random_play_is_told_by_a_short_play(tried):
    done = tried(matches__rules=CARELESS)
    done.assert_outcomes(failed=1, passed=2)
    told = done.stdout.str().split("The shortest play found")[1]
    assert 5 <= told.count(" takes ") <= 7  # twelve matches, three at a time


def test_a_play_longer_than_the_text_claims_is_told(tried):
    done = tried(matches__rules=MATCHES.replace("length at most 12", "length at most 5"))
    done.assert_outcomes(failed=1, passed=4)
    done.stdout.fnmatch_lines(["a play has more than 5 choices, the most that the text claims"])
    told = done.stdout.str().split("The shortest play found")[1]
    assert told.count(" takes ") == 6


def test_where_there_is_no_native_code_the_engines_are_not_compared(tried, monkeypatch):
    monkeypatch.setattr(scenarios, "is_native", lambda _: False)
    done = tried("-rs", matches__rules=MATCHES)
    done.assert_outcomes(passed=4, skipped=1)
    done.stdout.fnmatch_lines(["*there is no native code of this game on this machine*"])


def test_playthroughs_are_played_again(tried, pytester):
    rules = pytester.path / "matches.rules"
    rules.write_text(MATCHES, encoding="utf-8")
    state = load(str(rules)).start()
    (pytester.path / "plays").mkdir()
    file = pytester.path / "plays" / "one.json"
    playthrough.save(state.apply(2), file, rules="elsewhere/matches.rules")
    (pytester.path / "plays" / "other.json").write_text("{}", encoding="utf-8")
    tried("plays").assert_outcomes(passed=1)
    done = tried("plays", matches__rules=MATCHES.replace("1..3", "1..2"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*one.json: recorded under other rules*"])


def test_coverage_is_an_item_where_it_is_asked_for(tried):
    text = MATCHES.replace("    end: draw\n", "    if count heap > 12: end: draw\n    end: draw\n")
    tried(matches__rules=text).assert_outcomes(passed=5)
    done = tried("--rulelang-coverage")
    done.assert_outcomes(passed=5, failed=1)
    done.stdout.fnmatch_lines(
        ["error[[]not-reached]: nothing reaches this*", "*matches.rules:16*"]
    )
    tried(ini="rulelang_coverage = true").assert_outcomes(passed=5, failed=1)


def test_variants_and_numbers_can_be_set(tried):
    text = MATCHES.replace("players 2\n", "players 2..6\n")
    tried(matches__rules=text, ini="rulelang_instances = 2").assert_outcomes(passed=7)
    tried(ini="rulelang_instances = 0\nrulelang_playouts = 3").assert_outcomes(passed=13)
    done = tried(ini="rulelang_playouts = many")
    done.stdout.fnmatch_lines(["*rulelang_playouts must be a whole number, and is `many`*"])


def test_what_is_no_game_is_left_alone(tried):
    done = tried(
        udev__rules='SUBSYSTEM=="usb"\n', some__json="[1]", test_one__py="def test(): pass"
    )
    done.assert_outcomes(passed=1)


def test_pytest_finds_the_plugin_where_the_package_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ((name, module),) = project["entry-points"]["pytest11"].items()
    assert name == "rulelang"
    assert import_module(module).pytest_collect_file
