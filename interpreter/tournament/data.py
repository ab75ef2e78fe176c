"""Tournaments and their games as plain data: so they are sent and written down."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeGuard

from interpreter.formats import Json, head
from interpreter.hosting.entries import Entries, fraction_of, is_number
from interpreter.hosting.playthrough import of_choices
from interpreter.tournament.playing import Finished, Forfeit
from interpreter.tournament.schedule import Fixture, Tournament
from rulelang.keeping import disk

_GAME: Final = (
    *("number", "round", "seed", "seats", "returns", "forfeit", "choices"),
    *("seconds", "longest"),
)
_MOST_SECONDS: Final = 1e9


def header(tournament: Tournament) -> dict[str, Json]:
    """Return all that the games follow from."""
    play = of_choices(tournament.game, (), tournament.game.rules)
    bots: list[Json] = [
        {"name": entrant.name, "fingerprint": entrant.fingerprint}
        for entrant in tournament.entrants
    ]
    return {
        **head("tournament"),
        "game": play.game,
        "rules": play.rules,
        "specification": play.specification,
        "players": list(play.players),
        "options": dict(play.options),
        "seed": tournament.seed,
        "bots": bots,
        "seconds_per_choice": tournament.seconds,
        "width": tournament.width,
        "release": disk.release(),
    }


def game_data(game: Finished) -> dict[str, Json]:
    """Return a game as data."""
    forfeit: Json = None
    if game.forfeit is not None:
        forfeit = {"seat": game.forfeit.seat, "reason": game.forfeit.reason}
    return {
        "number": game.fixture.number,
        "round": game.fixture.round,
        "seed": game.fixture.seed,
        "seats": list(game.fixture.seats),
        "returns": None if game.returns is None else [str(value) for value in game.returns],
        "forfeit": forfeit,
        "choices": list(game.choices),
        "seconds": [round(value, 6) for value in game.seconds],
        "longest": [round(value, 6) for value in game.longest],
    }


def game_from(entries: Entries, fixture: Fixture) -> Finished:
    """Return the game that data says, held to the schedule.

    Raises:
        PlaythroughError: it is damaged, or another game.
    """
    entries.check_names("game of a tournament", _GAME)
    said = tuple(entries.get(name) for name in ("round", "seed", "seats"))
    if said != (fixture.round, fixture.seed, list(fixture.seats)):
        raise entries.fault("seats", f"game {fixture.number} has another round, seed or seats")
    forfeit = None
    if entries.get("forfeit") is not None:
        part = entries.part("forfeit")
        forfeit = Forfeit(part.number("seat"), part.text("reason"))
        if not 0 <= forfeit.seat < len(fixture.seats):
            raise entries.fault("forfeit", f"there is no seat {forfeit.seat}")
        if entries.get("returns") is not None:
            raise entries.fault("returns", "it must be null, as somebody forfeited")
    return Finished(
        fixture,
        None if forfeit is not None else _returns(entries, len(fixture.seats)),
        entries.choices(),
        forfeit,
        _amounts(entries, "seconds", len(fixture.seats)),
        _amounts(entries, "longest", len(fixture.seats)),
    )


def _returns(entries: Entries, seats: int) -> tuple[Fraction, ...]:
    read = [fraction_of(text) for text in entries.texts("returns")]
    found = tuple(value for value in read if value is not None)
    if not len(found) == len(read) == seats:
        raise entries.fault("returns", f"it must be {seats} numbers as text, or null")
    return found


def _amounts(entries: Entries, name: str, seats: int) -> tuple[float, ...]:
    read = entries.get(name)
    if isinstance(read, list) and len(read) == seats:
        found = tuple(value for value in read if _is_amount(value))
        if len(found) == seats:
            return found
    raise entries.fault(name, f"it must be a list of {seats} numbers")


def _is_amount(value: object) -> TypeGuard[float]:
    """Return whether it is a number of seconds that may be."""
    return (isinstance(value, float) or is_number(value)) and 0 <= value < _MOST_SECONDS
