"""What counts, as a player sees it: what the ends of the rule text compare, for each player now.

A number that follows from what the player does not see is `?`. What would count if play were over
now may need what lies hidden: it is reckoned in plays that the player cannot tell from the real
one, so that what he can work out is told, and of all else from what to what it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Final

from interpreter.document.sighting import outcome, worth
from interpreter.facts.comparing import End, ends, stands_alone
from interpreter.knowledge.redeal import Belief, RedealExhausted
from interpreter.labels import named
from interpreter.observation import blanked_cells, known_world
from interpreter.observation.choices import knower_of
from interpreter.play.board import turns_left
from interpreter.play.citing import folded, rules_of_end
from interpreter.play.columns import lines, table
from interpreter.play.ending import over_now
from interpreter.play.look import UNSEEN
from interpreter.play.over import why_over
from interpreter.play.prose import tell_events
from interpreter.state import State
from rulelang import core

_WIDTH: Final = 88
_OVER: Final = "If play were over now"
_DEALS: Final = 24
"""Deals that agree with what was seen, of which is told what they come to."""
_PATIENCE_S: Final = 3
NOT_COUNTED: Final = "The rules name who wins; nothing is counted."


def scores(state: State, player: int | None, width: int = _WIDTH) -> str:
    """Return a table of what counts for each player; None sees everything.

    >>> from interpreter import load
    >>> print(scores(load("backgammon").start(seed=1), 0))
    The rules name who wins; nothing is counted.
    """
    head = f"What {'counted' if state.is_terminal else 'counts at the end'}"
    ended = outcome(state)
    if ended is not None and not ended.reasons:
        return NOT_COUNTED  # a text with several ends may compare something in another one
    return _counted((state,), player, head, width) or NOT_COUNTED


def standing(state: State, player: int | None, width: int = _WIDTH) -> str:
    """Return what counts, what would count if play were over now, and when it is over.

    Of play that is over: what counted, and by which rules it came to its end.
    """
    if state.is_terminal:
        return "\n".join([scores(state, player, width), *why_over(state, width)])
    # What the ends compare may stand still until play is over: then it alone would mislead.
    parts = _if_over_now(state, player, width) or [scores(state, player, width)]
    rules = folded(rules_of_end(state), width)
    if rules:
        left = turns_left(state)
        more = "" if left is None else f"; {left or 'no'} more turn{'s' * (left != 1)} at most"
        parts += ["", f"When play is over{more}:", rules]
    return "\n".join(parts)


def _if_over_now(state: State, player: int | None, width: int) -> list[str]:
    """Return what would count if play were over now; [] where nothing is, or it is not known."""
    over = over_now(state, player)
    if over is None:
        return [] if player is None else _as_far_as_known(state, player, width)
    ended, events = over
    told = _counted((ended,), player, _OVER, width)
    return [told, *tell_events(events, state, ended, width)] if told else []


def _as_far_as_known(state: State, player: int, width: int) -> list[str]:
    """Return what would count if play were over now, as far as a player can work it out."""
    belief = Belief.start(state.game, player)
    try:
        belief.follow(state, until=monotonic() + _PATIENCE_S)
        if belief.is_exact and belief.size <= _DEALS:
            deals = [State(state.game, position) for position, _ in belief.weights]
        else:
            deals = [belief.sample(seed) for seed in range(_DEALS)]
    except RedealExhausted:
        return []
    overs = [over_now(deal, None) for deal in deals]
    ended = [over[0] for over in overs if over is not None]
    told = _counted(ended, None, _OVER, width) if len(ended) == len(deals) else ""
    if not told:
        return []
    if belief.is_exact and belief.size <= _DEALS:
        return [told]
    how = f"in {_DEALS} deals that agree with all that you saw"
    return [told, *lines(f"Reckoned {how}.", width, "", "  ")]


def _counted(states: Sequence[State], player: int | None, head: str, width: int) -> str:
    """Return the tables of what the ends of a text compare; "" where they compare nothing.

    `states`: those that may be the true one.
    """
    found = list(filter(stands_alone, ends(states[0].game.spec)))
    found = [end for end in found if not any(_is_more(other, end) for other in found)]
    return "\n".join(dict.fromkeys(_block(states, player, end, head, width) for end in found))


def _block(
    states: Sequence[State],
    player: int | None,
    end: End,
    head: str,
    width: int,
) -> str:
    """Return a table: a row for each player or team, a column for what comes first, and so on."""
    slot, keys = end
    spec = states[0].game.spec
    heads = [f"{'most' if key.most else 'least'} {named(key.label)}" for key in keys]
    rows = [("", *heads)]
    for number, name in enumerate(_sides(spec)):
        rows.append((name, *(_reach(states, player, key, (slot, number)) for key in keys)))
    first = ", the first column first" if len(keys) > 1 else ""
    return "\n".join([f"{head}{first}:", *table(rows, width)])


def _sides(spec: core.Spec) -> tuple[str, ...]:
    """Return who is compared: teams where there are some, else players."""
    teams = next((f.labels for f in spec.families if f.name == "Team"), None)
    return spec.players if spec.teams is None or teams is None else teams


def _reach(states: Sequence[State], player: int | None, key: core.Key, of: tuple[int, int]) -> str:
    """Return what a key is worth for somebody, from the least to the most of several states."""
    found = [_worth(state, player, key, of) for state in states]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return UNSEEN
    low, high = min(known), max(known)
    return str(low) if low == high else f"{low} to {high}"


def _worth(state: State, player: int | None, key: core.Key, of: tuple[int, int]) -> int | None:
    """Return what a key is worth for somebody; None where it hangs on what is not seen."""
    if player is None:
        return worth(state.asked(), key, of)
    who = knower_of(state.game.layout, player)
    return worth(known_world(state, who, blanked_cells(state, who.observer)), key, of)


def _is_more(one: End, other: End) -> bool:
    """Return whether one end compares all that another does, and then more."""
    more, less = ([(key.label, key.most) for key in end[1]] for end in (one, other))
    return len(more) > len(less) and more[: len(less)] == less
