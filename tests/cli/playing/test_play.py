"""Playing, saving, going on, replaying and drawing."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager

import pytest

from interpreter.hosting.playthrough import save
from interpreter.load import load
from interpreter.play.board import WIDTH
from tests.support.editing.drafts import GAME

BOARD = "  3  .  .  .\n  2  .  .  .\n  1  .  .  .\n     a  b  c\n"
NEVER = """\
game "Never"
players P1, P2

token Match in heap: 5
zone heap: Match row, open
zone gone: Match row, open

play:
    P1 chooses:
        go: end: draw

scenario "the start":
    given gone is 6 Match
    play go
    expect draw
"""


def test_without_input_bots_play_and_it_is_told(command):
    code, out, _ = command("play", "tic_tac_toe", "--seed", 5)
    assert code == 0
    assert "Bots play." in out
    assert "The game is over" in out


def test_bots_play_the_same_game_from_the_same_seed(command):
    words = ("play", "kuhn_poker", "--seed", 5, "--bot", "mcts:300")  # without a clock
    runs = {command(*words) for _ in range(2)}
    assert len(runs) == 1


@pytest.mark.parametrize("bot", ["mcts", "mcts:60", "mcts:0.01s", "mc:20", "mc:0.01s", "random"])
def test_any_bot_plays_to_the_end(command, bot):
    code, out, _ = command("play", "kuhn_poker", "--seat", "none", "--seed", 5, "--bot", bot)
    assert code == 0
    assert "The game is over" in out


def test_tree_search_plays_the_same_game_from_the_same_seed(command):
    words = ("play", "tic_tac_toe", "--seat", "none", "--seed", 5, "--bot", "mcts:2000")
    first, again = (command(*words) for _ in range(2))
    assert first == again
    assert "Tic-Tac-Toe: a draw" in first[1]


def test_a_person_plays_from_a_pipe_to_the_end(command):
    typed = "mark(a1)\nmark b1\n" + "1\n" * 9
    code, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=typed)
    assert code == 0
    assert BOARD in out
    assert "X> mark(a1)" in out
    assert "O> mark b1" in out
    assert "The game is over: won by" in out


def test_why_an_action_is_missing(command):
    typed = "5\n? mark b2\nmark b2\nmrk\n77\n\nh\n"
    code, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=typed)
    assert code == 0
    assert "O> ? mark b2\nb2 is taken\n" in out
    assert "You cannot: b2 is taken" in out
    assert "did you mean `mark`" in out
    assert "There is no 77 here; they go from 1 to 8." in out
    assert "Type a number from 1 to 8" in out
    assert "save, to go on later" in out


def test_a_choice_is_taken_back_through_bots(command):
    typed = "5\nu\nu\nv\n"
    code, out, _ = command("play", "tic_tac_toe", "--bot", "random", typed=typed)
    assert code == 0
    assert "Taken back." in out
    assert "cannot be taken back: nobody has chosen anything yet" in out
    assert out.count(BOARD) == 3


def test_what_others_saw_cannot_be_taken_back_where_there_are_secrets(command):
    _, out, _ = command("play", "kuhn_poker", "--seat", "all", typed="bet\nu\n")
    assert "cannot be taken back" in out


def test_hands_of_others_are_not_shown(command):
    _, out, _ = command("play", "kuhn_poker", "--seed", 4, "--seat", "P1", typed="v\n")
    assert "king moves from deck to hand(P1)" in out
    assert "    P1   king" in out
    assert "hand(P2): 1 hidden" in out
    assert "queen" not in out


def test_the_end_of_the_input_keeps_the_play(command, tmp_path):
    code, out, _ = command("play", "tic_tac_toe", "--bot", "random", typed="5\n")
    kept = tmp_path / "kept" / "tic_tac_toe-1.json"
    assert code == 0
    assert f"To go on: rulelang play tic_tac_toe --load {kept}" in out
    assert kept.exists()


def test_a_play_that_nobody_touched_is_not_kept(command, tmp_path):
    code, out, _ = command("play", "tic_tac_toe", "--seat", "X")
    assert code == 0
    assert "The input has ended here." in out
    assert list((tmp_path / "kept").iterdir()) == []


def test_save_and_go_on(command, tmp_path):
    file = tmp_path / "my.json"
    command("play", "tic_tac_toe", "--seat", "all", typed=f"5\n1\ns {file}\nq\n")
    code, out, _ = command("play", "tic_tac_toe", "--seat", "all", "--load", file, typed="v\n")
    assert code == 0
    assert "  2  .  X  .\n  1  O  .  .\n" in out


def test_a_play_begins_at_a_scenario_and_is_taken_back_into_it(command):
    words = ("play", "tic_tac_toe", "--scenario", "one mark a cell", "--seat", "all")
    code, out, _ = command(*words, typed="v\nu\nv\n")
    assert code == 0
    assert 'It begins at the scenario "one mark a cell".' in out
    assert "  3  .  .  .\n  2  .  X  .\n" in out
    assert BOARD in out


def test_a_play_at_what_a_scenario_gives_is_saved_and_goes_on(command, tmp_path):
    rules, file = tmp_path / "market.rules", tmp_path / "my.json"
    rules.write_text(GAME, encoding="utf-8")
    words = ("play", rules, "--scenario", "laid", "--seat", "all", "--seed", 3)
    _, out, _ = command(*words, typed=f"s {file}\nq\n")
    assert "P1 lays an unseen Card" in out
    code, out, _ = command("play", rules, "--seat", "all", "--load", file, typed="v\n")
    assert (code, 'It begins at the scenario "one is laid".' in out) == (0, True)
    code, out, _ = command("replay", file)
    assert (code, "P1 lays Card(2)" in out) == (0, True)
    code, out, _ = command("scenario", file, "--name", "again")
    assert (code, "given hand(P1) is Card(2)" in out) == (0, True)
    code, out, _ = command("debug", "--load", file, typed="q\n")
    assert (code, "Night Market" in out) == (0, True)


def test_a_scenario_brings_its_own_players_and_begins_a_new_play(command, tmp_path):
    words = ("play", "tic_tac_toe", "--scenario", "one mark")
    code, _, err = command(*words, "--players", 2)
    assert (code, "brings its own players and options" in err) == (2, True)
    code, _, err = command(*words, "--load", tmp_path / "my.json")
    assert (code, "begins a new one" in err) == (2, True)
    code, _, err = command("play", "tic_tac_toe", "--scenario", "three in a column")
    assert (code, "ends the game; `rulelang debug` goes through it" in err) == (2, True)


def test_saving_never_overwrites_unasked(command, tmp_path):
    file = tmp_path / "my.json"
    file.write_text("mine")
    typed = f"5\ns {file}\nn\n"
    _, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=typed)
    assert f"{file} exists already. Overwrite it? (y/n) n\nNot saved." in out
    assert file.read_text() == "mine"
    command("play", "tic_tac_toe", "--seat", "all", typed=f"5\ns {file}\ny\n")
    assert json.loads(file.read_text())["choices"] == [4]


def test_quitting_offers_to_save(command, tmp_path):
    file = tmp_path / "my.json"
    typed = f"5\nq\n{file}\n"
    code, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=typed)
    assert code == 0
    assert f"Saved as {file}." in out
    assert f"--load {file}" in out


def test_a_saved_play_brings_its_own_seed_and_variant(command, tmp_path):
    file = tmp_path / "my.json"
    words = ("play", "agamemnon", "--option", "starter=Greeks", "--seat", "all")
    command(*words, typed=f"1\ns {file}\n")
    code, _, err = command("play", "agamemnon", "--load", file, "--seed", 3)
    assert (code, "--seed belongs to a new game" in err) == (2, True)
    code, _, err = command("play", "agamemnon", "--load", file, "--option", "starter=Trojans")
    assert (code, "was played with starter Greeks, not Trojans" in err) == (2, True)
    code, _, err = command("play", "agamemnon", "--load", file, "--players", 3)
    assert (code, "was played by 2, not 3" in err) == (2, True)
    words = ("play", "agamemnon", "--load", file, "--option", "starter=Greeks", "--seat", "all")
    code, out, _ = command(*words, typed="q\n")
    assert (code, "starter Greeks" in out) == (0, True)
    code, out, _ = command("replay", file)
    assert code == 0
    assert "Turn 1, Greeks:" in out


def test_replay_tells_what_a_seat_lived(command, tmp_path):
    file = tmp_path / "my.json"
    command("play", "kuhn_poker", "--seat", "all", "--seed", 4, typed=f"bet\ns {file}\n")
    everything = command("replay", file)[1]
    assert "king moves from deck to hand(P1)" in everything
    assert "queen moves from deck to hand(P2)" in everything
    code, out, _ = command("replay", file, "--seat", "p2")
    assert code == 0
    assert "1 unseen component moves from deck to hand(P1)" in out
    assert "P1 bets" in out


@pytest.mark.parametrize("typed", ["\n\n\n", ""])
def test_replay_draws_each_position_and_waits_at_a_terminal(command, tmp_path, typed):
    file = tmp_path / "my.json"
    command("play", "tic_tac_toe", "--seat", "all", typed=f"5\n1\ns {file}\n")
    code, out, _ = command("replay", file, "--step", typed=typed, at_terminal=True, seen=True)
    assert code == 0
    empty, first, second, rest = out.split("Enter goes on ")
    assert BOARD in empty
    assert "X marks b2" in first
    assert "  2  .  X  .\n  1  .  .  .\n" in first
    assert "  2  .  X  .\n  1  O  .  .\n" in second
    assert rest == ("" if typed else "\n")
    assert "Enter goes on" not in command("replay", file, "--step")[1]


def test_replay_as_json(command, tmp_path):
    file = tmp_path / "my.json"
    command("play", "tic_tac_toe", "--seat", "all", typed=f"5\ns {file}\n")
    steps = json.loads(command("replay", file, "--json")[1])
    assert [step["id"] for step in steps] == [None, 4]
    seat = json.loads(command("replay", file, "--json", "--seat", "O")[1])
    assert seat["seat"] == "O"
    assert ["chose", 4] not in seat["entries"]


def test_a_cut_off_file_is_refused(command, tmp_path):
    file = tmp_path / "my.json"
    command("play", "tic_tac_toe", "--seat", "all", typed=f"5\ns {file}\n")
    file.write_text(file.read_text()[:60])
    code, out, err = command("replay", file)
    assert (code, out) == (2, "")
    assert "take a complete copy" in err


def test_show_draws_the_start_a_step_and_a_scenario(command, tmp_path):
    assert BOARD in command("show", "tic_tac_toe")[1]
    file = tmp_path / "my.json"
    command("play", "tic_tac_toe", "--seat", "all", typed=f"5\n1\ns {file}\n")
    assert "  2  .  X  .\n  1  .  .  .\n" in command("show", "tic_tac_toe", "--at", f"{file}:1")[1]
    code, _, err = command("show", "tic_tac_toe", "--at", f"{file}:9")
    assert (code, "has 2 steps; there is no step 9" in err) == (2, True)
    assert "won by X" in command("show", "tic_tac_toe", "--scenario", "diagonal")[1]


def test_show_tells_what_fails_in_a_scenario(command, failing, broken, tmp_path):
    code, out, err = command("show", failing, "--scenario", "other")
    assert (code, f"{failing}:11:" in err, "won by X" in out) == (0, True, True)
    code, _, err = command("show", broken, "--scenario", "any")
    assert (code, f"{broken}:5:" in err) == (1, True)
    file = tmp_path / "never.rules"
    file.write_text(NEVER, encoding="utf-8")
    code, _, err = command("show", file, "--scenario", "start")
    assert (code, "the scenario `the start` does not get to any position" in err) == (2, True)
    assert f"{file}:13:" in err
    assert "there are not enough copies of Match for gone" in err


def test_show_as_json_is_what_a_seat_sees(command):
    found = json.loads(command("show", "kuhn_poker", "--seat", "P2", "--json")[1])
    assert found["P2"]["zones"]["hand(P1)"] == {"unseen": 1}


def test_output_survives_a_terminal_that_knows_only_ascii(tmp_path):
    file = tmp_path / "accents.rules"
    file.write_text(
        'game "Café"\nplayers 2\nplay:\n    P1 chooses:\n        go "{P1} fährt":\n'
        "            end: P1 wins\n",
        encoding="utf-8",
    )
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "interpreter.cli.main", "play", file],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    assert done.returncode == 0, done.stderr
    assert b"Caf\\xe9" in done.stdout


def test_a_play_saved_without_a_seed_goes_on_with_a_new_one(command, tmp_path):
    file = tmp_path / "unseeded.json"
    save(load("kuhn_poker").start().child(0), file, rules="kuhn_poker")
    code, out, _ = command("play", "kuhn_poker", "--seat", "all", "--load", file, typed="v\n")
    assert code == 0
    assert "P1 to decide" in out


LINES = {
    "number": ("tic_tac_toe", "9" * 5_000, "There is no 999"),
    "argument": ("liars_dice", f"bid({'9' * 5_000}, 1)", "You cannot"),
    "question": ("liars_dice", f"? bid(1, {'9' * 5_000})", "no"),
    "null": ("tic_tac_toe", "s a\0b", "Not saved: no file can be called"),
    "long name": ("tic_tac_toe", "s " + "x" * 5_000, "Not saved"),
    "dot": ("tic_tac_toe", "s .\ny", "Not saved: no file can be called"),
}


@pytest.mark.parametrize("sort", LINES)
def test_lines_that_nobody_would_type_are_answered(command, monkeypatch, tmp_path, sort):
    monkeypatch.chdir(tmp_path)
    game, line, answer = LINES[sort]
    code, out, _ = command("play", game, "--seat", "all", "--seed", 1, typed=f"{line}\nq\n")
    assert code == 0
    assert answer in out


def test_a_bot_of_the_same_sort_sits_there_when_a_play_goes_on(command, tmp_path):
    file = tmp_path / "my.json"
    words = ("play", "tic_tac_toe", "--seat", "o", "--bot", "random", "--seed", 3)
    _, out, _ = command(*words, typed=f"1\ns {file}\nq\n")
    assert f"To go on: rulelang play tic_tac_toe --load {file} --seat O --bot random" in out
    _, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=f"1\ns {file}.all\nq\n")
    assert f"--load {file}.all --seat all" in out


def test_what_is_typed_need_not_be_exact(command):
    typed = "MARK B2\nx\nO marks A1\nc3 mark\nmark\nmark a2\n"
    _, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=typed)
    assert "  3  .  .  X\n  2  O  X  .\n  1  O  .  .\n" in out
    assert "That may be:\n  1. O marks b1\n  2. O marks c1\n" in out


def test_a_long_refusal_is_cut_between_words(command):
    asked = "mark whatever of the nine places is nearest to the middle and is still free"
    _, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed=f"{asked}\nmark\nq\n")
    told = [line for line in out.splitlines() if asked not in line]
    assert max(map(len, told)) <= WIDTH
    assert "(h for help)" in " ".join(out.split())
    assert "That may be:\n  1. X marks a1\n" in out


def test_a_table_in_the_browser_is_opened_for_the_same_game(command, monkeypatch):
    opened = []

    @contextmanager
    def table_beside(words):
        opened.append(words)
        yield "" if "tic_tac_toe" in words else "http://127.0.0.1:7/join#0a"

    monkeypatch.setattr("interpreter.cli.playing.play.table_beside", table_beside)
    for words in (
        ("agamemnon", "--option", "starter=Greeks", "--players", 2),
        ("tic_tac_toe", "--scenario", "one mark a cell"),
    ):
        typed = {"typed": "q\n", "at_terminal": True, "seen": True}
        code, out, _ = command("play", *words, "--table", **typed)
        link = "a game of its own while this one runs: http://127.0.0.1:7/join#0a\n"
        assert (code, link in out) == (0, words[0] == "agamemnon")
    assert opened == [
        ["agamemnon", "--option=starter=Greeks", "--players=2"],
        ["tic_tac_toe", "--scenario=one mark a cell"],
    ]


def test_names_scores_rules_and_the_log_are_told(command):
    typed = "? king\n? hand(P2)\n? fold\n? nobody\nscore\nrules\nrules hand\nlog\nlog 1\nh\n"
    words = ("play", "leduc_poker", "--seat", "P1", "--seed", 4, "--bot", "random")
    code, out, _ = command(*words, typed=typed)
    assert code == 0
    assert "P1> ? king\nking: " in out
    assert "hand(P2): 1 hidden" in out
    assert "There is no `nobody`" in out
    assert "P1> rules\nleduc_poker.rules:\n" in out
    assert "zone hand(Player)" in out
    assert "lines before (log " in out
    assert "what counts, as far as you see it" in out


def test_many_options_open_part_by_part(command):
    typed = "1\n..\n1\n4\n"
    words = ("play", "agamemnon", "--seat", "all", "--seed", 3)
    _, out, _ = command(*words, typed="s0\n2\nW3\n\nl s4\n1.3\n")
    assert "place W3(Greeks) ...:" in out
    assert "  1.4. Greeks place W3(Greeks) on s4" in out
    assert "s41" not in out
    _, out, _ = command("play", "hex", "--seat", "all", typed=typed)
    assert "place ...:" in out


def test_when_a_play_is_over_nothing_is_hidden(command):
    words = ("play", "kuhn_poker", "--seat", "P1", "--seed", 4, "--bot", "random")
    _, out, _ = command(*words, typed="bet\n1\n1\n")
    end = out.split("The game is over")[1]
    assert "hidden" not in end
    assert "hand" in end


def test_of_a_long_drawing_seen_before_only_the_changes_are_shown(command):
    typed = "5\n5\nv\nq\n\n"
    words = ("play", "antike_duellum", "--seed", 11, "--bot", "random")
    _, out, _ = command(*words, typed=typed)
    before, whole, changed, *_ = out.split("Brown to decide")
    assert "(the table is set up; log" in before
    assert "LUGDUNUM" in whole
    assert "  Field, a ring: each beside the next" in changed
    assert "stone Brown" in changed
    assert "LUGDUNUM" not in changed
    assert "(the rest is as before; v shows it all)" in changed
    assert "LUGDUNUM" in out.split("(the rest is as before")[-1]  # as `v` was typed


def test_attributes_answer_by_their_names_and_nothing_is_said_twice(command):
    words = ("play", "pergamemnon", "--seed", 11, "--bot", "random")
    _, out, _ = command(*words, typed="? flee\n? sword\nrules attack\n")
    assert "flee: true or false, of each Card\n  yes: " in out
    assert "sword: a Weapon\n  of Hannibal" in out
    assert max(map(len, out.splitlines())) <= 88
    _, out, _ = command("play", "egemonia", "--seed", 11, typed="? Influence\n")
    assert "influence: an Act" in out
    assert out.count("nothing may be done with it at this choice") == 1


def test_what_is_not_seen_of_a_choice_is_told_as_that(command):
    typed = "orient(Delos)\n" + "1\n" * 40
    _, out, _ = command("play", "egemonia", "--seed", 11, "--bot", "random", typed=typed)
    assert "  Spartans place an unseen Event on " in out
    assert re.search(r"plan: +1 +2 +3\n +Athenians .*\n +Spartans +1\?", out)


def test_who_chooses_may_speak_of_himself(command):
    _, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed="I mark on b2\nq\n\n")
    assert "X marks b2" in out


def test_a_name_of_nothing_is_answered_with_what_may_be_done(command):
    _, out, _ = command("play", "tic_tac_toe", "--seat", "all", typed="castle\nq\n\n")
    assert "there is no action `castle` now; there is mark (h for help)\nYou may:\n  1. X" in out


def test_why_play_is_over_is_told_with_the_numbers_it_hung_on(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    _, out, _ = command("play", "pergamemnon", "--players", "3", "--seat", "none", "--seed", "2",
                        "--bot", "random")  # fmt: skip
    told = out[out.index("Why play is over:") :]
    assert re.search(r"\n +\d+  if .*: +\[End of Game", told)
    assert re.search(r"\n +(forces\(P\d\) \d+, hand_size|count display \d)", told)
    assert re.search(r"\n +\d+  end: p with most points", told)


def test_score_says_what_would_count_now_as_far_as_it_can_be_worked_out(command):
    play = ("play", "pergamemnon", "--players", "3", "--seed", "11", "--bot", "random")
    _, out, _ = command(*play, typed="score\nq\n\n")
    over = out[out.index("If play were over now") :].splitlines()
    assert [line.split()[1:2] for line in over[2:5]] == [["14"], ["8"], ["9"]]
    assert over[5] == "Reckoned in 24 deals that agree with all that you saw."
