"""The types of the rule language: every one is finite.

A value of a type is, at run time, an int (numbers; flags 0 and 1; words, individuals and component
kinds by their number), `None` for `none`, or a tuple of values for a set.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulelang.freezing import frozen


@frozen
class Number:
    """Whole numbers `low..high`, both inclusive."""

    low: int
    high: int


@frozen
class Flag:
    """True or false; counts as 1 or 0 where a number is wanted."""


@frozen
class Word:
    """One of some words, by their numbers in `Spec.words`, in declared order."""

    words: tuple[int, ...]


@frozen
class Member:
    """An individual of a family: a player, a team, a space, an edge.

    Numbered from 0, in the order in which they are declared.
    """

    family: str
    size: int


@frozen
class Component:
    """A kind of component, by its number in `Spec.kinds`: one of `kinds`."""

    kinds: tuple[int, ...]


@frozen
class SetOf:
    """A finite, ordered collection of values of one type; at most `size` of them."""

    element: Type
    size: int


@frozen
class Maybe:
    """A value of `of`, or `none`."""

    of: Type


@frozen
class Nothing:
    """The literal `none` alone."""


@frozen
class Unknown:
    """The type of what a finding was already made about; every check keeps silent about it.

    `of_none`: nothing is wrong, but there is no value of it, as there is none in `{}`.
    """

    of_none: bool = False


Type: TypeAlias = Number | Flag | Word | Member | Component | SetOf | Maybe | Nothing | Unknown

Single: TypeAlias = Number | Flag | Word | Member | Component | Maybe
"""The types of what is declared or chosen: no sets, and none without values."""


def single(kind: Type) -> Single:
    """Return a type as one of what is declared or chosen, which it has to be.

    >>> single(Maybe(Flag()))
    Maybe(of=Flag())
    """
    assert not isinstance(kind, SetOf | Nothing | Unknown), "a set is neither declared nor chosen"
    return kind


def values_of(kind: Type) -> tuple[int, ...]:
    """Return the static values of a type, in canonical order; the digits of action numbers.

    `none` is not among them, and a set has none: neither can be an index or the argument of an
    action.

    >>> values_of(Number(2, 4)), values_of(Flag()), values_of(Member("Player", 2))
    ((2, 3, 4), (0, 1), (0, 1))

    """
    match kind:
        case Number(low=low, high=high):
            return tuple(range(low, high + 1))
        case Flag():
            return (0, 1)
        case Word(words=words):
            return words
        case Member(size=size):
            return tuple(range(size))
        case Component(kinds=kinds):
            return kinds
        case Maybe(of=inner):
            return values_of(inner)
        case SetOf() | Nothing() | Unknown():
            return ()
        case _:
            assert_never(kind)


def count_of(kind: Type) -> int:
    """Return how many static values a type has, without listing them."""
    match kind:
        case Number(low=low, high=high):
            return max(0, high - low + 1)
        case Maybe(of=inner):
            return count_of(inner)
        case _:
            return len(values_of(kind))


def plain(kind: Type) -> Type:
    """Return a type without the `none` that may stand beside its values.

    >>> plain(Maybe(Flag()))
    Flag()
    """
    return kind.of if isinstance(kind, Maybe) else kind


def is_member(kind: Type, family: str) -> bool:
    """Return whether a type has the members of a family as values, `none` or not.

    >>> is_member(Maybe(Member("Player", 2)), "Player"), is_member(Flag(), "Player")
    (True, False)
    """
    found = plain(kind)
    return isinstance(found, Member) and found.family == family
