"""`rulelang lsp` from the first line of a text to its examples, by three sorts of client."""

import json
import time
from itertools import pairwise

import pytest

from interpreter import load
from interpreter.debugging.opening import open_scenario
from interpreter.hosting.playthrough import save
from tests.support.editing.drafts import GAME
from tests.support.editing.editors import (
    EMACS,
    NEOVIM,
    PATIENCE_S,
    PLAIN,
    VS_CODE,
    Client,
    codes,
    uri_of,
)

LEFT_BANK = GAME.replace("Night Market", "Night 😋 Market")
"""A character that each encoding counts otherwise stands in the first line."""
WIDTH = {"utf-8": 4, "utf-16": 2, "utf-32": 1}


def incremental(before, after, width):
    """Yield what a client sends that tells of changes alone: line by line, in its own units."""
    lines, wanted = before.split("\n"), after.split("\n")
    for number, (old, new) in enumerate(zip(lines, wanted, strict=True)):
        if old != new:
            end = len(old) + old.count("😋") * (width - 1)
            where = {"line": number, "character": 0}, {"line": number, "character": end}
            yield {"range": {"start": where[0], "end": where[1]}, "text": new}


@pytest.mark.parametrize(
    ("capabilities", "encoding", "is_incremental"),
    [(VS_CODE, "utf-16", True), (NEOVIM, "utf-8", False),
     pytest.param(EMACS, "utf-32", True, marks=pytest.mark.soak),
     pytest.param(PLAIN, "utf-16", False, marks=pytest.mark.soak)],
    ids=["vs code", "neovim", "emacs", "plain"],
)  # fmt: skip
def test_a_session_from_a_slip_to_an_example_that_passes(
    capabilities, encoding, is_incremental, tmp_path
):
    path = tmp_path / "market.rules"
    steps = (
        LEFT_BANK.replace("add", "add").replace('game "Night 😋 Market"', 'game "😋"   zone'),
        LEFT_BANK.replace("setup:", "setup"),
        LEFT_BANK.replace("points(p) > 8", "pionts(p) > 8"),
        LEFT_BANK,
    )
    expected = (["unexpected-word"], ["missing-colon"], ["unknown-name"], [])
    with Client(capabilities) as one:
        assert one.encoding == encoding
        one.open(path, steps[0])
        found = one.findings(path, 1)
        assert found[0]["range"]["start"]["character"] == 6 + WIDTH[encoding] + 4
        for version, (before, after) in enumerate(pairwise(steps), start=2):
            whole = [{"text": after}]
            parts = list(incremental(before, after, WIDTH[encoding]))
            one.change(path, parts if is_incremental else whole, version)
            fits = lambda found, wanted=expected[version - 1]: codes(found) == wanted  # noqa: E731
            one.findings(path, version, fits, f"the findings of step {version}")
        line = LEFT_BANK[: LEFT_BANK.index("play lay")].count("\n")
        items = one.at("textDocument/completion", path, line, 9)["items"]
        assert items[0]["label"] == "lay"
        assert ("$" in items[0]["textEdit"]["newText"]) is (capabilities is VS_CODE)
        lenses = []
        while not (lenses and lenses[0]["command"]["title"].startswith("✓")):
            lenses = one.ask("textDocument/codeLens", textDocument={"uri": uri_of(path)})
        told = [m for m in one.all if m.get("method") == "workspace/codeLens/refresh"]
        assert bool(told) is (capabilities is VS_CODE)
        asked = [m["params"] for m in one.all if m.get("method") == "client/registerCapability"]
        assert watched(asked) == (["*.csv", "*.look.toml", "*.svg"] if told else [])


def watched(asked):
    """Return which files a server has asked to hear of."""
    every = [one for params in asked for one in params["registrations"]]
    assert {one["method"] for one in every} <= {"workspace/didChangeWatchedFiles"}
    patterns = [
        watch["globPattern"] for one in every for watch in one["registerOptions"]["watchers"]
    ]
    return [pattern.removeprefix("**/") for pattern in patterns]


@pytest.fixture(scope="module")
def client():
    with Client(VS_CODE, options={"inlayTypes": True}) as one:
        yield one


def test_a_zone_tells_what_lies_in_it_where_a_scenario_has_come_to(client, tmp_path):
    path = tmp_path / "values.rules"
    client.open(path, GAME + "    expect points(P1) is 0\n")
    line = GAME.count("\n")
    told = client.at("textDocument/hover", path, line, 13)["contents"]["value"]
    assert told.endswith("Here `points(P1)`: 0.")
    told = client.at("textDocument/hover", path, line - 3, 11)["contents"]["value"]
    assert "Here `hand(P1)`: Card(" in told


def test_arms_tell_what_plays_made_of_them(client, tmp_path):
    path, beside = tmp_path / "measured.rules", tmp_path / "measured.summary.json"
    band = {"decisions": 200, "options": 400, "forced": 0}
    arm = {"arm": "lay", "line": 31, "offered": [60, 40], "chosen": [20, 5]}
    summary = {
        "format": "rulelang/summary", "game": "Night Market", "games": 1000,
        "decisions": [band], "arms": [arm],
    }  # fmt: skip
    beside.write_text(json.dumps(summary))
    client.open(path, GAME)
    titles = titles_of(client, path)
    wanted = "offered in 50 % of all choices, chosen in 25 % of these · 1,000 plays"
    assert wanted in titles
    for broken in ("{", "[]", '{"format": 3}', json.dumps({**summary, "game": "Another"})):
        beside.write_text(broken)
        assert wanted not in titles_of(client, path)
    beside.unlink()
    assert wanted not in titles_of(client, path)


def titles_of(client, path):
    found = client.ask("textDocument/codeLens", textDocument={"uri": uri_of(path)})
    return [lens["command"]["title"] for lens in found]


def test_a_scenario_is_debugged_where_the_client_can(client, tmp_path):
    path = tmp_path / "debugged.rules"
    client.open(path, GAME)
    assert "debug" not in titles_of(client, path)
    with Client(VS_CODE, options={"debugLenses": True}) as one:
        one.open(path, GAME)
        found = one.ask("textDocument/codeLens", textDocument={"uri": uri_of(path)})
    (way_in,) = (lens["command"] for lens in found if lens["command"]["title"] == "debug")
    uri, name = way_in["arguments"]
    assert (way_in["command"], uri) == ("rulelang.debug", uri_of(path))
    path.write_text(GAME, encoding="utf-8")
    found = open_scenario(str(path), name)
    assert name in found.title


def test_a_scenario_is_played_on_from_where_the_client_can(tmp_path):
    path = tmp_path / "played on.rules"
    with Client(VS_CODE, options={"tableLenses": True}) as one:
        one.open(path, GAME)
        found = one.ask("textDocument/codeLens", textDocument={"uri": uri_of(path)})
    way_in = found[1]["command"]
    assert (len(found), way_in["title"]) == (2, "play from here")
    assert way_in["command"] == "rulelang.table"
    assert way_in["arguments"] == [uri_of(path), "one is laid"]


def test_scenarios_are_told_of_texts_that_are_open_and_of_files(client, tmp_path):
    path = tmp_path / "tested 😋.rules"
    asked = {"uri": uri_of(path)}
    assert client.ask("rulelang/scenarios", **asked) == []
    path.write_text(GAME, encoding="utf-8")
    (found,) = client.ask("rulelang/scenarios", **asked)
    line = GAME[: GAME.index("scenario ")].count("\n")
    end = {"line": line + 3, "character": len("    expect P2 to choose")}
    assert found["name"] == "one is laid"
    assert found["range"] == {"start": {"line": line, "character": 0}, "end": end}
    client.open(path, "# unsaved\n" + GAME.replace("laid", "put"))
    (found,) = client.ask("rulelang/scenarios", **asked)
    assert (found["name"], found["range"]["start"]["line"]) == ("one is put", line + 1)


@pytest.mark.parametrize(
    "params",
    [
        None, [], ["file:///a.rules"], 3, {}, {"uri": None}, {"uri": {"uri": 1}}, {"uri": ""},
        {"uri": "file:///dev/zero"}, {"uri": "file:///"}, {"uri": "x" * 300 + ".rules"},
        {"uri": "file:///a%00.rules"}, {"uri": "file://[.rules"},
    ],
    ids=str,
)  # fmt: skip
def test_a_text_that_cannot_be_has_no_scenarios(client, params):
    client.number += 1
    client.send(id=client.number, method="rulelang/scenarios", params=params)
    told = client.wait(lambda m: m.get("id") == client.number and "method" not in m, "an answer")
    assert told.get("result") == [] or "error" in told


def test_types_are_shown_where_they_are_wanted(client, tmp_path):
    path = tmp_path / "types.rules"
    client.open(path, GAME)
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    asked = {"textDocument": {"uri": uri_of(path)}, "range": everywhere}
    found = client.ask("textDocument/inlayHint", **asked)
    assert ": Card" in [one["label"] for one in found]
    with Client(PLAIN) as plain:
        plain.open(path, GAME)
        assert plain.ask("textDocument/inlayHint", **asked) == []


def told_where_it_stands(client, path, name):
    """Return the last paragraph over a variable's declaration, once more than that is known."""
    line = GAME[: GAME.index(f"var {name}") + 1].count("\n")
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        told = client.at("textDocument/hover", path, line, 5)["contents"]["value"]
        last = told.rpartition("\n\n")[2]
        if last.startswith("In "):
            return last
        time.sleep(0.05)
    return ""


def test_a_saved_play_becomes_a_scenario(client, tmp_path):
    path, saved = tmp_path / "played.rules", tmp_path / "played-1.json"
    path.write_text(GAME, encoding="utf-8")
    state = load(path).start()
    while state.current_player < 0 or len(state.history) < 5:
        state = state.child(state.legal_ids[0] if state.current_player >= 0 else
                            state.chance_outcomes[0][0])  # fmt: skip
    save(state, saved, rules=str(path))
    (tmp_path / "other.json").write_text("[")
    client.open(path, GAME)
    client.findings(path, 1)
    assert told_where_it_stands(client, path, "points").startswith("In `played-1.json`, after ")
    line = GAME[: GAME.index("\nplay:") + 1].count("\n")
    at = {"line": line, "character": 0}
    asked = {"textDocument": {"uri": uri_of(path)}, "range": {"start": at, "end": at}}
    (action,) = client.ask("textDocument/codeAction", **asked, context={"diagnostics": []})
    assert action["title"] == "Add the scenario of played-1.json"
    command = {k: action["command"][k] for k in ("command", "arguments")}
    assert "play" in client.ask("workspace/executeCommand", **command)
    edits = [m for m in client.all if m.get("method") == "workspace/applyEdit"]
    assert edits[-1]["params"]["edit"]["changes"][uri_of(path)][0]["newText"].startswith("\nscen")
    saved.write_text(saved.read_text().replace("Night Market", "Day Market"))
    told = client.ask("workspace/executeCommand", **command)
    assert "the file was changed after it was saved" in told


SMALL = """game "Small"
players A, B
var points(Player): 0..9
# What one begins with,
# and what is enough.
let is_rich(p) = points(p) > 3
play:
    gain(A, 2)
    if is_rich(A): end: A wins
    end: draw

to gain(p, n): add n to points(p)
"""


@pytest.fixture(scope="module")
def small(client, tmp_path_factory):
    path = tmp_path_factory.mktemp("small") / "small.rules"
    client.open(path, SMALL)
    return path


def place(words, within):
    """Return the line and the column of some words, the first of a line of the small text."""
    line = next(n for n, text in enumerate(SMALL.split("\n")) if within in text)
    return line, SMALL.split("\n")[line].index(words)


def spoken(found):
    """Return what stands in the ranges of what was found in the small text, with their lines."""
    lines, told = SMALL.split("\n"), []
    for one in found:
        start, end = one["range"]["start"], one["range"]["end"]
        told.append((start["line"], lines[start["line"]][start["character"] : end["character"]]))
    return sorted(told)


def test_a_name_leads_to_where_it_is_declared_and_to_its_uses(client, small):
    at = place("points(p) >", "let is_rich")
    found = client.at("textDocument/definition", small, *at)
    assert (found["uri"], spoken([found])) == (uri_of(small), [(2, "points")])
    everywhere = [(2, "points"), (5, "points"), (11, "points")]
    for is_told, wanted in ((True, everywhere), (False, everywhere[1:])):
        asked = {"context": {"includeDeclaration": is_told}}
        assert spoken(client.at("textDocument/references", small, *at, **asked)) == wanted
    assert spoken(client.at("textDocument/documentHighlight", small, *at)) == everywhere
    nothing = place("0..9", "var points")
    assert client.at("textDocument/definition", small, *nothing) is None
    assert client.at("textDocument/documentHighlight", small, *nothing) == []


def test_a_name_is_changed_wherever_it_stands_or_the_reason_is_told(client, small):
    line, character = place("gain(A", "gain(A")
    found = client.at("textDocument/prepareRename", small, line, character)
    assert spoken([{"range": found}]) == [(7, "gain")]
    found = client.at("textDocument/rename", small, line, character, newName="pay")
    assert spoken(found["changes"][uri_of(small)]) == [(7, "gain"), (11, "gain")]
    where = {"line": line, "character": character}
    asked = {"textDocument": {"uri": uri_of(small)}, "position": where}
    for name in ("is_rich", "no name"):
        refused = client.answer("textDocument/rename", **asked, newName=name)["error"]
        assert f"`{name}`" in refused["message"]


def test_arguments_are_shown_and_which_of_them_is_written(client, small):
    line, column = place("2)", "gain(A")
    found = client.at("textDocument/signatureHelp", small, line, column)
    assert found["activeParameter"] == 1
    (one,) = found["signatures"]
    assert [part["label"] for part in one["parameters"]] == ["p", "n"]
    assert client.at("textDocument/signatureHelp", small, *place("play", "play:")) is None


def test_a_text_is_outlined_folded_and_coloured(client, small):
    document = {"textDocument": {"uri": uri_of(small)}}
    entries = client.ask("textDocument/documentSymbol", **document)
    assert [one["name"] for one in entries] == ["Small", "points", "is_rich", "play", "gain"]
    folded = client.ask("textDocument/foldingRange", **document)
    assert {(one["startLine"], one["endLine"], one["kind"]) for one in folded} == {
        (3, 4, "comment"),
        (6, 9, "region"),
    }
    whole = client.ask("textDocument/semanticTokens/full", **document)["data"]
    ends = {"start": {"line": 6, "character": 0}, "end": {"line": 7, "character": 0}}
    some = client.ask("textDocument/semanticTokens/range", **document, range=ends)["data"]
    assert 0 < len(some) < len(whole)
    assert some[0] == 6


def test_a_text_is_laid_out_unless_some_of_it_would_be_lost(client, small, tmp_path):
    options = {"options": {"tabSize": 4, "insertSpaces": True}}
    asked = {"textDocument": {"uri": uri_of(small)}, **options}
    assert client.ask("textDocument/formatting", **asked) == []
    path = tmp_path / "loose.rules"
    client.open(path, SMALL.replace("0..9", "0  ..  9"))
    asked = {"textDocument": {"uri": uri_of(path)}, **options}
    (edit,) = client.ask("textDocument/formatting", **asked)
    assert edit["newText"] == SMALL
    client.open(path, SMALL.replace("0..9", "0...9"), 2)
    assert "mend first" in client.answer("textDocument/formatting", **asked)["error"]["message"]
