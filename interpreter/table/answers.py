"""What requests get, and how that is kept: the same again for whoever asks again."""

from __future__ import annotations

import json

import attrs

from interpreter.table.stores.rows import AnswerRow


@attrs.frozen
class Answer:
    """What a request gets: an HTTP status, the seat's revision now, and why it was refused."""

    status: int
    revision: int
    reason: str | None = None


def row_of(seat: int, key: str, answer: Answer) -> AnswerRow:
    """Return an answer as it is kept under the key of its request."""
    body = json.dumps({"revision": answer.revision, "reason": answer.reason})
    return AnswerRow(seat, key, answer.status, body)


def answer_of(row: AnswerRow) -> Answer:
    """Return the answer that was kept."""
    body = json.loads(row.body)
    return Answer(row.status, int(body["revision"]), body["reason"])
