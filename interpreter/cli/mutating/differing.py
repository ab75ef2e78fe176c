"""Play two games side by side, and find the first point at which they differ.

What counts is what people at the table could tell apart: who is to decide, what is offered, what
chance can do and how likely, what each player is told on the way (`telling`) and sees where
somebody is to choose, and the returns. How actions are numbered and how statements are laid out
does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from interpreter.chance import Numbers
from interpreter.cli.mutating.telling import tell_otherwise, told_otherwise
from interpreter.engines.held import Compiled
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.measuring.simulate import uniform
from interpreter.state import CHANCE, State
from interpreter.testing.shrinking import shortest_such

if TYPE_CHECKING:  # LLVM loads late
    from interpreter.native import Playouts

LOOKED_AT: Final = 2
"""Plays in which what players see and hear is compared, whatever the figures of playouts say."""

LISTENED_TO: Final = 50
"""So many where what is said, revealed or shown is written otherwise: no figure tells of it."""

SEEN: Final = 5
"""There it is compared at one of so many points."""

FIRST: Final = 16
"""Playouts in the first range; each next one is twice as long."""

TRIES: Final = 300
"""Plays that are tried at most to make one short."""

Begun: TypeAlias = State | RuleFault | BudgetExceeded


@attrs.frozen
class Parted:
    """Where two games part: a play of the first, what differs then, and that on either side.

    `fault`: the second fails there, and the first does not.
    """

    choices: tuple[int, ...]
    what: str
    here: str
    there: str
    fault: bool = False


@attrs.define
class Compared:
    """Two games, `one` and `other`, and how many playouts of both were alike.

    `until`: the processor time of this process at which to be content with what was found.
    """

    one: Game
    other: Game
    seed: int
    playouts: int
    until: float
    alike: int = 0

    def parted(self) -> Parted | None:
        """Return the first difference that is found; None where there was none to see."""
        if self.one.players != self.other.players:
            here, there = ", ".join(self.one.players), ", ".join(self.other.players)
            return Parted((), "who plays", here, there)
        begun, other = _begin(self.one), _begin(self.other)
        at = _differ(begun, other)
        if at is not None:
            return at
        if not isinstance(begun, State) or not isinstance(other, State):
            return None
        mine, its = begun.held.compiled, other.held.compiled
        if mine is not None and its is not None:
            found = self._in_playouts(mine, its)
            if found is not None:
                return found
        plays = LISTENED_TO if tell_otherwise(self.one, self.other) else LOOKED_AT
        for number in range(plays):
            found = self._lockstep(number, by_arm=number % 2 == 1)
            if found is not None or process_time() > self.until:
                return found
        return None

    def _in_playouts(self, one: Compiled, other: Compiled) -> Parted | None:
        first, length = 0, FIRST
        while first < self.playouts and process_time() < self.until:
            asked = (length, self.seed, first)
            mine = one.engine.native.playouts(one.flat, *asked)
            its = other.engine.native.playouts(other.flat, *asked)
            at = _first_other(mine, its)
            if at is not None:
                found = self._lockstep(first + at, by_arm=False)
                if found is not None:
                    return found
            self.alike += length
            first, length = first + length, 2 * length
        return None

    def _lockstep(self, number: int, *, by_arm: bool) -> Parted | None:
        """Play one playout on both; return where they part."""
        chance_stream, player_stream = (
            Numbers("chance", self.seed, number),
            Numbers("players", self.seed, number),
        )
        state, twin = self.one.start(), self.other.start()
        step = number
        while not state.is_terminal:
            if state.current_player == CHANCE:
                taken = chance_stream.outcome(state.chance_outcomes)
            elif by_arm:
                taken = _any_arm(state, player_stream.below)
            else:
                taken = uniform(state, player_stream.below)
            follower = _after(state, twin, taken, seen=step % SEEN == 0)
            if isinstance(follower, Parted):
                return follower
            state, twin, step = *follower, step + 1
            if process_time() > self.until:
                return None
        self.alike += 1
        return None

    def shortest(self, found: Parted) -> Parted:
        """Return a short play that comes to a difference, by leaving out what can be spared."""
        if len(found.choices) < 2:
            return found
        best = [found]
        twins: dict[tuple[int, ...], State] = {}

        def differs(state: State) -> bool:
            if process_time() > self.until:
                return False
            if state.action is None or state.previous is None:
                twins.clear()
                twins[()] = self.other.start()
                return False
            came = _after(state.previous, twins[state.history[:-1]], state.action)
            if isinstance(came, Parted):
                if len(came.choices) <= len(best[0].choices):
                    best[0] = came
                return True
            twins[state.history] = came[1]
            return False

        shortest_such(self.one, found.choices, differs, TRIES)
        return best[0]


def _begin(game: Game) -> Begun:
    try:
        return game.start()
    except (RuleFault, BudgetExceeded) as fault:
        return fault


def _first_other(mine: Playouts, its: Playouts) -> int | None:
    """Return the first playout of a range of which the figures differ."""
    rows = zip(zip(*mine, strict=True), zip(*its, strict=True), strict=True)
    return next((at for at, (row, other) in enumerate(rows) if row != other), None)


def _any_arm(state: State, pick: Callable[[int], int]) -> int:
    """Choose an arm first and then one of its actions, so that arms with few actions are taken."""
    arms: dict[str, list[int]] = {}
    for action in state.legal_actions:
        arms.setdefault(action.name, []).append(action.id)
    ids = arms[sorted(arms)[pick(len(arms))]]
    return ids[pick(len(ids))]


def _after(
    state: State, twin: State, taken: int, *, seen: bool = True
) -> tuple[State, State] | Parted:
    """Return both states after the same action or outcome, or how they part in it.

    `seen`: what players see is compared too.
    """
    history = (*state.history, taken)
    here = _child(state, taken)
    there = _child(twin, _same_number(state, twin, taken))
    apart = _differ(here, there, seen=seen)
    if apart is not None:
        return attrs.evolve(apart, choices=history)
    if isinstance(here, State) and isinstance(there, State):
        return here, there
    return Parted(history, "both fail", str(here), str(there))


def _child(state: State, number: int) -> Begun:
    try:
        return state.child(number)
    except (RuleFault, BudgetExceeded) as fault:
        return fault


def _same_number(state: State, twin: State, number: int) -> int:
    """Return the number of an action in the other game."""
    if state.current_player == CHANCE or _numbered_alike(state.game, twin.game):
        return number
    text = str(state.legal_actions[state.legal_ids.index(number)])
    return next(action.id for action in twin.legal_actions if str(action) == text)


def _numbered_alike(one: Game, other: Game) -> bool:
    """Return whether actions have the same numbers in both games."""
    if one.num_distinct_actions != other.num_distinct_actions:
        return False
    pairs = zip(one.layout.numbering, other.layout.numbering, strict=False)
    return all(mine.arm.name == its.arm.name for mine, its in pairs)


def _differ(one: Begun, other: Begun, *, seen: bool = True) -> Parted | None:
    """Return what differs at two states; None where nobody could tell."""
    if isinstance(one, State) and isinstance(other, State):
        return _states_differ(one, other, seen=seen)
    if type(one) is type(other):
        return None
    here = "play goes on" if isinstance(one, State) else f"the rules fail: {one}"
    there = "play goes on" if isinstance(other, State) else f"the rules fail: {other}"
    return Parted((), "faults", here, there, fault=not isinstance(other, State))


def _states_differ(one: State, other: State, *, seen: bool) -> Parted | None:
    try:
        looked = seen and one.current_player != CHANCE  # nobody waits while luck decides
        apart = _points_differ(one, other) or _tales_differ(one, other)
        return apart or (_views_differ(one, other) if looked else None)
    except (RuleFault, BudgetExceeded) as fault:
        return Parted((), "faults", "play goes on", f"the rules fail: {fault}", fault=True)


def _points_differ(one: State, other: State) -> Parted | None:
    if one.is_terminal != other.is_terminal:
        return Parted((), "the end", _end(one), _end(other))
    if one.is_terminal:
        return _unless_same("the returns", _returns(one), _returns(other))
    found = _unless_same("who is to decide", _actor(one), _actor(other))
    if found is None and one.current_player == CHANCE:
        found = _unless_same("what chance can do", _chances(one), _chances(other))
    elif found is None:
        found = _choices_differ(one, other)
    return found


def _choices_differ(one: State, other: State) -> Parted | None:
    if _numbered_alike(one.game, other.game) and one.legal_ids == other.legal_ids:
        return None
    mine, its = _offered(one), _offered(other)
    if set(mine) == set(its):
        return None
    return Parted((), "what is legal", _only(mine, its), _only(its, mine))


def _only(mine: Sequence[str], its: Sequence[str]) -> str:
    """Return what is offered on one side alone."""
    alone = [text for text in mine if text not in set(its)]
    told = ", ".join(alone[:4]) + (f" and {len(alone) - 4} more" if len(alone) > 4 else "")
    return f"{told} besides" if alone else "nothing besides"


def _tales_differ(one: State, other: State) -> Parted | None:
    found = told_otherwise(one, other)
    if found is None:
        return None
    name, here, there = found
    return Parted((), f"what {name} is told", here, there)


def _views_differ(one: State, other: State) -> Parted | None:
    for player, name in enumerate(one.game.players):
        mine, its = one.observation(player), other.observation(player)
        for part in ("now", "zones", "variables"):
            here, there = _seen(mine[part]), _seen(its[part])
            if here != there:
                return Parted((), f"what {name} sees", *_apart(here, there))
    return None


def _seen(part: object) -> object:
    """Return a part of a view; where nothing lies there is nothing to see either way."""
    if not isinstance(part, dict):
        return part
    return {name: [] if held == {"unseen": 0} else held for name, held in part.items()}


def _apart(here: object, there: object) -> tuple[str, str]:
    """Return what differs in two views, by name where there are names."""
    if not (isinstance(here, dict) and isinstance(there, dict)):
        return str(here), str(there)
    names = [name for name in here | there if here.get(name) != there.get(name)][:3]
    return _named(here, names), _named(there, names)


def _named(view: dict[str, object], names: Sequence[str]) -> str:
    return "; ".join(f"{name}: {view.get(name, 'is not there')}" for name in names)


def _unless_same(what: str, here: str, there: str) -> Parted | None:
    return None if here == there else Parted((), what, here, there)


def _end(state: State) -> str:
    return f"the game is over, {_returns(state)}" if state.is_terminal else "the game goes on"


def _returns(state: State) -> str:
    pairs = zip(state.game.players, state.returns, strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


def _actor(state: State) -> str:
    player = state.current_player
    return "chance" if player == CHANCE else state.game.players[player]


def _chances(state: State) -> str:
    outcomes = state.chance_outcomes
    return ", ".join(f"{state.outcome_name(number)} {share}" for number, share in outcomes)


def _offered(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions]
