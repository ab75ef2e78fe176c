"""Where the rules wait: for a player (`Choose`, `Anytime`) or for chance (`Draw`, `Random`).

Functions as in `interpreter.reference.flow`; `True` means that the rules wait. `take_outcome`
goes on with what chance picked, `interpreter.reference.taking` with what a player picked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from interpreter.faults import DeadEnd, RuleFault
from interpreter.labels import label
from interpreter.layout import Layout
from interpreter.position import (
    Choosing,
    Drawing,
    Env,
    Frame,
    Kinds,
    Meanwhile,
    Picking,
    Rolling,
)
from interpreter.reference.choice import (
    Offer,
    Open,
    actor_of,
    listed_arms,
    offers,
    open_arms,
    own_arms,
)
from interpreter.reference.effects import amount, place_cell, player_of, transfer
from interpreter.reference.events import Rolled
from interpreter.reference.machine import Machine
from interpreter.reference.queries import found
from interpreter.reference.taking import choose_of
from interpreter.reference.values import World, contents, number
from rulelang import core

# ---------------------------------------------------------------- players


def begin_choose(machine: Machine, node: core.Choose, env: Env) -> None:
    """Begin a choice; how often it may be repeated is settled now."""
    left = 1 if node.limit is None else amount(node.limit, machine, env)
    arms = machine.layout.arms[node.number]
    last: tuple[Env, ...] = ((),) * len(arms) if any(arm.is_ordered for arm in arms) else ()
    machine.control.append(Choosing(node.number, left, last, env))


def go_on_choose(machine: Machine, frame: Choosing) -> bool:
    """Wait for the player, or settle what needs no asking. Ref §30.

    A repeating choose with nothing but closing arms left takes the first legal one unasked, after
    the last pick too; one that may be made any number of times asks.
    """
    if frame.left < 0:
        machine.drop()
        return False
    node = choose_of(frame, machine.layout)
    if frame.left == 0:
        listed = listed_arms(machine.control, machine.world)
        paid = (one for one in listed if one.layout.arm.closes and not one.layout.arm.last_resort)
        last = _first(paid, machine.world)
        if any(arm.arm.closes for arm in machine.layout.arms[node.number]) and last is None:
            raise _dead_end(machine, frame, node)
        _close(machine, frame, last)
        return False
    own = own_arms(machine.control, machine.world)
    closing = tuple(arm for arm in own if arm.layout.arm.closes)
    actor_of(frame, machine.world)
    if node.limit is None:
        some = _first(own, machine.world) is not None
        return some or _without_options(machine, frame, node, own)
    everything = open_arms(machine.control, machine.world)
    if _first((arm for arm in everything if arm not in closing), machine.world) is not None:
        return True
    unasked = _first(closing, machine.world)
    if unasked is None:
        return _without_options(machine, frame, node, everything)
    if node.asks:
        return True
    _close(machine, frame, unasked)
    return False


def _first(arms: Iterable[Open], world: World) -> Offer | None:
    return next((offer for arm in arms for offer in offers(arm, world)), None)


def _close(machine: Machine, frame: Choosing, offer: Offer | None) -> None:
    """End a repeating choose, with the effects of a closing arm if there is a legal one."""
    machine.control[-1] = frame._replace(left=-1, last=())
    if offer is not None:
        machine.enter(offer.open.layout.arm.body, offer.env)


def _without_options(
    machine: Machine, frame: Choosing, node: core.Choose, asked: tuple[Open, ...]
) -> bool:
    """Go on where none of the choose's own arms is legal; `asked`: arms known to have nothing.

    Wait if only an `anytime` arm is left and no `otherwise`. What was asked is not asked again: a
    pick that leads nowhere would be looked for twice as long at each step.
    """
    if node.otherwise is not None:
        machine.control[-1] = frame._replace(left=-1, last=())
        machine.enter(node.otherwise, frame.env)
        return False
    others = (arm for arm in open_arms(machine.control, machine.world) if arm not in asked)
    if _first(others, machine.world) is not None:
        return True
    raise _dead_end(machine, frame, node)


def _dead_end(machine: Machine, frame: Choosing, node: core.Choose) -> DeadEnd:
    player = machine.layout.spec.players[actor_of(frame, machine.world)]
    return DeadEnd(f"{player} is to choose, and nothing is legal: a dead end", node.span)


def begin_anytime(machine: Machine, node: core.Anytime, env: Env) -> None:
    """Begin a stretch in which a player is offered more arms."""
    limit = number(node.limit, machine.world, env)
    actor = player_of(machine, node.actor, env)
    machine.control.append(Meanwhile(node.number, actor, limit, env))
    machine.enter(node.body, env)


def leave(machine: Machine, _frame: Frame) -> bool:
    """Drop a frame whose body is done."""
    machine.drop()
    return False


# ---------------------------------------------------------------- chance


def begin_draw(machine: Machine, node: core.Draw, env: Env) -> None:
    """Draw from a row or `one` at once.

    From what is unordered by chance, one component after another.
    """
    wanted = amount(node.count, machine, env)
    source = place_cell(node.source, machine, env)
    target = place_cell(node.target, machine, env)
    held = machine.contents(source)
    if len(held) < wanted and not node.up_to:
        name = machine.layout.names[source]
        verb = "is" if wanted == 1 else "are"
        raise RuleFault(f"{wanted} {verb} drawn from `{name}`, which holds {len(held)}", node.span)
    drawn = min(wanted, len(held))
    if machine.layout.zone_of[source].shape in ("row", "one"):
        transfer(machine, (source, target), held[:drawn], node.span)
    elif drawn:
        machine.control.append(Drawing(node.number, drawn, source, target))


def begin_roll(machine: Machine, node: core.Roll, env: Env) -> None:
    """Roll the dice of a zone, one after another; a zone without dice is passed over."""
    cell = place_cell(node.place, machine, env)
    kinds = machine.layout.spec.kinds
    dice = tuple(kind for kind in machine.contents(cell) if kinds[kind].faces)
    if dice:
        machine.control.append(Rolling(node.number, cell, dice, ()))


def begin_random(machine: Machine, node: core.Random, env: Env) -> None:
    """Wait for chance to pick one of several."""
    if next(found(node.search, machine.world, env), None) is None:
        raise RuleFault("chance has nothing to pick from", node.span)
    machine.control.append(Picking(node.number, env))


def wait(_machine: Machine, _frame: Drawing | Rolling | Picking) -> bool:
    """Wait for chance."""
    return True


def outcome_name(frame: Frame, outcome: int, layout: Layout) -> str:
    """Return what scenarios call an outcome at a chance point: `draw(jack)`, `random(left)`."""
    if isinstance(frame, Drawing):
        return f"draw({layout.spec.kinds[outcome].label})"
    if isinstance(frame, Rolling):
        return f"roll({layout.spec.kinds[outcome].label})"
    assert isinstance(frame, Picking), "chance decides only at a chance point"
    node = layout.statements[frame.random]
    assert isinstance(node, core.Random)
    named = outcome if node.type is None else label(outcome, node.type, layout.spec)
    return f"random({named})"


def chance_weights(frame: Frame, world: World) -> tuple[tuple[int, int], ...]:
    """Return the outcomes at a chance point, ascending, each with how many copies there are.

    () at other points.
    """
    if isinstance(frame, Drawing):
        possible: Kinds = contents(frame.source, world)
    elif isinstance(frame, Rolling):
        possible = world.layout.spec.kinds[frame.rest[0]].faces
    elif isinstance(frame, Picking):
        node = world.layout.statements[frame.random]
        assert isinstance(node, core.Random)
        picked = (inner[-1] for inner in found(node.search, world, frame.env))
        possible = tuple(element for element in picked if isinstance(element, int))
    else:
        return ()
    copies = Counter(possible)
    return tuple(sorted(copies.items()))


def take_outcome(machine: Machine, outcome: int) -> None:
    """Go on with an outcome of chance."""
    frame = machine.control[-1]
    if isinstance(frame, Drawing):
        _draw_one(machine, frame, outcome)
        return
    if isinstance(frame, Rolling):
        _roll_one(machine, frame, outcome)
        return
    assert isinstance(frame, Picking), "chance decides only at a chance point"
    node = machine.layout.statements[frame.random]
    assert isinstance(node, core.Random)
    machine.drop()
    machine.enter(node.body, (*frame.env, outcome))


def _draw_one(machine: Machine, frame: Drawing, kind: int) -> None:
    node = machine.layout.statements[frame.draw]
    if frame.left > 1:
        machine.control[-1] = frame._replace(left=frame.left - 1)
    else:
        machine.drop()
    transfer(machine, (frame.source, frame.target), (kind,), node.span)


def _roll_one(machine: Machine, frame: Rolling, face: int) -> None:
    """Note one face; with the last die, lay all of them where they were."""
    done, rest = (*frame.done, face), frame.rest[1:]
    if rest:
        machine.control[-1] = frame._replace(rest=rest, done=done)
        return
    machine.drop()
    kinds = machine.layout.spec.kinds
    faces = iter(done)
    lying = [next(faces) if kinds[kind].faces else kind for kind in machine.contents(frame.cell)]
    is_row = machine.layout.zone_of[frame.cell].shape == "row"
    machine.cells[frame.cell] = tuple(lying if is_row else sorted(lying))
    machine.events.append(Rolled(frame.cell, done if is_row else tuple(sorted(done)), len(done)))
