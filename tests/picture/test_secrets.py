"""No picture tells a seat, or an onlooker, anything that is not seen."""

import re
from random import Random

import pytest

from interpreter import Belief, RedealExhausted, load
from interpreter.look import look_of
from interpreter.picture import picture
from tests.picture.test_moments import moments
from tests.support import pictures
from tests.support.redealt import BUDGET, others

HIDING = ("carnival", "egemonia", "leduc_poker", "liars_dice", "pergamemnon", "pergamon", "whist")


def shown(state, seat):
    """Return what a seat and an onlooker are shown."""
    document = state.game.document()
    look = look_of(document)
    return [picture(document, state.sight(who), look, 800) for who in (seat, None)]


@pytest.mark.parametrize("name", [*HIDING, "battleships"])
def test_plays_that_a_seat_cannot_tell_apart_look_alike_to_the_byte(name):
    random = Random(3)
    state = load(name, engine="reference").start(seed=3)
    compared = 0
    for step in range(24):
        if state.is_terminal:
            break
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))
        if step % 5 or state.current_player < 0:
            continue
        seat = (state.current_player + 1) % len(state.game.players)
        try:
            belief = Belief.start(state.game, seat, width=64, budget=BUDGET, seed=3)
            belief.follow(state)
            found = others(belief, state)
        except RedealExhausted:
            continue
        for other in found[:2]:
            assert shown(state, seat) == shown(other, seat)
            compared += other.position != state.position
    assert compared


@pytest.mark.parametrize("name", HIDING)
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
