"""The cards of Pergamemnon for its oracle, from the component data and not from the game's table.

Names and numbers are those of the rulebook's lists, values are reconstructed. Only the Ballista
differs from the component data: it has no helmet (see `pergamemnon.md`).
"""

from __future__ import annotations

import attrs

NATIONS = ("carthagians", "romans", "egyptians", "hellenes", "persians")
CHARISMA_CARD = "charisma_card"
CHARISMA_CARDS = 21

# name, nation (wild: a creature), copies, cost, weapon, attack, helmet, breastplate, shield,
# charisma, points, mark
_ROWS = """
Hannibal carthagians 1 0 sword 7 6 6 3 5 3 leader
Carthagian_Elephant carthagians 2 0 spear 8 5 7 2 1 2 -
Carthagian_Elite carthagians 2 0 sword 6 5 5 3 2 1 secure
Carthagian_Spearman carthagians 2 0 spear 5 4 4 3 1 0 -
Carthagian_Slinger carthagians 3 0 bow 4 3 3 2 1 0 -
Carthagian_Horseman carthagians 1 0 sword 6 4 4 3 1 1 flee
Caesar romans 1 0 sword 6 5 5 5 6 3 leader
Roman_Centurion romans 1 0 sword 5 4 4 4 3 2 -
Roman_Praetorian romans 1 0 spear 5 4 4 4 2 1 secure
Roman_Spearman romans 2 0 spear 5 3 4 4 1 0 -
Roman_Ballista romans 2 0 bow 7 0 3 3 0 1 -
Roman_Horseman romans 2 0 sword 4 3 3 3 1 0 flee
Roman_Bowman romans 2 0 bow 4 3 2 3 1 0 -
Nefertiti egyptians 1 0 bow 3 6 3 6 7 3 leader
Egyptian_Mummy egyptians 3 0 sword 4 6 3 6 0 1 secure
Egyptian_Guard egyptians 1 0 spear 5 6 4 6 1 1 -
Egyptian_Chariot egyptians 2 0 bow 6 5 2 5 1 1 flee
Egyptian_Swordsman egyptians 2 0 sword 5 5 3 5 1 0 -
Egyptian_Camel_Rider egyptians 1 0 spear 5 5 2 5 1 0 flee
Egyptian_Bowman egyptians 1 0 bow 5 4 2 4 1 0 flee
Agamemnon hellenes 1 0 spear 7 6 3 6 5 3 leader
Hercules hellenes 1 0 sword 9 6 4 4 0 3 -
Hellene_Guard hellenes 1 0 spear 6 5 3 5 0 1 secure
Hellene_Chariot hellenes 3 0 sword 6 4 3 4 0 1 flee
Hellene_Spearman hellenes 2 0 spear 5 4 2 6 0 0 -
Hellene_Bowman hellenes 2 0 bow 5 3 2 3 0 0 -
Hellene_Horseman hellenes 1 0 sword 6 4 2 4 1 1 flee
Xerxes persians 1 0 bow 7 3 6 6 4 3 leader
War_Rhino persians 1 0 spear 9 2 7 5 0 2 -
Persian_Guard persians 1 0 spear 7 3 5 6 1 1 secure
Persian_Horseman persians 1 0 sword 7 2 4 4 1 1 flee
Persian_Chariot persians 2 0 bow 7 2 4 4 1 1 -
Persian_Spearman persians 2 0 spear 6 2 4 5 1 0 -
Persian_Bowman persians 3 0 bow 5 2 5 3 1 0 -
Satyr wild 1 3 bow 4 4 3 3 2 1 flee
Dryad wild 1 4 bow 5 4 4 4 2 1 secure
Harpy wild 1 4 sword 5 5 3 4 1 1 flee
Siren wild 1 4 bow 4 3 4 5 3 1 -
Empusa wild 1 4 sword 5 4 4 4 1 1 -
Orthos wild 1 5 sword 6 6 5 4 1 2 -
Lamia wild 1 5 bow 5 7 5 5 2 2 -
Triton wild 1 5 spear 6 5 5 5 2 2 -
Stymphalian_Bird wild 1 5 bow 7 4 4 5 1 2 flee
Centaur wild 1 6 bow 7 5 6 4 2 2 flee
Erymanthian_Boar wild 1 6 spear 7 5 7 4 1 2 -
Griffin wild 1 6 sword 7 6 5 5 2 2 flee
Minotaur wild 1 7 sword 8 7 6 5 2 3 -
Nemean_Lion wild 1 7 sword 7 7 8 7 1 3 -
Gorgon wild 1 7 bow 8 5 6 7 3 3 -
Pegasus wild 1 7 spear 7 6 6 6 3 3 flee
Sphinx wild 1 8 sword 8 7 7 6 4 3 secure
Chimera wild 1 8 bow 9 6 7 7 2 3 -
Cerberus wild 1 8 sword 9 7 7 6 2 4 -
Scylla wild 1 9 spear 9 7 8 7 2 4 -
Cyclops wild 1 9 spear 10 9 8 7 2 5 -
Phoenix wild 1 9 bow 9 8 7 8 4 4 secure
Hydra wild 1 10 sword 11 9 9 8 2 5 -
Typhon wild 1 11 spear 11 10 10 9 3 6 -
"""


@attrs.frozen
class Card:
    """What is printed on a card."""

    name: str
    nation: str
    copies: int
    cost: int
    weapon: str
    attack: int
    defences: dict[str, int]  # by the weapon that they are against
    charisma: int
    points: int
    mark: str  # leader, flee, secure or -


def _card(row: str) -> Card:
    name, nation, copies, cost, weapon, *values, mark = row.split()
    attack, helmet, breastplate, shield, charisma, points = map(int, values)
    defences = {"sword": helmet, "spear": breastplate, "bow": shield}
    return Card(
        name, nation, int(copies), int(cost), weapon, attack, defences, charisma, points, mark
    )


CARDS = {card.name: card for card in map(_card, _ROWS.split("\n")[1:-1])}
CARDS[CHARISMA_CARD] = Card(CHARISMA_CARD, "-", CHARISMA_CARDS, 0, "-", 0, {}, 1, 0, "-")
ORDER = list(CARDS)
LEADERS = {card.nation: card.name for card in CARDS.values() if card.mark == "leader"}


def army(nation: str) -> list[str]:
    """Return every card of a nation, or of the wild, one name for each copy."""
    cards = [card for card in CARDS.values() if card.nation == nation]
    return [card.name for card in cards for _ in range(card.copies)]
