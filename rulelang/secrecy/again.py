"""What a walk of a body came to, where all that it calls comes to the same again.

An edit of one effect changes what all do that call it, up to play; what is known behind the call
is nearly always what it was. So of a clean walk is noted which calls it made, what was known
there, and what behind them. Where the body reads as it did (`interface`), its calls are made by
what they do now. As long as they come to the same, so would a walk, call by call; and where all
do, nothing else of the body is walked.

    before:  play calls turn, turn calls buy; buy is edited
    after:   buy is walked, and what is known behind it is what it was; so turn and play are not

What was known there has places of the text in which it was noted. So nothing is reported while
calls are tried: where something would be told to somebody, the caller is walked after all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from rulelang import core
from rulelang.secrecy.common import Frame, Past, outcome_of
from rulelang.secrecy.here import Here
from rulelang.secrecy.secrets import Value
from rulelang.secrecy.walker import ToldError, Walker

Call = Callable[[Walker, Here, int, tuple[Value, ...]], "Here | None"]


def walked(
    w: Walker, here: Here, body: core.Block, run: Callable[[], Here | None], call: Call
) -> Here | None:
    """Return what is known behind a body; `run` walks it, `call` makes a call that it made."""
    if not w.common.is_shared:
        return run()
    key = (interface(w, body), tuple(here.locals.values()), here.key)
    past = w.common.past.get(key)
    said, called, _ = w.reader.bodies.parts(body)
    name = f"{w.reader.bodies.name(body)} {said}"
    if past is not None and _holds(w, past, body, call):
        w.common.ask(name, key, past)
        return past.after
    around, frame = w.reader.frame, Frame({effect: at for at, effect in enumerate(called)})
    before, leaky = w.reader.whole, w.leaky
    w.reader.frame = frame
    try:
        after = run()
    finally:
        w.reader.frame = around
    if w.leaky == leaky:
        own = w.reader.whole - before - frame.cost
        w.common.note(name, key, Past(tuple(frame.calls), _looked_into(w, frame), after, own))
    return after


def interface(w: Walker, body: core.Block) -> Hashable:
    """Return what a walk of a body reads of the rules, but for its calls and what it looks into.

    That is the body itself, the facts that it asks, and the outlines of the effects that it calls.
    """
    bodies = w.reader.bodies
    own, called, asked = bodies.parts(body)
    said = tuple([bodies.facts[fact].whole for fact in asked])
    return ((bodies.name(body), own), said, tuple(map(w.outline, called)))


def _looked_into(w: Walker, frame: Frame) -> tuple[tuple[int, str], ...]:
    """Return which of the effects that a body calls it followed itself, and what they do."""
    effects, places = w.reader.bodies.effects, frame.places
    followed = [effect for effect in places if effect in frame.looked_into]
    return tuple([(places[effect], effects[effect].whole) for effect in followed])


def _holds(w: Walker, past: Past, body: core.Block, call: Call) -> bool:
    """Return whether a walk would come to what it came to before.

    If so, its steps are counted as if it had been made; if not, they will be.
    """
    _, called, _ = w.reader.bodies.parts(body)
    effects = w.reader.bodies.effects
    if any(effects[called[at]].whole != whole for at, whole in past.looked_into):
        return False
    before, leaky = w.reader.whole, w.leaky
    w.reader.whole += past.cost
    w.reader.spared += past.cost  # also where it does not hold: steps may be made in vain
    if _come_to_the_same(w, past, called, call):
        return True
    w.reader.whole, w.leaky = before, leaky
    return False


def _come_to_the_same(w: Walker, past: Past, called: tuple[int, ...], call: Call) -> bool:
    was_trying, w.is_trying = w.is_trying, True
    try:
        return all(
            outcome_of(call(w, nested.here, called[nested.place], nested.values)) == nested.outcome
            for nested in past.calls
        )
    except ToldError:
        if was_trying:
            raise
        return False
    finally:
        w.is_trying = was_trying
