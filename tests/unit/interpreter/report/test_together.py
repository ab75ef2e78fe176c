"""Where all win or lose together a report tells how often all win, and what that hangs on."""

from functools import cache

import pytest

from interpreter import load
from interpreter.report import html, report, summary, text
from interpreter.report.model import beside

RULES = """
game "Dam"
players {players}
var water: 0..99
play:
    each turn of p, at most 8:
        p chooses:
            build: pass
            sleep: add 2 to water
        random n in 1..3: add n to water
        if water > 24: end: all lose
    end: all win
"""


@cache
def told(folder, players):
    path = folder / "dam.rules"
    path.write_text(RULES.format(players=players), encoding="utf-8")
    game = load(str(path))
    return report(game, 2_000, seed=1, effort=3_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("together")


def test_each_seat_has_the_part_that_all_win(folder):
    found = told(folder, "Ann, Bob, Cid")
    won = sum(set(one) == {1} for one in found.returns) / 2_000
    assert 0.3 < won < 0.7
    assert found.random.shares == (won,) * 3
    assert found.random.draws == 0
    assert summary(found)["seats"][0]["shares"] == [round(won, 6)] * 3
    assert f"random               won by all {100 * won:.1f} % (2,000 plays)" in text(found)
    assert "<h2>How often all win</h2>" in html(found)


def test_what_the_win_hangs_on_is_told(folder):
    found = told(folder, "Ann, Bob, Cid")
    gains = {worth.name: worth.gain.value for worth in found.worths}
    assert gains["sleep"] < -0.1 < 0.1 < gains["build"]
    assert [finding.split()[0] for finding in found.findings] == ["`build`", "`sleep`"]
    assert found.stakes.real > 0
    assert found.course.lead_changes > 0
    assert found.course.decided > 0


def test_two_texts_without_points_are_told_beside_each_other_without_them(tmp_path):
    path = tmp_path / "dam.rules"
    path.write_text(RULES.format(players="Ann, Bob, Cid"))
    found = report(load(path, engine="reference"), 20, seed=1, effort=0)
    rows = {name: (its, mine) for name, its, mine in beside(found, found)}
    assert "lead changes by score" not in rows
    assert rows["choices in a play"] == (f"{found.mean_length:.1f}",) * 2


def test_bots_play_every_seat_and_are_held_against_weaker_ones(folder):
    found = told(folder, "Ann, Bob, Cid")
    (first, *_), equals = found.rungs, found.shares[1:]
    assert [rung.share for rung in found.rungs] == [one.shares[0] for one in equals]
    assert first.fair == found.random.shares[0] < first.share
    assert f"mc:4 v random       {100 * first.share:.1f} %" in text(found)


def test_who_plays_alone_wins_or_loses(folder):
    found = told(folder, "1")
    assert found.random.shares == (sum(one == (1,) for one in found.returns) / 2_000,)
    assert "won by P1" in text(found)
    assert found.rungs == ()
