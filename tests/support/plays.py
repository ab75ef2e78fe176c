"""Plays for property tests: a list of integers, one for each choice, so that they shrink.

A pick chooses among what can happen next, be it actions or outcomes of chance:
`legal[pick % len(legal)]`. Plays of long games begin behind an *opening*: so many choices made at
random by a fixed seed, remembered for the process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from struct import unpack

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.state import State
from interpreter.tree import followers
from tests.support import games
from tests.support.cases import ON_THE_WAY, counted
from tests.support.games import Instance
from tests.support.sampling import gated

OPENING = 60
# How seldom a property is tried on a game that ships: by how long its plays take.
RARITY = {"tic_tac_toe": 2, "kuhn_poker": 2, "leduc_poker": 2, "connect_four": 4, "agamemnon": 6}
OTHERS = 30
RARITY_OF_TEXTS = {"constructs": 30, "below_zero": 5}
SMALL_ENOUGH_TO_REDEAL = {"tic_tac_toe", "kuhn_poker", "leduc_poker", "agamemnon"}
SLOW = {"othello"}  # a sketch; half a second for a choice; tests/games/test_sketches.py plays it
# Choices of a play where the reference needs much for each: up to half a second.
BRIEF = {"chess": 8, "go": 40, "lines_of_action": 12, "quoridor": 3}
MOST = 3000  # choices of a whole play
KEPT = 256  # plays: the gate draws the same ones for each property


def onwards(state: State, pick: int) -> State:
    """Return the state after the action or outcome of chance that a pick stands for."""
    options = followers(state)
    return state.child(options[pick % len(options)])


def played(state: State, picks: tuple[int, ...]) -> tuple[State, ...]:
    """Return the states from this one on, as far as the picks or the game go."""
    states = [state]
    for pick in picks:
        if states[-1].is_terminal:
            break
        states.append(onwards(states[-1], pick))
    return tuple(states)


def short_play(game: Game) -> tuple[int, int]:
    """Return the seed of twenty by which a play of random choices is shortest, and how many."""

    def length(seed: int) -> int:
        state, chance, choices = game.start().with_seed(seed).past_chance(), Random(seed), 0
        while not state.is_terminal:
            state, choices = state.apply(chance.choice(state.legal_ids)), choices + 1
        return choices

    lengths = {seed: length(seed) for seed in range(20)}
    return min(lengths.items(), key=lambda found: found[1])


def replayed(game: Game, history: tuple[int, ...]) -> State:
    """Return the state with this history, made anew."""
    state = game.start()
    for number in history:
        state = state.child(number)
    return state


@cache
def opened(instance: Instance, openings: int) -> State:
    """Return the state after some openings, or the last one before the end."""
    if not openings:
        return instance.game.start()
    state = opened(instance, openings - 1)
    numbers = Numbers("players", openings)
    for _ in range(OPENING):
        options = followers(state)
        further = state.child(options[numbers.below(len(options))])
        if further.is_terminal:
            break
        state = further
    return state


@lru_cache(maxsize=KEPT)
def _states(
    instance: Instance, openings: int, picks: tuple[int, ...], *, whole: bool
) -> tuple[State, ...]:
    rest = (*picks, 0) * MOST if whole else ()
    return played(opened(instance, openings), picks + rest[:MOST])


@attrs.frozen
class Play:
    """One drawn play: of which instance, behind how many openings, by which picks.

    A `whole` one goes on to its end, by the same picks again and again.
    """

    instance: Instance = attrs.field(repr=str)
    openings: int
    picks: tuple[int, ...]
    whole: bool = False
    states: tuple[State, ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        states = _states(self.instance, self.openings, self.picks, whole=self.whole)
        object.__setattr__(self, "states", states)

    @property
    def game(self) -> Game:
        return self.instance.game

    @property
    def seats(self) -> range:
        return range(len(self.game.players))

    @property
    def end(self) -> State:
        return self.states[-1]


@attrs.frozen
class Group:
    """Instances that share the examples of a property: `one in rarity` of the usual number."""

    name: str
    instances: tuple[Instance, ...] = attrs.field(repr=False)
    rarity: int
    longest: int
    openings: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> Path:
        return self.instances[0].path

    def examples(self, rarity: int) -> int:
        """Return how many examples to try of a property that is itself asked more rarely."""
        return max(2, settings.default.max_examples // (self.rarity * rarity))


@st.composite
def plays(draw: st.DrawFn, group: Group, *, whole: bool = False) -> Play:
    """Draw a play of one of a group's instances; `whole`: to its end."""
    length = draw(st.integers(0, group.longest))
    picks = st.binary(min_size=2 * length, max_size=2 * length)  # a number each would be dearer
    return Play(
        draw(st.sampled_from(group.instances)),
        draw(st.integers(0, group.openings)),
        unpack(f">{length}H", draw(picks)),
        whole,
    )


SHIPPED = tuple(
    Group(
        path.stem,
        games.instances(path),
        RARITY.get(path.stem, OTHERS),
        BRIEF.get(path.stem, 90),
    )
    for path in games.RULES
)
SMALL = tuple(
    Group(f"text {path.stem}", games.instances(path), RARITY_OF_TEXTS.get(path.stem, 8), 60)
    for path in games.TEXTS
)
REDEALT = (
    *(group for group in SHIPPED if group.name in SMALL_ENOUGH_TO_REDEAL),
    *(group for group in SMALL if group.name != "text constructs"),  # too much to redeal
)
SKETCHED = tuple(
    Group(f"sketch {path.stem}", games.instances(path), 60, 50, openings=4)
    for path in games.SKETCHES
    if path.stem not in SLOW
)
EVERYTHING = (*SHIPPED, *SMALL, *SKETCHED)
WHOLE = tuple(group for group in (*SHIPPED, *SMALL) if group.name not in BRIEF)
"""Groups whose plays are made to their ends; others are played whole beside outside judges."""


def over_plays(
    groups: tuple[Group, ...] = EVERYTHING, *, rarity: int = 1, whole: bool = False
) -> Callable[[Callable[[Play], None]], Callable[[Group], None]]:
    """Turn a property of one play into a test of many, over each group of instances.

    `rarity`: try it that many times more rarely, because it is slow.
    """

    def decorate(prop: Callable[[Play], None]) -> Callable[[Group], None]:
        def test(group: Group) -> None:
            def holds(play: Play) -> None:
                prop(play)
                counted(group.name, "plays")
                counted(group.name, ON_THE_WAY, len(play.states))

            tried = given(plays(group, whole=whole))(holds)
            settings(max_examples=group.examples(rarity))(tried)()

        test.__name__ = prop.__name__
        test.__doc__ = prop.__doc__
        test.__module__ = prop.__module__
        return pytest.mark.parametrize("group", gated(groups), ids=str)(test)

    return decorate
