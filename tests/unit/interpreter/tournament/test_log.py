"""The log of a tournament: it goes on where it ended, and is nobody else's."""

import json

import attrs
import pytest

from interpreter import Uniform, load
from interpreter.faults import PlaythroughError
from interpreter.tournament import (
    Entrant,
    Finished,
    Forfeit,
    Tournament,
    TournamentLog,
    play,
    schedule,
)
from tests.support.games import ROOT
from tests.support.journals import plain_lines, write_lines
from tests.support.schemas import hold

BOTH = Entrant("random", Uniform), Entrant("other", Uniform, "0" * 64)


def tournament(game="kuhn_poker", **known):
    return Tournament(load(game), BOTH, **known)


@pytest.fixture
def written(tmp_path):
    """Return a log of four games, one of them forfeited, and these games."""
    path = tmp_path / "games.jsonl"
    log = TournamentLog.open(path, tournament())
    games = list(play(tournament(), 2))
    games[2] = attrs.evolve(games[2], returns=None, forfeit=Forfeit(1, "fell asleep"))
    for game in games[::-1]:
        log.add(game)
    return path, games


def test_what_was_written_is_read(written):
    path, games = written
    log = TournamentLog.open(path, tournament())
    assert log.games == tuple(games[::-1])
    assert not log.torn


def test_every_line_holds_to_the_schema(written):
    for line in written[0].read_text(encoding="ascii").splitlines():
        hold("tournament", json.loads(line))


def test_the_log_of_other_rules_is_refused_with_what_to_do(written, tmp_path):
    path, _ = written
    text = (ROOT / "games" / "kuhn_poker.rules").read_text(encoding="utf-8")
    changed = tmp_path / "kuhn_poker.rules"
    changed.write_text(text.replace("at most 3", "at most 4"), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(PlaythroughError, match=r"under other rules.*name another file"):
        TournamentLog.open(path, tournament(str(changed)))
    assert path.read_bytes() == before


def test_a_torn_last_line_is_dropped_and_played_again(written):
    path, games = written
    path.write_bytes(path.read_bytes()[:-9])
    log = TournamentLog.open(path, tournament())
    assert log.torn
    assert log.games == tuple(games[:0:-1])
    log.add(games[0])
    del log
    again = TournamentLog.open(path, tournament())
    assert (again.torn, again.games) == (False, tuple(games[::-1]))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (tournament("leduc_poker"), "recorded with the game Kuhn poker"),
        (tournament(seed=1), "another seed: 0, and not 1"),
        (tournament(seconds=2.0), "another time for a choice: none, and not 2.0"),
        (tournament(width=8), "another width of beliefs: 512, and not 8"),
        (attrs.evolve(tournament(), entrants=BOTH[::-1]), "other bots"),
        (attrs.evolve(tournament(), entrants=(*BOTH, BOTH[0])), "other bots"),
    ],
)
def test_the_log_of_another_tournament_is_refused_and_left_alone(written, other, said):
    path, _ = written
    before = path.read_bytes()
    with pytest.raises(PlaythroughError, match=said):
        TournamentLog.open(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda game: game | {"number": 3}, "stands there twice"),
        (lambda game: game | {"number": 10**9}, "so early"),
        (lambda game: game | {"seats": [0, 0]}, "another round, seed or seats"),
        (lambda game: game | {"returns": ["1", "one"], "forfeit": None}, "2 numbers as text"),
        (lambda game: game | {"returns": ["1", "-1"]}, "null, as somebody forfeited"),
        (lambda game: game | {"forfeit": {"seat": 2, "reason": ""}}, "no seat 2"),
        (lambda game: game | {"returns": ["1e999999999", "1"], "forfeit": None}, "2 numbers"),
        (lambda game: game | {"returns": ["1/0", "1"], "forfeit": None}, "2 numbers as text"),
        (lambda game: game | {"seconds": [1]}, "a list of 2 numbers"),
        (lambda game: game | {"seconds": ["1", "2"]}, "a list of 2 numbers"),
        (lambda game: game | {"longest": [10**400, 1]}, "a list of 2 numbers"),
        (lambda game: game | {"more": 1}, "no such entry"),
        (lambda _: [1], "not a document"),
    ],
)
def test_a_changed_line_is_named(written, change, said):
    path, _ = written
    *lines, last = plain_lines(path)
    lines.insert(2, json.dumps(change(json.loads(lines.pop(2)))))
    write_lines(path, [*lines, last])
    with pytest.raises(PlaythroughError, match=f"line 3.*{said}"):
        TournamentLog.open(path, tournament())


def test_a_log_that_is_a_folder_is_told(tmp_path):
    with pytest.raises(PlaythroughError, match="cannot be read: Is a directory"):
        TournamentLog.open(tmp_path, tournament())


def test_two_that_write_to_one_log_are_noticed(written):
    path, games = written
    one = TournamentLog.open(path, tournament())
    more = [
        Finished(fixture, games[0].returns, (), None, (0.0, 0.0), (0.0, 0.0))
        for fixture in list(schedule(tournament(), 3))[4:]
    ]
    with pytest.raises(PlaythroughError, match="somebody else is writing to it"):
        TournamentLog.open(path, tournament())
    one.add(more[0])
    del one
    other = TournamentLog.open(path, tournament())
    with path.open("a") as appended:
        appended.write("{}\n")
    with pytest.raises(PlaythroughError, match="somebody else has written"):
        other.add(more[1])
