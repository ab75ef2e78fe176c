"""Native code that is watched reaches what the reference reaches in the same plays."""

import re

import pytest
from hypothesis import given

from interpreter import coverage, load_all
from interpreter.facts.coverage_points import ORDERS, instrumented, points
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.layout import build_layout
from interpreter.measuring.simulate import playout
from interpreter.measuring.watching import Watch
from interpreter.native.emit.text import emit
from interpreter.native.engine.coverage import NativeWatch, instrumented_text
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.native.memory.coverage import coverage_points_of
from interpreter.testing.coverage import FEWEST
from rulelang.keeping import disk
from tests.differential.test_shipped import LONG
from tests.properties.test_generated import PICKS, instance, tried, written
from tests.support.games import EVERY, ROOT, RULES, SMALL_TEXTS, TEXTS, game_of, instances
from tests.support.generated.texts import made
from tests.support.sampling import few, is_for_soak, passed_over

GAMES = 1
MANY = 40
"""Games of each instance in the soak."""


LATE = """game "Late"
players 2
var steps: 0..9
play:
    each turn of p, at most 9:
        p chooses:
            step:
                add 4 to steps
            rest
    end: draw
"""


def shown(found):
    return sorted(f"{point.span}: {point.what}" for point in found)


def both(game, games, seed=3):
    """Return what the reference and native code reach in the same plays; it is compared in all."""
    watch, code = Watch(game.spec), NativeWatch(game.spec)
    again = NativeWatch(game.spec)
    for number in range(games):
        history = playout(game, seed, number).history
        watch.replay(history)
        assert code.play(seed, number)
        assert again.replay(history)
        reached = shown(watch.reached())
        assert shown(code.reached()) == shown(again.reached()) == reached, (seed, number)
    return shown(watch.reached()), shown(code.reached())


def is_long(instance):
    """Return whether plays of a game take the reference long."""
    return instance.path.stem in LONG


def sampled(path):
    """Return the first and the last instance of a text, one of a game that takes long."""
    found = instances(path)
    return found[:1] if path.stem in LONG else (found[0], *found[1:][-1:])


def is_left(instance):
    """Return whether the gate passes over one of these: all but the last of the games it plays."""
    return is_for_soak(instance) or is_long(instance) or instance != sampled(instance.path)[-1]


SAMPLE = [each for path in RULES for each in sampled(path)]
SELDOM = ROOT / "tests" / "texts" / "watched" / "seldom.rules"
SMALL = [each for path in (*TEXTS, SELDOM) for each in instances(path)]


@pytest.mark.parametrize(
    "instance", [passed_over(i) if is_left(i) else i for i in SAMPLE], ids=str
)
def test_both_reach_the_same_of_every_game(instance):
    reference, native = both(game_of(instance), 1 if is_long(instance) else GAMES)
    assert native == reference
    assert len(native) > len(points(instance.spec)) / 2


@pytest.mark.parametrize("instance", few(SMALL, most=2), ids=str)
def test_both_reach_the_same_of_small_texts(instance):
    for seed in range(2):
        reference, native = both(game_of(instance), 3, seed)
        assert native == reference


def test_parts_are_asked_as_the_rules_ask_them():
    """What is only looked at, closes unasked or comes too late is not reached by either."""
    path = SELDOM.with_name("orders.rules")
    (only,) = instances(path)
    reference, native = both(game_of(only), 40)
    assert native == reference
    lines = path.read_text(encoding="utf-8").splitlines()
    left = [point for point in points(only.spec) if shown([point])[0] not in native]
    left.sort(key=lambda point: (point.span.line, point.span.column))
    assert [(p.what, lines[p.span.line - 1][p.span.column - 1 :]) for p in left] == [
        ("value", "rare else r.price > 0"),
        ("value", "rare else built < 10"),
        ("fact", "let over(n) = if rare then 9 else n"),
        ("value", "9 else n"),
        ("value", "n"),
        ("statement", "set rare to true"),
        ("need", 'need t is within 3 of Ash along r in Road where fast(r) else "too far"'),
        ("statement", "set built to over(built)"),
        ("arm", "pass:"),
        ("arm", "brood:"),
        ("arm", "pass"),
    ]


def test_keys_that_decide_and_ties_are_told_apart():
    """Who is behind does not count, nor what a first key decides; both engines say the same."""
    path = SELDOM.with_name("keys.rules")
    (only,) = instances(path)
    reference, native = both(game_of(only), 40)
    assert native == reference
    lines = path.read_text(encoding="utf-8").splitlines()
    keys = [point for point in points(only.spec) if point.what in ORDERS]
    keys.sort(key=lambda point: (point.span.line, point.span.column))
    found = [
        (p.what, lines[p.span.line - 1][p.span.column - 1 :], shown([p])[0] in native)
        for p in keys
    ]
    assert found == [
        ("key", "t.rank else none", False),
        ("key", "t.rank then most t.size else none", False),
        ("key", "t.size else none", True),
        ("tie", "t.size then least t.rank: set last to t", False),
        ("key", "t.rank: set last to t", True),
        ("tie", "t.rank: set last to t", True),
        ("tie", "seen(t) then most t.size: add 1 to seen(t)", True),
        ("key", "t.size: add 1 to seen(t)", True),
        ("key", "gold(q) mod 2 then most q is P1 wins", False),
        ("key", "q is P1 wins", True),
    ]


@tried(3)
@given(made(), PICKS)
def test_both_reach_the_same_of_generated_games(game, picks):
    with written(game) as path:
        spec = instance(path, picks[0])
    try:
        with disk.nothing_kept():
            reference, native = both(Game(spec), 1, seed=picks[1])
    except (RuleFault, BudgetExceeded):
        return
    assert native == reference, game


def test_coverage_is_the_same_whoever_plays():
    text = load_all("kuhn_poker")
    native, reference = (
        coverage(text, 50, seed=4, engine=engine) for engine in ("native", "reference")
    )
    assert native == reference
    assert native.runs[1] == ("random games", 50)
    assert len(text.games) * FEWEST <= 50


def test_what_native_code_gives_up_is_played_by_the_reference(tmp_path):
    """A fault comes with its line, as it comes in play that nobody watches."""
    file = tmp_path / "late.rules"
    file.write_text(LATE, encoding="utf-8")
    text = load_all(str(file))
    code = NativeWatch(text.games[0].spec)
    assert not all(code.play(0, number) for number in range(40))
    step, rest = 0, 1
    assert code.replay([step, rest, step])
    assert not code.replay([step, rest, step, step])
    with pytest.raises(RuleFault, match=r"late\.rules:8"):
        coverage(text, 40)


def test_what_faults_before_the_first_choice_is_never_played(tmp_path):
    file = tmp_path / "early.rules"
    file.write_text(LATE.replace("play:\n", "play:\n    repeat 3: add 4 to steps\n"), "utf-8")
    code = NativeWatch(load_all(str(file)).games[0].spec)
    assert not code.play(0, 0)
    assert not code.replay([])


def test_code_that_nobody_watches_notes_nothing():
    spec = load_all("leduc_poker").games[0].spec
    plain = lower(build_layout(spec))
    assert not re.search("mark|noted", emit(plain.module))
    tree = instrumented(spec)
    watched = lower(build_layout(tree.spec), coverage_points_of(tree))
    verify(watched.module)
    calls = r"call void @rulelang_probe\(ptr %s, ptr %c, i64 (\d+)\)"
    numbers = set(re.findall(calls, instrumented_text(watched)))
    assert numbers == set(map(str, range(watched.coverage.count)))


@pytest.mark.soak
@pytest.mark.parametrize("instance", [*EVERY, *SMALL_TEXTS], ids=str)
def test_both_reach_the_same_of_every_instance(instance):
    reference, native = both(game_of(instance), MANY)
    assert native == reference
