"""`rulelang debug`."""

import json

import pytest

from interpreter import Session, load
from interpreter.hosting.playthrough import read, save

FULL = """\
game "Full"
players 2
space Cell on grid 14 x 1
token Disc in box: 14
zone box: Disc set, open
zone on(Cell): Disc one, open
setup:
    for c in Cell: move 1 Disc from box to on(c)
play:
    each turn of p, at most 9:
        p chooses:
            take(c in Cell) "{p} takes {c}": move all from on(c) to box
    end: draw
"""
FAILS = """\
game "Fails"
players 2
token Coin in bank: 3
zone bank: Coin set, open
zone purse: Coin set, open
setup:
    move 9 Coin from bank to purse
play:
    end: draw
"""


def test_words_are_answered_in_order(command):
    code, out, err = command(
        "debug", "tic_tac_toe", "--do", "choice", "--do", "take mark(b2)", "--do", "choice",
        "--do", "why mark(b2)", "--do", "print count supply", "--do", "choice back",
        "--do", "q", "--do", "never",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "X is to choose: 9 legal" in out
    assert "O is to choose: 8 legal" in out
    assert "b2 is taken\n   14   need on(c) is empty" in out
    assert out.count("next in this play: mark(b2)") == 1
    assert "\n9\n" in out
    assert "never" not in out


def test_what_is_typed_goes_on_until_nothing_comes(command):
    code, out, _ = command("debug", "kuhn_poker", "--seed", "7", typed="c\nlegal\nas P2\nzones\n")
    assert code == 0
    assert "bet" in out
    assert "hand(P1): 1 unseen" in out


def test_at_a_terminal_it_asks_until_nothing_comes(command):
    words = ("debug", "kuhn_poker", "--seed", "7")
    code, out, _ = command(*words, typed="c\nlegal\n", at_terminal=True)
    assert code == 0
    assert out.count("debug> ") == 3
    assert "bet" in out
    assert out.endswith("debug> \n")


def test_what_fails_in_a_scenario_is_remarked(command, failing):
    code, out, err = command("debug", failing, "--scenario", "the other one", "--do", "q")
    assert (code, 'Failing, scenario "the other one"' in out) == (0, True)
    assert err.startswith(f"{failing}:11:")
    assert "X won" in err


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("", 0, ""),
        ("Content-Length: much\r\n\r\n", 2, "rulelang dap: "),
    ],
)
def test_what_is_no_message_ends_the_adapter(command, typed, code, said):
    ended, out, err = command("dap", typed=typed)
    assert (ended, out) == (code, "")
    assert err.startswith(said)
    assert bool(err) == bool(said)


def test_every_word_of_the_help_is_understood(command):
    words = (
        "step 2", "step back", "over", "out", "turn", "run", "break 27 if turn is 2", "breaks",
        "clear 27", "locals", "stack", "list", "where", "told", "as onlooker", "as everything",
        "legal", "why bet", "rejoin", "help", "zones hand", "",
    )  # fmt: skip
    code, out, _ = command(
        "debug", "kuhn_poker", "--seed", "7", *(part for w in words for part in ("--do", w))
    )
    assert code == 0
    assert "there is no `" not in out
    assert "line 27 if turn is 2" in out


def test_a_fork_is_saved_as_a_play(command, tmp_path):
    state = load("tic_tac_toe").start().apply(4).apply(0)
    save(state, tmp_path / "a.json", rules="tic_tac_toe")
    code, out, _ = command(
        "debug", "--load", tmp_path / "a.json", "--do", "choice 2", "--do", "take 8",
        "--do", f"save {tmp_path / 'b.json'}", "--do", f"save {tmp_path / 'b.json'}",
    )  # fmt: skip
    assert code == 0
    assert "a fork" in out
    assert "exists already" in out
    assert read(tmp_path / "b.json").choices == (4, 8)


def test_a_fork_of_a_scenario_that_sets_nothing_up_is_saved(command, tmp_path):
    words = ("debug", "tic_tac_toe", "--scenario", "one mark a cell", "--do", "choice")
    file = tmp_path / "fork.json"
    lines = ("take mark(a1)", "choice", "take mark(a2)", f"save {file}")
    code, out, _ = command(*words, *(part for line in lines for part in ("--do", line)))
    assert (code, f"wrote {file}" in out) == (0, True)
    assert read(file).choices == tuple(
        load("tic_tac_toe").start().find("mark", [cell]).id for cell in ("a1", "a2")
    )


def test_one_that_sets_something_up_is_not(command, tmp_path):
    words = ("debug", "agamemnon", "--scenario", "A Weaver of the first two turns may be replaced")
    file = tmp_path / "fork.json"
    code, out, _ = command(*words, "--do", "choice", "--do", f"save {file}")
    assert (code, file.exists()) == (0, False)
    assert "does not begin where its game does" in out


def test_an_action_must_be_named_to_look_ahead(command):
    code, out, _ = command("debug", "tic_tac_toe", "--do", "choice", "--do", "ahead")
    assert (code, "name an action: mark" in out) == (0, True)


def test_the_file_of_a_session_opens(command, tmp_path):
    session = Session(load("kuhn_poker"), {"P1": "a", "P2": "b"}, seed=5)
    session.save(tmp_path / "s.jsonl")
    session.submit("a", 0)
    session.close()
    code, out, _ = command("debug", "--load", tmp_path / "s.jsonl", "--do", "choice 2")
    assert code == 0
    assert "[3 taken] play" in out


def test_a_scenario_opens_by_part_of_its_name(command):
    code, out, _ = command("debug", "tic_tac_toe", "--scenario", "diagonal", "--do", "run")
    assert code == 0
    assert "the game is over: X 1, O -1" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a game"),
        (("tic_tac_toe", "--scenario", "none such"), "has no scenario"),
        (("tic_tac_toe", "--scenario", "diagonal", "--seed", "7"), "brings its own"),
        (("--load", "nowhere.json"), "cannot be read"),
        (("--load", "/dev/null"), "a pipe or a device"),
        (("tic_tac_toe", "--players", "9"), "9 cannot play this game"),
    ],
)
def test_what_cannot_be_opened_is_said(command, words, said):
    code, _, err = command("debug", *words)
    assert code in (1, 2)
    assert said in err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("st", "`step` or `stack`"),
        ("dance", "`help` lists"),
        ("break here", "`break 12`"),
        ("break 9999", "nothing to stop at"),
        ("step sideways", "give a number"),
        ("print nowhere", "nothing is named"),
        ("print", "name a value"),
        ("print foo(", "this ends too early"),
        ("as", "say who looks: X, O, onlooker, everything"),
        ("take 99999", "go to a choice first"),
        ("zones nowhere", "no zone or variable"),
        ("as nobody", "nobody is named"),
        ("step back", "this is the beginning"),
        ("save", "`save FILE`"),
        ("leave", "no action is being judged; `ahead ACTION`"),
        ("choice; ahead mark(a1); ahead mark(a2)", "an action is being judged; `leave` first"),
        ("choice; ahead mark(a1); step", "      it is allowed"),
        ("as X; print 1", "`print` knows everything; say `as everything` before"),
        ("legal", "nobody is to choose here"),
        ("choice; legal take", "there is no action `take` now; did you mean `mark`?"),
        ("choice; why mark(z9)", "z9"),
        ("break 12 if nowhere; run", "`nowhere`: nothing is named `nowhere`"),
        ("print 1 mod (count supply - 10)", "this has no value here: 1 is divided by zero"),
    ],
)
def test_what_is_not_understood_is_said(command, line, said):
    code, out, _ = command(
        "debug", "tic_tac_toe", *(part for one in line.split("; ") for part in ("--do", one))
    )
    assert code == 0
    assert said in out


def test_of_what_is_much_some_is_shown(command, tmp_path):
    words = ("choice", "zones", "zones on", "legal", "legal a1")
    path = tmp_path / "full.rules"
    path.write_text(FULL, encoding="utf-8")
    code, out, _ = command("debug", path, *(part for one in words for part in ("--do", one)))
    assert code == 0
    assert "on(l1): Disc\n  and 2 more: `zones on`" in out
    assert "on(m1): Disc\non(n1): Disc\n" in out
    assert "take(l1)  P1 takes l1\n        and 2 more; `legal WORD` lists some" in out
    assert out.count("take(a1)") == 2


def test_chance_takes_what_it_is_told_by_name(command):
    words = ("run", "take draw(ace)", "take draw(king)", "run", "zones hand")
    code, out, _ = command("debug", "kuhn_poker", *(p for one in words for p in ("--do", one)))
    assert code == 0
    assert "chance has draw(jack), draw(queen), draw(king)\n" in out
    assert "hand(P1): king" in out


def test_where_a_rule_fails_is_shown_with_what_fails(command, tmp_path):
    path = tmp_path / "fails.rules"
    path.write_text(FAILS, encoding="utf-8")
    code, out, _ = command("debug", path, "--do", "run", "--do", "where")
    assert code == 0
    line = "    7 >     move 9 Coin from bank to purse"
    assert f"{line}\n      the rules fail here: `bank` does not hold 9 Coin" in out


def test_a_text_with_errors_is_refused(command, broken):
    code, _, err = command("debug", broken)
    assert code == 1
    assert "error[" in err or "error[" in json.dumps(err)
