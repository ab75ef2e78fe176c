"""`check --search`: faults that play finds, and the plays that show them."""

import json
import re
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from tests.support.schemas import hold
from tests.unit.interpreter.test_hunting import HOARD, LOCK

SECONDS = 2
LOOKS = 4000


@pytest.fixture(autouse=True)
def _clock(monkeypatch):
    """Let a second be so many looks at the clock: what is found hangs on no machine's speed."""
    looks = count()
    for name in ("interpreter.hunting.hunt", "interpreter.testing.shrinking"):
        monkeypatch.setattr(import_module(name), "monotonic", lambda: next(looks) / LOOKS)


@pytest.fixture
def lock(tmp_path, monkeypatch):
    """Return the name of a rule file with a fault that takes rare play, in the folder here."""
    monkeypatch.chdir(tmp_path)
    easy = LOCK.lstrip().replace("opened < 7", "opened < 4").replace("8 - opened", "5 - opened")
    (tmp_path / "lock.rules").write_text(easy, encoding="utf-8")
    return "lock.rules"


def test_a_fault_is_told_with_the_play_that_shows_it_which_anyone_can_replay(command, lock):
    code, out, _ = command("check", lock, "--search", SECONDS)
    assert code == 1
    assert "error[rule-fault]: P1 is to choose, and nothing is legal" in out
    assert re.search(r"P1: turn 5\n.*P2: turn 4\n", out, re.DOTALL)
    assert "The shortest play found: rulelang replay lock-line-8.json" in out
    assert re.search(r"1 fault found in [\d,]+ steered plays of [\d,]+ steps", out)
    code, told, err = command("replay", "lock-line-8.json")
    assert code == 1
    assert told.rstrip().endswith("turn 2")
    assert "--> lock.rules:8:9" in err


def test_the_play_of_another_search_takes_another_name(command, lock, tmp_path):
    (tmp_path / "kept").mkdir()
    for _ in range(2):
        command("check", lock, "--search", SECONDS, "--plays", "kept")
    names = {"lock-line-8.json", "lock-line-8-2.json"}
    assert {file.name for file in (tmp_path / "kept").iterdir()} >= names


def test_what_was_found_as_json(command, lock):
    code, out, _ = command("check", lock, "--search", SECONDS, "--json")
    document = json.loads(out)
    hold("diagnostics", document)
    found = document["files"][0]["search"]
    assert code == 1
    assert found["faults"][0]["finding"]["code"] == "rule-fault"
    assert found["faults"][0]["playthrough"] == "lock-line-8.json"
    assert found["steps"] > len(found["faults"][0]["choices"]) > 3


def test_where_nothing_is_found_it_is_said_what_was_never_reached(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = HOARD.replace("0..24", "0..60").replace("    end: draw", "    end: P1 wins")
    text = text.replace(
        "earn: add 1",
        'earn:\n                need coins(p) < 60 else "rich"\n                add 1',
    )
    text = text.replace(
        "    end: P1 wins",
        "        if coins(p) > 59:\n            p chooses:\n                brag: pass\n"
        '                sing:\n                    need coins(p) < 0 else "no"\n'
        "                    pass\n    end: P1 wins",
    )
    (tmp_path / "hoard.rules").write_text(text.lstrip(), encoding="utf-8")
    code, out, _ = command("check", "hoard.rules", "--search", 1)
    assert code == 0
    assert "0 faults found" in out
    assert '`need coins(p) < 60 else "rich"` never refuses anything\n' in out
    assert "the action `sing` was never possible\n" in out
    assert list(tmp_path.glob("*.json")) == []


def test_an_interrupt_ends_the_search_and_shows_what_was_found(command, lock, monkeypatch):
    """What comes after it is not searched any more."""
    Path("later.rules").write_text(Path(lock).read_text("utf-8"), encoding="utf-8")

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("interpreter.hunting.hunt"), "is_late", interrupted)
    code, out, _ = command("check", lock, "later.rules", "--search", SECONDS)
    assert code == 130
    assert "lock.rules: 0 faults found" in out
    assert "later.rules: nothing found" in out
    assert "later.rules: 0 faults" not in out


def test_of_a_long_play_the_last_lines_are_told(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hoard.rules").write_text(HOARD.replace("0..24", "0..9").lstrip(), "utf-8")
    code, out, _ = command("check", "hoard.rules", "--search", 1)
    assert code == 1
    left_out, told = re.search(
        r"  (\d+) lines before these\n(.*)  The shortest", out, re.DOTALL
    ).groups()
    assert len(told.splitlines()) == 39  # and the first one
    file = re.search(r"rulelang replay (\S+\.json)", out)[1]
    whole = command("replay", file)[1]
    assert whole.endswith(told.replace("\n  ", "\n").removeprefix("  "))
    assert int(left_out) > 0


def test_a_file_with_errors_is_not_searched(command, broken):
    code, out, _ = command("check", broken, "--search", SECONDS)
    assert code == 1
    assert "steered" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--search", "soon"), "`soon` is no whole number"),
        (("--search", "1", "--plays", "nowhere"), "there is no folder `nowhere`"),
    ],
)
def test_what_cannot_be_done_is_said(command, lock, words, said):
    code, _, err = command("check", lock, *words)
    assert code == 2
    assert said in err
