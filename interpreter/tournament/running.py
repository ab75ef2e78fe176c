"""Play the games of a tournament, here or on several processes; in whatever order they end."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final

from interpreter.faults import BotFault
from interpreter.tournament.playing import Finished, play_one
from interpreter.tournament.schedule import Fixture, Tournament

_AHEAD: Final = 2


def play(
    tournament: Tournament, fixtures: Iterable[Fixture], jobs: int = 1
) -> Generator[Finished]:
    """Yield what came of each game as it ends. What comes of a game does not depend on `jobs`.

    >>> from interpreter import Uniform, load
    >>> from interpreter.tournament import Entrant, schedule
    >>> bots = Entrant("one", Uniform), Entrant("other", Uniform)
    >>> both = Tournament(load("kuhn_poker"), bots, seed=1)
    >>> [game.fixture.seats for game in play(both, schedule(both, rounds=1))]
    [(0, 1), (1, 0)]

    Raises:
        BotFault: a process ended in the middle of a game, which only a bot can bring about.
        RuleFault: the rules do what they must not do.
        BudgetExceeded: they come to no choice or end.
    """
    if jobs > 1:
        yield from _on_processes(tournament, fixtures, jobs)
        return
    for fixture in fixtures:
        yield play_one(tournament, fixture)


def _on_processes(
    tournament: Tournament, fixtures: Iterable[Fixture], jobs: int
) -> Generator[Finished]:
    waiting = iter(fixtures)
    others = set(multiprocessing.active_children())
    # Fresh processes: a copy of this one would share its threads' locks.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _leave_interrupts_to_the_first)
    running: dict[Future[Finished], Fixture] = {}
    try:
        while True:
            for fixture in islice(waiting, _AHEAD * jobs - len(running)):
                running[pool.submit(play_one, tournament, fixture)] = fixture
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: running[future].number):
                yield future.result()
                del running[future]
    except BrokenProcessPool as error:
        numbers = ", ".join(str(fixture.number) for fixture in running.values())
        raise BotFault(
            f"a process ended in the middle of a game, one of {numbers}; a bot must have ended it"
        ) from error
    finally:
        pool.shutdown(wait=not running, cancel_futures=True)
        if running:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()


def _leave_interrupts_to_the_first() -> None:
    """Ignore Ctrl-C, which every process of a terminal gets: the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
