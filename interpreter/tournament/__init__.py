"""Bots play each other: seats rotated, one log, figures that follow from the seed."""

from interpreter.tournament.entrants import Entrant, NoBotError, named_apart, names_own, own_bot
from interpreter.tournament.log import TournamentLog
from interpreter.tournament.playing import Finished, Forfeit, play_one
from interpreter.tournament.running import Played, play
from interpreter.tournament.schedule import Fixture, Tournament, schedule
from interpreter.tournament.standings import Standing, standings

__all__ = [
    "Entrant",
    "Finished",
    "Fixture",
    "Forfeit",
    "NoBotError",
    "Played",
    "Standing",
    "Tournament",
    "TournamentLog",
    "named_apart",
    "names_own",
    "own_bot",
    "play",
    "play_one",
    "schedule",
    "standings",
]
