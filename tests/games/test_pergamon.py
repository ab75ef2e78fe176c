"""Whole plays of Pergamon, against books that are kept beside them, and against its checklist."""

from collections import Counter
from fractions import Fraction

import pytest

from interpreter.chance import Numbers
from interpreter.load import load
from interpreter.position import CHANCE
from interpreter.reference.events import Moved
from tests.support.books.cells import named_cells
from tests.support.books.pergamon import COINS, EVALUATIONS, RAIDER, audit, inside
from tests.support.changed import checklist
from tests.support.games import EVERY, ROOT, scenarios
from tests.support.plays import SHIPPED, over_plays

RULES = ROOT / "games" / "pergamon.rules"
PERGAMON = tuple(group for group in SHIPPED if group.name == "pergamon")
INSTANCES = [instance for instance in EVERY if instance.path == RULES]


# ---------------------------------------------------------------- whole plays

KEEN = {"exhibit": 60, "append": 20, "excavate": 20, "take_back": 2, "discard": 1, "pass": 4}


def keen_play(instance, seed):
    """Return the end of a play by players that like to dig and to exhibit."""
    state = instance.game.start(seed)
    numbers = Numbers("players", seed)
    while not state.is_terminal:
        actions = state.legal_actions
        lots = [action for action in actions for _ in range(KEEN.get(action.name, 1))]
        state = state.apply(lots[numbers.below(len(lots))].id)
    return state


def hold_to_the_books(end):
    """Audit a whole play, and hold its calendar and its result to the rulebook."""
    books = audit(end)
    assert end.is_terminal
    expected = []
    for turn in range(1, 13):
        expected += [(turn, phase) for phase in ("Laying_out", "Funds", "Work")]
        expected += [(turn, "Evaluation")] * (turn in EVALUATIONS)
    assert books.phases == expected
    winners = books.winners()
    won = Fraction(len(books.players) - len(winners), len(winners))
    assert end.returns == tuple(won if p in winners else Fraction(-1) for p in books.players) or (
        len(winners) == len(books.players) and set(end.returns) == {Fraction(0)}
    )
    lying = named_cells(end)
    assert lying["ground"] == lying["pile"] == lying["next_card"] == []
    assert sum(label in COINS for label in lying["box"]) == 24


@pytest.mark.rule("C4", "C8", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21", "C22", "C23")
@pytest.mark.rule(
    "C26", "C27", "C30", "C31", "C32", "C33", "C34", "C35", "C36", "C37", "C38", "C39"
)
@pytest.mark.rule(
    "C40", "C41", "C44", "C45", "C47", "C48", "C49", "C53", "C54", "C55", "C56", "C60"
)
@pytest.mark.rule(
    "C63", "C74", "C77", "C78", "C79", "C80", "C81", "C82", "C83", "C84", "C102", "C112"
)
@pytest.mark.rule("C116")
@over_plays(PERGAMON, whole=True)
def test_any_play_agrees_with_books_kept_beside_it(play):
    hold_to_the_books(play.end)


@pytest.mark.rule(
    "C43", "C50", "C52", "C57", "C58", "C65", "C66", "C67", "C68", "C69", "C70", "C71"
)
@pytest.mark.rule(
    "C72", "C73", "C85", "C86", "C87", "C89", "C90", "C91", "C92", "C93", "C94", "C95"
)
@pytest.mark.rule("C97", "C98", "C99", "C100", "C101", "C109", "C110", "C111", "C122", "C123")
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_plays_of_keen_players_agree_with_the_books(instance):
    for seed in range(2):
        hold_to_the_books(keen_play(instance, seed))


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_200_plays_of_keen_players_agree_with_the_books(instance):
    for seed in range(2, 202):
        hold_to_the_books(keen_play(instance, seed))


def test_keen_players_meet_all_that_can_happen():
    """So that the books are held against crowded plans, full galleries and broken-up rows."""
    met = Counter()
    for instance in INSTANCES[::3]:
        end = keen_play(instance, 1)
        for state in end.path:
            names = state.game.layout.names
            for event in state.transition:
                if isinstance(event, Moved):
                    pair = names[event.source], names[event.target]
                    met[tuple(name.partition("(")[0] for name in pair)] += 1
    for way in (("museum", "box"), ("ground", "box"), ("gallery", "box"), ("bench", "museum")):
        assert met[way] >= 5


# ---------------------------------------------------------------- what is seen


def box_is_next(state):
    """Return whether the next find drawn goes from the ground to the box."""
    if state.current_player != CHANCE:
        return False
    further = state.child(state.chance_outcomes[0][0])
    event = further.transition[0]
    names = further.game.layout.names
    return isinstance(event, Moved) and (names[event.source], names[event.target]) == (
        "ground",
        "box",
    )


def alike(states):
    """Return whether no player can tell the states apart."""
    seats = range(len(states[0].game.players))
    return all(
        len({state.information_state(seat) for state in states}) == 1
        and len({repr(state.observation(seat)) for state in states}) == 1
        for seat in seats
    )


@pytest.mark.rule("C6", "C24", "C25", "C114")
def test_of_the_top_card_its_back_is_seen_and_nothing_else():
    start = load("pergamon").start()
    tops = [start.child(outcome) for outcome, _ in start.chance_outcomes]
    labels = [named_cells(top)["next_card"][0] for top in tops]
    bags = [top for top, label in zip(tops, labels, strict=True) if label.startswith("bag")]
    assert len(tops) == 8
    assert len(bags) == 4
    assert alike(bags)
    assert not alike(tops)


@pytest.mark.rule("C23")
def test_nobody_sees_the_finds_for_which_there_is_no_room():
    state = load("pergamon", players=3).start()
    while not box_is_next(state):  # nobody digs
        chance = state.current_player == CHANCE
        state = state.child(state.chance_outcomes[0][0] if chance else state.legal_ids[-1])
    after = [state.child(outcome) for outcome, _ in state.chance_outcomes]
    assert len(after) == len({one.position for one in after}) == 40
    assert alike(after)


@pytest.mark.rule("C9", "C64")
def test_tickets_are_seen_by_their_owner_only_and_coins_by_all():
    end = keen_play(INSTANCES[0], 2)
    layout = end.game.layout
    assert any(named_cells(end)[f"tickets({player})"] for player in end.game.players)
    for number, name in enumerate(layout.names):
        if name.startswith("tickets"):
            owner = end.game.players.index(inside(name))
            assert set(layout.seen_by[number]) == {owner}
        if name.startswith(("coins", "loot", "spot", "museum", "store")):
            assert set(layout.seen_by[number]) == set(range(len(end.game.players)))


@pytest.mark.rule("C6", "C7", "C24", "C30")
def test_piles_lie_face_down_and_what_is_laid_out_is_seen_by_all():
    for instance in INSTANCES:
        layout = instance.game.layout
        for number, name in enumerate(layout.names):
            family = name.partition("(")[0]
            if family in ("ground", "pile", "face_down", "box"):
                assert not layout.seen_by[number], name
            if family in ("sorted", "gallery", "turned", "on", "line", "bench"):
                assert set(layout.seen_by[number]) == set(range(instance.players)), name


# ---------------------------------------------------------------- variants and the beginning


@pytest.mark.rule("C1", "C2", "C3", "C5", "C7", "C10", "C11", "C12", "C13")
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_the_oldest_player_applies_first_and_the_raider_only_among_two(instance):
    state = instance.game.start()
    while state.current_player == CHANCE or state.legal_actions[0].name == "lay":
        chance = state.current_player == CHANCE
        state = state.child(state.chance_outcomes[0][0] if chance else state.legal_ids[0])
    assert state.game.players[state.current_player] == "P1"
    raided = [name for name, held in named_cells(state).items() if held == [RAIDER]]
    assert raided == (["stock"] if instance.players > 2 else ["on(f5)"])
    assert len(state.legal_actions) == (13 if instance.players > 2 else 12)


@pytest.mark.rule("C108")
def test_variant_1_changes_nothing_with_two_players():
    plain = load("pergamon", players=2)
    track = load("pergamon", players=2, options={"order": "track"})
    at, beside = plain.start(3), track.start(3)
    numbers = Numbers("players", 3)
    while not at.is_terminal:
        assert at.legal_ids == beside.legal_ids
        assert at.position.cells == beside.position.cells
        number = at.legal_ids[numbers.below(len(at.legal_ids))]
        at, beside = at.apply(number), beside.apply(number)
    assert beside.is_terminal
    assert at.returns == beside.returns


def test_the_checklist_of_the_rulebook_is_true(pytestconfig):
    listed = checklist.Checklist(
        ROOT / "tests" / "rulebooks" / "pergamon.md",
        RULES,
        ROOT / "tests" / "games" / "test_pergamon.py",
    )
    if pytestconfig.getoption("--bless"):
        listed.bless()
    assert listed.unknown == set()
    assert listed.uncovered == set()
    assert listed.is_true, "rewrite it with `pytest --bless tests/games/test_pergamon.py`"


def test_what_is_decided_in_play_has_an_example_that_runs():
    listed = checklist.citations(RULES)
    examples = {item for item, found in listed.items() if found.scenarios}
    decided = {f"C{number}" for number in range(15, 124)}
    assert decided - examples == {"C64", "C80", "C102"}
    assert len(scenarios(RULES)) >= 45
