"""What there is in the second Antike Duellum, and how the engine names it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from fractions import Fraction
from itertools import chain, repeat
from typing import TypeAlias

from tests.oracles.duellum import tables
from tests.oracles.duellum.tables import PLAYERS, UNITS, WORDS

Asked: TypeAlias = tuple[str, frozenset[str] | Mapping[str, Fraction]]
Play: TypeAlias = Generator[Asked, str, None]


class Nation:
    """What one nation has. `fallen`: units that came back to the box in this turn."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.supply = Counter(dict.fromkeys(UNITS, tables.EACH_UNIT))
        self.box: Counter[str] = Counter()
        self.fallen: Counter[str] = Counter()
        self.camp: Counter[tuple[str, str]] = Counter()
        self.marched: Counter[tuple[str, str]] = Counter()
        self.chips = Counter(dict.fromkeys(WORDS, 3))
        self.coins = 0
        self.stock = tables.WALLS_EACH  # walls of its colour in the bank
        self.walls = 0
        self.won: Counter[str] = Counter()
        self.cards: Counter[str] = Counter()
        self.known: set[str] = set()
        self.stone: str | None = None

    def units(self, region: str) -> int:
        """Count the units of both types in a region."""
        return sum(self.camp[unit, region] for unit in UNITS)


class Turn:
    """What holds for one turn only."""

    def __init__(self) -> None:
        self.moved = False
        self.learning: set[str] = set()
        self.firsts = 0
        self.razed = 0
        self.looted = False
        self.tried = False
        self.safe: set[str] = set()
        self.armed: Counter[str] = Counter()
        self.bonus: Counter[str] = Counter()
        self.free_fields = 0
        self.mercenaries = 0
        self.builders = 0
        self.colonists = 0


class Position:
    """Where everything lies, and whose turn it is."""

    def __init__(self, side: str) -> None:
        self._board = tables.board(side)
        self._nations = tuple(Nation(name) for name in PLAYERS)
        self._tokens = Counter(tables.TOKENS)
        self._temples_left = tables.TEMPLES
        self._hall = Counter(tables.PERSONAGES)
        self._city: dict[str, str] = {}
        self._ruler: dict[str, Nation] = {}
        self._temples: set[str] = set()
        self._walled: set[str] = set()
        self._deck, self._discards = Counter(tables.DECK), Counter[str]()
        self._display: set[str] = set()
        self._alike: Counter[str] = Counter()
        self._turn = Turn()
        self._acting = self._nations[0]
        self._asked: Asked = ("nobody", frozenset())

    @property
    def _other(self) -> Nation:
        return self._nations[1 - self._nations.index(self._acting)]

    def _set_up(self) -> None:
        for nation in self._nations:
            for unit in UNITS:
                nation.supply[unit] -= 1
                nation.box[unit] += 1
            nation.stock -= 1
            nation.walls += 1
        for region, (name, word) in self._board.starts.items():
            self._tokens[word] -= 1
            self._city[region] = word
            self._ruler[region] = self._nations[PLAYERS.index(name)]

    def _cities_of(self, nation: Nation) -> list[str]:
        return [region for region, ruler in self._ruler.items() if ruler is nation]

    def _strength(self, region: str) -> int:
        """Return 1, or 3 where a temple stands: what a city yields, arms and defends with."""
        return 3 if region in self._temples else 1

    def _surcharge(self, field: str) -> int:
        """Return what a field costs: 1 for each beyond three; the same one is eight ahead."""
        if self._acting.stone is None:
            return 0
        ahead = tables.RONDEL.index(field) - tables.RONDEL.index(self._acting.stone)
        return max(0, ((ahead - 1) % 8 + 1) - 3 - self._turn.free_fields)

    def _defence(self, region: str) -> int:
        q = self._other
        return (
            self._strength(region)
            + q.units(region)
            + (region in self._walled)
            + ("res_publica" in q.known)
        )

    def _near_temples(self, region: str) -> int:
        return sum(near in self._temples for near in self._board.borders[region])

    def _clash(self, unit: str, region: str) -> bool:
        """Let a unit that comes to a region fight; return whether it met a hostile one."""
        p, q = self._acting, self._other
        if not q.camp[unit, region]:
            return False
        q.camp[unit, region] -= 1
        q.fallen[unit] += 1
        p.fallen[unit] += 1
        return True

    def _encamp(self) -> None:
        """End the action in which units of this turn stood apart from the others."""
        self._acting.camp.update(self._acting.marched)
        self._acting.marched.clear()

    def _affords(self, word: str, price: int, coins: int = 0) -> bool:
        """Return whether the acting nation can pay a price, and so many coins before it."""
        p = self._acting
        return p.coins >= coins and p.chips[word] + p.coins - coins >= price

    def dump(self) -> dict[str, object]:
        """Return what lies where, by the engine's names."""
        found: dict[str, object] = {
            "cities": _listed({f"{word}_city": n for word, n in self._tokens.items()}),
            "temples": ["Temple"] * self._temples_left,
            "hall": _listed(self._hall),
            "events": _listed(self._deck),
            "display": sorted(self._display),
            "alike": _listed(self._alike),
            "discards": _listed(self._discards),
            "razed": self._turn.razed,
            "quarry": sorted(f"Wall({n.name})" for n in self._nations for _ in range(n.stock)),
        }
        for word in tables.PRICES:
            found[f"learning({word})"] = word in self._turn.learning
        for region in self._board.regions:
            found |= self._dump_region(region)
        for zone in ("camp", "marched"):
            found |= self._dump_units(zone)
        for nation in self._nations:
            found |= self._dump_nation(nation)
        return found

    def _dump_region(self, region: str) -> dict[str, object]:
        ruler = self._ruler.get(region)
        return {
            f"city({region})": [f"{self._city[region]}_city"] if region in self._city else [],
            f"ruler({region})": ruler and ruler.name,
            f"temple({region})": ["Temple"] if region in self._temples else [],
            f"wall({region})": [f"Wall({ruler.name})"] if ruler and region in self._walled else [],
        }

    def _dump_units(self, zone: str) -> dict[str, object]:
        there: dict[str, list[str]] = {region: [] for region in self._board.regions}
        for nation in self._nations:
            units: Counter[tuple[str, str]] = getattr(nation, zone)
            for (unit, region), n in units.items():
                there[region] += [_unit(nation, unit)] * n
        return {f"{zone}({region})": sorted(units) for region, units in there.items()}

    def _dump_nation(self, nation: Nation) -> dict[str, object]:
        found: dict[str, object] = {
            f"walls({nation.name})": [f"Wall({nation.name})"] * nation.walls,
            f"won({nation.name})": _listed(nation.won),
            f"cards({nation.name})": _listed(nation.cards),
            f"coins({nation.name})": nation.coins,
            f"stone({nation.name})": nation.stone,
        }
        for place in ("supply", "box", "fallen"):
            held: Counter[str] = getattr(nation, place)
            found[f"{place}({nation.name})"] = _listed({_unit(nation, u): held[u] for u in UNITS})
        for word in WORDS:
            found[f"chips({nation.name}, {word})"] = nation.chips[word]
        for word in tables.PRICES:
            found[f"known({nation.name}, {word})"] = word in nation.known
        return found


def _unit(nation: Nation, unit: str) -> str:
    return f"Unit({nation.name}, {unit})"


def _listed(counts: Mapping[str, int]) -> list[str]:
    return sorted(chain.from_iterable(map(repeat, counts, counts.values())))
