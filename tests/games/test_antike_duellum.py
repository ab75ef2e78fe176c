"""Whole plays of Antike Duellum, against what its rulebook counts, and against its checklist."""

import csv
import re
from collections import Counter
from itertools import pairwise

import pytest

from interpreter.chance import Numbers
from interpreter.position import CHANCE
from interpreter.reference.events import TurnBegan
from tests.support.books.cells import named_cells
from tests.support.changed import checklist
from tests.support.games import EVERY, ROOT, scenarios
from tests.support.sampling import thinned

RULES = ROOT / "games" / "antike_duellum.rules"
INSTANCES = [instance for instance in EVERY if instance.path == RULES]
BOTH_MAPS = INSTANCES[::3]
"""Each map, and each way to get a fortress."""


FIELDS = ("FERRUM", "TEMPLUM", "AURUM", "DUELLUM_A", "MILITIA", "MARMOR", "SCIENTIA", "DUELLUM_B")
STACKS = {"king": 6, "citizen": 4, "scholar": 5, "general": 4, "navigator": 2}
TOKENS = {"marble_city": 12, "iron_city": 12, "gold_city": 10}
WALL_SYMBOLS = (0, 1, 2, 3, 5, 7)
TURNS = 300
KEEN = {
    "found": 300,
    "temple_at": 300,
    "develop": 300,
    "conquer": 300,
    "arm_unit": 100,
    "recruit": 60,
    "go_on": 60,
    "play": 30,
    "march": 25,
    "go": 20,
    "wall_at": 20,
    "pass": 20,
    "trade": 0,
}


def table(name):
    """Return the rows of a table beside the rule text."""
    with (ROOT / "games" / "antike_duellum" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


MAPS = {
    side: (
        {row["name"]: row for row in table(f"{side}_regions")},
        [(row["a"], row["b"], row["red"], row["blue"]) for row in table(f"{side}_borders")],
    )
    for side in ("west", "east")
}


def everything(cells, family):
    """Return all that lies in the zones of a family, as names."""
    return [
        label
        for name, held in cells.items()
        if isinstance(held, list) and name.partition("(")[0] == family
        for label in held
    ]


def of(player, labels):
    """Return those of the labels that are this player's: `Unit(Brown, legion)`."""
    return [label for label in labels if re.search(rf"\b{player}\b", label)]


def played(instance, seed, keen):
    """Return the end of a play at random, or by players that know what is worth its price."""
    state = instance.game.start(seed)
    numbers = Numbers("players", seed)
    while not state.is_terminal:
        lots = tuple(liked(state)) if keen else ()
        actions = lots or state.legal_actions
        state = state.apply(actions[numbers.below(len(actions))].id)
    return state


def liked(state):
    """Yield each action as often as a keen player likes it; he never pays for a field."""
    cells = named_cells(state)
    start = cells[f"stone({state.game.players[state.current_player]})"]
    for action in state.legal_actions:
        if action.name == "go" and start is not None:
            free = 1 <= (FIELDS.index(action.labels[0]) - start - 1) % len(FIELDS) + 1 <= 3
            yield from [action] * (KEEN["go"] * free)
        else:
            yield from [action] * KEEN.get(action.name, 1)


# ---------------------------------------------------------------- what holds at any time


def hold_to_the_counts(state):
    """Hold one position to what the rulebook says of pieces and places."""
    cells = named_cells(state)
    players = state.game.players
    regions = MAPS[state.game.options["map"]][0]
    coins = [cells[f"coins({player})"] for player in players]
    assert sum(coins) <= 30
    for player in players:
        lying = [
            label
            for family in ("supply", "box", "fallen", "camp", "marched")
            for label in everything(cells, family)
        ]
        assert Counter(of(player, lying)) == {
            f"Unit({player}, {arm})": 12 for arm in ("legion", "galley")
        }
        won = cells[f"won({player})"]
        assert len(won) <= 9
        walls = len(of(player, everything(cells, "walls") + everything(cells, "wall")))
        assert walls == sum(symbol <= len(won) for symbol in WALL_SYMBOLS)
    assert len(everything(cells, "temples") + everything(cells, "temple")) == 12
    tokens = Counter(everything(cells, "cities") + everything(cells, "city"))
    assert tokens == TOKENS
    hall = Counter(everything(cells, "hall") + everything(cells, "won"))
    assert hall == STACKS
    for name, region in regions.items():
        founded = bool(cells[f"city({name})"])
        assert founded == (cells[f"ruler({name})"] is not None)
        assert not founded or region["site"]
        assert founded or not (cells[f"temple({name})"] or cells[f"wall({name})"])
        here = Counter(cells[f"camp({name})"])
        for arm in ("legion", "galley"):
            assert not all(here[f"Unit({player}, {arm})"] for player in players)
    events = sum(
        len(everything(cells, family))
        for family in ("events", "turned", "alike", "display", "discards", "cards")
    )
    assert events == 25
    assert len(set(cells["display"])) == len(cells["display"]) <= 3


def hold_units_to_their_ground(state):
    """Hold each unit to a region that a border of its colour reaches."""
    cells = named_cells(state)
    _, borders = MAPS[state.game.options["map"]]
    for name, held in cells.items():
        if name.startswith(("camp", "marched")):
            region = name.partition("(")[2].removesuffix(")")
            lines = [(red, blue) for a, b, red, blue in borders if region in (a, b)]
            for label in held:
                assert any(red if "legion" in label else blue for red, blue in lines)


def hold_to_the_rulebook(end):
    """Hold a whole play to its counts, its turns, its payments and its end."""
    assert end.is_terminal
    path = [state for state in end.path if state.current_player != CHANCE]
    for state in path[:: max(1, len(path) // 12)]:
        hold_to_the_counts(state)
        hold_units_to_their_ground(state)
    hold_to_the_counts(end)
    turns = [
        event for state in end.path for event in state.transition if isinstance(event, TurnBegan)
    ]
    assert all(a.player != b.player for a, b in pairwise(turns))
    assert len(turns) <= TURNS
    won = [len(named_cells(end)[f"won({player})"]) for player in end.game.players]
    assert max(won) == 9 or len(turns) == TURNS
    sign = (won[0] > won[1]) - (won[0] < won[1])
    assert end.returns == (sign, -sign)


# ---------------------------------------------------------------- plays


@pytest.mark.rule("C3", "C4", "C5", "C6", "C8", "C9", "C16", "C17", "C53", "C55", "C56", "C57")
@pytest.mark.rule("C72", "C78", "C79", "C87", "C90", "C91", "C109", "C110", "C129", "C138")
@pytest.mark.rule("C19", "C31", "C133", "C144", "C146", "C148")
@pytest.mark.parametrize("instance", thinned(INSTANCES), ids=str)
def test_random_plays_keep_the_counts_of_the_rulebook(instance):
    hold_to_the_rulebook(played(instance, 1, keen=False))


@pytest.mark.rule("C19", "C31", "C133", "C148")
@pytest.mark.parametrize("instance", BOTH_MAPS, ids=str)
def test_plays_of_keen_players_keep_them_too(instance):
    hold_to_the_rulebook(played(instance, 1, keen=True))


@pytest.mark.rule("C19", "C133")
def test_keen_players_win_by_nine_personages():
    end = played(INSTANCES[1], 9, keen=True)
    won = [len(named_cells(end)[f"won({player})"]) for player in end.game.players]
    assert max(won) == 9
    assert end.returns[won.index(9)] == 1


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_200_plays_of_keen_players_keep_them_too(instance):
    for seed in range(2, 202):
        hold_to_the_rulebook(played(instance, seed, keen=True))


# ---------------------------------------------------------------- the data


@pytest.mark.rule("C2", "C12", "C26", "C53")
@pytest.mark.parametrize("side", MAPS)
def test_both_maps_are_whole_and_start_alike(side):
    regions, borders = MAPS[side]
    assert sum(bool(region["site"]) for region in regions.values()) == 27
    assert {region["sea"] for region in regions.values() if not region["site"]} == {"2"}
    for player in ("Brown", "Beige"):
        starts = [row["start_city"] for row in regions.values() if row["start"] == player]
        assert sorted(starts) == ["gold_city", "iron_city", "marble_city"]
    assert all(red or blue for _, _, red, blue in borders)
    assert len({frozenset((a, b)) for a, b, _, _ in borders}) == len(borders)
    for name, region in regions.items():
        wet = any(blue for a, b, _, blue in borders if name in (a, b))
        assert wet == (region["sea"] != "0")
    reached, edge = set(), {next(iter(regions))}
    while edge:
        reached |= edge
        edge = {x for a, b, _, _ in borders if {a, b} & reached for x in (a, b)} - reached
    assert reached == set(regions)


@pytest.mark.rule("C17", "C18", "C132")
def test_only_the_deck_of_events_lies_face_down():
    layout = INSTANCES[0].game.layout
    hidden = {name for name, seen in zip(layout.names, layout.seen_by, strict=True) if not seen}
    assert hidden == {"events"}


@pytest.mark.rule("C17")
def test_there_are_25_event_cards():
    assert sum(int(row["copies"]) for row in table("events")) == 25


@pytest.mark.rule("C93")
def test_the_prices_that_the_rulebook_tells():
    prices = {(row["advance"], row["nation"]): int(row["price"]) for row in table("prices")}
    assert prices["navigatio", "2"] == 3
    assert prices["commercium", "1"] == 9


# ---------------------------------------------------------------- the checklist


def test_the_checklist_of_the_rulebook_is_true(pytestconfig):
    listed = checklist.Checklist(
        ROOT / "tests" / "rulebooks" / "antike_duellum.md",
        RULES,
        ROOT / "tests" / "games" / "test_antike_duellum.py",
    )
    if pytestconfig.getoption("--bless"):
        listed.bless()
    assert listed.unknown == set()
    assert listed.uncovered == set()
    assert listed.is_true, "rewrite it with `pytest --bless tests/games/test_antike_duellum.py`"


def test_every_item_but_the_last_has_an_example_that_runs():
    listed = checklist.citations(RULES)
    examples = {item for item, found in listed.items() if found.scenarios}
    assert {f"C{number}" for number in range(1, 148)} - examples == set()
    assert len(scenarios(RULES)) >= 55
