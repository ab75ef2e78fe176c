"""The tables of the second Antike Duellum: both maps, prices, cards and pieces.

All from the component data of the game, not from the tables the rule text reads. What is
reconstructed there is reconstructed here.
"""

from __future__ import annotations

from functools import cache

import attrs

PLAYERS = ("Brown", "Beige")
WORDS = ("marble", "iron", "gold")  # of which a chip is, and what a city yields
UNITS = ("legion", "galley")
COLOUR = {"legion": "r", "galley": "b"}  # of the borders which a unit crosses [Duellum]

RONDEL = (
    "FERRUM", "TEMPLUM", "AURUM", "DUELLUM_A", "MILITIA", "MARMOR", "SCIENTIA", "DUELLUM_B",
)  # fmt: skip
YIELDS = {"MARMOR": "marble", "FERRUM": "iron", "AURUM": "gold"}

PRICES = {  # for the first nation and for the second [component data 2.1]
    "strata": (6, 2),
    "navigatio": (7, 3),
    "moneta": (8, 4),
    "commercium": (9, 5),
    "res_publica": (10, 6),
}
RECRUITS = {"legion": 1, "galley": 2}

TOKENS = {"marble": 12, "iron": 12, "gold": 10}
TEMPLES, COINS, EACH_UNIT, WALLS_EACH = 12, 30, 12, 6
PERSONAGES = {"king": 6, "citizen": 4, "scholar": 5, "general": 4, "navigator": 2}
STEPS = {"king": 5, "citizen": 3, "navigator": 7}
WALL_SYMBOLS = (1, 2, 3, 5, 7)  # and 0, which is the one wall of the setup

DECK = {
    name: 1 if name == "COURIER" else 2
    for name in (
        "FORTRESS", "EARTHQUAKE", "BURGLARY", "ACADEMY", "QUARRY", "MINE", "TREASURY",
        "TAILWIND", "FORCED_MARCH", "MERCENARIES", "MASTER_BUILDER", "COLONISTS", "COURIER",
    )
}  # fmt: skip
# The field on which the stone has to be set in this turn [component data 2.2].
ONLY_ON = {
    "ACADEMY": "SCIENTIA",
    "QUARRY": "MARMOR",
    "MINE": "FERRUM",
    "TREASURY": "AURUM",
    "TAILWIND": "DUELLUM",
    "FORCED_MARCH": "DUELLUM",
    "MERCENARIES": "MILITIA",
    "MASTER_BUILDER": "TEMPLUM",
}

# Borders: r red, b blue [component data 2.5 and 2.6].
WEST = """
TINGIS-SIGA:rb TINGIS-BAECULA:b TINGIS-MARE_IBERICUM:b SIGA-CAESAREA:rb SIGA-MARE_IBERICUM:b
BAECULA-CARTHAGO_NOVA:rb BAECULA-SAGUNTUM:r BAECULA-NUMANTIA:r BAECULA-MARE_IBERICUM:b
CARTHAGO_NOVA-SAGUNTUM:rb CARTHAGO_NOVA-MARE_IBERICUM:b CARTHAGO_NOVA-MARE_BALEARICUM:b
SAGUNTUM-NUMANTIA:r SAGUNTUM-TARRACO:rb SAGUNTUM-MARE_BALEARICUM:b NUMANTIA-TARRACO:r
TARRACO-TOLOSA:r TARRACO-MASSILIA:b TARRACO-MARE_BALEARICUM:b TOLOSA-MASSILIA:r
TOLOSA-LUGDUNUM:r LUGDUNUM-MASSILIA:r MASSILIA-GENUA:rb MASSILIA-CORSICA:b
MASSILIA-MARE_BALEARICUM:b GENUA-CREMONA:r GENUA-ROMA:rb GENUA-CORSICA:b CREMONA-ROMA:r
CREMONA-ANCONA:r CREMONA-AQUILEIA:r AQUILEIA-ANCONA:rb AQUILEIA-EPIDAURUM:rb
AQUILEIA-MARE_HADRIATICUM:b ANCONA-ROMA:r ANCONA-NEAPOLIS:r ANCONA-BRUNDISIUM:rb
ANCONA-MARE_HADRIATICUM:b ROMA-NEAPOLIS:rb ROMA-CORSICA:b ROMA-MARE_TYRRHENUM:b
NEAPOLIS-BRUNDISIUM:r NEAPOLIS-CROTON:rb NEAPOLIS-SYRACUSAE:b NEAPOLIS-MARE_TYRRHENUM:b
BRUNDISIUM-CROTON:rb BRUNDISIUM-MARE_HADRIATICUM:b BRUNDISIUM-MARE_IONIUM:b
BRUNDISIUM-APOLLONIA:b CROTON-SYRACUSAE:b CROTON-MARE_IONIUM:b SYRACUSAE-AGRIGENTUM:rb
SYRACUSAE-MARE_TYRRHENUM:b SYRACUSAE-MARE_IONIUM:b SYRACUSAE-MARE_LIBYCUM:b
AGRIGENTUM-MARE_TYRRHENUM:b AGRIGENTUM-MARE_SARDOUM:b AGRIGENTUM-MARE_LIBYCUM:b
AGRIGENTUM-CARTHAGO:b CARTHAGO-CAESAREA:rb CARTHAGO-ZAMA:r CARTHAGO-TACAPE:rb
CARTHAGO-MARE_SARDOUM:b CARTHAGO-MARE_LIBYCUM:b ZAMA-CAESAREA:r ZAMA-TACAPE:r
TACAPE-MARE_LIBYCUM:b CAESAREA-MARE_SARDOUM:b CAESAREA-MARE_BALEARICUM:b
CAESAREA-MARE_IBERICUM:b CARALES-CORSICA:b CARALES-MARE_SARDOUM:b CARALES-MARE_TYRRHENUM:b
CARALES-MARE_BALEARICUM:b CORSICA-MARE_TYRRHENUM:b CORSICA-MARE_BALEARICUM:b
MARE_IBERICUM-MARE_BALEARICUM:b MARE_BALEARICUM-MARE_SARDOUM:b MARE_SARDOUM-MARE_TYRRHENUM:b
MARE_LIBYCUM-MARE_IONIUM:b MARE_IONIUM-APOLLONIA:b MARE_HADRIATICUM-EPIDAURUM:b
MARE_HADRIATICUM-APOLLONIA:b EPIDAURUM-APOLLONIA:rb
"""
EAST = """
PELLA-ABDERA:rb PELLA-LARISA:rb PELLA-AMBRAKIA:r PELLA-MARE_THRACICUM:b ABDERA-AINOS:rb
ABDERA-MARE_THRACICUM:b AINOS-ABYDOS:b AINOS-LESBOS:b AINOS-LEMNOS:b AINOS-PROPONTIS:b
ABYDOS-PROPONTIS:b ABYDOS-LESBOS:b ABYDOS-PERGAMON:r LEMNOS-LESBOS:b LEMNOS-MARE_AEGAEUM:b
LEMNOS-MARE_THRACICUM:b LESBOS-PERGAMON:b LESBOS-CHIOS:b PERGAMON-SARDES:r PERGAMON-EPHESOS:r
PERGAMON-CHIOS:b SARDES-EPHESOS:r SARDES-HALIKARNASSOS:r EPHESOS-HALIKARNASSOS:rb
EPHESOS-CHIOS:b EPHESOS-MARE_ICARIUM:b HALIKARNASSOS-RHODOS:b HALIKARNASSOS-MARE_ICARIUM:b
HALIKARNASSOS-MARE_CARPATHIUM:b RHODOS-MARE_CARPATHIUM:b CHIOS-MARE_AEGAEUM:b
CHIOS-MARE_ICARIUM:b LARISA-AMBRAKIA:r LARISA-DELPHI:r LARISA-OREOS:b LARISA-MARE_THRACICUM:b
AMBRAKIA-DELPHI:r AMBRAKIA-KEPHALONIA:b AMBRAKIA-MARE_IONIUM:b DELPHI-ATHENAE:r DELPHI-OREOS:b
DELPHI-KEPHALONIA:b DELPHI-OLYMPIA:b OREOS-ATHENAE:b OREOS-ANDROS:b OREOS-MARE_AEGAEUM:b
OREOS-MARE_THRACICUM:b ATHENAE-ARGOS:rb ATHENAE-ANDROS:b ATHENAE-MARE_MYRTOUM:b ARGOS-OLYMPIA:r
ARGOS-SPARTA:r ARGOS-MARE_MYRTOUM:b OLYMPIA-SPARTA:r OLYMPIA-PYLOS:rb OLYMPIA-KEPHALONIA:b
OLYMPIA-MARE_IONIUM:b PYLOS-SPARTA:rb PYLOS-MARE_IONIUM:b SPARTA-CYTHERA:b SPARTA-MARE_MYRTOUM:b
CYTHERA-MARE_MYRTOUM:b CYTHERA-MARE_CRETICUM:b CYTHERA-MARE_IONIUM:b CYTHERA-KYDONIA:b
KYDONIA-KNOSSOS:rb KYDONIA-MARE_CRETICUM:b KYDONIA-MARE_IONIUM:b KNOSSOS-MARE_CRETICUM:b
KNOSSOS-MARE_CARPATHIUM:b ANDROS-NAXOS:b ANDROS-MARE_AEGAEUM:b ANDROS-MARE_MYRTOUM:b
NAXOS-MARE_AEGAEUM:b NAXOS-MARE_ICARIUM:b NAXOS-MARE_CRETICUM:b NAXOS-MARE_MYRTOUM:b
KEPHALONIA-MARE_IONIUM:b MARE_MYRTOUM-MARE_CRETICUM:b MARE_CRETICUM-MARE_CARPATHIUM:b
MARE_CRETICUM-MARE_ICARIUM:b MARE_ICARIUM-MARE_CARPATHIUM:b MARE_ICARIUM-MARE_AEGAEUM:b
MARE_AEGAEUM-MARE_THRACICUM:b
"""

# Regions without a city, marked with a galley [component data 2.4].
WEST_SEAS = (
    "CORSICA", "MARE_IBERICUM", "MARE_BALEARICUM", "MARE_SARDOUM", "MARE_TYRRHENUM",
    "MARE_LIBYCUM", "MARE_IONIUM", "MARE_HADRIATICUM",
)  # fmt: skip
EAST_SEAS = (
    "MARE_AEGAEUM", "MARE_THRACICUM", "PROPONTIS", "MARE_ICARIUM", "MARE_CARPATHIUM",
    "MARE_CRETICUM", "MARE_MYRTOUM", "MARE_IONIUM",
)  # fmt: skip

# The city of gold, of iron and of marble of each nation [component data 2.3].
STARTS = {
    "west": {"Brown": ("CARTHAGO", "CAESAREA", "ZAMA"), "Beige": ("ROMA", "AQUILEIA", "CREMONA")},
    "east": {"Brown": ("ATHENAE", "SPARTA", "ARGOS"), "Beige": ("SARDES", "PERGAMON", "EPHESOS")},
}


@attrs.frozen(eq=False)
class Board:
    """One side of the board: `borders[a][b]` holds the colours of the border between two regions.

    `starts`: whose city stands at the start, and what it yields.
    """

    borders: dict[str, dict[str, str]]
    sites: frozenset[str]
    starts: dict[str, tuple[str, str]]

    @property
    def regions(self) -> tuple[str, ...]:
        return tuple(self.borders)

    @cache  # noqa: B019 - there are two boards
    def steps(self, unit: str, start: str, goal: str) -> int:
        """Return how many borders a unit has to cross, 99 if it cannot come there."""
        reached, steps = {start}, 0
        while goal not in reached:
            more = {
                b
                for a in reached
                for b, colours in self.borders[a].items()
                if COLOUR[unit] in colours
            }
            if more <= reached:
                return 99
            reached |= more
            steps += 1
        return steps

    def admits(self, unit: str, region: str) -> bool:
        """Return whether a region has a border that this unit can cross [Militia]."""
        return any(COLOUR[unit] in colours for colours in self.borders[region].values())


@cache
def board(side: str) -> Board:
    """Return the `west` or `east` side of the board."""
    borders: dict[str, dict[str, str]] = {}
    for entry in (WEST if side == "west" else EAST).split():
        ends, _, colours = entry.partition(":")
        a, b = ends.split("-")
        borders.setdefault(a, {})[b] = colours
        borders.setdefault(b, {})[a] = colours
    seas = WEST_SEAS if side == "west" else EAST_SEAS
    starts = {
        city: (player, word)
        for player, cities in STARTS[side].items()
        for city, word in zip(cities, ("gold", "iron", "marble"), strict=True)
    }
    return Board(borders, frozenset(borders) - set(seas), starts)
