"""Random plays, and how they would have gone if a seat had left something alone.

A play goes otherwise only from the first choice on that its seat is barred from. So plays in which
it chose nothing of the kind are not played again: they are known, and most are where one kind of
component among many is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.measuring.counters import Bar
from interpreter.state import CHANCE

if TYPE_CHECKING:
    from interpreter.native import Replayer, Rows

Returns: TypeAlias = "tuple[int, ...] | tuple[Fraction, ...]"
"""What seats have of a play; in native code times the game's scale. Within a play they compare."""

RANGE: Final = 64
"""Plays of which choices are kept at once."""


class Plays:
    """The random plays 0 to `n - 1` of a seed: those of `record`.

    >>> from interpreter import load
    >>> from interpreter.measuring.counters import Arms
    >>> game = load("kuhn_poker")
    >>> plays = Plays(game, 100, seed=3)
    >>> never_bets = plays.otherwise(Bar(0, Arms.in_game(game).actions("bet")))
    >>> len(plays.returns), 0 < len(never_bets) < 100
    (100, True)

    Raises:
        RuleFault: the rules do what they must not do; the message names their line.
    """

    def __init__(self, game: Game, n: int, *, seed: int = 0) -> None:
        """Play them."""
        self._game, self._seed = game, seed
        self._replayer = self._natively()
        self.returns: list[Returns] = []
        self._with: dict[int, list[int]] = {}
        """For each seat and action, in one number, the plays in which it was chosen."""
        while (first := len(self.returns)) < n:
            chosen: list[frozenset[int]] = []
            if self._replayer is not None:
                asked = min(RANGE, n - first)
                rows, chosen = self._replayer.chosen(seed, first, asked)
                self.returns += self._rows(rows)
            if not chosen:
                returns, of_one = self._slowly(first, None)
                self.returns.append(returns)
                chosen = [of_one]
            for number, entries in enumerate(chosen, first):
                for entry in entries:
                    self._with.setdefault(entry, []).append(number)

    def otherwise(self, bar: Bar) -> dict[int, Returns]:
        """Return by their numbers the plays that a bar changes, and their returns with it."""
        base = bar.seat * self._game.num_distinct_actions
        barred = (at for at, flag in enumerate(bar.actions) if flag)
        numbers = sorted({one for at in barred for one in self._with.get(base + at, ())})
        found: dict[int, Returns] = {}
        while len(found) < len(numbers):
            left = numbers[len(found) :]
            if self._replayer is not None:
                rows, ended = self._replayer.play(self._seed, left, (bar.seat, bar.actions))
                found.update(zip(left, self._rows(rows), strict=False))
                if ended:
                    break
                left = numbers[len(found) :]
            found[left[0]] = self._slowly(left[0], bar)[0]
        return found

    def _natively(self) -> Replayer | None:
        engine = self._game.native()
        if engine is None:
            return None
        from interpreter.native import (  # noqa: PLC0415 - LLVM loads late
            Replayer,
        )

        replayer = Replayer(engine, self._game.num_distinct_actions)
        return None if replayer.fault else replayer

    def _rows(self, rows: Rows) -> Sequence[Returns]:
        seats = len(self._game.players)
        return list(zip(*(rows.won[at::seats] for at in range(seats)), strict=True))

    def _slowly(self, number: int, bar: Bar | None) -> tuple[Returns, frozenset[int]]:
        """Play one with the reference; return what came of it, and what was chosen."""
        chance_stream, player_stream, again = (
            Numbers(key, self._seed, number) for key in ("chance", "players", "again")
        )
        state = attrs.evolve(self._game, engine="reference").start()
        chosen, count = set(), 0
        while not state.is_terminal:
            if state.current_player == CHANCE:
                state = state.child(chance_stream.outcome(state.chance_outcomes))
                continue
            one = state.legal_ids[player_stream.below(len(state.legal_ids))]
            others = state.legal_ids if bar is None else bar.others(state)
            if one not in others:
                again.go_to(count)
                one = others[again.below(len(others))]
            chosen.add(state.current_player * self._game.num_distinct_actions + one)
            count += 1
            state = state.child(one)
        return state.returns, frozenset(chosen)
