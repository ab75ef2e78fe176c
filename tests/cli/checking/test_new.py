"""The first text of an author: written once, and right from the beginning."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "my_game.rules"


def test_the_text_checks_tests_and_plays(command, path):
    code, out, _ = command("new", path.with_suffix(""))
    assert code == 0
    assert out.splitlines()[0] == f"{path}: written; now try"
    assert 'game "My Game"' in path.read_text("utf-8")
    code, out, _ = command("check", path)
    assert code == 0
    assert "nothing found; 3 variants checked" in out
    assert command("test", path) == (0, f"{path}: . 1 passed\n", "")
    assert command("simulate", path, "-n", "20", "--players", "4")[0] == 0
    code, out, _ = command("play", path)
    assert code == 0
    assert "takes" in out


def test_it_is_laid_out_like_all_texts(command, path):
    command("new", path)
    assert command("fmt", "--check", path) == (0, "", "")


def test_nothing_is_overwritten(command, path):
    path.write_text("mine", encoding="utf-8")
    code, _, err = command("new", path)
    assert code == 2
    assert err == f"rulelang: {path} is there already; it stays as it is\n"
    assert path.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["", "9lives", 'a"b', "a{b", ".rules", "spiel/"])
def test_what_cannot_be_a_name_is_refused(command, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = command("new", name)
    assert code == 2
    assert "such as `my_game`" in err or "No such file" in err
    assert list(tmp_path.glob("*.rules")) == []


def test_a_folder_that_is_not_there_is_said(command, tmp_path):
    code, _, err = command("new", tmp_path / "nowhere" / "game")
    assert code == 2
    assert "No such file or directory" in err


def test_the_help_has_an_example(command):
    code, out, _ = command("new", "--help")
    assert code == 0
    assert "rulelang new my_game" in out
