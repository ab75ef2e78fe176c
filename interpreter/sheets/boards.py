"""Boards with nothing on them, to be printed or laid on another table."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from interpreter.document.sight import CellSight, Sight, Since
from interpreter.picture import Moment, Placed, Plan, board_piece
from interpreter.picture.ink.style import patterns, sheet
from interpreter.sheets.drawing import Sheet
from interpreter.sheets.layout import Paper


def emptied(sight: Sight) -> Sight:
    """Return what would be seen of an empty table."""
    return attrs.evolve(
        sight,
        to_act=None,
        cells=tuple(CellSight(cell.zone, cell.index, (), 0) for cell in sight.cells),
        values=tuple(attrs.evolve(value, sees=True, value=None) for value in sight.values),
        offers=(),
        since=Since(),
    )


def board_svg(plan: Plan, empty: Sight, placed: Placed) -> str:
    """Return a board as it is drawn at an empty table."""
    moment = Moment.of(empty, plan)
    body = board_piece(moment, placed).body
    used = "".join(symbol.defined() for symbol in moment.symbols.values())
    defs = "".join((*patterns(plan.palette.players, plan.prefix, body + used), used))
    return framed(placed.width, placed.height, defs, body)


def framed(width: float, height: float, defs: str, body: str) -> str:
    """Return something drawn as a picture of that size, on white."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rl" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}">{sheet("print")}<defs>{defs}</defs>'
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>{body}</svg>'
    )


def board_sheets(plan: Plan, sight: Sight, paper: Paper) -> Iterator[Sheet]:
    """Yield each board of a game on a sheet of its own, as large as the paper allows.

    A wide one is turned. `sight`: any moment; what lies there is left out.
    """
    empty = emptied(sight)
    room = (paper.width - 2 * paper.margin, paper.height - 2 * paper.margin)
    for placed in plan.placed:
        size = (placed.width, placed.height)
        turned = (size[0] > size[1]) != (room[0] > room[1])
        wide, high = size[::-1] if turned else size
        scale = min(room[0] / wide, room[1] / high)
        x, y = (paper.width - wide * scale) / 2, (paper.height - high * scale) / 2
        turn = f"translate({wide * scale:.3f} 0) rotate(90) " if turned else ""
        inner = board_svg(plan, empty, placed).replace("<svg ", '<svg x="0" y="0" ', 1)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{paper.width:g}mm"'
            f' height="{paper.height:g}mm" viewBox="0 0 {paper.width:g} {paper.height:g}">'
            f'<rect width="{paper.width:g}" height="{paper.height:g}" fill="#fff"/>'
            f'<g transform="translate({x:.3f} {y:.3f}) {turn}scale({scale:.5f})">{inner}</g></svg>'
        )
        yield Sheet(placed.title or placed.board.family, svg, 0, back=False)
