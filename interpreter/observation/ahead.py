"""What a player will be asked next, where no choice of others before that can matter for it.

Others choose first, one after another, and he sees nothing of what they do: bids are written
down, fleets are placed. Whether it is so is worked out from his side alone. Everything that he
must think possible is played on from what he knows, with arguments that he does not know; whatever
he would see, whatever would read what he does not know, chance, and the end of the play give up.
What is left is a question that he knows already. As it is a function of what he was told, telling
it to him adds nothing; and what he answers changes nothing before he is asked.

Where the text says that each chooses at once (`each p in Player chooses`) that need not be worked
out: the checker has seen to it, and what others see of a choice is the same whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import attrs

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.layout import ArmLayout
from interpreter.observation.blanked import Blanked, Knower, blanked_cells, known_world
from interpreter.observation.choices import knower_of
from interpreter.observation.following import Following
from interpreter.observation.options import GIVES_UP, Options, arms_possible
from interpreter.observation.places import Place, Standing, key_of
from interpreter.observation.playing_on import ANYBODY
from interpreter.observation.unseen import Unknown, Unseen, unseen
from interpreter.observation.where import possible
from interpreter.position import Choosing, Each
from interpreter.reference.choice import actor_of, offers, open_arms
from interpreter.reference.machine import has_clock
from interpreter.reference.stepping import advance
from rulelang import core

if TYPE_CHECKING:
    from interpreter.state import State

_MOST: Final = 64
"""Places of the text that choices of others may lead to; where there are more, nobody looks."""

_WAYS: Final = 400
"""Choices of others that are played on from."""

_FOUND: WeakKeyDictionary[State, dict[int, State | None]] = WeakKeyDictionary()


def asked_next(state: State, player: int) -> State | None:
    """Return a state at which a player is asked what he will be asked, whatever others choose.

    What he sees there is what he sees now, and what he is offered there he will be offered. None
    where it is his choice already, or he cannot know yet. What others hold in that state is not
    what they will hold: it is for his sight alone.

    >>> from interpreter import load
    >>> asked_next(load("tic_tac_toe").start(), 1) is None
    True
    """
    known = _FOUND.setdefault(state, {})
    if player not in known:
        known[player] = _found(state, player)
    return known[player]


def _found(state: State, player: int) -> State | None:
    if state.is_terminal or state.current_player < 0 or state.current_player == player:
        return None
    try:
        promised = _at_once(state, player)
        return _worked_out(state, player) if promised is None else promised
    except (RuleFault, BudgetExceeded):
        return None  # on the way to him the play may break


def _worked_out(state: State, player: int) -> State | None:
    """Return the state at which a player is asked the same whatever others choose, if he is."""
    question = _question(state, player, knower_of(state.game.layout, player))
    asked = _come_to(state, player) if question else None
    return asked if asked is not None and asked.legal_ids == question else None


def _come_to(state: State, player: int) -> State | None:
    """Return the state at which a player is asked if others take what they are offered first.

    None where they may go on with that for long.
    """
    at = state
    for _ in range(_MOST):
        at = at.child(at.legal_ids[0])
        assert at.current_player >= 0, "no chance comes before he is asked, and no end"
        if at.current_player == player:
            return at
    return None


def chooses_at_once(state: State) -> bool:
    """Return whether the choice that is made now is one of all at once."""
    return _loop_of(state) is not None


def _loop_of(state: State) -> int | None:
    """Return the place of the frame of the innermost choice of all at once in progress."""
    control, statements = state.position.control, state.game.layout.statements
    for at in range(len(control) - 1, -1, -1):
        frame = control[at]
        if isinstance(frame, Each):
            loop = statements[frame.loop]
            if isinstance(loop, core.For) and loop.at_once:
                return at
    return None


def _at_once(state: State, player: int) -> State | None:
    """Return the state in which a player is asked in a choice of all at once, if he is to come."""
    at = _loop_of(state)
    if at is None:
        return None
    position, layout = state.position, state.game.layout
    frame, below = position.control[at], position.control[:at]
    assert isinstance(frame, Each), "a loop is in progress"
    left = [n for n, found in enumerate(frame.rest) if found[-1] == player]
    if not left:
        return None
    clocks = position.clocks[: sum(has_clock(one, layout) for one in below)]
    control = (*below, frame._replace(rest=frame.rest[left[0] :]))
    asked, _ = advance(layout, attrs.evolve(position, control=control, clocks=clocks))
    found = type(state)(state.game, asked)
    return found if not found.is_terminal and found.current_player == player else None


def _question(state: State, player: int, who: Knower) -> tuple[int, ...] | None:
    """Return the numbers of the actions that he will be offered; None where he cannot know."""
    held = possible(state, who)
    if len(held) != 1:
        return None
    waiting, met = [held[0]], set[Place]()
    question: tuple[int, ...] | None = None
    tried = 0
    try:
        while waiting:
            at = waiting.pop()
            for standing in _led_to(who, at, is_asked=at is held[0]):
                tried += 1
                key = key_of(standing)
                if len(met) > _MOST or tried > _WAYS:
                    return None
                if key in met:
                    continue
                met.add(key)
                behind = _behind(state, who, standing)
                if _actor(behind) != player:
                    waiting.append(behind)
                    continue
                offered = _offered(behind)
                if question not in (None, offered):
                    return None
                question = offered
    except GIVES_UP:
        return None
    return question


def _led_to(who: Knower, at: Blanked, *, is_asked: bool) -> Iterator[Standing]:
    """Yield where the choice of somebody else may lead, if nothing of it can be seen.

    `is_asked`: something is certainly on offer.

    Raises:
        Unknown: something of it may be seen, or there is no saying.
    """
    top = at.control[-1]
    assert isinstance(top, Choosing), "somebody chooses"
    node = at.world.layout.statements[top.choice]
    assert isinstance(node, core.Choose)
    if node.otherwise is not None and not is_asked:
        raise Unknown  # perhaps nobody is asked at all
    for arm, env, place in arms_possible(at.control, at.world):
        ways = Options(arm, env, at.world, lambda _: True).rough()
        first = next(ways, None)
        if first is None:
            continue  # he knows that it is not legal
        following = Following(who.observer, at, (), ANYBODY)
        try:
            yield following.unseen_way(arm, env, place, unseen(len(arm.kinds)))
        except Unknown:
            for arguments in (first, *ways):
                yield following.unseen_way(arm, env, place, arguments)


def _behind(state: State, who: Knower, standing: Standing) -> Blanked:
    """Return a position that others led to, as he knows it."""
    control, clocks = standing
    cells = blanked_cells(state, who.observer)
    return Blanked(cells, control, clocks, known_world(state, who, cells))


def _actor(at: Blanked) -> int:
    """Return who is to choose.

    Raises:
        Unknown: there is no saying.
    """
    top = at.control[-1]
    assert isinstance(top, Choosing), "what others choose leads to a choice, or nobody looks on"
    actor = actor_of(top, at.world)
    if isinstance(actor, Unseen):
        raise Unknown
    return actor


def _offered(at: Blanked) -> tuple[int, ...]:
    """Return the numbers of the actions that he is offered, as far as what he knows decides.

    Raises:
        Unknown: it does not.
    """
    found = open_arms(at.control, at.world)
    if any(_looks_on(one.layout) for one in found):
        raise Unknown
    return tuple(sorted(offer.id for one in found for offer in offers(one, at.world)))


def _looks_on(arm: ArmLayout) -> bool:
    """Return whether what is legal of an arm is found out by playing on."""
    return bool(arm.trial) or arm.looks_ahead
