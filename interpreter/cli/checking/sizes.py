"""How long rule texts are, for those who ask for data."""

from __future__ import annotations

from rulelang.measure import rule_lines, tokens
from rulelang.surface import RuleText


def sizes(tree: RuleText | None) -> dict[str, object]:
    """Return the rule lines and tokens of a text; None for one that has mistakes."""
    return {
        "rule_lines": None if tree is None else rule_lines(tree),
        "tokens": None if tree is None else tokens(tree),
    }
