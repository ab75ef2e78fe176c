"""A plan and a sight as SVG: pieces of the page, put together by arithmetic alone."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from interpreter.document.sight import Sight
from interpreter.picture.arranging import Region, arrangements
from interpreter.picture.flow import stack
from interpreter.picture.headline import arms, bar, ending, standing, told
from interpreter.picture.moment import Moment
from interpreter.picture.plan import PAGE, Plan
from interpreter.picture.style import Theme, patterns, sheet
from interpreter.picture.svg import Piece, escaped, num, rect

MARGIN = 14.0


@attrs.frozen
class Page:
    """All that a picture is made of, before it is put together."""

    width: float
    height: float
    label: str
    regions: tuple[Region, ...]
    symbols: tuple[str, ...]


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
    head: Piece | None = None
    best: tuple[Region, ...] = ()
    height = float("inf")
    for body in arrangements(moment, room):
        if head is None:  # what has been drawn decides what needs a chip
            head = stack([told(moment, room), ending(moment, room), arms(moment, room)], 7)
        regions = _below(top, head, body)
        bottom = max(part.y + part.height for part in regions) + MARGIN
        if bottom < height - 1:
            best, height = regions, bottom
        if height <= PAGE:
            break
    label = f"{plan.document.title}, {standing(moment)}"
    used = "".join(region.body for region in best)
    return Page(plan.width, round(height), label, best, _symbols(moment, used))


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
