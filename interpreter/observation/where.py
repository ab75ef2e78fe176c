"""What an observer knows of the place of the text at which play stands.

Where pauses are is public (Ref §25, G5), and so is the way on from a place that he knows. What
leads astray is a choice of which he was not told: after one arm play may be inside of it, back at
the choice, or behind it, after another somewhere else, and all that he sees may look the same. If
all that may have been chosen leads to one place, he goes on knowing it. Else he holds several
possible, and what he sees next rules some of them out. Where there are too many, or none can be
followed, he is told of no choice, and finds himself again where he sees a turn begin or is asked
something himself, if the text does that in one place only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Layout
from interpreter.observation.blanked import Blanked, Knower, blanked, blanked_cells, known_world
from interpreter.observation.following import Following
from interpreter.observation.matching import Seen
from interpreter.observation.options import arms_possible
from interpreter.observation.places import Standing, is_whole, key_of, single, turns
from interpreter.observation.unseen import unseen
from interpreter.position import Acting, Choosing, Meanwhile, Picking, Position, Run, Turning
from interpreter.reference.events import TurnBegan
from rulelang import core

if TYPE_CHECKING:
    from interpreter.state_like import StateLike

_Way: TypeAlias = tuple[Seen, bool]
"""A way on, and whether it counts as a pick of the choice on top: an `anytime` does not."""

_MOST = 8
"""Places held possible at once."""


def possible(state: StateLike, who: Knower) -> tuple[Blanked, ...]:
    """Return the positions that an observer must think possible at a choice point.

    Each as he knows it; () where there is no saying.
    """
    standings = _standings(state, who)
    if standings is None:
        return ()
    if not standings:
        player = who.observer.player
        known = blanked(state, who, lambda other: other.told(player))
        return () if known is None else (known,)
    cells = [blanked_cells(state, who.observer) for _ in standings]
    return tuple(
        Blanked(held, control, clocks, known_world(state, who, held))
        for held, (control, clocks) in zip(cells, standings, strict=True)
    )


def _standings(state: StateLike, who: Knower) -> tuple[Standing, ...] | None:
    """Return how play may stand: () as it does, and he knows the place; None anyhow."""
    player = who.observer.player
    way: list[StateLike] = []
    at: StateLike | None = state
    while at is not None and player not in at.standings:
        way.append(at)
        if at.previous is None or _finds_himself(at, player):
            at.standings[player] = ()
            break
        at = at.previous
    for after in reversed(way):
        if player not in after.standings:
            after.standings[player] = _led_to(after, who)
    return state.standings[player]


def _led_to(state: StateLike, who: Knower) -> tuple[Standing, ...] | None:
    """Return how play may stand behind a step."""
    before, player = state.previous, who.observer.player
    assert before is not None, "the start is known"
    if before.standings[player] == () and _is_told(state, before, player):
        return ()
    ways: list[_Way] = []
    for at in possible(before, who):
        following = Following(who.observer, at, state.effects(player), state.current_player)
        found = _ways(state, before, at, following, player)
        if found is None:
            return None
        ways += found
    places = {(way.place, is_pick) for way, is_pick in ways}
    if len(places) == 1:
        place = ways[0][0].place
        if place is not None and (before.standings[player] == () or is_whole(place)):
            return ()
    ends: dict[object, Standing] = {}
    for way, _ in ways:
        if way.end is None:
            return None
        ends[key_of(way.end)] = way.end
    return tuple(ends.values()) if 0 < len(ends) <= _MOST else None


def _is_told(state: StateLike, before: StateLike, player: int | None) -> bool:
    """Return whether a step leads from a place that an observer knows to one that he knows."""
    actor = before.current_player
    if actor < 0:
        return not isinstance(before.position.control[-1], Picking)
    told = state.told(player)
    return actor == player or (told is not None and told.action is not None)


def _ways(
    state: StateLike, before: StateLike, at: Blanked, following: Following, player: int | None
) -> list[_Way] | None:
    """Return the ways on from one position held possible; None where they cannot be followed."""
    if before.current_player < 0:
        if not at.control or not isinstance(at.control[-1], Picking):
            return None
        return [(way, True) for way in following.ways_of_chance()]
    return list(_ways_of_arms(state, before, at, following, player))


def _ways_of_arms(
    state: StateLike, before: StateLike, at: Blanked, following: Following, player: int | None
) -> Iterator[_Way]:
    told = state.told(player)
    own = before.current_player == player
    for arm, env, frame in arms_possible(at.control, at.world):
        assert state.action is not None, "it has a number"
        is_it = arm.holds(state.action)
        if is_it or (told is None and not own):
            arguments = arm.arguments(state.action) if own else unseen(len(arm.kinds))
            is_pick = not isinstance(at.control[frame], Meanwhile)
            for way in following.ways(arm, env, frame, arguments):
                yield way, is_pick


# ---------------------------------------------------------------- finding oneself again


def _finds_himself(state: StateLike, player: int | None) -> bool:
    """Return whether what he sees of a state can be at one place of the text only."""
    layout, position = state.game.layout, state.position
    if player is not None and state.current_player == player and _is_asked(state):
        top = position.control[-1]
        if top[0] in single(layout) and _is_plain(position, layout):
            return True
    running = [at for at, frame in enumerate(position.control) if isinstance(frame, Turning)]
    return (
        len(running) == 1
        and turns(layout) == 1
        and position.control[running[0]][0] in single(layout)
        and any(isinstance(event, TurnBegan) for event in state.effects(player))
        and _is_plain(position, layout, below=running[0])
    )


def _is_asked(state: StateLike) -> bool:
    """Return whether what is on offer tells which choice of the text it is."""
    top = state.position.control[-1]
    return any(
        arm.holds(number) for number in state.legal_ids for arm in state.game.layout.arms[top[0]]
    )


def _is_plain(position: Position, layout: Layout, *, below: int | None = None) -> bool:
    """Return whether nothing in progress counts, up to a frame, so that a place is all of it."""
    amount = 0
    for frame in position.control[:below]:
        amount += isinstance(frame, Turning)
        if isinstance(frame, Choosing):
            node = layout.statements[frame.choice]
            assert isinstance(node, core.Choose)
            if node.limit is not None:
                return False
        elif not isinstance(frame, Run | Turning | Meanwhile | Acting):
            return False
    return amount <= 1
