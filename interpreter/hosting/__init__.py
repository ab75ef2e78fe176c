"""Plays that last: sessions that an application hosts, and the files of plays.

`session` has who sits where and what each may see and do, with `session_seats`, `session_streams`
and `session_file`; `playthrough` is one play as a file. `documents` writes actions and events as
JSON, `entries` reads what somebody may have changed, `kinds` says which of our files one is.
What others use of these and the rest is handed on here.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.hosting.documents import action_data, event_data
    from interpreter.hosting.journal import Journal, whole_lines
    from interpreter.hosting.kinds import INSTEAD, kind_of, refuse_other
    from interpreter.hosting.packed import Packed, Spans, Told
    from interpreter.hosting.replay import Played, followed, reached
    from interpreter.hosting.session_seats import number_of
    from interpreter.hosting.session_streams import Moment, Stream, amount_told
    from interpreter.hosting.session_views import view_data
else:
    __getattr__ = handed_on(
        __name__,
        {
            "documents": "action_data event_data",
            "journal": "Journal whole_lines",
            "kinds": "INSTEAD kind_of refuse_other",
            "packed": "Packed Spans Told",
            "replay": "Played followed reached",
            "session_seats": "number_of",
            "session_streams": "Moment Stream amount_told",
            "session_views": "view_data",
        },
    )

__all__ = [
    "INSTEAD",
    "Journal",
    "Moment",
    "Packed",
    "Played",
    "Spans",
    "Stream",
    "Told",
    "action_data",
    "amount_told",
    "event_data",
    "followed",
    "kind_of",
    "number_of",
    "reached",
    "refuse_other",
    "view_data",
    "whole_lines",
]
