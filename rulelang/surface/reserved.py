"""Words of the language that no name may be, since a value or a sentence begins with them.

The grammar has them, and `tests/unit/rulelang/parsing/test_grammar.py` holds that these are those;
they stand here for what asks before a grammar is there, or without one. Words of folds follow from
the table of folds. Beside them stand facts that are built in: those names are free.
"""

from __future__ import annotations

from typing import Final

from rulelang.core.folds import FOLD_OF

OPENING: Final = frozenset(
    {
        *(
            "all",
            "at",
            "count",
            "every",
            "exactly",
            "false",
            "first",
            "groups",
            "if",
            "no",
            "none",
        ),
        *("not", "some", "the", "true"),
        *FOLD_OF,
    }
)
"""Words that begin a value: a thing of that name could not be read, or not as what it is."""

BEGINNING: Final = frozenset(
    {
        *("add", "anytime", "deal", "draw", "each", "end", "for", "forget", "if", "let", "match"),
        *("move", "need", "next", "pass", "phase", "random", "remember", "repeat", "reveal"),
        *("roll", "say", "set", "show", "stop", "take"),
    }
)
"""Words that begin a sentence: an effect of that name could not be called."""

OF_ONE: Final = frozenset(
    ("column", "ends", "neighbours", "next", "opponent", "partner", "previous", "row", "team")
)
"""The facts of one thing that are built in."""
