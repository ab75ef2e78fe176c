"""Wording of findings about files: missing, unreadable, outside the game's folder."""

from __future__ import annotations

from typing import Final

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span

LOOK: Final = "look at the name and the folder"


def unreadable(path: str, why: str, hint: str = "") -> Diagnostic:
    """Report a file that cannot be read."""
    return Diagnostic("unreadable", f"`{path}` {why}", Label(Span(path, 1, 1, 1, 1)), hint=hint)


def outside_folder(path: str, span: Span) -> Diagnostic:
    """Report a table outside the folder of the rule file."""
    return Diagnostic(
        "outside-folder",
        f"the table `{path}` lies outside the folder of the rule file",
        Label(span, "not read"),
        hint="put it beside the rule file, and name it by its path from there, with `/`",
    )
