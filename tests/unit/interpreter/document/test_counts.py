"""What ends compare, where no variable keeps it: told in sights to those who can reckon it."""

import random

import pytest

from interpreter import load
from interpreter.document.moment import sight_data
from interpreter.picture import outline, picture

PILES = """game "Piles"
players A, B
token Coin(worth: 1..3) in bag: 2 each
zone bag: Coin bag, hidden
zone open_pile(Player): Coin set, open
zone own_pile(Player): Coin set, owner sees

let shown(p) = sum of c.worth for c in open_pile(p)
let kept(p) = sum of c.worth for c in own_pile(p)

setup:
    for p in Player:
        draw 1 from bag to open_pile(p)
        draw 1 from bag to own_pile(p)
play:
    each turn of p, at most 2:
        p chooses:
            stay: pass
            leave "{p} leaves": end: q with most kept(q) wins
    end: p with most shown(p) then most kept(p) wins
"""


@pytest.fixture(scope="module")
def piles(tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "piles.rules"
    path.write_text(PILES, encoding="utf-8")
    return load(path).start(seed=3).past_chance()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_seats_are_told_what_follows_from_what_they_see(piles, seat):
    lying = {
        cell.index: cell.kinds for cell in piles.sight(seat).cells if cell.zone == "open_pile"
    }
    values = tuple(kind + 1 for p in (0, 1) for kind in lying[(p,)])  # kinds ascend by their worth
    (count,) = piles.sight(seat).counts  # what the own piles are worth nobody sees of both
    assert (count.label, count.most, count.values) == ("shown(p)", True, values)


def test_only_who_sees_all_that_counts_is_told_the_count(tmp_path):
    path = tmp_path / "piles.rules"
    path.write_text(
        PILES.replace("open_pile(Player): Coin set, open", "open_pile(Player): Coin set, A sees"),
        encoding="utf-8",
    )
    state = load(path, engine="reference").start(seed=3).past_chance()
    assert [count.label for count in state.sight(0).counts] == ["shown(p)"]
    assert [state.sight(seat).counts for seat in (1, None)] == [(), ()]


def test_nothing_counts_any_more_when_play_is_over(piles):
    assert piles.apply(piles.legal_ids[-1]).sight(0).counts == ()


def test_what_a_variable_keeps_or_lies_in_a_zone_is_not_told_twice():
    assert load("pergamon").start(seed=1).past_chance().sight(0).counts == ()
    assert load("liars_dice").start(seed=1).past_chance().sight(0).counts == ()


def test_teams_share_what_they_have():
    state = load("egemonia").start(seed=1).past_chance()
    assert [count.values for count in state.sight(0).counts] == [(1, 1)]


def test_a_picture_has_it_in_the_area_of_each_player():
    game, chance = load("saltmarsh", players=3, engine="reference"), random.Random(5)
    state = game.start(seed=5).past_chance()
    while not state.is_terminal and max(state.counts[0].values) < 2:
        state = state.apply(chance.choice(state.legal_ids)).past_chance()
    sight = state.sight(1)
    drawn = outline(picture(game.document(), sight, width=390))
    assert drawn.count("points: ") == 3
    assert f"points: {max(sight.counts[0].values)}" in drawn
    (count,) = sight_data(sight, game.document())["counts"]
    assert list(count["values"].values()) == list(sight.counts[0].values)
