"""`rulelang schema`, and what commands write for other programs."""

import json

import pytest
from jsonschema import Draft202012Validator

from interpreter.formats import VERSIONS
from tests.support.games import RULES
from tests.support.sampling import gated_but
from tests.support.schemas import hold


def test_without_a_name_the_kinds_are_listed(command):
    code, out, _ = command("schema")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(VERSIONS)
    assert "What a seat sees" in out


@pytest.mark.parametrize("name", ["view", "rulelang/event"])
def test_a_schema_is_printed_whole(command, name):
    code, out, _ = command("schema", name)
    assert code == 0
    Draft202012Validator.check_schema(json.loads(out))


def test_a_kind_that_is_none_is_said(command):
    code, out, err = command("schema", "vew")
    assert (code, out) == (2, "")
    assert err == "rulelang: no document is called `vew`; did you mean `view`?\n"
    assert "there are action, diagnostics" in command("schema", "zzz")[2]


def test_an_older_version_is_printed_too(command):
    code, out, _ = command("schema", "view", "--version", "1")
    assert code == 0
    assert json.loads(out)["properties"]["version"] == {"const": 1}
    code, out, err = command("schema", "view", "--version", "7")
    assert (code, out) == (2, "")
    assert err == "rulelang: the document `view` has no version 7; there is 1 and 2\n"


@pytest.mark.parametrize(
    "path",
    gated_but(("agamemnon", "antike_duellum", "egemonia", "pergamemnon", "pergamon"), RULES),
    ids=lambda p: p.stem,
)
def test_findings_about_games_that_ship_hold_to_their_schema(command, path):
    code, out, _ = command("check", path, "--json")
    assert code == 0
    hold("diagnostics", json.loads(out))


def test_findings_hold_to_their_schema(command, broken, tmp_path):
    code, out, _ = command("check", broken, "--json")
    assert code == 1
    hold("diagnostics", json.loads(out))
    assert json.loads(out)["files"][0]["findings"]
    folder = tmp_path / "latin.rules"
    folder.write_bytes(b"game \xe9")
    code, out, _ = command("check", folder, "--json")
    assert code == 2
    hold("diagnostics", json.loads(out))


def test_what_show_writes_holds_to_its_schema(command):
    code, out, _ = command("show", "kuhn_poker", "--json", "--seed", "1")
    assert code == 0
    for observation in json.loads(out).values():
        hold("observation", observation)


@pytest.mark.parametrize("many", ["0", "1", "20"])
def test_what_simulate_writes_holds_to_its_schema(command, many):
    code, out, _ = command("simulate", "kuhn_poker", "-n", many, "--seed", "1", "--json")
    assert code == 0
    hold("simulation", json.loads(out))
    assert json.loads(out)["games"] == int(many)


def test_the_log_of_a_tournament_holds_to_its_schema(command, tmp_path):
    log = tmp_path / "games.jsonl"
    code, _, _ = command("tournament", "tic_tac_toe", "random", "mc:2", "-n", "2", "--log", log)
    assert code == 0
    lines = log.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 1
    for line in lines:
        hold("tournament", json.loads(line))


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("perft", ["perft", "tic_tac_toe", "3"]),
        ("perft", ["perft", "tic_tac_toe", "5", "--distinct", "--by", "turn"]),
        ("solution", ["solve", "tic_tac_toe"]),
        ("solution", ["solve", "tic_tac_toe", "--limit", "10"]),
        ("solution", ["solve", "kuhn_poker", "--iterations", "5"]),
        ("standings", ["tournament", "tic_tac_toe", "random", "mc:2", "-n", "2"]),
        ("standings", ["tournament", "whist", "random", "random", "-n", "0"]),
    ],
)
def test_what_counts_and_solves_holds_to_its_schema(command, kind, asked):
    _, out, err = command(*asked, "--json")
    assert out, err
    found = json.loads(out)
    hold(kind, found)
    assert found["format"] == f"rulelang/{kind}"
