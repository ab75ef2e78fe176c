"""Whole views of the terminal, as somebody sees them: drawing and menu at moments of games.

`pytest --bless` writes what came out; review the difference as a player would.
"""

from pathlib import Path

import pytest

from interpreter import load
from interpreter.chance import Numbers
from interpreter.play.board import draw
from interpreter.play.look import Look
from interpreter.play.menu import menu, menu_of
from interpreter.play.prose import tell
from interpreter.play.score import NOT_COUNTED, scores, standing

VIEWS = Path(__file__).parent / "views"
MOMENTS = {
    "agamemnon": 12,
    "antike_duellum": 25,
    "backgammon": 6,
    "battleships": 30,
    "carnival": 9,
    "egemonia": 5,
    "english_draughts": 4,
    "hex": 7,
    "kalah": 5,
    "leduc_poker": 2,
    "nine_mens_morris": 11,
    "pergamemnon": 20,
    "pergamon": 9,
    "whist": 6,
}


def state_after(name, choices):
    """Return the state after so many choices, each picked by numbers of its own."""
    state, numbers = load(name).start(seed=7), Numbers("players", 7)
    for _ in range(choices):
        ids = state.legal_ids
        following = state.apply(ids[numbers.below(len(ids))])
        if following.is_terminal:
            break
        state = following
    return state


def view(name):
    """Return what whoever is to choose is shown: the last of the log, the table, the menu."""
    state = state_after(name, MOMENTS[name])
    player = state.current_player
    parts = (
        "\n".join(list(tell(state.path, player))[-12:]),
        draw(state, player, 100),
        menu(menu_of(state.legal_actions), 100, words=Look(state).arm_words),
        scores(state, player, 100),
    )
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", MOMENTS)
def test_a_view_is_as_it_was_looked_at(name, request):
    file = VIEWS / f"{name}.txt"
    shown = view(name)
    if request.config.getoption("--bless"):
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


def test_a_move_changes_only_some_lines_of_a_view():
    state = state_after("agamemnon", 8)
    before = set(draw(state, None, 100).splitlines())
    after = set(draw(state.apply(state.legal_ids[0]), None, 100).splitlines())
    assert 0 < len(after - before) < len(after) // 2


def test_what_would_count_now_stands_in_place_of_what_counts_only_when_play_is_over():
    state = state_after("agamemnon", 8)
    told = standing(state, state.current_player)
    assert told.startswith("If play were over now")
    assert "What counts at the end" not in told
    assert standing(load("tic_tac_toe").start(seed=1), 0).startswith(NOT_COUNTED)


SUDDEN = """\
game "Sudden"
players 2
var points(Player): 0..9
play:
    P1 chooses:
        suddenly: end: P1 wins
        count: pass
    end: p with most points(p) wins
"""


def test_what_another_end_would_have_compared_has_not_counted(tmp_path):
    file = tmp_path / "sudden.rules"
    file.write_text(SUDDEN)
    start = load(str(file)).start()
    ends = [scores(start.child(number), None) for number in start.legal_ids]
    assert ends[0] == NOT_COUNTED
    assert ends[1].startswith("What counted:")
