"""Whole plays of Agamemnon, against a scorer of our own and against the checklist of its rules."""

import csv
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from interpreter.load import load
from interpreter.position import CHANCE
from interpreter.reference.events import TurnBegan
from tests.support.books.cells import named_zones as named_cells
from tests.support.changed import checklist
from tests.support.games import EVERY, ROOT, scenarios
from tests.support.plays import SHIPPED, over_plays

RULES = ROOT / "games" / "agamemnon.rules"
AGAMEMNON = tuple(group for group in SHIPPED if group.name.startswith("agamemnon"))

LEADERS = {"A1": (1, 5), "B3": (3, 4), "C4": (4, 3), "D3": (3, 2), "E2": (2, 1)}  # spears, rank
WARRIORS = {"W1": 1, "W2": 2, "W3": 3}
LOOM_TILES = ("loom_a", "loom_b", "loom_c", "loom_d")
STRINGS = ("strength", "force", "leadership")
UNCONNECTED = {
    "loom_a": "s15",
    "loom_b": "s3",
    "loom_c": "s31",
    "loom_d": "s32",
}  # by what is left


def areas(board):
    """Return the two ends of each area and what it prints, as the table has them."""
    with (ROOT / "games" / "agamemnon" / f"{board}_areas.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {f"{row['a']}_{row['b']}": (row["a"], row["b"], row["prints"]) for row in rows}


AREAS = {board: areas(board) for board in ("front", "loom")}


def laid(state):
    """Return which string lay on which area after set-up: what it prints, or the Loom's symbol."""
    lying = named_cells(state)
    means = {
        held[0].removeprefix("LoomTile(").removesuffix(")"): kind
        for kind in STRINGS
        if (held := lying[f"pattern({kind})"])
    }
    means |= {kind: kind for kind in STRINGS}
    printed = {name: prints for name, (_, _, prints) in AREAS[board_of(state)].items()}
    return {name: means[prints] for name, prints in printed.items() if prints in means}


def board_of(state):
    """Return which side of the board is played on."""
    return state.game.options["board"]


def split(label):
    """Return the name and the owner in `weft(Greeks)`."""
    name, owner = label.removesuffix(")").split("(")
    return name, owner


def strings_scored(end):
    """Return which string lies on which area at the end: scoring moves none."""
    return {
        name.removeprefix("strung(").removesuffix(")"): split(held[0])[1]
        for name, held in named_cells(end).items()
        if name.startswith("strung(") and held
    }


def won_by(end, player):
    """Return how many string tiles a player has won, by the variables that say so."""
    names = end.game.layout.names
    found = dict(zip(names, end.position.cells, strict=True))
    return sum(found[f"won({player}, {kind})"] for kind in STRINGS)


def grouped(strings, tiles, ends):
    """Return the groups of areas that hang together, by flooding."""
    left, groups = set(strings), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            area = edge.pop()
            group.add(area)
            for other in [o for o in left if strings[o] == strings[area]]:
                joints = set(ends[area]) & set(ends[other])
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


def scored(strings, tiles, ends):
    """Return how many string tiles each player gets."""
    won = Counter()
    for group in grouped(strings, tiles, ends):
        kind = strings[next(iter(group))]
        spaces = {s for area in group for s in ends[area] if s in tiles}
        powers = {
            player: power(kind, [tiles[s][0] for s in spaces if tiles[s][1] == player])
            for player in ("Trojans", "Greeks")
        }
        if powers["Trojans"] != powers["Greeks"]:
            won[max(powers, key=powers.get)] += len(group)
    return won


@pytest.mark.rule("C40", "C41", "C42", "C43", "C45", "C54", "C55", "C62", "C70", "C79")
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
    assert len(tiles) == (32 if board_of(end) == "front" else 33)
    assert sum(bool(held) for held in tiles.values()) == 30
    unplaced = ("pool", "stack", "taken", "shown")
    assert not any(held for name, held in lying.items() if name.startswith(unplaced))
    totals = [won_by(end, player) for player in end.game.players]
    assert sum(totals) <= len(laid(end)) == len(strings_scored(end))
    ahead = (totals[0] > totals[1]) - (totals[0] < totals[1])
    assert end.returns == (Fraction(ahead), Fraction(-ahead))


@pytest.mark.rule("C46", "C47", "C48", "C50", "C51", "C52", "C53", "C59", "C60", "C71")
@over_plays(AGAMEMNON, whole=True, rarity=2)
def test_scores_are_those_of_another_scorer(play):
    end = play.end
    strings = strings_scored(end)
    assert Counter(strings.values()) == Counter(laid(end).values())
    tiles = {
        name.removeprefix("tile(").removesuffix(")"): split(held[0])
        for name, held in named_cells(end).items()
        if name.startswith("tile(") and held
    }
    ends = {name: (a, b) for name, (a, b, _) in AREAS[board_of(end)].items()}
    won = scored(strings, tiles, ends)
    for player in end.game.players:
        assert won_by(end, player) == won[player]


@pytest.mark.rule("C39", "C40", "C41", "C62", "C68")
@over_plays(AGAMEMNON, rarity=2)
def test_placing_uses_empty_spaces_and_the_tiles_turned_up(play):
    for state in play.states:
        lying = named_cells(state)
        actions = [action for action in state.legal_actions if action.name == "place"]
        empty = {name for name, held in lying.items() if name.startswith("tile(") and not held}
        if actions:
            empty -= {f"tile({space})" for space in unconnected(state)}
            player = state.game.players[state.current_player]
            shown = set(lying[f"shown({player})"])
            assert {action.labels[0] for action in actions} == shown
            assert {f"tile({action.labels[1]})" for action in actions} == empty
            assert len(actions) == len(shown) * len(empty)
            assert len(empty) >= 3


def unconnected(state):
    """Return the spaces that no string touched when the strings were laid."""
    strings = laid(state)
    table = AREAS[board_of(state)]
    touched = {space for name in strings for space in table[name][:2]}
    return {space for a, b, _ in table.values() for space in (a, b)} - touched


@pytest.mark.rule("C26", "C29", "C68", "C83")
@over_plays(AGAMEMNON, rarity=2)
def test_weavers_are_turned_down_in_the_first_two_turns_only(play):
    turn = 0
    for state in play.end.path:
        turn = max([turn, *(e.turn for e in state.transition if isinstance(e, TurnBegan))])
        for action in state.legal_actions:
            if action.name == "put_back":
                assert turn <= 4
                assert split(action.labels[0])[0] in ("weft", "warp")
                assert state.game.options["tiles"] != "face_up"


@pytest.mark.rule("C30", "C61", "C63")
@over_plays(AGAMEMNON, rarity=2)
def test_a_warp_swaps_any_two_of_its_space_with_a_string_among_them(play):
    for state in play.states:
        offered = [action for action in state.legal_actions if action.name == "exchange"]
        if not offered:
            continue
        table = AREAS[board_of(state)]
        pairs = [action.labels for action in offered]
        space = set.intersection(*(set(table[name][:2]) for pair in pairs for name in pair)).pop()
        lying = named_cells(state)
        beside = [
            name
            for name, (a, b, _) in table.items()
            if space in (a, b) and not {a, b} & unconnected(state)
        ]
        strung = [name for name in beside if lying[f"strung({name})"]]
        empty = len(beside) - len(strung)
        assert len(pairs) == len(beside) * (len(beside) - 1) // 2 - empty * (empty - 1) // 2


@pytest.mark.rule("C37")
@pytest.mark.parametrize("instance", [i for i in EVERY if i.path == RULES], ids=str)
def test_the_first_turn_is_one_tile_of_the_starter(instance):
    state = instance.game.start()
    taken = 0
    while not [action for action in state.legal_actions if action.name == "place"]:
        if state.current_player == CHANCE:
            state = state.child(state.chance_outcomes[0][0])
        else:
            last = state.legal_actions[-1]  # pass, or the stack of warriors
            taken += last.name == "take_from"
            state = state.child(last.id)
    player = instance.game.options["starter"]
    assert state.game.players[state.current_player] == player
    tiles = instance.game.options["tiles"]
    assert len(named_cells(state)[f"shown({player})"]) == (15 if tiles == "face_up" else 1)
    assert taken == (tiles == "sorted")
    assert len({action.labels[1] for action in state.legal_actions}) == 32


def set_ups(state, weight=Fraction(1)):
    """Yield each position in which the tiles of the Loom are up, with its probability."""
    if all(named_cells(state)[f"pattern({kind})"] for kind in STRINGS):
        yield state, weight
        return
    assert state.current_player == CHANCE
    for outcome, probability in state.chance_outcomes:
        yield from set_ups(state.child(outcome), weight * probability)


@pytest.mark.rule("C56", "C57", "C58", "C59", "C60", "C61", "C64")
def test_the_loom_has_24_set_ups_and_each_leaves_one_space_unconnected():
    game = load("agamemnon", options={"board": "loom"})
    found = list(set_ups(game.start()))
    assert len(found) == 24
    assert {weight for _, weight in found} == {Fraction(1, 24)}
    assert len({state.position.cells for state, _ in found}) == 24
    for state, _ in found:
        lying = named_cells(state)
        strings = {
            name.removeprefix("strung(").removesuffix(")"): split(held[0])[1]
            for name, held in lying.items()
            if name.startswith("strung(") and held
        }
        assert strings == laid(state)
        assert max(Counter(strings.values()).values()) <= 20
        (left,) = lying["lots"]
        assert unconnected(state) == {UNCONNECTED[split(left)[1]]}
        (group,) = connected(strings)
        assert len(group) == 32


def connected(strings):
    """Return the sets of spaces that hang together by strings of whatever kind."""
    groups = []
    for name in strings:
        ends = set(AREAS["loom"][name][:2])
        touching = [group for group in groups if group & ends]
        groups = [group for group in groups if not group & ends]
        groups.append(ends.union(*touching))
    return groups


ROUND = tuple(LOOM_TILES) * 2
TURNED = [ROUND[first : first + 3] for first in range(len(LOOM_TILES))]
"""Orders in which each tile lies in each place once."""


@pytest.mark.rule("C56", "C58", "C59")
@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, marks=() if order in TURNED else pytest.mark.soak, id="-".join(order))
        for order in permutations(LOOM_TILES, 3)
    ],
)
def test_three_options_fix_a_set_up_of_the_loom(order):
    named = dict(zip(("first_tile", "second_tile", "third_tile"), order, strict=True))
    game = load("agamemnon", options={"board": "loom", "tiles": "face_up", **named})
    state = game.start()
    assert state.current_player != CHANCE
    strings = laid(state)
    for kind, symbol in zip(STRINGS, order, strict=True):
        printed = {name for name, (_, _, prints) in AREAS["loom"].items() if prints == symbol}
        assert {name for name, lies in strings.items() if lies == kind} == printed


@pytest.mark.rule("C66", "C67", "C81")
def test_nobody_sees_anything_of_a_tile_before_both_are_taken():
    game = load("agamemnon", options={"tiles": "sorted"})
    state = acted(acted(game.start(), "take_from"), "place")
    first = took(state, "warriors")
    assert len(first.chance_outcomes) == 3
    after_one = [first.child(outcome) for outcome, _ in first.chance_outcomes]
    for player in (0, 1):
        assert len({one.information_state(player) for one in after_one}) == 1
        assert len({repr(one.observation(player)) for one in after_one}) == 1
    assert len({one.position for one in after_one}) == 3
    assert len({one.legal_ids for one in after_one}) == 1
    second = took(after_one[0], "leaders")
    after_two = [second.child(outcome) for outcome, _ in second.chance_outcomes]
    for player in (0, 1):
        assert len({both.information_state(player) for both in after_two}) == 5


@pytest.mark.rule("C8", "C38", "C41", "C57", "C65", "C67", "C68")
def test_tiles_lie_face_down_until_they_are_turned_up():
    layout = load("agamemnon").layout
    seen = {name: layout.seen_by[number] for number, name in enumerate(layout.names)}
    for name, players in seen.items():
        family = name.partition("(")[0]
        if family in ("pool", "stack", "taken", "lots"):
            assert not players, name
        if family in ("shown", "tile", "strung", "won", "pattern"):
            assert set(players) == {0, 1}, name


@pytest.mark.rule("C8")
def test_the_backs_of_all_tiles_are_alike():
    assert load("agamemnon").spec.backs == ()


def took(state, pile):
    """Return the state after taking from a stack, before chance says which tile it is."""
    return state.child(next(a.id for a in state.legal_actions if a.labels == (pile,)))


def acted(state, name):
    """Return the state after the last action of this name, and the chance that follows."""
    state = state.child([a.id for a in state.legal_actions if a.name == name][-1])
    while state.current_player == CHANCE:
        state = state.child(state.chance_outcomes[0][0])
    return state


def test_the_checklist_of_the_rulebook_is_true(pytestconfig):
    listed = checklist.Checklist(
        ROOT / "tests" / "rulebooks" / "agamemnon.md",
        RULES,
        ROOT / "tests" / "games" / "test_agamemnon.py",
    )
    if pytestconfig.getoption("--bless"):
        listed.bless()
    assert listed.unknown == set()
    assert listed.uncovered == set()
    assert listed.is_true, "rewrite it with `pytest --bless tests/games/test_agamemnon.py`"


def test_what_is_decided_in_play_has_an_example_that_runs():
    """Unlike what is printed on the board and the tiles."""
    listed = checklist.citations(RULES)
    examples = {item for item, found in listed.items() if found.scenarios}
    decided = {f"C{number}" for number in range(16, 84)}
    assert decided - examples == set()
    assert len(scenarios(RULES)) >= 50
