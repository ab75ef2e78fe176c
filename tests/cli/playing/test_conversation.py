"""What people are asked and answered who sit at the terminal themselves."""

import re
import sys

import pytest

from tests.cli.conftest import CTRL_C

ONE_WAY = """\
game "One way"
players P1, P2
var steps: 0..2

play:
    each turn of p, at most 2:
        p chooses:
            go: add 1 to steps
    end: P1 wins
"""
OVER = "a1\na2\nb1\nb2\nc1\n"


@pytest.fixture
def at_terminal(command):
    """Return a function that plays at a terminal; what is typed is not on it."""

    def run(*words, typed):
        return command("play", *words, "--seed", 1, typed=typed, at_terminal=True)

    return run


def test_ctrl_c_keeps_the_play_and_says_how_to_go_on(at_terminal, tmp_path):
    code, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed=f"b2\n{CTRL_C}\n")
    assert code == 130
    kept = tmp_path / "kept" / "tic_tac_toe-1.json"
    assert "\nInterrupted.\n" in out
    assert f"O to decide.\nTo go on: rulelang play tic_tac_toe --load {kept} --seat all" in out
    assert kept.exists()


def test_a_play_that_cannot_be_kept_is_told_as_that(at_terminal, tmp_path, monkeypatch):
    monkeypatch.setattr("interpreter.cli.playing.asking.saving.Path.exists", lambda _: False)
    kept = tmp_path / "kept" / "tic_tac_toe-1.json"
    kept.mkdir(parents=True)
    code, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed="b2\n")
    assert code == 0
    assert f"The input has ended here.\nThe play could not be kept: {kept}" in out
    assert "To go on" not in out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("l", "Play is over. `score`"),
        ("?", "Play is over. `score`"),
        ("h", "Play is over. `score`"),
        ("b3", "Play is over. `score`"),
        ("v", "Tic-Tac-Toe, as it ended:"),
        ("rules", "Why play is over:"),
        ("? b2", "b2"),
        ("score", "end: p wins"),
        ("log 3", "X marks c1"),
    ],
)
def test_what_is_over_is_answered_about(at_terminal, typed, answer):
    code, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed=f"{OVER}{typed}\n\n")
    told = out.split("the end> ")
    assert code == 0
    assert len(told) == 3
    assert "Play is over. `score`" in told[0]
    assert answer in told[1]


def test_an_end_may_be_taken_back_and_play_goes_on(at_terminal):
    _, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed=f"{OVER}u\nc3\nc2\n\n")
    taken_back = out.split("the end> Taken back.")[1]
    assert taken_back.index("  X marks c3\n") < taken_back.index("  O marks c2\n")


def test_the_only_option_is_taken_by_enter(at_terminal, tmp_path):
    rules = tmp_path / "one_way.rules"
    rules.write_text(ONE_WAY, encoding="utf-8")
    code, out, _ = at_terminal(rules, "--seat", "all", typed="\n\n\n")
    assert code == 0
    assert out.count("  (the only option: Enter takes it)") == 2
    assert "The game is over: won by P1" in out


def test_who_shares_a_terminal_looks_alone(at_terminal):
    _, out, _ = at_terminal("kuhn_poker", "--seat", "all", typed="\nbet\n\nv\n")
    first, second = re.findall(r"(P\d) to choose\. \1 alone should look now; press Enter ", out)
    assert (first, second) == ("P1", "P2")
    shown = out[out.index("P2 alone should look now") :]
    assert "hand(P1): 1 hidden" in shown


def test_play_goes_on_where_nothing_completes_words(at_terminal, monkeypatch):
    monkeypatch.setitem(sys.modules, "readline", None)
    _, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed="b2\nq\n\n")
    assert "  X marks b2\n" in out


def test_a_map_is_drawn_where_asked_for(at_terminal):
    _, out, _ = at_terminal("agamemnon", "--seat", "all", typed="map\nq\n")
    heading, first, *_ = out.split("Trojans> ")[1].splitlines()
    assert (heading, first.split()[:2]) == ("  Space:", ["s5", "s10"])


def test_enter_lists_options_once_more_where_they_have_parts(at_terminal):
    _, out, _ = at_terminal("liars_dice", "--seat", "all", typed="\nbid(1, 1)\n\n\nq\n")
    asked, menu, _ = out.split("P2> ")
    assert menu == "  1. bid (59)\n  2. P2 doubts it\n"
    assert asked.endswith(menu)


def test_a_name_under_which_nothing_can_be_saved_is_no_reason_to_leave(at_terminal, tmp_path):
    typed = f"b2\nq\n{tmp_path}/nowhere/my.json\nq\n{tmp_path}/my.json\n"
    code, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed=typed)
    assert code == 0
    assert out.index("Not saved: ") < out.index(f"Saved as {tmp_path}/my.json.")


def test_of_a_long_play_that_goes_on_the_last_lines_are_told(at_terminal, command, tmp_path):
    file = tmp_path / "my.json"
    at_terminal("connect_four", "--seat", "all", typed="1\n2\n4\n3\n" * 7 + f"s {file}\nq\n")
    words = ("play", "connect_four", "--seat", "all", "--load", file)
    _, out, _ = command(*words, at_terminal=True, typed="q\n")
    assert re.search(r"\.\.\. \d+ choices before \(log N tells the last N lines\)\n", out)
    assert out.index("choices before") < out.index("Connect Four, as")


def test_the_position_becomes_a_scenario_in_a_file(at_terminal, tmp_path):
    file = tmp_path / "scenes.txt"
    typed = f"x {file}\nb2\nx {file}\nx\nx {tmp_path}\n"
    _, out, _ = at_terminal("tic_tac_toe", "--seat", "all", typed=typed)
    assert out.count(f"The scenario of this position is at the end of {file}.\n") == 2
    assert "Name the file to add it to: `x scenarios.txt`" in out
    assert f"Nothing was written: {tmp_path}: Is a directory" in out
    first, second = file.read_text(encoding="utf-8").split("\n\n")
    assert first.startswith('scenario "after 0 steps of a play":\n')
    assert "    play mark(b2)\n" in second


def test_a_scenario_of_hidden_things_says_so(at_terminal, tmp_path):
    file = tmp_path / "scenes.txt"
    _, out, _ = at_terminal("kuhn_poker", typed=f"x {file}\n")
    assert f"at the end of {file}. It tells what is hidden too." in out


def test_a_scenario_begins_after_the_set_up(at_terminal, tmp_path):
    rules, file = tmp_path / "one_way.rules", tmp_path / "scenes.txt"
    chosen = "setup:\n    P2 chooses:\n        low: set steps to 0\n        high: set steps to 1\n"
    rules.write_text(ONE_WAY.replace("play:", f"{chosen}\nplay:"), encoding="utf-8")
    _, out, _ = at_terminal(rules, "--seat", "all", typed=f"x {file}\nlow\nx {file}\n")
    assert "Nothing was written: the game is being set up" in out
    assert f"at the end of {file}." in out
    assert file.read_text(encoding="utf-8").startswith('scenario "after 1 steps of a play":\n')
