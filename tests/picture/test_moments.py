"""What every picture keeps, of every game, at moments of random plays, as every seat sees them."""

from functools import cache
from random import Random

import pytest

from interpreter import load, shipped
from interpreter.document.sight import Chosen
from interpreter.look import look_of
from interpreter.picture import picture
from interpreter.picture.headline import said
from tests.support import pictures

MOST = 120


@cache
def moments(name):
    """Return a few states of a random play: near the start, in the middle, at the end."""
    random = Random(5)
    state = load(name).start(seed=5)
    path = [state]
    while not state.is_terminal and len(path) < MOST:
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))
        path.append(state)
    return [path[0], path[len(path) // 3], path[len(path) // 2], path[-1]]


def drawn(name, widths=(390, 1280)):
    """Yield pictures with what they are of."""
    for state in moments(name):
        document = state.game.document()
        look = look_of(document)
        for seat in (*range(len(state.game.players)), None):
            sight = state.sight(seat)
            for width in widths:
                svg = picture(document, sight, look, width)
                yield document, sight, pictures.read(svg)


@pytest.mark.parametrize("name", shipped())
def test_each_reference_stands_once_and_what_is_seen_is_drawn_or_counted(name):
    for document, sight, found in drawn(name):
        assert not [ref for ref, times in found.refs.items() if times > 1]
        assert not pictures.uncounted(found, document, sight)


@pytest.mark.parametrize("name", shipped())
def test_every_legal_action_can_be_pointed_at(name):
    for document, sight, found in drawn(name):
        assert not pictures.unreachable(found, document, sight)


@pytest.mark.parametrize("name", shipped())
def test_everything_lies_on_the_page_and_no_text_is_small(name):
    for _, _, found in drawn(name):
        assert not pictures.outside(found)
        assert not pictures.overlaps(found)
        assert all(text.size >= pictures.LEAST for text in found.texts)
        assert len(found.svg.encode()) <= 60_000


def test_choices_say_whose_they_are_where_their_sentences_do_not():
    players = ("P1", "P10", "Megara")
    assert said(Chosen(0, None, "P1 bids 3."), players) == "P1 bids 3"
    assert said(Chosen(0, None, "go ?"), players) == "P1: go ?"
    assert said(Chosen(0, None, "P10 is asked"), players) == "P1: P10 is asked"
    assert said(Chosen(2, None, "place ?, Megara"), players) == "Megara: place ?, Megara"
