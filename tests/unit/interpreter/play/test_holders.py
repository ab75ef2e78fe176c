"""`? NAME` of zones and variables: attributes, who sees them, what may be done with them now."""

from interpreter import load
from interpreter.play.asked import answer


def told(name, asked, player=0, seed=5):
    """Return what the player who is to choose first is told of a name."""
    state = load(name).start(seed=seed)
    while state.current_player < 0:
        state = state.apply(state.chance_outcomes[0][0])
    assert state.current_player == player
    return answer(state, player, asked, 100)


def test_what_lies_in_a_zone_has_its_attributes_and_what_may_be_done():
    text = told("pergamemnon", "display")
    assert "(cost " in text
    assert "now: " in text


def test_a_name_is_found_by_what_the_table_calls_it():
    text = told("pergamon", "the raider's coins")
    assert text.startswith("loot: the raider's coins; 0 to 108")
    assert text.splitlines()[0].count("the raider's coins") == 1


def test_an_arm_that_is_not_on_offer_is_named():
    assert "not now: excavate" in told("pergamon", "gallery")


def test_a_variable_over_many_places_tells_those_that_say_something():
    text = told("egemonia", "level")
    assert "nothing elsewhere" in text
    assert " 0," not in text
    assert "now: orient (" in text


def test_what_is_not_seen_has_no_attributes():
    text = told("carnival", "worn")
    assert "worn(P2): 2 hidden" in text


def test_a_component_says_which_values_its_attributes_may_have():
    assert "each has left (one of vase, jug, mask, bracelet), year (1 to 60)" in told(
        "pergamon", "Find"
    )


def test_the_sentence_of_an_arm_has_gaps():
    assert "… asks … on …" in told("pergamon", "apply")


def test_a_table_tells_its_values():
    lines = told("antike_duellum", "price").splitlines()
    assert lines[1].split() == ["price:", "1", "2"]
    assert ["strata", "6", "2"] in [line.split() for line in lines]


def test_the_rules_that_use_a_name_are_quoted_or_counted():
    assert "grant(p, king, cities_of(p) / 5 rounded down)" in told("antike_duellum", "king")
    assert "legions pass where it is red" in told("antike_duellum", "red")
    assert "lines of the rules name it (`rules won`)" in told("antike_duellum", "won")


def test_what_the_rules_work_out_is_answered_with_its_line():
    assert "let toll(p, f) = " in told("antike_duellum", "toll")


def test_a_family_may_be_meant_by_more_than_one():
    assert told("antike_duellum", "regions") == "There is no `regions`; did you mean `Region`?"


def test_entries_of_a_table_that_are_alike_are_told_together():
    text = told("pergamon", "fame")
    assert text.startswith("fame: a table of the rules; 0 to 6 for each 0 to 24\n")
    assert "  0: 0; 1 to 4: 1; 5 to 8: 2; " in text
    assert "0: f5; 1: f7; 2: f9" in told("pergamon", "raided")
