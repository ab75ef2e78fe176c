"""The files of `--record` and `--rows`: what plays counted.

What makes reports is imported by whoever writes one: most plays are measured without.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from interpreter.cli.files import put

if TYPE_CHECKING:
    from interpreter.report import Report

RECORD = "count what was offered, chosen and won with, and write it (rulelang schema summary)"
ROWS = "write a line for each play: CSV, or JSON lines where the name ends in .jsonl"


def write_files(
    found: Report, summary_to: str | None, rows_to: str | None, *, force: bool
) -> None:
    """Write the Summary and the lines of plays of a report, where somebody wants them."""
    from interpreter.report import row_lines, rows, summary  # noqa: PLC0415 - few ask for files

    if summary_to is not None:
        put(summary_to, json.dumps(summary(found), indent=1) + "\n", force=force)
    if rows_to is not None:
        written = row_lines if rows_to.endswith(".jsonl") else rows
        put(rows_to, written(found), force=force)
