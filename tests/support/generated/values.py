"""Values and conditions of texts that nobody wrote, drawn for the names in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs
from hypothesis import strategies as st

from tests.support.generated.heads import FLAG, WORD, Head
from tests.support.generated.heads import NUMBER as SIZE

NUMBER, PLAYER, CELL, CARD, TILE = "number", "player", "cell", "card", "tile"
DEPTH = 2
Way: TypeAlias = str | Callable[[], str]
"""A piece of a text, or what draws one."""


@attrs.define
class Values:
    """Draws values for a text about `head`; `names`: the local names in force, by type."""

    draw: st.DrawFn
    head: Head
    names: dict[str, list[str]] = attrs.field(
        factory=lambda: {kind: [] for kind in (NUMBER, PLAYER, CELL, CARD, TILE)}
    )
    made: int = 0
    in_turns: bool = False

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def one(self, *choices: Way) -> str:
        """Choose one; only of the one that is chosen more is drawn."""
        chosen = choices[self.number(0, len(choices) - 1)]
        return chosen if isinstance(chosen, str) else chosen()

    def new(self, kind: str) -> str:
        self.made += 1
        name = f"{kind[0]}{self.made}"
        self.names[kind].append(name)
        return name

    def gone(self, kind: str) -> None:
        self.names[kind].pop()

    # ------------------------------------------------------------ values

    def player(self) -> str:
        base = self.somebody()
        partner = (f"partner({base})",) if self.head.teams else ()
        return self.one(base, f"next({base})", f"previous({base})", *partner)

    def somebody(self) -> str:
        return self.one(*(self.names[PLAYER] or self.head.seats[:1]), *self.head.seats)

    def cell(self) -> str:
        return self.one(*(self.names[CELL] or [self.head.first_cell]), self.head.first_cell)

    def has(self, option: str) -> bool:
        return option in self.head.options

    def amount(self, depth: int = DEPTH) -> str:
        least = str(self.number(0, 4))
        flat = (
            least,
            lambda: f"points({self.player()})",
            "tally",
            "seen",
            lambda: f"count hand({self.player()})",
            "count deck",
            lambda: f"price({self.one('red', 'black')})",
            *(f"{card}.rank" for card in self.names[CARD]),
            *(f"{tile}.might" for tile in self.names[TILE]),
            *self.names[NUMBER],
            "count Player",
            *(["size"] if self.has(SIZE) else []),
            *([lambda: f"tricks(team({self.player()}))"] if self.head.teams else []),
        )
        if depth == 0:
            return self.one(*flat)
        match self.number(0, 8):
            case 0 | 1:
                return self.one(*flat)
            case 2:
                sign = self.one("+", "-", "*")
                return f"({self.amount(depth - 1)} {sign} {self.amount(depth - 1)})"
            case 3:
                way = self.one("up", "down")
                return f"({self.amount(depth - 1)} / {self.number(1, 3)} rounded {way})"
            case 4:
                return f"{self.one('min', 'max')}({self.amount(depth - 1)}, {least})"
            case 5:
                return self.counted(depth - 1, counts=self.draw(st.booleans()))
            case 6:
                which = self.one("highest", "lowest")
                name = self.new(PLAYER)
                text = f"({which} of points({name}) for {name} in Player else {least})"
                self.gone(PLAYER)
                return text
            case 7:
                condition = self.condition(depth - 1)
                return f"(if {condition} then {self.amount(depth - 1)} else {least})"
            case _:
                return f"({self.amount(depth - 1)} mod {self.number(1, 4)})"

    def counted(self, depth: int, *, counts: bool) -> str:
        name = self.new(CARD)
        zone = f"hand({self.player()})"
        condition = self.condition(depth)
        self.gone(CARD)
        if counts:
            return f"(count {name} in {zone} where {condition})"
        return f"(sum of {name}.rank for {name} in {zone} where {condition})"

    def condition(self, depth: int = DEPTH) -> str:
        flat = (
            "true",
            lambda: f"lit({self.cell()})",
            "seen > 0",
            lambda: f"holder({self.cell()}) is {self.player()}",
            lambda: f"holder({self.cell()}) is not none",
            lambda: f"on({self.cell()}) is Coin",
            lambda: f"hand({self.player()}) is empty",
            lambda: f"{self.cell()} is in neighbours({self.cell()})",
            lambda: f"{self.cell()} is within {self.number(1, 2)} of {self.cell()}",
            *(f"{card}.suit is red" for card in self.names[CARD]),
            *(f"{card}.rank > 1" for card in self.names[CARD]),
            *(f"{tile}.crown" for tile in self.names[TILE]),
            lambda: f"scout({self.player()}) is in pool({self.player()})",
            *(["fast"] if self.has(FLAG) else []),
            *(["map is east"] if self.has(WORD) else []),
            *(self.of_teams()),
        )
        if depth == 0:
            return self.one(*flat)
        match self.number(0, 6):
            case 0:
                return self.one(*flat)
            case 1:
                sign = self.one("<", "<=", ">", ">=", "is", "is not")
                return f"({self.amount(depth - 1)} {sign} {self.amount(depth - 1)})"
            case 2:
                link = self.one("and", "or")
                return f"({self.condition(depth - 1)} {link} {self.condition(depth - 1)})"
            case 3:
                return f"(not ({self.condition(depth - 1)}))"
            case 4:
                return "(" + self.over_cells(depth - 1) + ")"
            case 5:
                if not self.number(0, 3):
                    asked = self.one(lambda: f"count around({self.cell()})", "trail")
                    return f"({asked} > {self.number(0, 3)})"
                asked = self.one(
                    "count g for g in nets",
                    "count ends(g) for g in nets",
                    "count g for g in parts",
                    "count neighbours(g) for g in parts",
                )
                return f"(highest of {asked} else 0) > {self.number(0, 2)}"
            case _:
                return f"(pile is not empty and pile.first.rank < {self.number(1, 3)})"

    def of_teams(self) -> list[Way]:
        first = self.head.teams[0] if self.head.teams else ""
        return [lambda: f"team({self.player()}) is {first}"] if first else []

    def over_cells(self, depth: int) -> str:
        head = self.one("some", "no", "exactly 1", "at least 2", "at most 1", "every")
        name = self.new(CELL)
        condition = self.condition(depth)
        self.gone(CELL)
        return f"{head} {name} in Cell {'has' if head == 'every' else 'where'} {condition}"
