"""`--engine`, what is said where there is no native code, and `conformance`."""

import json
import threading
from pathlib import Path

import pytest

from interpreter import load
from interpreter.load import load_all
from interpreter.native.emit import llvm
from interpreter.native.engine import engine as engines
from interpreter.testing.conformance import Conformance
from rulelang.core.intervals import TooWideError

REFUSED = "the reference engine plays: llvmlite is not installed: pip install llvmlite"


@pytest.fixture(autouse=True)
def _kept_apart(tmp_path, monkeypatch):
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "compiled"))


@pytest.fixture
def _no_wheel(monkeypatch):
    """Be on a machine for which there is no llvmlite."""
    for thread in threading.enumerate():
        if thread.name == "full speed":  # of an earlier test, still at work on its code
            thread.join()
    monkeypatch.setattr(llvm, "llvm", None)
    monkeypatch.setattr(engines, "_told", set())
    monkeypatch.setattr(engines, "_engines", {})
    monkeypatch.delenv("RULELANG_ENGINE", raising=False)


@pytest.mark.parametrize(
    "words",
    [
        ("play", "tic_tac_toe", "--seat", "none", "--bot", "random", "--seed", 3),
        ("perft", "tic_tac_toe", 3, "--distinct"),
        ("show", "kuhn_poker", "--seed", 5),
        ("show", "tic_tac_toe", "--scenario", "three in a column"),
        ("test", "tic_tac_toe", "kuhn_poker"),
    ],
    ids=lambda words: words[0],
)
def test_the_engine_makes_no_difference(command, words):
    by_reference = command(*words, "--engine", "reference")
    assert by_reference[0] == 0
    assert command(*words, "--engine", "native") == by_reference


def test_simulate_gives_the_same_figures_by_both_engines(command):
    words = ("simulate", "leduc_poker", "-n", 20, "--seed", 9, "--json")
    found = [json.loads(command(*words, "--engine", name)[1]) for name in ("native", "reference")]
    for data in found:
        del data["seconds"]
    assert found[0] == found[1]


def test_a_saved_play_is_told_alike_by_both_engines(command, tmp_path):
    saved = tmp_path / "saved.json"
    typed = f"1\n1\nsave {saved}\nquit\n"
    assert command("play", "tic_tac_toe", "--seat", "all", "--seed", 1, typed=typed)[0] == 0
    told = [command("replay", saved, "--engine", name) for name in ("native", "reference")]
    assert told[0] == told[1]
    assert told[0][0] == 0


def test_an_engine_that_is_not_there_is_named(command):
    code, _, err = command("perft", "tic_tac_toe", 1, "--engine", "fast")
    assert code == 2
    assert "native" in err
    assert "reference" in err


def test_coverage_is_the_same_whoever_plays(command):
    words = ("simulate", "kuhn_poker", "-n", 30, "--coverage", "--json", "--engine")
    told = [command(*words, engine) for engine in ("native", "reference")]
    assert told[0] == told[1]
    assert json.loads(told[0][1])["runs"] == {"scenarios": 5, "random games": 30}


@pytest.mark.usefixtures("_no_wheel")
def test_without_the_wheel_coverage_is_watched_by_the_reference(command):
    code, out, err = command("simulate", "kuhn_poker", "-n", 30, "--coverage")
    assert (code, "30 random games" in out, err) == (0, True, f"rulelang: {REFUSED}\n")


@pytest.mark.usefixtures("_no_wheel")
def test_without_the_wheel_the_reference_plays_and_says_so_once(command):
    words = ("perft", "tic_tac_toe", 2, "--json")
    code, out, err = command(*words)
    assert (code, json.loads(out)["counts"]) == (0, [1, 9, 72])
    assert err == f"rulelang: {REFUSED}\n"
    assert command(*words)[2] == ""


@pytest.mark.usefixtures("_no_wheel")
def test_without_the_wheel_a_game_is_loaded_and_played():
    game = load("kuhn_poker", engine="native")
    with pytest.warns(RuntimeWarning, match=REFUSED):
        state = game.start(seed=7)
    assert state == load("kuhn_poker", engine="reference").start(seed=7)
    assert game.start(seed=7).apply(state.legal_ids[0]).history


@pytest.mark.usefixtures("_no_wheel")
def test_who_asks_for_the_reference_hears_of_nothing(command):
    assert command("perft", "tic_tac_toe", 2, "--engine", "reference")[2] == ""


@pytest.mark.usefixtures("_no_wheel")
def test_without_the_wheel_there_is_nothing_to_compare(command):
    code, _, err = command("conformance", "tic_tac_toe")
    assert (code, err) == (2, "rulelang: llvmlite is not installed: pip install llvmlite\n")


def test_conformance_says_what_was_compared(command):
    code, out, _ = command("conformance", "tic_tac_toe", "kuhn_poker", "--games", 3)
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 2
    assert all(line.endswith("no difference") for line in lines)
    assert "1 variant, " in lines[0]


def test_conformance_as_json(command):
    code, out, _ = command(
        "conformance", "kuhn_poker", "--games", 2, "--points", 30, "--level", 2, "--json"
    )
    (found,) = json.loads(out)
    assert (code, found["difference"], found["not_compilable"]) == (0, None, [])
    assert found["choice_points"] >= 30


def test_conformance_ends_with_1_and_the_way_to_the_difference(command, monkeypatch, tmp_path):
    """The code of another game is taken for that of this one."""
    text = load_all("tic_tac_toe")
    ours = Path(text.file).read_text(encoding="utf-8")
    file = tmp_path / "other.rules"
    file.write_text(ours.replace("lines(Cell, 3)", "lines(Cell, 2)"), encoding="utf-8")
    other = engines.engine_of(load(str(file)))
    monkeypatch.setattr(engines, "_engines", {text.games[0].specification_hash: other})
    code, out, _ = command("conformance", "tic_tac_toe", "--games", 5)
    assert code == 1
    assert "after " in out
    assert "differ\n  reference: " in out
    code, out, _ = command("conformance", "tic_tac_toe", "--games", 5, "--json")
    (found,) = json.loads(out)
    assert (code, found["difference"]["from_start"]) == (1, True)
    assert len(found["difference"]["history"]) >= 2


def test_a_game_that_native_code_cannot_hold_is_named_and_no_difference(command, monkeypatch):
    def refuses(*_, **__):
        raise TooWideError("a number is too wide")

    monkeypatch.setattr("interpreter.cli.measuring.conformance.conform", refuses)
    code, out, _ = command("conformance", "liars_dice", "--seconds", 1)
    lines = out.splitlines()
    assert (code, lines[0].endswith(": no difference")) == (0, True)
    assert "  not for native code: 2 players, dice 1, wild 1: a number is too wide" in lines
    assert len(lines) > 2


def test_the_time_of_a_comparison_is_shared_by_all_variants(command, monkeypatch):
    given = []

    def compare(*_, seconds, **__):
        given.append(seconds)
        return Conformance()

    monkeypatch.setattr("interpreter.cli.measuring.conformance.conform", compare)
    assert command("conformance", "liars_dice", "--seconds", 600)[0] == 0
    assert given[0] == pytest.approx(600 / len(given), rel=0.05)
    assert given[-1] == pytest.approx(600, rel=0.05)
