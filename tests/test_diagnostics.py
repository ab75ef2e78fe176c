"""What an author reads: the whole text of every finding, held in `diagnostics/<code>.md`."""

import re
from pathlib import Path

import pytest

from interpreter.findings.natively import with_native
from rulelang import pipeline
from rulelang.codes import CODES
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.render import render_all
from rulelang.source import Source
from tests.support.literate import Input, bless, cases, files

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "diagnostics").glob("*.md"))
MESSAGES = sorted((HERE.parent / "rulelang" / "messages").glob("*.py"))
EXPLAINED = sorted((HERE.parent / "rulelang" / "codes").glob("*.py"))
# Their texts would be too long to read; tests/unit/rulelang/test_limits.py has them.
TOO_LONG = {"file-too-large", "line-too-long", "too-deep"}


NEEDED = {"game": 'game "Example"', "players": "players 2", "play": "play: end: draw"}


def completed(given: Input) -> str:
    """Add the declarations that every game needs, below, so that no line number changes."""
    begun = {word for word in NEEDED if re.search(rf"^{word}\b", given.rules, re.MULTILINE)}
    missing = () if given.whole else (line for word, line in NEEDED.items() if word not in begun)
    return given.rules + "".join(f"{line}\n" for line in missing)


def report(given: Input) -> str:
    """Return what an author reads about a text: `game.rules` in the current folder."""
    source = Source("game.rules", given.rules)
    sink = Sink()
    parse(source, sink)
    if sink.has_errors:
        return render_all(sink.found, {source.name: source}) + "\n"
    Path(source.name).write_text(completed(given), encoding="utf-8")
    checked = with_native(source.name, pipeline.check(source.name))
    return render_all(checked.diagnostics, checked.sources) + "\n"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_findings_read_as_agreed(path, request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in files(path).items():
        Path(name).write_text(text, encoding="utf-8")
    if request.config.getoption("--bless"):
        bless(path, report)
    found = cases(path)
    assert found
    for given, expected in found:
        assert report(given) == expected


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_file_shows_the_code_it_is_named_after(path):
    for _, expected in cases(path):
        assert f"[{path.stem}]" in expected


def codes_used():
    """Return the codes that wordings give out."""
    wording = "\n".join(path.read_text(encoding="utf-8") for path in MESSAGES)
    return {
        code
        for given in re.findall(r'Diagnostic\(\s*("[a-z-]+"[^,]*),', wording)
        for code in re.findall(r'"([a-z-]+)"', given)
    }


def test_every_code_that_is_given_out_is_explained_and_no_other():
    assert codes_used() == set(CODES)


def test_every_code_has_a_golden_file_and_every_golden_file_a_code():
    assert set(CODES) - TOO_LONG == {path.stem for path in GOLDEN}


def test_no_code_is_explained_twice():
    texts = [path.read_text(encoding="utf-8") for path in EXPLAINED]
    codes = re.findall(r'^    "([a-z-]+)": """$', "\n".join(texts), re.MULTILINE)
    assert sorted(codes) == sorted(CODES)


def test_no_wording_names_a_token_of_the_grammar():
    wording = "\n".join(path.read_text(encoding="utf-8") for path in GOLDEN)
    assert not re.search(r"_NL|_INDENT|_DEDENT|\bRPAR\b|\bNAME\b|__ANON", wording)
