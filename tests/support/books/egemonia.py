"""Confrontations and placing in Egemonia once more, to hold plays of its rule text against."""

import csv
from itertools import pairwise, zip_longest

from interpreter.reference.events import Changed, Revealed
from tests.support.games import ROOT

TABLES = ROOT / "games" / "egemonia"


PLAYERS = ("Athenians", "Spartans")


CAPITAL = {"Athenians": "Athens", "Spartans": "Sparta"}


OWN_WAY = {"Athenians": "sea", "Spartans": "land"}


ACTS = {
    "Military": "military",
    "Influence": "influence",
    "Coup": "coup",
    "False_alarm": "false_alarm",
    "Divine_help": "divine",
    "Olympics": "olympic",
}


SPECIAL = {
    "Pericles": ("influence", "Athenians"),
    "Alcibiades": ("military", "Athenians"),
    "Democrats": ("coup", "Athenians"),
    "Persian_Gold": ("influence", "Spartans"),
    "Brasidas": ("military", "Spartans"),
    "Aristocrats": ("coup", "Spartans"),
}


def table(name):
    """Return the rows of one of the game's tables."""
    with (TABLES / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


AREAS = [row["name"] for row in table("areas")]


LINKS = [(row["a"], row["b"], row["way"]) for row in table("links")]


RESULTS = {(row["attacker"], row["defender"]): row["outcome"] for row in table("results")}


def other(player):
    """Return the opponent."""
    return PLAYERS[1 - PLAYERS.index(player)]


class Board:
    """One position by names: zones hold names, variables names, numbers or None."""

    def __init__(self, state):
        layout = state.game.layout
        self.options = state.game.options
        self.historical = self.options["historical"] == "on"
        self.at = {}
        for name, held in zip(layout.names, state.position.cells, strict=True):
            is_zone = isinstance(held, tuple)
            self.at[name] = [layout.spec.kinds[kind].label for kind in held] if is_zone else held
        self.level = {(p, a): self.at[f"level({p}, {a})"] for p in PLAYERS for a in AREAS}

    def holder(self, area):
        """Return who controls an area."""
        return next((p for p in PLAYERS if self.level[p, area]), None)

    def areas(self, player):
        """Return what a player controls."""
        return {area for area in AREAS if self.level[player, area]}

    @property
    def favoured(self):
        return PLAYERS[self.at["favoured"]]

    @property
    def oracle(self):
        holder = self.at["oracle"]
        return None if holder is None else PLAYERS[holder]

    def hand(self, player):
        return self.at[f"hand({player})"]

    def planned(self, player):
        return [event for n in (1, 2, 3) for event in self.at[f"plan({player}, {n})"]]

    def ways(self, start):
        """Yield each way of up to three links from an area: the areas after it, and the links."""
        ways = [([start], [])]
        for areas, links in ways:
            yield areas, links
            if len(links) < 3:
                for link in LINKS:
                    if areas[-1] in link[:2]:
                        after = link[1] if areas[-1] == link[0] else link[0]
                        ways.append(([*areas, after], [*links, link]))

    def reach(self, player, act):
        """Return where a player may place an event that acts so."""
        own = self.areas(player)
        if act == "military":
            return {
                areas[-1]
                for start in own
                for areas, links in self.ways(start)
                if self.may_march(player, areas[-1], links)
            }
        if act == "influence":
            beside = {link[i] for link in LINKS for i in (0, 1) if link[1 - i] in own}
            return beside | own if self.options["influence_range"] == "own_or_adjacent" else beside
        return set(AREAS)

    def may_march(self, player, target, links):
        """Return whether a way may be taken."""
        foreign = [link for link in links if link[2] != OWN_WAY[player]]
        if len(links) == 3:
            return not foreign
        enemy = self.areas(other(player)) - {target} if self.historical else set()
        return not any(enemy & set(link[:2]) for link in foreign)

    def favour(self, turn):
        """Return who has the favour of the gods in that turn."""
        twice = self.options["sicily_counts_two"] == "in_areas_too"
        keys = [
            {p: len(self.areas(p)) + (twice and "Sicily" in self.areas(p)) for p in PLAYERS},
            {p: sum(self.level[p, a] for a in [*AREAS, "Sicily"]) for p in PLAYERS},
            {p: "Delphi" in self.areas(p) for p in PLAYERS},
            {p: (turn % 2 == 0) == (p == "Spartans") for p in PLAYERS},
        ]
        return next(max(key, key=key.get) for key in keys if len(set(key.values())) > 1)

    def leader(self):
        """Return who has more areas, or Sicily where both have as many; None for a draw."""
        counts = [len(self.areas(player)) for player in PLAYERS]
        if counts[0] == counts[1]:
            return self.holder("Sicily")
        return PLAYERS[counts[1] > counts[0]]


def fought(before, plans):
    """Return the influences and Syracuse after the confrontation of `plans`: who, what, where."""
    level, syracuse = dict(before.level), before.at["syracuse"]
    attacker = before.favoured
    for area in AREAS:
        ranks = {player: [] for player in PLAYERS}
        for placer, event, target in plans:
            if target == area:
                ranks[SPECIAL.get(event, (None, placer))[1]].append(ACTS[event])
        for pair in zip_longest(ranks[attacker], ranks[other(attacker)]):
            winner = winner_of(pair, attacker, area, before.historical)
            if winner is None or pair[winner != attacker] == "false_alarm":
                continue
            if area == "Sicily" and syracuse:
                syracuse = 0
            elif level[other(winner), area]:
                level[other(winner), area] -= 1
            else:
                level[winner, area] = min(2, level[winner, area] + 1)
    return level, syracuse


def winner_of(pair, attacker, area, historical):
    """Return who wins the confrontation of two acts, of which one may be missing."""
    if None in pair:
        return attacker if pair[1] is None else other(attacker)
    outcome = RESULTS[pair]
    if outcome == "neither":
        home = next((p for p in PLAYERS if CAPITAL[p] == area), None)
        return home if historical else None
    return attacker if outcome == "attacker" else other(attacker)


def plans_of(before, state):
    """Return who placed what where, in the order of placing, when the plans were turned over."""
    layout = state.game.layout
    targets = {name: held for name, held in before.at.items() if name.startswith("event(")}
    plans = {}
    for event in state.transition:
        if isinstance(event, Changed) and not plans:
            targets[layout.names[event.cell]] = event.value
        if isinstance(event, Revealed):
            (kind,) = event.kinds
            plans[layout.names[event.cell].removeprefix("plan")] = layout.spec.kinds[kind].label
    order = (before.favoured, other(before.favoured))
    return [
        (player, plans[f"({player}, {n})"], AREAS[targets[f"event({player}, {n})"]])
        for n in (1, 2, 3)
        for player in order
        if f"({player}, {n})" in plans
    ]


def confrontations(states):
    """Yield the boards around each confrontation, and what had been placed."""
    for earlier, later in pairwise(states):
        if any(isinstance(event, Revealed) for event in later.transition):
            before = Board(earlier)
            yield before, plans_of(before, later), Board(later)
