"""Pictures of positions, from the static document and a sight and nothing else.

`picture` draws; `plan` says what lies where, once for an instance and a width. `boards` has the
geometry of boards. Nothing here knows an engine, and nothing here knows a game.
"""

from typing import TYPE_CHECKING

# This is called like its module, which would hide it once something imports that.
from interpreter.picture.outline import outline
from rulelang.late import found_late

if TYPE_CHECKING:
    from interpreter.picture.html import page
    from interpreter.picture.ink.style import THEMES, Theme
    from interpreter.picture.making import picture
    from interpreter.picture.replaying import replay
else:
    _HOMES = {
        "THEMES": "ink.style:THEMES",
        "Theme": "ink.style:Theme",
        "page": "html:page",
        "picture": "making:picture",
        "replay": "replaying:replay",
    }
    __getattr__ = found_late(__name__, _HOMES)


__all__ = ["THEMES", "Theme", "outline", "page", "picture", "replay"]
