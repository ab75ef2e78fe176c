"""Records of plays."""

import json

import attrs
import pytest

from interpreter.game import Game
from interpreter.hosting.playthrough import (
    PlaythroughError,
    from_text,
    read,
    record,
    restore,
    save,
    seat_record,
    to_text,
)
from tests.unit.interpreter.support import small_poker, three_in_a_row


@pytest.fixture
def game():
    return Game(small_poker())


@pytest.fixture
def played(game):
    return game.start(seed=7).apply(0)


@pytest.fixture
def text(played):
    return to_text(record(played, "poker.rules"))


def changed(text, **entries):
    return json.dumps({**json.loads(text), **entries})


def test_what_is_saved_is_restored_with_its_history_and_its_chance(game, played, tmp_path):
    path = tmp_path / "play.json"
    save(played, path, rules="poker.rules")
    playthrough = read(path)
    assert playthrough == record(played, "poker.rules")
    restored = restore(game, playthrough)
    assert restored == played
    assert restored.history == played.history
    assert restored.seed == 7
    assert restored.apply(1) == played.apply(1)
    for player in (0, 1):
        assert restored.information_state(player) == played.information_state(player)


def test_a_restored_play_meets_the_same_chance_as_the_real_one(game):
    start = game.start().with_seed(11)
    recorded = record(start.child(2))
    assert restore(game, recorded).past_chance() == start.child(2).past_chance()


def test_the_file_is_readable_json(played, text):
    entries = json.loads(text)
    assert entries["format"] == "rulelang/playthrough"
    assert entries["version"] == 1
    assert entries["game"] == "Small poker"
    assert entries["rules"] == "poker.rules"
    assert entries["choices"] == list(played.history)
    assert entries["seed"] == 7
    assert all(len(line) < 120 for line in text.splitlines())


def test_long_plays_are_wrapped_and_read_back(played):
    long = attrs.evolve(record(played), choices=tuple(range(1000)))
    assert from_text(to_text(long)) == long
    assert all(len(line) < 120 for line in to_text(long).splitlines())


def test_a_file_is_written_whole_or_not_at_all(played, tmp_path):
    path = tmp_path / "play.json"
    save(played, path)
    before = path.read_bytes()
    with pytest.raises(PlaythroughError, match="exists already"):
        save(played, path)
    assert path.read_bytes() == before
    save(played, path, overwrite=True)
    with pytest.raises(PlaythroughError, match="cannot be written"):
        save(played, tmp_path / "nowhere" / "play.json")
    assert [file.name for file in tmp_path.iterdir()] == ["play.json"]


@pytest.mark.parametrize("name", ["a\0b", "\udce9\ud800", "x" * 5_000, "."])
def test_a_name_that_no_file_can_have_is_refused(played, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlaythroughError, match=r"can be called|cannot be written"):
        save(played, name, overwrite=True)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_off_write_leaves_nothing(played, tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(PlaythroughError, match="No space left"):
        save(played, tmp_path / "play.json")
    assert list(tmp_path.iterdir()) == []


def test_every_cut_of_a_file_is_noticed(text):
    for end in range(len(text.rstrip())):
        with pytest.raises(PlaythroughError):
            from_text(text[:end])


def test_a_cut_file_is_told_by_line(text):
    with pytest.raises(PlaythroughError, match=r"play\.json, line \d+, column \d+: the file ends"):
        from_text(text[: len(text) // 2].rstrip() + "\n", "play.json")


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"choices": "0"}, "entry `choices`: it must be a list"),
        ({"choices": [0, "1"]}, r"entry `choices\[1\]`: it must be a whole number"),
        ({"choices": [0, True]}, r"entry `choices\[1\]`"),
        ({"choices": [0, -1]}, r"entry `choices\[1\]`"),
        ({"choices": [0, 1.0]}, r"entry `choices\[1\]`"),
        ({"seed": "7"}, "entry `seed`: it must be a whole number or null"),
        ({"seed": 1.5}, "entry `seed`"),
        ({"game": None}, "entry `game`: it must be a text"),
        ({"players": {}}, "entry `players`: it must be a list"),
        ({"players": ["P1", 2]}, r"entry `players\[1\]`"),
        ({"options": []}, "entry `options`: it must be names and values"),
        ({"options": {"a": 1}}, r"entry `options\[a\]`"),
        ({"format": "chess"}, "entry `format`: it must be"),
        ({"version": 2}, "entry `version`: it is 2, and only 1 is known"),
        ({"version": True}, "entry `version`"),
        ({"more": 1}, "entry `more`: a playthrough has no such entry"),
        ({"origin": "x"}, "entry `origin`: a playthrough has no such entry"),
        ({"digest": "0"}, "entry `digest`: the file was changed"),
        ({"seed": 8}, "entry `digest`: the file was changed"),
        ({"choices": []}, "entry `digest`: the file was changed"),
        ({"rules": "other.rules"}, "entry `digest`: the file was changed"),
    ],
)
def test_a_changed_entry_is_named(text, entries, message):
    with pytest.raises(PlaythroughError, match=message):
        from_text(changed(text, **entries), "play.json")


@pytest.mark.parametrize(
    "name", ["format", "version", "game", "rules", "players", "options", "choices", "digest"]
)
def test_a_missing_entry_is_named(text, name):
    entries = json.loads(text)
    del entries[name]
    with pytest.raises(PlaythroughError, match=f"entry `{name}`"):
        from_text(json.dumps(entries))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", "null", "{}", "[" * 100_000, '{"seed": ' + "9" * 5000 + "}", '"x"', "{,}"],
)
def test_what_is_no_playthrough_is_refused(text):
    with pytest.raises(PlaythroughError, match=r"x\.json"):
        from_text(text, "x.json")


def test_an_entry_that_stands_twice_is_refused(text):
    with pytest.raises(PlaythroughError, match="`seed` stands there twice"):
        from_text(text.replace("{", '{"seed": 1,', 1))


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(PlaythroughError, match=r"none\.json cannot be read: No such file"):
        read(tmp_path / "none.json")
    (tmp_path / "latin.json").write_bytes(b'{"game": "\xe9"}')
    with pytest.raises(PlaythroughError, match=r"latin\.json, byte 10: not UTF-8"):
        read(tmp_path / "latin.json")


def test_other_rules_are_refused(played):
    with pytest.raises(PlaythroughError, match="recorded with the game Small poker, but this is"):
        restore(Game(three_in_a_row()), record(played))
    raised = attrs.evolve(small_poker(), length=4)
    with pytest.raises(PlaythroughError, match=r"under other rules \(poker\.rules\)"):
        restore(Game(raised), record(played, "poker.rules"))


def test_an_impossible_choice_is_told_by_its_place():
    game = Game(three_in_a_row())
    twice = attrs.evolve(record(game.start()), choices=(4, 0, 4), origin="play.json")
    with pytest.raises(PlaythroughError, match=r"play\.json, choice 3 \(number 4\): b2 is taken"):
        restore(game, twice)
    beyond = attrs.evolve(record(game.start()), choices=(4, 99))
    with pytest.raises(PlaythroughError, match=r"choice 2 \(number 99\)"):
        restore(game, beyond)


def test_a_seat_takes_home_what_it_saw_and_nothing_else(game):
    start = game.start()
    plays = [start.child(0).child(card).child(0) for card in (1, 2)]
    records = [json.dumps(seat_record(state.with_seed(state.action), 0)) for state in plays]
    assert records[0] == records[1]
    assert "seed" not in records[0]
    assert ["chose", 0] in json.loads(records[0])["entries"]
    others = [json.dumps(seat_record(state, 1)) for state in plays]
    assert others[0] != others[1]
    assert [e for e in json.loads(others[0])["entries"] if "chose" in e] == [
        [0, 0, "bet", [], "bet", "chose"]
    ]
    with pytest.raises(PlaythroughError, match="what one seat saw"):
        from_text(records[0])
