"""How the parts of a line look, for programs that colour texts without reading them.

The grammar of the extension for VS Code and the lexer for Pygments are made of these. Each pattern
looks at one line, so that none runs away, and is of the kind that Python and Oniguruma both read;
where it has groups, these are all of what it matches.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, TypeAlias

from rulelang.parsing.library import words_of_language
from rulelang.workbench.constructs import DECLARATIONS

Look: TypeAlias = Literal[
    "number", "constant", "word operator", "keyword", "type", "property", "operator"
]

COMMENT: Final = r"#.*$"
TEXT: Final = r'"[^"\n]*"?'
HOLE: Final = r"(\{)([^{}\n]*)(\})"
"""What is said in a text: group 2 is the value."""
CITATION: Final = r"(\[[^\]\n]*\])([^\S\n]*)$"
ROW: Final = r"^([^\S\n]*)(\|.*\|)"
"""A row of an inline table, which is group 2."""
ARM: Final = r"^([^\S\n]+)([a-z]\w*)(?=(?:\(.*\))?[^\S\n]*\"[^\"\n]*\"[^\S\n]*:)"
"""The name of an action, group 2, before its sentence."""
_OPERATORS: Final = frozenset({"and", "or", "not", "is", "in", "mod"})
_CONSTANTS: Final = frozenset({"true", "false", "none", "empty"})


def _one_of(words: Iterable[str]) -> str:
    return f"({'|'.join(sorted(words))})"


@cache
def declaration() -> str:
    """Return how a declaration begins: group 1 is its word, 3 its name if that follows at once.

    `length at most …` has none.
    """
    return rf"^{_one_of(DECLARATIONS)}\b(?:([^\S\n]+)(?!at\b)([A-Za-z]\w*))?"


@cache
def values() -> tuple[tuple[Look, str], ...]:
    """Return what stands in values and sentences: the first pattern that fits holds."""
    others = (words_of_language() | set(DECLARATIONS)) - _OPERATORS - _CONSTANTS
    return (
        ("number", r"\b\d+\b"),
        ("constant", rf"\b{_one_of(_CONSTANTS)}\b"),
        ("word operator", rf"\b{_one_of(_OPERATORS)}\b"),
        ("keyword", rf"\b{_one_of(others)}\b"),
        ("type", r"\b[A-Z]\w*\b"),
        ("property", r"(?<=\.)[a-z]\w*\b"),
        ("operator", r"<=|>=|[-+*/<>=|]|\.\."),
    )
