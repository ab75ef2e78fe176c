"""Classes that are made quickly: a process that checks a text makes hundreds of them.

`attrs.frozen` and `attrs.define` write methods for each class and compile them, which takes ten
times as long as Python takes to make the class. Here `__init__` is compiled once for each number
of fields, and a frozen class takes it with its own names; alone it is compiled where fields are
made anew for each thing, or may change. How things are compared and hashed is written for the
first that is; and attrs makes what it tells of the fields when somebody asks it. Things behave as
those of attrs do. A field that attrs has to do more with than know its default, or how to make it,
has its class made there.
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
    from attrs import define, frozen
else:
    from types import FunctionType

    _OWN = frozenset({"__init__", "__eq__", "__hash__", "__repr__"})
    _OF_OBJECTS = frozenset({"__dict__", "__weakref__"})
    _GIVEN = type(attrs.field())
    _BARE = attrs.frozen(type("_Bare", (), {}))
    _HASH = "_kept_hash"
    _PUT = object.__setattr__
    _OPENED = {"__slots__": (), "__setattr__": _PUT, "__delattr__": object.__delattr__}
    _DONE = "__attrs_post_init__"
    # a thing is of a class that lets its fields be set, meanwhile: twice as fast as to go past
    # what keeps them from being set, for each
    _OPEN = '    put(self, "__class__", opened)\n'
    _CLOSE = "    self.__class__ = closed\n"
    _codes = {}

    def define(kind=None, /, *, eq=True):  # noqa: ANN001, ANN201 - see above
        """Make a class of things that change; without `eq` each is equal to itself alone."""
        if kind is None:
            return lambda kind: define(kind, eq=eq)
        fields = _given(kind)
        if None in fields:
            return attrs.define(kind, eq=eq)
        compared = {"__eq__": _equal, "__hash__": None} if eq else {}
        return _made(kind, fields, (), {**compared, "__attrs_attrs__": _Told(kind)})

    def frozen(kind=None, /, *, cache_hash=False):  # noqa: ANN001, ANN201 - see above
        """Make a class of things that do not change; `cache_hash`: each is hashed once."""
        if kind is None:
            return lambda kind: frozen(kind, cache_hash=cache_hash)
        fields = _given(kind)
        if None in fields:
            assert not cache_hash, "attrs would keep the hashes"
            made = attrs.frozen(kind, eq=False, repr=False)
            made.__repr__, made.__eq__, made.__hash__ = _shown, _equal, _hashed
            return made
        frozen_things = {
            "__setattr__": _BARE.__setattr__,
            "__delattr__": _BARE.__delattr__,
            "__eq__": _equal,
            "__hash__": _hashed,
            "__attrs_attrs__": _Told(kind),
        }
        return _made(kind, fields, (_HASH,) if cache_hash else (), frozen_things)

    def _given(kind):  # noqa: ANN001, ANN202 - see above
        """Return the fields of a class; None for one that attrs has to do more with."""
        assert not _OWN & vars(kind).keys(), "it compares, hashes and shows its things itself"
        assert kind.__bases__ == (object,), "it has fields besides its own"
        given = [(name, vars(kind).get(name, attrs.NOTHING)) for name in kind.__annotations__]
        return tuple([_field(name, value) for name, value in given])

    def _field(name, given):  # noqa: ANN001, ANN202 - see above
        """Return a field; None where attrs has to do more with it than know its default."""
        alias = name.lstrip("_")
        has_own = given.__class__ is _GIVEN
        default = given._default if has_own else given  # noqa: SLF001 - nobody else tells it
        if default.__class__ is attrs.Factory and default.takes_self:
            return None
        if not has_own:
            return Field(name, alias, default, repr=True, eq=True)
        rest = (given.converter, given.alias, given.eq_key, given._validator)  # noqa: SLF001
        if given.kw_only or any(one is not None for one in rest):
            return None
        return Field(name, alias, default, given.repr, given.eq, given.init)

    def _made(kind, fields, more, methods):  # noqa: ANN001, ANN202 - see above
        """Return a class with slots. `more`: slots that are no fields."""
        names = tuple([field.name for field in fields])
        body = {name: value for name, value in vars(kind).items() if name not in _OF_OBJECTS}
        for name in names:
            body.pop(name, None)
        body.update(
            __qualname__=kind.__qualname__,
            __slots__=(*names, "__weakref__", *more),
            __match_args__=tuple([field.name for field in fields if field.init]),
            __getstate__=_state,
            __setstate__=_restore,
            __repr__=_shown,
            **methods,
        )
        is_plain = all(one.init and one.default.__class__ is not attrs.Factory for one in fields)
        is_frozen = "__setattr__" in methods
        names = {"put": _PUT}
        if is_frozen and is_plain and _DONE not in body:
            body["__init__"] = _init(kind, fields, _HASH in more, names)
        else:
            assert not more, "what it keeps besides its fields is not set"
            body["__init__"] = _own_init(fields, is_frozen, _DONE in body, names)
        made = type(kind)(kind.__name__, kind.__bases__, body)
        if is_frozen:
            names.update(closed=made, opened=type(kind)(kind.__name__, (made,), _OPENED))
        _fields[made] = fields
        return made

    class _Told:
        """The fields of a class as attrs tells them, made when somebody asks."""

        def __init__(self, kind) -> None:  # noqa: ANN001 - see above
            self.kind = kind

        def __get__(self, _, made):  # noqa: ANN001, ANN204 - see above
            without = attrs.define(init=False, repr=False, eq=False)  # nothing to compile
            made.__attrs_attrs__ = attrs.fields(without(self.kind))
            return made.__attrs_attrs__

    def _init(kind, fields, cache_hash, around):  # noqa: ANN001, ANN202 - see above
        """Return the `__init__` of a class: that of all with as many fields, with its names."""
        count = len(fields)
        code = _codes.get((count, cache_hash))
        if code is None:
            code = _codes[count, cache_hash] = _written_init(count, cache_hash)
        names = {f"a{place}": field.name for place, field in enumerate(fields)}
        aliases = [field.alias for field in fields]
        own = code.replace(
            co_varnames=("self", *aliases, *code.co_varnames[count + 1 :]),
            co_names=tuple([names.get(name, name) for name in code.co_names]),
            co_qualname=f"{kind.__qualname__}.__init__",
        )
        defaults = tuple([one.default for one in fields if one.default is not attrs.NOTHING])
        needed = fields[: count - len(defaults)]
        assert all(one.default is attrs.NOTHING for one in needed), "defaults stand at the end"
        return FunctionType(own, around, "__init__", defaults)

    def _written_init(count, cache_hash):  # noqa: ANN001, ANN202 - see above
        names = [f"a{place}" for place in range(count)]
        given = "".join(f", {name}" for name in names)
        kept = "".join(f"    self.{name} = {name}\n" for name in names)
        kept += f"    self.{_HASH} = None\n" if cache_hash else ""
        text = f"def __init__(self{given}):\n{_OPEN}{kept}{_CLOSE}"
        return _written(text, {})["__init__"].__code__

    def _own_init(fields, is_frozen, is_followed, names):  # noqa: ANN001, ANN202 - see above
        """Return the `__init__` of a class that makes some fields anew, or may change them."""
        names["NOTHING"] = attrs.NOTHING
        given = ["self"]
        text = ""
        for place, field in enumerate(fields):
            is_made = field.default.__class__ is attrs.Factory
            names[f"d{place}"] = field.default.factory if is_made else field.default
            value = f"d{place}()" if is_made else f"d{place}"
            if field.init:
                missing = "NOTHING" if is_made else f"d{place}"
                none = field.default is attrs.NOTHING
                given.append(field.alias if none else f"{field.alias}={missing}")
                value = f"{value} if {field.alias} is NOTHING else {field.alias}"
                value = value if is_made else field.alias
            elif field.default is attrs.NOTHING:
                continue
            text += f"    self.{field.name} = {value}\n"
        text = f"{_OPEN}{text}{_CLOSE}" if is_frozen else text
        text += f"    self.{_DONE}()\n" if is_followed else ""
        return _written(f"def __init__({', '.join(given)}):\n{text or '    pass'}", names)[
            "__init__"
        ]

    def _state(self):  # noqa: ANN001, ANN202 - see above
        return {field.name: getattr(self, field.name) for field in _fields[type(self)]}

    def _restore(self, state):  # noqa: ANN001, ANN202 - see above
        for name, value in state.items():
            _PUT(self, name, value)
        if _HASH in self.__slots__:
            _PUT(self, _HASH, None)

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
            "    if self is other:\n        return True\n"
            f"    return ({alike}) if other.__class__ is self.__class__ else NotImplemented\n"
            f"def __hash__(self):\n{hashing}",
            {"put": _PUT},
        )
        kind.__eq__ = written["__eq__"]
        if kind.__hash__ is not None:
            kind.__hash__ = written["__hash__"]

    def _written(text, names):  # noqa: ANN001, ANN202 - see above
        """Return the functions in a text, which is of names of our own fields."""
        written = {}
        exec(text, names, written)  # noqa: S102 - see above
        return written


__all__ = ["Field", "define", "field_names", "fields_of", "frozen", "has_fields", "hints_of"]
