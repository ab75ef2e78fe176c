"""A player of Pergamemnon and what his nation can do, for its oracle."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tests.oracles.pergamemnon_cards import CARDS, Card


@attrs.define(eq=False)
class Seat:
    """A player and all that lies before him."""

    name: str
    nation: str = ""
    awake: bool = True  # the nation card lies with the active side up
    fallen: bool = False  # the city card is turned
    deck: list[str] = attrs.field(factory=list)
    hand: list[str] = attrs.field(factory=list)
    spent: list[str] = attrs.field(factory=list)
    city: list[str] = attrs.field(factory=list)  # half under the city card
    secured: list[str] = attrs.field(factory=list)
    paid: list[str] = attrs.field(factory=list)  # for a creature
    laid: list[str] = attrs.field(factory=list)  # face down
    front: list[str] = attrs.field(factory=list)  # defends now; the last one strikes
    fought: list[str] = attrs.field(factory=list)  # used in this battle, and done with

    @property
    def hand_size(self) -> int:
        return 4 if self.nation == "persians" and not self.fallen else 3

    @property
    def stock(self) -> int:
        return len(self.hand) + len(self.deck) + len(self.spent)

    def strike(self) -> tuple[str, int]:
        """Return the weapon and its value with which the last card attacks."""
        card = CARDS[self.front[-1]]
        blunt = self.nation == "carthagians" and self.fallen
        return card.weapon, max(0, card.attack - blunt)

    def holds(self, cards: Iterable[str], weapon: str, value: int) -> bool:
        """Return whether these cards together defend against so strong a weapon."""
        bare = self.nation == "romans" and self.fallen
        return sum(max(0, CARDS[card].defences[weapon] - bare) for card in cards) >= value

    def flees(self, card: Card) -> bool:
        return card.mark == "flee" or (self.nation == "persians" and self.fallen)

    def surcharge(self) -> int:
        if self.nation == "carthagians" and not self.fallen:
            return -1
        return int(self.nation == "hellenes" and self.fallen)
