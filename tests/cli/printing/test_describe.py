"""`rulelang describe`."""

import json

import pytest

from tests.support.games import RULES
from tests.support.sampling import gated
from tests.support.schemas import hold


def test_a_game_is_described_for_people(command):
    code, out, err = command("describe", "egemonia", "--option", "historical=on")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Egemonia, for Athenians, Spartans"
    assert "  historical is on, of off | on  # Historical scenario" in lines
    assert "  hand(Player): Event set of 5, its owner sees it" in lines
    assert "  event(Player, 1..3): Area or none  # where a plan lies" in lines
    assert '  place(e: Event, a: Area) in Action "{p} place {e} on {a}"' in lines
    assert "  most areas(p), then most holder(Sicily) is p" in lines


def test_a_die_counts_once(command):
    _, out, _ = command("describe", "backgammon")
    assert "  Die: 2 with 6 faces: " in out


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_every_game_is_described_as_json(command, path):
    code, out, _ = command("describe", path, "--json")
    assert code == 0
    hold("game", json.loads(out))
    assert command("describe", path)[0] == 0


def test_what_is_no_game_is_said(command):
    code, out, err = command("describe", "agamemnom")
    assert (code, out) == (2, "")
    assert "did you mean `agamemnon`" in err
