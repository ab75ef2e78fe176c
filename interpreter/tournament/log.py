"""The log of a tournament: JSON lines that only grow.

The first line says what is played, by whom and with which seed; then each game has a line, in the
order in which they ended. A game counts when its line end is there: what a crash left half written
is dropped, and that game is played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from interpreter.faults import PlaythroughError
from interpreter.hosting import Journal, whole_lines
from interpreter.hosting.entries import Entries, bytes_of
from interpreter.hosting.playthrough import begun, check_game
from interpreter.tournament.data import game_data, game_from, header
from interpreter.tournament.playing import Finished
from interpreter.tournament.schedule import Fixture, Tournament, schedule

_HEADER: Final = (
    *("game", "rules", "specification", "players", "options", "seed"),
    *("bots", "seconds_per_choice", "width", "release"),
)
_ANOTHER: Final = "name another file for the log"


@attrs.define
class TournamentLog:
    """A log, ready to grow; `games` are those that stood in it when it was opened.

    `torn`: its last line was written only in part, and is dropped.
    """

    games: tuple[Finished, ...]
    torn: bool
    _journal: Journal

    @classmethod
    def open(cls, path: Path, tournament: Tournament) -> TournamentLog:
        """Return the log of a tournament; a new one where there is none.

        Raises:
            PlaythroughError: it is that of another tournament, somebody else writes to it, or it
                cannot be read or written.
        """
        if not path.exists():
            return cls(
                (), torn=False, journal=Journal.create(path, [json.dumps(header(tournament))])
            )
        lines, journal = _read(path)
        _check(Entries.of_line(path, 1, lines[0]), tournament)
        games = tuple(_games(lines[1:], path, tournament))
        journal.claim()
        return cls(games, torn=journal.sound < journal.size, journal=journal)

    def add(self, game: Finished) -> None:
        """Write down a game.

        Raises:
            PlaythroughError: it cannot be written, or somebody else has written to the file.
        """
        self._journal.append([json.dumps(game_data(game))])


# ---------------------------------------------------------------- reading


def _read(path: Path) -> tuple[list[str], Journal]:
    """Return the whole lines of a file, and the file."""
    try:
        data = bytes_of(path)
    except OSError as error:
        raise PlaythroughError(f"{path} cannot be read: {error.strerror}") from error
    return whole_lines(path, data, "tournament")


def _check(entries: Entries, tournament: Tournament) -> None:
    """Raise unless a header is that of this tournament."""
    entries.check_format("tournament", _HEADER)
    check_game(tournament.game, begun(entries), _ANOTHER)
    present = header(tournament)
    for name, what in (
        ("seed", "another seed"),
        ("seconds_per_choice", "another time for a choice"),
        ("width", "another width of beliefs"),
        ("bots", "other bots, or bots that have changed since"),
        ("release", "the bots of another release of rulelang"),
    ):
        if entries.get(name) != present[name]:
            raise PlaythroughError(
                f"{entries.origin}: this is the log of a tournament with {what}: "
                f"{_shown(entries.get(name))}, and not {_shown(present[name])}; " + _ANOTHER
            )


def _shown(value: object) -> str:
    if isinstance(value, list):
        parts = [part for part in value if isinstance(part, dict)]
        return ", ".join(f"{p.get('name')} {str(p.get('fingerprint'))[:8]}".strip() for p in parts)
    return "none" if value is None else str(value)


def _games(lines: list[str], path: Path, tournament: Tournament) -> Iterator[Finished]:
    """Yield the games of a log, each held to the schedule."""
    planned: dict[int, Fixture] = {}
    coming = schedule(tournament)
    seen: set[int] = set()
    for at, line in enumerate(lines, start=2):
        entries = Entries.of_line(path, at, line)
        number = entries.number("number")
        if number in seen:
            raise entries.fault("number", f"game {number} stands there twice")
        if not 0 <= number < len(planned) + _most_ahead(lines, tournament):
            raise entries.fault("number", f"there is no game {number} so early")
        seen.add(number)
        while number not in planned:
            fixture = next(coming)
            planned[fixture.number] = fixture
        yield game_from(entries, planned[number])


def _most_ahead(lines: list[str], tournament: Tournament) -> int:
    """Return a bound on how far numbers may run ahead of the lines: processes, and a margin."""
    return len(lines) + 1_000 * len(tournament.entrants)
