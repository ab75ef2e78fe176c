"""What native code cannot hold of a text and what is wrong with its look, as `check` tells it.

Where nothing was wrong and nothing has changed that it follows from, nothing is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.findings import fine
from interpreter.findings.look_files import look_digest, may_hide
from interpreter.findings.natively import with_native
from interpreter.findings.outlines import Outlines
from rulelang.collecting import seldom_collected
from rulelang.files import SAVED
from rulelang.prove.memory import Memory
from rulelang.results import Checked


def with_both(
    rules: str, checked: Checked, memory: Memory, unsaved: Mapping[str, str] = SAVED
) -> Checked:
    """Return what was found about a rule text, then what is found by native code and in its look.

    Nothing is added to a text with errors. `memory` has just proved the text; it knows what was in
    order before, and is told. `unsaved`: texts that count in place of files, by their resolved
    paths.
    """
    with seldom_collected():
        found = with_native(rules, checked, memory)
        return _with_look(rules, found, memory, unsaved) if found.ok else found


def _with_look(
    rules: str, checked: Checked, memory: Memory, unsaved: Mapping[str, str]
) -> Checked:
    beside = look_digest(rules, unsaved)
    if beside == "":
        return checked
    outlines = Outlines(memory.parts)
    key = fine.look(checked, outlines, beside, hides=may_hide(rules, unsaved))
    if fine.is_known(memory, key):
        return checked
    from interpreter.findings.looks import with_look  # noqa: PLC0415 - only where it is new

    looked = with_look(rules, checked, outlines, unsaved)
    fine.note(memory, key, looked is not checked)
    return looked
