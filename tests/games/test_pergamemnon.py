"""Plays of Pergamemnon, against a second model of it, its cards and the checklist of its rules."""

from fractions import Fraction
from itertools import pairwise

import pytest

from interpreter.chance import Numbers
from interpreter.load import load
from tests.support.books.cells import named_zones as named_cells
from tests.support.books.pergamemnon import CARDS, NATIONS
from tests.support.books.pergamemnon_followed import follow
from tests.support.changed import checklist
from tests.support.games import EVERY, ROOT, scenarios
from tests.support.plays import SHIPPED, over_plays

RULES = ROOT / "games" / "pergamemnon.rules"
PERGAMEMNON = tuple(group for group in SHIPPED if group.name == "pergamemnon")
INSTANCES = [instance for instance in EVERY if instance.path == RULES]
PROPERTY = 2  # tried so many times more rarely

# The rulebook's rosters: the leader, then each troop and how many of it.
ROSTERS = {
    "romans": "Caesar 1, Centurion 1, Praetorian 1, Spearman 2, Ballista 2, Horseman 2, Bowman 2",
    "egyptians": "Nefertiti 1, Mummy 3, Guard 1, Chariot 2, Swordsman 2, Camel_Rider 1, Bowman 1",
    "hellenes": "Agamemnon 1, Hercules 1, Guard 1, Chariot 3, Spearman 2, Bowman 2, Horseman 1",
    "carthagians": "Hannibal 1, Elephant 2, Elite 2, Spearman 2, Slinger 3, Horseman 1",
    "persians": "Xerxes 1, War_Rhino 1, Guard 1, Horseman 1, Chariot 2, Spearman 2, Bowman 3",
}


def random_end(instance, seed):
    """Return the end of a play by players that choose at random."""
    state = instance.game.start(seed)
    numbers = Numbers("players", seed)
    while not state.is_terminal:
        ids = state.legal_ids
        state = state.apply(ids[numbers.below(len(ids))])
    return state


def hold_end(end):
    """Hold a whole play, and its result, to the second model."""
    table, over = follow(end)
    assert over
    scores = table.scores()
    winners = [p for p in table.seats if scores[p] == max(scores)]
    won = Fraction(len(scores) - len(winners), len(winners))
    lost = Fraction(-1) if won else Fraction(0)
    assert end.returns == tuple(won if p in winners else lost for p in table.seats)
    lying = named_cells(end)
    piles = ("hand", "deck", "secured", "laid", "front", "fought")
    assert not any(held for name, held in lying.items() if name.split("(")[0] in piles)


@pytest.mark.rule(
    "C3", "C4", "C5", "C7", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16",
    "C17", "C18", "C19", "C20", "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28",
    "C29", "C30", "C31", "C32", "C33", "C34", "C35", "C36", "C37", "C38", "C39", "C41",
    "C42", "C43", "C44", "C45", "C46", "C47", "C48", "C49", "C50", "C51", "C52", "C53",
    "C54", "C55", "C56", "C57", "C58", "C59", "C60", "C61", "C62", "C63", "C64", "C65",
    "C66", "C67", "C68", "C69", "C70", "C71", "C72", "C73", "C74", "C75", "C76", "C77",
    "C78", "C79", "C80", "C81", "C82", "C83", "C84", "C85", "C86", "C87", "C88", "C89",
    "C90", "C91", "C92", "C93", "C94", "C95", "C96", "C97", "C98", "C99", "C104", "C105",
    "C106", "C107", "C108", "C109", "C110", "C111", "C112", "C113", "C114", "C115", "C116", "C117",
    "C118", "C120", "C121", "C122", "C123",
)  # fmt: skip
@over_plays(PERGAMEMNON, whole=True, rarity=PROPERTY)
def test_whole_plays_are_those_of_a_second_model(play):
    hold_end(play.end)


@pytest.mark.parametrize("instance", INSTANCES[::5], ids=str)  # every setting, with each other
def test_random_plays_of_variants_are_those_of_the_second_model(instance):
    hold_end(random_end(instance, seed=2))


@pytest.mark.soak
@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_many_random_plays_of_every_variant_are_those_of_the_second_model(instance):
    for seed in range(3, 203):
        hold_end(random_end(instance, seed))


@pytest.mark.rule("C38", "C39", "C40", "C103", "C119")
@over_plays(PERGAMEMNON, rarity=PROPERTY)
def test_first_cards_are_unseen_until_both_lie_there(play):
    for state in play.states:
        names = set(state.arm_names) if not state.is_terminal else set()
        if not names & {"lead_with", "defend_with"}:
            continue
        others = [p for p in range(len(play.game.players)) if p != state.current_player]
        next_states = [state.child(number) for number in state.legal_ids]
        for p in others:
            known = len({then.information_state(p) for then in next_states})
            assert known == (1 if "lead_with" in names else len(next_states))


@pytest.mark.rule("C37", "C119")
@over_plays(PERGAMEMNON, rarity=PROPERTY)
def test_everybody_sees_who_is_attacked_and_with_what(play):
    for state, then in pairwise(play.states):
        chosen = [a for a in state.legal_actions if a.id == then.action and a.name == "attack"]
        for action in chosen:
            for p in range(len(play.game.players)):
                seen = then.observation(p)["variables"]
                assert (seen["challenged"], seen["stated"]) == tuple(action.labels)


@pytest.mark.rule("C60", "C70", "C103")
@over_plays(PERGAMEMNON, rarity=PROPERTY)
def test_who_may_discard_is_asked_while_he_holds_a_card(play):
    """Being asked no more must not tell the others which cards he holds."""
    for state, then in pairwise(play.states):
        chosen = [a.name for a in state.legal_actions if a.id == then.action]
        if chosen == ["discard"]:
            seat = state.game.players[state.current_player]
            assert bool(named_cells(then)[f"hand({seat})"]) == ("discard" in then.arm_names)


@pytest.mark.rule("C12", "C72", "C83", "C103")
@over_plays(PERGAMEMNON, rarity=PROPERTY)
def test_hands_are_seen_by_their_owners_and_draw_piles_by_nobody(play):
    players = play.game.players
    for p, seat in enumerate(players):
        seen = play.end.observation(p)["zones"]
        for other in players:
            assert isinstance(seen[f"hand({other})"], list) == (other == seat)
            assert isinstance(seen[f"laid({other})"], list) == (other == seat)
            assert isinstance(seen[f"deck({other})"], dict)
            for zone in ("spent", "city", "secured", "front", "fought"):
                assert isinstance(seen[f"{zone}({other})"], list)
        assert isinstance(seen["wild"], dict)
        assert isinstance(seen["box"], dict)
        assert isinstance(seen["gone"], list)


# ---------------------------------------------------------------- the cards


def total(nation, number):
    """Return what an army has of something, over all its cards."""
    return sum(c.copies * c.values[number] for c in CARDS.values() if c.nation == nation)


@pytest.mark.rule("C11", "C12", "C14", "C15", "C16", "C24", "C103")
def test_piles_lie_face_down_and_what_is_used_is_seen_by_all():
    for instance in INSTANCES:
        layout = instance.game.layout
        for number, name in enumerate(layout.names):
            family, _, owner = name.rstrip(")").partition("(")
            if family in ("box", "wild", "deck"):
                assert not layout.seen_by[number], name
            if family in ("hand", "laid"):
                assert {instance.game.players[seat] for seat in layout.seen_by[number]} == {owner}
            if family in ("gone", "display", "spent", "city", "secured", "front", "fought"):
                assert set(layout.seen_by[number]) == set(range(instance.players)), name


@pytest.mark.rule("C2", "C5")
def test_the_cards_are_those_of_the_rulebook():
    assert set(ROSTERS) == set(NATIONS)
    for nation, roster in ROSTERS.items():
        army = [card for card in CARDS.values() if card.nation == nation]
        named = {card.name.split("_", 1)[1]: card.copies for card in army if "_" in card.name}
        named |= {card.name: card.copies for card in army if card.name.count("_") == 0}
        named |= {"War_Rhino": 1} if nation == "persians" else {}
        named.pop("Rhino", None)
        assert named == {
            name: int(amount)
            for name, amount in (troop.split(" ") for troop in roster.split(", "))
        }
        assert sum(card.copies for card in army) == 11
        assert [card.name for card in army if card.leader] == [roster.split(" ")[0]]
    creatures = [card for card in CARDS.values() if card.cost]
    assert len(creatures) == 24
    assert {card.copies for card in creatures} == {1}
    assert {"Orthos", "Dryad", "Centaur", "Minotaur", "Cyclops"} <= {c.name for c in creatures}
    assert sum(card.copies for card in CARDS.values()) == 110 - 5 - 5
    assert CARDS["charisma_card"].copies == 21
    assert CARDS["charisma_card"].charisma == 1
    assert all(card.weapon != "none" for card in CARDS.values() if card.name != "charisma_card")


def test_the_cards_bear_out_the_examples_and_hints():
    assert CARDS["Agamemnon"].charisma == 5
    assert CARDS["Centaur"].cost == 6
    attack = {nation: total(nation, "attack") for nation in NATIONS}
    assert max(attack, key=attack.get) == "persians"
    assert min(attack, key=attack.get) == "egyptians"
    weakest = {"helmet": "persians", "shield": "carthagians", "breastplate": "hellenes"}
    for part, nation in weakest.items():
        assert min(NATIONS, key=lambda n, part=part: total(n, part)) == nation
    assert min(NATIONS, key=lambda nation: total(nation, "charisma")) == "hellenes"
    armies = [card for card in CARDS.values() if card.nation in NATIONS]
    assert max(armies, key=lambda card: card.charisma).name == "Nefertiti"
    hellenes = [card for card in armies if card.nation == "hellenes"]
    assert max(hellenes, key=lambda card: card.attack).name == "Hercules"


# ---------------------------------------------------------------- the checklist


def test_the_checklist_of_the_rulebook_is_true(pytestconfig):
    listed = checklist.Checklist(
        ROOT / "tests" / "rulebooks" / "pergamemnon.md",
        RULES,
        ROOT / "tests" / "games" / "test_pergamemnon.py",
    )
    if pytestconfig.getoption("--bless"):
        listed.bless()
    assert listed.unknown == set()
    assert listed.uncovered == set()
    assert listed.is_true, "rewrite it with `pytest --bless tests/games/test_pergamemnon.py`"


def test_what_is_decided_in_play_has_an_example_that_runs():
    listed = checklist.citations(RULES)
    examples = {item for item, found in listed.items() if found.scenarios}
    decided = {f"C{number}" for number in range(18, 124)} - {"C103"}  # what is seen
    assert decided - examples == set()
    assert len(scenarios(RULES)) >= 60


def test_the_options_have_the_readings_that_the_text_rules_first():
    game = load("pergamemnon")
    assert game.options == {
        "parried": "counter",
        "reinforced": "last_card",
        "nations": "dealt",
        "starter": "first_seat",
    }
