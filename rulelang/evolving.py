"""Frozen things with other values in some fields, made quickly.

`attrs.evolve` looks at the fields of a class each time; proofs make hundreds of thousands of
things, so here their names are known by class.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from rulelang.freezing import fields_of

if TYPE_CHECKING:  # checkers know which fields there are by this name
    from attrs import evolve
else:
    _PLANS = {}

    def evolve(node, /, **changes):  # noqa: ANN001, ANN003, ANN201 - see above
        """Return the same with other values of some fields."""
        kind = type(node)
        plan = _PLANS.get(kind)
        if plan is None:
            plan = _PLANS[kind] = _plan(kind)
        places, values_of = plan
        values = [*values_of(node)]
        for name, value in changes.items():
            values[places[name]] = value
        return kind(*values)

    def _plan(kind):  # noqa: ANN001, ANN202 - see above
        """Return where each field stands among the arguments of a class, and what reads all."""
        fields = [field for field in fields_of(kind) if field.init]
        assert not any(field.kw_only for field in fields), "its fields are given in their order"
        names = [field.name for field in fields]
        places = {field.alias: place for place, field in enumerate(fields)}
        if len(names) > 1:
            return places, attrgetter(*names)
        return places, lambda node: [getattr(node, name) for name in names]


__all__ = ["evolve"]
