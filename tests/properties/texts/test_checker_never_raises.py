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
DEAR = ("pergamemnon", "pergamon")  # their variants take a second and more
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


@pytest.mark.parametrize("path", gated_but(DEAR, TEXTS), ids=lambda path: path.stem)
def test_each_text_without_its_zones_or_its_variables(check, path):
    declarations = re.split(r"\n(?=[a-z])", TEXTS[path])
    for word in ("zone", "var"):
        check("\n".join(text for text in declarations if not text.startswith(word)))


DECLARED = re.compile(
    r"^(?:zone|var|token|component|die|kind|space|edge|option|table|let|to|memory) +(\w+)",
    re.MULTILINE,
)
FURTHER = (
    "var {}: 0..3",
    "kind {}: one_word | another_word",
    "option {}",
    "option {}: one_word or another_word",
    "space {} on grid 2 x 2",
    "space {}:\n    | name |\n    | one_word |",
    "let {} = 3",
    "let {}(p) = p",
    "to {}(p): pass",
    "table {}(1..1): 1..3:\n    | n | m |\n    | 1 | 1 |",
    "token {} in nowhere: 2",
    "die {} in nowhere: 2, faces 1..6",
)
SMALL = sorted((ROOT / "tests" / "texts").rglob("*.rules"))


@st.composite
def names_given_twice(draw):
    """Return a small text in which something has the name of a type or of something else."""
    text = draw(st.sampled_from(SMALL)).read_text(encoding="utf-8")
    named = tuple(DECLARED.finditer(text))
    words = re.findall(r"(?:\||[(:]) *([A-Za-z]\w*)", text)
    given = draw(st.sampled_from(["Player", "Team", "P1", *(m[1] for m in named), *words]))
    places = [one for one in named if one[1] != given]
    if not places or draw(st.booleans()):
        further = draw(st.sampled_from(FURTHER)).format(given)
        at = draw(st.sampled_from([len(text), text.index("\nplayers") + 1]))
        return f"{text[:at]}\n{further}\n{text[at:]}"
    one = draw(st.sampled_from(places))
    return text[: one.start(1)] + given + text[one.end(1) :]


@MODEST
@given(text=names_given_twice())
def test_names_given_twice(check, text):
    check(text)


CARTS = """\
game "Carts"
players 2
option wet
kind Hue: red | blue
space Hut:
    far: flag
    | name | far |
    | Low  |     |
    | High | x   |
edge Road joins Hut:
    | a   | b    |
    | Low | High |
token Cart(owner: Player, hue: Hue) in yard: 1 each
component Load(owner: Player) in yard:
    | name | copies |
    | sack | 2      |
zone yard: Cart or Load set, open
play:
    end: draw
"""


@pytest.mark.parametrize("name", ["Player", "Hue", "Hut", "Road", "Cart", "Load", "wet", "red"])
@pytest.mark.parametrize("further", ["token {} in yard: 2", *FURTHER])
def test_the_name_of_a_type_is_given_twice(check, name, further):
    again = further.format(name)
    check(CARTS + again + "\n")
    check(CARTS.replace("option wet\n", f"option wet\n{again}\n"))
