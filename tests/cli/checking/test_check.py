"""Findings, scenarios and codes."""

import json
import re

import pytest


def test_a_clean_file_is_said_to_be_clean(command):
    code, out, _ = command("check", "games/kuhn_poker.rules")
    said = "games/kuhn_poker.rules: nothing found; 1 variant checked; proved 21, open 0\n"
    assert (code, out) == (0, said)


@pytest.mark.parametrize(
    ("name", "said"),
    [("check", "nothing found; 1 variant"), ("test", "passed"), ("fmt", "")],
)
def test_a_game_that_ships_goes_by_its_name(command, name, said):
    shown = [command(name, game) for game in ("kuhn_poker", "games/kuhn_poker.rules")]
    assert shown[0] == shown[1]
    assert shown[0][0] == 0
    assert said in shown[0][1]


def test_a_file_or_folder_here_comes_before_a_game_of_that_name(
    command, broken, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kuhn_poker").write_text(broken.read_text("utf-8"), encoding="utf-8")
    assert "--> kuhn_poker:5:" in command("check", "kuhn_poker")[1]
    (tmp_path / "othello").mkdir()
    assert command("check", "othello")[0] == 2
    assert "no rule file (*.rules) in `othello`" in command("check", "othello")[2]


def test_variants_are_told_and_obligations_counted(command):
    code, out, _ = command("check", "games/agamemnon.rules")
    assert code == 0
    assert "variants checked (board front, loom; tiles mixed, face_up, sorted;" in out
    assert re.search(r"; proved \d+, open \d+ \(listed by --open\)\n$", out)


def test_open_obligations_are_listed_on_request(command):
    code, out, _ = command("check", "games/tic_tac_toe.rules", "--open")
    assert code == 0
    assert "proved 12, open 2\n" in out
    assert "  open: games/tic_tac_toe.rules:12:9: G4, not proved: some action is legal here" in out


def test_how_often_is_chosen_at_most_is_listed_on_request(command):
    code, out, _ = command("check", "tests/texts/any_number.rules", "--open")
    assert code == 0
    assert re.search(r"  proved: \S+:31:9: G3: any number of times is at most 6 here: `hand`", out)


def test_obligations_as_json(command):
    file = json.loads(command("check", "games/tic_tac_toe.rules", "--json")[1])["files"][0]
    assert {claim["status"] for claim in file["obligations"]} == {"proved", "open"}
    assert file["obligations"][0]["line"] > 0


def test_strict_takes_open_obligations_for_errors(command):
    assert command("check", "games/tic_tac_toe.rules", "--strict")[0] == 1


def test_findings_come_with_their_line(command, broken):
    code, out, _ = command("check", broken)
    assert code == 1
    assert f"--> {broken}:5:" in out
    assert "end: nobody wins" in out


def test_findings_as_json(command, broken):
    code, out, _ = command("check", broken, "--json")
    assert code == 1
    (file,) = json.loads(out)["files"]
    assert file["file"] == str(broken)
    assert file["findings"][0]["severity"] == "error"
    assert file["findings"][0]["line"] == 5


def test_what_cannot_be_read_is_no_finding_but_a_refusal(command, tmp_path):
    file = tmp_path / "latin.rules"
    file.write_bytes(b'game "\xe9"\n')
    code, out, _ = command("check", file)
    assert code == 2
    assert "is not UTF-8" in out


def test_rule_files_of_folders_are_checked_in_order_and_once(command, broken, failing):
    code, out, _ = command("check", failing.parent, broken)
    assert code == 1
    assert re.findall(r"^(\S+): (?:1 error|nothing found)", out, re.MULTILINE) == [
        str(broken), str(failing),
    ]  # fmt: skip


def test_an_empty_folder_has_nothing_to_check(command, tmp_path):
    code, _, err = command("check", tmp_path)
    assert code == 2
    assert "there is no rule file (*.rules)" in err


def test_scenarios_are_counted(command):
    code, out, _ = command("test", "games/tic_tac_toe.rules")
    assert (code, out) == (0, "games/tic_tac_toe.rules: ....... 7 passed\n")


def test_it_is_told_how_many_ways_of_chance_a_scenario_was_run(command, failing):
    text = failing.read_text(encoding="utf-8").replace("    play", "    with any chance\n    play")
    failing.write_text(text.replace("O wins", "X wins"), encoding="utf-8")
    code, out, _ = command("test", failing)
    assert code == 0
    assert '1 passed\n  scenario "the other one": the one way that chance goes\n' in out


def test_a_failed_scenario_says_where_and_why(command, failing):
    code, out, _ = command("test", failing)
    assert code == 1
    assert "F 1 of 1 failed" in out
    assert f'scenario "the other one"\n    {failing}:11:' in out
    assert "X won" in out


def test_some_scenarios_alone(command):
    text = "games/tic_tac_toe.rules"
    code, out, _ = command("test", text, "--scenario", "diagonal", "--scenario", "one mark a cell")
    assert (code, out) == (0, f"{text}: .. 2 passed\n")
    code, _, err = command("test", text, "--scenario", "circle")
    assert (code, f'{text} has no scenario "circle"; there is' in err) == (2, True)


def test_failed_scenarios_as_json(command, failing):
    code, out, _ = command("test", failing, "--json")
    assert code == 1
    scenario = json.loads(out)[0]["scenarios"][0]
    assert not scenario["passed"]
    assert scenario["failures"][0]["line"] == 11


def test_scenarios_of_a_broken_file_are_not_run(command, broken):
    code, out, _ = command("test", broken)
    assert code == 1
    assert "not run: 1 error" in out


def test_a_code_is_explained(command):
    code, out, _ = command("explain", "error[too-deep]")
    assert code == 0
    assert "nested" in out


def test_codes_are_listed(command):
    assert "too-deep" in command("explain")[1].splitlines()
