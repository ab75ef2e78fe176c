"""Wording of what play may be slow for: what native code cannot hold."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span


def slow_play(why: str, mend: str, span: Span) -> Diagnostic:
    """Report what leaves a game to the reference engine."""
    return Diagnostic(
        "slow-play",
        f"native code cannot hold this: {why}",
        Label(span, "not compiled"),
        text="The game is played right all the same, by the reference engine, which takes some "
        "thousand times as long.",
        hint=mend,
        severity="warning",
    )
