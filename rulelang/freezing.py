"""Frozen classes that are made quickly: a process that checks a text makes hundreds of them.

`attrs.frozen` writes how things of a class are compared, hashed and shown, and compiles that,
which takes half of the time that it takes to make the class. Here how they are compared and hashed
is written for the first that is, and what is shown is read from the fields. Things behave as those
of attrs do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:  # checkers know what it makes of a class by this name
    from attrs import frozen
else:
    _OWN = frozenset({"__eq__", "__hash__", "__repr__"})

    def frozen(kind=None, /, *, cache_hash=False):  # noqa: ANN001, ANN201 - see above
        """Make a class of things that do not change; `cache_hash`: each is hashed once."""
        if kind is None:
            return lambda kind: frozen(kind, cache_hash=cache_hash)
        assert not _OWN & vars(kind).keys(), "it compares, hashes and shows its things itself"
        made = attrs.frozen(kind, eq=cache_hash, repr=False, cache_hash=cache_hash)
        made.__repr__ = _shown
        if not cache_hash:
            made.__eq__, made.__hash__ = _equal, _hashed
        return made

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
        names = [field.name for field in attrs.fields(kind) if field.repr]
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{kind.__qualname__.rpartition('>.')[2]}({told})"

    def _write(kind):  # noqa: ANN001, ANN202 - see above
        """Write for a class how its things are compared and hashed."""
        names = [field.name for field in attrs.fields(kind) if field.eq]
        alike = " and ".join(f"self.{name} == other.{name}" for name in names) or "True"
        values = "".join(f", self.{name}" for name in names)
        text = (
            "def __eq__(self, other):\n"
            f"    return ({alike}) if other.__class__ is self.__class__ else NotImplemented\n"
            f"def __hash__(self):\n    return hash(({hash(kind.__qualname__)}{values},))\n"
        )
        written = {}
        exec(text, {}, written)  # noqa: S102 - of names of our own fields
        for name, method in written.items():
            setattr(kind, name, method)


__all__ = ["frozen"]
