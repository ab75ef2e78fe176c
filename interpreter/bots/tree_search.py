"""A bot that searches the tree of plays: UCT, over plays that its seat thinks possible.

Where everything is open, a tree grows from the position. Where something is hidden, each stretch
of iterations begins at another redeal, in the same tree (`interpreter.bots.search`). The action
that was visited most is chosen, or one that is worth the same and wins sooner (`pace`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Event, Lock
from time import monotonic
from typing import Final

import attrs

from interpreter import arguments
from interpreter.action import Action
from interpreter.bots.bot import View
from interpreter.bots.clock import deadline, prepared, redealt
from interpreter.bots.native_tree import GaveUpError, planted
from interpreter.bots.pace import goes_back, line_of, pursued
from interpreter.bots.search import PlainTree, Settings, Tree, Tried
from interpreter.chance import Numbers, word
from interpreter.engines.holding import Holder
from interpreter.knowledge.redeal import RedealExhausted
from interpreter.standing import horizon_in
from interpreter.state import State

ITERATIONS: Final = 1_000
"""What is done where neither iterations nor time are given."""

SLICE: Final = 0.03
"""Seconds that iterations go on before the clock is looked at, and Ctrl-C heard."""

_SEEDS: Final = 2**32
_MANY: Final = 1 << 40

# A redeal is kept for so many iterations, and for a larger number when many were done: to find one
# takes half as long as an iteration. A short search has so many redeals all the same.
_LEAST_KEPT: Final = 25
_KEPT_OF: Final = 200
_REDEALS: Final = 120


@attrs.define(eq=False)
class _Table:
    """What the trees of one search share. `deal`: the last play that was redealt."""

    view: View
    until: float | None
    is_open: bool
    holder: Holder
    stopped: Event = attrs.field(factory=Event)
    lock: Lock = attrs.field(factory=Lock)
    deal: State | None = None

    def redeal(self, seed: int) -> State:
        """Return a play that may be the real one; for one tree at a time."""
        with self.lock:
            self.deal = redealt(self.view, seed, self.until)
            return self.holder.state(self.deal)


@attrs.define(eq=False)
class _Grower:
    """Grows one tree by its share of iterations (None: until time is over)."""

    table: _Table
    tree: Tree
    share: int | None
    numbers: Numbers
    done: int = 0
    _state: State | None = None
    _kept: int = 0

    def grow(self) -> None:
        """Go on slice by slice, and from redeal to redeal where something is hidden."""
        length, until = 1, self.table.until
        while (self.share is None or self.done < self.share) and not self.table.stopped.is_set():
            try:
                state = self._redealt()
            except RedealExhausted:
                return
            count = min(length, self._left())
            began = monotonic()
            self.tree.grow(state, count)
            now = monotonic()
            self.done += count
            self._kept -= count
            if until is not None and now >= until:
                return
            seconds = SLICE if until is None else min(SLICE, until - now)
            length = max(1, min(int(count * seconds / max(now - began, 1e-6)), 4 * length))

    def _redealt(self) -> State:
        """Return the state to go on from."""
        if self._state is None or (self._kept <= 0 and not self.table.is_open):
            self._state = self.table.redeal(self.numbers.below(_SEEDS))
            share = _MANY if self.share is None else self.share
            self._kept = max(1, min(_LEAST_KEPT, share // _REDEALS), self.done // _KEPT_OF)
        return self._state

    def _left(self) -> int:
        """Return how many iterations are to begin at this redeal."""
        left = _MANY if self.share is None else self.share - self.done
        return left if self.table.is_open else min(left, self._kept)


@attrs.frozen
class TreeSearch:
    """Chooses by Monte-Carlo tree search.

    For each choice: `iterations` in all, or as many as `seconds` allow; 1,000 where neither is
    given; those count from when it is asked, compiling and redealing included. With iterations
    alone the answer follows from the seed and the view, whatever engine plays. `exploration`: how
    much what was seldom tried is preferred, where returns go from 0 to 1. `trees`, each with its
    share of the iterations, grow on threads of their own and are added up. A tree holds no more
    than `nodes`. Where the rules declare a standing, playouts are cut after `horizon` choices and
    chance outcomes (None: where it pays) and count by it.

    >>> from interpreter import Session, load
    >>> session = Session(load("tic_tac_toe"), {"O": TreeSearch(iterations=200)}, seed=1)
    >>> session.submit("X", "mark b2")["to_act"]
    'X'
    """

    seed: int = 0
    iterations: int | None = None
    seconds: float | None = None
    exploration: float = 0.7
    trees: int = 1
    nodes: int = 1 << 20
    horizon: int | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what is no number, or too small.

        Raises:
            TypeError: something is no number, or no whole one.
            ValueError: something is below 0.
        """
        arguments.seed_of(self.seed)
        arguments.whole_or_none(self.iterations, arguments.ITERATIONS, 0)
        arguments.amount_or_none(self.seconds, arguments.SECONDS)
        arguments.amount(self.exploration, "the exploration is a number from 0")
        arguments.whole(self.trees, "the number of trees is a whole number from 0", 0)
        arguments.whole(self.nodes, "the number of nodes is a whole number from 0", 0)
        arguments.whole_or_none(self.horizon, arguments.HORIZON, 0)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions; the only one unasked."""
        actions = view.legal_actions
        if len(actions) == 1:
            return actions[0]
        found, deal = self._searched(view)
        if not found:  # no redeal was to be had
            return actions[Numbers("tree bot", self.seed, view.moment).below(len(actions))]
        visited = [tried for tried in found if tried.visits]
        lines = [line_of(t.visits, t.returns, t.delays, view.player) for t in visited]
        taken = pursued(
            lines,
            lambda line: (Fraction(line.tried), line.worth),
            view.game,
            lambda at: deal is not None and goes_back(deal, visited[at].action),
        )
        return next(action for action in actions if action.id == visited[taken].action)

    def tried(self, view: View) -> tuple[Tried, ...]:
        """Return what a search comes to know of the actions, by ascending id.

        () where there was no time for a redeal, or none was to be had.
        """
        return self._searched(view)[0]

    def _searched(self, view: View) -> tuple[tuple[Tried, ...], State | None]:
        """Return what `tried` does, with a play that may be the real one."""
        until = deadline(self.seconds)
        if not prepared(view.game, until):
            return (), None
        is_open = not view.game.facts.hidden_information
        table = _Table(view, until, is_open, Holder(view.game))
        try:
            growers = [self._grower(table, at, natively=True) for at in range(max(1, self.trees))]
            return _added_up(growers), table.deal
        except GaveUpError:
            growers = [self._grower(table, at, natively=False) for at in range(max(1, self.trees))]
            return _added_up(growers), table.deal

    def _grower(self, table: _Table, at: int, *, natively: bool) -> _Grower:
        """Return what grows tree number `at`."""
        game, wanted = table.view.game, self.iterations
        if wanted is None and self.seconds is None:
            wanted = ITERATIONS
        share, nodes, trees = None, max(1, self.nodes), max(1, self.trees)
        if wanted is not None:
            share = wanted * (at + 1) // trees - wanted * at // trees
            nodes = min(nodes, share + 1)
        seed = word("tree search", self.seed, table.view.moment, at)
        horizon = horizon_in(game, self.horizon)
        settings = Settings(seed, self.exploration, nodes, table.is_open, horizon)
        tree = planted(game, settings) if natively else PlainTree(len(game.players), settings)
        return _Grower(table, tree, share, Numbers("deals", seed))


def _added_up(growers: list[_Grower]) -> tuple[Tried, ...]:
    """Let trees grow, each on a thread of its own, and return what they know together."""
    if len(growers) == 1:
        growers[0].grow()
        return growers[0].tree.tried()
    with ThreadPoolExecutor(len(growers)) as pool:
        try:
            for grown in [pool.submit(grower.grow) for grower in growers]:
                grown.result()
        finally:
            growers[0].table.stopped.set()
    return _sums([grower.tree.tried() for grower in growers])


def _sums(parts: list[tuple[Tried, ...]]) -> tuple[Tried, ...]:
    """Return what several trees know, added up."""
    found: dict[int, Tried] = {}
    for tried in (tried for part in parts for tried in part):
        known = found.get(tried.action)
        found[tried.action] = tried if known is None else _sum(known, tried)
    return tuple(found[number] for number in sorted(found))


def _sum(one: Tried, other: Tried) -> Tried:
    returns = tuple(a + b for a, b in zip(one.returns, other.returns, strict=True))
    delays = tuple(a + b for a, b in zip(one.delays, other.delays, strict=True))
    return Tried(one.action, one.visits + other.visits, returns, delays)
