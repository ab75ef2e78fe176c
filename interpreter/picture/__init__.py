"""Pictures of positions, from the static document and a sight and nothing else.

`picture` draws; `plan` says what lies where, once for an instance and a width. `boards` has the
geometry of boards. Nothing here knows an engine, and nothing here knows a game.
"""

from interpreter.picture.html import page
from interpreter.picture.ink.style import THEMES, Theme
from interpreter.picture.making import picture
from interpreter.picture.outline import outline
from interpreter.picture.replaying import replay

__all__ = ["THEMES", "Theme", "outline", "page", "picture", "replay"]
