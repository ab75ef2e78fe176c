"""Rule texts in colours for Pygments, as documentation has them: the lexer `rulelang`.

Pygments finds it by the entry point in `pyproject.toml`, where both are installed; nothing else
imports this.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from pygments.lexer import RegexLexer, bygroups, include, this, using
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from rulelang.workbench import patterns
from rulelang.workbench.patterns import Look

_Rules: TypeAlias = list[object]
_SPACE: Final = r"\n|[^\S\n]+"
"""An end of a line alone: what begins the next one is looked for there."""
_LOOKS: Final[dict[Look, object]] = {
    "number": Number.Integer,
    "constant": Keyword.Constant,
    "word operator": Operator.Word,
    "keyword": Keyword,
    "type": Name.Class,
    "property": Name.Attribute,
    "operator": Operator,
}


def _values() -> _Rules:
    """Return the rules for what stands in values and sentences; some rule takes any letter."""
    looks = [(pattern, _LOOKS[look]) for look, pattern in patterns.values()]
    return [*looks, (_SPACE, Whitespace), (r"\w+", Name), (r".", Punctuation)]


def _texts() -> _Rules:
    """Return the rules for a text that has begun: it ends with its line at the latest."""
    value = using(this, state="value")
    return [
        (patterns.HOLE, bygroups(String.Interpol, value, String.Interpol)),
        (r'"', String.Double, "#pop"),
        (r"\n", Whitespace, "#pop"),
        (r'[^"{\n]+|\{', String.Double),
    ]


def _lines() -> _Rules:
    return [
        (patterns.ROW, bygroups(Whitespace, String.Other)),
        (patterns.COMMENT, Comment.Single),
        (r'"', String.Double, "text"),
        (patterns.CITATION, bygroups(Name.Label, Whitespace)),
        (
            patterns.declaration(),
            bygroups(Keyword.Declaration, Whitespace, Name.Function),
        ),
        (patterns.ARM, bygroups(Whitespace, Name.Function)),
        include("value"),
    ]


class RulesLexer(RegexLexer):  # type: ignore[misc]  # it has no types
    """Splits a rule text into words and what they are; it takes all texts, broken ones too."""

    name = "Rulelang"
    url = "https://pypi.org/project/rulelang/"
    aliases: ClassVar[list[str]] = ["rulelang"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = ["text/x-rulelang"]
    tokens: ClassVar[dict[str, _Rules]] = {
        "root": _lines(),
        "text": _texts(),
        "value": _values(),
    }
