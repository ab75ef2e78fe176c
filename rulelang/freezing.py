"""Frozen classes that are made quickly: a process that checks a text makes hundreds of them.

`attrs.frozen` writes methods for each class and compiles them, which takes ten times as long as
Python takes to make the class. Here `__init__` is compiled once for each number of fields, and a
class takes it with its own names; how its things are compared and hashed is written for the first
that is; and attrs makes what it tells of the fields when somebody asks it. Things behave as those
of attrs do. A field that attrs has to do more with than know its default has its class made there.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NamedTuple, get_type_hints

import attrs


class Field(NamedTuple):
    """What is known of a field without asking attrs; of the same names there."""

    name: str
    alias: str
    default: object
    repr: bool
    eq: bool
    init: bool = True
    kw_only: bool = False


_fields: Final[dict[type, tuple[Field, ...]]] = {}


def fields_of(kind: type) -> tuple[Field, ...]:
    """Return the fields of a class of attrs, in their order; quickly, if it was made here."""
    known = _fields.get(kind)
    return attrs.fields(kind) if known is None else known


def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a class of attrs, in their order."""
    return tuple([field.name for field in fields_of(kind)])


def has_fields(kind: type) -> bool:
    """Return whether a class is one of attrs; quickly, if it was made here."""
    return kind in _fields or attrs.has(kind)


_hints: Final[dict[str, dict[str, object]]] = {}


def hints_of(kind: type) -> dict[str, object]:
    """Return the types of the fields of a class, as `get_type_hints` does.

    Of each module every annotation is read once, and many are the same.

    >>> hints_of(Field)["alias"]
    <class 'str'>
    """
    told: dict[str, object] = kind.__annotations__
    if kind.__bases__ != (object,) or not all(isinstance(text, str) for text in told.values()):
        return get_type_hints(kind)
    known = _hints.setdefault(kind.__module__, {})
    new = {text: text for text in map(str, told.values()) if text not in known}
    if new:
        known.update(
            get_type_hints(
                SimpleNamespace(__annotations__=new), vars(sys.modules[kind.__module__])
            )
        )
    return {name: known[str(text)] for name, text in told.items()}


if TYPE_CHECKING:  # checkers know what it makes of a class by this name
    from attrs import frozen
else:
    from types import FunctionType

    _OWN = frozenset({"__init__", "__eq__", "__hash__", "__repr__", "__attrs_post_init__"})
    _OF_OBJECTS = frozenset({"__dict__", "__weakref__"})
    _GIVEN = type(attrs.field())
    _BARE = attrs.frozen(type("_Bare", (), {}))
    _HASH = "_kept_hash"
    _BOUND = object.__setattr__.__get__
    _NAMES = {"bound": _BOUND}
    _codes = {}

    def frozen(kind=None, /, *, cache_hash=False):  # noqa: ANN001, ANN201 - see above
        """Make a class of things that do not change; `cache_hash`: each is hashed once."""
        if kind is None:
            return lambda kind: frozen(kind, cache_hash=cache_hash)
        assert not _OWN & vars(kind).keys(), "it compares, hashes and shows its things itself"
        assert kind.__bases__ == (object,), "it has fields besides its own"
        given = [(name, vars(kind).get(name, attrs.NOTHING)) for name in kind.__annotations__]
        fields = tuple([_field(name, value) for name, value in given])
        if None in fields:
            assert not cache_hash, "attrs would keep the hashes"
            made = attrs.frozen(kind, eq=False, repr=False)
            made.__repr__, made.__eq__, made.__hash__ = _shown, _equal, _hashed
            return made
        made = _made(kind, fields, cache_hash)
        _fields[made] = fields
        return made

    def _field(name, given):  # noqa: ANN001, ANN202 - see above
        """Return a field; None where attrs has to do more with it than know its default."""
        alias = name.lstrip("_")
        has_own = given.__class__ is _GIVEN
        default = given._default if has_own else given  # noqa: SLF001 - nobody else tells it
        if default.__class__ is attrs.Factory:
            return None
        if not has_own:
            return Field(name, alias, default, repr=True, eq=True)
        rest = (given.converter, given.alias, given.eq_key, given._validator)  # noqa: SLF001
        if not given.init or given.kw_only or any(one is not None for one in rest):
            return None
        return Field(name, alias, default, given.repr, given.eq)

    def _made(kind, fields, cache_hash):  # noqa: ANN001, ANN202 - see above
        names = tuple([field.name for field in fields])
        body = {name: value for name, value in vars(kind).items() if name not in _OF_OBJECTS}
        for name in names:
            body.pop(name, None)
        body.update(
            __qualname__=kind.__qualname__,
            __slots__=(*names, "__weakref__", _HASH) if cache_hash else (*names, "__weakref__"),
            __match_args__=names,
            __attrs_attrs__=_Told(kind),
            __init__=_init(kind, fields, cache_hash),
            __setattr__=_BARE.__setattr__,
            __delattr__=_BARE.__delattr__,
            __getstate__=_state,
            __setstate__=_restore,
            __repr__=_shown,
            __eq__=_equal,
            __hash__=_hashed,
        )
        return type(kind)(kind.__name__, kind.__bases__, body)

    class _Told:
        """The fields of a class as attrs tells them, made when somebody asks."""

        def __init__(self, kind) -> None:  # noqa: ANN001 - see above
            self.kind = kind

        def __get__(self, _, made):  # noqa: ANN001, ANN204 - see above
            made.__attrs_attrs__ = attrs.fields(attrs.frozen(self.kind))
            return made.__attrs_attrs__

    def _init(kind, fields, cache_hash):  # noqa: ANN001, ANN202 - see above
        """Return the `__init__` of a class: that of all with as many fields, with its names."""
        count = len(fields)
        code = _codes.get((count, cache_hash))
        if code is None:
            code = _codes[count, cache_hash] = _written_init(count, cache_hash)
        names = {f"a{place}": field.name for place, field in enumerate(fields)}
        aliases = [field.alias for field in fields]
        own = code.replace(
            co_varnames=("self", *aliases, *code.co_varnames[count + 1 :]),
            co_consts=tuple([names.get(value, value) for value in code.co_consts]),
            co_qualname=f"{kind.__qualname__}.__init__",
        )
        defaults = tuple([one.default for one in fields if one.default is not attrs.NOTHING])
        needed = fields[: count - len(defaults)]
        assert all(one.default is attrs.NOTHING for one in needed), "defaults stand at the end"
        return FunctionType(own, _NAMES, "__init__", defaults)

    def _written_init(count, cache_hash):  # noqa: ANN001, ANN202 - see above
        names = [f"a{place}" for place in range(count)]
        given = "".join(f", {name}" for name in names)
        kept = "".join(f"    put({name!r}, {name})\n" for name in names)
        kept += f"    put({_HASH!r}, None)\n" if cache_hash else ""
        text = f"def __init__(self{given}):\n    put = bound(self)\n{kept}"
        return _written(text)["__init__"].__code__

    def _state(self):  # noqa: ANN001, ANN202 - see above
        return {field.name: getattr(self, field.name) for field in _fields[type(self)]}

    def _restore(self, state):  # noqa: ANN001, ANN202 - see above
        put = _BOUND(self)
        for name, value in state.items():
            put(name, value)
        if _HASH in self.__slots__:
            put(_HASH, None)

    def _equal(self, other):  # noqa: ANN001, ANN202 - see above
        """Return whether two things are equal, from now on by code for their class."""
        _write(type(self))
        return self.__eq__(other)

    def _hashed(self):  # noqa: ANN001, ANN202 - see above
        """Return the hash of a thing, from now on by code for its class."""
        _write(type(self))
        return self.__hash__()

    def _shown(self):  # noqa: ANN001, ANN202 - see above
        """Return a thing as text."""
        kind = type(self)
        names = [field.name for field in fields_of(kind) if field.repr]
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{kind.__qualname__.rpartition('>.')[2]}({told})"

    def _write(kind):  # noqa: ANN001, ANN202 - see above
        """Write for a class how its things are compared and hashed."""
        names = [field.name for field in fields_of(kind) if field.eq]
        alike = " and ".join(f"self.{name} == other.{name}" for name in names) or "True"
        values = "".join(f", self.{name}" for name in names)
        value = f"hash(({hash(kind.__qualname__)}{values},))"
        hashing = f"    return {value}\n"
        if _HASH in kind.__slots__:
            hashing = (
                f"    if self.{_HASH} is None:\n        put(self, {_HASH!r}, {value})\n"
                f"    return self.{_HASH}\n"
            )
        written = _written(
            "def __eq__(self, other):\n"
            f"    return ({alike}) if other.__class__ is self.__class__ else NotImplemented\n"
            f"def __hash__(self):\n{hashing}"
        )
        kind.__eq__, kind.__hash__ = written["__eq__"], written["__hash__"]

    def _written(text):  # noqa: ANN001, ANN202 - see above
        """Return the functions in a text, which is of names of our own fields."""
        written = {}
        exec(text, {"put": object.__setattr__}, written)  # noqa: S102 - see above
        return written


__all__ = ["Field", "field_names", "fields_of", "frozen", "has_fields", "hints_of"]
