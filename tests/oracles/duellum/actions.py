"""What a nation does on the fields of the rondel in the second Antike Duellum, but for Duellum.

Each action is a coroutine: see `tests.oracles.antike_duellum`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from itertools import product

from tests.oracles.duellum import tables
from tests.oracles.duellum.state import Asked, Play, Position
from tests.oracles.duellum.tables import UNITS, WORDS


def parts(action: str) -> tuple[str, ...]:
    """Return the name of an action and its arguments."""
    name, _, rest = action.partition("(")
    return (name, *rest.removesuffix(")").split(", ")) if rest else (name,)


class Actions(Position):
    """A position on which the acting nation uses its field."""

    # ------------------------------------------------------------ choosing and paying

    def _choose(
        self, options: Callable[[], set[str]], *, may_pass: bool = True
    ) -> Generator[Asked, str, tuple[str, ...] | None]:
        """Ask the acting nation for one of the options; it may use events and trade before that.

        None: it passed, or nothing was left to choose.
        """
        while True:
            legal = options() | self._events() | self._trades()
            if not legal:
                return None
            chosen = yield self._acting.name, frozenset(legal | ({"pass"} if may_pass else set()))
            match parts(chosen):
                case ("pass",):
                    return None
                case ("play", event):
                    yield from self._use(event)
                case ("trade", marble, iron, got_marble, got_iron):
                    self._trade((int(marble), int(iron)), (int(got_marble), int(got_iron)))
                case choice:
                    return choice

    def _pay(self, word: str, price: int) -> Play:
        """Ask how many coins stand in for chips of a price [Marmor, Ferrum, Aurum]."""
        p = self._acting
        ways = range(max(0, price - p.chips[word]), min(price, p.coins) + 1)
        paid = yield p.name, frozenset(f"coins_for_it({coins})" for coins in ways)
        coins = int(parts(paid)[1])
        p.coins -= coins
        p.chips[word] -= price - coins

    # ------------------------------------------------------------ commercium

    def _trades(self) -> set[str]:
        """Return every way to give three chips for two [Scientia, Commercium]."""
        p = self._acting
        if "commercium" not in p.known:
            return set()
        return {
            f"trade({m}, {i}, {n}, {k})"
            for m, i in product(range(4), repeat=2)
            if m + i <= 3 and _covers(p.chips, (m, i, 3 - m - i))
            for n, k in product(range(3), repeat=2)
            if n + k <= 2
        }

    def _trade(self, given: tuple[int, int], got: tuple[int, int]) -> None:
        chips = self._acting.chips
        chips.subtract(dict(zip(WORDS, (*given, 3 - sum(given)), strict=True)))
        chips.update(dict(zip(WORDS, (*got, 2 - sum(got)), strict=True)))

    # ------------------------------------------------------------ events

    def _events(self) -> set[str]:
        """Return what may be used now of the acting nation's cards [Using Event Cards]."""
        return {
            f"play({event})" for event, n in self._acting.cards.items() if n and self._fits(event)
        }

    def _fits(self, event: str) -> bool:
        field = self._acting.stone if self._turn.moved else None
        match event:
            case "FORTRESS":
                return False
            case "EARTHQUAKE":
                return bool(self._walled)
            case "COURIER":
                return not self._turn.moved
            case "BURGLARY" | "COLONISTS":
                return True
            case _:
                return field is not None and field.startswith(tables.ONLY_ON[event])

    def _use(self, event: str) -> Play:
        p, q, turn = self._acting, self._other, self._turn
        p.cards[event] -= 1
        self._discards[event] += 1
        match event:
            case "EARTHQUAKE":
                chosen = yield p.name, frozenset(f"destroy({c})" for c in self._walled)
                self._raze_wall(parts(chosen)[1])
            case "BURGLARY":
                q.coins -= q.coins // 2
            case "ACADEMY":
                p.chips["gold"] += len(q.known)
            case "QUARRY" | "MINE" | "TREASURY":
                p.chips[tables.YIELDS[tables.ONLY_ON[event]]] += 2
            case "TAILWIND" | "FORCED_MARCH":
                turn.bonus["galley" if event == "TAILWIND" else "legion"] += 1
            case "MERCENARIES":
                turn.mercenaries += 1
            case "MASTER_BUILDER":
                turn.builders += 1
            case "COLONISTS":
                turn.colonists += 1
            case "COURIER":
                turn.free_fields += 2

    def _raze_wall(self, region: str) -> None:
        self._walled.remove(region)
        self._ruler[region].walls += 1

    # ------------------------------------------------------------ marmor, ferrum, aurum

    def _produce(self, word: str) -> Play:
        p = self._acting
        p.chips[word] += "moneta" in p.known
        for region, ruler in self._ruler.items():
            if ruler is p and self._city[region] == word:
                p.chips[word] += self._strength(region)
        if sum(nation.coins for nation in self._nations) < tables.COINS:
            p.coins += 1
        else:
            chosen = yield from self._choose(_instead, may_pass=False)
            p.chips[chosen[1]] += 1

    # ------------------------------------------------------------ templum

    def _build(self) -> Play:
        p = self._acting
        while choice := (yield from self._choose(self._buildings)):
            region = choice[1]
            if choice[0] == "wall_at":
                p.walls -= 1
                self._walled.add(region)
                yield from self._pay("marble", 1)
                continue
            self._temples_left -= 1
            self._temples.add(region)
            p.coins -= self._near_temples(region)
            cheaper = bool(self._turn.builders)
            yield from self._pay("marble", 6 - 2 * cheaper)
            self._turn.builders -= cheaper

    def _buildings(self) -> set[str]:
        p = self._acting
        found = set[str]()
        for region, ruler in self._ruler.items():
            if ruler is not p:
                continue
            if p.walls and region not in self._walled and self._affords("marble", 1):
                found.add(f"wall_at({region})")
            price = 4 if self._turn.builders else 6
            if (
                self._temples_left
                and region not in self._temples
                and self._affords("marble", price, self._near_temples(region))
            ):
                found.add(f"temple_at({region})")
        return found

    # ------------------------------------------------------------ militia

    def _arm(self) -> Play:
        p = self._acting
        while choice := (yield from self._choose(self._armaments)):
            _, unit, region = choice
            p.box[unit] -= 1
            self._turn.armed[region] += 1
            if not self._clash(unit, region):
                p.marched[unit, region] += 1
            if self._turn.mercenaries:
                self._turn.mercenaries -= 1
            else:
                yield from self._pay("iron", 2)
        self._encamp()

    def _armaments(self) -> set[str]:
        p = self._acting
        if not self._turn.mercenaries and not self._affords("iron", 2):
            return set()
        return {
            f"arm_unit({unit}, {region})"
            for region, ruler in self._ruler.items()
            for unit in UNITS
            if ruler is p
            and p.box[unit]
            and self._turn.armed[region] < self._strength(region)
            and self._board.admits(unit, region)
        }

    # ------------------------------------------------------------ scientia

    def _study(self) -> Play:
        p = self._acting
        while choice := (yield from self._choose(self._studies)):
            kind, word = choice
            if kind == "recruit":
                p.supply[word] -= 1
                p.box[word] += 1
                yield from self._pay("gold", tables.RECRUITS[word])
                continue
            self._turn.firsts += word not in self._other.known
            self._turn.learning.add(word)
            yield from self._pay("gold", self._price(word))

    def _studies(self) -> set[str]:
        p = self._acting
        recruits = {
            f"recruit({unit})"
            for unit, price in tables.RECRUITS.items()
            if p.supply[unit] and self._affords("gold", price)
        }
        return recruits | {
            f"develop({word})"
            for word in tables.PRICES
            if word not in p.known | self._turn.learning
            and self._affords("gold", self._price(word))
        }

    def _price(self, word: str) -> int:
        return tables.PRICES[word][word in self._other.known]


def _instead() -> set[str]:
    return {f"instead({word})" for word in WORDS}


def _covers(chips: Mapping[str, int], given: tuple[int, ...]) -> bool:
    return all(chips[word] >= n for word, n in zip(WORDS, given, strict=True))
