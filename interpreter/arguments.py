"""Arguments of public functions, checked where they come in.

A player is his number, from 0 in the order of `game.players`; names are for sessions and the
command line. What is of another sort than wanted is a `TypeError`, what lies out of bounds a
`ValueError`, and a player that there is not is a `UsageError` too; the message says what is wanted
and what was given. Numbers of other libraries that are whole by their sort, such as those of
NumPy, count as whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, SupportsIndex

from interpreter.faults import NoSuchPlayer

GAME: Final = "a game is a `Game`, as `load` returns it"
GAMES: Final = "the number of games is a whole number from 0"
HORIZON: Final = "a horizon is a whole number from 0"
ITERATIONS: Final = "the number of iterations is a whole number from 0"
SECONDS: Final = "a time is a number of seconds from 0"
MOST: Final = "how many to keep at most is a whole number"

_SHOWN = 40


def player_of(players: Sequence[str], given: object) -> int:
    """Return the number of a player.

    >>> player_of(("Ann", "Bob"), 1)
    1
    >>> player_of(("Ann", "Bob"), "Bob")
    Traceback (most recent call last):
    TypeError: a player is a number, 0 for Ann or 1 for Bob, and not 'Bob'

    Raises:
        TypeError: it is no number.
        NoSuchPlayer: there is none of that number; it is a `UsageError` and a `ValueError`.
    """
    if isinstance(given, int) and 0 <= given < len(players):
        return given
    seats = " or ".join(f"{number} for {name}" for number, name in enumerate(players))
    number = whole(given, f"a player is a number, {seats}")
    if not 0 <= number < len(players):
        raise NoSuchPlayer(f"a player is a number, {seats}, and not {shown(number)}")
    return number


def whole(given: object, wanted: str, least: int | None = None) -> int:
    """Return a whole number; `wanted` says what it should be, `least` how small it may be.

    >>> whole(-3, "the number of games is a whole number from 0", 0)
    Traceback (most recent call last):
    ValueError: the number of games is a whole number from 0, and not -3

    Raises:
        TypeError: it is none.
        ValueError: it is too small.
    """
    if not isinstance(given, int | SupportsIndex):  # the first is asked quickly
        raise TypeError(f"{wanted}, and not {shown(given)}")
    number = given if isinstance(given, int) else given.__index__()
    if least is not None and number < least:
        raise ValueError(f"{wanted}, and not {shown(number)}")
    return number


def whole_or_none(given: object, wanted: str, least: int | None = None) -> int | None:
    """Return a whole number, or None, which says that there is none; else as `whole`."""
    return None if given is None else whole(given, f"{wanted}, or None", least)


def amount(given: object, wanted: str) -> None:
    """Refuse what is no number from 0, whole or not.

    Raises:
        TypeError: it is no number.
        ValueError: it is below 0.
    """
    if not isinstance(given, int | float):
        raise TypeError(f"{wanted}, and not {shown(given)}")
    if not given >= 0:
        raise ValueError(f"{wanted}, and not {shown(given)}")


def amount_or_none(given: object, wanted: str) -> None:
    """Refuse what is neither None nor a number from 0; else as `amount`."""
    if given is not None:
        amount(given, f"{wanted}, or None")


def number_of(given: object) -> int:
    """Return the number of an action, or of an outcome of chance.

    Raises:
        TypeError: it is neither an action nor a whole number.
    """
    if isinstance(given, int):  # asked first: every choice and outcome comes by here
        return given
    from interpreter.action import Action  # noqa: PLC0415 - the package imports this

    if isinstance(given, Action):
        return given.id
    return whole(given, "an action is one of `legal_actions` or its number (`find` finds one)")


def seed_of(given: object) -> int:
    """Return a seed.

    Raises:
        TypeError: it is no whole number.
    """
    return whole(given, "a seed is a whole number")


def seed_or_none(given: object) -> int | None:
    """Return a seed, or None.

    Raises:
        TypeError: it is neither.
    """
    return whole_or_none(given, "a seed is a whole number")


def expect(given: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Refuse what is of another kind.

    >>> expect("pairs", int, "a game is a `Game`, as `load` returns it")
    Traceback (most recent call last):
    TypeError: a game is a `Game`, as `load` returns it, and not 'pairs'

    Raises:
        TypeError: it is.
    """
    if not isinstance(given, kind):
        raise TypeError(f"{wanted}, and not {shown(given)}")


def among(given: object, wanted: Sequence[str], what: str) -> None:
    """Refuse what is none of a few words.

    Raises:
        ValueError: it is none.
    """
    if given not in wanted:
        raise ValueError(f"{what} {' or '.join(map(repr, wanted))}, and not {shown(given)}")


def shown(given: object) -> str:
    """Return what was given as a short text for a message, whatever it is.

    >>> shown(-(10**5000)), shown("a" * 100)
    ('a number with thousands of digits', "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…")
    """
    try:
        text = repr(given)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number with thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
