"""Programs that only look at lines colour them as the grammar reads them."""

import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from pygments import highlight
from pygments.formatters import RawTokenFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String

from rulelang.parsing.library import kinds, reader_of, words_of_language
from rulelang.workbench import lexing
from tests.support.editing.textmate import ROOT, scopes

TEXTS = sorted((*Path("games").glob("*.rules"), *Path("rulelang/std").glob("*.rules")))
AT_FIRST = """\
# of two  [C1]
game "Two"
zone hand(Player) "in the hand": Card set of 3, owner sees
    | name | copies | [C3]
    draw_one(c in deck where not c.value <= 3) "{p} draws {c.value + 1}": [C2]
        set done = none
"""
LINES = [
    ("# of two  [C1]", "comment"),
    ("game", "declaration"),
    ('"Two"', "string"),
    ("zone", "declaration"),
    ("hand", "name"),
    ("Player", "type"),
    ('"in the hand"', "string"),
    ("Card", "type"),
    ("set", "keyword"),
    ("of", "keyword"),
    ("3", "number"),
    ("owner", "keyword"),
    ("sees", "keyword"),
    ("| name | copies |", "row"),
    ("[C3]", "citation"),
    ("draw_one", "name"),
    ("in", "word operator"),
    ("where", "keyword"),
    ("not", "word operator"),
    ("value", "property"),
    ("<=", "operator"),
    ("3", "number"),
    ('"', "string"),
    ("{", "hole"),
    ("}", "hole"),
    (" draws ", "string"),
    ("{", "hole"),
    ("value", "property"),
    ("+", "operator"),
    ("1", "number"),
    ("}", "hole"),
    ('"', "string"),
    ("[C2]", "citation"),
    ("set", "keyword"),
    ("=", "operator"),
    ("none", "constant"),
]
OF_SCOPE = {
    "comment.line.number-sign": "comment",
    "keyword.declaration": "declaration",
    "entity.name.function": "name",
    "entity.name.function.arm": "name",
    "string.quoted.double": "string",
    "string.unquoted.row": "row",
    "entity.other.attribute-name.citation": "citation",
    "meta.embedded": "hole",
    "constant.numeric": "number",
    "constant.language": "constant",
    "keyword.operator.word": "word operator",
    "keyword.operator": "operator",
    "keyword.control": "keyword",
    "entity.name.type": "type",
    "variable.other.property": "property",
}
OF_TOKEN = {
    Comment.Single: "comment",
    Keyword.Declaration: "declaration",
    Name.Function: "name",
    String.Double: "string",
    String.Other: "row",
    Name.Label: "citation",
    String.Interpol: "hole",
    Number.Integer: "number",
    Keyword.Constant: "constant",
    Operator.Word: "word operator",
    Operator: "operator",
    Keyword: "keyword",
    Name.Class: "type",
    Name.Attribute: "property",
}
WORDS = {"keyword", "declaration", "constant", "word operator"}


def of_lexer(text):
    """Return what Pygments makes of each letter of a text."""
    lexer = get_lexer_by_name("rulelang", stripnl=False, ensurenl=False)
    return [OF_TOKEN.get(kind, "") for kind, found in lexer.get_tokens(text) for _ in found]


def of_grammar(text):
    """Return what the grammar for TextMate makes of each letter of a text."""
    found = []
    for regions in scopes(text):
        for start, end, scope in regions:
            innermost = scope[-1].removesuffix(".rulelang")
            what = "" if scope[-1] == ROOT else OF_SCOPE[innermost]
            braces = what == "hole"  # what is between them and nothing else is a name there
            letters = text[len(found) : len(found) + end - start]
            found += [what if not braces or letter in "{}" else "" for letter in letters]
    return found


def runs(text, found):
    """Yield the stretches of a text that are one thing, with what they are."""
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and found[end] == found[at]:
            end += 1
        if found[at]:
            yield text[at:end], found[at]
        at = end


BOTH = pytest.mark.parametrize("coloured", [of_lexer, of_grammar])


@BOTH
def test_each_part_of_a_line_is_what_it_looks_like(coloured):
    assert list(runs(AT_FIRST, coloured(AT_FIRST))) == LINES


@BOTH
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_words_and_texts_are_those_that_are_read(coloured, path):
    """Names that look like words of the language are coloured as such: nobody reads here."""
    text = path.read_text(encoding="utf-8")
    found = coloured(text)
    assert len(found) == len(text)
    read = [False] * len(text)
    for token in reader_of(text, "start").words():
        here = found[token.start_pos : token.end_pos]
        read[token.start_pos : token.end_pos] = [True] * len(here)
        told = f"line {token.line}: {token}"
        if token.type == "STRING":
            assert {here[0], here[-1]} == {"string"}, told
        elif token.type == "ROW":
            assert set(here) == {"row"}, told
        elif kinds().get(token.type) in words_of_language():
            assert set(here) <= {*WORDS, ""}, told
            between = {letter for letter, one in zip(token.text, here, strict=True) if not one}
            assert not between or "".join(between).isspace(), told
        else:
            assert not {"comment", "string", "row"} & set(here), told
    remarks = {n for n, letter in enumerate(text) if letter == "#" and not read[n]}
    assert all(found[n] == "comment" for n in remarks)
    begun = {n for n in range(len(text)) if found[n] == "comment" != found[n - 1]}
    assert begun <= remarks


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_pygments_takes_all_of_a_text_cut_off_anywhere(path):
    lexer = lexing.RulesLexer(stripnl=False, ensurenl=False)
    whole = path.read_text(encoding="utf-8")
    for text in (whole, *(whole[:end] for end in range(0, min(len(whole), 4000), 211))):
        tokens = list(lexer.get_tokens(text))
        assert "".join(found for _, found in tokens) == text
        assert not [found for kind, found in tokens if kind in Error]


@pytest.mark.parametrize("text", ['game "a {b', "| a", '"{', "{}", "é ☃ %", '"a"b" # c', "\t\n\f"])
def test_what_cannot_be_read_has_colours_too(text):
    lexer = lexing.RulesLexer(stripnl=False, ensurenl=False)
    tokens = list(lexer.get_tokens(text))
    assert "".join(found for _, found in tokens) == text
    assert not [found for kind, found in tokens if kind in Error]
    list(scopes(text))


def test_pygments_finds_the_lexer_where_rulelang_is_installed():
    declared = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = declared["entry-points"]["pygments.lexers"].values()
    (found,) = entry_points(group="pygments.lexers", name="rulelang")
    assert found.value == wanted
    assert found.load() is lexing.RulesLexer
    assert type(get_lexer_for_filename("a.rules")) is lexing.RulesLexer
    told = highlight('game "Two"\n', get_lexer_by_name("rulelang"), RawTokenFormatter())
    assert told.startswith(b"Token.Keyword.Declaration\t'game'\n")
