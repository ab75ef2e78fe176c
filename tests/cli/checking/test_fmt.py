"""Formatting files: what is written, what is only said, and what is left alone."""

import json

import pytest

CROOKED = 'game  "Crooked"\nplayers 2\n\n\nplay:\n  end:  draw   # at once\n'
STRAIGHT = (
    'game "Crooked"\nplayers 2\n\nplay:\n    end: draw'
    "                                            # at once\n"
)


@pytest.fixture
def crooked(tmp_path):
    file = tmp_path / "crooked.rules"
    file.write_text(CROOKED, encoding="utf-8")
    return file


def test_a_file_is_formatted_in_its_place(command, crooked):
    crooked.chmod(0o640)
    assert command("fmt", crooked) == (0, f"{crooked}: formatted\n", "")
    assert crooked.read_text("utf-8") == STRAIGHT
    assert crooked.stat().st_mode & 0o777 == 0o640
    assert list(crooked.parent.glob(".crooked*")) == []
    assert command("fmt", crooked) == (0, "", "")


def test_a_link_stays_a_link(command, crooked, tmp_path):
    link = tmp_path / "link.rules"
    link.symlink_to(crooked)
    command("fmt", link)
    assert link.is_symlink()
    assert crooked.read_text("utf-8") == STRAIGHT


def test_check_names_what_would_change_and_writes_nothing(command, crooked):
    assert command("fmt", "--check", crooked) == (1, f"{crooked}: would change\n", "")
    assert crooked.read_text("utf-8") == CROOKED
    assert command("fmt", "--check", "games/tic_tac_toe.rules")[0] == 0


def test_a_difference_is_shown_and_nothing_written(command, crooked):
    code, out, _ = command("fmt", "--diff", crooked)
    assert code == 0
    assert '-game  "Crooked"\n+game "Crooked"\n' in out
    assert crooked.read_text("utf-8") == CROOKED


def test_a_file_with_mistakes_is_left_alone(command, crooked):
    crooked.write_text(CROOKED + "zone hand(\n", encoding="utf-8")
    code, out, err = command("fmt", crooked)
    assert (code, out) == (1, "")
    assert "error[" in err
    assert f"{crooked}: left as it is: 1 error" in err
    assert crooked.read_text("utf-8") == CROOKED + "zone hand(\n"


def test_what_would_be_too_long_when_laid_out_is_left_alone(command, crooked):
    values = "|".join(f"a{number}" for number in range(200))
    wide = CROOKED.replace("players 2", f"players 2\noption long: {values}")
    crooked.write_text(wide, encoding="utf-8")
    code, out, err = command("fmt", crooked)
    assert (code, out) == (1, "")
    assert "a line would have" in err
    assert "characters when laid out; 1,000 are allowed" in err
    assert "It would begin with `option long: a0 | a1 | a2" in err
    assert crooked.read_text("utf-8") == wide


def test_a_text_that_would_say_something_else_is_never_written(command, crooked, monkeypatch):
    monkeypatch.setattr("interpreter.cli.checking.fmt.format_rules", lambda _: "players 3\n")
    code, out, err = command("fmt", crooked)
    assert (code, out) == (70, "")
    assert f"{crooked}: the formatted text would say something else" in err
    assert crooked.read_text("utf-8") == CROOKED


def test_standard_input_comes_out_formatted(command):
    assert command("fmt", "-", typed=CROOKED) == (0, STRAIGHT, "")


def test_standard_input_with_mistakes_gives_nothing(command):
    code, out, err = command("fmt", "-", typed="zone hand(\n")
    assert (code, out) == (1, "")
    assert "<stdin>:1:" in err


def test_what_is_no_text_is_refused(command, tmp_path):
    file = tmp_path / "latin.rules"
    file.write_bytes(b'game "\xe9"\n')
    assert command("fmt", file)[0] == 2
    assert command("fmt", tmp_path / "missing.rules")[0] == 2
    assert file.read_bytes() == b'game "\xe9"\n'


def test_as_data(command, crooked):
    code, out, _ = command("fmt", "--json", crooked)
    (file,) = json.loads(out)
    assert code == 0
    assert file == {
        "file": str(crooked),
        "changes": True,
        "findings": [],
        "rule_lines": 4,
        "tokens": 9,
    }
    assert crooked.read_text("utf-8") == CROOKED


def test_check_tells_the_size_too(command):
    (file,) = json.loads(command("check", "games/tic_tac_toe.rules", "--json")[1])["files"]
    assert (file["rule_lines"], file["tokens"]) == (15, 118)


def test_the_size_of_a_file_with_mistakes_is_not_known(command, broken):
    broken.write_text("zone hand(\n", encoding="utf-8")
    (file,) = json.loads(command("check", broken, "--json")[1])["files"]
    assert (file["rule_lines"], file["tokens"]) == (None, None)
