"""How people say that all win or lose together, and the finding that tells how it is said here."""

from typing import Final

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.source import Span

EVERYBODY: Final = (
    r"(?:all(?: of (?:us|them))?(?: the)?(?: players)?|(?:the |both )?players|both"
    r"|everyone|everybody|every player|we(?: all)?)"
)
"""A pattern of all who play together."""

NOBODY: Final = frozenset({"nobody", "none", "noone"})
ALL: Final = NOBODY | frozenset({"both", "everybody", "everyone", "players", "they", "us", "we"})
"""Words for all who play, or none of them, that may stand before `wins`."""


def together(name: str, span: Span, whole: Span) -> Diagnostic:
    """Report `everybody wins`; where it may mean one player or team, nothing is mended.

    `whole`: from the name to the end of its sentence.
    """
    is_plain = name in ALL - NOBODY
    return Diagnostic(
        "unknown-name" if is_plain else "wrong-sort",
        f"`{name}` is nobody who could win",
        Label(span, "who is this?"),
        hint=(
            "write `all win`"
            if is_plain
            else "write `end: draw`, or `end: all lose` where all play together"
            if name in NOBODY
            else "write `end: all win` where all do, `end: p wins` where one does"
        ),
        mend=(Edit(whole, "all win"),) if is_plain else (),
    )
