"""All native code that playing and searching a game may ask for, linked ahead of need."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.native.engine.chains import chain_code
from interpreter.native.engine.counting import counting_code
from interpreter.native.engine.engine import Engine
from interpreter.native.engine.observers import find_observer_log
from interpreter.native.engine.tiers import Tiers, hasten
from interpreter.native.engine.tree import search_code
from interpreter.rules import Rules


def link_all(game: Rules, engine: Engine) -> None:
    """Compile and link what the first search, simulation and belief of a game would wait for."""
    for _ in _linked(game, engine, has_secrets=False):
        pass


def hasten_all(
    game: Rules, engine: Engine, progress: Callable[[int], None] | None, *, has_secrets: bool
) -> None:
    """Do the same at full speed, at once for play and for beliefs; see `hasten`."""
    hasten(_linked(game, engine, has_secrets=has_secrets), progress)


def _linked(game: Rules, engine: Engine, *, has_secrets: bool) -> Iterator[Tiers]:
    """Link all, and yield the code that is often used at length.

    Where there are no secrets, beliefs go along a play a step at a time.
    """
    yield engine.tiers
    log = find_observer_log(game)
    if log is not None and has_secrets:
        yield log.tiers
    search_code()
    counting_code()
    chain_code()
