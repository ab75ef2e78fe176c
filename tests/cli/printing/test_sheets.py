"""`rulelang sheets`."""

import pytest

from interpreter.cli.main import main


def test_what_would_be_printed_is_told(command):
    assert command("sheets", "whist") == (0, "Card: 52 pieces on 6 sheets\n", "")


def test_files_are_written_and_never_overwritten(command, tmp_path):
    page, print_ = tmp_path / "p.html", tmp_path / "p.pdf"
    words = ("sheets", "pergamon", "--paper", "letter", "--size", "50x40", "--only", "Card")
    assert command(*words, "--html", page, "--pdf", print_)[0] == 0
    assert print_.read_bytes().startswith(b"%PDF")
    assert "Card: 24 fronts" not in page.read_text(encoding="utf-8")
    assert "Card: 18 fronts" in page.read_text(encoding="utf-8")
    assert command(*words, "--html", page)[0] == 2


def test_a_print_may_go_to_standard_output(capsysbinary):
    assert main(["sheets", "connect_four", "--pdf", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("whist", "--only", "Dice"), "there is no component `Dice`; there are Card"),
        (("whist", "--size", "63"), "`63` is no size"),
        (("whist", "--size", "2x2"), "`2x2` is no size"),
        (("whist", "--size", "300x300"), "does not fit a4"),
        (("battleships",), "has no pieces to print"),
    ],
)
def test_what_cannot_be_is_said(command, words, said):
    code, _, err = command("sheets", *words)
    assert code == 2
    assert said in err
