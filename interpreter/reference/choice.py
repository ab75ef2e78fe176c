"""Choice points: which arms are open, which actions are legal, and why others are not.

Ref §4-10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from interpreter.action import Action
from interpreter.faults import BudgetExceeded, EngineBug, RuleFault
from interpreter.labels import label
from interpreter.layout import ArmLayout
from interpreter.position import Acting, Choosing, Env, Frame, Meanwhile
from interpreter.reference import lookahead, trying
from interpreter.reference.values import World, elements, value
from interpreter.reference.wording import action_sentence, render
from rulelang import core
from rulelang.core import Value
from rulelang.rule_types import Component, Number, Type

NO_SUCH_OPTION = "no such option"
LEADS_NOWHERE = "after this nothing could bring the choice to its end"
_DIGITS = 18  # of a number that somebody types; Python reads no number of thousands of them


class Open(NamedTuple):
    """An arm on offer.

    `env` is what its bindings extend, `last` its last picks in order, `frame` where it comes from.
    """

    layout: ArmLayout
    env: Env
    last: Env
    frame: int


class Offer(NamedTuple):
    """A legal action: its number, its arm, and the environment with its arguments."""

    id: int
    open: Open
    env: Env


def action_of(offer: Offer, index: int, world: World) -> Action:
    """Return the action that an offer stands for."""
    arm = offer.open.layout.arm
    arguments = offer.env[len(offer.open.env) :]
    labels = argument_labels(offer.open.layout, arguments, world.layout.spec)
    return Action(
        offer.id,
        arm.name,
        arguments,
        labels,
        index,
        lambda: action_sentence(arm, labels, world, offer.env),
    )


def argument_labels(arm: ArmLayout, arguments: Env, spec: core.Spec) -> tuple[str, ...]:
    """Return how texts write the arguments of an arm."""
    return tuple(label(v, kind, spec) for v, kind in zip(arguments, arm.kinds, strict=True))


# ---------------------------------------------------------------- what is open


def open_arms(control: Sequence[Frame], world: World) -> tuple[Open, ...]:
    """Return the arms on offer at a choice point (a `Choosing` frame on top).

    Its own, then those of `anytime`, outer first.

    An arm in progress (`Choosing` below the top, or `Acting`) hides every `anytime` beneath it.
    Ref §34.
    """
    top = control[-1]
    assert isinstance(top, Choosing), "only a choice point has open arms"
    own = own_arms(control, world)
    actor: Value = None
    extra: list[Open] = []
    for at in range(len(control) - 2, -1, -1):
        frame = control[at]
        if isinstance(frame, Choosing | Acting):
            break
        if isinstance(frame, Meanwhile) and frame.left > 0:
            actor = actor_of(top, world) if actor is None else actor
            if frame.actor == actor:
                arms = world.layout.arms[frame.anytime]
                extra[:0] = [Open(arm, frame.env, (), at) for arm in arms]
    return (*own, *extra)


def own_arms(control: Sequence[Frame], world: World) -> tuple[Open, ...]:
    """Return the arms of the `Choose` on top, without those of `anytime`.

    A last resort is among them only where nothing else is legal.
    """
    *others, last = found = listed_arms(control, world)
    if not last.layout.arm.last_resort or all(no_offer(arm, world) for arm in others):
        return found
    return tuple(others)


def listed_arms(control: Sequence[Frame], world: World) -> tuple[Open, ...]:
    """Return all arms of the `Choose` on top, a last resort too, whatever is legal."""
    top = control[-1]
    assert isinstance(top, Choosing)
    at = len(control) - 1
    arms = world.layout.arms[top.choice]
    return tuple(Open(arm, top.env, top.last[arm.index] if top.last else (), at) for arm in arms)


def no_offer(found: Open, world: World) -> bool:
    """Return whether nothing that an arm means is legal."""
    return next(offers(found, world), None) is None


def actor_of(frame: Choosing, world: World) -> int:
    """Return who is to choose."""
    node = world.layout.statements[frame.choice]
    assert isinstance(node, core.Choose)
    actor = value(node.actor, world, frame.env)
    if not isinstance(actor, int):
        raise RuleFault("nobody is there to choose", node.span)
    return actor


# ---------------------------------------------------------------- what is legal


def offers(found: Open, world: World) -> Iterator[Offer]:
    """Yield the legal actions of one arm.

    Every combination of its bindings for which all needs hold.
    """
    arm = found.layout.arm
    needs = arm.needs
    try:
        for env, number in _bindings(found, 0, found.env, arm.first_id, world):
            for need in needs:
                if not value(need.test, world, env):
                    break
            else:
                if found.layout.trial and trying.failing(found.layout, env, world):
                    continue
                if not found.layout.looks_ahead or lookahead.leads_on(found, env, world):
                    yield Offer(number, found, env)
    except BudgetExceeded as reason:
        raise reason.at(arm.span) from None


def candidates(found: Open, world: World) -> Iterator[tuple[Offer, str | None]]:
    """Yield all that an arm means, legal or not, each with the reason that refuses it."""
    for env, number in _bindings(found, 0, found.env, found.layout.arm.first_id, world):
        yield Offer(number, found, env), refused(found, env, world)


def _bindings(
    found: Open, at: int, env: Env, number: int, world: World
) -> Iterator[tuple[Env, int]]:
    """Yield the environments and action numbers that bindings `at` and later make.

    Alike elements once.
    """
    choices = found.layout.arm.choices
    if at == len(choices):
        yield env, number
        return
    choice = choices[at]
    where = choice.where
    is_last = at + 1 == len(choices)
    for picked in picks(choice, world, env):
        inner = env + picked
        weight = _weight(found, len(env) - len(found.env), picked)
        if choice.in_order and not _after_last(found, at, picked, world):
            continue
        if where is not None and not value(where, world, inner):
            continue
        if is_last:
            yield inner, number + weight
        else:
            yield from _bindings(found, at + 1, inner, number + weight, world)


def picks(choice: core.Choice, world: World, env: Env) -> Iterator[Env]:
    """Yield what one binding of an arm may pick, `where` aside; alike elements once."""
    domain = elements(choice.domain, world, env)
    world.effort.spend(len(domain))
    if not choice.pair:
        for element in dict.fromkeys(domain):
            yield (element,)
        return
    distinct = list(dict.fromkeys(domain))
    for at, first in enumerate(distinct):
        if domain.count(first) > 1:
            yield (first, first)
        for second in distinct[at + 1 :]:
            yield (first, second)


def _weight(found: Open, slot: int, picked: Env) -> int:
    weights = found.layout.weights
    try:
        if len(picked) == 1:
            return weights[slot][picked[0]]
        return weights[slot][picked[0]] + weights[slot + 1][picked[1]]
    except KeyError:
        arm = found.layout.arm
        raise EngineBug(f"{arm.span}: `{arm.name}` offers what its type does not hold") from None


def _after_last(found: Open, at: int, picked: Env, world: World) -> bool:
    """Return whether a pick in order comes after the arm's last one.

    Copies of one kind may follow each other.
    """
    if not found.last:
        return True
    start, choices = 0, found.layout.arm.choices
    for earlier in choices[:at]:
        if earlier.in_order:
            start += 2 if earlier.pair else 1
    last = found.last[start : start + len(picked)]
    if picked == last:
        kinds = world.layout.spec.kinds
        is_kind = isinstance(choices[at].type, Component)
        return is_kind and all(isinstance(k, int) and kinds[k].copies > 1 for k in picked)
    slot = sum(2 if choice.pair else 1 for choice in choices[:at])
    weights = found.layout.weights[slot : slot + len(picked)]
    ranks = [[w[v] for w, v in zip(weights, values, strict=True)] for values in (picked, last)]
    return ranks[0] > ranks[1]


# ---------------------------------------------------------------- what is refused


def refused(found: Open, env: Env, world: World) -> str | None:
    """Return the reason of the first need that fails, or that nothing could close the choice."""
    for need in found.layout.arm.needs:
        if not value(need.test, world, env):
            return render(need.reason, world, env)
    if found.layout.trial:
        failed = trying.failing(found.layout, env, world)
        if failed is not None:
            return render(failed.need.reason, failed.world, failed.env)
    if found.layout.looks_ahead and not lookahead.leads_on(found, env, world):
        return LEADS_NOWHERE
    return None


def refusal(found: Open, arguments: Env, world: World) -> str | None:
    """Return why an arm is refused with these arguments; None when it is legal.

    An argument outside its domain gets no other answer than that there is no such option. Ref §9.
    """
    env = found.env
    left = arguments
    for at, choice in enumerate(found.layout.arm.choices):
        width = 2 if choice.pair else 1
        picked, left = left[:width], left[width:]
        if picked not in picks(choice, world, env):
            return NO_SUCH_OPTION
        env += picked
        if choice.where is not None and not value(choice.where, world, env):
            return NO_SUCH_OPTION
        if choice.in_order and not _after_last(found, at, picked, world):
            return NO_SUCH_OPTION
    return refused(found, env, world)


def parsed(found: Open, written: Sequence[str | int], world: World) -> Env | None:
    """Return the argument values that labels (or values) stand for.

    None where one stands for nothing.

    The two members of a pair may be written in either order.
    """
    arm, spec = found.layout, world.layout.spec
    if len(written) != len(arm.kinds):
        return None
    values: list[Value] = []
    for text, kind, weights in zip(written, arm.kinds, arm.weights, strict=True):
        meant = _meant(text, kind, weights, spec)
        if meant is None:
            return None
        values.append(meant)
    if any(choice.pair for choice in arm.arm.choices):
        return _pairs_in_order(found, tuple(values), world)
    return tuple(values)


def _meant(text: str | int, kind: Type, weights: Mapping[Value, int], spec: core.Spec) -> Value:
    """Return the value of an argument that a label (or value) stands for; None for nothing.

    Blanks in a label do not matter: `Card(red,7)` is `Card(red, 7)`.
    """
    if isinstance(text, int):
        return text if text in weights else None
    if isinstance(kind, Number):  # there may be thousands of them
        digits = text.removeprefix("-")
        is_one = len(digits) < _DIGITS and digits.isascii() and digits.isdecimal()
        number = int(text) if is_one else None
        return number if number in weights and str(number) == text else None
    asked = _unspaced(text)
    return next((v for v in weights if _unspaced(label(v, kind, spec)) == asked), None)


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _pairs_in_order(found: Open, arguments: Env, world: World) -> Env:
    """Turn the members of a pair round where only the other order is offered."""
    env, left = found.env, arguments
    for choice in found.layout.arm.choices:
        width = 2 if choice.pair else 1
        picked, left = left[:width], left[width:]
        if choice.pair and picked[::-1] in picks(choice, world, env):
            picked = picked[::-1]
        env += picked
    return env[len(found.env) :]
