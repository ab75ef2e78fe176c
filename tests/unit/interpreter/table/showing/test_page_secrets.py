"""Pages are the same for plays that their seat cannot tell apart: picture, log, steps, reasons."""

from __future__ import annotations

import pytest

from interpreter.hosting.session_streams import Moment
from interpreter.knowledge.redeal import Belief, RedealExhausted
from interpreter.look import look_of
from interpreter.table.live import Live
from interpreter.table.showing import pages
from interpreter.table.showing.log import moved, news
from interpreter.table.showing.why import told, why
from tests.support import games
from tests.support.knowledge import redealt

HIDING = ("kuhn_poker", "leduc_poker", "whist", "carnival", "pergamon")
LATER = ("battleships", "liars_dice", "egemonia", "pergamemnon")
SEEDS, LATER_SEEDS = range(1), range(2, 5)
EARLY, LATE = (3, 20, 55, 70), (30, 60, 90)


def live_at(state):
    """Return the table of a play at a moment at which chance is not at work."""
    path, game = state.path, state.game
    moment = Moment.begun(path[0]).after(path)
    return Live("t", game, look_of(game.document()), moment, n=len(path))


def got(state, seat):
    """Return all that the pages of a table send to a seat."""
    live = live_at(state)
    base = f"/t/t/{seat}"
    kinds = [kind.label for kind in state.game.document().kinds][:12]
    zones = state.game.layout.names[:12]
    found = [
        pages.table(live, pages.Looking(seat, base)),
        pages.table(live, pages.Looking(seat, base, 390, step=live.n // 3)),
        news(live, seat, live.n // 2),
        moved(live, seat, live.n // 2),
        told(live, seat, ""),
        *(why(live, seat, [f"{zone}/{kind}"]) for zone in zones for kind in kinds[:4]),
        *(told(live, seat, kind) for kind in kinds[:4]),
    ]
    return [*map(repr, found)]


def held(name, seeds, moments):
    """Compare the pages of plays with those of plays beside them; return how many differed."""
    game, different = games.shipped(name), 0
    for case in redealt.cases(game, seeds, moments):
        if not (case.state.is_terminal or case.state.current_player >= 0):
            continue
        belief = Belief.start(game, case.seat, width=24, budget=15_000, seed=case.seed)
        try:
            belief.follow(case.state)
        except RedealExhausted:
            continue
        mine = got(case.state, case.seat)
        for other in redealt.others(belief, case.state)[:1]:
            different += other.position != case.state.position
            assert got(other, case.seat) == mine, case
    return different


@pytest.mark.parametrize("name", HIDING)
def test_pages_tell_no_secrets(name):
    assert held(name, SEEDS, EARLY) > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", [*HIDING, *LATER])
def test_pages_of_later_moments_tell_no_secrets(name):
    assert held(name, LATER_SEEDS, LATE) > 0
