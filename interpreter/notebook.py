"""What notebooks show of a state or a view: its picture, with the look of the game."""

from __future__ import annotations

from collections import OrderedDict

from interpreter.document.model import GameDocument
from interpreter.document.sight import Sight
from interpreter.look import Look, LookError, look_of
from interpreter.picture import picture

WIDTH = 960
KEPT = 8
_looks: OrderedDict[int, tuple[GameDocument, Look]] = OrderedDict()


def shown(document: GameDocument, sight: Sight) -> str:
    """Return a picture of a moment as SVG, 960 pixels wide, with the look beside the rule text.

    A look with errors is left out: `rulelang check` says what is wrong with it.
    """
    kept = _looks.get(id(document))
    if kept is None or kept[0] is not document:
        try:
            look = look_of(document)
        except LookError:
            look = Look()
        kept = _looks[id(document)] = (document, look)
        if len(_looks) > KEPT:
            _looks.popitem(last=False)
    return picture(document, sight, kept[1], WIDTH)
