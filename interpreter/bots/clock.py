"""The time that a bot has for a choice, from when it is asked: compiling and following count."""

from __future__ import annotations

from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from interpreter.bots.bot import View
    from interpreter.game import Game
    from interpreter.state import State

_SPARE: Final = 0.02
"""Seconds kept back for what comes after thinking; a fifth of the time at most."""

_preparing: dict[str, Thread] = {}
_lock: Final = Lock()


def deadline(seconds: float | None) -> float | None:
    """Return when a choice that may take so long is due, by `monotonic`; None: any time."""
    return None if seconds is None else monotonic() + max(0.8 * seconds, seconds - _SPARE)


def prepared(game: Game, until: float | None) -> bool:
    """Compile what thinking needs; False where that is not done in time.

    It goes on beside play then, and is there for a later choice.
    """
    if until is None:
        game.prepare(whole=False)
        return True
    with _lock:
        thread = _preparing.get(game.specification_hash)
        if thread is None:
            thread = Thread(target=game.prepare, kwargs={"whole": False}, daemon=True)
            _preparing[game.specification_hash] = thread
            thread.start()
    thread.join(max(0.0, until - monotonic()))
    return not thread.is_alive()


def redealt(view: View, seed: int, until: float | None) -> State:
    """Return a play that a seat could not tell from the real one, looked for until then."""
    return view.redeal(seed) if until is None else view.redeal(seed, until=until)
