"""Frozen classes behave as those of attrs do, whatever is asked of them first."""

import copy
import pickle

import attrs
import pytest

from rulelang.freezing import frozen


@frozen
class Point:
    """What a test compares."""

    x: int
    y: tuple[int, ...] = ()
    place: str = attrs.field(default="", repr=False, eq=False)


@frozen(cache_hash=True)
class Kept:
    """One that keeps its hash."""

    x: int
    place: str = attrs.field(default="", repr=False, eq=False)


@frozen
class Empty:
    """One without fields."""


@attrs.frozen
class Other:
    """One that attrs makes."""

    x: int
    y: tuple[int, ...] = ()


def anew():
    """Return a class of which nothing was asked yet."""

    @frozen
    class Fresh:
        x: int
        place: str = attrs.field(default="", eq=False)

    return Fresh


def test_equal_things_have_equal_fields_and_hashes():
    assert Point(1, (2,), "here") == Point(1, (2,), "there")
    assert Point(1) != Point(2)
    assert hash(Point(1, (2,), "here")) == hash(Point(1, (2,), "there"))
    assert len({Point(1), Point(1, ()), Point(2)}) == 2
    assert Kept(1, "here") == Kept(1, "there") != Kept(2)
    assert hash(Kept(1, "here")) == hash(Kept(1, "there"))
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())


def test_things_of_different_classes_differ():
    assert Point(1) != Other(1)
    assert Point(1) != Kept(1)
    assert Empty() != Point(1)
    assert Point(1).__eq__(1) is NotImplemented
    assert Empty().__eq__(()) is NotImplemented
    assert hash(Point(1)) != hash(Kept(1))


def test_whatever_is_asked_first_is_answered_the_same():
    for first in (hash, lambda one: one == 1, lambda one: one != 1, repr, lambda one: {one}):
        kind = anew()
        first(kind(1))
        assert kind(1, "here") == kind(1, "there") != kind(2)
        assert {kind(1): 2}[kind(1)] == 2


def test_they_are_shown_with_their_fields():
    assert repr(Point(1, (2,), "here")) == "Point(x=1, y=(2,))"
    assert repr(Kept(1)) == "Kept(x=1)"
    assert repr(Empty()) == "Empty()"
    assert repr(anew()(1)) == "Fresh(x=1, place='')"


def test_they_do_not_change_and_are_copied():
    point = Point(1, (2,), "here")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        point.x = 2
    for copied in (copy.copy(point), pickle.loads(pickle.dumps(point))):  # noqa: S301 - our own
        assert copied == point
        assert copied.place == "here"
    assert attrs.evolve(point, x=3) == Point(3, (2,))
    match point:
        case Point(x, y):
            assert (x, y) == (1, (2,))


def test_what_cannot_be_hashed_is_not():
    with pytest.raises(TypeError):
        hash(Point(1, []))


def test_a_class_that_shows_its_things_itself_is_refused():
    with pytest.raises(AssertionError):

        @frozen
        class Own:
            x: int

            def __repr__(self):
                return "mine"
