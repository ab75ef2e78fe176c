"""What a seat of a session can learn follows from what it has done and seen. Ref §2, §3, §9, §12.

The same play and another one that the seat cannot tell from it are hosted side by side; every
channel that leads to the seat must carry the same.
"""

import json
import tempfile
from pathlib import Path

import pytest

from interpreter import (
    IllegalAction,
    PlaythroughError,
    Session,
    UsageError,
    playthrough,
    redeal,
)
from tests.support import games
from tests.support.plays import REDEALT, SHIPPED, SMALL, over_plays
from tests.support.sessions import hosted, settled

PROBES = ("", "?", "nothing like it", "pass", "x(y)")


def answer(ask, *what):
    """Return what a seat is answered."""
    try:
        return json.dumps(ask(*what))
    except (IllegalAction, UsageError) as refusal:
        return f"refused: {refusal}"


def channels(session, seat):
    """Return all that reaches a seat, refused requests included; a choice may be taken back."""
    texts = [probe for probe in PROBES if probe != "pass" or not session.view(seat)["your_choice"]]
    return [
        json.dumps(session.view(seat)),
        json.dumps(session.events(seat)),
        session.seat_lines(seat),
        [answer(session.submit, seat, text) for text in texts],
        [answer(session.submit, seat, number) for number in (-1, 10**9)],
        answer(session.submit, "nobody", 0),
        answer(session.undo, seat),
        session.seat_lines(seat),
    ]


@over_plays(REDEALT, rarity=4)
def test_a_seat_cannot_tell_plays_apart_that_look_alike_to_it(play):
    state = settled(play)
    if state is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        for player, seat in enumerate(play.game.players):
            true = hosted(state, Path(folder))
            other = hosted(redeal(state, player, seed=5), Path(folder))
            assert channels(true, seat) == channels(other, seat)


@over_plays((*SHIPPED, *SMALL), rarity=15)
def test_a_loaded_session_is_the_one_that_was_saved(play):
    game = play.game
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "play.jsonl"
        session = Session(game, seed=play.picks[0] if play.picks else 0)
        session.save(file)
        for pick in play.picks:
            if session.state.is_terminal:
                break
            seat = game.players[session.state.current_player]
            if pick % 5 == 0:
                answer(session.undo, seat)
            legal = session.state.legal_ids
            session.submit(game.players[session.state.current_player], legal[pick % len(legal)])
        again = Session.load(file, game=game)
        assert again.state.history == session.state.history
        for seat in game.players:
            assert again.view(seat) == session.view(seat)
            assert again.events(seat) == session.events(seat)
            assert again.seat_lines(seat) == session.seat_lines(seat)


def test_a_file_of_a_session_is_no_playthrough(tmp_path):
    """Only the file of one kind is taken where that kind is asked for."""
    file = tmp_path / "play.jsonl"
    Session(games.shipped("kuhn_poker"), seed=1).save(file)
    with pytest.raises(PlaythroughError, match=r"play\.jsonl"):
        playthrough.read(file)
