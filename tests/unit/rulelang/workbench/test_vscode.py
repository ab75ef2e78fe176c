"""The extension for VS Code has the words and patterns of the language as it is."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert offered == {"rulelang.debug", *(f"rulelang.{page}" for page in pages)}
    assert set(pages) <= {path.stem for path in Path("interpreter/cli").glob("*/*.py")}
    for entries in package["menus"].values():
        assert {entry["command"] for entry in entries} <= offered


STAND_IN = """
const Module = require("module");
const told = { commands: {}, debugged: [], opened: [], errors: [] };
const nothing = { dispose() {} };
const vscode = {
  DebugAdapterExecutable: class {}, ProgressLocation: {},
  Uri: {
    parse: (text) => ({ fsPath: decodeURIComponent(new URL(text).pathname) }),
    file: (path) => path,
  },
  commands: { registerCommand: (name, run) => { told.commands[name] = run; return nothing; } },
  debug: {
    registerDebugAdapterDescriptorFactory: () => nothing,
    registerDebugConfigurationProvider: () => nothing,
    startDebugging: (_, how) => told.debugged.push(how),
  },
  env: { openExternal: (made) => told.opened.push(made) },
  window: {
    activeTextEditor: {
      document: { languageId: "rulelang", fileName: process.argv[3], save: async () => true },
    },
    showErrorMessage: (text) => told.errors.push(text),
    withProgress: (_, run) => run(),
  },
  workspace: {
    getConfiguration: () => ({ get: () => process.argv[2] }),
  },
};
class LanguageClient {
  constructor(_, __, ___, options) { told.options = options.initializationOptions; }
  async start() {}
}
const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? vscode
  : name === "vscode-languageclient/node" ? { LanguageClient, TransportKind: {} }
  : load(name, ...rest);
(async () => {
  await require(process.argv[4]).activate({ subscriptions: [] });
  const run = told.commands;
  await run["rulelang.debug"]({ scheme: "file" });
  await run["rulelang.debug"]("file:///a%20b.rules", "one mark a cell");
  await run["rulelang.rulebook"]();
  console.log(JSON.stringify(told));
})();
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_the_extension_does_what_its_commands_say(tmp_path):
    """It is run with a stand-in for VS Code, which writes down what it is asked for."""
    script = tmp_path / "stand_in.js"
    script.write_text(STAND_IN, encoding="utf-8")
    words = ("node", script, Path(sys.executable).with_name("rulelang"))
    rules = Path("games/tic_tac_toe.rules").resolve()
    extension = (EXTENSION / "extension.js").resolve()
    done = subprocess.run(  # noqa: S603 - what is run is our own
        [*words, rules, extension], capture_output=True, check=True
    )
    told = json.loads(done.stdout)
    assert told["errors"] == []
    assert told["options"] == {"debugLenses": True}
    play, scenario = told["debugged"]
    assert (play["program"], scenario["program"]) == ("${file}", "/a b.rules")
    assert scenario["scenario"] == "one mark a cell"
    (page,) = told["opened"]
    assert "<h1" in Path(page).read_text(encoding="utf-8")
