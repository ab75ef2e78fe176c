"""What a declared standing is to search.

    before:  standing(p) = 3 * count won(p) + coins(p)
    after:   Standing(standing(Local(0)), scored=False)

It is scored where the game ends with `each p scores`, and shared where all win or all lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang import core, surface
from rulelang.core.walk import below
from rulelang.elaborate import ask, calls
from rulelang.elaborate.context import Context
from rulelang.elaborate.queries import relations
from rulelang.elaborate.symbols import FactName, Scope
from rulelang.messages import names

_PLAYER = "p"


def check_declared(c: Context, declared: surface.Fact) -> None:
    """Report a standing that is not that of one player; what uses it is not to blame."""
    if len(declared.parameters) != 1:
        c.report(names.standing_of_whom(len(declared.parameters), declared.name.span))
        c.broken.add(declared.name.text)


def standing(
    c: Context, declared: surface.Fact, blocks: Sequence[core.Block]
) -> core.Standing | None:
    """Elaborate a standing; None where it cannot be understood. `blocks`: all that is done."""
    if len(declared.parameters) != 1:
        return None
    span = declared.value.span
    one = surface.Name(_PLAYER, declared.name.span)
    scope = Scope().bind(one, relations.member(c, "Player"))
    asked = surface.Apply(declared.name, (surface.Apply(one, (), span),), span)
    found = ask.counted(c, calls.fact(c, FactName(declared), asked, scope), declared.value)
    ends = ends_in(blocks)
    return core.Standing(found.expr, core.Scores in ends, ends == {core.Together})


def ends_in(blocks: Iterable[core.Block]) -> frozenset[type]:
    """Return how games end in some blocks, as far as a standing follows from it."""
    return _ENDS & {type(node) for block in blocks for node in below(block)}


_ENDS = frozenset({core.Wins, core.Leads, core.Scores, core.Together})
