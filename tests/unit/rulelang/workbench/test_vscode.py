"""The extension for VS Code has the words and patterns of the language as it is."""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.cli.playing import table
from rulelang import Sink, Source, parse_text
from rulelang.parsing.library import words_of_language
from rulelang.workbench.colouring import colours
from rulelang.workbench.constructs import DECLARATIONS
from rulelang.workbench.hovering import _plain
from tests.support.editing.drafts import GAME, draft_of
from tests.support.written import vscode

EXTENSION = Path("editors/vscode")


@pytest.mark.parametrize(
    ("path", "made"),
    [(vscode.COLOURS, vscode.colours), (vscode.PATTERNS, vscode.snippets)],
    ids=["colours", "patterns"],
)
def test_what_is_written_from_the_language_is_up_to_date(path, made):
    assert path.read_text(encoding="utf-8") == vscode.written(made()), "run `make colours`"


def rules_of(found):
    for rule in found.get("patterns", []):
        yield rule
        yield from rules_of(rule)
    for rule in found.get("repository", {}).values():
        yield rule
        yield from rules_of(rule)


def test_every_rule_for_colours_is_an_expression():
    for rule in rules_of(vscode.colours()):
        if "match" in rule:
            re.compile(rule["match"])


def test_every_word_of_the_language_has_a_colour():
    texts = " ".join(rule.get("match", "") for rule in rules_of(vscode.colours()))
    assert words_of_language() <= set(re.findall(r"\w+", texts))
    assert {c.kind for c in colours(draft_of(GAME))} >= {"keyword", "string", "comment", "number"}


@pytest.mark.parametrize("word", sorted(set(DECLARATIONS) - {"scenario", "to", "setup", "play"}))
def test_a_pattern_with_its_places_filled_in_can_be_read(word):
    sink = Sink()
    text = _plain(DECLARATIONS[word].pattern).replace("…", "1")
    assert parse_text(Source("a.rules", text + "\n"), sink) is not None
    assert not sink.found, text


def test_the_extension_names_files_that_are_there():
    folder = Path("editors/vscode")
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    given = package["contributes"]
    paths = [given["languages"][0]["configuration"], given["grammars"][0]["path"]]
    for path in (*paths, given["snippets"][0]["path"], package["main"]):
        assert (folder / path).is_file()
    assert given["grammars"][0]["scopeName"] == vscode.colours()["scopeName"]


def test_each_command_is_offered_and_carried_out():
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["contributes"]
    script = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    offered = {one["command"] for one in package["commands"]}
    pages = re.findall(r"(\w+): \[", script.partition("const PAGES = ")[2].partition(";")[0])
    assert offered == {"rulelang.debug", "rulelang.table", *(f"rulelang.{page}" for page in pages)}
    assert set(pages) <= {path.stem for path in Path("interpreter/cli").glob("*/*.py")}
    for entries in package["menus"].values():
        assert {entry["command"] for entry in entries} <= offered


RULES = """\
game "Heap"
players 2
length at most 4 choices
token Match in heap: 4
zone heap: Match row, open
zone gone: Match row, open
play:
    each turn of p, at most 4:
        p chooses:
            take "{p} takes one":
                draw 1 from heap to gone
        if heap is empty: end: p wins
    end: draw

scenario "one is taken":
    play take
    expect count heap is 3

scenario "two are left after one":
    play take
    expect count heap is 2
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Run the extension with a stand-in for VS Code, which writes down what it is asked for."""
    folder = tmp_path_factory.mktemp("texts")
    rules, broken = folder / "heap of matches.rules", folder / "broken.rules"
    rules.write_text(RULES, encoding="utf-8")
    broken.write_text(RULES.replace("takes one", "takes {one}"), encoding="utf-8")
    stand_in = Path("tests/support/editing/vscode.js").resolve()
    words = ("node", stand_in, Path(sys.executable).with_name("rulelang"), rules, broken)
    done = subprocess.run(  # noqa: S603 - what is run is our own
        [*words, (EXTENSION / "extension.js").resolve()], capture_output=True, check=True
    )
    found = json.loads(done.stdout)
    assert found["errors"] == []
    return found | {"rules": str(rules), "broken": str(broken)}


NODE = pytest.mark.skipif(shutil.which("node") is None, reason="no node here")


@NODE
def test_the_extension_does_what_its_commands_say(told):
    assert told["options"] == {"debugLenses": True, "tableLenses": True}
    play, scenario = told["debugged"][:2]
    assert (play["program"], scenario["program"]) == ("${file}", "/a b.rules")
    assert scenario["scenario"] == "one mark a cell"
    (page,) = told["opened"]
    assert "<h1" in Path(page).read_text(encoding="utf-8")


@NODE
def test_a_table_is_opened_in_a_terminal(told):
    plain, scenario = told["terminals"]
    words = ["table", "--port=0", "--watch=stay"]
    assert plain["shellArgs"] == [*words, "--", told["rules"]]
    assert scenario["shellArgs"] == [*words, "--scenario=one mark", "--", "/a b.rules"]
    assert (scenario["cwd"], scenario["shown"]) == ("/", True)
    parser = argparse.ArgumentParser()
    table.arguments(parser)
    parsed = parser.parse_args(scenario["shellArgs"][1:])
    assert (parsed.game, parsed.scenario, parsed.port) == ("/a b.rules", "one mark", 0)


@NODE
def test_the_explorer_shows_the_scenarios_of_texts_that_lie_there(told):
    names = ["one is taken", "two are left after one"]
    assert told["shown"] == [[told["rules"], []], [told["broken"], []]], "until they are asked for"
    assert told["asked"][0] == Path(told["rules"]).as_uri()
    assert told["resolved"] == [[told["rules"], names], [told["broken"], []]]
    line = RULES[: RULES.index("scenario")].count("\n")
    assert told["ranges"][0] == [line, 0, line + 2, 26]
    assert told["changed"] == [[told["rules"], names[1:]]], "one is gone, and so is a text"


@NODE
def test_the_explorer_tells_what_came_of_each_scenario(told):
    line = RULES[: RULES.index("is 2")].count("\n")
    problem = "`count heap is 2` does not hold: on the left is 3, on the right 2"
    wrong = [problem, told["rules"], line]
    assert told["runs"]["all"] == [
        ["saved"],
        ["started", "one is taken"],
        ["started", "two are left after one"],
        ["passed", "one is taken"],
        ["failed", "two are left after one", wrong],
        ["started", "one is taken"],
        ["started", "two are left after one"],
        ["errored", told["broken"], ["nothing is named `one`", told["broken"], 9]],
        ["ended"],
    ]


@NODE
def test_one_scenario_is_run_alone_and_some_are_left_out(told):
    alone = [["saved"], ["started", "one is taken"], ["passed", "one is taken"], ["ended"]]
    assert told["runs"]["one"] == alone
    assert told["runs"]["without"] == alone
    assert told["ran"] == [[], [], ["--scenario=one is taken"], ["--scenario=one is taken"], []]


@NODE
def test_a_run_that_is_cancelled_ends_its_process(told):
    assert told["runs"]["cancelled"][-1] == ["ended"]
    assert "passed" not in str(told["runs"]["cancelled"])
    assert told["killed"] == ["SIGTERM"]


@NODE
def test_a_scenario_is_debugged_from_the_explorer(told):
    last = told["debugged"][-1]
    assert (last["program"], last["scenario"]) == (told["rules"], "one is taken")
