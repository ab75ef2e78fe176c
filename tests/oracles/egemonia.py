"""Egemonia once more, in plain Python, from its rulebook alone: what `lockstep` compares with.

Sections in brackets are the rulebook's; `GD n` is ruling or table n of the data report, for what
the magazine prints on its map or leaves open. The game is told as one generator, `Oracle._play`,
which yields each question and is sent the answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterator
from fractions import Fraction
from functools import cache
from typing import TypeAlias

Question: TypeAlias = tuple[str, frozenset[str] | dict[str, Fraction]]
Flow: TypeAlias = Generator[Question, str, None]

ATHENS, SPARTA = "Athenians", "Spartans"
FOE = {ATHENS: SPARTA, SPARTA: ATHENS}
CAPITAL = {ATHENS: "Athens", SPARTA: "Sparta"}
OWN_ELEMENT = {ATHENS: "sea", SPARTA: "land"}  # [4.1]
BARRED_ELEMENT = {ATHENS: "land", SPARTA: "sea"}  # [6]
TURNS, TO_WIN, FULL_HAND, TO_PLACE, HIGHEST = 10, 10, 4, 3, 2  # [3, 7, 3.1, 3.4, 5.1]

# GD 2.1, 2.2: the map is not in the rulebook.
LAND = """Sparta-Pylos Sparta-Elis Sparta-Argos Pylos-Elis Elis-Corinth Argos-Corinth
Corinth-Megara Megara-Athens Megara-Thebes Athens-Thebes Thebes-Delphi Delphi-Thessaly
Thebes-Thessaly Thessaly-Amphipolis Amphipolis-Byzantium"""
SEA = """Sicily-Corcyra Sicily-Pylos Corcyra-Elis Corcyra-Delphi Corcyra-Corinth Sparta-Delos
Argos-Athens Argos-Delos Athens-Euboea Athens-Delos Euboea-Thessaly Euboea-Amphipolis Euboea-Delos
Amphipolis-Lesbos Lesbos-Delos Lesbos-Samos Lesbos-Byzantium Samos-Delos"""
LINKS: dict[str, list[tuple[str, str]]] = {}
for _element, _listed in (("land", LAND), ("sea", SEA)):
    for _one, _other in (pair.split("-") for pair in _listed.split()):
        LINKS.setdefault(_one, []).append((_element, _other))
        LINKS.setdefault(_other, []).append((_element, _one))
AREAS = sorted(LINKS)

ORDINARY = {"Military": 4, "Influence": 4, "Coup": 4, "False_alarm": 2, "Divine_help": 1}
ORDINARY |= {"Olympics": 1}  # [4]
# GD 2.4: whom each special event favours, and what it acts as.
SPECIAL = {
    "Pericles": (ATHENS, "Influence"),
    "Alcibiades": (ATHENS, "Military"),
    "Democrats": (ATHENS, "Coup"),
    "Persian_Gold": (SPARTA, "Influence"),
    "Brasidas": (SPARTA, "Military"),
    "Aristocrats": (SPARTA, "Coup"),
}
BEATS = {"Military": "Influence", "Influence": "Coup", "Coup": "Military"}  # GD 2.3
HISTORICAL = {
    ATHENS: {"Athens": 2, "Amphipolis": 1, "Delos": 1},
    SPARTA: {"Sparta": 2, "Corinth": 1, "Thebes": 1},
}


def habits(seed: int) -> dict[str, int]:
    """Return habits for one game: events crowd in a few areas, or one city is hunted down."""
    rng = random.Random(seed)
    if rng.random() < 0.3:
        hunted = rng.choice((ATHENS, SPARTA))
        words = ["orient", "Coup", "Olympics", "False_alarm", "Divine_help", CAPITAL[FOE[hunted]]]
        waits = {f"{hunted} {word}": 40 for word in words}
        return waits | {f"{FOE[hunted]} {CAPITAL[hunted]}": 400, CAPITAL[hunted]: 4}
    crowded = rng.sample(AREAS, rng.choice((1, 2, 4, 9)))
    return dict.fromkeys(crowded, 30)


LEAN = habits


def acts_as(event: str) -> str:
    """Return the kind of an event; a special one acts as one of three [4.7]."""
    return SPECIAL[event][1] if event in SPECIAL else event


def table(attacker: str, defender: str) -> str:
    """Return who wins by the Confrontation Results Table: `A`, `D` or `=`. GD 2.3."""
    if "Olympics" in (attacker, defender):  # [4.6]
        return "="
    if attacker == defender:
        return "A" if attacker == "Coup" else "="
    if "Divine_help" in (attacker, defender):  # [4.5]
        return "A" if attacker == "Divine_help" else "D"
    if "False_alarm" in (attacker, defender):  # [4.4]
        return "D" if attacker == "False_alarm" else "A"
    return "A" if BEATS[attacker] == defender else "D"


def routes(start: str, most: int) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield every way of at most so many links, each a row of (element, area reached)."""
    yield ()
    longer = [()] if most else []
    while longer:
        route: tuple[tuple[str, str], ...] = longer.pop()
        for step in LINKS[route[-1][1] if route else start]:
            yield (*route, step)
            if len(route) + 1 < most:
                longer.append((*route, step))


@cache
def marches(player: str, start: str) -> dict[str, set[frozenset[str]]]:
    """Return where armies get to [4.1], and for each way what must not be the foe's there [6]."""
    found: dict[str, set[frozenset[str]]] = {}
    for route in routes(start, 3):
        elements = [element for element, _ in route]
        if len(route) < 3 or set(elements) == {OWN_ELEMENT[player]}:
            barred = frozenset(
                through
                for at, (_, through) in enumerate(route[:-1])
                if BARRED_ELEMENT[player] in elements[at : at + 2]
            )
            found.setdefault(route[-1][1] if route else start, set()).add(barred)
    return found


class Oracle:
    """A game of Egemonia between two, as `lockstep` asks for it."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        assert players == 2
        self.historical = options["historical"] == "on"
        self.own_area_in_range = options["influence_range"] == "own_or_adjacent"
        self.sicily_area_counts_two = options["sicily_counts_two"] == "in_areas_too"
        self.turn = 0
        self.cup = Counter({**ORDINARY, **dict.fromkeys(SPECIAL, 1)})
        self.hand: dict[str, Counter[str]] = {ATHENS: Counter(), SPARTA: Counter()}
        self.placed: list[tuple[str, str, str]] = []  # who, event, area; as placed
        self.box: Counter[str] = Counter()
        self.aside: str | None = None
        self.influence: dict[str, tuple[str, int]] = {}
        self.syracuse = True
        self.favoured = ATHENS
        self.oracle: str | None = None
        self.winner: str | None = None
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
        if self.winner is None:
            return [Fraction(0), Fraction(0)]
        return [Fraction(1 if self.winner == player else -1) for player in (ATHENS, SPARTA)]

    def dump(self) -> dict[str, object]:
        found: dict[str, object] = {
            "cup": sorted(self.cup.elements()),
            "box": sorted(self.box.elements()),
            "aside": [] if self.aside is None else [self.aside],
            "turn": self.turn,
            "syracuse": self.syracuse,
            "oracle": self.oracle,
        }
        if self.turn:
            found["favoured"] = self.favoured
        for player in FOE:
            found[f"hand({player})"] = sorted(self.hand[player].elements())
            for area in AREAS:
                found[f"level({player}, {area})"] = self.level(player, area)
            own = [(event, area) for who, event, area in self.placed if who == player]
            for slot in range(1, TO_PLACE + 1):
                here = own[slot - 1 : slot]
                found[f"plan({player}, {slot})"] = [event for event, _ in here]
                found |= {f"event({player}, {slot})": area for _, area in here}
        return found

    # ------------------------------------------------------------ the map

    def level(self, player: str, area: str) -> int:
        owner, level = self.influence.get(area, (None, 0))
        return level if owner == player else 0

    def owned(self, player: str) -> list[str]:
        return [area for area in AREAS if self.level(player, area)]

    def owner(self, area: str) -> str | None:
        return self.influence[area][0] if area in self.influence else None

    def in_range(self, player: str, event: str) -> set[str]:
        """Return where a player may place an event [4.1-4.7]."""
        kind = acts_as(event)
        if kind == "Military":
            hostile = set(self.owned(FOE[player])) if self.historical else set[str]()
            return {
                goal
                for start in self.owned(player)
                for goal, ways in marches(player, start).items()
                if any(hostile.isdisjoint(through) for through in ways)
            }
        if kind == "Influence":
            near = {area for start in self.owned(player) for _, area in LINKS[start]}
            return near | set(self.owned(player)) if self.own_area_in_range else near
        return set(AREAS)

    # ------------------------------------------------------------ the course of the game

    def _play(self) -> Flow:
        yield from self._set_up()
        for self.turn in range(1, TURNS + 1):
            for player in (ATHENS, SPARTA):
                while self.hand[player].total() < FULL_HAND:
                    yield from self._draw(player)
            yield from self._consult_pythia()
            self.favoured = self._with_initiative()
            yield from self._act()
            self._confront()
            if any(len(self.owned(player)) >= TO_WIN for player in FOE):
                break
        self.winner = self._best()

    def _set_up(self) -> Flow:
        if self.historical:
            for player, levels in HISTORICAL.items():
                self.influence |= {area: (player, level) for area, level in levels.items()}
            return
        for player in FOE:
            self._add(player, CAPITAL[player])
        for player in (ATHENS, SPARTA):  # GD 1
            free = [
                area
                for area in AREAS
                if area not in ("Delphi", "Sicily") and self.owner(area) != FOE[player]
            ]
            answer = yield player, frozenset(f"orient({area})" for area in free)
            self._add(player, answer[len("orient(") : -1])

    def _draw(self, player: str) -> Flow:
        total = self.cup.total()
        event = yield "chance", {e: Fraction(n, total) for e, n in self.cup.items() if n}
        self.cup[event] -= 1
        self.hand[player][event] += 1

    def _consult_pythia(self) -> Flow:
        """Let the owner of the Oracle exchange an event [3.2, 4.8; GD 7]."""
        player = self.oracle
        if player is None:
            return
        hand = self.hand[player]
        answer = yield player, frozenset({"pass", *(f"exchange({event})" for event in +hand)})
        if answer == "pass":
            return
        self.aside = answer[len("exchange(") : -1]
        hand[self.aside] -= 1
        yield from self._draw(player)
        self.cup[self.aside] += 1
        self.aside = self.oracle = None

    def _with_initiative(self) -> str:
        """Return who has the favour of the gods [3.3; GD 10, 12]."""
        for tally in (self._areas_tally, self._orientations_tally):
            athens, sparta = tally(ATHENS), tally(SPARTA)
            if athens != sparta:
                return ATHENS if athens > sparta else SPARTA
        delphi = self.owner("Delphi")
        if delphi is not None:
            return delphi
        return SPARTA if self.turn % 2 == 0 else ATHENS

    def _areas_tally(self, player: str) -> int:
        owned = self.owned(player)
        return len(owned) + (self.sicily_area_counts_two and "Sicily" in owned)

    def _orientations_tally(self, player: str) -> int:
        return sum(self.level(player, area) * (1 + (area == "Sicily")) for area in AREAS)

    def _act(self) -> Flow:
        """Place three events each, in turn [3.4; GD 13, 18]."""
        for _ in range(TO_PLACE):
            for player in (self.favoured, FOE[self.favoured]):
                legal = frozenset(
                    f"place({event}, {area})"
                    for event in +self.hand[player]
                    for area in self.in_range(player, event)
                )
                answer = yield player, legal or frozenset({"pass"})
                if answer == "pass":
                    continue
                event, area = answer[len("place(") : -1].split(", ")
                self.hand[player][event] -= 1
                self.placed.append((player, event, area))

    # ------------------------------------------------------------ confrontation

    def _confront(self) -> None:
        """Settle all areas and clear the events away [5; 4.8]."""
        pythia_before = self.owner("Delphi")
        for area in AREAS:
            for player, event in self._left_in(area):
                if event != "False_alarm":
                    self._take_effect(player, area)
        pythia = self.owner("Delphi")
        if pythia != pythia_before and pythia is not None and self.oracle is None:  # GD 8
            self.oracle = pythia
        for player, event, _ in self.placed:
            if event in SPECIAL:
                self.box[event] += 1
            elif event == "Divine_help":
                self.hand[FOE[player]][event] += 1
            else:
                self.cup[event] += 1
        self.placed = []

    def _left_in(self, area: str) -> Iterator[tuple[str, str]]:
        """Yield who has which event left in an area, pair by pair, then the unopposed."""
        queues: dict[str, list[str]] = {ATHENS: [], SPARTA: []}
        for placer, event, where in self.placed:
            if where == area:
                side = SPECIAL[event][0] if event in SPECIAL else placer
                queues[side].append(event)
        attack, defence = queues[self.favoured], queues[FOE[self.favoured]]
        pairs = min(len(attack), len(defence))
        for attacking, defending in zip(attack, defence, strict=False):
            result = table(acts_as(attacking), acts_as(defending))
            if result == "=" and self.historical:  # [6]
                result = {CAPITAL[self.favoured]: "A", CAPITAL[FOE[self.favoured]]: "D"}.get(
                    area, "="
                )
            if result == "A":
                yield self.favoured, attacking
            elif result == "D":
                yield FOE[self.favoured], defending
        for side, queue in queues.items():
            for event in queue[pairs:]:
                yield side, event

    def _take_effect(self, player: str, area: str) -> None:
        if area == "Sicily" and self.syracuse:  # [5.2]
            self.syracuse = False
        elif self.owner(area) == FOE[player]:
            self._lower(area)
        else:
            self._add(player, area)

    def _lower(self, area: str) -> None:
        owner, level = self.influence.pop(area)
        if level > 1:
            self.influence[area] = (owner, level - 1)

    def _add(self, player: str, area: str) -> None:
        self.influence[area] = (player, min(HIGHEST, self.level(player, area) + 1))

    def _best(self) -> str | None:
        """Return who controls most areas; Sicily decides between equals [7, 7.1]."""
        athens, sparta = len(self.owned(ATHENS)), len(self.owned(SPARTA))
        if athens != sparta:
            return ATHENS if athens > sparta else SPARTA
        return self.owner("Sicily")
