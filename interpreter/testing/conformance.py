"""Hold the native engine of a game to the reference, choice by choice.

Both engines play the same games: those that `simulate` plays with the same seed. What is compared
is said in `interpreter.testing.comparing`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import attrs

from interpreter import arguments
from interpreter.faults import EffortExceeded
from interpreter.game import Game
from interpreter.position import Leg, Position
from interpreter.testing import scenarios
from interpreter.testing.comparing import GaveUpError, Pair, PartedError, Play, UnknownError
from interpreter.testing.shrinking import is_late
from rulelang import core


@attrs.frozen
class Difference:
    """Where the engines part: in `what`, and what each has there.

    `history` leads there from the start of the game, or from the position `start`.
    """

    what: str
    reference: str
    native: str
    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    history: tuple[int, ...]
    start: Position | None = attrs.field(default=None, repr=False)

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options)
        steps = " ".join(map(str, self.history))
        whence = "at the start" if self.start is None else "at a given position"
        return (
            f"{self.game} ({self.players} players{options}), {whence}"
            f"{f', after {steps}' if steps else ''}: {self.what} differ\n"
            f"  reference: {self.reference}\n  native:    {self.native}"
        )


@attrs.frozen
class Conformance:
    """What was compared, and the first difference.

    `games`: those that came to an end. `faults`: those that ended in one, on both engines.
    `given_up`: steps that one engine gave up and the other took; where that is the reference, the
    game is compared no further.
    `unknown`: positions, given from outside, that native code has no state for.
    """

    games: int = 0
    choice_points: int = 0
    chance_points: int = 0
    faults: int = 0
    given_up: int = 0
    unknown: int = 0
    difference: Difference | None = None

    def __add__(self, other: Conformance) -> Conformance:
        return Conformance(
            self.games + other.games,
            self.choice_points + other.choice_points,
            self.chance_points + other.chance_points,
            self.faults + other.faults,
            self.given_up + other.given_up,
            self.unknown + other.unknown,
            self.difference or other.difference,
        )


def conform(  # noqa: PLR0913 - all but the game are for the rare case
    game: Game,
    games: int = 10,
    seed: int = 0,
    *,
    points: int = 0,
    most: int | None = None,
    seconds: float | None = None,
    level: int = 0,
) -> Conformance:
    """Play random games on both engines, and return what was compared.

    So many games, and more until there were so many choice points. Ends at the first difference,
    and when the time is over; that begins when the game is compiled. `most`: a game is broken off
    after so many choices and outcomes of chance. `level`: how far the code is optimised, 0 to 2.

    >>> from interpreter import load
    >>> found = conform(load("tic_tac_toe"), 5)
    >>> found.games, found.given_up, found.difference
    (5, 0, None)

    Raises:
        ValueError: a number is below 0.
        TypeError: it is no whole number, or `game` no game.
        TooWideError: native code cannot hold the game.
        NativeMissingError: there is no native code on this machine.
    """
    arguments.expect(game, Game, arguments.GAME)
    games = arguments.whole(games, arguments.GAMES, 0)
    seed = arguments.seed_of(seed)
    points = arguments.whole(points, "the number of choice points is a whole number from 0", 0)
    most = arguments.whole_or_none(most, "the length of a game is a whole number from 0", 0)
    arguments.amount_or_none(seconds, arguments.SECONDS)
    pair = Pair.of(game, level)
    until = None if seconds is None else time.monotonic() + seconds
    total = Conformance()
    number = 0
    while number < games or total.choice_points < points:
        total += _played(pair, (seed, number), None, (until, most))
        number += 1
        stuck = number >= games and not total.choice_points
        if total.difference or stuck or is_late(until):
            break
    return total


def conform_scenarios(
    examples: Sequence[core.Scenario],
    games: int = 1,
    seed: int = 0,
    *,
    most: int | None = None,
    level: int = 0,
) -> Conformance:
    """Compare along scenarios, and in so many random games from where each ends.

    `most` and `level` as for `conform`.

    >>> from interpreter import load_all
    >>> found = conform_scenarios(load_all("tic_tac_toe").scenarios)
    >>> found.choice_points > 0, found.unknown, found.difference
    (True, 0, None)

    Scenarios that begin an effect with `do` are at positions that play does not come to: native
    code has no states for those (`Conformance.unknown`).

    Raises:
        ValueError: a number is below 0.
        TypeError: it is no whole number.
        TooWideError: native code cannot hold the game.
        NativeMissingError: there is no native code on this machine.
    """
    games = arguments.whole(games, arguments.GAMES, 0)
    seed = arguments.seed_of(seed)
    most = arguments.whole_or_none(most, "the length of a game is a whole number from 0", 0)
    pairs: dict[int, Pair] = {}
    total = Conformance()
    for example in examples:
        pair = pairs.get(id(example.spec))
        if pair is None:
            pair = pairs[id(example.spec)] = Pair.of(Game(example.spec), level)
        ran = scenarios.run(example, pair.plain)
        for leg in ran.legs:
            total += _stepped(pair, leg)
        reached = ran.reached
        if reached is not None and reached.position.control:
            for number in range(games):
                total += _played(pair, (seed, number), reached.position, (None, most))
        if total.difference:
            break
    return total


def _played(
    pair: Pair,
    which: tuple[int, int],
    start: Position | None,
    limits: tuple[float | None, int | None],
) -> Conformance:
    """Return what came of one random game; `which`: its seed and number."""
    return _compared(pair, start, lambda play: pair.go(play, which, *limits))


def _stepped(pair: Pair, leg: Leg) -> Conformance:
    """Compare a position, and the one to which the number taken there leads."""
    position, number = leg
    if number is None:
        return Conformance()

    def step(play: Play) -> None:
        pair.compare(play, 0)
        if pair.take(play, number):
            pair.compare(play, 0)

    return _compared(pair, position, step)


def _compared(pair: Pair, start: Position | None, go: Callable[[Play], None]) -> Conformance:
    """Return what came of a play that begins at a position, and goes on so."""
    play: Play | None = None
    try:
        play = pair.begin(start)
        go(play)
    except UnknownError:
        return Conformance(unknown=1)
    except (GaveUpError, EffortExceeded):  # what is told of a position is asked of the reference
        return _counted(play) + Conformance(given_up=1)
    except PartedError as parted:
        return _counted(play) + Conformance(difference=_difference(pair, parted, play, start))
    return _counted(play)


def _counted(play: Play | None) -> Conformance:
    if play is None:
        return Conformance()
    return Conformance(
        games=int(play.done and play.fault is None),
        choice_points=play.choices,
        chance_points=play.chances,
        faults=int(play.fault is not None),
        given_up=play.given_up,
    )


def _difference(
    pair: Pair, parted: PartedError, play: Play | None, start: Position | None
) -> Difference:
    game = pair.game
    return Difference(
        parted.what,
        parted.reference,
        parted.native,
        game.rules or game.name,
        len(game.players),
        game.spec.options,
        () if play is None else play.reference.history,
        start,
    )
