"""A guess at all components agrees with all that was seen, or there is none."""

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from interpreter.chance import Numbers
from interpreter.knowledge.bounds import Bounds
from interpreter.knowledge.laying import lay
from interpreter.reference.events import Moved, Revealed, Rolled, Shown

DECK, HAND, OTHER, TABLE, ROW = range(5)
ZONES = range(5)
RED, BLUE, WHITE = range(3)
FACES = (4, 5)
CARDS = range(4)
KINDS = (*CARDS, *FACES)
LAYOUT = SimpleNamespace(
    spec=SimpleNamespace(
        kinds=[SimpleNamespace(faces=FACES if kind in FACES else ()) for kind in KINDS]
    ),
    is_row=[zone == ROW for zone in ZONES],
    back_of=[RED, RED, BLUE, BLUE, WHITE, WHITE],
)
TRIES = 20


def unseen(source, target, amount=1, backs=()):
    return Moved(source, target, None, amount, backs)


def seen(source, target, *kinds):
    return Moved(source, target, kinds, len(kinds))


def shown_by(kinds):
    return tuple(sorted(LAYOUT.back_of[kind] for kind in kinds))


def passed(start, steps):
    bounds = Bounds(LAYOUT, start)
    return bounds, [[(sight, bounds.pass_by(sight)) for sight in step] for step in steps]


def guesses(start, steps, tries=TRIES):
    """Return what some tries come to, None among it."""
    bounds, known = passed(start, steps)
    numbers = Numbers("test", 1)
    return [lay(LAYOUT, bounds, known, numbers.below) for _ in range(tries)]


def explains(guess, start, steps):
    """Go through a play forwards as it was guessed; fail where that is not what was seen."""
    zones = [Counter(held) for held in start]
    for at, step in enumerate(steps):
        moved = iter(guess.moved[at])
        for sight in step:
            match sight:
                case Moved(source=source, target=target, kinds=kinds, backs=backs):
                    if kinds is None:
                        kinds = [guess.kinds[token] for token in next(moved)]
                        assert backs in {(), shown_by(kinds)}
                    assert len(kinds) == sight.amount
                    assert Counter(kinds) <= zones[source]
                    zones[source] -= Counter(kinds)
                    zones[target] += Counter(kinds)
                case Rolled(cell=cell, kinds=kinds):
                    assert len(guess.rolled[at]) == zones[cell].total()
                    assert kinds is None or Counter(kinds) == Counter(guess.rolled[at])
                    zones[cell] = Counter(guess.rolled[at])
                case Revealed(cell=cell, kinds=kinds) | Shown(cell=cell, kinds=tuple(kinds)):
                    assert Counter(kinds) == zones[cell]
    return True


def play(rng, length, kinds):
    """Return what lay where at first, and what somebody saw of some moves, rolls and shows."""
    start = [[rng.choice(kinds) for _ in range(rng.randrange(5))] for _ in ZONES]
    start[ROW] = []
    zones, steps = [list(held) for held in start], []
    for _ in range(length):
        source, what, is_seen = rng.choice(ZONES), rng.randrange(8), rng.randrange(3) == 0
        dice = [at for at, kind in enumerate(zones[source]) if kind in FACES]
        if what == 0 and dice:
            for at in dice:
                zones[source][at] = rng.choice(FACES)
            shown = tuple(zones[source][at] for at in dice)
            steps.append([Rolled(source, shown if is_seen else None, len(dice))])
        elif what == 1:
            shown = tuple(zones[source])
            steps.append([Shown(source, None, 1), Revealed(source, shown)])
        elif zones[source]:
            target = rng.choice([cell for cell in ZONES if cell != source])
            amount = rng.randint(1, len(zones[source]))
            if source != ROW:
                rng.shuffle(zones[source])
            moved, zones[source] = zones[source][:amount], zones[source][amount:]
            zones[target] += moved
            backs = shown_by(moved) if rng.randrange(2) else ()
            hidden = unseen(source, target, amount, backs)
            steps.append([seen(source, target, *moved) if is_seen else hidden])
    return start, steps


@pytest.mark.parametrize("length", [6, 12, 24])
@pytest.mark.parametrize("kinds", [CARDS, FACES], ids=["cards", "dice"])
def test_what_is_guessed_explains_what_was_seen(length, kinds):
    rng = random.Random(10 + length)
    for _ in range(6):
        start, steps = play(rng, length, kinds)
        found = [guess for guess in guesses(start, steps) if guess is not None]
        assert found
        assert all(explains(guess, start, steps) for guess in found)


@pytest.mark.parametrize(
    "steps",
    [
        [[Revealed(DECK, (1, 2))]],
        [[unseen(DECK, HAND)], [Revealed(HAND, (1,))]],
        [[unseen(DECK, HAND, 2)], [unseen(HAND, OTHER)], [Revealed(OTHER, (1,))]],
        [[unseen(DECK, HAND, backs=(BLUE,))]],
    ],
)
def test_what_cannot_have_come_about_is_not_guessed(steps):
    start = [(0, 0), (), (), (), ()]
    assert not any(guesses(start, steps))
