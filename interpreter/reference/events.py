"""What happens between choice points, and what each player sees of it. Ref §2.

Every effect emits an event. `project` turns an event into what one player sees, `publicly` into
what nobody is denied. A seen event is
plain hashable data (a named tuple of numbers, texts and tuples): information states, logs and the
saved file of a seat are made of them. Cells are numbers in the layout;
`interpreter.reference.wording` makes prose of them. The `tag` keeps events of different sorts
unequal.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, assert_never

from interpreter.layout import Layout
from interpreter.position import Kinds


class Moved(NamedTuple):
    """Components went from one zone to another.

    Who does not see them has `kinds` None and gets `backs` instead, ascending; () where they have
    none.
    """

    source: int
    target: int
    kinds: Kinds | None
    amount: int
    backs: tuple[int, ...] = ()
    tag: Literal["moved"] = "moved"


class Rolled(NamedTuple):
    """Dice were rolled where they lie; who does not see them has `kinds` None."""

    cell: int
    kinds: Kinds | None
    amount: int
    tag: Literal["rolled"] = "rolled"


class Changed(NamedTuple):
    """A variable got another value."""

    cell: int
    value: int | None
    tag: Literal["changed"] = "changed"


class Revealed(NamedTuple):
    """Everybody saw what lies in a zone."""

    cell: int
    kinds: Kinds
    tag: Literal["revealed"] = "revealed"


class Shown(NamedTuple):
    """One player saw what lies in a zone; for the others `kinds` is None."""

    cell: int
    kinds: Kinds | None
    player: int
    tag: Literal["shown"] = "shown"


class Said(NamedTuple):
    """The rules spoke, to everybody or (`player`) to one."""

    text: str
    player: int | None
    tag: Literal["said"] = "said"


class TurnBegan(NamedTuple):
    """A player's turn began; `turn` is 0 where turns are not counted."""

    player: int
    turn: int
    tag: Literal["turn began"] = "turn began"


class PhaseBegan(NamedTuple):
    """A named stretch of play began."""

    name: str
    tag: Literal["phase began"] = "phase began"


class Reason(NamedTuple):
    """A number by which players were compared at the end: each player's, or that of his team.

    `label`: how the text writes it. `most`: whether more is better.
    """

    label: str
    most: bool
    values: tuple[int, ...]


class Ended(NamedTuple):
    """The game is over; `returns` are exact fractions in digits: `1`, `-1/2`.

    `reasons`: what was compared, first one first; () where the rules name who wins.
    """

    returns: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()
    tag: Literal["ended"] = "ended"


class Chose(NamedTuple):
    """Another player's choice, where it follows from what is seen of the step that it began.

    `action`: its number, None where not all arguments follow; those that do not are None among the
    labels in `arguments`. `sentence` says no more than what follows.
    """

    player: int
    action: int | None
    name: str
    arguments: tuple[str | None, ...]
    sentence: str
    tag: Literal["chose"] = "chose"

    @property
    def text(self) -> str:
        """How texts write the action, with `?` for what is not known: `place(?, s4)`."""
        known = ["?" if label is None else label for label in self.arguments]
        return f"{self.name}({', '.join(known)})" if known else self.name


Event: TypeAlias = (
    Moved | Rolled | Changed | Revealed | Shown | Said | TurnBegan | PhaseBegan | Ended
)
SeenEvent: TypeAlias = Event | Chose


def project(event: Event, player: int, layout: Layout) -> Event | None:
    """Return what `player` sees of an event; None when it does not show at all."""
    match event:
        case Moved():
            return _moved(event, player, layout)
        case Rolled(cell=cell):
            return event if player in layout.seen_by[cell] else event._replace(kinds=None)
        case Changed(cell=cell):
            return event if player in layout.seen_by[cell] else None
        case Shown(cell=cell, player=to):
            sees = player == to or player in layout.seen_by[cell]
            return event if sees else event._replace(kinds=None)
        case Said(player=to):
            return event if to is None or to == player else None
        case Revealed() | TurnBegan() | PhaseBegan() | Ended():
            return event
        case _:
            assert_never(event)


def publicly(event: Event, layout: Layout) -> Event | None:
    """Return what an onlooker sees of an event: no more of it than any player does."""
    least: Event | None = event
    for player in range(len(layout.spec.players)):
        seen = project(event, player, layout)
        if seen is None:
            return None
        if seen != event:
            least = seen
    return least


def _moved(event: Moved, player: int, layout: Layout) -> Moved:
    seen = layout.seen_by
    if player in seen[event.source] or player in seen[event.target] or event.kinds is None:
        return event
    unordered = layout.is_bag[event.source] and layout.is_bag[event.target]
    backs = () if unordered else backs_of(event.kinds, layout)
    return Moved(event.source, event.target, None, event.amount, backs)


def backs_of(kinds: Kinds, layout: Layout) -> tuple[int, ...]:
    """Return the backs of some components, ascending; those without a back are left out."""
    backs = layout.back_of
    return tuple(sorted(back for kind in kinds if (back := backs[kind]) is not None))
