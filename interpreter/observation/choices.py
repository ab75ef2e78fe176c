"""What an observer is told of the choice that began a step."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, assert_never
from weakref import WeakKeyDictionary

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.labels import label
from interpreter.layout import ArmLayout, Layout
from interpreter.observation.blanked import Blanked, Knower, knower
from interpreter.observation.following import Following
from interpreter.observation.observer import observer_of
from interpreter.observation.options import GIVES_UP, Options, arms_possible
from interpreter.observation.unseen import Unknown, Unseen
from interpreter.observation.where import possible
from interpreter.position import Env
from interpreter.reference.events import Chose, Event
from interpreter.reference.wording import action_sentence
from rulelang import core
from rulelang.freezing import frozen
from rulelang.rule_types import Component, Type

if TYPE_CHECKING:
    from interpreter.state_like import StateLike

_TRIES = 1_000
"""Actions tried of one choice; where more are possible, he is not told."""

_UNTOLD: Final = "?"
_BRACKETS: Final = re.compile(rf"\s*\([^()]*{re.escape(_UNTOLD)}[^()]*\)")
"""What of a sentence says nothing without a value in it: `(3 due)`."""

_KNOWERS: WeakKeyDictionary[Layout, dict[int | None, Knower]] = WeakKeyDictionary()


@frozen
class _Fit:
    """An arm that fits what was seen, at one of the positions held possible.

    `arguments`: where all that fit agree, else None.
    """

    at: Blanked
    arm: ArmLayout
    env: Env
    arguments: Env


def told(state: StateLike, player: int | None) -> Chose | None:
    """Return what a player (None: an onlooker) is told of the choice that led to a state.

    What an onlooker is told, all are. None for the actor's own, and for chance.
    """
    before = state.previous
    if before is None or before.current_player < 0 or before.current_player == player:
        return None
    if player is None:
        return chosen(state, None)
    public = state.told(None)
    if public is not None and public.action is not None:
        return public
    return chosen(state, player) or public


def chosen(state: StateLike, player: int | None) -> Chose | None:
    """Return what a player (None: an onlooker) can tell of the choice that led to a state."""
    before = state.previous
    assert before is not None, "somebody chose"
    layout = state.game.layout
    who = knower_of(layout, player)
    at = possible(before, who)
    actor = before.current_player
    try:
        fit = _only_way(state, before, who, at) or _only_fit(
            who, at, state.effects(player), state.current_player
        )
    except Unknown:
        return None
    return None if fit is None else _told(fit, actor, layout)


def foreseen(state: StateLike, player: int, others: Collection[int]) -> bool:
    """Return whether a choice told a player nothing but that it was made.

    That is where all that he saw of the step follows from what he knew and what was chosen.

    Raises:
        SeenBehindError: one of `others` may have seen something of it that he did not.
    """
    layout = state.game.layout
    guarded = {cell for cell, seers in enumerate(layout.seen_by) if not seers.isdisjoint(others)}
    before = state.previous
    assert before is not None, "somebody chose"
    assert state.action is not None, "it has a number"
    who = knower_of(state.game.layout, player)
    choice = state.told(player)
    held = possible(before, who)
    if len(held) != 1:
        return False
    (at,) = held
    if before.current_player == player:
        number, arguments = state.action, None
    elif choice is None:
        return False
    elif choice.action is not None:
        number, arguments = choice.action, None
    else:
        number, arguments = state.action, choice.arguments
    following = Following(who.observer, at, state.effects(player), state.current_player)
    arm, env, place = _arm_of(at, number)
    known = arm.arguments(number)
    if arguments is not None:
        known = tuple(
            Unseen() if label is None else value
            for value, label in zip(known, arguments, strict=True)
        )
    return following.is_certain(arm, env, place, known, guarded)


def _arm_of(at: Blanked, number: int) -> tuple[ArmLayout, Env, int]:
    """Return the arm of an action that is on offer, the locals before it, its frame's place."""
    return next(one for one in arms_possible(at.control, at.world) if one[0].holds(number))


def knower_of(layout: Layout, player: int | None) -> Knower:
    """Return what a player (None: an onlooker) knows of locals."""
    known = _KNOWERS.setdefault(layout, {})
    if player not in known:
        known[player] = knower(observer_of(layout, player))
    return known[player]


class _Judge:
    """Says what fits, so many times."""

    def __init__(self, following: Following) -> None:
        self._following = following
        self._left = _TRIES

    def of(self, arm: ArmLayout, env: Env, place: int) -> Callable[[Env], bool]:
        """Return what judges the arguments of one arm.

        What it returns raises `Unknown` where there are too many.
        """

        def fits(arguments: Env) -> bool:
            self._left -= 1
            if self._left < 0:
                raise Unknown
            return self._following.fits(arm, env, place, arguments)

        return fits


def _only_way(
    state: StateLike, before: StateLike, who: Knower, held: tuple[Blanked, ...]
) -> _Fit | None:
    """Return the only action that leads to what lies here now, to an observer who sees it all.

    He sees what is legal then, and what would lie where behind each of it: no rule has to be gone
    through. None where he does not see or know all of it, or where several actions come to the
    same; then it matters what happened on the way.
    """
    if len(held) != 1 or not all(who.observer.sees) or not _knows_all(held[0], before):
        return None
    (at,) = held
    try:
        reached = [(number, before.held.step(number)) for number in before.legal_ids]
    except (RuleFault, BudgetExceeded):
        return None
    kind, there = type(state.held), state.held.cells_key
    numbers = [
        number  # engines compare no positions with those of others: it may be the same
        for number, one in reached
        if type(one) is not kind or one.cells_key == there
    ]
    if len(numbers) != 1:
        return None
    arm, env, _ = _arm_of(at, numbers[0])
    return _Fit(at, arm, env, arm.arguments(numbers[0]))


def _knows_all(at: Blanked, before: StateLike) -> bool:
    """Return whether nothing that is in progress is unknown to an observer."""
    try:
        return at.control == before.position.control and at.clocks == before.position.clocks
    except Unknown:
        return False


def _only_fit(
    who: Knower, held: tuple[Blanked, ...], seen: tuple[Event, ...], actor: int
) -> _Fit | None:
    """Return what all actions that fit have in common; None where they differ in the arm.

    Raises:
        Unknown: there are too many to try.
    """
    found: _Fit | None = None
    for at in held:
        judge = _Judge(Following(who.observer, at, seen, actor))
        for arm, env, place in arms_possible(at.control, at.world):
            for arguments in Options(arm, env, at.world, judge.of(arm, env, place)):
                if found is None:
                    found = _Fit(at, arm, env, arguments)
                elif found.arm is not arm:
                    return None
                else:
                    found = _Fit(at, arm, env, _common(found.arguments, arguments))
    return found


def _common(one: Env, other: Env) -> Env:
    return tuple(a if a == b else None for a, b in zip(one, other, strict=True))


def _told(fit: _Fit, actor: int, layout: Layout) -> Chose:
    arm, spec = fit.arm, layout.spec
    kinds = zip(fit.arguments, arm.kinds, strict=True)
    labels = tuple(None if value is None else label(value, kind, spec) for value, kind in kinds)
    shown = tuple(
        _unseen(kind, spec) if text is None else text
        for text, kind in zip(labels, arm.kinds, strict=True)
    )
    if None in fit.arguments:
        return Chose(actor, None, arm.arm.name, labels, _in_part(fit, shown, spec))
    try:
        sentence = action_sentence(arm.arm, shown, fit.at.world, fit.env + fit.arguments)
    except GIVES_UP:
        sentence = _in_part(fit, shown, spec)
    return Chose(actor, arm.number(fit.arguments), arm.arm.name, labels, sentence)


def _in_part(fit: _Fit, shown: tuple[str, ...], spec: core.Spec) -> str:
    """Return the sentence of an arm without whatever is more than a known name in it.

    What is unseen is told of as that, any other value as `?`; brackets with such a value go.
    """
    text = fit.arm.arm.sentence
    if text is None:
        return f"{fit.arm.arm.name} {', '.join(shown)}".strip().replace("_", " ")
    words = []
    for part in text.parts:
        match part:
            case str():
                words.append(part)
            case core.Said(value=core.Local(slot=slot), type=kind) if slot < len(fit.env):
                local = fit.env[slot]
                is_told = not isinstance(local, Unseen)
                words.append(label(local, kind, spec) if is_told else _unseen(kind, spec))
            case core.Said(value=core.Local(slot=slot)) if slot < len(fit.env) + len(shown):
                words.append(shown[slot - len(fit.env)])
            case core.Said():
                words.append(_UNTOLD)
            case _:
                assert_never(part)
    return _BRACKETS.sub("", "".join(words))


def _unseen(kind: Type, spec: core.Spec) -> str:
    """Return what stands for a value that is not told: of components what they are."""
    if not isinstance(kind, Component):
        return _UNTOLD
    names = {spec.kinds[number].component for number in kind.kinds}
    what = names.pop() if len(names) == 1 else "component"
    return f"an unseen {what}"
