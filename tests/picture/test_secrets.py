"""No picture tells a seat, or an onlooker, anything that is not seen.

That plays which a seat cannot tell apart look alike to the byte is asked with all else that a
seat can get at, in `tests/properties/knowledge/test_secrecy.py`.
"""

import re

import pytest

from interpreter.picture import picture
from tests.picture.test_moments import moments
from tests.support import pictures
from tests.support.games import RULES, hides
from tests.support.sampling import gated

HIDING = [path.stem for path in RULES if hides(path)]


def test_games_that_hide_things_are_among_them():
    assert {"carnival", "egemonia", "goofspiel", "pergamon", "rising_tide", "whist"} <= {*HIDING}


@pytest.mark.parametrize("name", gated(HIDING))
def test_no_kind_of_what_is_unseen_is_anywhere_in_the_text(name):
    for state in moments(name):
        document = state.game.document()
        for seat in (*range(len(state.game.players)), None):
            sight = state.sight(seat)
            told = " ".join([*sight.since.said, *(c.sentence for c in sight.since.chosen)])
            svg = picture(document, sight)
            for kind in pictures.hidden_kinds(document, sight):
                if any(kind.number in offer_kinds(offer) for offer in sight.offers):
                    continue
                if f"{kind.name} " not in f"{told} ":
                    assert f"/{kind.label}&quot;" not in svg
                    assert f'/{kind.label}"' not in svg
                    assert not re.search(rf'id="g\w+[csbtd]{kind.number}(-[\d.]+)?"', svg)


def offer_kinds(offer):
    """Return the kinds that an offer names."""
    return {spot.kind for argument in offer.arguments for spot in argument.spots}
