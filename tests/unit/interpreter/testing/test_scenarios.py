"""Scenarios: that they hold where they should, and above all that they fail where they should."""

import pytest

from interpreter.reference import values
from interpreter.testing import scenarios
from interpreter.testing.scenarios import run
from rulelang import pipeline

RULES = """game "Stones"
players Red, Blue

space Cell on grid 3 x 1
token Stone(owner: Player) in supply: 2 each
token Coin in purse: 3
zone supply: Stone set, open
zone purse: Coin bag, open
zone on(Cell): Stone one, open
zone tray: Stone or Coin set of 2, open
zone line: Stone row of 3, open
zone dish: Coin set, open
var score(Player): 0..3
var marked: Cell or none

setup:
    move Stone(Red) from supply to on(a1)

to fill(n):
    draw n from purse to dish

to ask(p):
    p chooses or passes:
        gain:
            add 1 to score(p)

to nothing(p):
    if score(p) is 3: set score(p) to 0

let top = on(a1)
let either = if score(Red) is 0 then on(a1) else Coin

play:
    each turn of p, at most 4:
        p chooses:
            put(c in Cell):
                need on(c) is empty else "{c} is taken"
                move Stone(p) from supply to on(c)
            score_one:
                need score(p) < 3 else "enough"
                add 1 to score(p)
            shove(c in Cell where on(c) is not empty):
                need on(c).owner is p else "not yours"
                move all from on(c) to line
            take_over:
                draw 1 from purse to tray
                random n in 1..2:
                    set score(p) to n
            mark_it(c in Cell): set marked to c
            win: end: p wins
            tie: end: draw
            fail: end: all lose
"""


@pytest.fixture
def failures(tmp_path):
    """Return a function from scenario lines to the messages of what fails, with line numbers."""

    def of(lines):
        path = tmp_path / "stones.rules"
        body = "".join(f"    {line}\n" for line in lines.strip().splitlines())
        path.write_text(RULES + f'\nscenario "it":\n{body}')
        checked = pipeline.check(str(path))
        assert checked.ok, [d.title for d in checked.diagnostics]
        first = RULES.count("\n") + 3
        (scenario,) = checked.scenarios
        return [(f.span.line - first, f.message) for f in run(scenario).failures]

    return of


@pytest.mark.parametrize(
    "lines",
    [
        "expect on(a1) is Stone(Red)",
        "play put(b1)\nexpect on(b1) is Stone(Red)\nexpect Blue to choose",
        "given on(a1) is empty\nplay put(a1)\nexpect refused put(a1) because \"a1 is taken\"",
        "play take_over, draw(Coin), random(2)\nexpect score(Red) is 2\nexpect count tray is 1",
        "play win\nexpect Red wins\nexpect score(Red) is 0",
        "play score_one, tie\nexpect draw",
        "expect offered put(b1)\nexpect not offered put(a1)\nexpect not offered shove(b1)",
        "expect refused put(a1)\nplay put(b1)\nexpect refused shove(a1) because \"not yours\"",
        "do fill(2)\nplay draw(Coin), draw(Coin)\nexpect count dish is 2",
        "do ask(Blue)\nexpect Blue to choose\nplay gain\nexpect score(Blue) is 1",
        "do ask(Blue)\nplay gain\ndo ask(Blue)\nplay gain\nexpect score(Blue) is 2",
        "given score(Red) is 3\ndo nothing(Red)\nexpect score(Red) is 0",
        "given score(Red) is 3\nexpect refused score_one because \"enough\"",
        "given every score is 2\nexpect score(Blue) is 2",
        "given marked is c1\nexpect marked is c1",
        "given line is Stone(Blue), Stone(Red)\nexpect line.first is Stone(Blue)",
        "given line is Stone(Red), Stone(Blue)\nexpect line.first is Stone(Red)",
        "given tray is Stone(Blue), Coin\nexpect count purse is 2\nexpect count supply is 2",
        "given tray is 2 Stone(Red)\nexpect on(a1) is empty\nexpect count supply is 2",
        "given supply is Stone(Red), 2 Stone(Blue)\nexpect on(a1) is Stone(Red)",
        "given supply is empty\ngiven line is 2 Stone(Blue), Stone(Red)\nexpect count supply is 0",
        "given Stone(Blue) is in line\nexpect count line is 1",
        "given every on is empty\ngiven on(c1) is Stone(Blue)\nexpect on(a1) is empty",
        "given line is empty\ngiven Stone(Blue) is in line\nexpect count line is 1",
    ],
)  # fmt: skip
def test_it_holds(failures, lines):
    assert failures(lines) == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "expect score(Red) is 2",
            "`score(Red) is 2` does not hold: on the left is 0, on the right 2",
        ),
        (
            "expect on(a1) is Stone(Blue)",
            "`on(a1) is Stone(Blue)` does not hold: on the left is Stone(Red), on the right",
        ),
        ("expect on(a1) is empty", "`on(a1) is empty` does not hold: Stone(Red) lies there"),
        (
            "expect on(a1) is empty   [3.1]",
            "`on(a1) is empty` does not hold: Stone(Red) lies there",
        ),
        (
            "expect Blue to choose",
            "Blue is not asked: Red chooses put(b1), put(c1), score_one, sho",
        ),
        ("expect Red wins", "the game goes on: Red chooses put(b1)"),
        ("expect offered put(a1)", "put(a1) is refused: a1 is taken"),
        ("expect offered shove(b1)", "shove(b1) is not offered: Red chooses put(b1)"),
        ("expect not offered put(b1)", "put(b1) is offered"),
        ("expect refused put(b1)", "put(b1) is legal"),
        ('expect refused put(a1) because "no"', 'put(a1) is refused, but because "a1 is taken"'),
        ("expect refused gain", "gain is not asked for: Red chooses put(b1)"),
        ("given score(Red) is 3\nplay put(a1)", "put(a1) is refused: a1 is taken"),
        ("given line is 3 Stone(Blue)", "there are not enough copies of Stone(Blue) for line"),
        ("given tray is 3 Coin", "tray has room for 2, not for 3"),
        ("given on(b1) is Stone(Blue), Stone(Red)", "on(b1) has room for 1, not for 2"),
        (
            "given supply is Stone(Red)",
            "supply would hold 2 Stone(Blue) too, which is at home there",
        ),
        (
            "given supply is Stone(Red), 2 Stone(Blue)\ngiven line is Stone(Blue)",
            "supply lacks 1 Stone(Blue), which another line took",
        ),
        ("given on(b1) is on(c1)", "this is no component"),
        ("given dish is either", "dish is no place for Stone(Red)"),
        ("given score(Red) is score(Blue) - 1", "score(Red) cannot be -1"),
        (
            "expect 1 mod score(Red) is 0",
            "`1 mod score(Red) is 0` cannot be told: 1 is divided by zero",
        ),
        (
            "expect top is Stone(Blue)",
            "`top is Stone(Blue)` does not hold: on the left is Stone(Red), on the right Stone(B",
        ),
        (
            "expect (score(Red) > 1) is true",
            "`(score(Red) > 1) is true` does not hold: on the left is false, on the right true",
        ),
        (
            "expect (if score(Red) > 3 then a1 else marked) is a1",
            "`(if score(Red) > 3 then a1 else marked) is a1` does not hold: on the left is none, ",
        ),
        ("play mark_it(marked)", "mark_it(marked) is not offered: Red chooses put(b1)"),
        ("expect all win", "the game goes on: Red chooses put(b1)"),
    ],
)
def test_it_fails(failures, lines, message):
    ((_, said),) = failures(lines)
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("play win\nexpect draw", "the game is not drawn: Red won"),
        ("play win\nexpect Blue wins", "Red won"),
        ("play tie\nexpect Red wins", "the game is drawn"),
        ("play win\nexpect Red to choose", "Red is not asked: the game is over"),
        ("play win\nexpect all lose", "not all win or lose together"),
        ("play fail\nexpect all win", "all lose"),
        ("play fail\nexpect Red wins", "all lose together"),
        ("play win\nplay put(a1)", "put(a1) cannot be played: the game is over"),
        ("play take_over\nplay put(a1)", "put(a1) cannot be played: chance decides draw(Coin)"),
        ("play take_over\nplay random(1)", "random(1) cannot be played: chance decides draw"),
        (
            "play take_over, draw(Coin)\nplay random(3)",
            "random(3) cannot be played: chance decides random(1), random(2)",
        ),
        (
            "do nothing(Red)\nplay put(a1)",
            "put(a1) cannot be played: the effect has run to its end",
        ),
        ("do ask(Blue)\nplay win", "win cannot be played: Blue chooses gain, pass"),
        ("play put(b1)\ngiven score(Red) is 1", "`given` comes before the first `do` and `play`"),
        ("do nothing(Red)\ndo fill(4)", "the rules fail here: "),
    ],
)
def test_the_second_line_fails(failures, lines, message):
    ((line, said),) = failures(lines)
    assert line == 1
    assert said.startswith(message)


def test_a_failed_play_ends_the_scenario_a_failed_expectation_does_not(failures):
    found = failures("expect score(Red) is 1\nexpect score(Blue) is 1\nplay put(a1)\nexpect draw")
    assert [line for line, _ in found] == [0, 1, 2]


def test_what_the_reference_gives_up_fails_where_there_is_no_native_code(failures, monkeypatch):
    monkeypatch.setattr(values, "EFFORT", 2)
    monkeypatch.setattr(scenarios, "is_native", lambda _: False)
    ((line, said),) = failures("expect score(Red) is 0\nplay put(b1), put(c1)")
    assert line == 1
    assert "go through more than 2 things" in said


def test_the_act_that_fails_is_the_place(failures, tmp_path):
    failures("play put(b1), put(b1)")
    (scenario,) = pipeline.check(str(tmp_path / "stones.rules")).scenarios
    (failure,) = run(scenario).failures
    assert failure.span.column == 19


def test_the_state_reached_is_kept(failures, tmp_path):
    failures("play put(b1), put(c1)")
    (scenario,) = pipeline.check(str(tmp_path / "stones.rules")).scenarios
    assert run(scenario).reached.current_player == 0
