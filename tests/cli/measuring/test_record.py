"""`rulelang simulate --record`, rows of plays, of sessions too, and reports of saved plays."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

from interpreter import Session, load
from interpreter.cli.files import put, refuse_existing
from interpreter.faults import PlaythroughError
from interpreter.formats import schema
from interpreter.hosting.playthrough import save
from interpreter.load import UsageError, find
from interpreter.measuring.recording import record, record_plays
from interpreter.measuring.simulate import playout
from interpreter.report.scores import scoring
from tests.support.journals import plain_lines, write_lines

WORDS = ("simulate", "kuhn_poker", "-n", "200", "--seed", "3")


def test_what_is_recorded_is_a_summary_of_the_same_plays(command, tmp_path):
    file, lines, table = (tmp_path / name for name in ("s.json", "r.jsonl", "r.csv"))
    code, out, _ = command(*WORDS, "--record", file, "--rows", lines)
    assert code == 0
    assert "200 random plays, seed 3" in out
    data = json.loads(file.read_text("utf-8"))
    jsonschema.validate(data, schema("summary"))
    found = record(load("kuhn_poker"), 200, seed=3)
    assert data["rules"] == load("kuhn_poker").specification_hash
    assert data["games"] == 200
    assert data["lengths"]["mean"] == round(sum(found.lengths) / 200, 3)
    rows = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert [row["choices"] for row in rows] == list(found.lengths)
    assert [tuple(row["returns"].values()) for row in rows] == [
        tuple(map(float, won)) for won in found.returns
    ]
    assert command(*WORDS, "--rows", table)[0] == 0
    assert table.read_text("utf-8").splitlines()[0] == ("play,choices,P1,P2,seat P1,seat P2")
    code, _, err = command(*WORDS, "--rows", table)
    assert (code, "is there already" in err) == (2, True)


def test_bots_are_recorded_by_name(command, tmp_path):
    file = tmp_path / "s.json"
    words = ("simulate", "kuhn_poker", "-n", "5", "--bot", "mc:4", "--record", file)
    assert command(*words)[0] == 0
    assert json.loads(file.read_text("utf-8"))["seats"][0]["who"] == "mc:4"
    assert command(*words, "--force", "--width", "1")[0] == 0
    assert json.loads(file.read_text("utf-8"))["seats"][0]["who"] == "mc:4, width 1"


def test_what_a_play_says_is_recorded_once_it_is_over(command, tmp_path):
    file = tmp_path / "s.json"
    words = ("play", "kuhn_poker", "--seed", 4, "--bot", "random", "--record")
    code, _, err = command(*words, file, "--seat", "all", typed="bet\n")
    assert (code, f"{file} is not written: this play is not over" in err) == (0, True)
    assert not file.exists()
    assert command(*words, file)[0] == 0
    data = json.loads(file.read_text("utf-8"))
    jsonschema.validate(data, schema("summary"))
    assert (data["games"], data["seats"][0]["who"]) == (1, "as played")
    _, out, _ = command(*words, "-")
    assert json.loads(out[out.index("\n{") :]) == data


def test_files_are_refused_before_anything_is_played(command, tmp_path):
    words = ("simulate", "kuhn_poker", "-n", "5", "--record")
    code, out, err = command(*words, tmp_path)
    assert (code, out) == (2, "")
    assert f"{tmp_path} is a folder; name a file in it" in err


def test_a_file_that_came_while_others_played_is_left_as_it_is(tmp_path):
    file = tmp_path / "s.json"
    refuse_existing([str(file)], force=False)
    file.write_text("mine")
    with pytest.raises(UsageError, match=r"s\.json is there already; add --force"):
        put(str(file), "yours", force=False)
    assert file.read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_written_to_where_that_is_forced(command, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    words = ("simulate", "kuhn_poker", "-n", "5", "--record", pipe)
    code, _, err = command(*words)
    assert (code, f"{pipe} is there already; add --force" in err) == (2, True)
    assert command(*words, "--force")[0] == 0
    assert json.loads(os.read(reader, 1 << 16))["games"] == 5
    os.close(reader)


def test_a_tournament_writes_what_its_plays_say(command, tmp_path):
    file, table, log = tmp_path / "s.json", tmp_path / "r.csv", tmp_path / "t.jsonl"
    words = ("tournament", "kuhn_poker", "random", "mc:4", "-n", "6", "--seed", "3")
    code, out, _ = command(*words, "--log", log, "--record", file, "--rows", table, "--json")
    assert code == 0
    standings = json.loads(out[out.index("{") :])
    data = json.loads(file.read_text("utf-8"))
    jsonschema.validate(data, schema("summary"))
    assert (data["games"], data["seed"]) == (12, 3)
    assert data["seats"][0]["who"] == "random, mc:4"
    plays = table.read_text("utf-8").splitlines()
    assert len(plays) == 13
    assert {line.partition(",")[2].split(",", 3)[3] for line in plays[1:]} == {
        "random,mc:4",
        "mc:4,random",
    }
    assert standings["games"] == 12
    code, _, err = command(*words, "--record", file)
    assert (code, "is there already" in err) == (2, True)
    before = file.read_text("utf-8")
    assert command(*words, "--log", log, "--record", file, "--force")[0] == 0
    assert file.read_text("utf-8") == before  # of the log, whatever is played now


def test_a_tournament_of_forfeits_has_nothing_to_record(command, tmp_path):
    bot = tmp_path / "never.py"
    bot.write_text(
        "class Never:\n    def choose(self, view):\n        raise ValueError\n", encoding="utf-8"
    )
    file = tmp_path / "s.json"
    words = ("tournament", "kuhn_poker", f"{bot}:Never", "random", "-n", "1", "--record", file)
    code, out, err = command(*words)
    assert code == 0
    assert "nothing to record" in err
    assert "forfeits" in out
    assert not file.exists()


def test_a_report_is_written_as_data_too(command, tmp_path):
    file = tmp_path / "s.json"
    words = ("report", "kuhn_poker", "-n", "60", "--effort", "0")
    assert command(*words, "--variants", "--record", file)[0] == 0
    data = json.loads(file.read_text("utf-8"))
    jsonschema.validate(data, schema("summary"))
    assert (data["games"], data["variants"]) == (60, [])
    assert command(*words, "--record", file)[0] == 2


def test_two_texts_are_told_beside_each_other(command, tmp_path):
    other, page = tmp_path / "other.rules", tmp_path / "page.html"
    text = Path(find("kuhn_poker")).read_text(encoding="utf-8")
    other.write_text(text.replace('game "Kuhn poker"', 'game "Other poker"'), encoding="utf-8")
    words = ("report", "kuhn_poker", "--compare", other, "-n", 40, "--effort", 0)
    code, out, _ = command(*words, "--html", page)
    assert (code, "Other poker" in out) == (0, True)
    assert "Other poker" in page.read_text(encoding="utf-8")
    code, out, _ = command(*words, "--html", "-")
    assert (code, "Other poker" in out) == (0, True)
    assert (out[:15], out.count("</html>"), out[-8:]) == ("<!doctype html>", 1, "</html>\n")


def test_saved_plays_become_a_page(command, tmp_path):
    save(ended(load("kuhn_poker"), 1), tmp_path / "a.json", rules="kuhn_poker")
    words = ("report", "kuhn_poker", "--plays", tmp_path / "a.json")
    assert command(*words, "--html", tmp_path / "page.html")[0] == 0
    assert "as saved" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_rows_that_are_written_out_stand_alone(command):
    code, out, _ = command(*WORDS, "--rows", "-")
    assert (code, len(out.splitlines())) == (0, 1 + 200)
    code, out, _ = command(*WORDS, "--record", os.devnull, "--force", "--json")
    assert (code, json.loads(out)["games"]) == (0, 200)


def test_rows_have_the_score_at_the_end_of_each_play(command, tmp_path):
    lines, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    words = ("report", "goofspiel", "-n", "30", "--effort", "0", "--seed", "3")
    assert command(*words, "--rows", lines)[0] == 0
    found = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    game = load("goofspiel")
    for number, row in enumerate(found):
        end = playout(game, 3, number)
        assert row["choices"] == len(choices_of(end))
        by = scoring(game)
        assert row["scores"] == {name: by.of(end, p) for p, name in enumerate(game.players)}
        assert row["seats"] == dict.fromkeys(game.players, "random")
    assert command(*words, "--rows", table)[0] == 0
    first, *rest = (line.split(",") for line in table.read_text("utf-8").splitlines())
    assert [name for name in first if name.startswith("score ")] == [
        f"score {name}" for name in game.players
    ]
    assert len(rest) == 30


def choices_of(end):
    return [state for state in end.path if state.current_player >= 0]


def test_plays_of_bots_are_scored_as_well(command, tmp_path):
    lines = tmp_path / "r.jsonl"
    words = ("simulate", "goofspiel", "-n", "2", "--bot", "mc:2", "--rows", lines)
    assert command(*words)[0] == 0
    row = json.loads(lines.read_text("utf-8").splitlines()[0])
    assert set(row["seats"].values()) == {"mc:2"}
    assert set(row["scores"]) == set(load("goofspiel").players)


def test_a_recorder_keeps_no_log(command, tmp_path):
    code, _, err = command(*WORDS, "--record", tmp_path / "s", "--jobs", "2")
    assert (code, "in one process" in err) == (2, True)
    assert not (tmp_path / "s").exists()


def ended(game, seed):
    state = game.start(seed=seed)
    while not state.is_terminal:
        state = state.apply(state.legal_ids[(seed + len(state.history)) % 2])
    return state


def test_saved_plays_are_counted_as_played_ones():
    game = load("kuhn_poker")
    plays = [ended(game, seed) for seed in range(6)]
    found = record_plays(game, plays)
    assert found.lengths == tuple(len(play.history) - 2 for play in plays)
    assert found.chances == (2,) * 6
    assert sum(found.counters.chosen) == sum(found.lengths)
    bets = sum(play.history[2:].count(0) for play in plays)
    assert found.counters.chosen[0] + found.counters.chosen[2] == bets
    with pytest.raises(ValueError, match="not over"):
        record_plays(game, [game.start(seed=1)])


def test_saved_plays_and_sessions_are_reported(command, tmp_path):
    game = load("kuhn_poker")
    save(ended(game, 1), tmp_path / "a.json", rules="kuhn_poker")
    save(game.start(seed=2), tmp_path / "b.json", rules="kuhn_poker")
    session = Session(game, {"P1": "a", "P2": "b"}, seed=5)
    session.save(tmp_path / "c.jsonl")
    session.submit("a", 0)
    session.submit("b", 1)
    session.close()
    files = [tmp_path / name for name in ("a.json", "b.json", "c.jsonl")]
    code, out, err = command("report", "kuhn_poker", "--plays", *files)
    assert code == 0
    assert "Kuhn poker: 2 plays, as saved" in out
    assert "b.json: this play is not over, and is left out" in err
    code, _, err = command("report", "kuhn_poker", "--plays", tmp_path / "b.json")
    assert (code, "none of these plays is over" in err) == (2, True)
    wrong = [line.replace('"choice": 1', '"choice": 5') for line in plain_lines(files[2])]
    write_lines(files[2], wrong)
    code, _, err = command("report", "kuhn_poker", "--plays", files[2])
    assert (code, "c.jsonl: no such option" in err) == (2, True)
    code, _, err = command("report", "tic_tac_toe", "--plays", tmp_path / "a.json")
    assert code != 0
    assert "recorded with the game" in err
    code, _, err = command("report", "kuhn_poker", "--plays", tmp_path / "none.json")
    assert code != 0
    assert "cannot be read" in err


def test_sessions_and_plays_in_the_terminal_write_what_they_say(command, tmp_path):
    game = load("kuhn_poker")
    session = Session(game, seed=7)
    with pytest.raises(ValueError, match="not over"):
        session.summary()
    session.submit("P1", "pass")
    session.submit("P2", "pass")
    data = json.loads(json.dumps(session.summary()))
    jsonschema.validate(data, schema("summary"))
    assert (data["games"], data["rules"]) == (1, game.specification_hash)
    assert data["seats"][0]["who"] == "as played"
    assert [arm["chosen"] for arm in data["arms"]] == [[0, 0], [1, 1]]

    of_itself, again = tmp_path / "session.summary.json", Session(game, seed=7)
    again.record(of_itself)
    again.submit("P1", "pass")
    assert not of_itself.exists()
    again.submit("P2", "pass")
    assert json.loads(of_itself.read_text("utf-8")) == data
    with pytest.raises(PlaythroughError, match="exists already"):
        again.record(of_itself)
    with pytest.raises(PlaythroughError, match="is no folder"):
        again.record(tmp_path / "none" / "here.json")
    again.record(tmp_path / "late.json")
    assert json.loads((tmp_path / "late.json").read_text("utf-8")) == data

    file = tmp_path / "play.json"
    words = ("play", "kuhn_poker", "--seat", "none", "--bot", "random", "--record", file)
    assert command(*words)[0] == 0
    written = json.loads(file.read_text("utf-8"))
    jsonschema.validate(written, schema("summary"))
    assert (written["games"], set(written)) == (1, set(data))
    code, _, err = command(*words)
    assert (code, "is there already" in err) == (2, True)
