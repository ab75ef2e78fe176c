"""A sight as plain data for JSON: the parts of `schemas/view.json` that programs draw from.

Members, words and kinds are numbers, as in `schemas/game.json`, with their labels beside them, so
that nothing has to be parsed. Numbers are numbers, flags are flags, `none` is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from interpreter.document.model import GameDocument, Index, Parameter
from interpreter.document.sight import (
    Argument,
    CellSight,
    Offer,
    Outcome,
    Score,
    Sight,
    Since,
    Spot,
    ValueSight,
)
from interpreter.formats import Json
from rulelang import rule_types as types
from rulelang.core import Value

Data = dict[str, Json]


def sight_data(sight: Sight, document: GameDocument, *, sentences: bool = True) -> Data:
    """Return what a seat sees of a moment as plain data, `legal_actions` with their `refs`.

    Args:
        sight: of a state of the document's game.
        document: what its numbers are places in.
        sentences: whether legal actions have their sentences, which are most of what there is
            where there are many.

    >>> from interpreter import load
    >>> game = load("tic_tac_toe")
    >>> data = sight_data(game.start().sight(0), game.document())
    >>> data["legal_actions"][4]["refs"][0]["label"], data["standing"]["of"], data["cells"][1]
    ('b2', 'X', {'zone': 'on', 'index': [0], 'text': 'on(a1)', 'sees': True, 'kinds': []})
    """
    writer = _Writer(document)
    return {
        "cells": [writer.cell(cell) for cell in sight.cells],
        "values": [writer.value(value) for value in sight.values],
        "counts": [writer.score(score) for score in sight.counts],
        "standing": writer.standing(sight),
        "legal_actions": [writer.offer(offer, sentences=sentences) for offer in sight.offers],
        "since": writer.since(sight.since),
        "outcome": None if sight.outcome is None else writer.outcome(sight.outcome),
    }


class _Writer:
    """Writes what a sight names by the numbers of its document."""

    def __init__(self, document: GameDocument) -> None:
        self._document = document
        self._families = {family.name: family.labels for family in document.families}
        self._index: Mapping[str, tuple[types.Type, ...]] = {
            **{zone.name: zone.index for zone in document.zones},
            **{variable.name: variable.index for variable in document.variables},
        }
        self._types = {variable.name: variable.type for variable in document.variables}

    def cell(self, cell: CellSight) -> Data:
        """Return a zone."""
        named = {"zone": cell.zone, **self._place(cell.zone, cell.index)}
        if cell.kinds is not None:
            return {**named, "sees": True, "kinds": list(cell.kinds)}
        return {**named, "sees": False, "amount": cell.amount, "backs": list(cell.backs)}

    def value(self, seen: ValueSight) -> Data:
        """Return a variable."""
        named = {"variable": seen.variable, **self._place(seen.variable, seen.index)}
        if not seen.sees:
            return {**named, "sees": False}
        return {**named, "sees": True, "value": self._said(seen.value, self._types[seen.variable])}

    def standing(self, sight: Sight) -> Data:
        """Return where play stands."""
        players = self._document.players
        of, turn = sight.turn or (None, None)
        return {
            "phases": list(sight.phases),
            "of": None if of is None else players[of],
            "turn": turn,
            "to_act": None if sight.to_act is None else players[sight.to_act],
        }

    def offer(self, offer: Offer, *, sentences: bool) -> Data:
        """Return a legal action, with everything of `schemas/action.json`."""
        arm = self._document.arms[offer.arm]
        named = zip(offer.arguments, arm.parameters, strict=True)
        labels: list[Json] = [self._document.label(a.value, a.type) for a in offer.arguments]
        return {
            "id": offer.id,
            "name": arm.name,
            "arguments": labels,
            "text": offer.text,
            **({"sentence": offer.say()} if sentences else {}),
            "arm": offer.arm,
            "refs": [self._ref(argument, parameter) for argument, parameter in named],
        }

    def since(self, since: Since) -> Data:
        """Return what happened since the last choice."""
        players = self._document.players
        return {
            "changed": self._spots(sorted(since.changed)),
            "left": self._spots(sorted(since.left)),
            "chosen": [
                {"player": players[one.player], "action": one.action, "sentence": one.sentence}
                for one in since.chosen
            ],
            "said": list(since.said),
        }

    def outcome(self, outcome: Outcome) -> Data:
        """Return how it ended, and by what."""
        players = self._document.players
        return {
            "returns": _by_player(players, outcome.returns),
            "winners": [players[winner] for winner in outcome.winners],
            "reasons": [self.score(reason) for reason in outcome.reasons],
        }

    def score(self, score: Score) -> Data:
        """Return what an end compares."""
        values = _by_player(self._document.players, score.values)
        return {"label": score.label, "most": score.most, "values": values}

    # ------------------------------------------------------------ names

    def _place(self, name: str, index: Index) -> Data:
        """Return which cell of a family it is: by numbers, and as rule texts write it."""
        return {"index": list(index), "text": self._text(name, index)}

    def _text(self, name: str, index: Index) -> str:
        if not index:
            return name
        if name in self._families:
            return f"{name}({self._families[name][index[0]]})"
        kinds = self._index[name]
        labels = (self._document.label(v, kind) for v, kind in zip(index, kinds, strict=True))
        return f"{name}({', '.join(labels)})"

    def _spots(self, spots: Iterable[Spot]) -> list[Json]:
        return [self._spot(spot) for spot in spots]

    def _spot(self, spot: Spot) -> Data:
        lying = {} if spot.kind < 0 else {"kind": spot.kind}
        return {"name": spot.name, **self._place(spot.name, spot.index), **lying}

    def _ref(self, argument: Argument, parameter: Parameter) -> Data:
        meant = self._said(argument.value, argument.type)
        named = meant if isinstance(meant, dict) else {"value": meant}
        return {"parameter": parameter.name, **named, "at": self._spots(argument.spots)}

    def _said(self, value: Value, kind: types.Type) -> Json:
        """Return a value: what it is of, its number, and its label where it has one."""
        if value is None:
            return None
        assert isinstance(value, int), "variables have single values, and so have arguments"
        found = types.single(kind)
        match found:
            case types.Maybe(of=inner):
                return self._said(value, inner)
            case types.Flag():
                return bool(value)
            case types.Number():
                return value
            case types.Word():
                return {"word": value, "label": self._document.words[value]}
            case types.Member(family=family):
                label = self._families[family][value]
                return {"of": family, "member": value, "label": label}
            case types.Component():
                return {"kind": value, "label": self._document.kinds[value].label}
            case _:
                assert_never(found)


def _by_player(players: Iterable[str], values: Iterable[int | str]) -> Data:
    return dict(zip(players, values, strict=True))
