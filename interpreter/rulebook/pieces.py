"""The faces of a component's kinds beside one another, each with how many there are.

How many dice show which face is no matter of rules: their faces stand there alone.
"""

from __future__ import annotations

from interpreter.document.model import Component
from interpreter.picture import Plan
from interpreter.picture.ink.style import patterns, sheet
from interpreter.picture.ink.svg import Symbol, num, text

_GAP, _COUNT, _SIZE = 12.0, 18.0, 12.0
_MOST = 150


def faces(plan: Plan, component: Component, width: int) -> str | None:
    """Return the faces of a component as SVG, at most `width` pixels wide.

    None where there are more kinds than a page can show.
    """
    kinds = [plan.document.kinds[number] for number in component.kinds]
    if len(kinds) > _MOST:
        return None
    x = y = _GAP
    line = widest = 0.0
    body: list[str] = []
    used: dict[str, Symbol] = {}
    for kind in kinds:
        symbol = plan.faces.card(kind.number)
        used[symbol.id] = symbol
        if x + symbol.width + _GAP > width and x > _GAP:
            x, y, line = _GAP, y + line + _GAP, 0.0
        below = y + symbol.height + _COUNT / 2
        body.append(symbol.use(x, y))
        if kind.face is None:
            body.append(text(f"× {kind.copies}", (x + symbol.width / 2, below), _SIZE, "i m"))
        x += symbol.width + _GAP
        widest = max(widest, x)
        line = max(line, symbol.height + _COUNT)
    height = y + line + _GAP
    symbols = "".join(symbol.defined() for symbol in used.values())
    marks = "".join(patterns(plan.palette.players, plan.prefix, symbols))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rl" width="{num(widest)}"'
        f' height="{num(height)}" viewBox="0 0 {num(widest)} {num(height)}">'
        f"{sheet('print')}<defs>{marks}{symbols}</defs>{''.join(body)}</svg>"
    )
