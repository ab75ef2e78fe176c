"""The Python in documents runs: the blocks of a document are one program, from top to bottom."""

import argparse
import io
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from interpreter.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
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


def test_the_table_of_commands_has_them_all_with_examples_that_are_understood():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+).*\| `rulelang (.+?)`[^|]*\|$", text, re.MULTILINE)
    assert {name for name, _ in rows} == set(COMMANDS)
    for name, example in rows:
        command, *words = shlex.split(example)
        assert command == name
        parser = argparse.ArgumentParser(exit_on_error=False)
        import_module(f"interpreter.cli.{name}").arguments(parser)
        parser.parse_args(words)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_between_documents_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (document.parent / target).exists(), target
