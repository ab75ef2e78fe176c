"""Random play and play of bots, range by range: the figures are those of `simulate`."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import attrs

from interpreter.cluster.log import open_log
from interpreter.cluster.run import Care, run
from interpreter.cluster.sent import SentGame
from interpreter.cluster.work import Crew, Doer, Range
from interpreter.formats import Json
from interpreter.game import Game
from interpreter.hosting.entries import Entries, fraction_of, is_number
from interpreter.measuring.simulate import Policy, Simulation, Tally, simulation, tally, uniform
from rulelang.keeping import disk

_LISTS = ("lengths", "chance_points")
_KNOWN = (*_LISTS, "returns", "branches", "max_branching")


@attrs.frozen
class Playouts:
    """The playouts of a simulation as work.

    `who`: what the policy is called, in logs. `threads`: for native code, one for each processor
    where None.
    """

    sent: SentGame
    seed: int
    policy: Policy = uniform
    who: str = "random"
    threads: int | None = 1

    def title(self) -> dict[str, Json]:
        """Return all that the figures follow from."""
        spec = self.sent.spec
        options: dict[str, Json] = dict(spec.options)
        return {
            "kind": "simulation",
            "game": spec.title,
            "players": list(spec.players),
            "options": options,
            "specification": self.sent.specification,
            "seed": self.seed,
            "bots": self.who,
            "release": disk.release(),
        }

    def begin(self) -> Doer:
        """Return what plays a range.

        Raises:
            ClusterError: the rules are read in another way here than where they come from.
        """
        game = self.sent.game()
        return lambda part: _data(tally(game, (self.seed, *part), self.policy, self.threads))


@attrs.frozen
class Simulated:
    """How a simulation is to be played: who does the work, and the log that it grows."""

    crew: Crew
    log: Path | None = None
    threads: int | None = 1
    notice: Callable[[str], None] | None = None


def simulate_with(  # noqa: PLR0913 - as `simulate`
    how: Simulated,
    game: Game,
    n: int,
    seed: int = 0,
    *,
    policy: Policy = uniform,
    who: str = "random",
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `n` games as `simulate` does, on many processors or machines; the figures are the same.

    Ctrl-C keeps the ranges that are done.

    >>> from interpreter import load, simulate
    >>> from interpreter.cluster.here import Here
    >>> game = load("tic_tac_toe")
    >>> done = simulate_with(Simulated(Here()), game, 500, seed=3)
    >>> done.lengths == simulate(game, 500, seed=3).lengths
    True

    Raises:
        RuleFault: the rules do what they must not do; the message names their line.
        ClusterError: the work cannot go on.
        PlaythroughError: the log is of other work, damaged, or cannot be written.
    """
    began = time.perf_counter()
    if policy is uniform:
        game.prepare()  # whoever else needs the code finds it on the disk
    work = Playouts(SentGame.of(game), seed, policy, who, how.threads)
    log = None if how.log is None else open_log(how.log, work.title())
    found: dict[Range, Tally] = {}
    played = 0
    interrupted = False
    try:
        with closing(run(work, n, how.crew, log, Care(how.notice))) as pieces:
            for piece in pieces:
                found[piece.part] = _tally(piece.done, piece.part, len(game.players))
                played += piece.part.length
                if progress is not None:
                    progress(played)
    except KeyboardInterrupt:
        interrupted = True
    parts = [found[part] for part in sorted(found)]
    return simulation(game, parts, time.perf_counter() - began, interrupted=interrupted)


def _data(found: Tally) -> Json:
    """Return a tally as plain data; sums that follow from the rest are left out."""
    returns: list[Json] = [
        [[str(share) for share in won], times] for won, times in sorted(found.returns.items())
    ]
    return {
        "lengths": [*found.lengths],
        "chance_points": [*found.chance_points],
        "returns": returns,
        "branches": found.branches,
        "max_branching": found.max_branching,
    }


def _tally(data: Json, part: Range, players: int) -> Tally:
    """Return the tally that plain data says.

    Raises:
        PlaythroughError: it is damaged.
    """
    entries = Entries(f"the range {part}", data)
    entries.check_names("range of playouts", _KNOWN)
    lengths, chances = (_numbers(entries, name, part.length) for name in _LISTS)
    returns = _returns(entries, part.length, players)
    choices = sum(lengths)
    return Tally(
        lengths=lengths,
        chance_points=chances,
        returns=returns,
        choices=choices,
        chances=sum(chances),
        shortest=min(lengths),
        longest=max(lengths),
        branches=entries.number("branches"),
        max_branching=entries.number("max_branching"),
    )


def _numbers(entries: Entries, name: str, length: int) -> array[int]:
    found = entries.get(name)
    if isinstance(found, list) and len(found) == length:
        try:
            return array("q", found)
        except (TypeError, OverflowError):
            pass
    raise entries.fault(name, f"it must be {length} whole numbers")


def _returns(entries: Entries, length: int, players: int) -> dict[tuple[Fraction, ...], int]:
    found = entries.get("returns")
    wrong = entries.fault("returns", f"it must be the returns of {length} playouts")
    returns: dict[tuple[Fraction, ...], int] = {}
    for row in found if isinstance(found, list) else ():
        match row:
            case [[*won], times] if len(won) == players and is_number(times):
                shares = [share for text in won if (share := fraction_of(text)) is not None]
                if len(shares) < players:
                    raise wrong
                returns[tuple(shares)] = times
            case _:
                raise wrong
    if sum(returns.values()) != length:
        raise wrong
    return returns
