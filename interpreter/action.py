"""What a player may choose: one legal action, and the list of those of a choice point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

import attrs

from interpreter.position import Env


@attrs.frozen
class Action:
    """One legal way to act at a choice point.

    `id` is static for the game instance; `index` is the place in the legal list; `arguments` are
    values, `labels` how texts write them.

    >>> from interpreter import load
    >>> action = load("tic_tac_toe").start().legal_actions[4]
    >>> action.id, action.name, action.labels, str(action), action.sentence
    (4, 'mark', ('b2',), 'mark(b2)', 'X marks b2')
    """

    id: int
    name: str
    arguments: Env
    labels: tuple[str, ...] = attrs.field(eq=False)
    index: int = attrs.field(eq=False)
    _say: Callable[[], str] = attrs.field(eq=False, repr=False)

    @property
    def sentence(self) -> str:
        """What choosing it means, in words."""
        return self._say()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.labels)})" if self.labels else self.name


class LegalActions(Sequence[Action]):
    """The legal actions of a choice point, ids ascending; each is made when it is asked for.

    `made` makes one from its place. The state is in no attribute, so bots may have the list.
    """

    __slots__ = ("_made", "_places")

    def __init__(self, size: int, made: Callable[[int], Action]) -> None:
        self._places = range(size)
        self._made = made

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, at: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(at, slice):
            return tuple(map(self._made, self._places[at]))
        return self._made(self._places[at])

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self))}]"
