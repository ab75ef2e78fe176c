"""How long a rule text is: a measure of what a language can say in few words.

Counted are the rules as the formatter lays them out. Rows of tables, scenarios, comments and
citations are not counted; the attribute lines of tables are.
"""

from __future__ import annotations

import re

from rulelang import surface
from rulelang.formatting.layout import rule_texts

_TOKEN = re.compile(r'"[^"]*"|[A-Za-z][A-Za-z0-9_]*|[0-9]+|\.\.|<=|>=|\S')


def rule_lines(text: surface.RuleText) -> int:
    """Return how many lines the rules take."""
    return len(rule_texts(text))


def tokens(text: surface.RuleText) -> int:
    """Return how many words, numbers, texts and signs the rules have."""
    return sum(len(_TOKEN.findall(line)) for line in rule_texts(text))
