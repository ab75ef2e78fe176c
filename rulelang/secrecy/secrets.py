"""What is hidden, what somebody has come to know of it, and the values of locals."""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.source import NOWHERE, Span

Sort: TypeAlias = Literal["zone", "variable", "choice", "lot"]
Term: TypeAlias = core.Expr
"""A name of a value: constants, symbols (`Local`), and what tables and operators make of them."""


@frozen(cache_hash=True)
class Place:
    """A zone or a variable of a family; of a `lot`, the zone that chance picked from."""

    sort: Sort
    number: int
    args: tuple[Term, ...]


@frozen(cache_hash=True)
class Secret:
    """Something that not everybody knows: what lies in a zone, is in a variable, or was chosen.

    `element`: the symbol of a value that was taken from there. A choice is known to `place.args`,
    a lot to who sees that zone: not to who knows, by other ways, what lies there.
    `claims` hold where it is read. `whole`: the value is a component itself, and nothing that was
    found out about it.

    `read`: where it is read, `use`: where that is used by the text that is looked at.
    """

    place: Place
    element: core.Local | None = None
    whole: bool = False
    claims: frozenset[Term] = frozenset()
    read: Span = attrs.field(default=NOWHERE, eq=False)
    use: Span = attrs.field(default=NOWHERE, eq=False)


Secrets: TypeAlias = frozenset[Secret]
NONE: Secrets = frozenset()


@frozen(cache_hash=True)
class Known:
    """Somebody knows what lies in a place, or the value of a symbol (`element`).

    `place.args` None stands for the whole family. Who knows: a player, with `who` None everybody;
    or, with `seers`, whoever sees that place. `at_start`: nothing has happened there yet.
    `lies`: the component of that symbol still lies where `seers` see it.
    """

    sort: Sort | None
    number: int
    args: tuple[Term, ...] | None
    element: core.Local | None = None
    who: Term | None = None
    seers: Place | None = None
    at_start: bool = False
    lies: bool = False


def lying(symbol: core.Local, place: Place) -> Known:
    """Return that a component lies somewhere: who sees the place knows it."""
    return Known(None, 0, None, element=symbol, seers=place, lies=True)


@frozen(cache_hash=True)
class Value:
    """What is known of a value: its name, its secrets, and those of how many elements it has.

    `is_inner`: it is bound inside an expression, whose parts are reported where they are read.
    """

    term: Term
    secrets: Secrets = NONE
    size: Secrets = NONE
    is_inner: bool = False


@frozen(cache_hash=True)
class Control:
    """What decides whether this place is reached; with `shape`, only what is asked there."""

    secrets: Secrets
    shape: bool = False


@define
class Uses:
    """Secrets as used by other parts of the text, each made once."""

    _known: dict[tuple[Secret, int, int], tuple[Secret, Span, Secret]] = attrs.field(factory=dict)

    def at(self, secrets: Secrets, span: Span) -> Secrets:
        """Return secrets as used by another part of the text."""
        if not secrets or span == NOWHERE:
            return secrets
        return frozenset([s if s.use == span else self._used(s, span) for s in secrets])

    def _used(self, secret: Secret, span: Span) -> Secret:
        key = (secret, id(secret.read), id(span))  # equal ones may be read elsewhere
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (secret, span, evolve(secret, use=span))
        return known[2]


def at_places(*found: Secrets) -> frozenset[tuple[Secret, Span, Span]]:
    """Return secrets with their places in the text, which equal ones need not have in common."""
    return frozenset([(secret, secret.read, secret.use) for some in found for secret in some])


def found_out(secrets: Secrets) -> Secrets:
    """Return the secrets of a value that is no component any more."""
    if not any(secret.whole for secret in secrets):
        return secrets
    return frozenset(evolve(secret, whole=False) if secret.whole else secret for secret in secrets)


def lots_of(secrets: Secrets) -> Secrets:
    """Return which of its elements chance picks, as a secret, for each zone that a set is of."""
    return frozenset(
        evolve(secret, place=evolve(secret.place, sort="lot"), element=None, whole=False)
        for secret in secrets
        if secret.place.sort == "zone"
    )


def of_element(secrets: Secrets, symbol: core.Local) -> Secrets:
    """Return the secrets of a value that a symbol stands for."""
    return frozenset(
        secret if secret.element is not None else evolve(secret, element=symbol)
        for secret in secrets
    )
