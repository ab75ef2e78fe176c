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


def test_mends_are_in_the_data(command, game):
    findings = json.loads(command("check", game, "--json")[1])["files"][0]["findings"]
    assert [finding["mend"][0]["text"] for finding in findings] == ["players", "from"]
