"""Decisions that matter: what options are worth to whoever chooses among them.

Some decisions of random plays are looked at. Each of their options, or some drawn by the seed, is
worth what part of random playouts behind it the chooser has, with the same numbers of chance for
each. Half of the playouts say which option is best and which worst, the other half how far they
are apart: so luck does not make a difference of none. All cards are known to playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

import attrs

from interpreter.chance import Numbers, word
from interpreter.game import Game
from interpreter.report.seats import Share, returns_from, share_in
from interpreter.report.statistics import survival
from interpreter.state import CHANCE, State

OPTIONS: Final = 6
"""Options of a decision that are looked at; of more so many are drawn."""

TRIES: Final = 40
"""Playouts behind each option: half of them choose, half of them measure."""

PARTS: Final = 8
"""Parts of plays that are told apart."""

MOMENTS: Final = 5
"""Decisions that are named, those with most at stake."""

AGAIN: Final = 400
"""Playouts behind the best and the worst option of those, anew."""

REAL: Final = 0.05
"""How likely differences between options may be by luck for a decision to count as a real one."""


@attrs.frozen
class Moment:
    """A decision with much at stake.

    `play`: the number of the random play, from 0; `choice`: which choice of it, from 1. `best` and
    `worst`: options, and what part of `AGAIN` playouts behind each the player has.
    """

    play: int
    choice: int
    player: str
    best: str
    best_worth: float
    worst: str
    worst_worth: float


@attrs.frozen
class Stakes:
    """What there was to win and lose by decisions with several options.

    `real`: what part of them have options that differ beyond luck. `by_part`: what the best option
    is worth more than the worst, on average, through a play (None: no decision there).
    `regret`: what the option that was chosen at random is worth less than the best, on average.
    """

    games: int
    decisions: int
    real: float
    by_part: tuple[float | None, ...]
    regret: float
    moments: tuple[Moment, ...]


@attrs.frozen
class _Looked:
    play: int
    choice: int
    part: int
    state: State
    stake: float
    regret: float
    is_real: bool
    best: int
    worst: int


def stakes(
    game: Game,
    plays: Iterable[State],
    seed: int,
    effort: int,
    told: Callable[[str], None] | None = None,
) -> Stakes | None:
    """Look at as many decisions of plays as an effort, in playouts, is enough for.

    Args:
        game: what they are plays of; None comes back without native code.
        plays: their last states.
        seed: what decides which decisions and options are looked at, and all playouts.
        effort: playouts.
        told: what is being done, for people to see.

    >>> from interpreter import load
    >>> from interpreter.measuring.simulate import playout
    >>> game = load("tic_tac_toe")
    >>> found = stakes(game, [playout(game, 1, at) for at in range(10)], 1, 4_000)
    >>> found.games, found.decisions, found.moments[0].best_worth
    (10, 10, 1.0)
    """
    ends = list(plays)
    wanted = effort // (OPTIONS * TRIES)
    if game.native() is None or not ends or not wanted:
        return None
    each, share = max(1, wanted // len(ends)), share_in(game)
    found: list[_Looked] = []
    for play, end in enumerate(ends[:wanted]):
        if told is not None:
            told(f"decisions that matter: play {play} of {len(ends)}")
        found += [
            one
            for at in _spread(end, play, each, seed)
            if (one := _looked(end, play, at, seed, share))
        ]
    if not found:
        return None
    parts = [[one.stake for one in found if one.part == part] for part in range(PARTS)]
    return Stakes(
        len(ends[:wanted]),
        len(found),
        sum(one.is_real for one in found) / len(found),
        tuple(_mean(part) if part else None for part in parts),
        _mean([one.regret for one in found]),
        _moments(found, seed, share),
    )


def _choices(end: State) -> list[tuple[State, int]]:
    """Return the positions of a play in which a player chose, and what."""
    return [
        (before, after.action)
        for before, after in pairwise(end.path)
        if before.current_player != CHANCE and after.action is not None
    ]


def _spread(end: State, play: int, many: int, seed: int) -> list[int]:
    """Return the numbers of so many choices among several options, evenly through a play."""
    found = [at for at, (state, _) in enumerate(_choices(end)) if len(state.legal_ids) > 1]
    begin = Numbers("decisions", seed, play).share()
    return sorted(
        {found[int((k + begin) / many * len(found))] for k in range(many)} if found else ()
    )


def _looked(end: State, play: int, at: int, seed: int, share: Share) -> _Looked | None:
    """Look at one decision; None where native code gives up."""
    choices = _choices(end)
    state, chosen = choices[at]
    drawn = Numbers("options", seed, play, at)
    left = list(state.legal_ids)
    options = [left.pop(drawn.below(len(left))) for _ in range(min(OPTIONS, len(left)))]
    if chosen not in options:
        options[-1] = chosen
    first = word("stakes", seed, play, at) >> 1
    half = first + TRIES // 2
    judging = [_worth(state, option, seed, range(first, half), share) for option in options]
    measured = [
        _worth(state, option, seed, range(half, first + TRIES), share) for option in options
    ]
    if None in judging or None in measured:
        return None
    judged = [one for one in judging if one is not None]
    worths = [one for one in measured if one is not None]
    best, worst = judged.index(max(judged)), judged.index(min(judged))
    both = [(one + other) / 2 for one, other in zip(judged, worths, strict=True)]
    return _Looked(
        play,
        at,
        at * PARTS // len(choices),
        state,
        worths[best] - worths[worst],
        worths[best] - worths[options.index(chosen)],
        _by_luck(both) <= REAL,
        options[best],
        options[worst],
    )


def _by_luck(worths: Sequence[float]) -> float:
    """Return how likely worths so far apart are where all options are worth the same."""
    mean = _mean(worths)
    spread = mean * (1 - mean) / TRIES
    if not spread:
        return 1.0
    return survival(sum((one - mean) ** 2 for one in worths) / spread, len(worths) - 1)


def _worth(state: State, option: int, seed: int, tries: range, share: Share) -> float | None:
    """Return what the chooser has of playouts behind an option; None: native code gives up."""
    seat, child = state.current_player, state.child(option)
    if child.is_terminal:
        return share(child.returns, seat)
    returns = returns_from(child, seed, tries)
    return None if returns is None else sum(share(won, seat) for won in returns) / len(tries)


def _moments(found: Sequence[_Looked], seed: int, share: Share) -> tuple[Moment, ...]:
    """Return the decisions with most at stake, their options measured anew."""
    named = []
    for one in sorted(found, key=lambda one: -one.stake)[: 2 * MOMENTS]:
        first = word("moments", seed, one.play, one.choice) >> 1
        tries = range(first, first + AGAIN)
        worths = [_worth(one.state, n, seed, tries, share) for n in (one.best, one.worst)]
        legal, at = one.state.legal_actions, one.state.legal_ids.index
        if worths[0] is not None and worths[1] is not None:
            player = one.state.game.players[one.state.current_player]
            best = legal[at(one.best)].sentence, worths[0]
            worst = legal[at(one.worst)].sentence, worths[1]
            named.append(Moment(one.play, one.choice + 1, player, *best, *worst))
    named.sort(key=lambda one: one.worst_worth - one.best_worth)
    return tuple(named[:MOMENTS])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
