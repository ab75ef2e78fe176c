"""What a text notes is told to whoever plays."""

from interpreter.cli.main import main
from interpreter.load import load

TEXT = """game "Noted"
note "The prices are ours."
players A, B
play:
    end: draw
"""


def test_show_tells_what_a_text_notes(tmp_path, capsys):
    rules = tmp_path / "noted.rules"
    rules.write_text(TEXT, encoding="utf-8")
    assert main(["show", str(rules)]) == 0
    assert capsys.readouterr().out.startswith("The prices are ours.\n")
    assert load(str(rules)).notes == ("The prices are ours.",)


def test_a_note_is_no_part_of_what_the_game_is(tmp_path):
    with_note, without = tmp_path / "a.rules", tmp_path / "b.rules"
    with_note.write_text(TEXT, encoding="utf-8")
    without.write_text(TEXT.replace('note "The prices are ours."\n', ""), encoding="utf-8")
    hashes = {load(str(path)).specification_hash for path in (with_note, without)}
    assert len(hashes) == 1
