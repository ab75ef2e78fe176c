"""The look of a game: an optional text beside the rule text, `NAME.look.toml`.

It says how what a seat sees is drawn, and is no rule: it changes no hash, no choice and no result.
`interpreter.look_model` has what a look says, which pictures know too. `reading` reads one,
`instances` fits it to a variant of a game, `checking` holds it against the rule text. `layouts` is
for the command that lays out maps.
"""

from interpreter.look.instances import LookError, look_files, look_of
from interpreter.look_model import Look

__all__ = ["Look", "LookError", "look_files", "look_of"]
