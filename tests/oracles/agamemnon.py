"""Agamemnon once more, in plain Python, from its rulebook alone: what `lockstep` compares with.

Sections in brackets are the rulebook's, by their headings; `GD n` is ruling or table n of the data
report, for what the board prints and the rulebook leaves open. The game is told as one generator,
`Oracle._play`, which yields each question and is sent the answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterable
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

Question: TypeAlias = tuple[str, frozenset[str] | dict[str, Fraction]]
Flow: TypeAlias = Generator[Question, str, None]
Tile: TypeAlias = tuple[str, str]  # what it is, whose it is

PLAYERS = ("Trojans", "Greeks")
SORTS = ("leaders", "weavers", "warriors")
STRINGS = ("strength", "force", "leadership")  # in the order of the Loom Tiles [The Loom]
LOOM_TILES = ("loom_a", "loom_b", "loom_c", "loom_d")
STRING_TILES = 20  # of each type [Components]
MOST_EXCHANGES = 12  # of Weavers in one turn: the rulebook has no end; the rule text sets this one

# GD 1.1: spears, and how many each player has. The letters are ranks.
LEADERS = {"A1": 1, "B3": 3, "C4": 4, "D3": 3, "E2": 2}
WARRIORS = {"W1": (1, 3), "W2": (2, 2), "W3": (3, 1)}
WEAVERS = {"weft": 2, "warp": 2}
SPEARS = LEADERS | {name: spears for name, (spears, _) in WARRIORS.items()}
SETS = {
    "leaders": Counter(LEADERS.keys()),
    "weavers": Counter(WEAVERS),
    "warriors": Counter({name: copies for name, (_, copies) in WARRIORS.items()}),
}
SORT_OF = {name: sort for sort, names in SETS.items() for name in names}

# GD 1.2: areas of the front, with the first letter of what lies there at the start.
FRONT = """0-1s 0-4s 1-5f 2-4l 2-6f 2-3l 3-6l 3-7s 4-8l 4-9s 5-10s 5-8f 6-11f 7-12s 8-13f 8-9s
9-11s 10-15s 11-14f 11-12l 12-16s 12-17f 13-15s 13-14f 14-18l 14-19l 15-20f 16-19l 16-17s 17-22f
18-20l 18-23l 19-24s 19-21f 20-25f 21-26l 21-22f 22-26l 23-25f 23-24f 24-27f 24-28s 25-29l 26-28l
27-29l 27-28l 28-31s 29-30s 30-31s"""
# GD 1.3: areas of the Loom, with their symbols.
LOOM = """0-1a 0-2b 0-4c 1-4d 1-5b 2-3b 2-4a 2-6a 3-6b 3-7b 4-8d 4-9c 5-8d 5-10a 6-7a 6-9a 6-11d
7-12c 8-9b 8-10b 8-13a 9-11c 9-14b 10-13c 10-15a 11-12d 11-16c 12-16c 12-17d 13-14d 13-15a 13-18c
14-18b 14-19d 15-20a 16-17a 16-19d 16-21a 17-22c 18-19a 18-20b 18-23a 19-21b 19-24d 20-23d 20-25b
21-22a 21-24a 21-26b 22-27d 23-24d 23-25a 23-28c 24-26b 24-28b 25-29c 26-27b 26-30d 26-31c 27-31c
28-29a 28-30c 28-32d 29-32d 30-31c 30-32d"""


def areas_of(board: str) -> dict[tuple[str, str], str]:
    """Return the areas of a board by their two spaces, in order, with the letter on each."""
    found = {}
    for written in board.split():
        one, other = written[:-1].split("-")
        found[f"s{one}", f"s{other}"] = written[-1]
    return found


def habits(seed: int) -> dict[str, int]:
    """Return habits for one game: which tiles go first, and where they crowd."""
    rng = random.Random(seed)
    likelier = {f"s{space}": 6 for space in rng.sample(range(32), 8)}
    early = rng.choice(("warp", "weft", "leaders", "weavers", "warriors", "W1"))
    return likelier | {early: 12, "exchange": 4, "put_back": 3}


LEAN = habits


class Oracle:
    """A game of Agamemnon between two, as `lockstep` asks for it."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        assert players == 2
        self.options = options
        self.on_loom = options["board"] == "loom"
        self.variant = options["tiles"]
        self.areas = areas_of(LOOM if self.on_loom else FRONT)
        self.spaces = sorted({space for area in self.areas for space in area})
        self.zones = {area: f"strung({named(area)})" for area in self.areas}
        self.strung: dict[tuple[str, str], str] = {}
        self.loom: dict[str, str] = {}  # which Loom Tile was turned up for a type of String
        self.outside: str | None = None
        self.unseen = {player: {sort: +SETS[sort] for sort in SORTS} for player in PLAYERS}
        self.taken: dict[str, Counter[str]] = {player: Counter() for player in PLAYERS}
        self.shown: dict[str, Counter[str]] = {player: Counter() for player in PLAYERS}
        self.tiles: dict[str, Tile] = {}
        self.piles: dict[str | None, Counter[str]] = {who: Counter() for who in (*PLAYERS, None)}
        self.finished = False
        self._flow = self._play()
        self._question = next(self._flow)

    # ------------------------------------------------------------ what `lockstep` asks

    def expects(self) -> Question:
        return self._question

    def take(self, action: str) -> None:
        try:
            self._question = self._flow.send(action)
        except StopIteration:
            self.finished = True

    def over(self) -> bool:
        return self.finished

    def returns(self) -> list[Fraction]:
        trojans, greeks = (self.piles[player].total() for player in PLAYERS)
        sign = (trojans > greeks) - (trojans < greeks)
        return [Fraction(sign), Fraction(-sign)]

    def dump(self) -> dict[str, object]:
        out = Counter(self.strung.values())  # to the end: what is won is only counted
        in_box = Counter({string: STRING_TILES - out[string] for string in STRINGS})
        turned_up = set(self.loom.values())
        found: dict[str, object] = {
            "box": threads(in_box),
            "outside": self.outside,
            "lots": [f"LoomTile({tile})" for tile in LOOM_TILES if tile not in turned_up],
        }
        for string in STRINGS:
            turned = self.loom.get(string)
            found[f"pattern({string})"] = [f"LoomTile({turned})"] if turned else []
        for area, zone in self.zones.items():
            here = self.strung.get(area)
            found[zone] = [f"Thread({here})"] if here else []
        for space in self.spaces:
            tile = self.tiles.get(space)
            found[f"tile({space})"] = [f"{tile[0]}({tile[1]})"] if tile else []
        for player in PLAYERS if self.strung or self.finished else ():  # in the set-up: wherever
            found |= self._dump_of(player)
        return found

    def _dump_of(self, player: str) -> dict[str, object]:
        def listed(tiles: Iterable[str]) -> list[str]:
            return sorted([f"{tile}({player})" for tile in tiles])

        unseen = self.unseen[player]
        is_sorted = self.variant == "sorted"
        together = chain.from_iterable(unseen[sort].elements() for sort in SORTS)
        found: dict[str, object] = {
            f"pool({player})": [] if is_sorted else listed(together),
            f"taken({player})": listed(self.taken[player].elements()),
            f"shown({player})": listed(self.shown[player].elements()),
        }
        for string in STRINGS:
            found[f"won({player}, {string})"] = self.piles[player][string]
        for sort in SORTS:
            found[f"stack({player}, {sort})"] = (
                listed(unseen[sort].elements()) if is_sorted else []
            )
        return found

    # ------------------------------------------------------------ the course of the game

    def _play(self) -> Flow:
        yield from self._string()
        if self.variant == "face_up":  # [Defy the Gods]
            for player in PLAYERS:
                self.shown[player] = sum(self.unseen[player].values(), Counter())
                self.unseen[player] = {sort: Counter() for sort in SORTS}
        first = self.options["starter"]
        second = next(player for player in PLAYERS if player != first)
        for turn in range(16):  # [Turns] 1 + 14 * 2 + 1 tiles
            player = (first, second)[turn % 2]
            tiles = 1 if turn in (0, 15) else 2
            if self.variant != "face_up":
                yield from self._flip(player, tiles)
                if turn < 4:
                    yield from self._replace_weavers(player)
            for _ in range(tiles):
                yield from self._place(player)
        self._score()

    def _string(self) -> Flow:
        """Lay out the String Tiles. [Setup; The Loom]."""
        if not self.on_loom:
            initials = {string[0]: string for string in STRINGS}
            self.strung = {area: initials[letter] for area, letter in self.areas.items()}
            return
        yield from self._turn_up_loom_tiles()
        shows = {tile[-1]: string for string, tile in self.loom.items()}
        self.strung = {area: shows[at] for area, at in self.areas.items() if at in shows}
        reached = {space for area in self.strung for space in area}
        (self.outside,) = (space for space in self.spaces if space not in reached)

    def _turn_up_loom_tiles(self) -> Flow:
        """Turn up what the options say, where it is there still; the rest by lot."""
        for string, ordinal in zip(STRINGS, ("first", "second", "third"), strict=True):
            wanted = self.options[f"{ordinal}_tile"]
            if wanted != "by_lot" and wanted not in self.loom.values():
                self.loom[string] = wanted
        for string in STRINGS:
            if string not in self.loom:
                left = [tile for tile in LOOM_TILES if tile not in self.loom.values()]
                chance = Fraction(1, len(left))
                answer = yield "chance", {f"LoomTile({tile})": chance for tile in left}
                self.loom[string] = answer[len("LoomTile(") : -1]

    def _flip(self, player: str, tiles: int) -> Flow:
        """Draw so many tiles; none is seen before all are drawn. [Turns; The Oracle]."""
        for left in range(tiles, 0, -1):
            into = self.taken if left > 1 else self.shown
            if self.variant == "mixed":
                into = self.shown  # nothing hangs on the first before the second is up
            yield from self._draw(player, into[player])
        self.shown[player] += self.taken[player]
        self.taken[player] = Counter()

    def _draw(self, player: str, into: Counter[str]) -> Flow:
        unseen = self.unseen[player]
        sorts: Iterable[str] = SORTS
        if self.variant == "sorted":
            offered = [sort for sort in SORTS if unseen[sort].total()]
            answer = yield player, frozenset(f"take_from({sort})" for sort in offered)
            sorts = [answer[len("take_from(") : -1]]
        tiles = +sum((unseen[sort] for sort in sorts), Counter[str]())
        total = tiles.total()
        answer = yield (
            "chance",
            {f"{tile}({player})": Fraction(copies, total) for tile, copies in tiles.items()},
        )
        drawn = answer.partition("(")[0]
        unseen[SORT_OF[drawn]][drawn] -= 1
        into[drawn] += 1

    def _replace_weavers(self, player: str) -> Flow:
        """Let a player exchange the Weavers of his first two turns. [Weavers; GD 11]."""
        for _ in range(MOST_EXCHANGES):
            put_back = yield from self._put_back(player)
            if not put_back:
                return
            yield from self._flip(player, put_back)

    def _put_back(self, player: str) -> Generator[Question, str, int]:
        """Put back some of the Weavers that are up, Wefts first; return how many."""
        shown, weavers = self.shown[player], list(WEAVERS)
        done = 0
        while puts := {f"put_back({tile}({player}))": tile for tile in weavers if shown[tile]}:
            answer = yield player, frozenset({"pass", *puts})
            if answer == "pass":
                break
            put = puts[answer]
            shown[put] -= 1
            self.unseen[player]["weavers"][put] += 1
            weavers = weavers[weavers.index(put) :]
            done += 1
        return done

    def _place(self, player: str) -> Flow:
        free = [space for space in self.spaces if space not in self.tiles]
        options = {
            f"place({tile}({player}), {space})": (tile, space)
            for tile in +self.shown[player]
            for space in free
            if space != self.outside
        }
        answer = yield player, frozenset(options)
        tile, space = options[answer]
        self.shown[player][tile] -= 1
        self.tiles[space] = (tile, player)
        if tile == "warp":
            yield from self._swap(player, space)

    def _swap(self, player: str, space: str) -> Flow:
        """Let a Warp swap what lies in two areas at its space. [Warp; The Loom; GD 16, 17]."""
        here = [area for area in self.areas if space in area and self.outside not in area]
        swaps = {
            f"exchange({named(one)}, {named(other)})": (one, other)
            for at, one in enumerate(here)
            for other in here[at + 1 :]
            if one in self.strung or other in self.strung
        }
        answer = yield player, frozenset({"pass", *swaps})
        if answer == "pass":
            return
        one, other = swaps[answer]
        before = {area: self.strung.pop(area) for area in (one, other) if area in self.strung}
        if one in before:
            self.strung[other] = before[one]
        if other in before:
            self.strung[one] = before[other]

    # ------------------------------------------------------------ the end

    def _score(self) -> None:
        """Decide each String, and count its tiles. [Ending the Game]."""
        for string in STRINGS:
            left = {area for area, here in self.strung.items() if here == string}
            while left:
                found = self._string_with(left.pop(), left)
                left -= found
                self.piles[self._controller(string, found)][string] += len(found)

    def _string_with(
        self, area: tuple[str, str], others: set[tuple[str, str]]
    ) -> set[tuple[str, str]]:
        """Return all areas of the String that one of them belongs to."""
        found, ends = {area}, list(area)
        while ends:
            space = ends.pop()
            if space not in self.tiles or self.tiles[space][0] == "weft":
                continue
            for further in others - found:
                if space in further:
                    found.add(further)
                    ends += further
        return found

    def _controller(self, string: str, found: set[tuple[str, str]]) -> str | None:
        spaces = {space for area in found for space in area if space in self.tiles}
        tiles = [self.tiles[space] for space in spaces]
        trojan, greek = (
            merit(string, [tile for tile, whose in tiles if whose == player]) for player in PLAYERS
        )
        if trojan == greek:
            return None
        return "Trojans" if trojan > greek else "Greeks"


def merit(string: str, tiles: list[str]) -> list[int]:
    """Return what one player has at a String; the greater list wins. [Ending the Game]."""
    if string == "strength":
        return [sum(SPEARS.get(tile, 0) for tile in tiles)]
    if string == "force":
        return [len(tiles)]
    return [-ord(tile[0]) for tile in sorted(tiles) if tile in LEADERS]


def named(area: tuple[str, str]) -> str:
    return "_".join(area)


def threads(strings: Counter[str]) -> list[str]:
    return sorted([f"Thread({string})" for string in strings.elements()])
