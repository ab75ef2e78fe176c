"""A mend speaks of what its author wrote of: no name of an example gets into a text."""

import re
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.elaborate.queries import builtins
from rulelang.mends import applied
from rulelang.parsing.library import words_of_language
from rulelang.parsing.slips import foreign
from rulelang.source import Source
from tests.support import mistakes
from tests.support.literate import cases
from tests.support.sampling import DEEP
from tests.unit.rulelang.test_mends import HABITS, QUERIES, SLIPS, TEXT

DIAGNOSTICS = sorted((Path(__file__).parents[2] / "diagnostics").glob("*.md"))
RENAMED = {
    "points": "fame", "hand": "sleeve", "deck": "barrel", "done": "gutter", "mood": "weather",
    "p": "who", "c": "leaf", "Card": "Leaf", "rank": "girth", "lay": "drop",
}  # fmt: skip
"""Names that no example has, for those of the market."""
SENTENCES = (
    "{} fame(who) by 2", "{} fame(who)", "{} 2 fame", "{} 2 from fame(who)", "{} leaf",
    "{} to leaf", "{} leaf on gutter", "{} leaf in gutter", "{} leaf from sleeve(who) on gutter",
    "{} leaf from sleeve(who) to gutter", '{} "so"', '{}("so")', '{} who "so"', "{} fame", "{}",
    "{} fame(who) < 3: stop", "{} who", "{} is who", "who {} 2 fame", "who {}s 2 fame", "{} one",
    "{} each leaf in sleeve(who): stop", "{} be 3", "the {} wins", "{} = fame(who)",
)  # fmt: skip
CLAIMS = (
    "P1 has 1 leaf", "P1 has 3 fame", "sleeve(P1) has 1 jack", "sleeve(P1) is jack, 2 king",
    "sleeve(P1) is gutter", "sleeve(P1) contains jack and fame(P1) is 3", "gutter.size is 3",
    "sleeve(next(P1)).size is 3", "fame(P1) is between 1 and 3", "fame is 3",
)  # fmt: skip
_NAME = re.compile(r"[A-Za-z_]\w*")
_BINDERS = (
    re.compile(r"\b(?:for|along|count|every|some|no|the|first|in) (\w+) in\b"),
    re.compile(r"\bend: (\w+) with\b"),
)


def renamed(text):
    return re.sub(r"\b[A-Za-z]\w*", lambda found: RENAMED.get(found[0], found[0]), text)


def brought_in(text):
    """Return the names that mends of a text bring into it, each with what is then on its line."""
    known = words_of_language() | {"Player", *builtins.NAMES} | set(_NAME.findall(text))
    for finding in pipeline.check("game.rules", text=Source("game.rules", text)).diagnostics:
        fixed = applied(text, finding.mend)
        for line in (fixed or "").split("\n"):
            bound = {name for binder in _BINDERS for name in binder.findall(line)}
            for name in set(_NAME.findall(line)) - known - bound:
                yield name, line


def test_no_mend_of_a_mistake_brings_a_name_in():
    for mistake in mistakes.mistakes():
        assert not list(brought_in(renamed(mistake.text)))


@pytest.mark.parametrize("path", DIAGNOSTICS, ids=lambda path: path.stem)
def test_no_mend_of_what_is_shown_to_authors_brings_a_name_in(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for given, _ in cases(path):
        assert not list(brought_in(given.rules))


def test_no_mend_of_a_habit_brings_a_name_in():
    for before, after in HABITS + SLIPS:
        assert not list(brought_in(renamed(TEXT.replace(before, after))))
    for written, _ in QUERIES:
        text = TEXT.replace("setup:", f"let asked = {written}\nsetup:")
        assert not list(brought_in(renamed(text)))


@pytest.mark.parametrize("word", sorted({*foreign.WORDS, "choose"}))
def test_no_mend_of_a_sentence_of_others_brings_a_name_in(word):
    begin = 0 if DEEP else len(word) % 2
    for sentence in SENTENCES[begin :: 1 if DEEP else 2]:
        written = f"setup:\n    {sentence.format(word)}\n"
        assert not list(brought_in(renamed(TEXT).replace("setup:\n", written)))


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_mend_of_what_is_expected_brings_a_name_in(claim):
    assert not list(brought_in(f'{renamed(TEXT)}scenario "so":\n    expect {claim}\n'))
