"""What the formatter promises: the same tree, every remark, and nothing left to do."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulelang import surface as s
from rulelang.format_rules import format_rules
from rulelang.parsing.lines import MAX_COLUMNS
from rulelang.source import Source
from tests.support.generated.trees import expressions, rule_texts
from tests.support.reading import read
from tests.support.sampling import is_for_soak, passed_over

SENTENCES = (
    *get_args(s.Declaration),
    *get_args(s.Statement),
    *get_args(s.SceneLine),
    *(s.Arm, s.Need, s.Case, s.Row, s.Attribute),
)
NO_SOURCE = Source("t", "")
GOES_ON = re.compile(r"\s*(and|or|has|where|then|joined|along|else(?!\s*:|\s+if\b))\b")
ROOT = Path(__file__).parents[3]
FILES = sorted(
    path
    for folder in ("games", "tests/sketches", "tests/texts", "rulelang/std")
    for path in (ROOT / folder).glob("*.rules")
)

TEXTS = {f"{path.parent.name}/{path.name}": path.read_text("utf-8") for path in FILES}
BLOCKS = [
    found.group(1)
    for name in ("README.md", "docs/language.md")
    for found in re.finditer(
        r"^```rules\n(.*?)^```$", (ROOT / name).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
]


def same(one, other):
    """Return whether two texts say the same; 1 and `true` are equal to Python, so ask by name."""
    return one.declarations == other.declarations and repr(one.declarations) == repr(
        other.declarations
    )


def sentences(node):
    """Yield the lines on which the sentences of a tree begin, in order."""
    if isinstance(node, SENTENCES):
        yield node.span.line
    if attrs.has(type(node)):
        parts = [getattr(node, field.name) for field in attrs.fields(type(node))]
    else:
        parts = node if isinstance(node, tuple) else ()
    for part in parts:
        yield from sentences(part)


def remarks(tree):
    """Return all comments and citations, each with the number of the sentence that it belongs to.

    A comment on a line of its own belongs to what stands below.
    """
    lines = tree.source.text.split("\n")
    begins = list(sentences(tree.declarations))
    found = Counter()
    for line, comment in tree.comments.items():
        alone = lines[line - 1].lstrip().startswith("#")
        below = alone and not GOES_ON.match(next((x for x in lines[line:] if is_code(x)), ""))
        found[comment, owner_below(begins, line) if below else owner(begins, line)] += 1
    for line, citation in tree.citations.items():
        for part in citation.split(";"):
            found[part.strip(), owner(begins, line)] += 1
    return found


def is_code(line):
    return bool(line.strip()) and not line.lstrip().startswith("#")


def owner(begins, line):
    return max(number for number, begin in enumerate(begins) if begin <= line)


def owner_below(begins, line):
    return next((number for number, begin in enumerate(begins) if begin > line), len(begins))


def check(text):
    tree = read(text)
    written = format_rules(tree)
    again = read(written)
    assert same(again, tree)
    assert remarks(again) == remarks(tree)
    assert format_rules(again) == written
    return written


@pytest.mark.parametrize(
    "name", [passed_over(n) if is_for_soak(p) else n for n, p in zip(TEXTS, FILES, strict=True)]
)
def test_texts_stay_what_they_are(name):
    check(TEXTS[name])


@pytest.mark.parametrize("text", BLOCKS, ids=range(len(BLOCKS)))
def test_examples_of_the_documents_stay_what_they_are(text):
    check(text)


@given(expressions())
def test_expressions_are_read_as_they_were_written(node):
    check_tree(s.RuleText(NO_SOURCE, (s.Fact(s.Name("f"), (), node),)))


@given(rule_texts())
def test_trees_are_read_as_they_were_written(tree):
    check_tree(tree)


def check_tree(tree):
    written = format_rules(tree)
    assume(all(len(line) <= MAX_COLUMNS for line in written.split("\n")))
    again = read(written)
    assert same(again, tree)
    assert format_rules(again) == written


@st.composite
def dishevelled(draw):
    """Return a strategy for texts of ours with lines and remarks where they may be."""
    lines = draw(st.sampled_from(list(TEXTS.values()))).split("\n")
    begin = draw(st.integers(0, max(0, len(lines) - 15)))
    while begin and not re.match(r"[a-z]", lines[begin]):
        begin -= 1
    end = next((i for i in range(begin + 10, len(lines)) if lines[i][:1].isalpha()), len(lines))
    found = []
    for line in lines[begin:end]:
        code = re.sub(r"\s*(#.*|\[[^\]]*\])$", "", re.sub(r"\s*\[[^\]]*\]$", "", line))
        if not code.strip():
            found.append(line)
            continue
        if not (code.lstrip().startswith("|") or '"' in code):
            code = re.sub(r"(?<=\S) (?=(and|where|or|has|else)\b)", draw(_SPACES), code)
        ends = draw(_ENDS)
        for part in code.split("\n"):
            found.extend(draw(_ALONE))
            found.append(part + ends)
    return "\n".join(found) + "\n"


_SPACES = st.sampled_from([" ", " ", "   ", "\n" + " " * 40])  # deeper than every sentence
_ENDS = st.sampled_from(["", "", "", "  # why", "[1; 2]", " #[9]", "   #x   [3.4]  "])
_ALONE = st.sampled_from([[], [], [], [""], ["", ""], ["# alone"], ["", "  #alone", ""]])


@given(dishevelled())
def test_every_remark_stays_with_its_declaration(text):
    check(text)
