"""`rulelang ir`: the code that a game becomes."""

import json

import pytest

from interpreter.native.emit.llvm import NativeMissingError
from interpreter.native.lower.game import lower
from rulelang.core.intervals import TooWideError
from tests.support.games import shipped


def test_everything_is_shown(command):
    code, out, err = command("ir", "tic_tac_toe")
    assert (code, err) == (0, "")
    lowered = lower(shipped("tic_tac_toe").layout)
    assert out.startswith(f"state of {lowered.module.size} bytes\n")
    for name in (*lowered.module.functions, *lowered.module.tables):
        assert f"\nfunction {name}(" in out or f"\ntable {name}," in out
    for field in lowered.fields:
        assert f" {field.name}: {field.bytes}" in out


def test_one_function_is_shown(command):
    code, out, _ = command("ir", "tic_tac_toe", "--function", "legal1")
    assert code == 0
    assert out.startswith("function legal1(r0):\nb0 entry\n")
    assert out.count("function ") == 1


def test_a_function_that_is_not_there_has_neighbours(command):
    code, _, err = command("ir", "tic_tac_toe", "--function", "corutine1")
    assert (code, err) == (
        2,
        "rulelang: there is no function `corutine1`; did you mean `coroutine1`?\n",
    )
    code, _, err = command("ir", "tic_tac_toe", "--function", "x")
    assert "there are coroutine0, legal1, draw1, coroutine1" in err


def test_options_and_players_make_another_code(command):
    two, four = (
        command("ir", "liars_dice", "--players", n, "--statistics", "--json")[1] for n in (2, 4)
    )
    assert json.loads(two)["state_bytes"] < json.loads(four)["state_bytes"]


def test_statistics_count_what_is_shown(command):
    shown = command("ir", "tic_tac_toe")[1].splitlines()
    code, out, _ = command("ir", "tic_tac_toe", "--statistics", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["functions"] == sum(line.startswith("function ") for line in shown)
    assert found["tables"] == sum(line.startswith("table ") for line in shown)
    assert found["blocks"] == sum(line.startswith("b") for line in shown)
    indented = [line for line in shown if line.startswith("    ") and line[4] != " "]
    assert found["instructions"] == len(indented)
    assert found["code_bytes"] > 0
    assert all(found[step] > 0 for step in ("lower", "quick", "fast", "kept"))


def test_statistics_are_a_table(command):
    code, out, _ = command("ir", "tic_tac_toe", "--statistics")
    assert code == 0
    assert [line.split("  ")[0] for line in out.splitlines()] == [
        "functions",
        "blocks",
        "instructions",
        "tables",
        "state bytes",
        "code bytes",
        "lower",
        "quick",
        "fast",
        "kept",
    ]


def test_without_llvm_there_are_no_figures_of_machine_code(command, monkeypatch):
    def missing(*_):
        raise NativeMissingError("llvmlite is not installed")

    monkeypatch.setattr("interpreter.native.engine.measures.compile_text", missing)
    code, out, _ = command("ir", "tic_tac_toe", "--statistics")
    figures = {line[:12].rstrip(): line.split()[-1] for line in out.splitlines()}
    assert code == 0
    without = [name for name, figure in figures.items() if figure == "-"]
    assert without == ["code bytes", "quick", "fast", "kept"]


def test_of_what_is_too_wide_there_is_no_code(command, monkeypatch):
    def refuses(*_, **__):
        raise TooWideError("a number is too wide")

    monkeypatch.setattr("interpreter.cli.measuring.ir.lower", refuses)
    said = "the reference plays Tic-Tac-Toe, there is no code of it: a number is too wide"
    assert command("ir", "tic_tac_toe") == (1, "", f"rulelang: {said}\n")


def test_json_is_for_statistics(command):
    code, _, err = command("ir", "tic_tac_toe", "--json")
    assert code == 2
    assert "--statistics" in err


@pytest.mark.parametrize(
    ("name", "shown"),
    [("write", "1 more steps"), ("charge", "9 more steps"), ("llvm", "define")],
)
def test_the_code_is_shown_as_it_is_behind_a_pass(name, shown, tmp_path, command):
    file = tmp_path / "rounds.rules"
    text = 'game "Rounds"\nplayers 2\nvar n: 0..9\nplay:\n    repeat 3:\n'
    text += "        if n < 9: add 1 to n\n"
    file.write_text(f"{text}    end: draw\n", encoding="utf-8")
    code, out, _ = command("ir", str(file), "--pass", name)
    assert code == 0
    assert shown in out


def test_what_llvm_is_given_is_shown_whole(command):
    code, _, err = command("ir", "tic_tac_toe", "--pass", "llvm", "--function", "coroutine1")
    assert code == 2
    assert "leave --function out" in err
