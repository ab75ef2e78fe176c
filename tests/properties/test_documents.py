"""What leaves the interpreter is what the schemas say, for every game."""

import json
import tempfile
from pathlib import Path

from interpreter import playthrough
from interpreter.hosting.documents import action_data
from tests.support.plays import EVERYTHING, SHIPPED, SMALL, over_plays
from tests.support.schemas import hold, hold_older
from tests.support.sessions import hosted, settled


@over_plays(EVERYTHING, rarity=10)
def test_what_is_told_of_a_play_holds_to_its_schema(play):
    end = play.end
    for player in play.seats:
        hold("observation", end.observation(player))
        hold("seat-record", playthrough.seat_record(end, player))
    for action in end.legal_actions[:50]:
        hold("action", action_data(action))
    hold("observation", end.observation(None))
    hold("playthrough", json.loads(playthrough.to_text(playthrough.record(end))))


@over_plays((*SHIPPED, *SMALL), rarity=15)
def test_what_a_session_tells_holds_to_its_schema(play):
    state = settled(play)
    if state is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        session = hosted(state, Path(folder))
        (file,) = Path(folder).iterdir()
        for line in file.read_text(encoding="utf-8").splitlines():
            hold("session", json.loads(line))
    hold("view", session.view(None))
    for event in session.events(None):
        hold("event", event)
    for seat in play.game.players:
        view = session.view(seat)
        hold("view", view)
        hold("view", session.view(seat, sentences=False))
        hold_older("view", 1, view)
        for event in session.events(seat):
            hold("event", event)
        for line in session.seat_lines(seat):
            hold("seat-lines", json.loads(line))
