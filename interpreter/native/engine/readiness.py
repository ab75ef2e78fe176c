"""All native code that playing and searching a game may ask for, linked ahead of need."""

from __future__ import annotations

from interpreter.native.engine.chains import chain_code
from interpreter.native.engine.counting import counting_code
from interpreter.native.engine.observers import find_observer_log
from interpreter.native.engine.tree import search_code
from interpreter.rules import Rules


def link_all(game: Rules, level: int, *, has_secrets: bool) -> None:
    """Compile and link what the first search, simulation and belief of a game would wait for.

    `level`: at which beliefs want it at least; there are none without secrets.
    """
    search_code()
    counting_code()
    if has_secrets:
        log = find_observer_log(game)
        if log is not None:
            log.tiers.reach(level)
        chain_code()
