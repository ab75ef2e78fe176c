"""Whatever is given to a session is answered in words."""

import pytest

from interpreter import IllegalAction, Session, UsageError, load


@pytest.mark.parametrize(
    "revision", [10**5000, -(10**5000), "x", 1.5], ids=["huge", "small", "text", "half"]
)
def test_whatever_is_given_for_a_revision_is_refused_in_words(revision):
    session = Session(load("tic_tac_toe"), {"X": "Ann", "O": "Bob"}, seed=7)
    with pytest.raises(IllegalAction, match=r"^that answers view .{1,40}, and now it is 1: look"):
        session.submit("Ann", 0, revision=revision)


def test_a_name_that_is_no_text_is_refused():
    with pytest.raises(UsageError, match=r"no seat can be called '\\ud800'"):
        Session(load("tic_tac_toe"), {"X": "\ud800"})
    session = Session(load("tic_tac_toe"), {"X": "Ann"}, seed=7)
    for asked in ("\ud800", "mark(\udfff)"):
        with pytest.raises(IllegalAction):
            session.submit("Ann", asked)
    for ask in (session.view, session.events, session.seat_lines, session.undo):
        with pytest.raises(UsageError, match=r"there is no seat `\\ud800` here"):
            ask("\ud800")


def test_events_are_counted_in_whole_numbers():
    session = Session(load("tic_tac_toe"), {"X": "Ann"}, seed=7)
    assert session.events("Ann", since=10**5000) == []
    with pytest.raises(TypeError, match="the number of an event is a whole number"):
        session.events("Ann", since="x")
