"""The public function: a document and a sight in, a text of SVG out."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from interpreter.document.model import GameDocument
from interpreter.document.sight import Sight
from interpreter.look_model import Look
from interpreter.picture.draw import draw
from interpreter.picture.ink.style import Theme
from interpreter.picture.plan import Plan, plan

_KEPT = 32
_NO_LOOK = Look()
_plans: OrderedDict[tuple[int, int, int, int | None], Plan] = OrderedDict()
_lock = Lock()


def picture(
    document: GameDocument,
    sight: Sight,
    look: Look | None = None,
    width: int = 1280,
    theme: Theme = "auto",
) -> str:
    """Return what a seat sees of a moment as SVG.

    The same arguments give the same text; nothing but the sight says what is seen. Plans are kept
    for the last few documents, looks, widths and seats.

    Args:
        document: the static document of the game (`Game.document`).
        sight: the moment (`State.sight`).
        look: the look of the game; None draws from the declarations alone.
        width: of the picture in CSS pixels, 320 to 2400; its height follows.
        theme: `auto` follows the reader's light or dark setting; `light`, `dark` and `print` have
            plain colours, for files.

    Raises:
        ValueError: `width` is out of range.

    >>> from interpreter import load
    >>> game = load("tic_tac_toe")
    >>> svg = picture(game.document(), game.start().sight(0), width=390)
    >>> svg[:4], 'data-ref="Cell(a1)"' in svg
    ('<svg', True)
    """
    return draw(plan_of(document, look or _NO_LOOK, width, sight.seat), sight, theme)


def plan_of(document: GameDocument, look: Look, width: int, seat: int | None) -> Plan:
    """Return a plan, made anew unless it is kept."""
    key = (id(document), id(look), width, seat)
    with _lock:
        found = _plans.get(key)
        if found is not None and found.document is document and found.look is look:
            _plans.move_to_end(key)
            return found
    made = plan(document, look, width, seat)
    with _lock:
        _plans[key] = made
        if len(_plans) > _KEPT:
            _plans.popitem(last=False)
    return made
