"""What plays say of a game: who wins, how long it takes, what is used, what is dead.

`report` measures, `summary` makes data of it, `page.html` a page, `text.text` a short form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import attrs

from interpreter import arguments
from interpreter.facts.together import is_together
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH
from interpreter.load import Text
from interpreter.measuring.recording import Record, record, record_plays
from interpreter.measuring.simulate import playout
from interpreter.measuring.whole import whole
from interpreter.report.course import course
from interpreter.report.data import summary
from interpreter.report.ladder import Rung, among_equals, by_all, ladder
from interpreter.report.model import Options, Report
from interpreter.report.page import html
from interpreter.report.rows import row_lines, rows
from interpreter.report.scores import final_of, scores
from interpreter.report.seats import Shares
from interpreter.report.stakes import stakes
from interpreter.report.text import compared, text
from interpreter.report.uses import kind_uses, uses, worths
from interpreter.report.variants import variants
from interpreter.state import State
from interpreter.testing.coverage import Coverage, coverage

__all__ = [
    "EFFORT",
    "GAMES",
    "Report",
    "compared",
    "final_of",
    "html",
    "of_plays",
    "recorded",
    "report",
    "row_lines",
    "rows",
    "summary",
    "text",
]

GAMES: Final = 10_000
"""Random plays, where native code plays them."""

SLOW_GAMES: Final = 20
"""And where the reference engine does."""

REACHING: Final = 300
"""Random plays that look for rules that nothing reaches."""

PAIRS: Final = 300_000
"""Choices in the pairs of plays behind the effect of one arm, for each seat."""

MOST_PAIRS: Final = 2_000
FEWEST_PAIRS: Final = 100

COURSES: Final = 40
"""Plays whose course is looked at."""

EFFORT: Final = 100_000
"""Playouts for each rung of the ladder, and each strength of equal bots."""


def recorded(found: Record, who: str) -> Report:
    """Return what plays that were counted tell, without any more of them.

    `who`: who played, in words.

    >>> from interpreter import load
    >>> told = recorded(record(load("kuhn_poker"), 100, seed=1), "random")
    >>> len(told.lengths), told.course, summary(told)["games"]
    (100, None, 100)
    """
    to = found.counters
    return Report(
        found.game,
        found.seed,
        found.lengths,
        (Shares.of(who, found.returns, found.game),),
        Options(tuple(to.options[::3]), tuple(to.options[1::3]), tuple(to.options[2::3])),
        uses(found),
        (),
        0,
        None,
        (),
        None,
        to.width,
        found.returns,
        kind_uses=kind_uses(found),
        finals=found.finals,
    )


def of_plays(game: Game, plays: Iterable[State], who: str) -> Report:
    """Return what plays that are over tell: of sessions, of tournaments, of tables.

    Args:
        game: what they are plays of.
        plays: their last states.
        who: who played, in words.

    >>> from interpreter import Session, load
    >>> from interpreter.bots import TreeSearch
    >>> game, bots = load("tic_tac_toe"), {p: TreeSearch(seed=1, iterations=20) for p in "XO"}
    >>> sessions = [Session(game, bots, seed=seed) for seed in range(3)]
    >>> of_plays(game, [session.state for session in sessions], "tree search").plays
    '3 plays, tree search'

    Raises:
        ValueError: one of them is not over.
    """
    ended = list(plays)
    found = record_plays(game, ended, final=final_of(game))
    return attrs.evolve(recorded(found, who), scores=scores(game, ended))


def report(  # noqa: PLR0913 - keywords, seldom given all at once
    game: Game,
    n: int | None = None,
    *,
    seed: int = 0,
    effort: int = EFFORT,
    width: int = WIDTH,
    of_text: Text | Coverage | None = None,
    beside: Iterable[Game] = (),
    scored: bool = False,
    told: Callable[[str], None] | None = None,
) -> Report:
    """Play a game in several ways and return what that says of it; it follows from the seed.

    Args:
        game: one instance; native code plays it where it can.
        n: how many random plays; None: 10,000, or 20 where the reference engine plays.
        seed: what decides all chance and choices.
        effort: playouts of bots for each rung of the ladder; 0: no bots play.
        width: how many positions a bot holds possible where something is hidden.
        of_text: where given, lines that neither scenarios nor plays reach are told; a coverage is
            what an earlier report with this seed found them to be.
        beside: instances of the game; those that differ in one setting are told beside it.
        scored: whether the score at the end of each random play is asked, for rows of plays.
        told: what is being done, for people to see.

    >>> from interpreter import load
    >>> found = report(load("kuhn_poker"), 2_000, seed=1, effort=0)
    >>> found.random.games, [use.arm for use in found.uses], found.course.games
    (2000, ['bet', 'pass'], 40)

    Raises:
        ValueError: `n` is below 0.
        TypeError: `n` or `seed` is no whole number, or `game` no game.
        RuleFault: the rules do what they must not do; the message names their line.
        KeyboardInterrupt: Ctrl-C was pressed; part of a report would pass for all of it.
    """
    arguments.expect(game, Game, arguments.GAME)
    is_fast = game.native() is not None
    say = told or (lambda _: None)
    say("random plays")
    n = (GAMES if is_fast else SLOW_GAMES) if n is None else n
    found = whole(record(game, n, seed=seed, final=final_of(game) if scored else None))
    length = sum(found.lengths) / max(1, found.games)
    pairs = max(FEWEST_PAIRS, min(MOST_PAIRS, int(PAIRS / max(1.0, length))))
    at_random = recorded(found, "random")
    equals: tuple[Shares, ...] = ()
    rungs: tuple[Rung, ...] = ()
    if effort and len(game.players) > 1:
        equals = among_equals(game, length, seed, effort, told, width=width)
        if is_together(game.spec):
            rungs = by_all((at_random.random, *equals))
        else:
            rungs = ladder(game, length, seed, effort, told, width=width)
    say("the course of plays")
    plays = [playout(game, seed, at) for at in range(COURSES)] if is_fast else []
    traced = course(game, plays, seed)
    reached = of_text if isinstance(of_text, Coverage) else None
    if isinstance(of_text, Text):
        say("what is reached")
        reached = whole(coverage(of_text, REACHING, seed=seed, engine=game.engine))
    worth, kinds = worths(game, pairs, seed, told) if is_fast else ((), 0)
    return attrs.evolve(
        at_random,
        seated=(("random",) * len(game.players),) * found.games,
        shares=(*at_random.shares, *equals),
        worths=worth,
        kinds=kinds,
        effort=effort,
        effect_plays=pairs if is_fast else 0,
        course=traced,
        rungs=rungs,
        coverage=reached,
        variants=variants(found, beside, told),
        scores=scores(game, plays),
        stakes=stakes(game, plays, seed, effort, told),
    )
