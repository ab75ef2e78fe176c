"""Books that are kept beside a play of Pergamon: what a careful player would write down.

They are told of choices, moves and phases in order, and work out all else by themselves, from the
rulebook and the tables; `audit` holds them against every position of a play.
"""

import csv
from collections import Counter
from itertools import pairwise

from interpreter.position import CHANCE
from interpreter.reference.events import Ended, Moved, PhaseBegan
from tests.support.books.cells import named_cells
from tests.support.games import ROOT

EVALUATIONS = {5: ("vase", 3), 7: ("jug", 4), 9: ("mask", 5), 12: ("bracelet", 0)}
BONUS = (3, 2, 1)
GALLERIES = range(1, 6)
RAIDER = "Raider"


def table(name):
    """Return the rows of a table beside the rule text."""
    with (ROOT / "games" / "pergamon" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


FINDS = {row["name"]: row for row in table("finds")}
COINS = {row["name"]: int(row["coins"]) for row in table("cards")}
ASKS = {int(row["position"]): int(row["asks"]) for row in table("funds")}
OPENS = {
    int(row["position"]): range(int(row["top"]), int(row["deepest"]) + 1) for row in table("funds")
}
FAME = {int(row["space"]): int(row["tickets"]) for row in table("plan")}


def inside(name):
    """Return what stands in the brackets of `gallery(3)`."""
    return name.partition("(")[2].removesuffix(")")


def century(find):
    return int(FINDS[find]["century"])


def age(find):
    return century(find), int(FINDS[find]["year"])


def objects(row):
    """Return the objects that a row of finds makes: (type, century, year)."""
    return [
        (FINDS[a]["right"], century(a), int(FINDS[b]["year"]))
        for a, b in pairwise(row)
        if FINDS[a]["right"] == FINDS[b]["left"]
    ]


class Books:
    """The state of a play, as told and as worked out."""

    def __init__(self, game):
        self.players = game.players
        self.options = game.options
        self.turn = 0
        self.phase = None
        self.phases = []
        self.galleries = {n: [] for n in GALLERIES}
        self.fresh, self.boxed, self.rooms = [], 0, []
        self.places = {}
        self.line = list(game.players)
        self.asked = []
        self.cards = []
        self.coins = Counter()
        self.tickets = Counter()
        self.benches = {player: [] for player in game.players}
        self.stores = {player: [] for player in game.players}
        self.museum = {}
        self.dug = True

    # ------------------------------------------------------------ what is told

    def chose(self, player, name, labels, *, storing):
        """Note a choice, before anything comes of it."""
        if name == "apply":
            self.asked.append(player)
        elif self.phase == "Work" and name != "lay":
            self.expect_no_raid_before(player)
        if name == "excavate":
            self.excavated(player, int(labels[0]))
        elif name == "exhibit":
            self.exhibited(player, int(labels[0]), int(labels[1]))
        elif name == "pass" and storing:
            self.coins[player] -= -(-max(0, len(self.stores[player]) - 3) // 3)
            assert self.coins[player] >= 0

    def moved(self, source, target, labels):
        """Note that components went from one zone to another."""
        places = [name.partition("(")[0] for name in (source, target)]
        if places[1] == "on":
            self.placed(labels[0], int(inside(target)[1:]))
        elif places == ["gallery", "box"]:
            self.raided(int(inside(source)))
        elif places[0] == "turned":
            self.turn_ended()
        elif places[1] == "turned":
            self.cards = labels
            self.distribute()
        elif {"store", "bench"} & set(places):
            self.carried(source, target, labels)
        else:
            self.dealt(places, target, labels)

    def dealt(self, places, target, labels):
        if places == ["sorted", "gallery"]:
            self.fresh.append((labels[0], int(inside(target))))
        elif places == ["ground", "box"]:
            self.boxed += len(labels)

    def carried(self, source, target, labels):
        """Follow finds from and to a player's store and bench."""
        held = {"store": self.stores, "bench": self.benches}
        for name, sign in ((source, -1), (target, 1)):
            place, player = name.partition("(")[0], inside(name)
            if place in held and sign > 0:
                held[place][player] += labels
            elif place in held:
                held[place][player] = [x for x in held[place][player] if x not in labels]

    def placed(self, who, place):
        self.places[place] = who if who == RAIDER else inside(who)
        if who == RAIDER:
            assert not self.asked

    def began(self, phase):
        """Note that a phase began; storing is a part of the work."""
        if phase == "Storing":
            return
        self.phase = phase
        self.phases.append((self.turn + (phase == "Laying_out"), phase))
        match phase:
            case "Laying_out":
                self.turn += 1
                self.fresh, self.boxed, self.asked = [], 0, []
                self.places = {}
                self.dug = len(self.players) > 2
                self.rooms = [n for n in GALLERIES if len(self.galleries[n]) < 4]
            case "Funds":
                self.laid_out()
            case "Evaluation":
                self.evaluated()

    # ------------------------------------------------------------ what follows from it

    def laid_out(self):
        finds = [find for find, _ in self.fresh]
        assert [gallery for _, gallery in self.fresh] == self.rooms
        assert self.boxed == 5 - len(self.rooms)
        order = century if self.options["sorting"] == "by_choice" else age
        assert [order(find) for find in finds] == sorted(map(order, finds))
        for find, gallery in self.fresh:
            self.galleries[gallery].append(find)

    def distribute(self):
        assert self.asked == self.line
        if len(self.players) == 2:
            chests = sum(COINS[card] > 4 for card in self.cards)
            assert self.places[{0: 5, 1: 7, 2: 9}[chests]] == RAIDER
        left = sum(COINS[card] for card in self.cards)
        order = sorted(self.places)
        for place in order:
            share = (
                left if place == order[-1] and self.takes_all(place) else min(left, ASKS[place])
            )
            self.coins[self.places[place]] += share
            left -= share

    def takes_all(self, place):
        return self.places[place] != RAIDER or self.options["raider"] == "as_player"

    def where(self, who):
        return next(place for place, figure in self.places.items() if figure == who)

    def excavated(self, player, gallery):
        assert gallery in OPENS[self.where(player)]
        assert self.galleries[gallery]
        self.coins[player] -= gallery
        assert self.coins[player] >= 0
        self.galleries[gallery] = []

    def raid(self):
        """Return the gallery that the raider would dig now, or 0."""
        able = [n for n in OPENS[self.where(RAIDER)] if self.galleries[n]]
        return max([n for n in able if n <= self.coins[RAIDER]], default=0)

    def raided(self, gallery):
        assert not self.dug
        assert gallery == self.raid()
        self.coins[RAIDER] -= gallery
        self.galleries[gallery] = []
        self.dug = True

    def expect_no_raid_before(self, player):
        if not self.dug and self.where(player) > self.where(RAIDER):
            assert self.raid() == 0
            self.dug = True

    def exhibited(self, player, marker, polish):
        row = self.benches[player]
        assert len(row) >= 2
        assert len(objects(row)) == len(row) - 1
        assert polish <= 3 or self.turn == 12
        self.coins[player] -= polish
        assert self.coins[player] >= 0
        value = min(24, sum(points for _, points, _ in objects(row)) + polish)
        if (player, marker) in self.museum:
            assert sum(owner == player for owner, _ in self.museum) == 3
            del self.museum[player, marker]
        self.lower({who for who, (space, _) in self.museum.items() if space <= value}, 1)
        self.museum[player, marker] = (value, row)
        self.benches[player] = []
        self.tickets[player] += 1

    def lower(self, markers, spaces):
        for marker in markers:
            space, row = self.museum.pop(marker)
            if space > spaces:
                self.museum[marker] = (space - spaces, row)

    def ages(self, wanted=None):
        """Return (date, owner) of all objects exhibited, the oldest first."""
        found = [
            ((hundreds, year), owner)
            for (owner, _), (_, row) in self.museum.items()
            for kind, hundreds, year in objects(row)
            if wanted in (None, kind)
        ]
        return sorted(found, reverse=True)

    def evaluated(self):
        prize, drop = EVALUATIONS[self.turn]
        for (owner, _), (space, _) in self.museum.items():
            self.tickets[owner] += FAME[space]
        for _, owner in self.ages(prize)[:1]:
            self.tickets[owner] += 2
        self.lower(set(self.museum), drop)

    def turn_ended(self):
        if not self.dug:
            assert self.raid() == 0
        order = [self.places[place] for place in sorted(self.places, reverse=True)]
        order = [player for player in order if player != RAIDER]
        if self.options["order"] == "clockwise":
            first = self.players.index(order[0])
            order = [*self.players[first:], *self.players[:first]]
        self.line = order

    def ended(self):
        ranked = self.ages()
        if self.options["bonus"] == "collections":
            dates = {
                who: [date[1:] for date in objects(row)] for who, (_, row) in self.museum.items()
            }
            ranked = sorted(((max(dates[who]), who[0]) for who in dates), reverse=True)
        for (_, owner), bonus in zip(ranked, BONUS, strict=False):
            self.tickets[owner] += bonus

    def winners(self):
        """Return who wins: most tickets, then the oldest object of those who are tied."""
        ages = self.ages()
        eldest = {
            player: max((date for date, owner in ages if owner == player), default=(0, 0))
            for player in self.players
        }
        keys = {player: (self.tickets[player], eldest[player]) for player in self.players}
        return {player for player in self.players if keys[player] == max(keys.values())}

    def agree_with(self, state):
        """Hold what is written down against a position."""
        lying = named_cells(state)
        for player in self.players:
            assert lying[f"coins({player})"] == self.coins[player]
            assert lying[f"tickets({player})"] == self.tickets[player]
            assert sorted(lying[f"store({player})"]) == sorted(self.stores[player])
            for marker in (1, 2, 3):
                space, row = self.museum.get((player, marker), (0, []))
                assert lying[f"spot({player}, {marker})"] == space
                assert lying[f"museum({player}, {marker})"] == row
        assert lying["loot"] == self.coins[RAIDER]
        spaces = [space for space, _ in self.museum.values()]
        assert len(set(spaces)) == len(spaces)
        if self.phase == "Work":
            assert all(
                sorted(lying[f"gallery({n})"]) == sorted(held)
                for n, held in self.galleries.items()
            )


def tell(books, state):
    """Tell the books of a state: the choice that led to it, and all that came of it."""
    layout = state.game.layout
    before = state.previous
    if before is not None and before.current_player != CHANCE:
        offered = {action.id: action for action in before.legal_actions}
        action = offered[state.action]
        storing = any(other.name == "discard" for other in offered.values())
        player = state.game.players[before.current_player]
        books.chose(player, action.name, action.labels, storing=storing)
    for event in state.transition:
        if isinstance(event, Moved):
            labels = [layout.spec.kinds[kind].label for kind in event.kinds]
            books.moved(layout.names[event.source], layout.names[event.target], labels)
        elif isinstance(event, PhaseBegan):
            books.began(event.name)
        elif isinstance(event, Ended):
            books.ended()


def audit(end):
    """Keep books of a whole play, and return them."""
    books = Books(end.game)
    for state in end.path:
        tell(books, state)
        books.agree_with(state)
    return books
