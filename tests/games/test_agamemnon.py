"""Whole plays of Agamemnon, against a scorer of our own and against the checklist of its rules."""

import csv
import re
from collections import Counter
from fractions import Fraction

import pytest

from interpreter.events import Moved, TurnBegan
from interpreter.position import CHANCE
from tests.support.games import EVERY, ROOT, scenarios
from tests.support.plays import SHIPPED, over_plays

RULES = ROOT / "games" / "agamemnon.rules"
AGAMEMNON = tuple(group for group in SHIPPED if group.name.startswith("agamemnon"))

LEADERS = {"A": (1, 5), "B": (3, 4), "C": (4, 3), "D": (3, 2), "E": (2, 1)}  # spears, rank
WARRIORS = {"spear": 1, "spears": 2, "phalanx": 3}
PRINTED = {"strength": 17, "leadership": 16, "force": 16}

# Numbers of the checklist of rule statements; the reasons stand for all those in the same line.
CHECKLIST = (*range(1, 56), *range(70, 77))
NOT_IN_THIS_TEXT = {6: "the Loom tiles belong to a variant that this text leaves out"}


def areas():
    """Return the two ends of each area, as the table has them."""
    with (ROOT / "games" / "agamemnon" / "front_areas.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [(row["a"], row["b"]) for row in rows]


ENDS = {f"{a}_{b}": (a, b) for a, b in areas()}


def named_cells(state):
    """Return what lies in every zone, by name, as names."""
    layout = state.game.layout
    kinds = layout.spec.kinds
    return {
        layout.names[cell]: [kinds[kind].label for kind in held]
        for cell, held in enumerate(state.position.cells)
        if isinstance(held, tuple)
    }


def split(label):
    """Return the name and the owner in `weft(Greeks)`."""
    name, owner = label.removesuffix(")").split("(")
    return name, owner


def strings_scored(end):
    """Return which string lay on which area when scoring began."""
    layout = end.game.layout
    found = {}
    for event in end.transition:
        if isinstance(event, Moved):
            source, target = layout.names[event.source], layout.names[event.target]
            if source.startswith("strung") and not target.startswith(("strung", "loose")):
                kind = layout.spec.kinds[event.kinds[0]].label
                found[source.removeprefix("strung(").removesuffix(")")] = split(kind)[1]
    return found


def grouped(strings, tiles):
    """Return the groups of areas that hang together, by flooding."""
    left, groups = set(strings), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            area = edge.pop()
            group.add(area)
            for other in [o for o in left if strings[o] == strings[area]]:
                joints = set(ENDS[area]) & set(ENDS[other])
                if any(s in tiles and tiles[s][0] != "weft" for s in joints):
                    left.discard(other)
                    edge.append(other)
        groups.append(group)
    return groups


def power(kind, tiles):
    """Return what some tiles of one player are worth in a String of this kind; more is better."""
    if kind == "force":
        return len(tiles)
    if kind == "strength":
        return sum(LEADERS.get(name, (WARRIORS.get(name, 0), 0))[0] for name in tiles)
    return sorted((LEADERS[name][1] for name in tiles if name in LEADERS), reverse=True)


def scored(strings, tiles):
    """Return how many string tiles each player gets."""
    won = Counter()
    for group in grouped(strings, tiles):
        kind = strings[next(iter(group))]
        spaces = {s for area in group for s in ENDS[area] if s in tiles}
        powers = {
            player: power(kind, [tiles[s][0] for s in spaces if tiles[s][1] == player])
            for player in ("Trojans", "Greeks")
        }
        if powers["Trojans"] != powers["Greeks"]:
            won[max(powers, key=powers.get)] += len(group)
    return won


@over_plays(AGAMEMNON, whole=True, rarity=2)
def test_a_whole_play_keeps_the_numbers_of_the_rulebook(play):
    end = play.end
    assert end.is_terminal
    turns = [e for state in end.path for e in state.transition if isinstance(e, TurnBegan)]
    starter = end.game.players.index(end.game.options["starter"])
    assert [event.turn for event in turns] == list(range(1, 17))
    assert [event.player for event in turns] == [(starter + turn) % 2 for turn in range(16)]
    lying = named_cells(end)
    tiles = {name: held for name, held in lying.items() if name.startswith("tile(")}
    assert len(tiles) == 32
    assert sum(bool(held) for held in tiles.values()) == 30
    assert not any(held for name, held in lying.items() if name.startswith(("pool", "shown")))
    totals = [len(lying[f"won({player})"]) for player in end.game.players]
    assert sum(totals) + len(lying["aside"]) == 49
    ahead = (totals[0] > totals[1]) - (totals[0] < totals[1])
    assert end.returns == (Fraction(ahead), Fraction(-ahead))


@over_plays(AGAMEMNON, whole=True, rarity=2)
def test_scores_are_those_of_another_scorer(play):
    end = play.end
    strings = strings_scored(end)
    assert Counter(strings.values()) == PRINTED
    lying = named_cells(end)
    tiles = {
        name.removeprefix("tile(").removesuffix(")"): split(held[0])
        for name, held in lying.items()
        if name.startswith("tile(") and held
    }
    won = scored(strings, tiles)
    for player in end.game.players:
        assert len(lying[f"won({player})"]) == won[player]


@over_plays(AGAMEMNON, rarity=2)
def test_placing_uses_empty_spaces_and_the_tiles_turned_up(play):
    for state in play.states:
        lying = named_cells(state)
        actions = [action for action in state.legal_actions if action.name == "place"]
        empty = {name for name, held in lying.items() if name.startswith("tile(") and not held}
        if actions:
            player = state.game.players[state.current_player]
            shown = set(lying[f"shown({player})"])
            assert {action.labels[0] for action in actions} == shown
            assert {f"tile({action.labels[1]})" for action in actions} == empty
            assert len(actions) == len(shown) * len(empty)
            assert len(empty) >= 3


@over_plays(AGAMEMNON, rarity=2)
def test_weavers_are_turned_down_in_the_first_two_turns_only(play):
    turn = 0
    for state in play.end.path:
        turn = max([turn, *(e.turn for e in state.transition if isinstance(e, TurnBegan))])
        for action in state.legal_actions:
            if action.name == "put_back":
                assert turn <= 4
                assert split(action.labels[0])[0] in ("weft", "warp")


@pytest.mark.parametrize("instance", [i for i in EVERY if i.path == RULES], ids=str)
def test_the_first_turn_is_one_tile_of_the_starter(instance):
    state = instance.game.start()
    assert state.current_player == CHANCE
    state = state.child(state.chance_outcomes[0][0])
    assert state.game.players[state.current_player] == instance.game.options["starter"]
    assert len(state.legal_ids) == 32


def cited(text):
    """Return the numbers of the checklist in the citations of a text: brackets that end a line."""
    ends = re.findall(r"^[^#\n]*(?:#[^\[\n]*)?\[([^\[\]\n]*)\]\s*$", text, re.MULTILINE)
    return {int(number) for end in ends for number in re.findall(r"\bC(\d+)\b", end)}


def test_every_statement_of_the_checklist_is_cited():
    found = cited(RULES.read_text(encoding="utf-8"))
    assert set(CHECKLIST) - set(NOT_IN_THIS_TEXT) - found == set()
    assert found & set(NOT_IN_THIS_TEXT) == set()
    assert found <= set(CHECKLIST)


def test_the_scenarios_cover_the_checklist_of_scoring_and_turns():
    """What is decided in play, unlike what is printed, has an example that runs."""
    text = RULES.read_text(encoding="utf-8")
    examples = cited(text[text.index("\nscenario ") :])
    decided = {*range(16, 27), *range(27, 54), 54, 55, *range(70, 77)}
    assert decided - examples == set()
    assert len(scenarios(RULES)) >= 30
