"""What an author reads: the whole text of every finding, held in `diagnostics/<code>.md`."""

import re
from pathlib import Path

import pytest

from rulelang.codes import CODES
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.render import render_all
from rulelang.source import Source
from tests.support.literate import bless, cases

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "diagnostics").glob("*.md"))
MESSAGES = sorted((HERE.parent / "rulelang" / "messages").glob("*.py"))
# Their texts would be too long to read; tests/unit/rulelang/test_limits.py has them.
TOO_LONG = {"file-too-large", "line-too-long", "too-deep"}


def report(rules: str) -> str:
    source = Source("game.rules", rules)
    sink = Sink()
    parse(source, sink)
    return render_all(sink.found, {source.name: source}) + "\n"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_findings_read_as_agreed(path, request):
    if request.config.getoption("--bless"):
        bless(path, report)
    found = cases(path)
    assert found
    for rules, expected in found:
        assert report(rules) == expected


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_file_shows_the_code_it_is_named_after(path):
    for _, expected in cases(path):
        assert f"[{path.stem}]" in expected


def codes_in(path):
    return set(re.findall(r'Diagnostic\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")))


def test_every_code_of_the_parser_is_explained_and_has_a_golden_file():
    codes = codes_in(HERE.parent / "rulelang" / "messages" / "syntax.py")
    assert codes - set(CODES) == set()
    assert codes - TOO_LONG == codes & {path.stem for path in GOLDEN}


def test_every_golden_file_belongs_to_a_code():
    assert {path.stem for path in GOLDEN} <= set(CODES)


def test_no_wording_names_a_token_of_the_grammar():
    wording = "\n".join(path.read_text(encoding="utf-8") for path in GOLDEN)
    assert not re.search(r"_NL|_INDENT|_DEDENT|\bRPAR\b|\bNAME\b|__ANON", wording)
