"""Control without choice: blocks, conditions, loops, turns, and the end.

A *statement* function begins a statement; a *frame* function goes on with one in progress when it
is on top again. `True` from the latter means that the rules wait: only
`interpreter.reference.points` does that.
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from interpreter.faults import EngineBug, RuleFault
from interpreter.position import Each, Env, Repeating, Run, Turning
from interpreter.reference.effects import amount, change, player_of
from interpreter.reference.events import Ended, PhaseBegan, Reason, TurnBegan
from interpreter.reference.machine import Machine
from interpreter.reference.queries import collected, leaders, sorting
from interpreter.reference.values import Rank, arguments, number, value
from rulelang import core
from rulelang.core import Value


def let(machine: Machine, node: core.Let, env: Env) -> None:
    """Give the rest of the block a local; the top frame is the block's, with `env` still in it."""
    frame = machine.control[-1]
    assert isinstance(frame, Run)
    machine.control[-1] = frame._replace(env=(*env, value(node.value, machine.world, env)))


def branch(machine: Machine, node: core.If, env: Env) -> None:
    """Run one of two blocks."""
    if value(node.test, machine.world, env):
        machine.enter(node.then, env)
    elif node.other is not None:
        machine.enter(node.other, env)


def phase(machine: Machine, node: core.Phase, env: Env) -> None:
    """Begin a named stretch of play."""
    machine.events.append(PhaseBegan(node.name))
    machine.enter(node.body, env)


def judged(_machine: Machine, _node: core.Need, _env: Env) -> None:
    """Go on: the trial of the arm has judged its late needs."""


def invoke(machine: Machine, node: core.Invoke, env: Env) -> None:
    """Run an effect; it sees its arguments only."""
    effect = machine.layout.spec.effects[node.effect]
    machine.enter(effect.body, arguments(node.args, machine.world, env))


def too_deep(_machine: Machine, node: core.TooDeep, _env: Env) -> None:
    """Refuse a call of an effect that is in progress as often as it may be."""
    raise RuleFault(f"`{node.name}` is in progress {node.most} times already", node.span)


def begin_for(machine: Machine, node: core.For, env: Env) -> None:
    """Collect what to go through, then begin."""
    rest = collected(node.search, node.keys, machine.world, env)
    machine.control.append(Each(node.number, rest, env))


def go_on_for(machine: Machine, frame: Each) -> bool:
    """Run the body for the next bindings."""
    if not frame.rest:
        machine.drop()
        return False
    loop = machine.layout.statements[frame.loop]
    assert isinstance(loop, core.For)
    machine.control[-1] = frame._replace(rest=frame.rest[1:])
    machine.enter(loop.body, frame.env + frame.rest[0])
    return False


def begin_repeat(machine: Machine, node: core.Repeat, env: Env) -> None:
    """Begin to repeat; without `until` the number of rounds is settled now."""
    if node.until is None:
        machine.control.append(Repeating(node.number, amount(node.limit, machine, env), env))
    else:
        machine.control.append(Repeating(node.number, 0, env))
        machine.clocks.append(0)


def go_on_repeat(machine: Machine, frame: Repeating) -> bool:
    """Run another round unless the repetition is over.

    The limit of an `until` is asked before each round.
    """
    loop = machine.layout.statements[frame.loop]
    assert isinstance(loop, core.Repeat)
    if loop.until is None:
        if frame.left <= 0:
            machine.drop()
            return False
        machine.control[-1] = frame._replace(left=frame.left - 1)
    else:
        done = machine.clocks[-1]
        over = done >= number(loop.limit, machine.world, frame.env)
        if over or value(loop.until, machine.world, frame.env):
            machine.drop()
            return False
        machine.clocks[-1] = done + 1
    machine.enter(loop.body, frame.env)
    return False


def begin_turns(machine: Machine, node: core.Turns, env: Env) -> None:
    """Begin turns; the player in the frame is he before the first, who is still to be found."""
    first = 0 if node.start is None else player_of(machine, node.start, env)
    machine.control.append(Turning(node.number, first, first, 0, env))
    if not node.counted:
        machine.clocks.append(0)
    _next_turn(machine, node, Turning(node.number, first, first, 0, env))


def go_on_turns(machine: Machine, frame: Turning) -> bool:
    """End a turn and begin the next; the limit is asked before each turn."""
    loop = machine.layout.statements[frame.loop]
    assert isinstance(loop, core.Turns)
    _next_turn(machine, loop, frame)
    return False


def _next_turn(machine: Machine, loop: core.Turns, frame: Turning) -> None:
    done = frame.turn if loop.counted else machine.clocks[-1]
    over = done >= number(loop.limit, machine.world, frame.env)
    player = None if over else _who(machine, loop, frame)
    if player is None:
        machine.drop()
        return
    if not loop.counted:
        machine.clocks[-1] = done + 1
    turn = done + 1 if loop.counted else 0
    machine.control[-1] = Turning(frame.loop, player, None, turn, frame.env)
    machine.events.append(TurnBegan(player, turn))
    if not any(isinstance(below, Turning) for below in machine.control[:-1]):
        for cell, initial in machine.layout.fresh:
            change(machine, cell, initial)
    machine.enter(loop.body, (*frame.env, player, turn))


def _who(machine: Machine, loop: core.Turns, frame: Turning) -> int | None:
    """Return who has the next turn.

    Who was said, else the next clockwise, passing over those who may not.
    """
    players = len(machine.layout.spec.players)
    first = frame.player + 1 if frame.upcoming is None else frame.upcoming
    for step in range(players):
        player = (first + step) % players
        if loop.among is None or value(loop.among, machine.world, (*frame.env, player)):
            return player
    return None


def next_turn(machine: Machine, node: core.NextTurn, env: Env) -> None:
    """Say who has the next turn of the innermost turns in progress; nothing without such."""
    player = player_of(machine, node.player, env)
    for at in range(len(machine.control) - 1, -1, -1):
        frame = machine.control[at]
        if isinstance(frame, Turning):
            machine.control[at] = frame._replace(upcoming=player)
            return


def stop(machine: Machine, node: core.Stop, _env: Env) -> None:
    """Leave a loop."""
    while machine.control:
        if machine.drop()[0] == node.loop:
            return
    raise EngineBug(f"{node.span}: the loop to stop is not in progress")


def end(machine: Machine, node: core.End, env: Env) -> None:
    """End the game at once."""
    returns, reasons = _result(machine, node, env)
    machine.finish(returns)
    machine.events.append(Ended(tuple(map(str, returns)), reasons))


def _result(
    machine: Machine, node: core.End, env: Env
) -> tuple[tuple[Fraction, ...], tuple[Reason, ...]]:
    """Return the result, and what players were compared by.

    Who wins gets 1, who loses -1, shared so that the sum is 0. All winning is a draw.
    """
    world = machine.world
    players = range(len(machine.layout.spec.players))
    match node.result:
        case core.Drawn():
            return shares(frozenset(), len(players)), ()
        case core.Together(won=all_win):
            return (Fraction(1 if all_win else -1),) * len(players), ()
        case core.Wins(winner=winner):
            return shares(_winners(machine, value(winner, world, env), node), len(players)), ()
        case core.Leads(keys=keys):
            teams = machine.layout.spec.teams
            sides = players if teams is None else sorted(set(teams))
            ranks: dict[Value, Rank] = {side: sorting(keys, world, (*env, side)) for side in sides}
            if world.scales is not None:
                world.scales.leading(keys, ranks.values())
            won = shares(_sides(machine, leaders(ranks)), len(players))
            return won, tuple(_reason(at, key, ranks, teams) for at, key in enumerate(keys))
        case core.Scores(value=score, label=label):
            scores = tuple(number(score, world, (*env, player)) for player in players)
            return tuple(map(Fraction, scores)), (Reason(label, True, scores),)
        case _:
            assert_never(node.result)


def _reason(
    at: int, key: core.Key, ranks: dict[Value, Rank], teams: tuple[int, ...] | None
) -> Reason:
    """Return what one key came to for each player, from ranks in which smaller comes first."""
    sides = range(len(ranks)) if teams is None else teams
    sign = -1 if key.most else 1
    return Reason(key.label, key.most, tuple(sign * ranks[side][at] for side in sides))


def _winners(machine: Machine, winner: Value, node: core.End) -> frozenset[Value]:
    """Return who wins: in a game with teams the winner is a team, and all of it wins."""
    if winner is None:
        raise RuleFault("nobody is named as the winner", node.span)
    return _sides(machine, (winner,))


def _sides(machine: Machine, winners: tuple[Value, ...]) -> frozenset[Value]:
    """Return the players that some winners are: themselves, in a game with teams their members."""
    teams = machine.layout.spec.teams
    if teams is None:
        return frozenset(winners)
    return frozenset(player for player, team in enumerate(teams) if team in winners)


def shares(winners: frozenset[Value], players: int) -> tuple[Fraction, ...]:
    """Return the returns where `winners` share the win: their sum is 0.

    >>> [str(part) for part in shares(frozenset({0}), 3)]
    ['2', '-1', '-1']
    """
    if not winners or len(winners) == players:
        return (Fraction(0),) * players
    won, lost = Fraction(players - len(winners), len(winners)), Fraction(-1)
    return tuple(won if player in winners else lost for player in range(players))
