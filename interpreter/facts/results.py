"""What the ends of a rule text say of who wins."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang import core
from rulelang.core.walk import nested


def results_of(spec: core.Spec) -> Iterator[core.Result]:
    """Yield what each `end` of an instance says, in the order of set-up, play and effects.

    >>> from interpreter import load
    >>> [type(result).__name__ for result in results_of(load("tic_tac_toe").spec)]
    ['Wins', 'Drawn']
    """
    for root in spec.roots:
        for node in nested(root):
            if isinstance(node, core.End):
                yield node.result
