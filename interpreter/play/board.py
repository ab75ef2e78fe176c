"""Draw a state as one seat sees it: boards for spaces, tables of cards, lists for all others.

Everything comes from the document of the game and what the seat sees. What it does not see is a
count, with the backs that show. `player` None sees everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.document.sight import Score
from interpreter.labels import named
from interpreter.play.figures import variable_lines
from interpreter.play.holdings import zone_lines
from interpreter.play.look import Look
from interpreter.play.places import board_lines, boards_of
from interpreter.state import State

WIDTH: Final = 88


def draw(
    state: State, player: int | None = None, width: int = WIDTH, *, everything: bool = False
) -> str:
    """Return a drawing of `state` as `player` sees it, lists wrapped at `width`.

    `everything`: with what is only bookkeeping.
    """
    look = Look(state, player, everything)
    document = look.document
    boards = tuple(boards_of(document))
    drawn = {id(holding) for board in boards for holding in board.drawn}
    blocks = [block for board in boards for block in board_lines(look, board, width)]
    zones = [zone for zone in document.zones if id(zone) not in drawn]
    variables = [variable for variable in document.variables if id(variable) not in drawn]
    lists = [*zone_lines(look, zones, width), *variable_lines(look, variables, width)]
    parts = [heading(state, player), *("\n".join(block) for block in (*blocks, lists) if block)]
    return "\n\n".join(parts)


def heading(state: State, player: int | None = None) -> str:
    """Return the line above a drawing: the game, whose view it is, and where play stands."""
    view = f", as {state.game.players[player]} sees it" if player is not None else ""
    return f"{state.game.name}{view}: {outcome(state) if state.is_terminal else state.label}"


def outcome(state: State) -> str:
    """Return how a game that is over ended, in words."""
    returns = state.position.result
    if returns is None:
        return "nothing is under way"
    if len(set(returns)) == 1:
        return "a draw"
    players = state.game.players
    best = [name for name, value in zip(players, returns, strict=True) if value == max(returns)]
    scores = ", ".join(f"{n} {v}" for n, v in zip(players, returns, strict=True))
    ended = state.sight(None).outcome
    reasons = by_what(() if ended is None else ended.reasons, players)
    return f"{'won' if len(best) == 1 else 'shared'} by {' and '.join(best)} ({scores}){reasons}"


def by_what(reasons: Sequence[Score], players: Sequence[str]) -> str:
    """Return by what a game was decided, in words; "" where the rules named who won.

    >>> by_what([Score("fame(p)", True, (3, 3)), Score("debt(p)", False, (0, 2))], ["A", "B"])
    '; most fame: A 3, B 3; then least debt: A 0, B 2'
    """
    told = []
    for reason in reasons:
        values = ", ".join(f"{n} {v}" for n, v in zip(players, reason.values, strict=True))
        told.append(f"{'most' if reason.most else 'least'} {named(reason.label)}: {values}")
    return "; " + "; then ".join(told) if told else ""
