"""Play a game of ours and the same game in OpenSpiel in lockstep, at random, and compare.

At every state both must agree on who is to move, on the names of the legal actions, on the
outcomes of chance with their probabilities, and at the end on the returns. In games with hidden
information they must also agree on which states the player to move can tell apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import attrs
import pyspiel

from interpreter.action import Action
from interpreter.game import Game
from interpreter.state import CHANCE, State
from tests.support.cases import counted


def _never(_: pyspiel.State) -> bool:
    return False


def _alike(outcome: int, _state: State) -> int:
    return outcome


def _nothing(_state: pyspiel.State, _action: int) -> bool:
    return False


@attrs.frozen
class Pair:
    """A game of ours, the name of theirs, and how the two correspond.

    `name` gives what they call an action of ours, `cleaned` what counts of their names. `outcome`
    gives the number of their outcome for one of ours in a state. Where `ends_earlier` holds for a
    state of theirs that is over, their rules end the game and ours do not, as the header of the
    text says. Where `refuses` holds for a state and an action of theirs, ours have no such action.
    After `longest` choices theirs is a draw, also where the last of them has won in ours.
    What players can tell apart is compared unless `knowledge` is off: theirs may forget.
    """

    ours: Game
    theirs: str
    name: Callable[[Action, int], str]
    cleaned: Callable[[str], str] = str
    outcome: Callable[[int, State], int] = _alike
    ends_earlier: Callable[[pyspiel.State], bool] = _never
    refuses: Callable[[pyspiel.State, int], bool] = _nothing
    longest: int | None = None
    knowledge: bool = True


@attrs.define
class Tally:
    """What was compared: games, how many of them to our end too, and states."""

    games: int = 0
    finished: int = 0
    states: int = 0
    told_apart: dict[object, str] = attrs.field(factory=dict)
    alike: dict[str, object] = attrs.field(factory=dict)


def lockstep(pair: Pair, games: int, first_seed: int = 0) -> Tally:
    """Compare so many random games; the seeds of their choices count up from `first_seed`."""
    tally = Tally()
    theirs = pyspiel.load_game(pair.theirs)
    for seed in range(first_seed, first_seed + games):
        _one_game(pair, theirs.new_initial_state(), random.Random(seed), tally)
        tally.games += 1
    counted(pair, "games", tally.games)
    counted(pair, "states", tally.states)
    return tally


def _one_game(pair: Pair, theirs: pyspiel.State, rng: random.Random, tally: Tally) -> None:
    ours = pair.ours.start()
    while not theirs.is_terminal():
        tally.states += 1
        assert not ours.is_terminal, _both("ours is over, theirs is not", ours, theirs)
        if theirs.is_chance_node():
            number, action = _chance(pair, ours, theirs, rng)
        else:
            number, action = _choice(pair, ours, theirs, rng)
            if pair.knowledge:
                _compare_knowledge(ours, theirs, tally)
        ours = ours.child(number)
        theirs.apply_action(action)
    tally.states += 1
    if not ours.is_terminal and pair.ends_earlier(theirs):
        return
    assert ours.is_terminal, _both("theirs is over, ours is not", ours, theirs)
    if len(theirs.history()) == pair.longest:
        assert not any(theirs.returns()), _both("theirs is no draw", ours, theirs)
    else:
        assert list(ours.returns) == theirs.returns(), _both("the returns differ", ours, theirs)
    tally.finished += 1


def _chance(pair: Pair, ours: State, theirs: pyspiel.State, rng: random.Random) -> tuple[int, int]:
    """Compare the outcomes at a chance point and pick one: our number and theirs."""
    assert ours.current_player == CHANCE, _both("theirs leaves it to chance", ours, theirs)
    mine = {pair.outcome(number, ours): float(weight) for number, weight in ours.chance_outcomes}
    other = dict(theirs.chance_outcomes())
    assert mine.keys() == other.keys(), _both("the outcomes differ", ours, theirs)
    assert all(abs(mine[outcome] - other[outcome]) < 1e-9 for outcome in mine)
    number, _ = rng.choice(ours.chance_outcomes)
    return number, pair.outcome(number, ours)


def _choice(pair: Pair, ours: State, theirs: pyspiel.State, rng: random.Random) -> tuple[int, int]:
    """Compare who is to move and what is legal, and pick an action: our number and theirs."""
    player = theirs.current_player()
    assert ours.current_player == player, _both("another player is to move", ours, theirs)
    mine = {pair.name(action, player): action.id for action in ours.legal_actions}
    other = {pair.cleaned(theirs.action_to_string(a)): a for a in theirs.legal_actions()}
    assert len(mine) == len(ours.legal_ids), _both("two actions share a name", ours, theirs)
    differing = sorted(
        name
        for name in mine.keys() ^ other.keys()
        if name in mine or not pair.refuses(theirs, other[name])
    )
    assert not differing, _both(f"the legal actions differ in {differing}", ours, theirs)
    picked = rng.choice(sorted(mine))
    return mine[picked], other[picked]


def _compare_knowledge(ours: State, theirs: pyspiel.State, tally: Tally) -> None:
    """Hold that the player to move can tell apart here what he can tell apart there."""
    if not ours.game.facts.hidden_information:
        return
    player = theirs.current_player()
    mine = (player, ours.information_state(player))
    other = f"{player} {theirs.information_state_string(player)}"
    assert tally.told_apart.setdefault(mine, other) == other, _both("they know more", ours, theirs)
    assert tally.alike.setdefault(other, mine) == mine, _both("we know more", ours, theirs)


def _both(what: str, ours: State, theirs: pyspiel.State) -> str:
    """Return a message with the two states."""
    legal = "" if ours.is_terminal else f"; legal: {ours.legal_actions}"
    return f"{what}\nours: {ours!r}{legal}\nhistory: {ours.history}\ntheirs:\n{theirs}"


def their_counts(theirs: str, depth: int) -> tuple[int, ...]:
    """Return how many plays of 1 to `depth` choices they count; chance is not asked."""
    level = {"": (pyspiel.load_game(theirs).new_initial_state(), 1)}
    counts = []
    for _ in range(depth):
        following: dict[str, tuple[pyspiel.State, int]] = {}
        for state, paths in level.values():
            for action in state.legal_actions():
                child = state.child(action)
                key = f"{child.current_player()} {child} {child.legal_actions()}"
                following[key] = (child, following.get(key, (child, 0))[1] + paths)
        level = following
        counts.append(sum(paths for _, paths in level.values()))
    return tuple(counts)
