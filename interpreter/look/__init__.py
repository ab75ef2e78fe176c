"""The look of a game: an optional text beside the rule text, `NAME.look.toml`.

It says how what a seat sees is drawn, and is no rule: it changes no hash, no choice and no result.
`interpreter.look_model` has what a look says, which pictures know too. `reading` reads one,
`instances` fits it to a variant of a game, `checking` holds it against the rule text. `layouts` is
for the command that lays out maps. What others use of these is handed on here.
"""

from typing import TYPE_CHECKING

from interpreter.look_model import Look
from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.look.art import Fault, read_art
    from interpreter.look.checking import check_look, check_names
    from interpreter.look.codes import CODES
    from interpreter.look.files import Missing, beside, look_path
    from interpreter.look.instances import LookError, Shelf, filled, look_at, look_files, look_of
    from interpreter.look.layouts.laying import Laid, laid_out
    from interpreter.look.places import BadLine, board_of, ends_of, places_text, read_places
    from interpreter.look.reading import LookText
else:
    __getattr__ = handed_on(
        __name__,
        {
            "art": "Fault read_art",
            "checking": "check_look check_names",
            "codes": "CODES",
            "files": "Missing beside look_path",
            "instances": "LookError Shelf filled look_at look_files look_of",
            "layouts.laying": "Laid laid_out",
            "places": "BadLine board_of ends_of places_text read_places",
            "reading": "LookText",
        },
    )

__all__ = [
    "CODES",
    "BadLine",
    "Fault",
    "Laid",
    "Look",
    "LookError",
    "LookText",
    "Missing",
    "Shelf",
    "beside",
    "board_of",
    "check_look",
    "check_names",
    "ends_of",
    "filled",
    "laid_out",
    "look_at",
    "look_files",
    "look_of",
    "look_path",
    "places_text",
    "read_art",
    "read_places",
]
