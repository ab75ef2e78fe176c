"""Antike Duellum once more, from its rulebook, to be played in lockstep with the engine.

Written without the rule text: rulebook, component data and the names of the engine's zones and
arms were all there was. `Oracle._play` is the game as a coroutine: it yields whom it waits for,
with what he may do, and is sent what he did. Sections of the rulebook are named in brackets.

Short names: `p` is the player whose turn it is, `q` the other, `c` a region.
"""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

from tests.oracles.duellum import tables
from tests.oracles.duellum.actions import parts
from tests.oracles.duellum.habits import LEAN, Players
from tests.oracles.duellum.state import Asked, Nation, Play, Turn
from tests.oracles.duellum.tables import PLAYERS, UNITS, WORDS

MOST_TURNS = 300  # a bound of ours, not of the rulebook: then the most personages win
TO_WIN = 9

__all__ = ["LEAN", "Oracle"]


class Oracle(Players):
    """One game by the rulebook."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        super().__init__(options["map"])
        assert players == len(PLAYERS)
        self._automatic = options["fortress"] == "automatic"
        self._won_by: Nation | None = None
        self._over = False
        self._running = self._play()
        self._asked = next(self._running)

    # ------------------------------------------------------------ what the driver asks

    def expects(self) -> Asked:
        """Return who is to decide, and what he may do."""
        return self._asked

    def take(self, action: str) -> None:
        """Go on with what was chosen or drawn."""
        try:
            self._asked = self._running.send(action)
        except StopIteration:
            self._over = True

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._over

    def returns(self) -> list[Fraction]:
        """Return 1 for the winner and -1 for the other, or nothing for both."""
        if self._won_by is None:
            return [Fraction(0), Fraction(0)]
        return [Fraction(1 if nation is self._won_by else -1) for nation in self._nations]

    # ------------------------------------------------------------ the course of the game

    def _play(self) -> Play:
        starter = yield "chance", {"0": Fraction(1, 2), "1": Fraction(1, 2)}
        self._set_up()
        self._nations[1 - int(starter)].coins = 1
        yield from self._refill()
        for turn in range(MOST_TURNS):
            self._acting = self._nations[(int(starter) + turn) % 2]
            yield from self._one_turn()
            if self._acting.won.total() >= TO_WIN:
                self._won_by = self._acting
                return
        mine, others = (nation.won.total() for nation in self._nations)
        if mine != others:
            self._won_by = self._nations[0 if mine > others else 1]

    def _one_turn(self) -> Play:
        """Play one turn of the acting nation [Turns: action, founding, personages]."""
        self._turn = Turn()
        yield from self._set_stone()
        field = self._acting.stone
        if field in tables.YIELDS:
            yield from self._produce(tables.YIELDS[field])
        elif field == "TEMPLUM":
            yield from self._build()
        elif field == "MILITIA":
            yield from self._arm()
        elif field == "SCIENTIA":
            yield from self._study()
        else:
            yield from self._maneuver()
        yield from self._found_cities()
        yield from self._award()
        if self._acting.won.total() >= TO_WIN:
            return
        for nation in self._nations:
            nation.box += nation.fallen
            nation.fallen.clear()

    # ------------------------------------------------------------ action selection

    def _set_stone(self) -> Play:
        p = self._acting
        choice = yield from self._choose(self._fields, may_pass=False)
        field = choice[1]
        surcharge = self._surcharge(field)
        p.stone = field
        self._turn.moved = True
        while surcharge:
            means = {word: min(surcharge, p.chips[word]) for word in WORDS}
            chips = {
                f"pay_chips({word}, {n})" for word in WORDS for n in range(1, means[word] + 1)
            }
            coins = {f"pay_coins({n})" for n in range(1, min(surcharge, p.coins) + 1)}
            arm, *chip, n = parts((yield p.name, frozenset(chips | coins)))
            surcharge -= int(n)
            if arm == "pay_coins":
                p.coins -= int(n)
            else:
                p.chips[chip[0]] -= int(n)

    def _fields(self) -> set[str]:
        p = self._acting
        means = p.chips.total() + p.coins
        return {f"go({field})" for field in tables.RONDEL if self._surcharge(field) <= means}

    # ------------------------------------------------------------ duellum

    def _maneuver(self) -> Play:
        for _ in range(len(UNITS) * tables.EACH_UNIT):  # who has moved them all is not asked again
            choice = yield from self._choose(self._marches)
            if choice is None:
                break
            _, unit, start, goal = choice
            self._acting.camp[unit, start] -= 1
            yield from self._march(unit, goal)
        self._encamp()
        while choice := (yield from self._choose(self._conquests)):
            yield from self._conquer(choice[1])
        if self._turn.looted:
            yield from self._take_event()

    def _marches(self) -> set[str]:
        return {
            f"march({unit}, {start}, {goal})"
            for (unit, start), n in self._acting.camp.items()
            if n
            for goal in self._ways(unit, start)
        }

    def _ways(self, unit: str, start: str) -> list[str]:
        borders = self._board.borders[start]
        return [goal for goal, colours in borders.items() if tables.COLOUR[unit] in colours]

    def _march(self, unit: str, goal: str) -> Play:
        """Move one unit, border after border, until it stops or meets a hostile one."""
        p = self._acting
        art = "strata" if unit == "legion" else "navigatio"
        crossed = 1
        while not self._clash(unit, goal):
            p.marched[unit, goal] += 1
            if crossed == 1 + (art in p.known) + self._turn.bonus[unit]:
                return
            further = {f"go_on({region})" for region in self._ways(unit, goal)}
            chosen = yield p.name, frozenset(further | {"pass"})
            if chosen == "pass":
                return
            p.marched[unit, goal] -= 1
            goal = parts(chosen)[1]
            crossed += 1

    def _conquests(self) -> set[str]:
        p, q = self._acting, self._other
        return {
            f"conquer({region})"
            for region in self._cities_of(q)
            if region not in self._turn.safe and p.units(region) >= self._defence(region)
        }

    def _conquer(self, region: str) -> Play:
        p, q = self._acting, self._other
        defence = self._defence(region)
        if (yield from self._fortify()):
            defence += 1
            if p.units(region) < defence:
                self._turn.safe.add(region)
                return
        for unit in UNITS:
            q.fallen[unit] += q.camp[unit, region]
            q.camp[unit, region] = 0
        if region in self._walled:
            self._raze_wall(region)
        if region in self._temples:
            self._temples.remove(region)
            self._temples_left += 1
            self._turn.razed += 1
        self._ruler[region] = p
        self._turn.looted = True
        legions, galleys = (p.camp[unit, region] for unit in UNITS)
        ways = range(max(0, defence - galleys), min(defence, legions) + 1)
        chosen = yield p.name, frozenset(f"lose({n})" for n in ways)
        lost = int(parts(chosen)[1])
        for unit, n in zip(UNITS, (lost, defence - lost), strict=True):
            p.camp[unit, region] -= n
            p.fallen[unit] += n

    def _fortify(self) -> Generator[Asked, str, bool]:
        """Return whether the city that is attacked is defended by a Fortress."""
        q, first = self._other, not self._turn.tried
        self._turn.tried = True
        if not q.cards["FORTRESS"] or (self._automatic and not first):
            return False
        if not self._automatic and (yield q.name, frozenset({"defend", "pass"})) == "pass":
            return False
        q.cards["FORTRESS"] -= 1
        self._discards["FORTRESS"] += 1
        return True

    # ------------------------------------------------------------ founding cities

    def _found_cities(self) -> Play:
        p = self._acting
        while choice := (yield from self._choose(self._foundings)):
            _, region, token = choice
            word = token.removesuffix("_city")
            p.coins -= self._near_cities(region, word)
            self._turn.colonists -= bool(self._turn.colonists)
            self._tokens[word] -= 1
            self._city[region] = word
            self._ruler[region] = p
            # The scarcest first: what only a coin can pay must not find the coins spent.
            for chip in sorted(WORDS, key=lambda chip: p.chips[chip]):
                yield from self._pay(chip, 1)

    def _foundings(self) -> set[str]:
        p = self._acting
        missing = sum(not p.chips[word] for word in WORDS)
        return {
            f"found({region}, {word}_city)"
            for region in self._board.sites - self._city.keys()
            if p.units(region)
            for word, left in self._tokens.items()
            if left and p.coins >= self._near_cities(region, word) + missing
        }

    def _near_cities(self, region: str, word: str) -> int:
        """Return the coins that a city of this resource costs here."""
        if self._turn.colonists:
            return 0
        return sum(self._city.get(near) == word for near in self._board.borders[region])

    # ------------------------------------------------------------ winning personages

    def _award(self) -> Play:
        p, turn = self._acting, self._turn
        p.known |= turn.learning
        reached = {
            "king": len(self._cities_of(p)) // tables.STEPS["king"] - p.won["king"],
            "citizen": len(self._temples & set(self._cities_of(p))) // tables.STEPS["citizen"]
            - p.won["citizen"],
            "scholar": turn.firsts,
            "general": turn.razed,
            "navigator": self._seas() // tables.STEPS["navigator"] - p.won["navigator"],
        }
        for personage, n in reached.items():
            for _ in range(min(n, self._hall[personage])):
                self._hall[personage] -= 1
                p.won[personage] += 1
                if p.won.total() in tables.WALL_SYMBOLS:
                    p.stock -= 1
                    p.walls += 1
                if p.won.total() == TO_WIN:
                    return
                yield from self._take_event()

    def _seas(self) -> int:
        """Count the sea regions with a galley, twice those without a site."""
        p = self._acting
        held = {region for (unit, region), n in p.camp.items() if n and unit == "galley"}
        return sum(1 if region in self._board.sites else 2 for region in held)

    # ------------------------------------------------------------ the display

    def _take_event(self) -> Play:
        """Let the other nation take a card [When to choose Cards]."""
        q = self._other
        yield from self._refill()
        if not self._display:
            yield q.name, frozenset({"pass"})
            return
        chosen = yield q.name, frozenset(f"pick({event})" for event in self._display)
        event = parts(chosen)[1]
        self._display.remove(event)
        q.cards[event] += 1
        yield from self._refill()

    def _refill(self) -> Play:
        """Draw until three different cards lie open [Open Card Display]."""
        while len(self._display) < 3:
            if not self._deck.total():
                self._deck, self._discards = self._discards, self._deck
            size = self._deck.total()
            if not size:
                break
            drawn = yield "chance", {e: Fraction(n, size) for e, n in self._deck.items() if n}
            self._deck[drawn] -= 1
            if drawn in self._display:
                self._alike[drawn] += 1
            else:
                self._display.add(drawn)
        self._discards.update(self._alike)
        self._alike.clear()
