"""What players may know: nothing leaks, nothing is forgotten. Ref §2, §3, §4, §5."""

from functools import cache

import attrs
import pytest

from interpreter.position import CHANCE
from interpreter.reference.events import Changed, Moved, Rolled, Said, Shown
from interpreter.state import State
from tests.properties.test_components import variable_cells, zone_cells
from tests.support import games
from tests.support.cases import counted
from tests.support.knowledge.enumeration import by_knowledge
from tests.support.plays import SHIPPED, SMALL, over_plays

ENUMERABLE = ("kuhn_poker", "look_and_put_back")


@cache
def enumerated(name, player):
    game = games.shipped(name) if name == "kuhn_poker" else games.text(name)
    return by_knowledge(game, player)


def sight(spec):
    """Return who sees each cell, straight from the declarations."""
    parts = [*spec.zones, *spec.variables]
    return [frozenset(seers) for part in parts for seers in part.seen_by]


def backs(spec, kinds):
    """Return the backs of some components that have one, ascending."""
    found = (spec.kinds[kind].back for kind in kinds)
    return tuple(sorted(back for back in found if back is not None))


def told(event, player, spec):
    """Return what a player is told of an event, from the declarations and Ref §2, §15."""
    seen_by = sight(spec)
    match event:
        case Moved() if player not in seen_by[event.source] | seen_by[event.target]:
            zones = zone_cells(spec)
            mixed = zones[event.source].shape == zones[event.target].shape == "bag"
            return event._replace(kinds=None, backs=() if mixed else backs(spec, event.kinds))
        case Rolled() if player not in seen_by[event.cell]:
            return event._replace(kinds=None)
        case Shown() if player != event.player and player not in seen_by[event.cell]:
            return event._replace(kinds=None)
        case Changed() if player not in seen_by[event.cell]:
            return None
        case Said() if event.player not in (None, player):
            return None
        case _:
            return event


@over_plays()
def test_nobody_is_told_what_he_does_not_see(play):
    spec = play.game.spec
    for state in play.states:
        for player in play.seats:
            expected = [told(event, player, spec) for event in state.transition]
            assert list(state.effects(player)) == [e for e in expected if e is not None]


def disguised(state, player):
    """Return the state with all that `player` does not see exchanged for something else.

    Components lying unseen go round among the unseen places of the same sort; unseen variables
    take another value of their type. What he sees, and all numbers and backs, stay.
    """
    spec = state.game.spec
    zones = zone_cells(spec)
    seen_by = sight(spec)
    cells = list(state.position.cells)
    for back in {kind.back for kind in spec.kinds}:
        places = [
            (at, index)
            for at, zone in enumerate(zones)
            if player not in seen_by[at]
            for index, kind in enumerate(cells[at])
            if spec.kinds[kind].back == back
        ]
        kinds = [cells[at][index] for at, index in places]
        for (at, index), kind in zip(places, kinds[1:] + kinds[:1], strict=True):
            cells[at] = (*cells[at][:index], kind, *cells[at][index + 1 :])
    for at, zone in enumerate(zones):
        if zone.shape in ("set", "bag"):
            cells[at] = tuple(sorted(cells[at]))
    for at, variable in enumerate(variable_cells(spec), start=len(zones)):
        if player not in seen_by[at] and cells[at] is not None:
            cells[at] = variable.initial if cells[at] != variable.initial else None
    return State(state.game, attrs.evolve(state.position, cells=tuple(cells)))


@over_plays(rarity=3)
def test_an_observation_tells_nothing_of_what_is_unseen(play):
    for state in play.states:
        for player in play.seats:
            other = disguised(state, player)
            seen = other.observation(player)
            if state.current_player == CHANCE or other.is_terminal:
                assert seen["zones"] == state.observation(player)["zones"]
                assert seen["variables"] == state.observation(player)["variables"]
            else:
                assert seen == state.observation(player)


@over_plays((*SHIPPED, *SMALL), rarity=3)
def test_options_follow_from_what_the_actor_sees(play):
    for state in play.states:
        player = state.current_player
        if player >= 0:
            assert disguised(state, player).legal_ids == state.legal_ids


@over_plays()
def test_nothing_is_forgotten_and_no_own_choice_is_left_out(play):
    for state in play.states[1:]:
        before = state.previous
        for player in play.seats:
            earlier, now = before.information_state(player), state.information_state(player)
            assert now[: len(earlier)] == earlier
            own = ("chose", state.action)
            added = now[len(earlier) :]
            assert (own in added[:1]) == (before.current_player == player)
            assert all(entry[0] != "chose" for entry in added[1:])
            hash(now)


@over_plays(rarity=3)
def test_nobody_is_told_what_others_chose_or_chance_drew(play):
    """The only numbers of choices in an information state are the player's own, in order."""
    for player in play.seats:
        known = play.end.information_state(player)
        chosen = [entry[1] for entry in known if entry[0] == "chose"]
        path = play.end.path[1:]
        assert chosen == [s.action for s in path if s.previous.current_player == player]


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_who_cannot_tell_two_plays_apart_sees_and_may_do_the_same(name, player):
    for plays in enumerated(name, player).values():
        first = plays[0][0]
        for state, _ in plays[1:]:
            assert state.observation(player) == first.observation(player)
            assert (state.current_player == player) == (first.current_player == player)
            if state.current_player == player:
                assert state.legal_ids == first.legal_ids
            counted(name, "pairs of plays")


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_plays_once_told_apart_are_never_taken_for_each_other(name, player):
    for plays in enumerated(name, player).values():
        ways = {
            tuple(earlier.information_state(player) for earlier in state.path)
            for state, _ in plays
        }
        assert len(ways) == 1
        counted(name, "plays", len(plays))


def test_hidden_cards_make_plays_that_cannot_be_told_apart():
    """The tests above would say nothing of a game in which all is seen."""
    for name in ENUMERABLE:
        for player in (0, 1):
            assert max(len(plays) for plays in enumerated(name, player).values()) > 1


def test_the_texts_have_enough_in_them_for_these_tests():
    """Every sort of event occurs, and something is disguised."""
    sorts, disguises = set(), 0
    for instance in games.SMALL_TEXTS:
        for seed in range(3):
            state = instance.game.start(seed)
            while not state.is_terminal:
                state = state.apply(state.legal_ids[seed * 5 % len(state.legal_ids)])
                disguises += disguised(state, 0).position != state.position
            sorts |= {event.tag for at in state.path for event in at.transition}
    needed = {"moved", "rolled", "changed", "revealed", "shown", "said", "turn began", "ended"}
    assert sorts >= needed
    assert disguises > 50
