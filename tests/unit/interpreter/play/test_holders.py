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
