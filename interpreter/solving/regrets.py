"""Equilibria of small games with hidden information, by counterfactual regret minimisation.

CFR+: players take turns, regrets never fall below 0, and later strategies count for more in the
average. With two players, of whom one loses what the other wins, the average strategies come close
to an equilibrium; `exploitability` says how close: what players could gain, on average, by
answering the others' strategies as well as possible.

Source: Tammelin, Solving large imperfect information games using CFR+ (2014); Zinkevich et al.,
Regret minimization in games with incomplete information (2007).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import attrs

from interpreter import arguments
from interpreter.game import Game
from interpreter.solving.unrolled import HISTORIES, Choice, Unrolled, unrolled
from interpreter.state import State

_ROUNDING: Final = 1e-6
_Strategies: TypeAlias = Sequence[Sequence[float]]


@attrs.frozen
class Equilibrium:
    """Strategies, and what they are worth. Of each information state: what is chosen how often.

    `returns`: of each player where all follow the strategies. `exploitability`: mean over the
    players of what each would gain by the best answer to the others.
    """

    returns: tuple[float, ...]
    exploitability: float
    iterations: int
    histories: int
    states: tuple[Choice, ...]
    strategies: tuple[tuple[float, ...], ...]


def cfr(
    game: Game,
    iterations: int = 1_000,
    *,
    most: int = HISTORIES,
    progress: Callable[[int], None] | None = None,
    unrolling: Callable[[int], None] | None = None,
) -> Equilibrium:
    """Return what so many iterations come to; Ctrl-C ends them sooner.

    `unrolling` is told how many histories were found, and then `progress` how many iterations are
    done.

    >>> from interpreter import load
    >>> found = cfr(load("kuhn_poker"), 200)
    >>> round(found.returns[0], 2), found.exploitability < 0.01
    (-0.06, True)

    Raises:
        ValueError: `iterations` is below 0.
        TypeError: it or `most` is no whole number, or `game` no game.
        TooLargeToSolve: the game has more than `most` histories.
    """
    arguments.expect(game, Game, arguments.GAME)
    iterations = arguments.whole(iterations, arguments.ITERATIONS, 0)
    most = arguments.whole(most, arguments.MOST)
    tree = unrolled(game, most, unrolling)
    learning = _Learning(tree)
    done = 0
    try:
        while done < iterations:
            learning.iterate(done + 1)
            done += 1
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        pass
    strategies = tuple(map(_shares, learning.sums))
    returns = tuple(_value(tree, strategies, player) for player in range(tree.players))
    gains = [
        best_answer(tree, strategies, player) - returns[player] for player in range(tree.players)
    ]
    gain = sum(gains) / len(gains)
    return Equilibrium(returns, gain, done, len(tree.after), tree.states, strategies)


def exploitability(
    game: Game, policy: Callable[[State], Sequence[float]], *, most: int = HISTORIES
) -> float:
    """Return what players would gain, on average, by answering a policy as well as possible.

    `policy`: from a state, a probability for each of its `legal_actions`; it is asked once for
    each information state, so it must look at nothing that its player does not know.

    >>> from interpreter import load
    >>> uniform = exploitability(load("kuhn_poker"), lambda state: [0.5, 0.5])
    >>> round(uniform, 4)
    0.4583

    Raises:
        ValueError: the policy gives no probabilities for the legal actions of some state.
        TooLargeToSolve: the game has more than `most` histories.
    """
    arguments.expect(game, Game, arguments.GAME)
    tree = unrolled(game, arguments.whole(most, arguments.MOST))
    strategies = tuple(_asked(policy, choice) for choice in tree.states)
    gains = [
        best_answer(tree, strategies, player) - _value(tree, strategies, player)
        for player in range(tree.players)
    ]
    return sum(gains) / len(gains)


def _asked(policy: Callable[[State], Sequence[float]], choice: Choice) -> tuple[float, ...]:
    shares = tuple(map(float, policy(choice.state)))
    sound = len(shares) == len(choice.actions) and all(share >= 0 for share in shares)
    if not sound or abs(sum(shares) - 1) > _ROUNDING:
        raise ValueError(
            f"a policy gives each of {', '.join(choice.actions)} a probability, together 1; "
            f"this one gives {', '.join(f'{share:g}' for share in shares)}"
        )
    return shares


def best_answer(tree: Unrolled, strategies: _Strategies, player: int) -> float:
    """Return what a player gets who answers the others' strategies as well as possible."""
    others = _reaches(tree, strategies, player)[1]
    values = [0.0] * len(tree.after)
    for first, behind in zip(tree.levels[-2::-1], tree.levels[:0:-1], strict=True):
        best = _best_actions(tree, range(first, behind), (others, values), player)
        for node in range(first, behind):
            choice, after = tree.choices[node], tree.after[node]
            if choice in best:
                values[node] = values[after[best[choice]]]
            else:
                values[node] = _mean(tree, strategies, node, values, player)
    return values[0]


def _best_actions(
    tree: Unrolled, nodes: range, known: tuple[list[float], list[float]], player: int
) -> dict[int, int]:
    """Return the best action of each information state of a player in a level."""
    others, values = known
    sums: dict[int, list[float]] = {}
    for node in nodes:
        choice = tree.choices[node]
        if choice >= 0 and tree.states[choice].player == player:
            worth = sums.setdefault(choice, [0.0] * len(tree.after[node]))
            for at, child in enumerate(tree.after[node]):
                worth[at] += others[node] * values[child]
    return {choice: worth.index(max(worth)) for choice, worth in sums.items()}


class _Learning:
    """Regrets and sums of strategies, by information state and action."""

    def __init__(self, tree: Unrolled) -> None:
        self.tree = tree
        self.regrets = [[0.0] * len(state.actions) for state in tree.states]
        self.sums = [[0.0] * len(state.actions) for state in tree.states]

    def iterate(self, number: int) -> None:
        """Let each player learn once from all histories."""
        for player in range(self.tree.players):
            strategies = [_shares(regrets) for regrets in self.regrets]
            own, others = _reaches(self.tree, strategies, player)
            self._add_up(strategies, own, player, number)
            self._regret(strategies, others, player)

    def _add_up(self, strategies: _Strategies, own: list[float], player: int, number: int) -> None:
        """Add a player's strategy to its sums; what he did before is the same in all nodes."""
        seen: set[int] = set()
        for node, choice in enumerate(self.tree.choices):
            if choice >= 0 and choice not in seen and self.tree.states[choice].player == player:
                seen.add(choice)
                weight = number * own[node]
                sums = self.sums[choice]
                for at, share in enumerate(strategies[choice]):
                    sums[at] += weight * share

    def _regret(self, strategies: _Strategies, others: list[float], player: int) -> None:
        tree = self.tree
        values = [0.0] * len(tree.after)
        for node in range(len(tree.after) - 1, -1, -1):
            values[node] = value = _mean(tree, strategies, node, values, player)
            choice = tree.choices[node]
            if choice >= 0 and tree.states[choice].player == player and others[node]:
                regrets = self.regrets[choice]
                for at, child in enumerate(tree.after[node]):
                    regrets[at] += others[node] * (values[child] - value)
        for state, regrets in zip(tree.states, self.regrets, strict=True):
            if state.player == player:
                regrets[:] = [max(0.0, regret) for regret in regrets]


def _reaches(
    tree: Unrolled, strategies: _Strategies, player: int
) -> tuple[list[float], list[float]]:
    """Return for each node how likely the player goes there, and how likely all others do."""
    own, others = [1.0] * len(tree.after), [1.0] * len(tree.after)
    for node, after in enumerate(tree.after):
        choice = tree.choices[node]
        shares = tree.weights[node] if choice < 0 else strategies[choice]
        mine = choice >= 0 and tree.states[choice].player == player
        for child, share in zip(after, shares, strict=True):
            own[child] = own[node] * share if mine else own[node]
            others[child] = others[node] if mine else others[node] * share
    return own, others


def _mean(
    tree: Unrolled, strategies: _Strategies, node: int, values: list[float], player: int
) -> float:
    """Return what a node is worth to a player, from what those after it are."""
    after, choice = tree.after[node], tree.choices[node]
    if not after:
        return tree.returns[node][player]
    shares = tree.weights[node] if choice < 0 else strategies[choice]
    return sum(share * values[child] for share, child in zip(shares, after, strict=True))


def _value(tree: Unrolled, strategies: _Strategies, player: int) -> float:
    values = [0.0] * len(tree.after)
    for node in range(len(tree.after) - 1, -1, -1):
        values[node] = _mean(tree, strategies, node, values, player)
    return values[0]


def _shares(weights: Sequence[float]) -> tuple[float, ...]:
    """Return weights divided by their sum; where all are 0, each the same."""
    whole = sum(weights)
    if whole <= 0:
        return (1 / len(weights),) * len(weights)
    return tuple(weight / whole for weight in weights)
