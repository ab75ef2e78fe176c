"""The picture of a page: regions with ids, so that a script can change one and leave the rest."""

from __future__ import annotations

import re
from typing import Final

from interpreter.document.sight import Sight
from interpreter.picture import plan_of
from interpreter.picture.draw import page
from interpreter.picture.ink.style import sheet
from interpreter.picture.ink.svg import escaped, num
from interpreter.table.live import Live

WIDTHS: Final = (320, 360, 390, 480, 640, 800, 960, 1120, 1280)
"""In which widths pictures are drawn, in pixels; in between they are stretched."""

WIDE: Final = WIDTHS[-1]
NARROW: Final = 390
_STYLE: Final = re.compile(r"</?style>")


def width_for(room: int) -> int:
    """Return the width in which to draw for so many pixels.

    >>> width_for(1000), width_for(100), width_for(4000)
    (960, 320, 1280)
    """
    return max((width for width in WIDTHS if width <= room), default=WIDTHS[0])


def drawn(live: Live, sight: Sight, width: int) -> str:
    """Return what a sight shows as SVG; its style is `style()`, which the page has already."""
    found = page(plan_of(live.game.document(), live.look, width, sight.seat), sight)
    across, high = num(found.width), num(found.height)
    body = "".join(
        f'<g id="r-{region.name}" transform="translate({num(region.x)} {num(region.y)})">'
        f"{region.body}</g>"
        for region in found.regions
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="drawing" class="rl"'
        f' viewBox="0 0 {across} {high}" role="group" aria-label="{escaped(found.label)}">'
        f'<defs id="defs">{"".join(found.symbols)}</defs>'
        f'<rect id="ground" class="qg" width="{across}" height="{high}"/>{body}</svg>'
    )


def style() -> str:
    """Return the style sheet of all pictures."""
    return _STYLE.sub("", sheet("auto"))
