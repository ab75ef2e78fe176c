"""What plays say of a game: faults that were planted in a fair one are told, and nothing else."""

import json
import re
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import jsonschema
import pytest

from interpreter import load
from interpreter.formats import schema
from interpreter.load import load_all
from interpreter.measuring.recording import record_plays
from interpreter.measuring.simulate import playout
from interpreter.report import compared, html, of_plays, recorded, report, rows, summary, text
from interpreter.report.charts import Dot, dots
from interpreter.report.scores import POINTS, scores, scoring
from interpreter.report.stakes import OPTIONS, TRIES, stakes
from interpreter.report.statistics import believed, survival
from interpreter.report.uses import MOST_KINDS, units

FAIR = """
game "Market"
players 2
component Card in deck:
    worth: 1..60
    | name  | worth | copies |
    | plain | 3     | 4      |
    | fine  | 4     | 4      |
    | grand | 5     | 4      |
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
zone table: Card set, open
var points(Player): 0..200

setup:
    deal 4 each from deck to hand(q) for q in Player

play:
    each turn of p, at most 4:
        p chooses:
            sell(c in hand(p)) "{p} sells {c}":
                move c from hand(p) to table
                add c.worth to points(p)
            wait "{p} waits":
                add 4 to points(p)
    for q in Player:
        random n in 1..6: add n to points(q)
    end: q with most points(q) wins
"""
FLY = """            fly "{p} flies":
                need points(p) > 150 else "too poor"
                add 1 to points(p)
            wait "{p} waits":"""
PLANTED = {
    "a coin for the first seat": (
        ("    for q in Player:\n", "    add 4 to points(P1)\n    for q in Player:\n"),
        ["P1 wins"],
    ),
    "a card that always wins": (
        ("| grand | 5     |", "| grand | 50    |"),
        ["`sell grand` decides plays"],
    ),
    "an arm nobody may take": (
        ('            wait "{p} waits":', FLY),
        ["`fly` was never offered", "no play and no scenario reached lines 24, 26"],
    ),
}


@cache
def reported(rules):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "market.rules"
        path.write_text(rules)
        return report(load(str(path)), 4_000, seed=3, effort=0, of_text=load_all(str(path)))


def test_of_a_fair_game_nothing_stands_out():
    assert reported(FAIR).findings == ()


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_told_and_nothing_else(fault):
    change, expected = PLANTED[fault]
    told = reported(FAIR.replace(*change)).findings
    assert len(told) == len(expected), told
    assert all(part in line for part, line in zip(expected, told, strict=True)), told


@pytest.mark.parametrize(("name", "first"), [("tic_tac_toe", 0.6484), ("connect_four", 0.5567)])
def test_known_games_have_the_known_figures(name, first):
    """All plays of Tic-Tac-Toe; of Connect Four 200,000 random ones, by a program of its own."""
    shares = report(load(name), 4_000, seed=2, effort=0).random
    low, high = shares.interval(0)
    assert low < first < high


def test_whoever_thinks_longer_wins_more():
    found = report(load("tic_tac_toe"), 200, seed=5, effort=6_000)
    assert [rung.stronger for rung in found.rungs] == ["mc:4", "mc:16"]
    assert all(rung.share > rung.fair for rung in found.rungs)
    assert [shares.who for shares in found.shares] == ["random", "mc:4", "mc:16", "mc:64"][:3]


def test_a_report_follows_from_its_seed():
    game = load("kuhn_poker")
    one, two, other = (report(game, 300, seed=seed, effort=300) for seed in (4, 4, 5))
    assert html(one) == html(two)
    assert html(one) != html(other)
    assert summary(one) == summary(two)


def test_bots_hold_as_many_positions_possible_as_was_asked_for():
    game = load("leduc_poker")
    few, many = (report(game, 10, seed=1, effort=3_000, width=width) for width in (1, 512))
    assert few.shares[0] == many.shares[0]
    assert few.shares[1:] != many.shares[1:]


def test_a_summary_is_what_its_schema_says():
    for found in (reported(FAIR), report(load("tic_tac_toe"), 100, effort=2_000)):
        data = json.loads(json.dumps(summary(found)))
        jsonschema.validate(data, schema("summary"))
        assert data["rules"] == found.game.specification_hash
        assert sum(band["decisions"] for band in data["decisions"]) == sum(found.lengths)


def test_a_page_is_small_whole_and_runs_nothing():
    page = html(reported(FAIR), reported(FAIR.replace(*PLANTED["a card that always wins"][0])))
    assert len(page.encode()) < 400_000
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    for title in ("Who wins, by seat", "What an arm is worth", "When it is decided", "Beside"):
        assert f"<h2>{title}" in page


def test_two_texts_are_told_beside_each_other():
    fair = reported(FAIR)
    told = compared(fair, reported(FAIR.replace(*PLANTED["a card that always wins"][0])))
    assert "worth of `sell grand`" in told
    assert "same figures" in compared(fair, fair)


def test_the_reference_plays_where_there_is_no_native_code():
    slow = report(attrs.evolve(load("kuhn_poker"), engine="reference"), seed=1, effort=0)
    assert (slow.random.games, slow.worths, slow.course) == (20, (), None)
    assert "20 random plays" in text(slow)


def test_plays_are_rows():
    found = reported(FAIR)
    lines = rows(found).splitlines()
    assert lines[0] == "play,choices,P1,P2,seat P1,seat P2"
    assert len(lines) == 4_001


def test_many_findings_by_luck_are_not_believed():
    assert not any(believed([(k + 1) / 101 for k in range(100)]))
    assert survival(0, 3) == 1.0
    assert 0.0499 < survival(11.07, 5) < 0.0501


VARIED = """game "Varied"
players 2..3
option gift: none_at_all | one | all_three
option loud "said aloud"
var points(Player): 0..9
play:
    if gift is one: add 1 to points(P1)
    if gift is all_three: add 3 to points(P1)
    each turn of p, at most 4:
        p chooses:
            rest "{p} rests":
                need not loud or turn > 9 else "too loud"
                if turn >= count Player: stop
            work "{p} works":
                random n in 1..2: add n to points(p)
                if turn >= count Player: stop
    end: q with most points(q) wins
"""


def test_variants_are_told_one_setting_at_a_time(tmp_path):
    path = tmp_path / "varied.rules"
    path.write_text(VARIED, encoding="utf-8")
    every = load_all(path).games
    assert len(every) == 12
    found = report(load(path), 800, seed=2, effort=0, beside=every)
    names = [variant.name for variant in found.variants]
    assert names == ["as reported", "loud on", "gift one", "gift all_three", "players 3"]
    usual, loud, one, three, more = found.variants
    assert usual.shares == found.random
    assert loud.unused == ("rest",)
    assert usual.unused == ()
    assert (usual.length, more.length) == (2.0, 3.0)
    assert three.players[three.first] == "P1"
    assert usual.shares.shares[0] < one.shares.shares[0] < three.shares.shares[0]
    page = html(found)
    assert "<h2>Variants" in page
    assert "P1 *" in page
    assert "players 3" in text(found)
    data = json.loads(json.dumps(summary(found)))
    jsonschema.validate(data, schema("summary"))
    assert [variant["name"] for variant in data["variants"]] == names
    assert report(load("kuhn_poker"), 50, effort=0).variants == ()


def test_plays_of_others_are_not_called_random():
    game = load("kuhn_poker")
    page = html(recorded(record_plays(game, [game.start(seed=1).apply(1).apply(1)]), "as saved"))
    assert "1 play, as saved" in page
    assert "random plays" not in page
    assert "At random" not in page


def test_a_notebook_shows_a_report_in_a_frame_of_its_own():
    found = load("kuhn_poker").report(100, seed=4, effort=0)
    shown = found._repr_html_()
    assert summary(found) == summary(report(load("kuhn_poker"), 100, seed=4, effort=0))
    assert shown.startswith('<iframe title="Report of Kuhn poker" srcdoc="')
    (page,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert unescape(page) == html(found)


def test_a_terminal_is_told_of_the_arms_that_matter_most():
    found = report(load("agamemnon"), 100, effort=0)
    told = text(found)
    assert told.count("without ") == 12
    told_of = [worth for worth in found.worths if not worth.changes_nothing]
    assert f"and {len(told_of) - 12} more" in told


def test_what_never_is_is_said_in_words_and_what_changes_nothing_in_one_line():
    rules = FAIR.replace('            wait "{p} waits":', FLY)
    found = reported(rules)
    (nothing,) = (one for one in found.worths if one.changes_nothing)
    assert nothing.name == "fly"
    told, page = text(found), html(found)
    assert "Without fly every play had the same winners" in told.replace("\n    ", " ")
    assert "without fly" not in told
    assert "never only one" in told
    assert "<p>Without fly every play had the same winners" in page
    assert re.search(r'<td>fly</td>(<td class="n">\d+</td>)<td class="n">never</td>', page)
    assert "fly: 0.0 %" not in page


def test_of_many_kinds_some_are_drawn_and_that_is_said():
    game = load("pergamon")
    tried, kinds = units(game, 5)
    assert kinds > MOST_KINDS
    names = [unit.name for unit in tried]
    arms = [name for name in names if " " not in name]
    assert len(names) == len(set(names)) == len(arms) + MOST_KINDS
    assert [unit.name for unit in units(game, 5)[0]] == names
    assert [unit.name for unit in units(game, 6)[0]] != names
    found = attrs.evolve(reported(FAIR), kinds=kinds)
    said = f"{MOST_KINDS} of {kinds} kinds of components, drawn by the seed"
    assert said in html(found)
    assert said in text(found)
    assert "drawn by the seed" not in html(reported(FAIR))


def test_bots_that_cannot_play_in_time_are_left_out():
    found = report(load("tic_tac_toe"), 60, effort=40)
    assert found.rungs == ()
    assert [shares.who for shares in found.shares] == ["random"]
    said = "mc:4, mc:16 and mc:64 did not play: 40 playouts are not enough"
    assert said in text(found)
    assert said in html(found)
    assert "did not play" not in text(report(load("kuhn_poker"), 60, effort=0))


def test_charts_have_room_for_long_names_and_words_of_rules_are_code():
    names = ("discard vase41_bracelet1", "go")
    drawn = dots([Dot(name, 0.1, 0.0, 0.2) for name in names], 0.0, (-1.0, 1.0), "Worth")
    places = re.findall(r'<text x="(\d+)" y="\d+" class="end">([^<]+)</text>', drawn)
    assert [name for _, name in places] == list(names)
    assert int(places[0][0]) >= 7 * len(names[0])
    page = html(reported(FAIR.replace(*PLANTED["a card that always wins"][0])))
    assert "<li><code>sell grand</code> decides plays" in page


GROWING = """game "Growing"
players 2
var points(Player): 0..99
play:
    each turn of p, at most 8:
        p chooses:
            take "{p} takes the most":
                add 9 to points(p)
            wait "{p} waits":
                add 0 to points(p)
            rest "{p} rests":
                add 0 to points(p)
    end: q with most points(q) wins
"""


def written(tmp_path, rules):
    path = tmp_path / "written.rules"
    path.write_text(rules, encoding="utf-8")
    return load(path)


def test_scores_are_those_of_the_plays(tmp_path):
    game = written(tmp_path, GROWING)
    ends = [playout(game, 3, at) for at in range(30)]
    found = scores(game, ends)
    decided = [end for end in ends if len(set(end.returns)) > 1]
    assert (found.label, found.games) == ("points(q)", len(decided))
    best = [9 * max(_takes(end)) for end in decided]
    least = [9 * min(_takes(end)) for end in decided]
    assert found.winners[POINTS] == pytest.approx(sum(best) / len(best))
    assert found.others[POINTS] == pytest.approx(sum(least) / len(least))
    assert (found.winners[0], found.others[0], found.leads[0]) == (0, 0, None)
    assert found.leads[POINTS] == 1.0
    assert found.winners[8] > found.others[8]
    assert of_plays(game, ends, "ours").scores == found


def _takes(end):
    path = end.path
    chosen = [
        (before.current_player, before.legal_actions[before.legal_ids.index(after.action)].name)
        for before, after in pairwise(path)
    ]
    return [chosen.count((player, "take")) for player in (0, 1)]


def test_what_is_scored_is_what_ends_compare_or_the_standing():
    assert scoring(load("pergamon")).label == "tickets(p)"
    assert scoring(load("antike_duellum")).label == "personages(x)"
    assert scoring(load("backgammon")).label == "standing(p)"
    assert scoring(load("leduc_poker")) is None  # it depends on who folded
    game = load("agamemnon")
    assert scores(game, [playout(game, 1, at) for at in range(3)]) is None  # all 0 up to the end


def test_decisions_that_matter_are_told_from_those_that_do_not(tmp_path):
    game = written(tmp_path, GROWING)
    ends = [playout(game, 3, at) for at in range(20)]
    found = stakes(game, ends, 3, 40 * OPTIONS * TRIES)
    assert (found.games, found.decisions) == (20, 40)
    assert found.real > 0.7
    assert all(one.best.endswith("takes the most") for one in found.moments)
    assert not any(one.worst.endswith("takes the most") for one in found.moments)
    assert all(one.best_worth > one.worst_worth for one in found.moments)
    assert found == stakes(game, ends, 3, 40 * OPTIONS * TRIES)
    idle = written(tmp_path, GROWING.replace("add 9", "add 0"))
    dull = stakes(idle, [playout(idle, 3, at) for at in range(20)], 3, 40 * OPTIONS * TRIES)
    assert (dull.real, dull.regret, set(dull.by_part) - {None}) == (0.0, 0.0, {0.0})


def test_a_page_tells_of_scores_and_decisions_and_a_terminal_too(tmp_path):
    found = report(written(tmp_path, GROWING), 200, seed=1, effort=2_000)
    page = html(found)
    for title in ("How scores grow", "When it is decided", "Decisions that matter"):
        assert f"<h2>{title}" in page
    assert all("seed 1" in caption for caption in re.findall("<figcaption>(.*?)</fig", page))
    told = text(found)
    assert "points(q)" in told
    assert "matter; choosing at random costs" in told
    data = json.loads(json.dumps(summary(found)))
    jsonschema.validate(data, schema("summary"))
    assert data["stakes"]["decisions"] == found.stakes.decisions
    assert data["scores"]["winners"][-1] > data["scores"]["others"][-1]


TABLE_OPEN = '"{p} sells {c}":\n'
TOO_DEAR = '                need c.worth < 5 else "too dear"\n'


def test_kinds_that_are_never_an_option_are_told():
    fair = reported(FAIR)
    offered = {use.kind: sum(use.offered) for use in fair.kind_uses}
    assert list(offered) == ["plain", "fine", "grand"]
    assert all(offered.values())
    assert sum(sum(use.chosen) for use in fair.kind_uses) == sum(fair.uses[0].chosen)
    assert "Never an option" not in html(fair)
    lacking = reported(FAIR.replace(TABLE_OPEN, f"{TABLE_OPEN}{TOO_DEAR}"))
    said = "Never an option in 4,000 random plays: sell grand (line 4)."
    assert said in html(lacking)


def test_lines_say_which_play_reached_them_first():
    fair = summary(reported(FAIR))
    assert {row["first"] for row in fair["reached"]} == {1}
    rare = FAIR.replace(
        "random n in 1..6: add",
        "random n in 1..60:\n            if n is 60: stop\n            add",
    )
    rows_of = {row["line"]: row["first"] for row in summary(reported(rare))["reached"]}
    assert max(rows_of.values()) > 1
    dead = FAIR.replace(*PLANTED["an arm nobody may take"][0])
    assert [row["line"] for row in summary(reported(dead))["reached"] if row["first"] is None] == [
        24,
        26,
    ]
