"""Sheets as SVG, a user unit a millimetre; faces and backs are those of the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from interpreter.document.model import Component, Kind
from interpreter.picture.names import readable
from interpreter.picture.plan import Plan
from interpreter.picture.style import patterns, sheet
from interpreter.picture.svg import Symbol, escaped
from interpreter.sheets.layout import Cells, Paper, cells_for

_CARD, _TILE = 63.0, 30.0
_INSET = 0.06  # of a piece's smaller side, between the cut and what is drawn
_NAME = 6.0


@attrs.frozen
class Sheet:
    """One side of a paper. `back`: it belongs behind the sheet before it."""

    component: str
    svg: str = attrs.field(repr=False)
    pieces: int
    back: bool


def sheets(
    plan: Plan,
    paper: Paper,
    *,
    size: tuple[float, float] | None = None,
    only: frozenset[str] | None = None,
) -> tuple[Sheet, ...]:
    """Return the sheets of a game, fronts and backs in turn; a copy of a kind is a piece.

    Args:
        plan: of the game's pictures; its faces are printed.
        paper: what is printed on.
        size: width and height of a piece in millimetres; None: cards are 63 wide, others 30, and
            as high as the highest face asks for.
        only: names of the components that are wanted; None: all.

    Raises:
        SizeError: a piece does not fit the paper.
    """
    found = [c for c in plan.document.components if only is None or c.name in only]
    return tuple(made for component in found for made in _component(plan, paper, component, size))


def _component(
    plan: Plan, paper: Paper, component: Component, size: tuple[float, float] | None
) -> Iterator[Sheet]:
    is_card = plan.kinds.sorts[component.name] == "card"
    kinds = [plan.document.kinds[number] for number in component.kinds]
    cells = cells_for(paper, *(size or _size(plan, kinds, _CARD if is_card else _TILE)))
    pieces = [kind for kind in kinds for _ in range(kind.copies)]
    for at in range(0, len(pieces), cells.count):
        chosen = pieces[at : at + cells.count]
        faces = [plan.faces.card(kind.number) for kind in chosen]
        fronts = [_fitted(face, cells) for face in faces]
        backs = [_back(plan, kind, cells) for kind in chosen] if is_card else fronts
        for bodies, back in ((fronts, False), (backs, True)):
            svg = _page(plan, cells, bodies, () if back and is_card else faces, back=back)
            yield Sheet(component.name, svg, len(chosen), back)


def _size(plan: Plan, kinds: Iterable[Kind], width: float) -> tuple[float, float]:
    faces = [plan.faces.card(kind.number) for kind in kinds]
    return width, round(width * max((f.height / f.width for f in faces), default=1.0), 1)


def _back(plan: Plan, kind: Kind, cells: Cells) -> str:
    """Return a back that fills its cell, with its name where backs differ."""
    inset = _INSET * min(cells.width, cells.height)
    size = (cells.width - 2 * inset, cells.height - 2 * inset)
    name = "" if kind.back is None else readable(plan.document.backs[kind.back])
    return (
        f'<rect class="qbk" width="{cells.width:g}" height="{cells.height:g}"/>'
        f'<rect class="qbl" x="{inset:.2f}" y="{inset:.2f}" width="{size[0]:.2f}"'
        f' height="{size[1]:.2f}" rx="2" stroke-width=".6"/>'
        f'<text class="qm qb" x="{cells.width / 2:g}" y="{(cells.height + _NAME) / 2:g}"'
        f' font-size="{_NAME:g}" fill="#fff">{escaped(name)}</text>'
    )


def _page(
    plan: Plan, cells: Cells, bodies: Sequence[str], used: Sequence[Symbol], *, back: bool
) -> str:
    places = (cells.at(number, mirrored=back) for number in range(len(bodies)))
    body = "".join(
        f'<g transform="translate({x:.3f} {y:.3f})">{drawn}</g>'
        for drawn, (x, y) in zip(bodies, places, strict=True)
    )
    cuts = "".join(
        f'<path d="M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}" stroke="#000" stroke-width=".15"/>'
        for x, y, to_x, to_y in cells.cuts()
    )
    width, height = f"{cells.paper.width:g}", f"{cells.paper.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rl" width="{width}mm"'
        f' height="{height}mm" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escaped(plan.document.title)}">'
        f"{sheet('print')}<defs>{_defined(plan, used)}</defs>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>{body}{cuts}</svg>'
    )


def _fitted(symbol: Symbol, cells: Cells) -> str:
    """Return a symbol in the middle of a cell, as large as the cell allows."""
    inset = _INSET * min(cells.width, cells.height)
    room = (cells.width - 2 * inset, cells.height - 2 * inset)
    scale = min(room[0] / symbol.width, room[1] / symbol.height)
    x, y = (cells.width - scale * symbol.width) / 2, (cells.height - scale * symbol.height) / 2
    return (
        f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.4f})">'
        f'<use href="#{symbol.id}"/></g>'
    )


def _defined(plan: Plan, symbols: Iterable[Symbol]) -> str:
    found = "".join(s.defined() for s in {symbol.id: symbol for symbol in symbols}.values())
    return "".join((*patterns(plan.palette.players, plan.prefix, found), found))
