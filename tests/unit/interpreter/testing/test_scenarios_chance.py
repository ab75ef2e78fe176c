"""Scenarios whose lines leave chance to a seed, or hold however it goes."""

from interpreter.testing.scenarios import run
from rulelang import pipeline
from rulelang.source import Source

RULES = """game "Luck"
players 2
token Card(rank: 1..3) in deck: 2 each
die Die in tray: 2, faces 1..6
zone tray: Die set, open
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
var points(Player): 0..99
play:
    each turn of p, at most 4:
        draw 1 from deck to hand(p)
        p chooses:
            go: add 1 to points(p)
            throw:
                roll tray
                add sum of d.face for d in tray to points(p)
    end: p with most points(p) wins
"""


def outcomes(*bodies):
    lines = "".join(f'scenario "{n}":\n{body}' for n, body in enumerate(bodies))
    checked = pipeline.check("luck.rules", text=Source("luck.rules", RULES + lines))
    assert not checked.diagnostics, checked.diagnostics
    return [run(scenario) for scenario in checked.scenarios]


def messages(result):
    return [failure.message for failure in result.failures]


def test_a_seed_answers_for_chance_that_no_line_names():
    body = "    with seed 7\n    play go, throw\n    expect points(P1) is 1\n"
    more = "    expect points(P2) > 1\n    expect P1 to choose\n    expect count hand(P1) is 2\n"
    first, again, other = outcomes(body + more, body + more, body.replace("7", "8"))
    assert not first.failures
    assert not other.failures
    assert first.reached.position == again.reached.position


def test_lines_may_still_name_what_comes():
    (result,) = outcomes(
        "    with seed 3\n    play draw(Card(2)), go, throw, roll(Die(6)), roll(Die(6))\n"
        "    expect points(P2) is 12\n    expect hand(P1) is not empty\n"
    )
    assert not result.failures


def test_chance_waits_where_it_is_expected_to():
    waits, acts, listed = outcomes(
        "    with seed 3\n    play go\n    expect chance to act\n    expect P2 to choose\n",
        "    with seed 3\n    play go\n    expect P2 to choose\n    expect chance to act\n",
        "    expect chance to act\n    play draw(Card(1))\n    expect P1 to choose\n",
    )
    assert not waits.failures
    assert not listed.failures
    (said,) = messages(acts)
    assert said.startswith("chance is not to act: P2 chooses go, throw; chance was draw(")


def test_however_chance_goes_is_all_ways_or_many_seeds():
    few, many, luckier = outcomes(
        "    with any chance\n    play go, go\n    expect points(P2) is 1\n"
        "    expect P1 to choose\n",
        "    with any chance\n    play throw, throw, throw, throw\n    expect points(P1) > 3\n",
        "    with any chance\n    play throw, throw, throw, throw\n    expect points(P1) < 15\n",
    )
    (said,) = messages(luckier)  # of a seed, as the ways that are tried begin with low numbers
    assert said.startswith("`points(P1) < 15` does not hold: on the left is ")
    assert not few.failures
    assert few.ways == f"all {3 * 3 * 3 - 3} ways of chance"
    assert not many.failures
    assert many.ways == "200 seeds; chance may go more than 1,000 ways"


def test_the_first_way_that_fails_is_told():
    (result,) = outcomes("    with any chance\n    play throw\n    expect points(P1) < 3\n")
    (said,) = messages(result)
    assert said.endswith(
        "; chance was draw(Card(1)), roll(Die(1)), roll(Die(2)), draw(Card(1))"
    ), said


def test_who_forgot_chance_is_told():
    (result,) = outcomes("    play draw(Card(1)), go\n    expect P2 to choose\n")
    (said,) = messages(result)
    assert said.endswith(
        "; chance waits here: list `draw(…)`, or say `with any chance` or `with seed 7`"
    )


def test_outcomes_of_random_are_called_by_their_names():
    rules = (
        'game "Ways"\nplayers 2\nkind Way: left | right\nvar went: Way\nplay:\n'
        "    random w in Way: set went to w\n    end: draw\n"
        'scenario "right":\n    play random(right)\n    expect went is right\n'
        'scenario "left":\n    with any chance\n    expect draw\n    expect went is left\n'
    )
    checked = pipeline.check("ways.rules", text=Source("ways.rules", rules))
    right, left = (run(scenario) for scenario in checked.scenarios)
    assert not right.failures
    (said,) = messages(left)
    assert said.endswith("; chance was random(right)")
