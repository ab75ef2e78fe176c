"""What others notice of the pauses of a block: choices, chance, turns. Ref §2, §5."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import assert_never

import attrs

from rulelang import core
from rulelang.core.walk import blocks_in
from rulelang.freezing import define
from rulelang.prove.completion import goes_on
from rulelang.prove.footprints import Noticed
from rulelang.secrecy.sight import Sights


@define
class Pauses:
    """What blocks and effects of one specification pause for; each is found once."""

    sights: Sights
    effects: dict[int, bool] = attrs.field(factory=dict)
    returning: dict[int, bool] = attrs.field(factory=dict)
    speaking: dict[int, str] = attrs.field(factory=dict)
    _blocks: dict[int, bool] = attrs.field(factory=dict)

    def of_block(self, block: core.Block) -> bool:
        """Return whether play may pause in a block: for a player, or for chance."""
        if block.number not in self._blocks:
            self._blocks[block.number] = any(map(self.of_statement, block.statements))
        return self._blocks[block.number]

    def of_statement(self, node: core.Statement) -> bool:
        """Return whether play may pause in a statement."""
        if isinstance(node, core.Simple):
            return False
        match node:
            case core.Choose() | core.Draw() | core.Roll() | core.Random() | core.Turns():
                return True
            case core.Invoke(effect=effect):
                return self.effects[effect]
            case core.If() | core.For() | core.Repeat() | core.Phase() | core.Anytime():
                return any(map(self.of_block, blocks_in(node)))
            case _:
                assert_never(node)

    def noticed(self, body: core.Block) -> Noticed:
        """Return what others notice of an effect, once that is known of all that it calls."""
        pauses = any(map(self.of_statement, body.statements))
        return (pauses, goes_on(body, self.returning), self.tells(body))

    def ends(self, statements: Sequence[core.Statement], *, otherwise: bool) -> bool:
        """Return whether the game surely ends here without a pause.

        `otherwise`: whether it does behind these statements.
        """
        return self.endings(statements, otherwise=otherwise)[0]

    def endings(self, statements: Sequence[core.Statement], *, otherwise: bool) -> list[bool]:
        """Return whether the game surely ends without a pause, before each statement and behind.

        `otherwise`: whether it does behind them all.
        """
        found = [otherwise]
        for node in reversed(statements):
            match node:
                case core.End():
                    found.append(True)
                case core.Invoke(effect=effect) if not self.returning[effect]:
                    found.append(not self.effects[effect])
                case _:
                    stays = isinstance(node, core.Stop) or self.of_statement(node)
                    found.append(found[-1] and not stays)
        return found[::-1]

    def shape(self, block: core.Block | None) -> tuple[Hashable, ...]:
        """Return what others notice of the pauses of a block, in order."""
        if block is None:
            return ()
        return tuple(found for node in block.statements if (found := self._shape(node)))

    def _shape(self, node: core.Statement) -> Hashable:
        match node:
            case core.Choose(actor=actor, arms=arms, limit=limit, otherwise=other):
                bodies = {self.shape(arm.body) for arm in arms}
                return ("choose", actor, limit, frozenset(bodies), self.shape(other))
            case core.Draw(count=count, source=source, target=target):
                return ("draw", count, source, target)
            case core.Roll(place=place):
                return ("roll", place)
            case core.Stop() | core.NextTurn():
                return node
            case core.Invoke(effect=effect, args=args) if self.effects[effect]:
                return ("call", effect, args)
            case core.Phase(body=body):
                return self.shape(body)
            case _ if self.of_statement(node) or _leaves(node):
                return node
            case _:
                return ()

    def tells(self, block: core.Block | None) -> str:
        """Return how a block lets everybody know that it is reached, before it pauses.

        `say`: in so many words; `shows`: by something open that changes; else "".
        """
        found = ""
        for node in () if block is None else block.statements:
            match node:
                case core.Say(player=None) | core.Reveal():
                    return "say"
                case core.Invoke(effect=effect):
                    found = self.speaking[effect] or found
                case core.Assign(variable=number):
                    found = found or ("shows" if number not in self.sights.variables else "")
                case core.Move(source=source, target=target):
                    zones = {target.zone} if source is None else {source.zone, target.zone}
                    found = found or ("" if zones <= set(self.sights.zones) else "shows")
                case core.Phase(body=body):
                    found = self.tells(body) or found
                case _:
                    pass
            if found == "say" or self.of_statement(node):
                return found
        return found


def _leaves(node: core.Statement) -> bool:
    """Return whether a statement may leave what it stands in."""
    if isinstance(node, core.Stop | core.NextTurn):
        return True
    return any(_leaves(inner) for block in blocks_in(node) for inner in block.statements)


def pauses_of(sights: Sights) -> Pauses:
    """Find what effects pause for, callees first."""
    pauses, gatherer = Pauses(sights), sights.footprints.gatherer
    hidden = (tuple(sights.zones), tuple(sights.variables))
    told: dict[int, Noticed] = {}
    for effect in sights.footprints.effects:
        body = sights.spec.effects[effect].body
        key = (id(body), hidden, tuple([told[callee] for callee in gatherer.of(body).invoked]))
        known = gatherer.noticed.get(key)
        if known is None:
            known = gatherer.noticed[key] = (body, pauses.noticed(body))
        told[effect] = known[1]
        pauses.effects[effect], pauses.returning[effect], pauses.speaking[effect] = known[1]
    return pauses
