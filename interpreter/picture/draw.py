"""A plan and a sight as SVG: pieces of the page, put together by arithmetic alone."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from interpreter.document.sight import Sight
from interpreter.picture.arranging import Place, Region, Table
from interpreter.picture.flow import stack
from interpreter.picture.headline import arms, bar, ending, standing, told
from interpreter.picture.ink.style import Theme, patterns, sheet
from interpreter.picture.ink.svg import Piece, escaped, num, rect
from interpreter.picture.moment import TIGHTEST, Moment
from interpreter.picture.plan import PAGE, Plan

MARGIN = 14.0
_SMALL = 1  # see `Moment.tight`
_LONG = 1_700.0  # a narrow page that is higher, two windows of a phone, has smaller forms


@attrs.frozen
class Page:
    """All that a picture is made of, before it is put together."""

    width: float
    height: float
    label: str
    regions: tuple[Region, ...]
    symbols: tuple[str, ...]


@attrs.frozen
class _Laid:
    """All parts of a page where they lie, and how high it is with them."""

    height: float
    regions: tuple[Region, ...]


def draw(plan: Plan, sight: Sight, theme: Theme = "auto") -> str:
    """Return the picture of a moment as a text of SVG: the same for the same arguments."""
    return written(page(plan, sight), theme)


def written(found: Page, theme: Theme, *, marked: bool = False) -> str:
    """Return a page as a text of SVG; with `marked` ground and body have ids, for a script."""
    width, height = num(found.width), num(found.height)
    body = "".join(
        f'<g transform="translate({num(region.x)} {num(region.y)})">{region.body}</g>'
        for region in found.regions
    )
    ground = rect((0, 0, found.width, found.height), "g")
    if marked:
        ground = ground.replace("<rect", '<rect id="ground"')
        body = f'<g id="body">{body}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rl" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="group" aria-label="{escaped(found.label)}">'
        f"{sheet(theme)}<defs>{''.join(found.symbols)}</defs>"
        f"{ground}{body}</svg>\n"
    )


def page(plan: Plan, sight: Sight) -> Page:
    """Return the parts of the page at a moment."""
    moment = Moment.of(sight, plan)
    room = plan.width - 2 * MARGIN
    top = bar(moment, plan.width)
    best = _settled(_Fitting(moment, top, Table.of(moment, room)))
    label = f"{plan.document.title}, {standing(moment)}"
    used = "".join(region.body for region in best.regions)
    return Page(plan.width, round(best.height), label, best.regions, _symbols(moment, used))


@attrs.define
class _Fitting:
    """A table and what is above it; `head` is drawn when the table first is."""

    moment: Moment
    top: Piece
    table: Table
    head: Piece | None = None

    def laid(self, tight: int, place: Place) -> _Laid:
        """Return the page with such forms and the own area there."""
        body = self.table.arranged(tight, place)  # what it has needs no chip in the head
        regions = _below(self.top, self._head(), body)
        return _Laid(max(part.y + part.height for part in regions) + MARGIN, regions)

    def _head(self) -> Piece:
        if self.head is None:  # what has been drawn decides what needs a chip
            moment, room = self.moment, self.table.room
            self.head = stack([told(moment, room), ending(moment, room), arms(moment, room)], 7)
        return self.head


def _settled(fitting: _Fitting) -> _Laid:
    """Return the page in the largest forms with which it is not too high, or else the lowest.

    Smaller forms are tried before the own area goes elsewhere: what lies elsewhere at each choice
    is not found again.
    """
    usual = fitting.table.places[0]
    if fitting.moment.plan.is_narrow:
        long = fitting.laid(_SMALL, usual)
        return long if long.height <= _LONG else fitting.laid(TIGHTEST, usual)
    largest = fitting.laid(0, usual)
    if largest.height <= PAGE:
        return largest
    tried = [largest]
    for place in fitting.table.places:
        smallest = fitting.laid(TIGHTEST, place)
        if smallest.height <= PAGE:
            between = (fitting.laid(tight, place) for tight in range(1, TIGHTEST))
            return next((laid for laid in between if laid.height <= PAGE), smallest)
        tried.append(smallest)
    return min(tried, key=lambda laid: laid.height)


def _below(top: Piece, head: Piece, body: Sequence[Region]) -> tuple[Region, ...]:
    """Return all parts of the page: the bar, what was told and the buttons, the table."""
    regions = [Region("bar", 0, 0, top.width, top.height, top.body)]
    y = top.height + 9
    if head.height:
        regions.append(Region("head", MARGIN, y, head.width, head.height, head.body))
        y += head.height + 9
    return *regions, *(attrs.evolve(part, x=part.x + MARGIN, y=part.y + y) for part in body)


def _symbols(moment: Moment, body: str) -> tuple[str, ...]:
    """Return the definitions of what was used, and patterns of players if they are needed."""
    plan = moment.plan
    found = [symbol.defined() for symbol in moment.symbols.values() if f'"#{symbol.id}"' in body]
    used = body + "".join(found)
    return (*patterns(plan.palette.players, plan.prefix, used), *found)
