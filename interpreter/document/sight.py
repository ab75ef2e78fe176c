"""What a seat, or an onlooker, sees of one moment: what pictures are drawn from, and nothing else.

A sight follows from what that seat was told. `views` writes it as JSON (`schemas/view.json`).
Cells are named by family and index, as in `model`; `text` is how rule texts write them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import attrs

from interpreter.document.model import Index
from rulelang.core import Value
from rulelang.freezing import frozen
from rulelang.rule_types import Type


@frozen
class CellSight:
    """One zone. `kinds`: what lies there, ascending or in the order of a row; None: not seen.

    `amount`: how many lie there. `backs`: of what is not seen, ascending; () where none show.
    """

    zone: str
    index: Index
    kinds: tuple[int, ...] | None
    amount: int
    backs: tuple[int, ...] = ()


@frozen
class ValueSight:
    """One variable. `value` is None for `none`, and where the seat does not see it."""

    variable: str
    index: Index
    sees: bool
    value: Value


@attrs.frozen(order=True)
class Spot:
    """Something on the table that can be pointed at.

    `name`: a zone, a variable or a family (`Player`, `Space`); `index`: which cell or member.
    `kind` is -1 for the place itself. The `data-ref` of what is drawn is made of it: `tile(s12)`,
    `Space(s12)`, `hand(P1)/queen`.
    """

    name: str
    index: Index
    kind: int = -1


@frozen
class Argument:
    """An argument of an action. `spots`: where one may point for it; () for a bare value."""

    type: Type
    value: int
    spots: tuple[Spot, ...]


@frozen
class Offer:
    """A legal action. `arm`: its place in `GameDocument.arms`. `say` makes the sentence."""

    id: int
    arm: int
    arguments: tuple[Argument, ...]
    text: str
    say: Callable[[], str] = attrs.field(eq=False, repr=False)


@frozen
class Chosen:
    """A choice that this seat was told of. `action` is None where only the arm is told."""

    player: int
    action: str | None
    sentence: str


@frozen
class Since:
    """What happened since this seat's own last choice, and because of it.

    Since the start where it made none; for an onlooker, since anybody's. `changed`: zones and
    variables whose contents changed in what this seat saw; `left`: zones that something left; of
    both not what was laid out before it was told of any choice. `chosen`: what it was told of
    choices of others, or an onlooker of anybody's; `said`: what it was told in words. Both in
    order. `has_chosen`: whether there is such a choice, or it is all since the start.
    """

    changed: frozenset[Spot] = frozenset()
    left: frozenset[Spot] = frozenset()
    chosen: tuple[Chosen, ...] = ()
    said: tuple[str, ...] = ()
    has_chosen: bool = False


@frozen
class Score:
    """What an `end` compares: `label` as the text writes it, and its value for each player."""

    label: str
    most: bool
    values: tuple[int, ...]


def deciding(reasons: Sequence[Score]) -> tuple[Score, ...]:
    """Return the reasons up to the one after which nobody is equal to who is first.

    >>> [score.label for score in deciding([Score("a", True, (2, 1)), Score("b", True, (0, 1))])]
    ['a']
    """
    first = range(len(reasons[0].values)) if reasons else range(0)
    left = list(first)
    for at, reason in enumerate(reasons, 1):
        best = (max if reason.most else min)(reason.values[player] for player in left)
        left = [player for player in left if reason.values[player] == best]
        if len(left) == 1:
            return tuple(reasons[:at])
    return tuple(reasons)


@frozen
class Outcome:
    """How it ended. `returns` are exact fractions in digits; `winners`: players, () for a draw.

    `reasons`: the keys of the `end` that was reached, first one first; () where it names winners.
    `together`: all have won it, and are all winners, or lost it.
    """

    returns: tuple[str, ...]
    winners: tuple[int, ...]
    reasons: tuple[Score, ...]

    @property
    def besides(self) -> tuple[Score, ...]:
        """The reasons that say more than `returns`, up to the one that decided."""
        return tuple(r for r in deciding(self.reasons) if (*map(str, r.values),) != self.returns)

    together: Literal["win", "lose"] | None = None


@frozen
class Sight:
    """One moment, as `seat` sees it; None: an onlooker, who sees what no player is denied.

    `phases`: those in progress, from outside in. `turn`: whose turn it is, the innermost one, and
    its number where turns are counted. `to_act`: a player; None at the end and where chance is to
    decide. `cells`, `values`: all, in declared order. `offers`: empty unless `seat` is to choose.
    `counts`: what ends compare first, where it follows from what the seat sees and no variable
    keeps it; () when play is over.

    >>> from interpreter import load
    >>> sight = load("tic_tac_toe").start().apply(4).sight(None)
    >>> [cell.index for cell in sight.cells if cell.zone == "on" and cell.kinds], sight.offers
    ([(4,)], ())
    """

    seat: int | None
    phases: tuple[str, ...]
    turn: tuple[int, int | None] | None
    to_act: int | None
    cells: tuple[CellSight, ...]
    values: tuple[ValueSight, ...]
    offers: tuple[Offer, ...]
    since: Since
    outcome: Outcome | None
    counts: tuple[Score, ...] = ()
