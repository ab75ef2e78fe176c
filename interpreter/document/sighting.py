"""What a seat or an onlooker sees of a state: `sight`.

It follows from what that seat was told and nothing else: cells by the visibility that zones and
variables declare, actions only of the seat itself, and what happened since from its own events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, assert_never

import attrs

from interpreter.action import Action
from interpreter.document.model import Index
from interpreter.document.parameters import Known, Pointed, Reference
from interpreter.document.sight import (
    Argument,
    CellSight,
    Chosen,
    Offer,
    Outcome,
    Score,
    Sight,
    Since,
    Spot,
    ValueSight,
)
from interpreter.facts.comparing import Reckoned
from interpreter.facts.together import ended_together
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.observation.unseen import Unknown, Unseen
from interpreter.position import Env, Run, Turning
from interpreter.reference.events import (
    Changed,
    Chose,
    Ended,
    Moved,
    PhaseBegan,
    Revealed,
    Rolled,
    Said,
    SeenEvent,
    Shown,
    TurnBegan,
    backs_of,
)
from interpreter.reference.stepping import arm_of
from interpreter.reference.values import World
from interpreter.reference.values import value as value_of
from rulelang import core
from rulelang.rule_types import Component, Member, Type, values_of

if TYPE_CHECKING:
    from fractions import Fraction

    from interpreter.state_like import StateLike


def sight(state: StateLike, player: int | None) -> Sight:
    """Return what a player sees of a state; None: an onlooker, who sees what nobody is denied."""
    phases, turn = _standing(state)
    ended = outcome(state)
    is_asked = player is not None and player == state.current_player
    return Sight(
        seat=player,
        phases=phases,
        turn=turn,
        to_act=state.current_player if state.current_player >= 0 else None,
        cells=tuple(_cells(state, player)),
        values=tuple(_counted(state, ended, _values(state, player))),
        offers=Pointing(state, player).offers() if is_asked else (),
        since=_since(state, player),
        outcome=ended,
        counts=() if ended is not None else tuple(_counts(state, player)),
    )


def outcome(state: StateLike) -> Outcome | None:
    """Return how a game ended: what everybody got, who won, and what they were compared by.

    None while it goes on.

    >>> from interpreter import load
    >>> state = load("kuhn_poker").start(seed=2).apply(0).apply(0)
    >>> ended = outcome(state)
    >>> ended.returns, ended.winners, [reason.values for reason in ended.reasons]
    (('-2', '2'), (1,), [(-2, 2)])
    """
    result = state.position.result
    if result is None:
        return None
    ended = (event for event in state.transition if isinstance(event, Ended))
    reasons = tuple(Score(*reason) for event in ended for reason in event.reasons)
    together = ended_together(state.game.spec, result)
    won = tuple(range(len(result))) if together == "win" else winners(result)
    return Outcome(tuple(map(str, result)), won, reasons, together)


def winners(result: Sequence[Fraction]) -> tuple[int, ...]:
    """Return who got most; () where all got the same, and where one who plays alone got nothing.

    >>> from fractions import Fraction
    >>> winners([Fraction(1, 2), Fraction(-1, 2)])
    (0,)
    """
    most, least = max(result), min(result)
    shared = most == least and (len(result) > 1 or most <= 0)
    return () if shared else tuple(p for p, part in enumerate(result) if part == most)


def counts(state: StateLike) -> tuple[Score | None, ...]:
    """Return what ends compare first and no variable keeps; None for what cannot be reckoned."""
    return tuple(_reckoned(state, found) for found in state.game.described.reckoned)


def _reckoned(state: StateLike, found: Reckoned) -> Score | None:
    spec = state.game.spec
    whose = range(len(spec.players)) if spec.teams is None else spec.teams
    sides = sorted(set(whose))
    values = {side: worth(state.asked(), found.key, (found.slot, side)) for side in sides}
    numbers = tuple(number for side in whose if (number := values[side]) is not None)
    return Score(found.key.label, found.key.most, numbers) if None not in values.values() else None


def worth(world: World, key: core.Key, of: tuple[int, int]) -> int | None:
    """Return what a key is worth for a player or team, `of` its slot and number.

    None: a fault, or it hangs on what is not seen of the world.
    """
    slot, side = of
    try:
        found = value_of(key.value, world, (0,) * slot + (side,))
    except (RuleFault, BudgetExceeded, IndexError, Unknown):
        return None
    return found if isinstance(found, int) and not isinstance(found, Unseen) else None


def _counts(state: StateLike, player: int | None) -> Iterator[Score]:
    """Yield those of `counts` that follow from what a seat sees."""
    found = state.game.described.reckoned
    for reckoned, count in zip(found, state.counts if found else (), strict=True):
        if player in reckoned.known_to and count is not None:
            yield count


# ---------------------------------------------------------------- what lies where


def _standing(state: StateLike) -> tuple[tuple[str, ...], tuple[int, int | None] | None]:
    """Return the phases in progress, from outside in, and the innermost turn."""
    phases: list[str] = []
    turn: tuple[int, int | None] | None = None
    for frame in state.position.control:
        if isinstance(frame, Run) and frame.block in state.game.layout.phases:
            phases.append(state.game.layout.phases[frame.block])
        elif isinstance(frame, Turning):
            turn = frame.player, frame.turn or None
    return tuple(phases), turn


def _cells(state: StateLike, player: int | None) -> Iterator[CellSight]:
    layout, held = state.game.layout, state.position.cells
    names = state.game.described.cells
    for cell in range(len(layout.zone_of)):
        kinds = held[cell]
        assert isinstance(kinds, tuple), "zone cells hold tuples"
        name, index = names[cell]
        if layout.sees(cell, player):
            yield CellSight(name, index, kinds, len(kinds))
        else:
            backs = () if layout.is_bag[cell] else backs_of(kinds, layout)
            yield CellSight(name, index, None, len(kinds), backs)


def _values(state: StateLike, player: int | None) -> Iterator[ValueSight]:
    layout, held = state.game.layout, state.position.cells
    names = state.game.described.cells
    for cell in range(len(layout.zone_of), len(names)):
        name, index = names[cell]
        seen = layout.sees(cell, player)
        yield ValueSight(name, index, seen, held[cell] if seen else None)


def _counted(
    state: StateLike, ended: Outcome | None, values: Iterable[ValueSight]
) -> Iterator[ValueSight]:
    """Yield values, with those that the result has told everybody as seen.

    A score that only its owner sees is no secret once it was compared: `tickets(p)` at the end.
    """
    told = {} if ended is None else {reason.label: reason.values for reason in ended.reasons}
    keys = (key for keys in state.game.document().ends for key in keys) if told else ()
    # More than the variable alone, `2 * tickets(p)`, says its value only to who reckons.
    known = {
        key.variable: told[key.label]
        for key in keys
        if key.label in told and re.fullmatch(rf"{key.variable}\(\w+\)", key.label)
    }
    for value in values:
        if not value.sees and value.variable in known and len(value.index) == 1:
            yield attrs.evolve(value, sees=True, value=known[value.variable][value.index[0]])
        else:
            yield value


# ---------------------------------------------------------------- what may be done


class Pointing:
    """Finds what one may point at for the arguments of the actions at one choice point."""

    def __init__(self, state: StateLike, player: int | None) -> None:
        self.state = state
        self.player = player
        self.layout = state.game.layout
        self.described = state.game.described
        self.numbering = {id(arm): at for at, arm in enumerate(self.layout.numbering)}

    def offers(self) -> tuple[Offer, ...]:
        """Return the legal actions."""
        around = {id(found.layout): found.env for found in self.state.open_arms}
        return tuple(self.offer(action, around) for action in self.state.legal_actions)

    def offer(self, action: Action, around: dict[int, Env]) -> Offer:
        """Return one action."""
        arm = arm_of(self.layout, action.id)
        assert arm is not None, "legal actions are in the game"
        number = self.numbering[id(arm)]
        env = (*around.get(id(arm), ()), *action.arguments)
        values = zip(arm.kinds, action.arguments, self.described.pointed[number], strict=True)
        arguments = tuple(
            Argument(kind, value, self.spots(kind, value, pointed, env))
            for kind, value, pointed in values
            if isinstance(value, int)
        )
        return Offer(action.id, number, arguments, str(action), lambda: action.sentence)

    def spots(self, kind: Type, value: int, pointed: Pointed, env: Env) -> tuple[Spot, ...]:
        """Return where one may point for an argument."""
        if isinstance(kind, Component):
            return tuple(self.taken(value, pointed, env))
        found: dict[Spot, None] = {}
        if isinstance(kind, Member):
            found[Spot(kind.family, (value,))] = None
        for reference in pointed.anchors:
            whole = None not in reference.index
            if whole or not isinstance(kind, Member):
                found.update(
                    dict.fromkeys(Spot(*self.named(c)) for c in self.cells(reference, env))
                )
        return tuple(found)

    def taken(self, kind: int, pointed: Pointed, env: Env) -> Iterator[Spot]:
        """Yield the seen zones among the sources in which a kind lies."""
        held = self.state.position.cells
        for reference in pointed.sources:
            for cell in self.cells(reference, env):
                there = held[cell]
                holds = isinstance(there, tuple) and kind in there
                if holds and self.layout.sees(cell, self.player):
                    yield Spot(*self.named(cell), kind)

    def named(self, cell: int) -> tuple[str, Index]:
        """Return the family and index of a cell."""
        return self.described.cells[cell]

    def cells(self, reference: Reference, env: Env) -> Iterator[int]:
        """Yield the cells that a reference may mean: one, where its whole index is known."""
        is_zone = reference.sort == "zone"
        families = self.layout.zone_cells if is_zone else self.layout.variable_cells
        spec = self.layout.spec
        family = (spec.zones if is_zone else spec.variables)[reference.number]
        known = (_value(index, env) for index in reference.index)
        choices = (
            values_of(kind) if value is None else (value,)
            for value, kind in zip(known, family.index, strict=True)
        )
        for index in product(*choices):
            cell = families[reference.number].get(index)
            if cell is not None:
                yield cell


def _value(index: Known | None, env: Env) -> int | None:
    match index:
        case core.Const(value=int(value)):
            return value
        case core.Local(slot=slot) if slot < len(env):
            around = env[slot]
            return around if isinstance(around, int) else None
        case _:
            return None


# ---------------------------------------------------------------- what happened


def _events_since(state: StateLike, player: int | None) -> tuple[tuple[SeenEvent, ...], bool]:
    """Return what a player was told since his own last choice; an onlooker: since anybody's.

    And whether there was such a choice.
    """
    steps: list[tuple[SeenEvent, ...]] = []
    at: StateLike | None = state
    while at is not None:
        steps.append(at.public_events() if player is None else at.events(player))
        before = at.previous
        if before is not None:
            actor = before.current_player
            if actor == player or (player is None and actor >= 0):
                break
        at = before
    return tuple(event for step in reversed(steps) for event in step), at is not None


def _since(state: StateLike, player: int | None) -> Since:
    """Return what has changed since then, but for what was laid out before anybody chose."""
    names = state.game.described.cells
    events, has_chosen = _events_since(state, player)
    changed: set[Spot] = set()
    left: set[Spot] = set()
    chosen: list[Chosen] = []
    said: list[str] = []
    for event in events:
        match event:
            case Moved() | Rolled() | Changed() if not (has_chosen or chosen):
                pass
            case Moved(source=source, target=target):
                changed |= {Spot(*names[source]), Spot(*names[target])}
                left.add(Spot(*names[source]))
            case Rolled(cell=cell) | Changed(cell=cell):
                changed.add(Spot(*names[cell]))
            case Said(text=text):
                said.append(text)
            case Chose(player=player, sentence=sentence):
                known = None if event.action is None else event.text
                chosen.append(Chosen(player, known, sentence))
            case Revealed() | Shown() | TurnBegan() | PhaseBegan() | Ended():
                pass
            case _:
                assert_never(event)
    return Since(frozenset(changed), frozenset(left), tuple(chosen), tuple(said), has_chosen)
