"""Frozen things with other values in some fields, made quickly.

`attrs.evolve` looks at the fields of a class each time; proofs make hundreds of thousands of
things, so here their names are known by class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:  # checkers know which fields there are by this name
    from attrs import evolve
else:
    _NAMES = {}

    def evolve(node, /, **changes):  # noqa: ANN001, ANN003, ANN201 - see above
        """Return the same with other values of some fields."""
        kind = type(node)
        names = _NAMES.get(kind)
        if names is None:
            names = _NAMES[kind] = [(f.name, f.alias) for f in attrs.fields(kind) if f.init]
        for name, given in names:
            if given not in changes:
                changes[given] = getattr(node, name)
        return kind(**changes)


__all__ = ["evolve"]
