"""What counts, as a player sees it: what the ends of the rule text compare, for each player now.

A number that follows from what the player does not see is `?`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.labels import named
from interpreter.layout import walk
from interpreter.play.board import turns_left
from interpreter.play.citing import folded, rules_of_end
from interpreter.play.columns import table
from interpreter.play.ending import over_now, sights
from interpreter.play.look import UNSEEN
from interpreter.play.prose import tell_events
from interpreter.reference.values import value
from interpreter.state import State
from rulelang import core
from rulelang.core.walk import below

_WIDTH: Final = 88
NOT_COUNTED: Final = "The rules name who wins; nothing is counted."


def scores(state: State, player: int | None, width: int = _WIDTH) -> str:
    """Return a table of what counts for each player; None sees everything.

    >>> from interpreter import load
    >>> print(scores(load("backgammon").start(seed=1), 0))
    The rules name who wins; nothing is counted.
    """
    head = f"What {'counted' if state.is_terminal else 'counts at the end'}"
    return _counted(state, player, head, width) or NOT_COUNTED


def standing(state: State, player: int | None, width: int = _WIDTH) -> str:
    """Return what counts, what would count if play were over now, and when it is over."""
    parts = [scores(state, player, width)]
    over = over_now(state, player)
    if over is not None:
        ended, events = over
        told = tell_events(events, state, ended)
        parts += ["", _counted(ended, player, "If play were over now", width), *told]
    rules = folded(rules_of_end(state), width)
    if rules and not state.is_terminal:
        left = turns_left(state)
        more = "" if left is None else f"; {left or 'no'} more turn{'s' * (left != 1)} at most"
        parts += ["", f"When play is over{more}:", rules]
    return "\n".join(parts)


def _counted(state: State, player: int | None, head: str, width: int) -> str:
    """Return the tables of what the ends of a text compare; "" where they compare nothing."""
    ends = [end for end in _ends(state.game.spec) if _stands_alone(end)]
    ends = [end for end in ends if not any(_is_more(other, end) for other in ends)]
    return "\n".join(dict.fromkeys(_block(state, player, end, head, width) for end in ends))


def _ends(spec: core.Spec) -> Iterator[tuple[int, tuple[core.Key, ...]]]:
    """Yield what each `end` compares, with the slot of the player."""
    roots = (spec.setup, spec.play, *(effect.body for effect in spec.effects))
    for node in (node for root in roots for node in walk(root)):
        match node:
            case core.End(result=core.Leads(slot=slot, keys=keys)):
                yield slot, keys
            case core.End(result=core.Scores(slot=slot, value=expr, label=label)):
                yield slot, (core.Key(expr, most=True, label=label),)
            case _:
                pass


def _block(
    state: State, player: int | None, end: tuple[int, tuple[core.Key, ...]], head: str, width: int
) -> str:
    """Return a table: a row for each player or team, a column for what comes first, and so on."""
    slot, keys = end
    spec = state.game.spec
    heads = [f"{'most' if key.most else 'least'} {named(key.label)}" for key in keys]
    rows = [("", *heads)]
    for number, name in enumerate(_sides(spec)):
        rows.append((name, *(_worth(state, player, key, (slot, number)) for key in keys)))
    first = ", the first column first" if len(keys) > 1 else ""
    return "\n".join([f"{head}{first}:", *table(rows, width)])


def _sides(spec: core.Spec) -> tuple[str, ...]:
    """Return who is compared: teams where there are some, else players."""
    teams = next((f.labels for f in spec.families if f.name == "Team"), None)
    return spec.players if spec.teams is None or teams is None else teams


def _worth(state: State, player: int | None, key: core.Key, of: tuple[int, int]) -> str:
    """Return what a key is worth for somebody; `?` where it hangs on what is not seen."""
    slot, number = of
    if player is not None and not _is_seen(state, player, key, number):
        return UNSEEN
    try:
        found = value(key.value, state.asked(), (0,) * slot + (number,))
    except (RuleFault, BudgetExceeded):
        return UNSEEN
    return str(found)


def _is_more(
    one: tuple[int, tuple[core.Key, ...]], other: tuple[int, tuple[core.Key, ...]]
) -> bool:
    """Return whether one end compares all that another does, and then more."""
    more, less = ([(key.label, key.most) for key in end[1]] for end in (one, other))
    return len(more) > len(less) and more[: len(less)] == less


def _stands_alone(end: tuple[int, tuple[core.Key, ...]]) -> bool:
    """Return whether the keys of an end read nothing that was bound on the way to it."""
    slot, keys = end
    inside = (one for key in keys for one in below(key.value))
    return not any(isinstance(one, core.Local) and one.slot < slot for one in inside)


def _is_seen(state: State, player: int, key: core.Key, number: int) -> bool:
    """Return whether all that a key reads is seen; of one variable over players the own part."""
    spec, layout = state.game.spec, state.game.layout
    match key.value:
        case core.Read(variable=variable, args=(core.Local(),)):
            cell = layout.variable_cells[variable].get((number,))
            return cell is not None and player in layout.seen_by[cell]
        case _:
            pass
    return all(player in by for by in sights(spec, key.value, set(), set()))
