"""Which zones a block may change without everybody seeing what comes or goes.

What was revealed of a zone is still known after a round in which cards left it for an open one.
"""

from __future__ import annotations

from typing import assert_never

import attrs

from rulelang import core
from rulelang.core.walk import blocks_in
from rulelang.freezing import define
from rulelang.prove.footprints import Cell, Cells
from rulelang.secrecy.sight import Sights

NO_CELLS: Cells = frozenset()


@define
class Unseen:
    """What statements of one specification change unseen; `anytime`: its arms, at any choice."""

    sights: Sights
    anytime: Cells = NO_CELLS
    _effects: dict[int, Cells] = attrs.field(factory=dict)
    _blocks: dict[int, Cells] = attrs.field(factory=dict)

    def of_block(self, block: core.Block) -> Cells:
        """Return the families that a block may change unseen."""
        if block.number not in self._blocks:
            found = map(self.of_statement, block.statements)
            self._blocks[block.number] = NO_CELLS.union(*found)
        return self._blocks[block.number]

    def of_statement(self, node: core.Statement) -> Cells:
        """Return the families that a statement may change unseen, with all that it runs."""
        return self._own(node).union(*map(self.of_block, blocks_in(node)))

    def of_effect(self, effect: int) -> Cells:
        """Return the families that an effect may change unseen."""
        if effect not in self._effects:
            body, gatherer = self.sights.spec.effects[effect].body, self.sights.footprints.gatherer
            callees = tuple(map(self.of_effect, gatherer.of(body).invoked))
            key = (id(body), tuple(self.sights.zones), self.anytime, callees)
            known = gatherer.unseen.get(key)
            if known is None:
                known = gatherer.unseen[key] = (body, self.of_block(body))
            self._effects[effect] = known[1]
        return self._effects[effect]

    def _own(self, node: core.Statement) -> Cells:
        match node:
            case core.Move(source=source, target=target):
                if source is not None:
                    return self._between(source.zone, target.zone)
                if target.zone not in self.sights.zones:
                    return NO_CELLS
                return frozenset(Cell("zone", zone, None) for zone in self.sights.zones)
            case core.Draw(source=source, target=target):
                return self._between(source.zone, target.zone)
            case core.Roll(place=place):
                return self._between(place.zone, place.zone)
            case core.Invoke(effect=effect):
                return self.of_effect(effect)
            case core.Choose():
                return self.anytime
            case (
                core.Let() | core.Assign() | core.Remember() | core.Reveal() | core.Show()
                | core.Say() | core.Need() | core.NextTurn() | core.Stop() | core.End()
                | core.TooDeep() | core.If() | core.For() | core.Repeat() | core.Turns()
                | core.Phase() | core.Random() | core.Anytime()
            ):  # fmt: skip
                return NO_CELLS
            case _:
                assert_never(node)

    def _between(self, source: int, target: int) -> Cells:
        hidden = self.sights.zones.keys()
        if source not in hidden or target not in hidden:
            return NO_CELLS
        return frozenset((Cell("zone", source, None), Cell("zone", target, None)))


def unseen_of(sights: Sights) -> Unseen:
    """Find what is changed unseen, callees first."""
    alone = _called_first(Unseen(sights))
    gatherer = sights.footprints.gatherer
    arms = [arm for block in sights.spec.roots for arm in gatherer.of(block).offered]
    anytime = NO_CELLS.union(*map(alone.of_block, arms))
    return _called_first(Unseen(sights, anytime)) if anytime else alone


def _called_first(unseen: Unseen) -> Unseen:
    for effect in unseen.sights.footprints.effects:
        unseen.of_effect(effect)
    return unseen
