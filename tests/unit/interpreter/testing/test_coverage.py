"""What counts as reached, and by whom."""

from pathlib import Path

import pytest

from interpreter import coverage, load, load_all, simulate
from interpreter.bots import BotPolicy, MonteCarlo
from interpreter.facts.coverage_points import points
from interpreter.faults import EffortExceeded, EngineBug
from interpreter.measuring.simulate import playout, uniform
from interpreter.measuring.watching import Watch
from interpreter.reference import values
from tests.support import games

ODD_RULES = """game "Odd rules"
players 2..3
option dark
token Coin in box: 4
zone box: Coin set, open
zone purse(Player): Coin set, open
var heat: 0..9

let worth(n) = if n > 3 then 2 else 1
let unasked(n) = n + 1

setup:
    if dark: set heat to 4
play:
    each turn of p, at most 2:
        if heat < 9: add worth(heat) to heat
        p chooses:
            take_coin:
                need box is not empty else "no coin is left"
                move Coin from box to purse(p)
            warm:
                need heat < 9 else "it is hot"
                need heat >= 0 else "it is freezing"
                add 1 to heat
        if count Player is 3: say "three"
        if heat > 8: say "{unasked(heat)}"
        match count purse(p):
            0: pass
            1: say "one"
            else: pass
    end: draw

scenario "warm":
    play warm, warm
    expect draw
"""


@pytest.fixture
def odd(tmp_path):
    """Return the path of a text of which little is reached."""
    file = tmp_path / "odd.rules"
    file.write_text(ODD_RULES, encoding="utf-8")
    return str(file)


def told(found, path):
    """Return what is not reached, each with the text from there to the end of its line."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [(p.what, lines[p.span.line - 1][p.span.column - 1 :]) for p in found.unreached]


def test_what_scenarios_do_not_reach_is_named(odd):
    found = coverage(load_all(odd), n=0)
    assert told(found, odd) == [
        ("value", "2 else 1"),
        ("fact", "let unasked(n) = n + 1"),
        ("statement", "if dark: set heat to 4"),
        ("statement", "set heat to 4"),
        ("false", "if heat < 9: add worth(heat) to heat"),
        ("arm", "take_coin:"),
        ("need", 'need box is not empty else "no coin is left"'),
        ("statement", "move Coin from box to purse(p)"),
        ("need", 'need heat < 9 else "it is hot"'),
        ("need", 'need heat >= 0 else "it is freezing"'),
        ("statement", 'if count Player is 3: say "three"'),
        ("statement", 'say "three"'),
        ("statement", 'say "{unasked(heat)}"'),
        ("statement", 'say "one"'),
    ]
    assert {reached.by for reached in found.points} == {(), ("scenarios",)}


def test_a_line_is_reached_where_any_number_of_players_or_option_reaches_it(odd):
    found = coverage(load_all(odd), n=80, seed=2)
    assert ("statement", 'say "three"') not in told(found, odd)
    assert ("statement", "set heat to 4") not in told(found, odd)
    assert ("value", "2 else 1") not in told(found, odd)
    assert found.instances == 4
    assert found.runs == (("scenarios", 1), ("random games", 80))


def test_only_the_instances_that_were_asked_for_count(odd):
    text = load_all(odd, players=2, options={"dark": False})
    found = coverage(text, n=40)
    assert (len(text.games), text.rules) == (1, ())
    lines = {line.number for line in found.lines}
    assert lines < {line.number for line in coverage(load_all(odd), n=0).lines}
    assert ("value", "2 else 1") in told(found, odd)
    assert "if count Player is 3" not in str(told(found, odd))


def test_what_no_instance_has_is_told_apart(odd, tmp_path):
    file = tmp_path / "four.rules"
    three = "if count Player is 3"
    file.write_text(ODD_RULES.replace(three, "if count Player is 4"), encoding="utf-8")
    found = coverage(load_all(str(file)), n=0)
    assert [span.line for span in found.absent] == [25, 25]
    assert 25 not in {line.number for line in found.lines}
    assert coverage(load_all(odd), n=0).absent == ()


def test_an_end_that_waits_for_the_last_turn_is_noted_only(tmp_path):
    file = tmp_path / "long.rules"
    file.write_text(ODD_RULES.replace("at most 2:", "at most 9:"), encoding="utf-8")
    found = coverage(load_all(str(file)), n=0)
    assert "end: draw" not in str(told(found, file))
    assert [(p.what, p.span.line) for p in found.unreached_ends] == [("last", 31)]


def test_a_pick_that_was_only_tried_out_is_not_reached():
    """In the small text a pick is looked at, and not offered: nothing can follow it."""
    game = games.text("paying")
    every = sorted(points(game.spec), key=lambda point: point.span.line)
    pay = next(point for point in every if point.what == "arm")
    moved = next(
        point for point in every if point.what == "statement" and point.span.line > pay.span.line
    )
    watch = Watch(game.spec)
    watch.replay(())
    assert game.start().refusal("pay", ["five"]) is not None
    assert not {pay, moved} & watch.reached()
    watch.replay((game.start().legal_ids[0],))
    assert {pay, moved} <= watch.reached()


@pytest.mark.parametrize("name", ["constructs", "paying", "workshop", "high_card"])
def test_what_is_watched_goes_as_it_went(name):
    for instance in games.instances(games.ROOT / "tests" / "texts" / f"{name}.rules"):
        watch = Watch(instance.spec)
        for number in range(3):
            end = playout(instance.game, 5, number)
            assert watch.replay(end.history) == end.position


def test_a_scenario_that_fails_reaches_what_it_came_to(odd):
    failing = ODD_RULES.replace("play warm, warm", "play warm, take_coin, warm")
    Path(odd).write_text(failing, encoding="utf-8")
    found = coverage(load_all(odd), n=0)
    assert not {("arm", "warm:"), ("arm", "take_coin:")} & set(told(found, odd))


def test_an_interruption_keeps_what_is_done(odd):
    def progress(done):
        if done == 3:
            raise KeyboardInterrupt

    found = coverage(load_all(odd), 50, by={"a": uniform, "b": uniform}, progress=progress)
    assert found.interrupted
    assert found.runs == (("scenarios", 1), ("a", 3))


def test_bots_play_too_and_their_thoughts_do_not_count(tmp_path):
    """A bot that tries both arms out and takes the one that wins reaches that one alone."""
    file = tmp_path / "plain.rules"
    file.write_text(
        'game "Plain"\nplayers 2\nplay:\n    P1 chooses:\n        win: end: P1 wins\n'
        "        lose: end: P2 wins\n",
        encoding="utf-8",
    )
    bots = BotPolicy(lambda seed: MonteCarlo(seed, iterations=10))
    found = coverage(load_all(str(file)), n=3, by={"bots": bots})
    assert [(p.what, p.span.line) for p in found.unreached] == [("arm", 6), ("statement", 6)]
    assert simulate(load(str(file)), 4, policy=bots).seats[0].wins == 4


def test_what_goes_another_way_when_it_is_watched_is_told(odd, monkeypatch):
    replay = Watch.replay
    monkeypatch.setattr(Watch, "replay", lambda self, history: replay(self, history[:-1]))
    with pytest.raises(EngineBug, match="game 0 goes another way when it is watched"):
        coverage(load_all(odd), 1, engine="reference")


def test_what_no_engine_goes_through_is_not_covered(odd, monkeypatch):
    """No native code holds such numbers."""
    large = ODD_RULES.replace("heat > 8:", "heat * 1000000000 * 1000000000 > 8:")
    Path(odd).write_text(large, encoding="utf-8")
    monkeypatch.setattr(values, "EFFORT", 2)
    with pytest.raises(EffortExceeded, match="go through more than 2 things"):
        coverage(load_all(odd), 1, engine="reference")
