"""What a play that search cuts short is worth: by the standing that its rules declare. Ref §35.

Play itself has no need to ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from interpreter.rules import Rules
    from interpreter.state_like import StateLike

HORIZON: Final = 30
"""Choices and outcomes of chance after which playouts are cut, where a standing is declared."""

PARTS: Final = 1_000
"""How finely a win is shared by standing."""


def standing(state: StateLike) -> tuple[Fraction, ...]:
    """Return what a state is worth to the players; what they got where the game is over.

    >>> from interpreter import load
    >>> [str(part) for part in standing(load("backgammon").start(seed=1))]
    ['0', '0']

    Raises:
        ValueError: the rules declare no standing.
        RuleFault: the standing does what it must not do; the message names its line.
    """
    game = state.game
    if game.spec.standing is None:
        raise ValueError(f"the rules of {game.name} declare no standing")
    if state.is_terminal:
        return state.returns
    from interpreter.reference.values import number  # noqa: PLC0415 - the package imports this

    world, declared = state.asked(), game.spec.standing
    worth = [number(declared.value, world, (player,)) for player in range(len(game.players))]
    if declared.scored:
        return tuple(map(Fraction, worth))
    if declared.together:
        part = Fraction(max(0, min(PARTS, worth[0])), PARTS)
        return (2 * part - 1,) * len(worth)
    return _parts([max(0, one) for one in worth], game.spec.teams or range(len(worth)))


def _parts(worth: Sequence[int], teams: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the returns where players share a win by what each, or his team, is worth."""
    whole, players = sum(worth), len(worth)
    if not whole:
        return (Fraction(0),) * players
    sides = {team: [w for w, of in zip(worth, teams, strict=True) if of == team] for team in teams}
    thousandths = [PARTS * players * sum(sides[of]) // (whole * len(sides[of])) for of in teams]
    return tuple(Fraction(part, PARTS) - 1 for part in thousandths)


def horizon_in(game: Rules, wanted: int | None) -> int | None:
    """Return after how much playouts of a game are cut; None where no standing is declared."""
    if game.spec.standing is None:
        return None
    return HORIZON if wanted is None else max(0, wanted)
