"""The rows and games of a batch, as the reference has them."""

import random
from collections import Counter
from functools import cache

import pytest

from interpreter.batch import BatchGame
from interpreter.chance import pick, word
from interpreter.position import CHANCE
from tests.support import kept


@cache
def batch_of(game, count=4, **how):
    """Return a batch that was compiled in this run, quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", kept.folder())
        return BatchGame(game, count, quick=True, **how)


class Mirror:
    """One game of a batch, played by the reference: the same choices, the same chance."""

    def __init__(self, game, seed, number):
        self.game, self.seed, self.number = game, seed, number
        self.drawn = 0
        self.state = self.past_chance(game.start())

    def past_chance(self, state):
        while state.current_player == CHANCE:
            drawn = word("chance", self.seed, self.number, self.drawn)
            state = state.child(pick(state.chance_outcomes, drawn))
            self.drawn += 1
        return state

    def step(self, action):
        """Take an action; return the returns, or None where the game goes on."""
        self.state = self.past_chance(self.state.child(action))
        if not self.state.is_terminal:
            return None
        returns = self.state.returns
        self.state = self.past_chance(self.game.start())
        return returns


def chooser(seed):
    """Return a function that chooses from what is legal."""
    numbers = random.Random(seed)
    return lambda state: numbers.choice(state.legal_ids)


def read_row(parts, row):
    """Return what a row says: by zone or variable, what each sort of part has."""
    said = {}
    for part in parts:
        entries = row[part.start : part.start + part.size].tolist()
        said.setdefault(part.name, {})[part.sort] = _read(part, entries)
    return said


def _read(part, entries):
    match part.sort:
        case "kinds" | "backs":
            counts = Counter()
            for label, count in zip(part.labels, entries, strict=True):
                counts[label] += count
            return +counts
        case "row":
            filled = [entry for entry in entries if entry]
            assert entries[: len(filled)] == filled, "nothing lies behind a gap"
            return [part.labels[entry - 1] for entry in filled]
        case "value" if part.labels:
            return part.labels[entries[0]]
        case "number" | "value" | "given":
            return entries[0]
        case "to act":
            return tuple(label for label, flag in zip(part.labels, entries, strict=True) if flag)


def holds(said, seen):
    """Assert that what a row says is what an observation shows."""
    for name, content in seen["zones"].items():
        found = said.pop(name, {})
        if isinstance(content, list):
            if "row" in found:
                assert found["row"] == content, name
            else:
                assert found.get("kinds", Counter()) == Counter(content), name
            assert found.get("number", len(content)) == len(content), name
            assert not found.get("backs"), name
        else:
            assert not found.get("kinds"), name
            assert not found.get("row"), name
            assert found["number"] == content["unseen"], name
            assert found.get("backs", Counter()) == Counter(content.get("backs", ())), name
    for name, value in seen["variables"].items():
        found = said.pop(name)
        assert found.get("given", 1) == (value is not None), name
        if value is not None:
            flag = {"true": 1, "false": 0}.get(value, value)
            assert str(found["value"]) in (value, str(flag)), name
    to_act = said.pop("to act")["to act"]
    assert to_act == (() if seen["to_act"] in ("chance", None) else (seen["to_act"],))
    for name, found in said.items():
        assert not found.get("given"), f"{name} is not seen"
