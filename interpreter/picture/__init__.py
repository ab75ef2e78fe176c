"""Pictures of positions, from the static document and a sight and nothing else.

`picture` draws; `plan` says what lies where, once for an instance and a width. `boards` has the
geometry of boards. Nothing here knows an engine, and nothing here knows a game.
"""

from pkgutil import resolve_name
from typing import TYPE_CHECKING

# This is called like its module, which would hide it once something imports that.
from interpreter.picture.outline import outline

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

    def __getattr__(name):  # noqa: ANN001, ANN202  checkers read the imports above
        if name not in _HOMES:
            raise AttributeError(f"module `interpreter.picture` has no `{name}`")
        found = resolve_name(f"interpreter.picture.{_HOMES[name]}")
        globals()[name] = found
        return found


__all__ = ["THEMES", "Theme", "outline", "page", "picture", "replay"]
