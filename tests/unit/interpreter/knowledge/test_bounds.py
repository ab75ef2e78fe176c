"""What zones hold at most: never less than what they hold, and all of it where that follows."""

from collections import Counter
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from interpreter.knowledge.bounds import Bounds
from interpreter.reference.events import Moved, Revealed, Rolled

PLAIN = SimpleNamespace(spec=SimpleNamespace(kinds=[SimpleNamespace(faces=())] * 4))
DIE = 3
DICED = SimpleNamespace(
    spec=SimpleNamespace(kinds=[*PLAIN.spec.kinds[:DIE], SimpleNamespace(faces=(1, 2))])
)
FACES = (2, 3)
TWO_FACES = SimpleNamespace(
    spec=SimpleNamespace(
        kinds=[*PLAIN.spec.kinds[:2], *(SimpleNamespace(faces=FACES) for _ in FACES)]
    )
)
DECK, HAND, OTHER, TABLE = range(4)


def unseen(source, target, amount=1):
    return Moved(source, target, None, amount)


def seen(source, target, *kinds):
    return Moved(source, target, kinds, len(kinds))


def passed(start, *sights, layout=PLAIN):
    bounds = Bounds(layout, start)
    for sight in sights:
        bounds.pass_by(sight)
    return bounds


def test_what_is_left_of_a_deck_is_known_when_a_hand_was_laid_open():
    bounds = passed([(0, 0, 1, 2), (), (), ()], unseen(DECK, HAND, 2), seen(HAND, TABLE, 0, 2))
    assert bounds.exact(DECK)
    assert bounds.most[DECK] == {0: 1, 1: 1}
    assert bounds.is_settled


def test_what_was_drawn_from_a_deck_that_is_used_up_is_known_together():
    bounds = passed(
        [(0, 1), (), (2, 2), ()], unseen(DECK, HAND, 2), unseen(OTHER, DECK), unseen(DECK, HAND)
    )
    assert bounds.most[HAND] == {0: 1, 1: 1, 2: 1}
    assert bounds.is_settled


def test_two_hands_from_one_deck_hold_no_more_than_is_left():
    start = [(0, 0, 1, 2), (), (), ()]
    bounds = passed(start, unseen(DECK, HAND, 2), unseen(DECK, OTHER), seen(HAND, TABLE, 0))
    assert bounds.most[OTHER] == {0: 1, 1: 1, 2: 1}
    assert not bounds.exact(OTHER)
    bounds.pass_by(seen(HAND, TABLE, 0))
    assert bounds.most[OTHER] == bounds.most[DECK] == {1: 1, 2: 1}


def test_beside_a_die_rolled_unseen_a_kind_all_copies_of_which_were_seen_is_nowhere_else():
    """What the two zones hold together is not known, but there is only one of kind 0."""
    start = [(0, 1), (DIE,), (), ()]
    rolled = passed(start, Rolled(HAND, None, 1), unseen(DECK, HAND), layout=DICED)
    assert rolled.most[DECK] == {0: 1, 1: 1}
    assert not rolled.exact(DECK)
    rolled.pass_by(seen(HAND, TABLE, 0))
    assert rolled.most[DECK] == {1: 1}
    assert rolled.exact(DECK)


def test_two_dice_that_show_the_same_face_may_lie_together():
    start = [(2,), (2,), (), ()]
    shown = (
        Rolled(DECK, None, 1),
        Revealed(DECK, (3,)),
        Rolled(HAND, None, 1),
        Revealed(HAND, (3,)),
    )
    bounds = passed(start, *shown, unseen(DECK, HAND), layout=TWO_FACES)
    assert bounds.most[HAND] == {3: 2}
    assert bounds.is_settled


@given(st.data())
def test_no_zone_holds_more_than_its_bound(data):
    """Of random moves and rolls, some seen and some not, and of zones shown now and then."""
    start = [tuple(sorted(held)) for held in data.draw(st.tuples(*[kinds()] * 4))]
    zones = [list(held) for held in start]
    bounds = Bounds(TWO_FACES, start)
    for _ in range(data.draw(st.integers(0, 12))):
        source = data.draw(st.integers(0, 3))
        dice = [at for at, kind in enumerate(zones[source]) if kind in FACES]
        if data.draw(st.integers(0, 5)) == 0:
            bounds.pass_by(Revealed(source, tuple(zones[source])))
        elif dice and data.draw(st.integers(0, 3)) == 0:
            for at in dice:
                zones[source][at] = data.draw(st.sampled_from(FACES))
            faces = tuple(zones[source][at] for at in dice)
            is_seen = data.draw(st.booleans())
            bounds.pass_by(Rolled(source, faces if is_seen else None, len(dice)))
        elif zones[source]:
            target = data.draw(st.sampled_from([cell for cell in range(4) if cell != source]))
            amount = data.draw(st.integers(1, len(zones[source])))
            moved = data.draw(st.permutations(zones[source]))[:amount]
            for kind in moved:
                zones[source].remove(kind)
            zones[target] += moved
            is_seen = data.draw(st.booleans())
            sight = seen(source, target, *moved) if is_seen else unseen(source, target, amount)
            bounds.pass_by(sight)
        for cell, held in enumerate(zones):
            assert bounds.sizes[cell] == len(held)
            assert Counter(held) <= Counter(bounds.most[cell])
            assert not bounds.exact(cell) or Counter(held) == Counter(bounds.most[cell])


def kinds():
    return st.lists(st.integers(0, 3), max_size=4)
