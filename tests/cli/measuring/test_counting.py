"""Simulate and perft."""

import json
import re
from statistics import fmean, stdev

import pytest

from tests.support.games import ROOT


def test_perft_is_a_table(command):
    code, out, _ = command("perft", "kuhn_poker", 9)
    assert code == 0
    assert out.splitlines()[-1] == "complete games: 30"


def test_perft_as_json(command):
    code, out, _ = command("perft", "tic_tac_toe", 2, "--distinct", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["counts"], found["positions"]) == ([1, 9, 72], [1, 9, 72])
    assert found["complete_games"] is None


def test_a_simulation_follows_from_its_seed(command):
    runs = [command("simulate", "kuhn_poker", "-n", 20, "--seed", 7, "--json") for _ in range(2)]
    found = [json.loads(out) for code, out, err in runs]
    for result in found:
        del result["seconds"]
    assert found[0] == found[1]
    assert found[0]["games"] == 20


def test_a_simulation_is_a_page(command):
    code, out, err = command("simulate", "agamemnon", "-n", 3)
    assert (code, err) == (0, "")
    assert "Agamemnon: 3 random games, seed 0" in out
    assert "draws" in out


def test_a_mean_return_says_how_far_luck_may_have_moved_it(command):
    _, out, _ = command("simulate", "leduc_poker", "-n", 50, "--json")
    found = json.loads(out)
    won = [row["returns"][1] for row in found["returns"] for _ in range(row["games"])]
    assert len(set(won)) > 2
    doubt = found["seats"][1]["doubt"]
    assert doubt == pytest.approx(1.96 * stdev(won) / 50**0.5)
    _, page, _ = command("simulate", "leduc_poker", "-n", 50)
    assert f"{fmean(won):.2f}  ± {doubt:.2f}" in page


def test_one_game_says_nothing_about_luck(command):
    _, out, _ = command("simulate", "leduc_poker", "-n", 1, "--json")
    assert json.loads(out)["seats"][0]["doubt"] is None
    assert "±" not in command("simulate", "leduc_poker", "-n", 1)[1]


def test_no_game_at_all_is_no_fault(command):
    assert command("simulate", "kuhn_poker", "-n", 0)[:2] == (
        0,
        "Kuhn poker: no game was played\n",
    )


def test_coverage_is_a_page(command):
    code, out, err = command("simulate", "tic_tac_toe", "-n", 20, "--coverage")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Tic-Tac-Toe: 8 lines with rules, in 1 variant",
        "  reached by 7 scenarios      8",
        "  reached by 20 random games  8",
        "  reached by nothing          0",
    ]


def test_a_line_that_nothing_reaches_is_an_error(command, tmp_path):
    file = tmp_path / "idle.rules"
    file.write_text(
        'game "Idle"\nplayers 2\nvar n: 0..9\nplay:\n    if n > 3: end: P2 wins\n'
        "    if count Player is 3: end: P2 wins\n    end: draw\n",
        encoding="utf-8",
    )
    code, out, _ = command("simulate", file, "-n", 3, "--coverage")
    assert code == 1
    assert "  reached by nothing         2" in out
    assert out.splitlines()[-3:] == [
        f"{file}:5:15: `end: P2 wins` is never run",
        f"{file}:6:5: no variant has this line",
        f"{file}:6:27: no variant has this line",
    ]


def test_what_sorting_keys_never_decide_is_told_and_no_error(command):
    file = ROOT / "tests" / "texts" / "watched" / "keys.rules"
    code, out, _ = command("simulate", file, "-n", 40, "--coverage")
    assert code == 0
    assert out.splitlines()[4:] == [
        f"{file}:16:55: `t.rank` never decides: what stands before it is enough",
        f"{file}:17:56: `t.rank` never decides: what stands before it is enough",
        f"{file}:27:41: `gold(q) mod 2` never decides: what stands before it is enough",
        f"{file}:20:27: `t.rank` leaves ties to the order in which they are found",
        f"{file}:21:27: `seen(t)` leaves ties to the order in which they are found",
    ]


def test_what_stands_in_a_rule_that_is_never_run_is_not_told_again(command, tmp_path):
    file = tmp_path / "idle_keys.rules"
    file.write_text(
        'game "Idle keys"\nplayers 2\nvar n: 0..9\nvar gold(Player): 0..9\n'
        "let richest = the q in Player with most gold(q) then least gold(q) mod 2 else none\n"
        "play:\n    each turn of p, at most 2:\n"
        "        if n > 3:\n            if richest is P1: set n to if n > 5 then 1 else 2\n"
        "        p chooses:\n            rest\n        if turn is 1: end: draw\n"
        "    end: q with most gold(q) then least gold(q) mod 3 wins\n",
        encoding="utf-8",
    )
    code, out, _ = command("simulate", file, "-n", 4, "--coverage")
    assert code == 1
    assert out.splitlines()[4:] == [
        f"{file}:5:1: `let richest = the q in Player with most …` is never asked for",
        f"{file}:9:13: `if richest is P1: set n to if n > 5 then …` is never run",
        f"{file}:9:31: `set n to if n > 5 then 1 else 2` is never run",
        f"{file}:12:9: the condition of `if turn is 1: end: draw` is never false",
        (
            f"{file}:13:5: `end: q with most gold(q) then least gold …` is run only when "
            "the turns are used up, and they never were"
        ),
    ]


def test_a_value_that_never_is_one_is_quoted_in_one_short_line(command, tmp_path):
    file = tmp_path / "values.rules"
    file.write_text(
        'game "Values"\nplayers 2\nvar n: 0..9\n'
        "let short(k) = if k > 8 then 8 else 1\n"
        "let long(k) = if k > 8 then count q in Player where q is not none and k > 0 else 1\n"
        "play:\n    P1 chooses:\n        rest\n"
        "    set n to short(n) + long(n)\n    end: draw\n",
        encoding="utf-8",
    )
    _, out, _ = command("simulate", file, "-n", 1, "--coverage")
    assert out.splitlines()[-2:] == [
        f"{file}:4:30: `8` is never the value",
        f"{file}:5:29: `count q in Player where q is not none an …` is never the value",
    ]


def test_an_end_for_want_of_turns_is_no_error(command):
    code, out, _ = command("simulate", "breakthrough", "-n", 0, "--coverage")
    assert code == 0
    assert "is run only when the turns are used up, and they never were" in out


def test_coverage_as_json_has_all_lines(command):
    words = ("simulate", "tic_tac_toe", "-n", 2, "--coverage", "--json", "--bot", "mc:2")
    code, out, _ = command(*words, "--bot", "random")
    found = json.loads(out)
    assert code == 0
    assert found["runs"] == {"scenarios": 7, "games of mc:2 bots": 2, "random games": 2}
    lines = {line["line"]: line for line in found["lines"]}
    assert [point["what"] for point in lines[14]["points"]] == ["need"]
    assert "scenarios" in lines[14]["reached_by"]
    assert (found["unreached"], found["absent"]) == ([], [])


def test_bots_play_a_simulation(command):
    code, out, _ = command("simulate", "tic_tac_toe", "-n", 2, "--bot", "mc:3")
    assert code == 0
    assert out.startswith("Tic-Tac-Toe: 2 games of mc:3 bots, seed 0\n")
    code, _, err = command("simulate", "tic_tac_toe", "--bot", "mc", "--bot", "random")
    assert code == 2
    assert "one --bot plays in all seats" in err
    assert command("simulate", "tic_tac_toe", "--bot", "genius")[0] == 2


def test_a_fault_says_what_finds_a_short_play_that_comes_to_it(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.rules").write_text(
        'game "Empty"\n'
        "players 2\n"
        "kind Color: red | blue\n"
        "token Chip(color: Color) in box: 1 each\n"
        "zone box: Chip bag, hidden\n"
        "zone out: Chip set, open\n"
        "play:\n"
        "    repeat 3:\n"
        "        draw 1 from box to out\n"
        "    end: draw\n"
    )
    code, _, err = command("simulate", "empty.rules", "-n", 5)
    assert code == 1
    assert "error[rule-fault]: 1 is drawn from `box`, which holds 0" in err
    assert "`rulelang check empty.rules --search 10` looks for a short play" in err


def interrupting(*_):
    """Return what shows how far a count is, and is interrupted at once."""

    def show(*_):
        raise KeyboardInterrupt

    return show


def test_a_count_that_is_interrupted_has_the_depths_that_are_whole(command, monkeypatch):
    def show(done):
        if done.depth == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.cli.measuring.perft._show", show)
    code, out, err = command("perft", "tic_tac_toe", 5, "--engine", "reference", "--json")
    assert (code, json.loads(out)["interrupted"]) == (130, True)
    whole = len(json.loads(out)["counts"]) - 1
    assert err == f"rulelang: interrupted; depth {whole} is the last that is whole\n"


def test_coverage_that_is_interrupted_tells_what_was_reached(command, monkeypatch):
    monkeypatch.setattr("interpreter.cli.measuring.simulate.progress", interrupting)
    code, out, err = command("simulate", "tic_tac_toe", "-n", 5, "--coverage")
    assert (code, "reached by 7 scenarios" in out) == (130, True)
    assert re.fullmatch(r"rulelang: interrupted after [01] of 5 games\n", err)


def test_a_text_that_is_gone_in_the_meantime_is_not_quoted(command, tmp_path, monkeypatch):
    file = tmp_path / "gone.rules"
    file.write_text(
        'game "Gone"\nplayers 2\nvar n: 0..9\nplay:\n    if n > 3: end: P2 wins\n    end: draw\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(
        "interpreter.cli.measuring.simulate.progress",
        lambda _: lambda _: file.unlink(missing_ok=True),
    )
    code, out, _ = command("simulate", file, "-n", 1, "--coverage")
    assert (code, out.splitlines()[-1]) == (1, f"{file}:5:15: `…` is never run")


TOGETHER = """game "Together"
players 2
play:
    P1 chooses:
        up: end: all win
        down: end: all lose
"""


def test_who_wins_together_is_counted_as_all(command, tmp_path):
    file = tmp_path / "together.rules"
    file.write_text(TOGETHER, encoding="utf-8")
    words = ("simulate", file, "-n", 20, "--engine", "reference")
    _, out, _ = command(*words)
    won, lost = map(int, re.search(r"all won (\d+), all lost (\d+)", out).groups())
    assert (won + lost, min(won, lost) > 0, "draws" in out) == (20, True, False)


def test_bots_play_in_processes_of_their_own(command):
    words = ("simulate", "tic_tac_toe", "-n", 2, "--bot", "mc:3", "--json")
    found = [json.loads(command(*words, *more)[1]) for more in ((), ("--jobs", 1))]
    assert found[0]["lengths"] == found[1]["lengths"]
