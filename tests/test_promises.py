"""What tests tell of their cases is gathered and added up, and the page shows it."""

import gc
import subprocess
import sys

import attrs
import pytest

from tests.support.cases import NOBODY, SKETCHES, TEXTS, name_of
from tests.support.cases import ON_THE_WAY as WAY
from tests.support.games import ROOT, RULES, instances
from tests.support.games import SKETCHES as DRAFTS
from tests.support.promised import counting, misuse, promises
from tests.support.promised.page import PAGE, Known, page


def told(fixed=(), *, drawn=(), failed=False, said=()):
    return {"drawn": [*drawn], "fixed": [*fixed], "said": [*said], "failed": failed}


ENDS = "tests/games/test_end.py::test_plays_end"
FOUND = "tests/test_planted.py::test_it_is_found"
KNOWN = Known(
    runs=[{"when": "today", "commit": "abc", "profile": 50, "arguments": "-q"}],
    tests={
        ENDS: {
            "[hex]": told(
                [["hex", "plays", 200]], drawn=[["hex", "plays", 1000], ["hex", WAY, 60]]
            ),
            "[text a]": told([[TEXTS, "plays", 3]]),
            "[text b]": told([[TEXTS, "plays", 4]]),
            "[whist]": told([["whist", "plays", 0]], failed=True),
        },
        "tests/properties/test_generated.py::test_it_runs": {"": told([[NOBODY, "examples", 9]])},
        "tests/properties/test_generated.py::test_one": {"": told([[NOBODY, "runs", 1]])},
        FOUND: {"[a]": told([[NOBODY, "runs", 1]]), "[b]": told(failed=True)},
        "tests/external/test_hex.py::test_in_lockstep": {
            "": told([["hex", "games", 20], ["hex", "states", 999]])
        },
        "tests/adapters/test_openspiel_judges.py::test_api": {
            "[a]": told([], said=[["api_test", "hex", "5 tests, OK"]]),
            "[b]": told([], said=[["CFRPlusSolver", "kuhn_poker()", "value -0.05"]]),
        },
    },
    misuse=[
        {
            "file": "told.md",
            "title": "A peek",
            "findings": [["hidden-read", "need x | y", "what is offered"]],
            "expected": True,
        },
        {"file": "told_elsewhere.md", "title": "Missed", "findings": [], "expected": False},
        {"file": "kept.md", "title": "No peek", "findings": [], "expected": True},
    ],
    proofs={"hex": {"variants": 2, "errors": 0, "claims": {"G1": [3, 0], "G2": [1, 4]}}},
    lockstep={"hex-2-side=11": {"games": 2000, "points": 80123, "commit": "abc"}},
    instances={
        "hex": {"hex-2-side=11": (2, "side 11"), "hex-2-side=5": (2, "side 5")},
        "whist": {},
    },
    tables={"mutations": "| m |", "rulebooks": "| r |"},
    planted={"the engine": (FOUND, 5), "the rules": ("tests/test_rules.py::test_it", 3)},
)
SHOWN = """
| today | abc | 50 | `-q` |
| hex | 2 | 0 | 3 of 3 | 1 of 5 | 4 |
|  | property | cases are | all | positions | hex | whist | small texts | sketches |
| [end](../tests/games/test_end.py) | plays end | plays | 1,207 | 60 | 1,200 | **failed** | 7 |  |
| [generated](../tests/properties/test_generated.py) | it runs | examples | 9 |
| A peek | `hidden-read` | `need x \\| y` | what is offered |
| Missed | **nothing** |  |  |
| No peek | – |
| m |
| r |
| the engine | 5 | 2 | 1 |
| the rules | 3 | 0 | 0 |
| 2 | side 11 | 2,000 | 80,123 | 0 | abc |
| all | 1 of 2 instances | 2,000 | 80,123 |  |  |
| hex | 20 | 999 |  | 0 |
| hex | 5 tests, OK |
| `CFRPlusSolver` | kuhn_poker | value -0.05 |
"""


def test_the_page_shows_what_is_kept():
    lines = page(KNOWN).splitlines()
    rows = [line for line in lines if line.startswith("|") and not line.startswith("| ---")]
    shown = SHOWN.strip().splitlines()
    assert [row for row in rows if row in shown] == shown
    heads = [row for row in rows if row not in shown]
    assert [row.split(" | ")[0] for row in heads] == [
        *("| when (UTC)", "| game", "| ", "| misuse", "| near miss"),
        *("| planted in", "| players", "| game", "| game", "| algorithm"),
    ]


def test_the_page_says_how_many_texts_are_found_and_left_alone():
    text = " ".join(page(KNOWN).split())
    assert "has 2 texts, each of which tells" in text
    assert "Of 1 of them `check` says so" in text
    assert "Of 1 near misses, which tell nothing, it leaves 1 alone" in text


def test_a_difference_in_lockstep_is_shown():
    told = {**KNOWN.lockstep["hex-2-side=11"], "difference": "what is legal\n…"}
    known = attrs.evolve(KNOWN, lockstep={"hex-2-side=11": told})
    assert "| 2 | side 11 | 2,000 | 80,123 | what is legal | abc |" in page(known)


def test_the_page_that_is_kept_tells_of_every_game():
    text = PAGE.read_text(encoding="utf-8")
    for path in RULES:
        assert f"| {path.stem} |" in text


# ---------------------------------------------------------------- counting

SAMPLE = """
import pytest
from hypothesis import given, strategies as st, settings
from tests.support.cases import counted, said

@pytest.mark.parametrize("name", ["whist", "hex", "nothing"])
def test_counts(name):
    if name != "nothing":
        counted(name, "plays", 3)
        counted(name, "plays")

@pytest.mark.parametrize("name", ["rulelang_whist(goal=5)", "hex"])
def test_fails(name):
    counted(name, "plays")
    assert name == "hex"

@settings(max_examples=4, derandomize=False, database=None)
@given(st.integers())
def test_draws(number):
    assert number is not None

def test_hears():
    said("a judge", "rulelang_hex", "fine")
"""


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """Return what is kept of two runs of the sample."""
    folder = tmp_path_factory.mktemp("gathered")
    sample, file = folder / "test_sample.py", folder / "kept.json"
    gc.freeze()  # each run ends with a look for garbage, here in all that other tests have left
    sample.write_text(SAMPLE, encoding="utf-8")
    for _ in range(2):
        plugin = counting.Counting(file)
        alone = ["-p", "no:cacheprovider", "--import-mode=importlib", "-c", "/dev/null"]
        pytest.main([str(sample), "-q", *alone], [plugin])
    kept = counting.read(file)
    return {name.partition("::")[2]: items for name, items in kept["tests"].items()}, kept["runs"]


def test_what_tests_tell_is_gathered(gathered):
    tests, runs = gathered
    assert tests["test_counts"]["[whist]"]["fixed"] == [["whist", "plays", 4]]
    assert tests["test_counts"]["[nothing]"]["fixed"] == [[NOBODY, "runs", 1]]
    assert tests["test_fails"]["[hex]"]["fixed"] == [["hex", "plays", 1]]
    assert tests["test_hears"][""]["said"] == [["a judge", "hex", "fine"]]
    assert len(runs) == 2


def test_a_failure_is_kept_and_what_it_counted_is_not(gathered):
    failed = gathered[0]["test_fails"]["[rulelang_whist(goal=5)]"]
    assert failed["failed"]
    assert failed["fixed"] == [["whist", "runs", 0]]


def test_only_cases_that_are_drawn_anew_add_up(gathered):
    found = gathered[0]["test_draws"][""]
    assert found["drawn"] == [[NOBODY, "examples", 8]]
    assert found["fixed"] == []
    before = told([["hex", "plays", 5]], drawn=[["hex", "plays", 7]])
    again = told([["hex", "plays", 6]], drawn=[["hex", "plays", 1], ["whist", "plays", 1]])
    sums = told([["hex", "plays", 6]], drawn=[["hex", "plays", 8], ["whist", "plays", 1]])
    assert counting.joined(before, again) == sums
    assert counting.joined(told(failed=True), again) == again


THERE = {"a.py::test_one[1]", "a.py::test_one[2]", "a.py::test_two", "b.py::Those::test_three"}


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (["a.py"], {"a.py::test_one": {"[1]"}, "a.py::test_two": {""}, "c.py::test_it": {""}}),
        (["tests"], {"a.py::test_one": {"[1]"}, "a.py::test_two": {""}, "c.py::test_it": {""}}),
        (
            ["a.py::test_one", "a.py::test_two"],
            {"a.py::test_one": {"[1]"}, "a.py::test_gone": {""}},
        ),
        (["tests", "b.py::Those"], {"a.py::test_one": {"[1]"}, "a.py::test_two": {""}}),
        (["a.py::test_one[1]"], {"a.py::test_one": {"[1]", "[3]"}, "a.py::test_gone": {""}}),
    ],
)
def test_what_is_no_longer_there_is_forgotten_where_it_was_looked_for(asked, left):
    tests = {
        "a.py::test_one": {"[1]": told(), "[3]": told()},
        "a.py::test_two": {"": told()},
        "a.py::test_gone": {"": told()},
        "b.py::test_was_no_class": {"": told()},
        "b.py::Those::test_three": {"[1]": told()},
        "c.py::test_it": {"": told()},
    }
    counting.forget(tests, THERE, asked)
    found = {name: {*items} for name, items in tests.items()}
    assert {name: found.get(name) for name in left} == left
    assert ("a.py::test_gone" in found) == ("a.py::test_gone" in left)
    assert ("b.py::test_was_no_class" in found) == ("b.py::Those" in asked)
    assert ("b.py::Those::test_three" in found) == ("[" in asked[0])


def test_what_other_processes_find_is_there(tmp_path):
    file, here = tmp_path / "kept.json", "tests/test_promises.py::test_only_cases"
    drawn, gone = f"{here}_that_are_drawn_anew_add_up", f"{here}_that_were"
    known = (drawn, gone, "tests/test_gone.py::test_nothing")
    counting.write(file, {"runs": [], "tests": {name: {"": told()} for name in known}})
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "--counted", str(file)]
    words = ["tests/test_promises.py", "-k", "are_gone_are_told_of"]
    done = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout
    kept = counting.read(file)["tests"].keys()
    assert gone not in kept
    assert kept > {drawn, "tests/test_gone.py::test_nothing"}


@pytest.mark.parametrize(
    ("about", "name"),
    [
        ("rulelang_liars_dice(dice=1,players=3)", "liars_dice"),
        ("text high_card", TEXTS),
        ("high_card", TEXTS),
        ("sketch othello", SKETCHES),
        ("Tic-Tac-Toe", "tic_tac_toe"),
        ("nobody", None),
        (DRAFTS[0], SKETCHES),
        (RULES[0], RULES[0].stem),
        (ROOT / "tests" / "secrecy" / "hex.md", "hex"),
        (instances(RULES[0])[0], RULES[0].stem),
        (7, None),
    ],
)
def test_the_game_that_something_is_about_is_known(about, name):
    assert name_of(about) == name


def test_tests_that_are_gone_are_told_of_no_more():
    assert promises.is_there(
        "tests/test_promises.py::test_tests_that_are_gone_are_told_of_no_more"
    )
    assert not promises.is_there("tests/test_promises.py::test_what_is_not_there")
    assert not promises.is_there("tests/test_nothing.py::test_what_is_not_there")


def test_what_check_says_of_a_misuse_is_told():
    found = misuse.misuse("told.md")
    assert len(found) > 50
    assert all(each.expected for each in found)
    assert found[0].findings[0][0] == "hidden-read"
    assert found[0].findings[0][1].startswith("need some d in hand(next(p))")


def test_without_git_no_commit_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert counting.commit().startswith("no commit")
