"""Each command that takes a file of ours says what it was given when that is another one."""

import json

import pytest

from interpreter import Session, load, playthrough
from interpreter.hosting.playthrough import seat_record

GAME = "tic_tac_toe"
SAYS = {
    "play": "this is a playthrough, which `rulelang replay` tells",
    "session": "this is the file of a session, which `Session.load` reads",
    "tournament": "this is the log of a tournament, which `rulelang tournament --log` goes on",
    "simulation": "this is the log of a simulation, which `rulelang simulate --log` goes on with",
    "mutations": "this is what `rulelang mutate --kept` keeps, and goes on from",
    "seat": "this is what one seat saw, which cannot be restored",
    "lines": "this is what one seat saw, which cannot be restored",
    "findings": "this is what `rulelang check --json` found, which other programs read",
    "view": "this is a document for other programs (rulelang/view)",
    "rules": "this is a rule text, which `rulelang check` reads",
}
TAKES = {
    "replay": ("play", ["{}"], "take a playthrough, as `rulelang play` saves it"),
    "play": ("play", [GAME, "--load", "{}"], "take a playthrough"),
    "show": ("play", [GAME, "--at", "{}"], "take a playthrough"),
    "solve": ("play", [GAME, "--from", "{}"], "take a playthrough"),
    "tournament": (
        "tournament",
        [GAME, "random", "random", "-n", "1", "--log", "{}"],
        "name another file for the log",
    ),
    "simulate": ("simulation", [GAME, "-n", "5", "--log", "{}"], "name another file for the log"),
    "mutate": ("mutations", [GAME, "--sample", "0", "--kept", "{}"], "name another file"),
}


@pytest.fixture
def ours(command, tmp_path):
    """Return a file of ours of each kind, by its name in `SAYS`."""
    files = {name: tmp_path / f"{name}.json" for name in SAYS}
    game = load(GAME)
    state = game.start(seed=1).apply(4)
    session = Session(game, seed=1)
    playthrough.save(state, files["play"], rules=GAME)
    session.save(files["session"])
    for name, words in {
        "tournament": ["tournament", GAME, "random", "random", "-n", 1, "--log"],
        "simulation": ["simulate", GAME, "-n", 5, "--log"],
        "mutations": ["mutate", GAME, "--sample", 0, "--kept"],
    }.items():
        assert command(*words, files[name])[0] == 0
    documents = {
        "seat": json.dumps(seat_record(state, 0)),
        "lines": "".join(f"{line}\n" for line in session.seat_lines("X")),
        "findings": command("check", GAME, "--json")[1],
        "view": json.dumps(session.view("X"), indent=2),
        "rules": '# Ends at once.\n\ngame "Drawn"\nplayers 2\n\nplay:\n    end: draw\n',
    }
    for name, text in documents.items():
        files[name].write_text(text, encoding="utf-8")
    return files


@pytest.mark.parametrize("taker", TAKES)
def test_another_file_of_ours_is_called_what_it_is_and_left_as_it_is(command, ours, taker):
    own, words, mend = TAKES[taker]
    for name, file in ours.items():
        before = file.read_bytes()
        code, _, err = command(taker, *(word.format(file) for word in words))
        if name == own:
            assert code == 0, err
        else:
            assert (code, file.read_bytes()) == (2, before), name
            assert err.startswith(f"rulelang: {file}: {SAYS[name]}"), err
            assert f"; {mend}" in err


@pytest.mark.parametrize("name", ["tournament", "simulation", "play"])
def test_a_session_is_not_loaded_from_another_file(ours, name):
    with pytest.raises(playthrough.PlaythroughError, match="take the file of a session"):
        Session.load(ours[name])


@pytest.mark.parametrize("held", [b"notes\n", b"\xff\xfe\n", b"{}\n", b'["rules"]\n'])
def test_what_mutate_did_not_keep_is_not_written_over(command, tmp_path, held):
    file = tmp_path / "notes"
    file.write_bytes(held)
    code, _, err = command("mutate", GAME, "--sample", 0, "--kept", file)
    assert (code, file.read_bytes()) == (2, held)
    assert "this is something else; name another file for --kept" in err


def test_an_empty_file_may_keep_what_mutate_finds(command, tmp_path):
    file = tmp_path / "empty"
    file.touch()
    assert command("mutate", GAME, "--sample", 0, "--kept", file)[0] == 0
    assert file.stat().st_size


def test_a_play_that_does_not_say_its_rules_asks_for_them(command, tmp_path):
    file = tmp_path / "play.json"
    playthrough.save(load(GAME).start(), file)
    code, _, err = command("replay", file)
    assert (code, err) == (
        2,
        f"rulelang: {file} does not say where its rules are: add --game GAME\n",
    )
    assert command("replay", file, "--game", GAME)[0] == 0
