"""Classes behave as those of attrs do, whatever is asked of them first."""

import copy
import pickle
from typing import get_type_hints

import attrs
import pytest

from rulelang.core.walk import KINDS
from rulelang.evolving import evolve
from rulelang.freezing import define, field_names, fields_of, frozen, has_fields, hints_of


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
class Given:
    """One with names of its own, and with what attrs alone can do."""

    _x: int
    rows: dict[int, int] = attrs.field(factory=dict)
    marked: int = attrs.field(default=0, metadata={"marked": True})


@frozen
class Hidden:
    """One whose fields are given by other names."""

    _x: int
    _y: int = 7


@frozen
class Empty:
    """One without fields."""


@frozen
class One:
    """One with one field."""

    x: int


@frozen
class Counted:
    """One that makes a field anew, and one that nobody gives."""

    x: int
    rows: list[int] = attrs.field(factory=list)
    total: int = attrs.field(init=False, default=7)


@define
class Growing:
    """One whose things change."""

    x: int
    _rows: list[int] = attrs.field(factory=list)
    place: str = attrs.field(default="", repr=False, eq=False)
    doubled: int = attrs.field(init=False)
    seen: dict[int, int] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self):
        self.doubled = 2 * self.x


@define(eq=False)
class Alone:
    """One whose things are equal to themselves alone."""

    x: int = 1


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


def test_what_is_made_anew_is_made_for_each_thing():
    assert Counted(1).rows is not Counted(1).rows
    rows = []
    assert Counted(1, rows).rows is rows
    assert repr(Counted(1)) == "Counted(x=1, rows=[], total=7)"
    assert Counted(1) == Counted(1, []) != Counted(1, [2])
    assert (Growing(1)._rows, Growing(1, rows=[2])._rows) == ([], [2])  # noqa: SLF001 - see above
    with pytest.raises(TypeError):
        Counted(1, [], 7)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Counted(1).total = 8


def test_things_that_change_are_equal_while_their_fields_are():
    one, other = Growing(1), Growing(1, [], "there")
    assert (one, one.doubled, repr(one)) == (
        other,
        2,
        "Growing(x=1, _rows=[], doubled=2, seen={})",
    )
    one.x = 3
    assert one != other
    assert other != Point(1)
    for copied in (copy.copy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301 - our own
        assert (copied, copied.doubled) == (one, 2)
    with pytest.raises(TypeError):
        hash(one)
    with pytest.raises(AttributeError):
        one.y = 1


def test_things_that_are_equal_to_themselves_alone_are_hashed():
    one = Alone()
    assert one == one  # noqa: PLR0124 - that is asked
    assert one != Alone()
    assert {one: 1}[one] == 1


def test_a_class_that_shows_its_things_itself_is_refused():
    with pytest.raises(AssertionError):

        @frozen
        class Own:
            x: int

            def __repr__(self):
                return "mine"


def test_fields_are_given_by_place_and_by_name():
    assert Point(1, (2,), "here") == Point(place="here", y=(2,), x=1)
    assert repr(Hidden(1)) == "Hidden(_x=1, _y=7)"
    assert Hidden(1, 2) == Hidden(y=2, x=1)
    assert repr(Given(x=1)) == "Given(_x=1, rows={}, marked=0)"
    assert Given(1).rows is not Given(1).rows
    with pytest.raises(TypeError, match=r"Point\.__init__\(\) missing 1 required .* 'x'"):
        Point()
    with pytest.raises(TypeError, match="Empty"):
        Empty(1)


@pytest.mark.parametrize("kind", [Point, Kept, Given, Hidden, Empty, Counted, Growing, Alone])
def test_fields_are_those_that_attrs_tells(kind):
    assert has_fields(kind)
    quick = [(f.name, f.alias, f.repr, f.eq, f.init, f.kw_only) for f in fields_of(kind)]
    assert attrs.has(kind)
    told = [(f.name, f.alias, f.repr, f.eq, f.init, f.kw_only) for f in attrs.fields(kind)]
    assert quick == told
    assert field_names(kind) == tuple(f.name for f in attrs.fields(kind))
    assert attrs.fields(kind) is attrs.fields(kind)


def test_marks_of_fields_are_told():
    assert attrs.fields(Given).marked.metadata == {"marked": True}
    assert attrs.fields_dict(Point)["y"].default == ()
    assert attrs.asdict(Point(1, (2,))) == {"x": 1, "y": (2,), "place": ""}


def test_a_hash_that_is_kept_goes_to_no_copy():
    kept = Kept(1, "here")
    assert hash(kept) == hash(kept)
    for copied in (copy.copy(kept), pickle.loads(pickle.dumps(kept))):  # noqa: S301 - our own
        assert (copied, copied.place, hash(copied)) == (kept, "here", hash(kept))
    assert attrs.evolve(kept, x=2) == Kept(2)
    assert hash(attrs.evolve(kept, x=2)) == hash(Kept(2))


def test_a_field_without_a_default_stands_before_those_with_one():
    with pytest.raises(AssertionError):

        @frozen
        class Wrong:
            x: int = 1
            y: int


@pytest.mark.parametrize("kind", [Point, *sorted(KINDS, key=str)])
def test_annotations_mean_what_python_says(kind):
    assert hints_of(kind) == get_type_hints(kind)


def test_things_are_made_anew_however_many_fields_they_have():
    assert evolve(Empty()) == Empty()
    assert evolve(One(1), x=2) == One(2)
    assert evolve(Hidden(1), x=2) == Hidden(2)
