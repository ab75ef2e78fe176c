"""Pergamon once more, from its rulebook, to be played in lockstep with the engine.

Written without the rule text: rulebook, component data and the names of the engine's zones and
arms were all there was. `Oracle._play` is the game as a coroutine: it yields whom it waits for,
with what he may do, and is sent what he did. Sections of the rulebook are named in brackets.

Short names: `p` is a player by number, `n` a number of coins.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import attrs

from tests.oracles.pergamon_finds import (
    CARDS,
    FINDS,
    RAIDER,
    RAIDER_SPACE,
    SPACES,
    age,
    band,
    century,
    coins_on,
    left,
    objects,
    right,
)

Asked: TypeAlias = tuple[str, frozenset[str] | Mapping[str, Fraction]]
Play: TypeAlias = Generator[Asked, str, None]

share = cache(Fraction)

TURNS, GALLERIES, ROOM, MARKERS = 12, 5, 4, 3
# Finds may be rearranged at will [3b], but play has to end: the text stops after so many steps and
# two for each find. 1.5 for each show all that can be shown.
PATIENCE = 20
TOP = 24  # the highest space of the exhibition plan
FREE_STORE, STORE_STEP = 3, 3
MOST_POLISH = 3
PRIZES = {5: "vase", 7: "jug", 9: "mask", 12: "bracelet"}  # [4. Evaluation]
DROPS = {5: 3, 7: 4, 9: 5}
BONUS = (3, 2, 1)  # [End of game]
# How much likelier a player takes an arm (or an action with this word in it), by his habits: he
# shows what long collections he has, waits for longer ones of old finds, or does little.
HABITS: tuple[dict[str, int], ...] = (
    {"excavate": 3, "exhibit": 6, "append": 5, "pass": 2},
    {"excavate": 200, "append": 900, "exhibit": 20, "pass": 10},
    {"excavate": 900, "append": 900, "pass": 10, "4": 4, "5": 9, "f9": 4, "f11": 4, "f13": 4},
    {"pass": 99},
)


def LEAN(seed: int) -> dict[str, int]:  # noqa: N802 - the driver asks for it by this name
    """Return the habits of a game: without any, few markers meet and no collection is long."""
    habits = random.Random(f"habits {seed}").choices(HABITS, k=4)
    return {
        f"P{seat} {word}": n for seat, habit in enumerate(habits, 1) for word, n in habit.items()
    }


@attrs.define
class Museum:
    """What a player shows under one marker, and the space of the marker on the plan."""

    finds: list[str]
    space: int


@attrs.define
class Player:
    """A player's belongings; `shown` by the number of the marker."""

    name: str
    coins: int = 0
    tickets: int = 0
    store: list[str] = attrs.field(factory=list)
    bench: list[str] = attrs.field(factory=list)
    shown: dict[int, Museum] = attrs.field(factory=dict)

    @property
    def figure(self) -> str:
        return f"Figure({self.name})"

    @property
    def dates(self) -> list[tuple[int, int, str]]:
        """All complete objects on show."""
        return [found for museum in self.shown.values() for found in objects(museum.finds)]


class Oracle:
    """The game as the rulebook tells it, for so many players and with these options."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.options = options
        self.players = [Player(f"P{number + 1}") for number in range(players)]
        self.turn = 0
        self.ground = FINDS.split()
        self.sorted: list[str] = []
        self.galleries: dict[int, list[str]] = {g: [] for g in range(1, GALLERIES + 1)}
        self.pile = list(CARDS)
        self.top_card: list[str] = []
        self.face_down: list[str] = []
        self.turned: list[str] = []
        self.box: list[str] = []
        self.line = list(range(players))  # the first player first
        self.places: dict[int, int | str] = {}  # space -> player or the raider
        self.loot = 0
        self.ended = False
        self.play = self._play()
        self.asked: Asked = next(self.play)

    # ------------------------------------------------------------ what the driver asks

    def expects(self) -> Asked:
        """Return whom the game waits for, and what he may do or how likely each outcome is."""
        return self.asked

    def take(self, action: str) -> None:
        """Go on with what was done or drawn."""
        try:
            self.asked = self.play.send(action)
        except StopIteration:
            self.ended = True

    def over(self) -> bool:
        """Return whether all twelve turns are done."""
        return self.ended

    def returns(self) -> list[Fraction]:
        """Return what each wins or loses: everyone stakes 1, the winners share [End of game]."""
        best = max(map(self._standing, self.players))
        won = [self._standing(player) == best for player in self.players]
        share = Fraction(len(won), sum(won)) - 1
        return [share if one else Fraction(-1) for one in won]

    def _standing(self, player: Player) -> tuple[int, tuple[int, int]]:
        """Return tickets, and for a tie the oldest object on show."""
        return player.tickets, max((date[:2] for date in player.dates), default=(0, 0))

    def dump(self) -> dict[str, object]:
        """Return what lies where, under the engine's names."""
        found: dict[str, object] = {
            "ground": sorted(self.ground),
            "sorted": sorted(self.sorted),
            "pile": sorted(self.pile),
            "next_card": sorted(self.top_card),
            "face_down": sorted(self.face_down),
            "turned": sorted(self.turned),
            "box": sorted(self.box),
            "line": [self.players[p].figure for p in self.line],
            "stock": [] if RAIDER in self.places.values() else [RAIDER],
            "loot": self.loot,
            "pot": 0,  # laid out coins are shared out at once
        }
        evaluated = min(turn for turn in PRIZES if turn >= self.turn)
        found |= {"evaluation_after_turn": evaluated, "prize_for_oldest": PRIZES[evaluated]}
        for gallery, finds in self.galleries.items():
            found[f"gallery({gallery})"] = sorted(finds)
        for space in range(1, len(SPACES) + 1):
            there = self.places.get(space)
            figure = self.players[there].figure if isinstance(there, int) else there
            found[f"on(f{space})"] = [] if figure is None else [figure]
        for player in self.players:
            found |= _belongings(player)
        return found

    # ------------------------------------------------------------ the course of the game

    def _play(self) -> Play:
        yield from self._show_next_back()  # the pile lies face down: its top back is seen
        for self.turn in range(1, TURNS + 1):
            yield from self._lay_out()
            yield from self._apply()
            self._share_out()
            for space in sorted(self.places):  # from right to left
                there = self.places[space]
                if isinstance(there, int):
                    yield from self._work(self.players[there], space)
                else:
                    self._loot(space)
            self._evaluate()
            self._clear_up()
        oldest = sorted(self._exhibits(), key=lambda pair: pair[0], reverse=True)
        for points, (_, player) in zip(BONUS, oldest, strict=False):
            player.tickets += points

    def _exhibits(self) -> Iterable[tuple[tuple[int, int, str], Player]]:
        """Yield what the final bonus ranks: objects, or collections by their oldest object."""
        for player in self.players:
            if self.options["bonus"] == "objects":
                yield from ((date, player) for date in player.dates)
            else:
                yield from ((max(objects(m.finds)), player) for m in player.shown.values())

    def _show_next_back(self) -> Play:
        if self.pile:
            yield from self._draw(self.pile, self.top_card)

    def _draw(self, source: list[str], target: list[str]) -> Play:
        copies = Counter(source)
        drawn = yield "chance", {x: share(n, len(source)) for x, n in copies.items()}
        source.remove(drawn)
        target.append(drawn)

    def _lay_out(self) -> Play:
        """Lay out finds [1]; variant 2 leaves those of one century to the first player."""
        roomy = [g for g in self.galleries if len(self.galleries[g]) < ROOM]
        for _ in roomy:
            yield from self._draw(self.ground, self.sorted)
        for _ in range(GALLERIES - len(roomy)):  # the rest of the pile, unseen
            yield from self._draw(self.ground, self.box)
        for gallery in roomy:
            youngest = min(self.sorted, key=age)
            if self.options["sorting"] == "by_choice":
                alike = {f"lay({x})" for x in self.sorted if century(x) == century(youngest)}
                said = yield self.players[self.line[0]].name, frozenset(alike)
                youngest = argument(said)
            self.sorted.remove(youngest)
            self.galleries[gallery].append(youngest)

    def _apply(self) -> Play:
        """Lay out two cards and place the raider, then a figure each [2]."""
        self.face_down.append(self.top_card.pop())
        yield from self._draw(self.pile, self.face_down)
        yield from self._show_next_back()
        if len(self.players) == 2:
            chests = sum(card.startswith("chest") for card in self.face_down)
            self.places[RAIDER_SPACE[chests]] = RAIDER
        while self.line:
            free = [space for space in range(1, len(SPACES) + 1) if space not in self.places]
            actions = frozenset(f"apply(f{space})" for space in free)
            said = yield self.players[self.line[0]].name, actions
            self.places[int(argument(said)[1:])] = self.line.pop(0)

    def _share_out(self) -> None:
        """Give from right to left what the space asks, the rest to the last [2].

        By option the rest goes to the last player only, and otherwise to nobody.
        """
        self.turned, self.face_down = self.face_down, []
        coins = sum(map(coins_on, self.turned))
        order = sorted(self.places)
        for space in order:
            there = self.places[space]
            modest = there == RAIDER and self.options["raider"] == "as_asked"
            asked = SPACES[space - 1][0]
            got = coins if space == order[-1] and not modest else min(coins, asked)
            coins -= got
            if isinstance(there, int):
                self.players[there].coins += got
            else:
                self.loot += got

    def _open(self, space: int, coins: int) -> list[int]:
        """Return the galleries that can be dug out from a space [3a]."""
        return [g for g in SPACES[space - 1][1] if g <= coins and self.galleries[g]]

    def _loot(self, space: int) -> None:
        """Dig as dear as the raider can and may [The tomb raider, phase 3]."""
        found = self._open(space, self.loot)
        if found:
            self.loot -= max(found)
            self._to_box(self.galleries[max(found)])

    def _to_box(self, finds: list[str]) -> None:
        self.box += finds
        finds.clear()

    # ------------------------------------------------------------ a player's turn

    def _work(self, player: Player, space: int) -> Play:
        """Excavate, exhibit, store, in this order [3]."""
        galleries = self._open(space, player.coins)
        said = yield player.name, frozenset(["pass", *(f"excavate({g})" for g in galleries)])
        if said != "pass":
            gallery = int(argument(said))
            player.coins -= gallery
            player.store += self.galleries[gallery]
            self.galleries[gallery].clear()
        yield from self._exhibit(player)
        yield from self._store(player)

    def _exhibit(self, player: Player) -> Play:
        """Piece finds together on the bench, from left to right, and show them [3b]."""
        patience = PATIENCE + 2 * len(player.store)
        while (player.store or player.bench) and patience:
            actions = frozenset(self._exhibiting(player))
            if actions == {"pass"}:  # nothing fits, and nothing is on the bench: nobody is asked
                break
            said = yield player.name, actions
            patience -= 1
            if said.startswith("append"):
                player.store.remove(argument(said))
                player.bench.append(argument(said))
            elif said.startswith("exhibit"):
                marker, polish = argument(said).split(", ")
                self._show(player, int(marker), int(polish))
            if said in {"take_back", "pass"} or not patience:
                player.store += player.bench
                player.bench.clear()
            if said == "pass":
                break

    def _exhibiting(self, player: Player) -> Iterable[str]:
        yield "pass"
        bench = player.bench
        ends = [right(bench[-1])] if bench else map(left, player.store)
        wanted, side = set(ends), left if bench else right
        for find in player.store:
            if side(find) in wanted:  # the first is one that another goes on from
                yield f"append({find})"
        if bench:
            yield "take_back"
        if len(bench) >= 2:
            most = player.coins if self.turn == TURNS else min(player.coins, MOST_POLISH)
            free = [marker for marker in range(1, MARKERS + 1) if marker not in player.shown]
            for marker in free[:1] or player.shown:
                for n in range(most + 1):
                    yield f"exhibit({marker}, {n})"

    def _show(self, player: Player, marker: int, polish: int) -> None:
        """Show what is on the bench; a fourth collection has one broken up [3b]."""
        player.coins -= polish
        if marker in player.shown:
            self._to_box(player.shown.pop(marker).finds)
        value = sum(found[0] for found in objects(player.bench)) + polish
        space = min(value, TOP)
        self._fall(1, space)
        player.shown[marker] = Museum(player.bench, space)
        player.bench = []
        player.tickets += 1

    def _fall(self, spaces: int, highest: int = TOP) -> None:
        """Move all markers up to a space down; who falls off the plan has it broken up."""
        for player in self.players:
            for marker, museum in list(player.shown.items()):
                if museum.space <= highest:
                    museum.space -= spaces
                if museum.space < 1:
                    self._to_box(player.shown.pop(marker).finds)

    def _store(self, player: Player) -> Play:
        """Keep three for nothing, for a coin every further three begun, or discard [3c]."""
        while player.store:
            fee = -(-max(0, len(player.store) - FREE_STORE) // STORE_STEP)
            actions = {f"discard({find})" for find in player.store}
            if fee <= player.coins:
                actions.add("pass")
            said = yield player.name, frozenset(actions)
            if said == "pass":
                player.coins -= fee
                break
            player.store.remove(argument(said))
            self.box.append(argument(said))

    # ------------------------------------------------------------ the end of a turn

    def _evaluate(self) -> None:
        """Pay for each marker, award the prize, and let interest fall [4]."""
        if self.turn not in PRIZES:
            return
        for player in self.players:
            player.tickets += sum(band(museum.space) for museum in player.shown.values())
        shown = [
            (date, player)
            for player in self.players
            for date in player.dates
            if date[2] == PRIZES[self.turn]
        ]
        if shown:
            max(shown, key=lambda pair: pair[0])[1].tickets += 2
        self._fall(DROPS.get(self.turn, 0))

    def _clear_up(self) -> None:
        """Let the leftmost player begin the next turn [A new turn; variant 1]."""
        self._to_box(self.turned)
        order = [self.places[space] for space in sorted(self.places, reverse=True)]
        self.line = [there for there in order if isinstance(there, int)]
        if self.options["order"] == "clockwise":
            first = self.line[0]
            self.line = [(first + step) % len(self.players) for step in range(len(self.players))]
        self.places.clear()


def argument(action: str) -> str:
    """Return what stands in the brackets of an action."""
    return action.partition("(")[2].removesuffix(")")


def _belongings(player: Player) -> dict[str, object]:
    name = player.name
    found: dict[str, object] = {
        f"coins({name})": player.coins,
        f"tickets({name})": player.tickets,
        f"store({name})": sorted(player.store),
        f"bench({name})": list(player.bench),
    }
    for marker, museum_of, spot in _plan_of(name):
        museum = player.shown.get(marker)
        found[museum_of] = [] if museum is None else list(museum.finds)
        found[spot] = 0 if museum is None else museum.space
    return found


@cache
def _plan_of(player: str) -> list[tuple[int, str, str]]:
    """Return the markers of a player, each with the engine's names for what it marks and where."""
    return [(n, f"museum({player}, {n})", f"spot({player}, {n})") for n in range(1, MARKERS + 1)]
