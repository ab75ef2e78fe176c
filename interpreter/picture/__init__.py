"""Pictures of positions, from the static document and a sight and nothing else.

`picture` draws; `plan` says what lies where, once for an instance and a width. `boards` has the
geometry of boards, `ink` what is drawn with. Nothing here knows an engine or a game. What others
use of all but these two is handed on here.
"""

from typing import TYPE_CHECKING

# This is called like its module, which would hide it once something imports that.
from interpreter.picture.outline import outline
from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.picture.boarding import Placed, middle_of
    from interpreter.picture.cards import drawing_in
    from interpreter.picture.headline import result_text
    from interpreter.picture.html import page
    from interpreter.picture.ink.style import THEMES, Theme
    from interpreter.picture.making import picture, plan_of
    from interpreter.picture.moment import Moment
    from interpreter.picture.names import Names, readable
    from interpreter.picture.paged import PAGE_POLICY, page_head
    from interpreter.picture.places import board_piece
    from interpreter.picture.plan import Plan
    from interpreter.picture.replaying import replay
else:
    __getattr__ = handed_on(
        __name__,
        {
            "boarding": "Placed middle_of",
            "cards": "drawing_in",
            "headline": "result_text",
            "html": "page",
            "ink.style": "THEMES Theme",
            "making": "picture plan_of",
            "moment": "Moment",
            "names": "Names readable",
            "paged": "PAGE_POLICY page_head",
            "places": "board_piece",
            "plan": "Plan",
            "replaying": "replay",
        },
    )

__all__ = [
    "PAGE_POLICY",
    "THEMES",
    "Moment",
    "Names",
    "Placed",
    "Plan",
    "Theme",
    "board_piece",
    "drawing_in",
    "middle_of",
    "outline",
    "page",
    "page_head",
    "picture",
    "plan_of",
    "readable",
    "replay",
    "result_text",
]
