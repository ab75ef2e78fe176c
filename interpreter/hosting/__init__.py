"""Plays that last: sessions that an application hosts, and the files of plays.

`session` has who sits where and what each may see and do, with `session_seats`, `session_streams`
and `session_file`; `playthrough` is one play as a file. `documents` writes actions and events as
JSON, `entries` reads what somebody may have changed, `kinds` says which of our files one is.
"""
