"""Trees of attrs classes as plain data, and back: nothing that is read can do anything.

What is written is a list of values, each made of values before it: scalars, and rows for tuples,
lists, sets, dictionaries and nodes. What is equal and cannot change stands there once. Which
classes there are, what their fields are called and of which types they may be follows from the
annotations of a root class: a new field or class needs no word here, and what was written before
it is not read any more.

    before:  Pair(left=7, right=(7, "a"))
    after:   {"classes": [["Pair", "left", "right"]], "bytes": [],
              "values": [7, "a", ["tuple", 0, 1], [0, 0, 2]]}
"""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Final

import attrs

from rulelang.freezing import define, fields_of, frozen, has_fields, hints_of

_HEAD: Final = 8
"""Bytes that say how long the JSON is; what lies behind it are the bytes among the values."""

_T = typing.TypeVar("_T")

_SCALARS: Final = (type(None), bool, int, str)


class UnreadableError(Exception):
    """Something is not what `packed` writes; or it cannot be written."""


@frozen
class Shape:
    """A class that may be read: its fields in order, and of which types each may be.

    `seen`: of which types all fields of a thing were, of those that were read and may be so.
    """

    made: type
    names: tuple[str, ...]
    allowed: tuple[frozenset[object], ...]
    seen: set[tuple[type, ...]] = attrs.field(factory=set, eq=False, repr=False)


def packed(value: object) -> bytes:
    """Return a value as bytes: nodes, tuples, lists, frozen sets, dictionaries, scalars and bytes.

    >>> packed((1, "a"))[8:]
    b'{"classes":[],"bytes":[],"values":[1,"a",["tuple",0,1]]}'

    Raises:
        UnreadableError: something of another sort is in it, or it is nested too deeply.
    """
    writing = _Writing()
    try:
        writing.add(value)
    except RecursionError:
        raise UnreadableError("it is nested too deeply") from None
    return writing.finish()


def unpacked(data: bytes, root: type[_T]) -> _T:
    """Return the node of a class that `packed` wrote.

    >>> from rulelang.rule_types import Maybe, Number
    >>> unpacked(packed(Maybe(Number(1, 6))), Maybe)
    Maybe(of=Number(low=1, high=6))

    Raises:
        UnreadableError: it is anything else.
    """
    size = int.from_bytes(data[:_HEAD], "big")
    try:
        found = json.loads(data[_HEAD : _HEAD + size])
        blobs = _blobs(found["bytes"], data[_HEAD + size :])
        value = _Reading(found["classes"], shapes(root), blobs).last(found["values"])
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableError(f"{type(error).__name__}: {error}") from error
    if not isinstance(value, root):
        raise UnreadableError(f"it holds a {type(value).__name__}")
    return value


# ---------------------------------------------------------------- writing


@define
class _Writing:
    """Values so far, and where those stand that are written once."""

    classes: dict[type, int] = attrs.Factory(dict)
    blobs: list[bytes] = attrs.Factory(list)
    values: list[object] = attrs.Factory(list)
    known: dict[tuple[object, ...], int] = attrs.Factory(dict)
    seen: dict[int, int] = attrs.Factory(dict)
    scalars: dict[type, dict[object, int]] = attrs.Factory(lambda: {kind: {} for kind in _SCALARS})

    def add(self, value: object) -> int:
        """Write a value; return its number. The same object is gone through once."""
        return self._all((value,))[0]

    def _all(self, parts: Iterable[object]) -> list[int]:
        """Write some values; return their numbers."""
        scalars, seen = self.scalars, self.seen
        numbers = []
        for part in parts:
            kind = type(part)
            written = scalars.get(kind)
            if written is None:
                number = seen.get(id(part))
                if number is None:
                    number = seen[id(part)] = self._add(kind, part)
            else:
                number = written.get(part)
                if number is None:
                    number = written[part] = self._next(part)
            numbers.append(number)
        return numbers

    def _add(self, kind: type, value: object) -> int:
        if isinstance(value, bytes):
            self.blobs.append(value)
            return self._next(["bytes", len(self.blobs) - 1])
        if isinstance(value, tuple) and kind is tuple:
            return self._once(("tuple", *self._all(value)))
        if isinstance(value, frozenset):
            return self._once(("set", *sorted(self._all(value))))
        if isinstance(value, list):
            return self._next(["list", *self._all(value)])
        if isinstance(value, dict | MappingProxyType):
            pairs = (part for pair in value.items() for part in pair)
            return self._next(["dict", *self._all(pairs)])
        return self._node(kind, value)

    def _node(self, kind: type, value: object) -> int:
        parts_of = _parts_of(kind)
        number = self.classes.setdefault(kind, len(self.classes))
        row = (number, *self._all(parts_of(value)))
        return self._next(row) if kind.__hash__ is None else self._once(row)

    def _once(self, row: tuple[object, ...]) -> int:
        known = self.known.get(row)
        if known is None:
            known = self.known[row] = self._next(row)
        return known

    def _next(self, value: object) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def finish(self) -> bytes:
        """Return all as bytes."""
        classes = [[_name(kind), *_names_of(kind)] for kind in self.classes]
        lengths = [len(blob) for blob in self.blobs]
        whole = {"classes": classes, "bytes": lengths, "values": self.values}
        text = json.dumps(whole, separators=(",", ":")).encode("ascii")
        return b"".join((len(text).to_bytes(_HEAD, "big"), text, *self.blobs))


@cache
def _names_of(kind: type) -> tuple[str, ...]:
    if not has_fields(kind):
        raise UnreadableError(f"a {kind.__name__} is no plain data")
    return tuple(field.name for field in fields_of(kind) if field.init)


@cache
def _parts_of(kind: type) -> Callable[[object], tuple[object, ...]]:
    """Return what gives the values of all fields of a class."""
    names = _names_of(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple([getattr(value, name) for name in names])


# ---------------------------------------------------------------- reading


class _Reading:
    """Makes values of rows, each of values before it."""

    def __init__(
        self, classes: list[list[str]], known: Mapping[str, Shape], blobs: list[bytes]
    ) -> None:
        self._shapes = [known[name] for name, *_ in classes]
        for shape, (_, *names) in zip(self._shapes, classes, strict=True):
            if shape.names != tuple(names):
                raise UnreadableError(f"{shape.made.__name__} has other fields now")
        self._blobs = dict(enumerate(blobs))

    def last(self, entries: list[object]) -> object:
        """Return the last of some values."""
        values: dict[object, object] = {}  # a list would take numbers below 0
        value_of = values.__getitem__
        for number, entry in enumerate(entries):
            if not isinstance(entry, list):
                values[number] = entry
                continue
            head = entry[0]
            del entry[0]
            if head == "bytes":
                (part,) = entry
                values[number] = self._blobs[part]
                continue
            found = tuple(map(value_of, entry))
            is_node = type(head) is int
            values[number] = _node(self._shapes[head], found) if is_node else _row(head, found)
        return values[len(entries) - 1]


def _node(shape: Shape, parts: tuple[object, ...]) -> object:
    types = tuple(map(type, parts))
    if types not in shape.seen:
        for allowed, kind in zip(shape.allowed, types, strict=True):
            if kind not in allowed:
                raise UnreadableError(f"a {kind.__name__} in a {shape.made.__name__}")
        shape.seen.add(types)
    return shape.made(*parts)


def _row(head: object, parts: tuple[object, ...]) -> object:
    match head:
        case "tuple":
            return parts
        case "set":
            return frozenset(parts)
        case "list":
            return list(parts)
        case "dict":
            return dict(zip(parts[::2], parts[1::2], strict=True))
        case _:
            raise UnreadableError(f"{head!r} is no sort of value")


def _blobs(lengths: list[int], data: bytes) -> list[bytes]:
    found = []
    place = 0
    for length in lengths:
        if not 0 <= length <= len(data) - place:
            raise UnreadableError("its end is missing")
        found.append(data[place : place + length])
        place += length
    if place < len(data):
        raise UnreadableError("there is something behind its end")
    return found


# ---------------------------------------------------------------- classes


_known: dict[type, Mapping[str, Shape]] = {}


def shapes(root: type) -> Mapping[str, Shape]:
    """Return the attrs classes that an instance of `root` may hold, itself among them, by name.

    Their annotations say it: of a new class or field nothing need be said anywhere else.
    """
    if root not in _known:
        _known[root] = {_name(shape.made): shape for shape in _shapes(root)}
    return _known[root]


def _shapes(root: type) -> Iterator[Shape]:
    seen: set[object] = set()
    waiting: list[object] = [root]
    while waiting:
        hint = waiting.pop()
        if hint in seen:
            continue
        seen.add(hint)
        if not (isinstance(hint, type) and has_fields(hint)):
            waiting += _parts(hint)
            continue
        hints = hints_of(hint)
        names = _names_of(hint)
        allowed = tuple(_allowed(hints[name]) for name in names)
        yield Shape(hint, names, allowed)
        waiting += (hints[name] for name in names)


def _parts(hint: object) -> Iterable[object]:
    """Return what a hint is put together of; the values of a `Literal` are no hints."""
    return () if typing.get_origin(hint) is typing.Literal else typing.get_args(hint)


@cache
def _allowed(hint: object) -> frozenset[object]:
    return frozenset(_types(hint))


def _types(hint: object) -> Iterator[object]:
    """Yield the types of the values that a hint allows."""
    origin = typing.get_origin(hint)
    if origin is None:
        yield hint
    elif origin is typing.Literal:
        yield from map(type, typing.get_args(hint))
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield dict
    elif origin in {tuple, list, frozenset}:
        yield origin
    else:
        for part in typing.get_args(hint):
            yield from _types(part)


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
