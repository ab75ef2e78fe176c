"""What an arm does before its last need: its trial, run on a copy to see whether it may be taken.

place(c in Cell):
    set stone(c) to p                            trial: the assignment, then the need
    need breathes(c) else "no liberty"
    pass
"""

from __future__ import annotations

from rulelang.core.statements import Arm, Need, Statement


def trial(arm: Arm) -> tuple[Statement, ...]:
    """Return the statements of an arm's body up to its last need; () where none stands there."""
    statements = arm.body.statements
    last = max((at for at, node in enumerate(statements) if isinstance(node, Need)), default=-1)
    return statements[: last + 1]


def late_needs(arm: Arm) -> tuple[Need, ...]:
    """Return the needs that an arm's body judges, in the order of the text."""
    return tuple(node for node in arm.body.statements if isinstance(node, Need))
