"""Values and conditions of texts full of secrets, drawn for the names in force."""

from __future__ import annotations

from functools import cache

import attrs
from hypothesis import strategies as st

from tests.support.generated.values import Way

SEATS = ("P1", "P2")
SETS = ("hand({})", "vault", "away", "table")
"""Zones of several cards; `{}`: whose."""

between = cache(st.integers)


@attrs.frozen
class Card:
    """A local that is a card, and where it was found."""

    name: str
    zone: str


@attrs.define
class SecretValues:
    """Draws values for a text full of secrets; the locals in force by sort."""

    draw: st.DrawFn
    cards: list[Card] = attrs.field(factory=list)
    players: list[str] = attrs.field(factory=list)
    numbers: list[str] = attrs.field(factory=list)
    made: int = 0
    options: bool = False

    def one(self, *choices: Way) -> str:
        """Choose one; only of the one that is chosen more is drawn."""
        chosen = choices[self.number(0, len(choices) - 1)]
        return chosen if isinstance(chosen, str) else chosen()

    def number(self, low: int, high: int) -> int:
        return self.draw(between(low, high))

    def new(self, letter: str) -> str:
        self.made += 1
        return f"{letter}{self.made}"

    def player(self) -> str:
        return self.one(*SEATS, *self.players, *self.players, "lead", "spy", self.somebody)

    def somebody(self) -> str:
        """Return a player whom everybody knows, mostly."""
        base = self.one(*(self.players or SEATS), *SEATS)
        return self.one(base, base, f"next({base})", "lead")

    def zone(self) -> str:
        return self.one(*SETS).format(self.somebody())

    def found(self) -> str:
        """Return the zone that something is asked of."""
        return self.one("hand({})", "hand({})", "vault", "table").format(self.somebody())

    def amount(self) -> str:
        n, who, name = self.one("0", "1", "2"), self.somebody(), self.new("c")
        return self.one(
            n,
            n,
            f"score({who})",
            "open",
            *self.numbers,
            *self.numbers,
            *(f"{card.name}.rank" for card in self.cards),
            lambda: f"count {self.found()}",
            "count deck",
            f"bid({who})",
            f"bid({who})",
            "mark",
            lambda: f"(count {name} in {self.found()} where {self.asked(name)})",
            lambda: f"(highest of {name}.rank for {name} in {self.found()} else 0)",
            f"(if slot({who}) is empty then {n} else slot({who}).rank)",
            f"(sum of d.face for d in cup({who}))",
            lambda: f"(if {self.condition(0)} then {n} else score({who}))",
            f"weight({who})",
        )

    def asked(self, card: str) -> str:
        return self.one(f"{card}.rank > 1", f"{card}.box is left")

    def small(self) -> str:
        return f"min(3, max(0, {self.amount()}))"

    def condition(self, depth: int = 1) -> str:
        match self.number(0, 5) if depth else 0:
            case 4:
                link = self.one("and", "or")
                return f"({self.condition(0)} {link} {self.condition(0)})"
            case 5:
                return f"(not ({self.condition(0)}))"
            case _:
                return self.flat()

    def flat(self) -> str:
        who, name = self.somebody(), self.new("c")
        return self.one(
            f"lead is {who}",
            f"spy is {who}",
            lambda: f"bid({who}) > {self.number(0, 2)}",
            f"score({who}) > 0",
            "mark > 0",
            f"slot({who}) is empty",
            lambda: f"{self.found()} is empty",
            lambda: f"(some {name} in {self.found()} where {self.asked(name)})",
            f"(slot({who}) is not empty and slot({who}).rank > 1)",
            *(f"{card.name}.rank > 1" for card in self.cards),
            *(f"{card.name}.box is left" for card in self.cards),
            *(f"{number} > 1" for number in self.numbers),
            "open > 0",
            *(["fast"] if self.options else []),
            lambda: f"(exactly 1 {name} in {self.found()} where {name}.rank > 1)",
            f"strong({who})",
        )

    def card(self) -> str:
        name, zone = self.new("c"), self.found()
        order = self.one("", f" where {name}.rank > 1", f" where {name}.box is left")
        best = f"the {name} in {zone} with most {name}.rank else ant"
        return self.one(f"first {name} in {zone}{order} else ant", best)
