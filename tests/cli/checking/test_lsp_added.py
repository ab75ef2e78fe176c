"""`rulelang lsp` tells what native code cannot hold, and what is wrong with looks."""

import json

import pytest

from interpreter.cli.main import main
from tests.support.editing.drafts import GAME
from tests.support.editing.editors import VS_CODE, Client, codes, uri_of

HUGE = "points(p) * 1000000000 * 1000000000 > 8"
SLOW = GAME.replace("points(p) > 8", HUGE)
LINE = SLOW[: SLOW.index(HUGE)].count("\n")
LOOK = 'look = 1\n\n[zone]\nhide = ["deck"]\n'
WRONG = LOOK.replace("deck", "desk")


@pytest.fixture(scope="module")
def client():
    with Client(VS_CODE) as one:
        yield one


def inserted(line, text):
    where = {"line": line, "character": 0}
    return {"range": {"start": where, "end": where}, "text": text}


def added(found):
    return [one for one in found if one["code"].startswith(("slow-", "look-"))]


def has(*expected):
    return lambda found: codes(added(found)) == sorted(expected)


def is_changed(client, path):
    changes = [{"uri": uri_of(path), "type": 2}]
    client.tell("workspace/didChangeWatchedFiles", changes=changes)


def test_what_native_code_cannot_hold_is_told_in_its_line_until_it_is_mended(client, tmp_path):
    path = tmp_path / "slow.rules"
    client.open(path, SLOW)
    (found,) = added(client.findings(path, 1, has("slow-play")))
    assert found["range"]["start"] == {"line": LINE, "character": 11}
    client.change(path, [inserted(0, "# slow\n")], 2)
    (found,) = added(client.findings(path, 2, has("slow-play")))
    assert found["range"]["start"]["line"] == LINE + 1
    client.change(path, [inserted(3, "kind kind\n")], 3)
    client.findings(path, 3, has(), "only errors")
    client.change(path, [{"text": GAME}], 4)
    client.findings(path, 4, has(), "that it is mended")


def test_what_is_wrong_with_a_look_is_told_there_until_it_is_mended(client, tmp_path):
    path, look = tmp_path / "seen.rules", tmp_path / "seen.look.toml"
    look.write_text(WRONG, encoding="utf-8")
    client.open(path, GAME)
    (found,) = client.findings(look, None, has("look-unknown-name"))
    assert found["range"]["start"] == {"line": 3, "character": 8}
    look.write_text(LOOK, encoding="utf-8")
    is_changed(client, look)
    client.findings(look, None, has(), "that it is mended")
    client.change(path, [{"text": GAME.replace("deck", "pile")}], 2)
    client.findings(look, None, has("look-unknown-name"), "what the rule text no longer has")
    client.tell("textDocument/didClose", textDocument={"uri": uri_of(path)})
    client.findings(look, None, has(), "nothing of a closed text")


def test_an_open_look_counts_and_not_the_file(client, tmp_path):
    path, look = tmp_path / "open.rules", tmp_path / "open.look.toml"
    look.write_text(LOOK, encoding="utf-8")
    client.open(path, GAME)
    client.open(look, WRONG)
    client.findings(look, None, has("look-unknown-name"))
    client.change(look, [inserted(0, "# how it looks\n")], 2)
    client.findings(look, None, lambda found: told(found) == [("look-unknown-name", 5)])
    client.tell("textDocument/didClose", textDocument={"uri": uri_of(look)})
    client.findings(look, None, has(), "what the file has")


def test_what_is_wrong_with_a_file_that_a_look_names_is_told_there(client, tmp_path):
    path, places = tmp_path / "placed.rules", tmp_path / "stalls.csv"
    look = tmp_path / "placed.look.toml"
    look.write_text('look = 1\n[board.Stall]\nplaces = "stalls.csv"\n', encoding="utf-8")
    client.open(path, GAME.replace("zone deck", "zone stand(Stall): Coin set, open\nzone deck"))
    client.findings(look, None, has("look-missing-file"))
    places.write_text("name,x,y\neast,1,1\nwest,2,\n", encoding="utf-8")
    is_changed(client, places)
    (found,) = client.findings(places, None, has("look-bad-places"))
    assert found["range"]["start"]["line"] == 2
    places.write_text("name,x,y\neast,1,1\nwest,900,900\n", encoding="utf-8")
    is_changed(client, places)
    client.findings(places, None, has(), "that it is mended")


def test_what_the_server_tells_is_what_the_command_tells(client, tmp_path, capsys):
    path, look = tmp_path / "both.rules", tmp_path / "both.look.toml"
    path.write_text(SLOW.replace("0..9\nvar noon", "0..9 = 12\nvar noon"), encoding="utf-8")
    look.write_text(WRONG, encoding="utf-8")
    client.open(path, path.read_text(encoding="utf-8"))
    for version, text in enumerate((SLOW, SLOW.replace("pay(p, 1)", "pay(p, 2)"), GAME), start=2):
        path.write_text(text, encoding="utf-8")
        main(["check", str(path), "--json"])
        (file,) = json.loads(capsys.readouterr().out)["files"]
        said = sorted((one["file"], one["code"], one["line"]) for one in file["findings"])
        assert "look-unknown-name" in [code for _, code, _ in said]
        client.change(path, [{"text": text}], version)
        for one in (path, look):
            mine = [(code, line) for name, code, line in said if name == str(one)]
            fits = lambda found, mine=mine: told(found) == mine  # noqa: E731
            client.findings(one, version, fits, "what check finds")


def told(findings):
    told = [one for one in findings if one["severity"] < 4]
    return sorted((one["code"], one["range"]["start"]["line"] + 1) for one in told)
