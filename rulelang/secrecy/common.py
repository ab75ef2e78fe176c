"""What walks share of specifications that declare the same: variants, and a text after an edit.

A call of an effect in which nothing would be told to anybody changes nothing but what is known
behind it. So it is walked once for all specifications where the effect does the same. Symbols and
changes have the same numbers in all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final, TypeAlias

import attrs

from rulelang.freezing import define, frozen
from rulelang.prove.digests import digest_of
from rulelang.secrecy.facts import AllTold
from rulelang.secrecy.here import Changes, Here
from rulelang.secrecy.names import Names
from rulelang.secrecy.secrets import Known, Uses, Value
from rulelang.secrecy.sight import Sights
from rulelang.secrecy.unseen import Unseen

Called: TypeAlias = tuple[str, tuple[Value, ...], Hashable]
"""What an effect does, what it is given, and what is known there."""
MOST_CALLS: Final = 20_000
"""When so many are known, all are forgotten."""
NEW: Final = 2
"""Of so many steps one has to be new, that it may pay to keep them for another process."""


@frozen
class Behind:
    """What is known behind a call; None: it does not return.

    `cost`: the steps of a walk in which nothing was remembered. `is_clean`: nobody is told
    anything that he should not know.
    """

    after: Here | None
    cost: int
    is_clean: bool


Outcome: TypeAlias = "frozenset[Known] | None"
"""What somebody knows behind a call, which is all that it may change; None: it never returns."""


def outcome_of(after: Here | None) -> Outcome:
    """Return what a caller comes to know by a call, of what is known behind it."""
    return None if after is None else after.known


@frozen
class Nested:
    """A call that a body made. `place`: of which of the effects that it calls, in their order."""

    place: int
    values: tuple[Value, ...]
    here: Here
    outcome: Outcome


@frozen
class Past:
    """What a clean walk of a body did: all calls in order, and what is known behind it.

    `looked_into`: effects that it followed without calling them, by their places among those that
    it calls; what each does. `cost`: its steps, those of its calls aside.
    """

    calls: tuple[Nested, ...]
    looked_into: tuple[tuple[int, str], ...]
    after: Here | None
    cost: int


@define
class Frame:
    """What is noted of a body while it is walked.

    `places`: those of the effects that it calls; `cost`: the steps of its calls.
    """

    places: Mapping[int, int] = attrs.field(factory=dict)
    calls: list[Nested] = attrs.field(factory=list)
    looked_into: set[int] = attrs.field(factory=set)
    cost: int = 0


@define
class Common:
    """What walks share. `all_under`: the same for walks under the same circumstances.

    `past`: walks by all that they read of the rules but what they call, and what is known there;
    `bodies`: of which bodies another process left some. `asked` and `seen`: what this process
    asked for of both, and `made` the steps of the walks that it made. `is_shared`: it is for
    several walks; else nothing is noted of what calls come to. `facts`: what facts tell;
    `uses`: secrets as they are used elsewhere.
    """

    names: Names = attrs.field(factory=Names)
    changes: Changes = attrs.field(factory=Changes)
    past: dict[Hashable, Past] = attrs.field(factory=dict)
    all_under: dict[str, Common] = attrs.field(factory=dict)
    bodies: frozenset[str] = frozenset()
    is_shared: bool = True
    answers: dict[object, bool] = attrs.field(init=False, factory=dict)
    facts: AllTold = attrs.field(init=False, factory=dict)
    uses: Uses = attrs.field(init=False, factory=Uses)
    calls: dict[Called, Behind] = attrs.field(init=False, factory=dict)
    asked: dict[Hashable, Past] = attrs.field(init=False, factory=dict)
    seen: set[str] = attrs.field(init=False, factory=set)
    made: int = attrs.field(init=False, default=0)

    def under(self, circumstances: str) -> Common:
        """Return what walks under these circumstances share."""
        known = self.all_under.get(circumstances)
        if known is None or len(known.calls) > MOST_CALLS:
            known = self.all_under[circumstances] = Common()
        return known

    def ask(self, body: str, key: Hashable, past: Past) -> None:
        """Note that a walk of a body is asked for."""
        self.asked[key] = past
        self.seen.add(body)

    def note(self, body: str, key: Hashable, past: Past) -> None:
        """Note what a clean walk of a body did."""
        self.past[key] = past
        self.ask(body, key, past)
        self.made += past.cost

    def anew(self) -> frozenset[str]:
        """Return the bodies of which no other process left a walk."""
        under = self.all_under.values()
        return frozenset().union(*(one.seen - one.bodies for one in under if one.bodies))

    def for_another(self, anew: frozenset[str]) -> Common | None:
        """Return what another process should know; None where it would know most of it anyway.

        So it would where the text has bodies that no text before it had, unless one of them is
        `anew`, as it was in the last text: whoever works on a body changes it again. What a call
        comes to follows from the walks of what it calls, so that is left out.
        """
        under = {name: one for name, one in self.all_under.items() if one.asked}
        steps = sum(past.cost for one in under.values() for past in one.asked.values())
        new = self.anew()
        if NEW * sum(one.made for one in under.values()) <= steps or (new and not new & anew):
            return None
        parts = {
            name: Common(one.names, one.changes, one.asked, bodies=frozenset(one.seen))
            for name, one in under.items()
        }
        return Common(all_under=parts)


def circumstances(sights: Sights, unseen: Unseen) -> str:
    """Return a digest of what follows from all rules together, and bears on each of them."""
    return digest_of(
        (
            sights.lying.told,
            sorted(map(repr, sights.footprints.anytime)),
            sorted(map(repr, unseen.anytime)),
        )
    )
