"""Which bot ends every process in which a game is played.

The game is played once more, in a process that tells before a bot acts: so it is known whose turn
it was when that process ended. The answer does not depend on who lost the game before.
"""

from __future__ import annotations

import pickle
import warnings
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import NamedTuple

import attrs

from interpreter.cluster import ClusterError, begun, ended, how_ended
from interpreter.formats import Json
from interpreter.tournament.data import game_data
from interpreter.tournament.games import Games
from interpreter.tournament.playing import Finished, Forfeit, play_one


class _Note(NamedTuple):
    """How far the game is.

    `game`: what comes of it, if the bot that is to act ends the process; None: no bot is to act.
    `is_over`: that came of it; without a game `why` says what went wrong.
    """

    game: Finished | None = None
    is_over: bool = False
    why: str = ""


def blamed(games: Games, number: int) -> Json:
    """Return what comes of a game that was lost again and again, as data: a forfeit, mostly.

    Raises:
        ClusterError: the process ends while no bot is to act, or the game goes wrong in it.
    """
    process, pipe = begun(_play_watched, pickle.dumps((games, number)))
    how = ""
    try:
        note = _last(pipe)
        if not note.is_over:
            how = how_ended(process)
    finally:
        pipe.close()
        if not how:
            process.terminate()
            ended(process)
    if note.game is None:
        raise ClusterError(
            f"game {number} cannot be played: it ended every process, the last one "
            f"{how or f'with {note.why}'}; no bot was to choose then, so nobody forfeits"
        )
    return game_data(note.game if note.is_over else _forfeited(note.game, how))


def _last(pipe: Connection) -> _Note:
    """Return the last note that comes through a pipe."""
    note = _Note()
    with suppress(EOFError, OSError):
        while not note.is_over:
            note = pipe.recv()
    return note


def _forfeited(game: Finished, how: str) -> Finished:
    assert game.forfeit is not None, "it says whose turn it was"
    reason = f"ended its process {how} {game.forfeit.reason}"
    return attrs.evolve(game, forfeit=Forfeit(game.forfeit.seat, reason))


def _tell(pipe: Connection, game: Finished | None) -> None:
    pipe.send(_Note(game))


def _play_watched(pipe: Connection, sent: bytes) -> None:
    """Play a game, and tell how far it is: what the process is for."""
    warnings.simplefilter("ignore")  # whoever began this process has heard them
    with suppress(OSError):  # nobody listens any more
        try:
            games, number = pickle.loads(sent)  # noqa: S301 - from the process that began this one
            tournament, fixtures = games.arrived()
            told = partial(_tell, pipe)
            pipe.send(_Note(play_one(tournament, fixtures[number], told), is_over=True))
        except Exception as error:  # noqa: BLE001 - said in words, as the faults of a range
            pipe.send(_Note(is_over=True, why=f"{type(error).__name__}: {error}"))
