"""`check --fix` makes what mends a finding, shows it, and leaves all else as it is."""

import json

import pytest

GOOD = """\
game "Heap"
players 2
token Coin in bank: 12 each
zone bank: Coin bag, open
zone purse(Player): Coin bag, open

play:
    each turn of p, at most 6:
        p chooses:
            grab: move Coin from bank to purse(p)
            pass
    end: p with most count purse(p) wins
"""
BAD = GOOD.replace("players 2", "player 2").replace("from bank to", "form bank to")


@pytest.fixture
def game(tmp_path):
    file = tmp_path / "game.rules"
    file.write_text(BAD, encoding="utf-8")
    return file


def test_what_is_mended_is_shown(command, game):
    code, out, err = command("check", game, "--fix")
    assert (code, err) == (0, "")
    assert game.read_text(encoding="utf-8") == GOOD
    assert "-player 2\n+players 2" in out
    assert f"{game}: 2 findings mended" in out
    assert f"{game}: nothing found" in out


def test_a_text_without_findings_is_left_alone(command, game):
    game.write_text(GOOD, encoding="utf-8")
    before = game.stat()
    code, out, _ = command("check", game, "--fix")
    assert (code, game.stat().st_mtime_ns, game.stat().st_ino) == (
        0,
        before.st_mtime_ns,
        before.st_ino,
    )
    assert "mended" not in out


def test_marks_and_line_ends_stay(command, game):
    game.write_bytes(b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode())
    assert command("check", game, "--fix")[0] == 0
    assert game.read_bytes() == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()


def test_what_cannot_be_mended_is_still_told(command, game):
    game.write_text(BAD.replace("12 each", "of them"), encoding="utf-8")
    code, out, _ = command("check", game, "--fix")
    assert code == 1
    assert "2 findings mended" in out
    assert "of them" in out
    assert "players 2\n" in game.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_stays_whole(command, game, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fdopen", full)
    code, out, err = command("check", game, "--fix")
    assert code == 2
    assert "No space left" in err
    assert "Traceback" not in out + err
    assert game.read_text(encoding="utf-8") == BAD
    assert [file.name for file in game.parent.iterdir() if file.is_file()] == [game.name]


def test_an_interrupt_leaves_the_file_whole(command, game, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("shutil.copymode", interrupted)
    assert command("check", game, "--fix")[0] == 130
    assert game.read_text(encoding="utf-8") == BAD
    assert [file.name for file in game.parent.iterdir() if file.is_file()] == [game.name]


def test_what_cannot_be_read_is_not_mended(command, game):
    game.write_bytes(BAD.encode() + b"\xe9")
    code, out, _ = command("check", game, "--fix")
    assert (code, "is not UTF-8" in out) == (2, True)
    assert game.read_bytes() == BAD.encode() + b"\xe9"


def test_with_data_what_is_mended_is_not_shown(command, game):
    code, out, _ = command("check", game, "--fix", "--json")
    assert (code, json.loads(out)["files"][0]["findings"]) == (0, [])
    assert game.read_text(encoding="utf-8") == GOOD


def test_mends_are_in_the_data(command, game):
    findings = json.loads(command("check", game, "--json")[1])["files"][0]["findings"]
    assert [finding["mend"][0]["text"] for finding in findings] == ["players", "from"]


WITH_TABLE = """\
game "Walk"
players 2
kind Mood: merry | calm
space Stall from "stalls.csv":
    mood: Mood
var here: Stall

play:
    each turn of p, at most 6:
        p chooses:
            go(s in Stall):
                need s.mood is merry else "not there"
                set here to s
            pass
    end: draw
"""


def test_a_table_is_mended_where_it_lies(command, tmp_path):
    file, table = tmp_path / "walk.rules", tmp_path / "stalls.csv"
    file.write_text(WITH_TABLE, encoding="utf-8")
    table.write_bytes(b"\xef\xbb\xbfname,mood\r\neast,mery\r\nwest,calm\r\n")
    before = file.stat()
    code, out, err = command("check", file, "--fix")
    assert (code, err) == (0, "")
    assert table.read_bytes() == b"\xef\xbb\xbfname,mood\r\neast,merry\r\nwest,calm\r\n"
    assert file.stat().st_ino == before.st_ino
    assert f"--- {table}\n+++ {table}, mended" in out
    assert "-east,mery" in out
    assert f"{file}: 1 finding mended" in out


def test_a_text_and_its_table_are_mended_together(command, tmp_path):
    file, table = tmp_path / "walk.rules", tmp_path / "stalls.csv"
    file.write_text(WITH_TABLE.replace("players 2", "player 2"), encoding="utf-8")
    table.write_text("name,mood\neast,mery\nwest,clam\n", encoding="utf-8")
    code, out, _ = command("check", file, "--fix")
    assert code == 0
    assert f"{file}: 3 findings mended" in out
    assert table.read_text(encoding="utf-8") == "name,mood\neast,merry\nwest,calm\n"
    assert file.read_text(encoding="utf-8") == WITH_TABLE
