"""What an author of a look reads: the whole text of every finding, held in `looks/<code>.md`.

A case is a block `toml`, the look of the game in `RULES`, and the block `expected` behind it.
Blocks `csv NAME` and `svg NAME` are files beside it.
"""

import re
from pathlib import Path

import pytest

from interpreter import load
from interpreter.cli.main import main
from interpreter.findings.looks import with_look
from interpreter.load import shipped
from interpreter.look.codes import CODES
from rulelang import pipeline
from rulelang.render import render_all
from rulelang.results import Checked
from tests.support.games import ROOT
from tests.support.sampling import passed_over

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "looks").glob("*.md"))
WORDING = HERE.parent / "interpreter" / "look" / "messages.py"
RULES = """\
# A little of everything that looks speak of.
game "Example"
players Ann, Bob
option side: long | short "which map"

space Town:
    coast: flag
    | name | coast |
    | Rome | x     |
    | Bari | x     |
    | Como |       |
edge Road joins Town:
    way: land | sea
    | a    | b    | way  |
    | Rome | Bari | sea  |
    | Bari | Como | land |
space Mill from "mills.csv"
component Card in deck:
    cost: 0..9
    colour: red | green
    | name  | cost | colour | copies |
    | baker | 3    | red    | 2      |
    | smith | 4    | green  | 2      |
token Man(owner: Player) in box(owner): 3 each
zone deck: Card set, open
zone hand(Player): Card set, open
zone box(Player): Man set, open
zone lies(Town): Man one, open
var fame(Player): 0..9
var round: 0..9

play:
    each turn of p, at most 9:
        p chooses:
            buy(c in deck):
                move c to hand(p)
                add 1 to fame(p)
            settle(t in Town):
                need lies(t) is empty else "{t} is taken"
                move Man(p) from box(p) to lies(t)
            pass: add 1 to round
    end: p with most fame(p) wins
"""
MILLS = "name\nold\nnew\n"
CASE = re.compile(
    r"(?P<before>^```toml\n(?P<look>.*?)^```\n\s*^```expected\n)(?P<expected>.*?)(?P<after>^```$)",
    re.MULTILINE | re.DOTALL,
)
FILE = re.compile(r"^```(?:csv|svg) (?P<name>\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def report(look):
    """Return what is found about a look: `game.look.toml` in the current folder."""
    Path("game.rules").write_text(RULES, encoding="utf-8")
    Path("mills.csv").write_text(MILLS, encoding="utf-8")
    Path("game.look.toml").write_text(look, encoding="utf-8")
    checked = pipeline.check("game.rules")
    assert checked.ok, render_all(checked.diagnostics, checked.sources)
    mine = [d for d in with_look("game.rules", checked).diagnostics if d.code.startswith("look-")]
    sources = with_look("game.rules", checked).sources
    return render_all(mine, sources) + "\n"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_findings_about_looks_read_as_agreed(path, request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    for found in FILE.finditer(text):
        Path(found["name"]).parent.mkdir(exist_ok=True)
        Path(found["name"]).write_text(found["text"], encoding="utf-8")
    if request.config.getoption("--bless"):
        text = CASE.sub(lambda m: m["before"] + report(m["look"]) + m["after"], text)
        path.write_text(text, encoding="utf-8")
    found = list(CASE.finditer(text))
    assert found
    for case in found:
        assert report(case["look"]) == case["expected"]
        assert f"[{path.stem}]" in case["expected"]


def test_the_files_of_every_variant_are_looked_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = "name,x,y\nRome,0,0\nBari,90,0\nComo,0,90\n"
    Path("long.csv").write_text(whole, encoding="utf-8")
    Path("short.csv").write_text(whole.replace("Como,0,90\n", ""), encoding="utf-8")
    found = report('look = 1\n[board.Town]\nplaces = "{side}.csv"\n')
    assert found.count("[look-place-missing]") == 1
    assert "short.csv" in found
    assert "long.csv" not in found


def test_every_code_is_given_out_explained_and_shown():
    given = set(re.findall(r'"(look-[a-z-]+)"', WORDING.read_text(encoding="utf-8")))
    assert given == set(CODES) == {path.stem for path in GOLDEN}


@pytest.mark.parametrize("code", CODES)
def test_every_code_can_be_explained(code, capsys):
    assert main(["explain", f"error[{code}]"]) == 0
    assert len(capsys.readouterr().out.split()) > 10


DEAR = {"pergamemnon", "pergamon"}
LOOKS = sorted(name for name in shipped() if (ROOT / "games" / f"{name}.look.toml").exists())


@pytest.mark.parametrize("name", [passed_over(name) if name in DEAR else name for name in LOOKS])
def test_shipped_looks_have_no_findings(name):
    rules = str(ROOT / "games" / f"{name}.rules")
    made = pipeline.elaborate_all(rules)
    unproved = Checked(made.diagnostics, (), (), (), made.sources, specs=made.specs)
    found = with_look(rules, unproved)
    assert not [d.title for d in found.diagnostics if d.code.startswith("look-")]


def test_the_command_tells_of_looks_and_exits_with_1(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    report('look = 1\n[zone]\nhide = ["dekc"]\n')
    assert main(["check", "game.rules"]) == 1
    said = capsys.readouterr().out
    assert "error[look-unknown-name]" in said
    assert "game.look.toml:3:9" in said
    assert "did you mean `deck`?" in said


def test_a_look_changes_no_game(tmp_path, monkeypatch):

    monkeypatch.chdir(tmp_path)
    report("look = 1\n")
    before = load("game.rules").specification_hash
    report('look = 1\ntitle = "Other"\n[colour]\nAnn = "#123456"\n')
    assert load("game.rules").specification_hash == before
