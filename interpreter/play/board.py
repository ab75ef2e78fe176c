"""Draw a state as one seat sees it: boards for spaces, tables of cards, lists for all others.

Everything comes from the document of the game and what the seat sees. What it does not see is a
count, with the backs that show. `player` None sees everything.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final, Literal

import attrs

from interpreter.document.model import Variable, Zone
from interpreter.document.sight import Score, deciding
from interpreter.facts.results import results_of
from interpreter.facts.together import ended_together
from interpreter.labels import named
from interpreter.play.columns import lines as folded
from interpreter.play.figures import variable_lines
from interpreter.play.holdings import zone_lines
from interpreter.play.look import Look
from interpreter.play.places import board_lines, boards_of
from interpreter.position import Each, Repeating, Turning
from interpreter.reference.values import value
from interpreter.state import State
from rulelang import core

WIDTH: Final = 88
_SHORT: Final = 12
"""Lines of a board of which all are told again where one has changed."""


@attrs.frozen
class Part:
    """Lines of a drawing that stand together.

    A `picture` says nothing in part; of `places` and `lists` some lines do, of places below the
    first line, which is their title.
    """

    lines: tuple[str, ...]
    sort: Literal["picture", "places", "lists"]


def draw(
    state: State, player: int | None = None, width: int = WIDTH, *, everything: bool = False
) -> str:
    """Return a drawing of `state` as `player` sees it, lists wrapped at `width`.

    `everything`: with what is only bookkeeping.
    """
    return written(heading(state, player), parts_of(state, player, width, everything=everything))


def written(head: str, parts: Sequence[Part]) -> str:
    """Return a drawing as text."""
    return "\n\n".join([head, *("\n".join(part.lines) for part in parts)])


def parts_of(
    state: State, player: int | None, width: int, *, everything: bool = False
) -> tuple[Part, ...]:
    """Return the boards of a drawing, and last what lies elsewhere and what counts.

    What the look of the game hides is bookkeeping here too.
    """
    look = Look(state, player, everything)
    document = look.document
    boards = tuple(boards_of(document))
    drawn = {id(holding) for board in boards for holding in board.drawn}
    parts = [
        Part(tuple(block), "places" if board.grid is None and len(block) > _SHORT else "picture")
        for board in boards
        for block in board_lines(look, board, width)
    ]
    hidden = frozenset() if everything else look.said.zones.hide | look.said.variables.hide
    zones = [z for z in document.zones if id(z) not in drawn and z.name not in hidden]
    variables = [v for v in document.variables if id(v) not in drawn and v.name not in hidden]
    lists = (*zone_lines(look, zones, width), *variable_lines(look, variables, width))
    named: tuple[Zone | Variable, ...] = (*zones, *variables)
    called = [f'{part.name} "{said}"' for part in named if (said := look.called(part))]
    if called:
        lists += tuple(folded(f"in words: {'; '.join(called)}", width))
    return tuple(part for part in (*parts, Part(lists, "lists")) if part.lines)


def news(before: Sequence[Part], now: Sequence[Part], asked: Container[str]) -> tuple[Part, ...]:
    """Return what has changed in a drawing, and what is in it of the zones named in `asked`.

    Lines stay together with those that stand further in below them, and below their title.

    >>> old = Part(("  Region:", "  Roma", "  Genua", "      harbour"), "places")
    >>> new = Part(("  Region:", "  Roma  army", "  Genua", "      harbour"), "places")
    >>> news([old], [new], ())[0].lines
    ('  Region:', '  Roma  army')
    >>> news([old], [old], ())
    ()
    """
    known = {group for part in before for group in _groups(part)}
    found = []
    for part in now:
        groups = _groups(part)
        title = groups.pop(0) if part.sort == "places" else ()
        kept = [group for group in groups if _is_news(group, known) or _name(group) in asked]
        if kept:
            lines = (*title, *(line for group in kept for line in group))
            found.append(Part(lines, part.sort))
    return tuple(found)


def _groups(part: Part) -> list[tuple[str, ...]]:
    """Return the lines of a part, each with those that stand further in below it."""
    if part.sort == "picture":
        return [part.lines]
    found: list[list[str]] = []
    edge = min(len(line) - len(line.lstrip()) for line in part.lines)
    for line in part.lines:
        if not found or not line[edge:].startswith(" "):
            found.append([])
        found[-1].append(line)
    return [tuple(group) for group in found]


def _is_news(group: tuple[str, ...], known: Container[tuple[str, ...]]) -> bool:
    """Return whether lines are new; from where the last thing went has been told by its move."""
    return group not in known and not group[0].strip().startswith("nothing in ")


def _name(group: Sequence[str]) -> str:
    """Return the name of the zone that lines are about: `hand` of `hand(P2): 3 hidden`."""
    return group[0].strip().partition(":")[0].partition("(")[0]


def heading(state: State, player: int | None = None) -> str:
    """Return the line above a drawing: the game, whose view it is, and where play stands."""
    view = f", seen by {state.game.players[player]}" if player is not None else ""
    if state.is_terminal:
        return f"{state.game.name}{view}: {outcome(state)}"
    left = turns_left(state)
    last = ""
    if left is not None and left < len(state.game.players):
        more = "one more turn" if left == 1 else f"{left} more turns"
        last = f", {more} at most" if left else ", the last turn"
    return f"{state.game.name}{view}: {state.label}{last}"


def turns_left(state: State) -> int | None:
    """Return how many turns of a game may follow; None where a text tells the number of each.

    Turns in a round, as those of a trick, are none of the game.
    """
    layout = state.game.layout
    loops = (f for f in state.position.control if isinstance(f, Turning | Repeating | Each))
    frame = next(loops, None)
    loop = layout.statements[frame.loop] if isinstance(frame, Turning) else None
    if frame is None or not isinstance(loop, core.Turns) or loop.counted:
        return None
    limit = value(loop.limit, state.asked(), frame.env)
    return limit - state.position.clocks[0] if isinstance(limit, int) else None


def outcome(state: State) -> str:
    """Return how a game that is over ended, in words."""
    returns = state.position.result
    if returns is None:
        return "nothing is under way"
    together = ended_together(state.game.spec, returns)
    if together:
        whom = "all" if len(returns) > 1 else state.game.players[0]
        return f"{'won' if together == 'win' else 'lost'} by {whom}"
    if len(set(returns)) == 1 and len(returns) > 1:
        return "a draw"
    players = state.game.players
    best = [name for name, value in zip(players, returns, strict=True) if value == max(returns)]
    ended = state.sight(None).outcome
    reasons = by_what(() if ended is None else ended.besides, players)
    scores = ", ".join(f"{n} {v}" for n, v in zip(players, returns, strict=True))
    won = f" ({scores})" if not reasons and _is_scored(state.game.spec) else ""
    return f"{'won' if len(best) == 1 else 'shared'} by {' and '.join(best)}{won}{reasons}"


def _is_scored(spec: core.Spec) -> bool:
    """Return whether what players get is reckoned; else it follows from who won."""
    return any(isinstance(result, core.Scores) for result in results_of(spec))


def by_what(reasons: Sequence[Score], players: Sequence[str]) -> str:
    """Return by what a game was decided, in words; "" where the rules named who won.

    What is compared only where the reasons before it are equal is told only then.

    >>> by_what([Score("fame(p)", True, (3, 3)), Score("debt(p)", False, (0, 2))], ["A", "B"])
    '; most fame: A 3, B 3; then least debt: A 0, B 2'
    >>> by_what([Score("fame(p)", True, (4, 3)), Score("debt(p)", False, (0, 2))], ["A", "B"])
    '; most fame: A 4, B 3'
    """
    told = []
    for reason in deciding(reasons):
        values = ", ".join(f"{n} {v}" for n, v in zip(players, reason.values, strict=True))
        told.append(f"{'most' if reason.most else 'least'} {named(reason.label)}: {values}")
    return "; " + "; then ".join(told) if told else ""
