"""What a value may be, where that is listed before play: the cases that are tried of its symbol.

Of what lies in a hand it is the cards that ever get there, of a variable the members of its type.
None stands for a value that may be anything.
"""

from __future__ import annotations

from rulelang import core
from rulelang.core.folds import FOLDS
from rulelang.rule_types import Member, values_of
from rulelang.secrecy.sight import Sights


def range_of(sights: Sights, e: core.Expr) -> tuple[int, ...] | None:
    """Return what an expression may be whose value depends on what lies where."""
    match e:
        case core.Read(variable=number):
            kind = sights.spec.variables[number].type
            return values_of(kind) if isinstance(kind, Member) else None
        case core.Held(zone=zone) | core.Contents(zone=zone):
            return tuple(sorted(sights.held[zone]))
        case core.Fold(search=search) if FOLDS[e.fold].gives == "element":
            return range_in(sights, search.binders[0].domain)
        case _:
            return None


def range_in(sights: Sights, domain: core.Expr) -> tuple[int, ...] | None:
    """Return what an element of a domain may be."""
    match domain:
        case core.Const(value=tuple(elements)):
            listed = tuple([value for value in elements if isinstance(value, int)])
            return listed if len(listed) == len(elements) else None
        case core.Contents():
            return range_of(sights, domain)
        case core.Around(source=source):
            return range_in(sights, source)
        case _:
            return None
