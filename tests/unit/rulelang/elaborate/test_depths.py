"""Effects that call themselves, at most so deep: what is made of them, proved, and played."""

import pytest

from interpreter import load
from interpreter.testing.conformance import conform
from rulelang import core, pipeline

HEAD = """game "Deep"
players A, B
option steps: 3 | 2
var tally: 0..60
var left: 0..6
zone bowl: Bean set, open
zone eaten(Player): Bean set, open
token Bean in bowl: 12

"""
PLAY = """
play:
    each turn of p, at most 4:
        random n in 1..3: {begin}
    end: each p scores tally
"""
COUNTED = """to go(p, n), at most 4 deep:
    if tally < 60: add 1 to tally
    if n > 0: go(next(p), n - 1)
    eat(p)
"""
BRANCHED = """to go(p, n), at most steps + 1 deep:
    if n > 0: turn_aside(p, n)
    eat(p)
to turn_aside(p, n):
    p chooses or passes:
        left:
            repeat 2: go(next(p), n - 1)
        right: go(p, n - 1)
    if n > 1: go(p, n - 1)
"""
TWO = """to go(p, n), at most 3 deep:
    if n > 0: come(p, n - 1)
    eat(p)
to come(p, n), at most 2 deep:
    if n > 0 and tally < 50: add 1 to tally
    p chooses:
        again: go(next(p), n)
        enough: eat(p)
"""
PLACES = """to go(here, there, n), at most 4 deep:
    if n > 0 and here is not empty: move Bean from here to there
    if n > 0: go(there, here, n - 1)
"""
EAT = """
to eat(p):
    if bowl is not empty: move Bean from bowl to eaten(p)
"""


def written(tmp_path, effects, begin):
    path = tmp_path / "deep.rules"
    path.write_text(HEAD + effects + EAT + PLAY.format(begin=begin), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("effects", "begin", "is_proved"),
    [
        (COUNTED, "go(p, n)", True),
        (COUNTED.replace("n > 0", "n >= 0"), "go(p, n)", False),
        (BRANCHED, "go(p, n)", False),
        (BRANCHED, "turn_aside(p, n)", True),
        (TWO, "go(p, n)", False),
        (PLACES, "go(bowl, eaten(p), n)", True),
        (PLACES.replace("4 deep", "3 deep"), "go(bowl, eaten(p), n)", False),
    ],
)
def test_what_counts_down_is_proved_and_played_natively(tmp_path, effects, begin, is_proved):
    path = written(tmp_path, effects, begin)
    report = pipeline.check(str(path))
    assert [d.title for d in report.diagnostics if d.severity == "error"] == []
    open_ones = {o.claim for o in report.obligations if o.is_open and "deep here" in o.claim}
    assert (not open_ones) is is_proved
    found = conform(load(str(path)), 12, most=40)
    assert found.difference is None
    assert found.choice_points + found.chance_points > 12


def test_each_depth_is_there_once_and_the_last_calls_none(tmp_path):
    spec = load(str(written(tmp_path, BRANCHED, "go(p, n)"))).layout.spec
    assert [e.name for e in spec.effects].count("go") == 4
    assert [e.name for e in spec.effects].count("turn_aside") == 4
    calls = [
        n for e in spec.effects for n in core.walk.below(e.body) if isinstance(n, core.TooDeep)
    ]
    assert {(n.name, n.most) for n in calls} == {("go", 4)}
    assert len(calls) == 3


def test_options_say_how_deep(tmp_path):
    path = str(written(tmp_path, BRANCHED, "go(p, n)"))
    spec = load(path, options={"steps": "2"}).layout.spec
    assert [e.name for e in spec.effects].count("go") == 3
