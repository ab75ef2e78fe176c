"""What an edit leaves open is told first, with what may be written."""

import json

import pytest

from tests.support.editing.drafts import GAME
from tests.support.editing.editors import VS_CODE, Client

PROVED = GAME.replace(
    "    move n Coin", "    if points(p) < 9: add 1 to points(p)\n    move n Coin"
)
OPEN = PROVED.replace("    if points(p) < 9: add", "    add")
TOLD = "`points` stays within 0..9; say before it how much there is (`need …`), or give `points` a"


def test_what_an_edit_leaves_open_is_told_first_with_its_mend(command, tmp_path):
    path = tmp_path / "game.rules"

    def new(text, *words):
        path.write_text(text, encoding="utf-8")
        out = command("check", str(path), *words)[1]
        return [line for line in out.splitlines() if line.startswith("  new since")], out

    assert new(PROVED)[0] == []  # nothing is new at first
    lines, out = new(f"# a remark\n\n{OPEN}", "--open")
    (line,) = lines
    assert line.startswith("  new since the last check: ")
    assert TOLD in line
    assert out.index(line) < out.index("  open: ")
    assert out.count("`points` stays within") == 1
    assert new(f"# a remark\n\n{OPEN}")[0] == lines  # the text has not changed
    assert new(OPEN)[0] == []  # only its place has
    assert new(OPEN.replace("play:", "play"))[0] == []  # errors: nothing was proved
    assert new(PROVED)[0] == []
    assert len(new(OPEN)[0]) == 1
    path.write_text(PROVED.replace("9: add 1 to points(p)", "8: add 2 to points(p)"), "utf-8")
    claims = json.loads(command("check", str(path), "--json")[1])["files"][0]["obligations"]
    assert not [claim for claim in claims if claim["new"] and claim["status"] == "proved"]


def test_an_editor_tells_it_as_more_than_a_hint(tmp_path):
    path = tmp_path / "game.rules"
    with Client(VS_CODE) as client:
        client.open(path, PROVED)
        first = client.findings(path, 1, lambda found: any(one["code"] == "open" for one in found))
        assert {one["severity"] for one in first if one["code"] == "open"} == {4}
        client.tell(
            "textDocument/didChange",
            textDocument={"uri": path.as_uri(), "version": 2},
            contentChanges=[{"text": OPEN}],
        )
        told = client.findings(
            path, 2, lambda found: any("new: " in one["message"] for one in found)
        )
    (new,) = [one for one in told if one["message"].startswith("new: not proved: ")]
    assert new["severity"] == 3
    assert TOLD in new["message"]


CALLED = """game "A"
players 2
token Coin in bank: 9
zone bank: Coin set, open
zone purse(Player): Coin set of 4, open
to earn(p):                                             # claim(p) is what it does
    say "claim(p)"
    claim(p)
to claim(p):
    move Coin from bank to purse(p)
play:
    each turn of p, at most 9:
        if bank is not empty and count purse(p) < 4: earn(p)
    end: draw
"""
EVER = "        if bank is not empty"
ROOM = "not proved in what is called: `purse` has room for what comes"
MEND = "or give `purse` room for more"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (" and count purse(p) < 4", "", "13:31"),
        ("        if bank is not empty and count purse(p) < 4", f"# ever\n{EVER}", "14:31"),
        ("    claim(p)\nto", '    say "more"\n    claim(next(p))\nto', "9:5"),
        ("    end:", "    if bank is not empty: claim(P1)\n    end:", "14:27"),
        ("    move", "    move Coin from bank to purse(p)\n    move", ""),
        ("set of 4", "set of 3", ""),
    ],
    ids=[
        "by way of another",
        "below a remark",
        "another player",
        "one more",
        "the effect itself",
        "what no effect is",
    ],
)
def test_where_a_call_decides_it_is_told_at_the_call(command, tmp_path, old, new, told):
    path = tmp_path / "game.rules"
    path.write_text(CALLED, encoding="utf-8")
    assert "open 0" in command("check", str(path))[1]
    path.write_text(CALLED.replace(old, new), encoding="utf-8")
    for _ in range(2):  # a text that has not changed is told the same again
        (line,) = [line for line in command("check", str(path))[1].splitlines() if MEND in line]
        place = f"new since the last check: {path}:{told}: {ROOM}"
        assert place in line if told else ROOM not in line
