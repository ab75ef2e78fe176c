"""Pergamemnon a second time, in plain Python, to hold plays of its rule text against.

A `Table` plays one game as a generator. It yields what is to be decided, `Asked` or `Drawn`, and
is sent what was decided. It shares nothing with the rule text but the table of cards.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Generator

import attrs

from tests.support.games import ROOT

NATIONS = ("carthagians", "romans", "egyptians", "hellenes", "persians")
ARMOUR = {"sword": "helmet", "spear": "breastplate", "bow": "shield"}
CHARISMA = "charisma_card"
PASS = ("pass", ())


@attrs.frozen
class Card:
    """A row of the table of cards."""

    name: str
    nation: str
    leader: bool
    flee: bool
    secure: bool
    weapon: str
    values: dict[str, int]
    place: int
    copies: int

    def __getattr__(self, name: str) -> int:
        if name in self.values:
            return self.values[name]
        raise AttributeError(name)


def read_cards() -> dict[str, Card]:
    """Return the cards by name."""
    numbers = ("cost", "attack", "helmet", "breastplate", "shield", "charisma", "points")
    with (ROOT / "games" / "pergamemnon" / "cards.csv").open(encoding="utf-8") as file:
        return {
            row["name"]: Card(
                row["name"],
                row["nation"],
                row["leader"] == "x",
                row["flee"] == "x",
                row["secure"] == "x",
                row["weapon"],
                {number: int(row[number]) for number in numbers},
                place,
                int(row["copies"]),
            )
            for place, row in enumerate(csv.DictReader(file))
        }


CARDS = read_cards()
Act = tuple[str, tuple[str, ...]]


@attrs.frozen
class Asked:
    """A player is to take one of these actions."""

    player: int
    options: set[Act]


@attrs.frozen
class Drawn:
    """Chance is to take one of these, each as likely as it has copies."""

    what: Counter[str]


Play = Generator[Asked | Drawn, Act, None]
Decision = Generator[Asked | Drawn, Act, int | None]


class Over(Exception):
    """The game has ended."""


class Table:
    """The cards of one game, and who may do what."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.seats = range(seats)
        self.options = options
        self.opener = 0
        self.nation = [""] * seats
        self.active = [True] * seats
        self.fallen = [False] * seats
        self.deck: list[list[str]] = [[] for _ in self.seats]
        self.hand: list[list[str]] = [[] for _ in self.seats]
        self.spent: list[list[str]] = [[] for _ in self.seats]
        self.city: list[list[str]] = [[] for _ in self.seats]
        self.secured: list[list[str]] = [[] for _ in self.seats]
        self.used: list[list[str]] = [[] for _ in self.seats]
        self.gone: list[str] = []
        self.display: list[str] = []
        self.supply = 21
        self.wild = [card.name for card in CARDS.values() if card.cost]

    def play(self) -> Play:
        """Play one game."""
        yield from self.prepare()
        player = self.opener
        while True:
            others = [q for q in self.seats if q != player]
            if not any(self.active[q] for q in others):
                self.active = [True for _ in self.seats]
            player = yield from self.turn(player, others)

    # ------------------------------------------------------------ preparation

    def prepare(self) -> Play:
        if self.options["starter"] == "by_lot":
            seat, _ = yield Drawn(Counter(f"P{p + 1}" for p in self.seats))
            self.opener = int(seat[1:]) - 1
        for p in self.seats:
            free = [nation for nation in NATIONS if nation not in self.nation]
            if self.options["nations"] == "chosen":
                _, (self.nation[p],) = yield Asked(p, {("lead", (nation,)) for nation in free})
            else:
                self.nation[p], _ = yield Drawn(Counter(free))
        for p in self.seats:
            army = [card for card in CARDS.values() if card.nation == self.nation[p]]
            self.deck[p] = [card.name for card in army for _ in range(card.copies)]
            self.give(p, 5 if self.nation[p] == "romans" else 1)
            yield from self.refill(p)
        for _ in range(24 - 4 * len(self.seats)):
            yield from self.draw(self.wild, [])
        for _ in range(2 * len(self.seats)):
            yield from self.draw(self.wild, self.display)

    def draw(self, source: list[str], target: list[str]) -> Play:
        card, _ = yield Drawn(Counter(source))
        source.remove(card)
        target.append(card)

    def give(self, p: int, amount: int) -> None:
        given = min(amount, self.supply)
        self.supply -= given
        self.city[p] += [CHARISMA] * given

    def size(self, p: int) -> int:
        return 4 if self.has(p, "persians") else 3

    def has(self, p: int, nation: str) -> bool:
        """Whether a player has the advantage of this nation."""
        return self.nation[p] == nation and not self.fallen[p]

    def lost(self, p: int, nation: str) -> bool:
        """Whether a player has the disadvantage of this nation."""
        return self.nation[p] == nation and self.fallen[p]

    def refill(self, p: int) -> Play:
        while len(self.hand[p]) < self.size(p):
            if not self.deck[p]:
                self.deck[p], self.spent[p] = self.spent[p], []
            yield from self.draw(self.deck[p], self.hand[p])

    # ------------------------------------------------------------ a turn

    def turn(self, p: int, others: list[int]) -> Generator[Asked | Drawn, Act, int]:
        raised = self.pledge(p) + sum(CARDS[name].charisma for name in self.city[p])
        payable = {c for c in self.display if self.city[p] and self.cost(p, c) <= raised}
        weapons = {CARDS[name].weapon for name in self.hand[p]}
        options: set[Act] = {("recruit", (c,)) for c in payable}
        for q in others:
            if self.active[q]:
                options |= {("attack", (f"P{q + 1}", weapon)) for weapon in weapons}
        name, labels = yield Asked(p, options)
        if name == "recruit":
            yield from self.recruit(p, labels[0])
            return self.after(p)
        q = int(labels[0][1:]) - 1
        winner = yield from self.fight(p, q, labels[1])
        yield from self.settle(p, q, winner)
        return p if winner == p else q

    def after(self, p: int) -> int:
        """Return who is next after a recruitment."""
        order = [(p + step) % len(self.seats) for step in range(1, len(self.seats))]
        return next(q for q in order if self.active[q])

    def retire(self, p: int) -> None:
        self.active[p] = len(self.seats) == 2

    def pledge(self, p: int) -> int:
        return max(CARDS[name].charisma for name in self.hand[p])

    def cost(self, p: int, creature: str) -> int:
        return CARDS[creature].cost - self.has(p, "carthagians") + self.lost(p, "hellenes")

    def recruit(self, p: int, creature: str) -> Play:
        price = self.cost(p, creature) - self.pledge(p)
        self.display.remove(creature)
        self.spent[p].append(creature)
        paid: list[str] = []
        while True:
            later = sorted(self.city[p], key=place)
            if paid:
                later = [name for name in later if place(name) >= place(paid[-1])]
            total = charisma(paid)
            picks = {
                name
                for name in later
                if total + charisma([n for n in later if place(n) >= place(name)]) >= price
            }
            if not picks:
                break
            done = {PASS} if paid and total >= price else set()
            act = yield Asked(p, {("pay", (name,)) for name in picks} | done)
            if act == PASS:
                break
            self.city[p].remove(act[1][0])
            paid.append(act[1][0])
        assert paid
        assert charisma(paid) >= price
        self.supply += paid.count(CHARISMA)
        self.gone += [name for name in paid if name != CHARISMA]
        self.spent[p] += self.hand[p]
        self.hand[p] = []
        if self.wild:
            yield from self.draw(self.wild, self.display)
        if len(self.display) < len(self.seats):
            raise Over
        yield from self.refill(p)
        self.retire(p)

    # ------------------------------------------------------------ a battle

    def guard(self, p: int, names: list[str], weapon: str) -> int:
        less = self.lost(p, "romans")
        return sum(max(0, CARDS[name].values[ARMOUR[weapon]] - less) for name in names)

    def fight(self, p: int, q: int, weapon: str) -> Decision:
        fitting = {name for name in self.hand[p] if CARDS[name].weapon == weapon}
        _, (first,) = yield Asked(p, {("lead_with", (name,)) for name in fitting})
        self.use(p, first)
        _, (answer,) = yield Asked(q, {("defend_with", (name,)) for name in set(self.hand[q])})
        self.use(q, answer)
        standing = {p: [first], q: [answer]}
        striker, target, later = p, q, False
        while True:
            card = CARDS[self.used[striker][-1]]
            force = max(0, card.attack - self.lost(striker, "carthagians"))
            if self.guard(target, standing[target], card.weapon) < force:
                added = {("add_card", (name,)) for name in self.hand[target]}
                act = yield Asked(target, added | {PASS})
                if act == PASS:
                    return striker
                self.use(target, act[1][0])
                standing[target] = self.used[target][-2:]
                if self.guard(target, standing[target], card.weapon) < force:
                    return striker
                if self.options["reinforced"] == "last_card":
                    standing[target] = self.used[target][-1:]
            elif later and (target == p or self.options["parried"] == "draw"):
                return None
            striker, target, later = target, striker, True

    def use(self, p: int, name: str) -> None:
        self.hand[p].remove(name)
        self.used[p].append(name)

    def settle(self, p: int, q: int, winner: int | None) -> Play:
        if winner == p:
            self.retire(q)
            yield from self.capture(p, q)
        else:
            self.retire(p)
            self.give(q, 1)
            if winner == q:
                yield from self.capture(q, p)
        for r in (p, q):
            self.spent[r] += self.used[r]
            self.used[r] = []
        for r in (p, q):
            if len(self.hand[r] + self.deck[r] + self.spent[r]) < self.size(r):
                raise Over
        yield from self.refill(p)
        yield from self.refill(q)

    def capture(self, winner: int, loser: int) -> Play:
        led = any(
            CARDS[n].leader and CARDS[n].nation == self.nation[loser] for n in self.used[loser]
        )
        prey: list[str] = []
        for name in self.used[loser]:
            if CARDS[name].secure:
                self.secured[loser].append(name)
            elif not CARDS[name].flee and not self.lost(loser, "persians"):
                prey.append(name)
            else:
                egypt = self.has(winner, "egyptians")
                (self.spent[winner] if egypt else self.gone).append(name)
        self.used[loser] = prey
        if led and not self.fallen[loser]:
            self.fall(loser)
        yield from self.keep(winner, prey)
        self.spent[winner] += prey
        self.used[loser] = []
        while self.hand[loser]:
            options = {("discard", (name,)) for name in self.hand[loser]}
            act = yield Asked(loser, options | {PASS})
            if act == PASS:
                break
            self.hand[loser].remove(act[1][0])
            self.spent[loser].append(act[1][0])

    def keep(self, winner: int, prey: list[str]) -> Play:
        last = 0
        while later := {n for n in prey if place(n) >= last and CARDS[n].charisma}:
            act = yield Asked(winner, {("keep_for_charisma", (n,)) for n in later} | {PASS})
            if act == PASS:
                break
            last = place(act[1][0])
            prey.remove(act[1][0])
            self.city[winner].append(act[1][0])

    def fall(self, p: int) -> None:
        self.fallen[p] = True
        if self.nation[p] == "egyptians":
            for pile in (self.hand[p], self.deck[p], self.spent[p]):
                self.gone += [name for name in pile if CARDS[name].flee]
                pile[:] = [name for name in pile if not CARDS[name].flee]

    # ------------------------------------------------------------ the end

    def scores(self) -> list[tuple[float, int]]:
        """Return the points of each player, and those of his most powerful creature."""
        found = []
        for p in self.seats:
            piles = self.hand[p] + self.deck[p] + self.spent[p] + self.secured[p]
            cards = [CARDS[name] for name in piles]
            more = 0.5 if self.has(p, "hellenes") else 0
            total = sum(card.points + more for card in cards if card.points)
            found.append((total, max((c.points for c in cards if c.cost), default=0)))
        return found


def place(name: str) -> int:
    """Return where a card stands in the table of cards."""
    return CARDS[name].place


def charisma(names: list[str]) -> int:
    """Return the charisma of some cards together."""
    return sum(CARDS[name].charisma for name in names)
