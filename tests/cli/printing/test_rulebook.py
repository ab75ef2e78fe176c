"""`rulelang rulebook`."""

import sys

import pytest

from rulelang import pipeline


def test_the_rules_are_told_in_plain_text(command):
    code, out, err = command("rulebook", "tic_tac_toe")
    assert (code, err) == (0, "")
    assert out.startswith("Tic-Tac-Toe, for 2 players\n")
    assert "    ! Only if on of c is empty — else “c is taken”." in out


def test_files_are_written_and_never_overwritten(command, tmp_path):
    page, print_ = tmp_path / "book.html", tmp_path / "book.pdf"
    assert command("rulebook", "hex", "--html", page, "--pdf", print_)[0] == 0
    assert print_.read_bytes().startswith(b"%PDF")
    print_.unlink()
    code, _, err = command("rulebook", "hex", "--html", page, "--pdf", print_)
    assert (code, err) == (2, f"rulelang: {page} is there already; add --force to overwrite it\n")
    assert not print_.exists()
    assert command("rulebook", "hex", "--html", page, "--force")[0] == 0


def test_a_variant_has_its_own_counts(command):
    code, out, _ = command("rulebook", "pergamon", "--players", "3")
    assert code == 0
    assert "Figure (3)" in out
    assert "[picture: The start, for 3 players]" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tic_tac_to",), "did you mean `tic_tac_toe`"),
        (("tic_tac_toe", "--players", "9"), "9"),
        (("agamemnon", "--option", "board=round"), "round"),
        (("hex", "--html", "/nowhere/book.html"), "/nowhere/book.html cannot be written"),
    ],
)
def test_what_cannot_be_is_said(command, words, said):
    code, _, err = command("rulebook", *words)
    assert code == 2
    assert said in err


def test_without_typst_a_pdf_says_what_is_missing(command, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "typst", None)
    code, _, err = command("rulebook", "hex", "--pdf", tmp_path / "book.pdf")
    said = (
        "a PDF needs the extra `print`: pip install 'rulelang[print]'; --html needs nothing more"
    )
    assert (code, err) == (2, f"rulelang: {said}\n")
    assert not (tmp_path / "book.pdf").exists()


def test_a_text_with_mistakes_is_told_as_check_tells_it(command, tmp_path):
    path = tmp_path / "wrong.rules"
    path.write_text('game "W"\nplayers 2\nplay:\n    end: nobody wins\n', encoding="utf-8")
    code, _, err = command("rulebook", path)
    assert code == 1
    assert "nobody" in err
    path.write_text('game "W"\nplayers 2\nplay:\n    end draw\n', encoding="utf-8")
    code, _, err = command("rulebook", path)
    assert (code, f"{path}:4:" in err) == (1, True)
    path.write_bytes(b'game "\xff"\n')
    code, _, err = command("rulebook", path)
    assert (code, "is not UTF-8: line 1 has a byte that is none" in err) == (2, True)


def test_a_text_is_read_once(command, monkeypatch):
    read = []

    def parse(source, *others):
        read.append(source.name)
        return before(source, *others)

    before = pipeline.parse
    monkeypatch.setattr(pipeline, "parse", parse)
    assert command("rulebook", "pergamon", "--examples", "1")[0] == 0
    assert len([name for name in read if name.endswith("pergamon.rules")]) == 1
