"""Sheets as SVG, a user unit a millimetre; faces and backs are those of the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from interpreter.document.model import Component, Kind
from interpreter.picture import Plan, readable
from interpreter.picture.ink.style import patterns, sheet
from interpreter.picture.ink.svg import Symbol, escaped
from interpreter.sheets.art import Picture, key_of
from interpreter.sheets.layout import Cells, Paper, cells_for

CARD, TILE = 63.0, 30.0
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
    art: Mapping[str, Picture] | None = None,
) -> tuple[Sheet, ...]:
    """Return the sheets of a game, fronts and backs in turn; a copy of a kind is a piece.

    Args:
        plan: of the game's pictures; its faces are printed.
        paper: what is printed on.
        size: width and height of a piece in millimetres; None: cards are 63 wide, others 30, and
            as high as the highest face asks for.
        only: names of the components that are wanted; None: all.
        art: drawings in place of faces and backs, by key (see `sheets.art`).

    Raises:
        SizeError: a piece does not fit the paper.
    """
    found = [c for c in plan.document.components if only is None or c.name in only]
    drawer = Drawer(plan, art or {})
    return tuple(
        made for component in found for made in _component(drawer, paper, component, size)
    )


def _component(
    drawer: Drawer, paper: Paper, component: Component, size: tuple[float, float] | None
) -> Iterator[Sheet]:
    plan = drawer.plan
    is_card = plan.kinds.sorts[component.name] == "card"
    kinds = [plan.document.kinds[number] for number in component.kinds]
    cells = cells_for(paper, *(size or size_of(plan, component, CARD if is_card else TILE)))
    pieces = [kind for kind in kinds for _ in range(kind.copies)]
    for at in range(0, len(pieces), cells.count):
        chosen = pieces[at : at + cells.count]
        cut = (cells.width, cells.height)
        fronts = [drawer.front(kind, cut) for kind in chosen]
        backs = [drawer.back(kind, cut) for kind in chosen] if is_card else fronts
        for bodies, back in ((fronts, False), (backs, True)):
            used = () if back and is_card else [plan.faces.card(kind.number) for kind in chosen]
            svg = _page(plan, cells, bodies, used, back=back)
            yield Sheet(component.name, svg, len(chosen), back)


def size_of(plan: Plan, component: Component, width: float) -> tuple[float, float]:
    """Return a size of that width which is as high as the highest face asks for."""
    faces = [plan.faces.card(number) for number in component.kinds]
    return width, round(width * max((f.height / f.width for f in faces), default=1.0), 1)


def wanted(plan: Plan, size: tuple[float, float] | None = None) -> dict[str, tuple[float, float]]:
    """Return what an author may draw himself: the keys of faces and backs, with their sizes."""
    found: dict[str, tuple[float, float]] = {}
    for component in plan.document.components:
        is_card = plan.kinds.sorts[component.name] == "card"
        room = size or size_of(plan, component, CARD if is_card else TILE)
        for number in component.kinds:
            kind = plan.document.kinds[number]
            found[key_of(kind.label)] = room
            if is_card:
                found[key_of(f"back {back_of(plan, kind)}")] = room
    return found


def back_of(plan: Plan, kind: Kind) -> str:
    """Return what the back of a card is called; "" where all are alike."""
    return "" if kind.back is None else readable(plan.document.backs[kind.back])


@attrs.frozen
class Drawer:
    """Draws fronts and backs into a size, an author's own where he brought them."""

    plan: Plan
    art: Mapping[str, Picture]

    def front(self, kind: Kind, size: tuple[float, float]) -> str:
        """Return a face in the middle of a size, as large as that allows."""
        own = self.art.get(key_of(kind.label))
        if own is not None:
            return own.at((0, 0, *size))
        symbol = self.plan.faces.card(kind.number)
        inset = _INSET * min(size)
        room = (size[0] - 2 * inset, size[1] - 2 * inset)
        scale = min(room[0] / symbol.width, room[1] / symbol.height)
        x = (size[0] - scale * symbol.width) / 2
        y = (size[1] - scale * symbol.height) / 2
        return (
            f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.4f})">'
            f'<use href="#{symbol.id}"/></g>'
        )

    def back(self, kind: Kind, size: tuple[float, float]) -> str:
        """Return a back that fills a size, with its name where backs differ."""
        name = back_of(self.plan, kind)
        own = self.art.get(key_of(f"back {name}"))
        if own is not None:
            return own.at((0, 0, *size))
        inset = _INSET * min(size)
        inner = (size[0] - 2 * inset, size[1] - 2 * inset)
        return (
            f'<rect class="qbk" style="stroke:none" width="{size[0]:g}" height="{size[1]:g}"/>'
            f'<rect class="qbl" x="{inset:.2f}" y="{inset:.2f}" width="{inner[0]:.2f}"'
            f' height="{inner[1]:.2f}" rx="2" stroke-width=".6"/>'
            f'<text class="qm qb" x="{size[0] / 2:g}" y="{(size[1] + _NAME) / 2:g}"'
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
        f"{sheet('print')}<defs>{defined(plan, used)}</defs>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>{body}{cuts}</svg>'
    )


def defined(plan: Plan, symbols: Iterable[Symbol]) -> str:
    """Return the definitions of symbols, and of what they use."""
    found = "".join(s.defined() for s in {symbol.id: symbol for symbol in symbols}.values())
    return "".join((*patterns(plan.palette.players, plan.prefix, found), found))
