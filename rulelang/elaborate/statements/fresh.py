"""`fresh each bidding`: variables that go back whenever a phase or an effect of that name begins.

    before:  phase bidding: …                with  var quantity: 0..25, fresh each bidding
    after:   phase bidding: set quantity to its initial value, then …

`fresh each turn` is not handled here: the engine resets those when a turn of the outermost turns
begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import core, surface
from rulelang.core import Block, Const
from rulelang.elaborate.context import Context
from rulelang.evolving import evolve
from rulelang.rule_types import values_of
from rulelang.surface.bodies import statements


def begun(c: Context, name: str, body: Block, depth: int) -> Block:
    """Return the body of a phase or effect; first it sets back the variables fresh in it."""
    resets: list[core.Statement] = []
    for symbol in c.fresh_at.get(name, ()):
        index = symbol.variable.index
        binders = tuple(
            core.Binder(depth + i, Const(values_of(kind))) for i, kind in enumerate(index)
        )
        args = tuple(core.Local(depth + i) for i in range(len(index)))
        assign = core.Assign(
            symbol.number, args, Const(symbol.variable.initial), symbol.variable.span
        )
        if not index:
            resets.append(assign)
            continue
        inner = Block(c.next_number(), (assign,))
        resets.append(core.For(c.next_number(), core.Search(binders, None), (), inner))
    return evolve(body, statements=(*resets, *body.statements)) if resets else body


def check_names(c: Context, declared: Sequence[surface.Declaration]) -> None:
    """Report `fresh each` something that is neither a phase nor an effect."""
    if c.incomplete:  # nobody can tell which effects there are
        return
    known: set[str] = {"turn"}
    for node in declared:
        if isinstance(node, surface.Effect):
            known.add(node.name.text)
        if isinstance(node, surface.Effect | surface.Setup | surface.Play):
            known |= {s.name.text for s in statements(node.body) if isinstance(s, surface.Phase)}
    for node in declared:
        if (
            isinstance(node, surface.Var)
            and node.fresh is not None
            and node.fresh.text not in known
        ):
            what = "no phase or effect"
            c.unknown(node.fresh, known, what)
