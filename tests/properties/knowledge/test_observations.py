"""Rows of a batch show what a player sees, and nothing else. Ref §3."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.knowledge.redeal import Belief
from interpreter.position import CHANCE
from interpreter.state import State
from tests.support.batches import batch_of, holds, read_row
from tests.support.cases import counted
from tests.support.games import RULES, SMALL_TEXTS, hides, instances
from tests.support.plays import BRIEF
from tests.support.sampling import few, gated

LAST = tuple(instances(path)[-1] for path in RULES if path.stem != "liars_dice")
GAMES = LAST + SMALL_TEXTS
# What these hide lies in one bag: there is nothing with which it could change places.
ONE_BAG = {"antike_duellum", "millbrook", "rising_tide"}
HIDING = tuple(
    instance for instance in GAMES if hides(instance.path) and instance.path.stem not in ONE_BAG
)
PICKS = st.lists(st.integers(0, 999), max_size=40)
fewer = settings(max_examples=max(6, settings().max_examples // 8))


def along(game, picks):
    """Return the states of a play, one choice or outcome of chance after another."""
    state = game.start()
    states = [state]
    for pick in picks:
        if state.is_terminal:
            break
        numbers = (
            [number for number, _ in state.chance_outcomes]
            if state.current_player == CHANCE
            else state.legal_ids
        )
        state = state.child(numbers[pick % len(numbers)])
        states.append(state)
    return states


@pytest.mark.parametrize("instance", [*gated(LAST), *few(SMALL_TEXTS, 1)], ids=str)
def test_a_row_says_what_the_observation_shows(instance):
    batch = batch_of(instance.game)

    @fewer
    @given(PICKS)
    def at_every_state(picks):
        state = along(instance.game, picks[: BRIEF.get(instance.path.stem)])[-1]
        for player in range(len(instance.game.players)):
            row = read_row(batch.observation_layout, batch.observe(state, player))
            holds(row, state.observation(player))
        counted(instance, "positions")

    at_every_state()


def shuffled(state, player, numbers):
    """Return a state in which what `player` does not see is dealt anew.

    Components change places with others that have the same back, and variables of one family
    their values. Each zone keeps how many it holds.
    """
    layout, cells = state.game.layout, list(state.position.cells)
    hidden = [cell for cell, seers in enumerate(layout.seen_by) if player not in seers]
    zones = [cell for cell in hidden if cell < len(layout.zone_of)]
    for first, second in combinations_with_replacement(zones, 2):
        pairs = _exchanges(layout, cells, first, second)
        if pairs:
            i, j = pairs[next(numbers) % len(pairs)]
            held = {first: list(cells[first])}
            held.setdefault(second, list(cells[second]))
            held[first][i], held[second][j] = cells[second][j], cells[first][i]
            for cell, kinds in held.items():
                cells[cell] = _laid(layout, cell, kinds)
    for first, second in combinations(hidden[len(zones) :], 2):
        families = [layout.variable_of[cell - len(layout.zone_of)] for cell in (first, second)]
        if families[0] is families[1] and next(numbers) % 2:
            cells[first], cells[second] = cells[second], cells[first]
    changed = attrs.evolve(state.position, cells=tuple(cells))
    return State(state.game, changed, seed=state.seed)


def _exchanges(layout, cells, first, second):
    """Return which components of two zones, or of one row, may change places."""
    if first == second and layout.zone_of[first].shape != "row":
        return []
    return [
        (i, j)
        for i, one in enumerate(cells[first])
        for j, other in enumerate(cells[second])
        if one != other
        and layout.back_of[one] == layout.back_of[other]
        and one in layout.holds[second]
        and other in layout.holds[first]
    ]


def _laid(layout, cell, kinds):
    """Return what lies in a zone as positions have it: only rows have an order."""
    return tuple(kinds) if layout.zone_of[cell].shape == "row" else tuple(sorted(kinds))


@pytest.mark.parametrize(
    "instance",
    [
        *gated(one for one in HIDING if one in LAST),
        *few((one for one in HIDING if one not in LAST), 1),
    ],
    ids=str,
)
def test_what_lies_hidden_leaves_no_trace(instance):
    batch = batch_of(instance.game)
    changes = Counter()

    @fewer
    @given(PICKS, st.lists(st.integers(0, 999), min_size=1, max_size=8))
    def at_every_state(picks, swaps):
        state = along(instance.game, picks)[-1]
        for player in range(len(instance.game.players)):
            numbers = iter(swaps * 1000)
            other = shuffled(state, player, numbers)
            if batch._engine.codec.encode(other.position) is None:  # noqa: SLF001 - no play has it
                continue
            changes[other.position != state.position] += 1
            assert other.observation(player) == state.observation(player)
            assert batch.observe(other, player).tolist() == batch.observe(state, player).tolist()
        counted(instance, "positions")

    at_every_state()
    assert changes[True]


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_redealt_states_have_one_row(name):
    instance = next(instance for instance in GAMES if instance.path.stem == name)
    batch = batch_of(instance.game)

    @fewer
    @given(PICKS, st.integers(0, 99))
    def at_every_state(picks, seed):
        state = along(instance.game, picks)[-1]
        for player in range(len(instance.game.players)):
            belief = Belief.start(instance.game, player=player)
            belief.follow(state)
            guess = belief.sample(seed)
            assert batch.observe(guess, player).tolist() == batch.observe(state, player).tolist()
        counted(instance, "positions")

    at_every_state()
