"""What a program is told of why play is over."""

from interpreter.hosting.session import Session
from tests.support import games


def test_a_view_quotes_the_rules_that_ended_a_game_without_secrets():
    session = Session(games.shipped("tic_tac_toe"), seed=1)
    for seat, cell in zip("XOXOX", ("a1", "a2", "b1", "b2", "c1"), strict=True):
        assert session.view(seat)["why_over"] is None
        session.submit(seat, f"mark({cell})")
    for seat in ("X", "O", None):
        *_, last = session.view(seat)["why_over"]
        assert (last["file"], last["text"]) == ("tic_tac_toe.rules", "end: p wins")
