"""Whole plays of Egemonia, against a model of our own and against the checklist of its rules."""

import shutil
from fractions import Fraction
from functools import cache

import pytest

from interpreter.chance import Numbers
from interpreter.load import load
from interpreter.position import CHANCE
from interpreter.reference.events import Moved, Revealed
from interpreter.testing.scenarios import run
from rulelang import pipeline
from tests.support.books.egemonia import (
    ACTS,
    AREAS,
    CAPITAL,
    PLAYERS,
    SPECIAL,
    TABLES,
    Board,
    confrontations,
    fought,
    other,
)
from tests.support.changed import checklist
from tests.support.games import EVERY, ROOT, scenarios
from tests.support.plays import SHIPPED, onwards, over_plays
from tests.support.sampling import passed_over

RULES = ROOT / "games" / "egemonia.rules"
EGEMONIA = tuple(group for group in SHIPPED if group.name == "egemonia")
INSTANCES = [instance for instance in EVERY if instance.path == RULES]
ACTS |= {name: act for name, (act, _) in SPECIAL.items()}
PROSE = {"C3"}  # the scale of time: no rule


@cache
def random_play(instance, seed):
    """Return the states of a play in which all is chosen at random."""
    numbers = Numbers("players", seed)
    states = [instance.game.start()]
    while not states[-1].is_terminal:
        states.append(onwards(states[-1], numbers.below(1 << 16)))
    return tuple(states)


def check_confrontations(states):
    """Hold every confrontation against the model."""
    for before, plans, after in confrontations(states):
        level, syracuse = fought(before, plans)
        assert after.level == level
        assert after.at["syracuse"] == syracuse
        gained = after.holder("Delphi") != before.holder("Delphi")
        free = after.holder("Delphi") if gained else None
        assert after.oracle == (before.oracle or free)
        check_put_away(plans, after)


def check_put_away(plans, after):
    """Hold that every event went where it belongs."""
    for placer, event, _ in plans:
        if event in SPECIAL:
            assert event in after.at["box"]
        elif event == "Divine_help":
            assert event in after.hand(other(placer))
        else:
            assert event in after.at["cup"]


def check_places(states):
    """Hold that what may be placed is what the model allows, and the favour with it."""
    for state in states:
        if state.current_player == CHANCE or not {"place", "pass"} & set(state.arm_names):
            continue
        board = Board(state)
        player = state.game.players[state.current_player]
        offered = {a.labels for a in state.legal_actions if a.name == "place"}
        if {a.name for a in state.legal_actions} & {"exchange"}:
            continue
        assert offered == {
            (event, area)
            for event in board.hand(player)
            for area in board.reach(player, ACTS[event])
        }
        assert [a.name for a in state.legal_actions if a.name == "pass"] == ["pass"][: not offered]
        assert board.favoured == board.favour(board.at["turn"])
        for each in PLAYERS:
            assert len(board.hand(each)) + len(board.planned(each)) in (4, 5)


def check_numbers(states):
    """Hold what is true of every position."""
    for board in map(Board, states):
        held = [event for zone in board.at.values() if isinstance(zone, list) for event in zone]
        assert len(held) == 22
        assert set(board.at["box"]) <= SPECIAL.keys()
        for area in AREAS:
            assert 0 in [board.level[player, area] for player in PLAYERS]
        if board.at["syracuse"]:
            assert board.holder("Sicily") is None


def check_end(end):
    """Hold that the game ended when and as it should."""
    board = Board(end)
    winner = board.leader()
    most = max(len(board.areas(player)) for player in PLAYERS)
    assert most >= 10 or board.at["turn"] == 10
    signs = [0 if winner is None else 1 if player == winner else -1 for player in PLAYERS]
    assert end.returns == tuple(map(Fraction, signs))


@pytest.mark.rule("C6", "C7", "C19", "C40", "C86", "C87", "C89", "C91", "C99", "C100", "C101")
@pytest.mark.rule("C88", "C108")
@over_plays(EGEMONIA, whole=True)
def test_a_whole_play_keeps_the_numbers_of_the_rulebook(play):
    check_numbers(play.states)
    check_end(play.end)
    for before, _, after in confrontations(play.states):
        assert set(before.at["box"]) <= set(after.at["box"])
        assert before.at["syracuse"] >= after.at["syracuse"]
        if max(len(after.areas(player)) for player in PLAYERS) >= 10:
            assert after.level == Board(play.end).level


@pytest.mark.rule("C21", "C22", "C33", "C44", "C45", "C46", "C48", "C50", "C53", "C55", "C61")
@pytest.mark.rule("C25", "C26", "C27", "C28", "C29", "C30", "C95", "C96", "C102", "C104", "C106")
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_events_are_placed_where_another_reading_of_the_ranges_allows(instance):
    check_places(random_play(instance, 1))


@pytest.mark.rule("C38", "C39", "C57", "C70", "C73", "C74", "C75", "C76", "C77", "C78", "C79")
@pytest.mark.rule("C80", "C81", "C82", "C83", "C84", "C90", "C97", "C103", "C107", "C109", "C110")
@pytest.mark.parametrize("seed", [0, 1, passed_over(2), passed_over(3)])
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_confrontations_come_out_as_in_another_model(instance, seed):
    check_confrontations(random_play(instance, seed))


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_two_hundred_random_plays_of_each_variant(instance):
    for seed in range(100, 300):
        states = random_play.__wrapped__(instance, seed)
        check_numbers(states)
        check_places(states)
        check_confrontations(states)
        check_end(states[-1])


@pytest.mark.rule("C11", "C12", "C13", "C14", "C15", "C16")
def test_the_athenians_set_their_second_counter_first():
    state = load("egemonia").start()
    assert state.current_player == PLAYERS.index("Athenians")
    free = set(AREAS) - {"Delphi", "Sicily"}
    assert {action.labels[0] for action in state.legal_actions} == free - {"Sparta"}
    state = state.child(state.find("orient", ["Samos"]).id)
    assert state.current_player == PLAYERS.index("Spartans")
    assert {action.labels[0] for action in state.legal_actions} == free - {"Athens", "Samos"}
    state = state.child(state.find("orient", ["Argos"]).id)
    board = Board(state)
    assert {place: level for place, level in board.level.items() if level} == {
        ("Athenians", "Athens"): 1,
        ("Athenians", "Samos"): 1,
        ("Spartans", "Sparta"): 1,
        ("Spartans", "Argos"): 1,
    }


@pytest.mark.rule("C9", "C37")
def test_what_is_placed_shows_to_the_opponent_only_when_it_is_turned_over():
    states = random_play(INSTANCES[0], 0)
    (first, *_) = (s for s in states if s.legal_actions and s.legal_actions[0].name == "place")
    here = [a for a in first.legal_actions if a.labels[1] == "Delphi"]
    assert len({a.labels[0] for a in here}) > 1
    opponent = 1 - first.current_player
    after = [first.child(action.id) for action in here]
    assert len({state.information_state(opponent) for state in after}) == 1
    assert len({repr(state.observation(opponent)) for state in after}) == 1
    assert len({state.information_state(1 - opponent) for state in after}) == len(here)


@pytest.mark.rule("C9")
def test_the_backs_of_all_events_are_alike():
    assert INSTANCES[0].spec.backs == ()


@pytest.mark.rule("C37")
def test_all_that_is_placed_is_turned_over_before_anything_is_resolved():
    for state in random_play(INSTANCES[0], 0):
        names = state.game.layout.names
        turned = [
            (type(event), names[event.cell if isinstance(event, Revealed) else event.source])
            for event in state.transition
            if isinstance(event, Revealed | Moved)
        ]
        plans = [kind for kind, name in turned if name.startswith("plan(")]
        assert plans == sorted(plans, key=lambda kind: kind is Moved)
        assert plans.count(Moved) <= plans.count(Revealed)


BOTH_HAVE_TEN = """
scenario "both sides have ten areas, and the one in Sicily wins":
    given turn is 4
    given syracuse is false
{levels}
    given hand(Athenians) is Military, Influence, Coup, False_alarm
    given hand(Spartans) is 2 Military, Coup, False_alarm
    do take_turn
    play {plays}
    expect areas(Athenians) is 10
    expect areas(Spartans) is {spartan}
    expect {winner} wins
"""


@pytest.mark.rule("C99", "C101")
@pytest.mark.parametrize(
    ("spartan", "winner"), [(10, "Athenians"), (11, "Spartans")], ids=["equal", "more"]
)
def test_on_a_larger_map_both_may_have_ten(tmp_path, spartan, winner):
    """Whoever has the printed map replaces the tables, and the rules stay as they are."""
    shutil.copytree(TABLES, tmp_path / "egemonia")
    further = ["Naxos", "Chios", "Rhodes"]
    with (tmp_path / "egemonia" / "areas.csv").open("a", encoding="utf-8") as file:
        file.writelines(f"{area},none,0\n" for area in further)
    with (tmp_path / "egemonia" / "links.csv").open("a", encoding="utf-8") as file:
        file.writelines(f"{area},Delos,sea\n" for area in further)
    places = [*AREAS, *further]
    athenian = ["Athens", "Sicily", *(a for a in places[6:] if a not in CAPITAL.values())][:10]
    rest = [area for area in places if area not in athenian][:spartan]
    levels = [f"    given level(Athenians, {area}) is 2" for area in athenian]
    levels += [f"    given level(Spartans, {area}) is 2" for area in rest]
    one, two = ["Athens"] * 3, ["Sparta"] * 3
    events = [["Military", "False_alarm", "Coup"], ["Military", "False_alarm", "Military"]]
    mine = [f"place({event}, {area})" for event, area in zip(events[0], one, strict=True)]
    theirs = [f"place({event}, {area})" for event, area in zip(events[1], two, strict=True)]
    if spartan > 10:
        mine, theirs = theirs, mine
    plays = ", ".join(play for both in zip(mine, theirs, strict=True) for play in both)
    added = BOTH_HAVE_TEN.format(
        levels="\n".join(levels), plays=plays, spartan=spartan, winner=winner
    )
    copy = tmp_path / "egemonia.rules"
    copy.write_text(RULES.read_text(encoding="utf-8") + added, encoding="utf-8")
    found = pipeline.check(str(copy))
    (scenario,) = (s for s in found.scenarios if s.name.startswith("both sides have ten"))
    assert [str(failure.message) for failure in run(scenario).failures] == []


def test_the_checklist_of_the_rulebook_is_true(pytestconfig):
    listed = checklist.Checklist(
        ROOT / "tests" / "rulebooks" / "egemonia.md",
        RULES,
        ROOT / "tests" / "games" / "test_egemonia.py",
    )
    if pytestconfig.getoption("--bless"):
        listed.bless()
    assert listed.unknown == set()
    assert listed.uncovered == PROSE
    assert listed.is_true, "rewrite it with `pytest --bless tests/games/test_egemonia.py`"


def test_every_rule_has_an_example_that_runs():
    """But for three that only a whole set-up, a screen, or no play at all can show."""
    listed = checklist.citations(RULES)
    examples = {item for item, found in listed.items() if found.scenarios}
    assert {f"C{number}" for number in range(1, 111)} - examples == PROSE | {"C9", "C14"}
    assert len(scenarios(RULES)) >= 50
