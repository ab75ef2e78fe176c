"""An oracle for Pergamemnon: its rules once more, in plain Python, from the rulebook alone.

The flow of the game is one generator: it yields what it wants to know and is sent the answer.
Where the rulebook leaves something open, the reading is in `pergamemnon.md` beside this file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from tests.oracles.pergamemnon_cards import (
    CARDS,
    CHARISMA_CARD,
    CHARISMA_CARDS,
    LEADERS,
    NATIONS,
    ORDER,
    army,
)
from tests.oracles.pergamemnon_seat import Seat

# Play as it comes; leaders to the front, who are lost and retaken; charisma and creatures.
HABITS = (
    {"attack": 3, "add_card": 2},
    {"attack": 12, "pass": 3} | dict.fromkeys(LEADERS.values(), 20),
    {"recruit": 4, "keep_for_charisma": 3},
)

Wanted: TypeAlias = tuple[str, frozenset[str] | dict[str, Fraction]]
Flow: TypeAlias = Generator[Wanted, str, None]
Answer: TypeAlias = Generator[Wanted, str, str]

share = cache(Fraction)


def habits(seed: int) -> dict[str, int]:
    """Return the habits that the players of a game have."""
    return HABITS[seed % len(HABITS)]


LEAN = habits


class Oracle:
    """One game; see `lockstep.py` for what each method is asked."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.options = options
        self.seats = [Seat(f"P{number + 1}") for number in range(players)]
        self.mover = self.seats[0]
        self.box: list[str] = []
        self.gone: list[str] = []
        self.supply = [CHARISMA_CARD] * CHARISMA_CARDS
        self.wild = army("wild")
        self.display: list[str] = []
        self.challenged: Seat | None = None
        self.stated: str | None = None
        self.stage = "setup"
        self.flow = self._game()
        self.wanted: Wanted | None = next(self.flow)

    # What the driver asks.

    def expects(self) -> Wanted:
        assert self.wanted is not None
        return self.wanted

    def take(self, action: str) -> None:
        try:
            self.wanted = self.flow.send(action)
        except StopIteration:
            self.wanted = None
            self._gather()

    def over(self) -> bool:
        return self.wanted is None

    def returns(self) -> list[Fraction]:
        """Return what each wins when all pay 1 and those who win share it."""
        scores = [self.score(seat) for seat in self.seats]
        share = Fraction(len(scores), scores.count(max(scores)))
        return [share * (score == max(scores)) - 1 for score in scores]

    def score(self, seat: Seat) -> tuple[Fraction, int]:
        """Return a player's points and, for a tie, the points on his most powerful creature."""
        cards = [CARDS[name] for name in seat.hand + seat.deck + seat.spent + seat.secured]
        points = Fraction(sum(card.points for card in cards))
        if seat.nation == "hellenes" and not seat.fallen:
            points += Fraction(sum(card.points > 0 for card in cards), 2)
        creatures = [card.points for card in cards if card.nation == "wild"]
        return points, max(creatures, default=0)

    def dump(self) -> dict[str, object]:
        if self.stage == "setup":  # what comes from the box when is of no account
            return {f"hand({seat.name})": sorted(seat.hand) for seat in self.seats}
        found: dict[str, object] = {
            "charisma_cards": sorted(self.supply),
            "wild": sorted(self.wild),
            "display": sorted(self.display),
            "gone": sorted(self.gone),
            "box": sorted(self.box),
        }
        if self.stage == "battle":
            found["challenged"] = self.challenged and self.challenged.name
            found["stated"] = self.stated
        for seat in self.seats:
            found |= self._dump_of(seat)
        return found

    def _dump_of(self, seat: Seat) -> dict[str, object]:
        found: dict[str, object] = {
            name: sorted(getattr(seat, zone)) for zone, name in _piles_of(seat.name)
        }
        found[f"front({seat.name})"] = list(seat.front)
        found[f"nation({seat.name})"] = seat.nation
        found[f"fallen({seat.name})"] = seat.fallen
        if self.stage == "turn" and len(self.seats) > 2:
            found[f"active({seat.name})"] = seat.awake
        return found

    def _gather(self) -> None:
        """Take all cards that count together, to add up the points."""
        for seat in self.seats:
            seat.spent += seat.hand + seat.deck + seat.secured
            seat.hand, seat.deck, seat.secured = [], [], []

    # Questions.

    def _ask(self, seat: Seat, actions: Iterable[str]) -> Answer:
        return (yield seat.name, frozenset(actions))

    def _ask_card(self, seat: Seat, name: str, cards: Iterable[str], *, may: bool) -> Answer:
        """Ask for one of some cards; return its name, or nothing where he passes."""
        actions = {f"{name}({card})" for card in cards}
        picked = yield from self._ask(seat, actions | ({"pass"} if may else set()))
        return "" if picked == "pass" else picked.partition("(")[2][:-1]

    def _ask_cards(
        self,
        seat: Seat,
        name: str,
        fit: Iterable[str],
        move: tuple[list[str], list[str]],
        enough: Callable[[list[str]], bool] = lambda _: True,
    ) -> Flow:
        """Move some cards, as the player likes, but no fewer than are enough.

        It is a set that he chooses; he is asked for its cards in the order of the deck.
        """
        moved: list[str] = []
        left = sorted(fit, key=ORDER.index)
        while left:
            useful = [card for at, card in enumerate(left) if enough(moved + left[at:])]
            card = yield from self._ask_card(seat, name, useful, may=enough(moved))
            if not card:
                return
            left = left[left.index(card) + 1 :]
            moved.append(card)
            move[0].remove(card)
            move[1].append(card)

    def _draw(self, pile: list[str]) -> Answer:
        """Draw a card at random."""
        copies = Counter(pile)
        card = yield "chance", {name: share(n, len(pile)) for name, n in copies.items()}
        pile.remove(card)
        return card

    # Preparation.

    def _game(self) -> Flow:
        yield from self._setup()
        self.stage = "turn"
        while self.stage != "over":
            yield from self._turn()

    def _setup(self) -> Flow:
        if self.options["starter"] == "by_lot":
            lot = yield "chance", _evenly(range(len(self.seats)))
            self.mover = self.seats[int(lot)]
        left = list(NATIONS)
        for seat in self.seats:
            seat.nation = yield from self._nation(seat, left)
            left.remove(seat.nation)
        for seat in self.seats:
            seat.deck = army(seat.nation)
            for _ in range(5 if seat.nation == "romans" else 1):
                self._charisma(seat)
            yield from self._refill(seat)
        self.box = [card for nation in left for card in army(nation)]
        while len(self.wild) > 4 * len(self.seats):
            self.box.append((yield from self._draw(self.wild)))
        while len(self.display) < 2 * len(self.seats):
            self.display.append((yield from self._draw(self.wild)))

    def _nation(self, seat: Seat, left: list[str]) -> Answer:
        if self.options["nations"] == "chosen":
            picked = yield from self._ask(seat, {f"lead({nation})" for nation in left})
            return picked.removeprefix("lead(").removesuffix(")")
        dealt = yield "chance", _evenly(NATIONS.index(nation) for nation in left)
        return NATIONS[int(dealt)]

    def _charisma(self, seat: Seat) -> None:
        if self.supply:
            seat.city.append(self.supply.pop())

    def _refill(self, seat: Seat) -> Flow:
        while len(seat.hand) < seat.hand_size:
            if not seat.deck:
                seat.deck, seat.spent = seat.spent, []
            seat.hand.append((yield from self._draw(seat.deck)))

    # Turns.

    def _turn(self) -> Flow:
        mover = self.mover
        others = [seat for seat in self.seats if seat is not mover]
        if not any(seat.awake for seat in others):
            for seat in self.seats:
                seat.awake = True
        weapons = {CARDS[card].weapon for card in mover.hand}
        recruits = {f"recruit({card})" for card in self.display if self._affordable(mover, card)}
        attacks = {f"attack({seat.name}, {w})" for seat in others if seat.awake for w in weapons}
        picked = yield from self._ask(mover, recruits | attacks)
        name, _, arguments = picked.removesuffix(")").partition("(")
        if name == "recruit":
            yield from self._recruit(mover, arguments)
        else:
            other, self.stated = arguments.split(", ")
            self.challenged = next(seat for seat in others if seat.name == other)
            yield from self._battle(mover, self.challenged)
        if self.stage != "over":
            self.stage = "turn"

    def _sleep(self, seat: Seat) -> None:
        seat.awake = len(self.seats) == 2

    def _affordable(self, seat: Seat, creature: str) -> bool:
        bid = self._bid(seat) + sum(CARDS[card].charisma for card in seat.city)
        return bool(seat.city) and bid >= CARDS[creature].cost + seat.surcharge()

    def _bid(self, seat: Seat) -> int:
        return max((CARDS[card].charisma for card in seat.hand), default=0)

    def _recruit(self, seat: Seat, creature: str) -> Flow:
        self.stage = "recruit"
        due = CARDS[creature].cost + seat.surcharge() - self._bid(seat)

        def enough(cards: list[str]) -> bool:
            return bool(cards) and sum(CARDS[card].charisma for card in cards) >= due

        self.display.remove(creature)
        seat.spent.append(creature)
        yield from self._ask_cards(seat, "pay", seat.city, (seat.city, seat.paid), enough)
        for card in seat.paid:
            (self.supply if card == CHARISMA_CARD else self.gone).append(card)
        seat.paid = []
        seat.spent += seat.hand
        seat.hand = []
        if self.wild:
            self.display.append((yield from self._draw(self.wild)))
        if len(self.display) < len(self.seats):
            self.stage = "over"
            return
        yield from self._refill(seat)
        self._sleep(seat)
        at = self.seats.index(seat)
        following = self.seats[at + 1 :] + self.seats[:at]
        self.mover = next(other for other in following if other.awake)

    # Battles.

    def _battle(self, attacker: Seat, defender: Seat) -> Flow:
        self.stage = "battle"
        showing = [card for card in attacker.hand if CARDS[card].weapon == self.stated]
        first = yield from self._ask_card(attacker, "lead_with", showing, may=False)
        attacker.hand.remove(first)
        attacker.laid = [first]
        answer = yield from self._ask_card(defender, "defend_with", defender.hand, may=False)
        defender.hand.remove(answer)
        attacker.laid, attacker.front, defender.front = [], [first], [answer]
        loser = yield from self._exchange(attacker, defender)
        self.stage = "aftermath"
        if loser == "":
            for seat in (attacker, defender):
                seat.spent += seat.front + seat.fought
                seat.front, seat.fought = [], []
            self._repel(attacker, defender)
        elif loser == attacker.name:
            self._repel(attacker, defender)
            yield from self._spoils(defender, attacker)
        else:
            self._sleep(defender)
            yield from self._spoils(attacker, defender)
        if any(seat.stock < seat.hand_size for seat in (attacker, defender)):
            self.stage = "over"
            return
        yield from self._refill(attacker)
        yield from self._refill(defender)

    def _repel(self, attacker: Seat, defender: Seat) -> None:
        """Let the turn go to a defender who was not beaten."""
        self._sleep(attacker)
        self._charisma(defender)
        self.mover = defender

    def _exchange(self, attacker: Seat, defender: Seat) -> Answer:
        """Let blow follow blow; return who lost, or nothing for a draw."""
        opening = True
        striker, target = attacker, defender
        while True:
            if target.holds(target.front, *striker.strike()):
                if target is attacker or (not opening and self.options["parried"] == "draw"):
                    return ""
            else:
                mended = yield from self._reinforce(target, *striker.strike())
                if not mended:
                    return target.name
            opening = False
            striker, target = target, striker

    def _reinforce(self, seat: Seat, weapon: str, value: int) -> Generator[Wanted, str, bool]:
        """Ask for a second card, an empty hand too; return whether the last card holds with it."""
        card = yield from self._ask_card(seat, "add_card", seat.hand, may=True)
        if not card:
            return False
        seat.hand.remove(card)
        pair = [seat.front.pop(), card]
        seat.fought += seat.front
        seat.front = pair
        if not seat.holds(pair, weapon, value):
            return False
        if self.options["reinforced"] == "last_card":
            seat.fought.append(seat.front.pop(0))
        return True

    def _spoils(self, winner: Seat, loser: Seat) -> Flow:
        """Take the loser's cards, turn his city with his leader, and let him discard."""
        lost, loser.front, loser.fought = loser.front + loser.fought, [], []
        taken = self._taken(winner, loser, lost)
        loser.fought = taken
        if LEADERS[loser.nation] in taken:
            self._fall(loser)
        of_use = [card for card in taken if CARDS[card].charisma]
        yield from self._ask_cards(winner, "keep_for_charisma", of_use, (taken, winner.city))
        winner.spent += taken
        loser.fought = []
        yield from self._discard(loser)
        winner.spent += winner.front + winner.fought
        winner.front, winner.fought = [], []

    def _discard(self, seat: Seat) -> Flow:
        """Ask for cards of the hand one by one, in any order."""
        while seat.hand:
            card = yield from self._ask_card(seat, "discard", seat.hand, may=True)
            if not card:
                return
            seat.hand.remove(card)
            seat.spent.append(card)

    def _taken(self, winner: Seat, loser: Seat, lost: list[str]) -> list[str]:
        """Let cards flee or be secured; return those that the winner may keep as he likes."""
        taken: list[str] = []
        for name in lost:
            card = CARDS[name]
            if card.mark == "secure":
                loser.secured.append(name)
            elif loser.flees(card):
                hunted = winner.nation == "egyptians" and not winner.fallen
                (winner.spent if hunted else self.gone).append(name)
            else:
                taken.append(name)
        return taken

    def _fall(self, seat: Seat) -> None:
        """Turn the city card of a player whose leader is captured, once."""
        turned, seat.fallen = seat.fallen, True
        if turned or seat.nation != "egyptians":
            return
        for pile in (seat.hand, seat.deck, seat.spent):
            self.gone += [card for card in pile if CARDS[card].mark == "flee"]
            pile[:] = [card for card in pile if CARDS[card].mark != "flee"]


@cache
def _piles_of(player: str) -> list[tuple[str, str]]:
    """Return the piles of a player, each with the engine's name for it."""
    piles = ("deck", "hand", "spent", "city", "secured", "paid", "laid", "fought")
    return [(pile, f"{pile}({player})") for pile in piles]


def _evenly(outcomes: Iterable[int]) -> dict[str, Fraction]:
    listed = [str(outcome) for outcome in outcomes]
    return {outcome: Fraction(1, len(listed)) for outcome in listed}
