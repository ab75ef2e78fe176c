"""Broken rule texts: whatever is deleted, doubled or exchanged, `check` answers with findings.

The texts are those of the games, sketches and small texts, a few lines or words of them broken,
or only some of their declarations kept.
"""

import re
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang import pipeline
from rulelang.codes import CODES
from rulelang.render import render_all
from tests.support.games import ROOT
from tests.support.sampling import gated_but

FOLDERS = ("games", "tests/sketches", "tests/texts")
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for folder in FOLDERS
    for path in sorted((ROOT / folder).glob("*.rules"))
}
QUICK = [path for path, text in TEXTS.items() if text.count("option ") < 3]
PIECE = re.compile(r'\w+|"[^"\n]*"|[^\w\s]|\s+')
NUMBERS = ("0", "999999999", "99999999999999", "none", "true", "P1", "Player", "p")
WORDS = sorted({*NUMBERS, *(w for text in TEXTS.values() for w in PIECE.findall(text))})
MODEST = settings(
    max_examples=max(10, settings.default.max_examples // 4),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """Return how to check a text beside the tables of all texts; the findings must be in order."""
    folder = tmp_path_factory.mktemp("broken")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder, dirs_exist_ok=True)
    path = folder / "broken.rules"

    def check(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        checked = pipeline.check(str(path))
        assert {found.code for found in checked.diagnostics} <= set(CODES)
        assert len(render_all(checked.diagnostics, checked.sources)) >= len(checked.diagnostics)
        assert all(found.span.line >= 1 for found in checked.diagnostics)
        assert checked.ok or not any(found.code == "never-used" for found in checked.diagnostics)

    return check


@st.composite
def broken_lines(draw):
    """Return a text with lines deleted, doubled, exchanged or moved to the right."""
    lines = TEXTS[draw(st.sampled_from(QUICK))].split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw(st.sampled_from(("delete", "double", "exchange", "indent"))):
            case "delete":
                lines[at] = ""
            case "double":
                lines.insert(other, lines[at])
            case "exchange":
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] = "    " + lines[at]
    return "\n".join(lines)


@st.composite
def broken_words(draw):
    """Return a text with words and signs deleted, doubled, exchanged or replaced by others."""
    pieces = PIECE.findall(TEXTS[draw(st.sampled_from(QUICK))])
    places = [i for i, piece in enumerate(pieces) if not piece.isspace()]
    for _ in range(draw(st.integers(1, 4))):
        at, other = (draw(st.sampled_from(places)) for _ in range(2))
        match draw(st.sampled_from(("delete", "double", "exchange", "replace", "replace"))):
            case "delete":
                pieces[at] = ""
            case "double":
                pieces[at] += " " + pieces[at]
            case "exchange":
                pieces[at], pieces[other] = pieces[other], pieces[at]
            case _:
                pieces[at] = draw(st.sampled_from(WORDS))
    return "".join(pieces)


@st.composite
def some_declarations(draw):
    """Return a text of which only some declarations are left."""
    declarations = re.split(r"\n(?=[a-z])", TEXTS[draw(st.sampled_from(QUICK))])
    kept = draw(st.lists(st.booleans(), min_size=len(declarations), max_size=len(declarations)))
    needed = ("game", "players", "play:")
    return "\n".join(
        text
        for text, keep in zip(declarations, kept, strict=True)
        if keep or text.startswith(needed)
    )


@MODEST
@given(text=broken_lines())
def test_broken_lines(check, text):
    check(text)


@MODEST
@given(text=broken_words())
def test_broken_words(check, text):
    check(text)


@MODEST
@given(text=some_declarations())
def test_missing_declarations(check, text):
    check(text)


@pytest.mark.parametrize("path", gated_but(("pergamemnon",), TEXTS), ids=lambda path: path.stem)
def test_each_text_without_its_zones_or_its_variables(check, path):
    declarations = re.split(r"\n(?=[a-z])", TEXTS[path])
    for word in ("zone", "var"):
        check("\n".join(text for text in declarations if not text.startswith(word)))
