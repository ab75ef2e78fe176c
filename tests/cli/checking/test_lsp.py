"""`rulelang lsp`, asked by clients as editors are: processes and messages."""

import os
import signal
from pathlib import Path

import pytest

from interpreter.cli.checking import lsp
from interpreter.cli.main import main
from rulelang import pipeline
from rulelang.source import Source
from tests.support.editing.drafts import GAME
from tests.support.editing.editors import VS_CODE, Client, codes, uri_of

LOUD = """
import os
from interpreter.editor import serving
quiet = serving.look
def look(text, draft):
    print("a bot prints")
    os.write(1, b"so does a library")
    return quiet(text, draft)
serving.look = look
serving.serve("0")
"""
TABLED = f"""{GAME.split("space Stall", maxsplit=1)[0]}\
space Stall from "stalls.csv":
    mood: Mood
play:
    end: draw
"""


@pytest.fixture(scope="module")
def client():
    with Client(VS_CODE) as one:
        yield one


def edit(line, start, end, text):
    where = {"line": line, "character": start}, {"line": line, "character": end}
    return {"range": {"start": where[0], "end": where[1]}, "text": text}


def errors(found):
    return [one for one in found if one["severity"] == 1]


def test_an_author_is_told_mends_and_sees_his_examples_pass(client, tmp_path):
    path = tmp_path / "market.rules"
    client.open(path, GAME.replace("setup:", "setup"))
    found = client.findings(path, 1, what="what cannot be read")
    assert codes(found) == ["missing-colon"]
    where = {"uri": uri_of(path)}
    asked = {"textDocument": where, "range": found[0]["range"], "context": {"diagnostics": []}}
    (action,) = client.ask("textDocument/codeAction", **asked)
    (change,) = action["edit"]["changes"][uri_of(path)]
    client.change(path, [{"range": change["range"], "text": change["newText"]}], 2)
    assert not errors(client.findings(path, 2))
    client.wait(lambda m: m.get("method") == "workspace/codeLens/refresh", "the examples")
    (lens,) = client.ask("textDocument/codeLens", textDocument=where)
    assert lens["command"]["title"] == "✓ passed"
    line = GAME[: GAME.index("play lay")].count("\n")
    client.change(path, [edit(line, 4, 21, "play lay(Card(3))")], 3)
    client.findings(path, 3)
    client.wait(lambda m: m.get("method") == "workspace/codeLens/refresh", "the examples again")
    (lens,) = client.ask("textDocument/codeLens", textDocument=where)
    assert lens["command"]["title"].startswith("✗ line")
    told = client.ask(
        "workspace/executeCommand", **{k: lens["command"][k] for k in ("command", "arguments")}
    )
    assert "fails in line" in told


def test_what_the_server_finds_is_what_check_finds(client, tmp_path):
    text = GAME.replace("add", "add").replace("0..9\nvar noon", "0..9 = 12\nvar noon")
    text = text.replace("pay(p, 1)", "pay(p, 30)")
    path = tmp_path / "wrong.rules"
    client.open(path, text)
    whole = sorted(
        found.code
        for found in pipeline.check(str(path), None, Source(str(path), text)).diagnostics
    )
    assert whole
    client.findings(path, 1, lambda found: codes(found) == whole, "what check finds")


def test_an_open_text_counts_and_not_the_file(client, tmp_path):
    path = tmp_path / "open.rules"
    path.write_text("nothing of a game", encoding="utf-8")
    client.open(path, GAME)
    assert not errors(client.findings(path, 1))
    path.unlink()
    client.change(path, [edit(0, 0, 0, "# more\n")], 2)
    assert not errors(client.findings(path, 2))
    client.tell("textDocument/didClose", textDocument={"uri": uri_of(path)})
    assert not client.findings(path, None, what="that nothing is found in a closed text")


def test_a_table_is_part_of_the_text(client, tmp_path):
    table, path = tmp_path / "stalls.csv", tmp_path / "table.rules"
    table.write_text("name,mood\neast,merry\n", encoding="utf-8")
    client.open(path, TABLED)
    client.findings(path, 1)
    client.open(table, "name,mood\neast,\n")
    assert client.findings(table, None, bool, "a finding in the table")
    labels = [item["label"] for item in client.at("textDocument/completion", table, 1, 5)["items"]]
    assert labels == ["merry", "calm"]
    told = client.at("textDocument/hover", table, 1, 2)["contents"]["value"]
    assert "`east` is a place." in told
    client.change(table, [edit(1, 5, 5, "calm")], 2)
    client.findings(table, None, lambda found: not found, "that the table is mended")
    table.unlink()
    client.tell("textDocument/didClose", textDocument={"uri": uri_of(table)})
    client.findings(path, 1, lambda found: "unreadable" in codes(found), "that the table is gone")


def test_mends_of_a_table_are_offered_in_it(client, tmp_path):
    table, path = tmp_path / "stalls.csv", tmp_path / "table.rules"
    table.write_text("name,mood\neast,mery\n", encoding="utf-8")
    client.open(path, TABLED)
    client.open(table, "name,mood\neast,mery\n")
    (found,) = client.findings(table, None, bool, "a finding in the table")
    asked = {"textDocument": {"uri": uri_of(table)}, "range": found["range"]}
    (action,) = client.ask("textDocument/codeAction", **asked, context={"diagnostics": []})
    assert [one["newText"] for one in action["edit"]["changes"][uri_of(table)]] == ["merry"]


def test_a_thousand_edits_at_once_cost_one_look_or_two(client, tmp_path):
    path = tmp_path / "many.rules"
    client.open(path, GAME)
    client.findings(path, 1)
    for version in range(2, 1002):
        client.change(path, [edit(0, 6, 6, "x")], version)
    client.findings(path, 1001)
    looks = [m for m in client.all if (m.get("params") or {}).get("uri") == uri_of(path)]
    assert len(looks) < 60
    assert client.at("textDocument/hover", path, 19, 6) is not None


def test_places_past_the_end_and_old_versions_do_no_harm(client, tmp_path):
    path = tmp_path / "end.rules"
    client.open(path, GAME, 5)
    client.findings(path, 5)
    client.change(path, [{"text": "nothing"}], 3)
    assert client.at("textDocument/hover", path, 9_999, 9_999) is None
    assert client.at("textDocument/completion", path, 0, 9_999)["items"] is not None
    client.change(path, [edit(9_999, 0, 9_999, "\n# the end\n")], 6)
    assert not errors(client.findings(path, 6))
    assert client.at("textDocument/hover", tmp_path / "never_opened.rules", 0, 0) is None


def test_a_text_of_very_many_lines_and_a_table_of_very_many_rows_are_answered(client, tmp_path):
    path, table = tmp_path / "long.rules", tmp_path / "long.csv"
    client.open(path, GAME + "\n" * 100_000)
    assert not errors(client.findings(path, 1))
    rows = "\n".join(f"p{i}" for i in range(100_000))
    client.open(table, f"name\n{rows}\n")
    client.change(
        path,
        [{"text": 'game "A"\nplayers 2\nspace Area from "long.csv"\nplay:\n    end: draw\n'}],
        2,
    )
    assert client.findings(table, None, bool, "that the table is too large")


def test_a_process_that_proves_and_is_killed_is_replaced(client, tmp_path):
    path = tmp_path / "killed.rules"
    client.open(path, GAME)
    client.wait(lambda m: m.get("method") == "workspace/codeLens/refresh", "the first proof")
    for child in children_of(client.process.pid):
        os.kill(child, signal.SIGKILL)
    client.change(path, [edit(0, 0, 0, "# more\n")], 2)
    client.wait(lambda m: m.get("method") == "workspace/codeLens/refresh", "another proof")


def children_of(pid):
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text().split()]


def test_what_is_printed_never_gets_into_the_protocol(tmp_path):
    path = tmp_path / "loud.rules"
    with Client(VS_CODE, ("-c", LOUD)) as one:
        one.open(path, GAME)
        assert not errors(one.findings(path, 1))


def test_without_the_extra_it_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.setattr(lsp.importlib.util, "find_spec", lambda _: None)
    assert main(["lsp"]) == 2
    assert capsys.readouterr().err == (
        "rulelang: rulelang lsp needs the extra `editor`: pip install 'rulelang[editor]'\n"
    )


def test_a_client_that_goes_ends_the_server():
    with Client(VS_CODE) as one:
        one.process.stdin.close()
        one.process.wait(60)
    assert one.process.returncode is not None
