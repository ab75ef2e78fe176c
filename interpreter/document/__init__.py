"""What a game is made of and what a seat sees of it, as data that programs draw from.

`model` has the classes of the static document, `sight` those of one moment as a seat sees it;
`build` and `sighting` make them for games and states. The rest is handed on here.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.document.again import once_more
    from interpreter.document.data import document_data
    from interpreter.document.moment import sight_data
    from interpreter.document.over import Cause, causes_known, causes_of_end
    from interpreter.document.quoting import line_at, lines_in
    from interpreter.document.refusing import refused_at
    from interpreter.document.shared import Shared
else:
    __getattr__ = handed_on(
        __name__,
        {
            "again": "once_more",
            "data": "document_data",
            "moment": "sight_data",
            "over": "Cause causes_known causes_of_end",
            "quoting": "line_at lines_in",
            "refusing": "refused_at",
            "shared": "Shared",
        },
    )

__all__ = [
    "Cause",
    "Shared",
    "causes_known",
    "causes_of_end",
    "document_data",
    "line_at",
    "lines_in",
    "once_more",
    "refused_at",
    "sight_data",
]
