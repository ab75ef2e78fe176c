"""The Python in documents runs: the blocks of a document are one program, from top to bottom."""

import argparse
import io
import re
import shlex
from pathlib import Path

import pytest

from interpreter.cli.bots import WORDS, bot_kind
from interpreter.cli.main import COMMANDS, module_of
from interpreter.table.showing.seating import BOTS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [
    *DOCUMENTS,
    *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "tests/README.md")),
    ROOT / "editors/vscode/README.md",
]
_BLOCKS = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_WIDTH = 100
_TYPED = "1\n" * 200  # whoever asks for a choice gets the first


def programs():
    """Return the documents with Python in them: name, and the program, each line in its place."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        program = ""
        for block in _BLOCK.finditer(text):
            program += "\n" * (text.count("\n", 0, block.start(1)) - program.count("\n"))
            program += block[1]
        if program:
            yield pytest.param(str(document), program, id=document.name)


@pytest.mark.parametrize(("name", "program"), list(programs()))
def test_the_python_in_a_document_runs(name, program, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(_TYPED))
    exec(compile(program, name, "exec"), {"__name__": "__main__"})  # noqa: S102  our own documents
    assert capsys.readouterr().out


def test_the_application_in_thirty_lines_has_no_more():
    text = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    section = text.split("## 7. ")[1]
    block = _BLOCK.search(section)[1]
    assert len([line for line in block.splitlines() if line.strip()]) <= 30


def test_each_bot_that_ships_is_described_and_each_that_a_table_offers_ships():
    described = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert [word for word in WORDS if f"| `{word}`" not in described] == []
    assert {bot_kind(kind).name for kind in BOTS} <= WORDS.keys()


def test_the_table_of_commands_has_them_all_with_examples_that_are_understood():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+).*\| `rulelang (.+?)`[^|]*\|$", text, re.MULTILINE)
    assert {name for name, _ in rows} == set(COMMANDS)
    for name, example in rows:
        command, *words = shlex.split(example)
        assert command == name
        parser = argparse.ArgumentParser(exit_on_error=False)
        module_of(name).arguments(parser)
        parser.parse_args(words)


@pytest.mark.parametrize("path", [*PAGES], ids=lambda path: path.name)
def test_prose_is_wrapped(path):
    """Tables, headings and what stands in blocks cannot be: they are as wide as they are."""
    text = path.read_text(encoding="utf-8")
    prose = _BLOCKS.sub(lambda block: "\n" * block[0].count("\n"), text)
    wide = [
        f"{path}:{at}"
        for at, line in enumerate(prose.splitlines(), 1)
        if len(line) > _WIDTH and not line.startswith(("|", "#", "    "))
    ]
    assert not wide, f"wrap at {_WIDTH} columns"


_FENCED = re.compile(r"^```(\S*).*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^(?:\$ )?rulelang ([a-z].*?)(?:\s{3,}.*|\s+#.*)?$", re.MULTILINE)


def commands():
    """Return the command lines in the blocks of the documents, without what is told of them."""
    for document in DOCUMENTS:
        for kind, block in _FENCED.findall(document.read_text(encoding="utf-8")):
            if kind in ("", "text"):
                for line in _COMMAND.findall(block):
                    yield pytest.param(line, id=f"{document.stem}: {line}")


@pytest.mark.parametrize("line", list(commands()))
def test_a_command_in_a_document_is_understood(line):
    command, *words = shlex.split(line)
    parser = argparse.ArgumentParser(exit_on_error=False)
    module_of(command).arguments(parser)
    parser.parse_args(words)


def headings(document):
    """Return the anchors of the headings of a document, as they are made on the web."""
    text = _FENCED.sub("", document.read_text(encoding="utf-8"))
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_between_documents_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
        there = document.parent / target if target else document
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in headings(there), f"{target}#{anchor}"
