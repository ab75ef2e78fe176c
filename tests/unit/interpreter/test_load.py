import pickle
import shutil

import pytest

from interpreter.load import RulesError, UsageError, files_of, find, load, shipped


def test_a_shipped_game_is_found_by_its_name():
    assert "tic_tac_toe" in shipped()
    assert find("tic_tac_toe").endswith("games/tic_tac_toe.rules")
    assert load("tic_tac_toe").players == ("X", "O")


def test_a_game_is_found_by_its_path(tmp_path, monkeypatch):
    shutil.copy(find("kuhn_poker"), tmp_path / "mine.rules")
    monkeypatch.chdir(tmp_path)
    assert load("mine.rules") == load("kuhn_poker")


def test_options_are_text_numbers_or_flags(tmp_path):
    file = tmp_path / "options.rules"
    file.write_text(
        'game "Options"\nplayers 2..3\noption fast\noption size: 3 | 4\n'
        "play:\n    if fast: end: draw\n    if size is 3: end: P1 wins\n    end: P2 wins\n"
    )
    assert load(str(file)).options == {"fast": "off", "size": "3"}
    game = load(str(file), players=3, options={"fast": True, "size": 4})
    assert game.options == {"fast": "on", "size": "4"}
    assert len(game.players) == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kuhn_pokr", "did you mean `kuhn_poker`"),
        ("zzz", "there are agamemnon, .*kuhn_poker"),
        ("games", "is a folder"),
        ("games/nothing.rules", "there is no file"),
    ],
)
def test_what_is_not_there_is_said(name, said):
    with pytest.raises(UsageError, match=said):
        load(name)


def test_a_broken_text_brings_its_findings(tmp_path):
    file = tmp_path / "broken.rules"
    file.write_text('game "Broken"\n')
    with pytest.raises(RulesError) as caught:
        load(str(file))
    assert caught.value.diagnostics
    assert str(file) in caught.value.sources


def test_findings_come_out_of_another_process_whole(tmp_path):
    file = tmp_path / "broken.rules"
    file.write_text('game "Broken"\n')
    with pytest.raises(RulesError) as caught:
        load(str(file))
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  our own bytes
    assert str(again) == str(caught.value)
    assert (again.path, again.diagnostics) == (caught.value.path, caught.value.diagnostics)
    assert again.sources.keys() == caught.value.sources.keys()


TABLED = """game "Tabled"
players A, B
table worth(1..2): 0..9 from "worth.csv"
play:
    each turn of p, at most 2:
        p chooses:
            take(n in 1..2) "{p} takes {worth(n)}":
                need worth(n) > 0 else "nothing"
    end: draw
"""


def test_the_files_of_a_text_are_those_that_it_has_now(tmp_path):
    text, table = tmp_path / "tabled.rules", tmp_path / "worth.csv"
    text.write_text(TABLED, encoding="utf-8")
    for worth in (1, 2, 1):
        table.write_text(f"n,value\n1,{worth}\n2,3\n", encoding="utf-8")
        for _ in range(2):  # the second time from what the first has kept
            found = files_of(text)
            assert sorted(found) == ["game.rules", "worth.csv"]
            assert found["worth.csv"] == table.read_bytes()
            assert found["game.rules"] == TABLED.encode()
    text.write_text(TABLED.replace("draw", "drawn"), encoding="utf-8")
    with pytest.raises(RulesError):
        files_of(text)


def test_a_name_that_no_file_can_have_is_not_looked_for():
    with pytest.raises(UsageError, match="no file has a name of 100,000 characters"):
        load("x" * 100_000)


def test_nobody_plays_with_more_players_than_there_are_people():
    with pytest.raises(UsageError, match="cannot play anything"):
        load("tic_tac_toe", players=10**30)


def test_an_engine_that_is_none_is_named_with_those_that_there_are():
    with pytest.raises(UsageError, match=r"no engine `steam`; there are .*native"):
        load("tic_tac_toe", engine="steam")


@pytest.mark.parametrize("reads", [load, files_of])
def test_a_file_that_is_no_text_is_told_so(tmp_path, reads):
    path = tmp_path / "picture.rules"
    path.write_bytes(b"\xff\xfe\x00game")
    with pytest.raises(RulesError, match="UTF-8"):
        reads(path)
