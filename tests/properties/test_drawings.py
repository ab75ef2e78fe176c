"""What the terminal draws: all that is seen is mentioned, within the width that there is."""

from interpreter.play.board import draw
from interpreter.play.look import Look
from interpreter.play.typed import words_of
from tests.support.plays import over_plays

WIDE = 100


def mentioned(label, text):
    """Return whether the words of a label are there, but the name that it shares with others."""
    words = words_of(label)
    return all(word in text for word in words) or any(word in text for word in words[1:])


@over_plays(rarity=100)
def test_all_that_is_seen_is_mentioned(play):
    state = play.end
    for player in (*play.seats, None):
        look = Look(state, player)
        text = draw(state, player, WIDE).casefold()
        whole = draw(state, player, WIDE, everything=True).casefold()
        for cell, zone in enumerate(look.layout.zone_of):
            held = look.held(cell)
            if held:
                assert zone.name.casefold() in text or not zone.index or len(zone.index) == 1
            if look.sees(cell):
                assert all(mentioned(look.name(kind), text) for kind in held), zone.name
                assert all(mentioned(look.name(kind), whole) for kind in held), zone.name
        for variable in look.document.variables:
            cells = look.cells_of_variable(variable)
            if not all(look.is_default(cell, variable) for cell in cells.values()):
                assert variable.name.casefold() in whole


@over_plays(rarity=100)
def test_drawings_keep_to_their_width(play):
    """Names, and columns that there must be, may be too wide; lists and tables never are."""
    for player in play.seats:
        wide = [line for line in draw(play.end, player, WIDE).splitlines() if len(line) > WIDE]
        assert len(wide) <= 1, wide
