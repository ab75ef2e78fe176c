"""What is played: the bodies of set-up, play and effects, each shared with who has it alike."""

from __future__ import annotations

from rulelang import core, surface
from rulelang.elaborate import bodies, calls, circles
from rulelang.elaborate.context import Context, EffectInstance
from rulelang.elaborate.sharing import places_key
from rulelang.elaborate.statements import blocks, fresh
from rulelang.elaborate.symbols import Scope


def whole_body(c: Context, node: surface.Setup | surface.Play, base: int) -> core.Block:
    """Return what is done in set-up or play. `base`: what its blocks are numbered from."""

    def made() -> core.Block:
        return blocks.block(c, node.body, Scope())

    return bodies.shared(c, node, "block", made, base)


def effect_body(c: Context, instance: EffectInstance, base: int) -> core.Block:
    """Return what is done in an effect. `base`: what its blocks are numbered from."""
    node, scope = instance.node, calls.effect_scope(c, instance)

    def made() -> core.Block:
        return fresh.begun(c, node.name.text, blocks.block(c, node.body, scope), scope.depth)

    where = places_key(instance.places)
    given = (where, tuple(instance.parameters), instance.rounds, instance.lasting)
    if node.name.text in circles.call_order(c).within:  # it follows from its depth besides
        return bodies.alone(c, node, made, base)
    return bodies.shared(c, node, given, made, base)
