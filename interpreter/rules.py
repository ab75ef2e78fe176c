"""What the engines and all that lies below `Game` know of a game; a `Game` is such a thing."""

from __future__ import annotations

from typing import Protocol

from interpreter.layout import Layout
from rulelang import core


class Rules(Protocol):
    """An instance of a rule text, numbered and laid out."""

    @property
    def name(self) -> str:
        """The title."""
        ...

    @property
    def spec(self) -> core.Spec:
        """The rules themselves."""
        ...

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        ...

    @property
    def layout(self) -> Layout:
        """Where what lies, by numbers."""
        ...

    @property
    def specification_hash(self) -> str:
        """The fingerprint of the rules: code is kept by it."""
        ...

    @property
    def num_distinct_actions(self) -> int:
        """How many action numbers there are."""
        ...
