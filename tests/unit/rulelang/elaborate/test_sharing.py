"""What instances share of elaboration is what each would have made alone."""

import pytest

from rulelang import core, pipeline
from rulelang.core.walk import rebuilt
from rulelang.diagnostics import Sink
from rulelang.elaborate import bodies
from rulelang.elaborate.calls import asked, effects, facts
from rulelang.elaborate.sharing import Shelf
from rulelang.evolving import evolve
from rulelang.source import Source
from tests.support.games import ROOT
from tests.support.sampling import gated_but

TEXTS = (*sorted((ROOT / "games").glob("*.rules")), ROOT / "tests" / "texts" / "workshop.rules")
NUMBERED = (
    core.Block
    | core.For
    | core.Repeat
    | core.Turns
    | core.Choose
    | core.Random
    | core.Anytime
    | core.Draw
    | core.Roll
)


def by_order(spec):
    """Return a specification whose blocks are numbered as a walk comes to them."""
    numbers = {}

    def change(node, _=()):
        if isinstance(node, NUMBERED):
            numbers.setdefault(node.number, len(numbers))
        done = rebuilt(node, change)
        match done:
            case core.Stop(loop=loop):
                return evolve(done, loop=numbers[loop])
            case _ if isinstance(done, NUMBERED):
                return evolve(done, number=numbers[done.number])
            case _:
                return done

    effects = tuple(evolve(effect, body=change(effect.body)) for effect in spec.effects)
    return evolve(spec, setup=change(spec.setup), play=change(spec.play), effects=effects)


def instances(path, shelf, text=None):
    """Return all instances of a text, with their scenarios; nothing is wrong with it."""
    parsed = pipeline.read(str(path), None if text is None else Source(str(path), text))
    sink = Sink()
    assert parsed.diagnostics == ()
    if shelf is not None:
        shelf.begin()
    todo = pipeline.settings_of(parsed.text, sink)
    made = [pipeline.instance_of(parsed, setting, mine, sink, shelf) for setting, mine in todo]
    assert not sink.has_errors
    return made


@pytest.mark.parametrize(
    "path", gated_but(("pergamemnon", "pergamon"), TEXTS), ids=lambda path: path.stem
)
def test_what_is_shared_is_what_each_would_make_alone(path):
    shared, alone = instances(path, Shelf()), instances(path, None)
    for one, other in zip(shared, alone, strict=True):
        assert by_order(one.spec) == by_order(other.spec)
        run, others_run = bodies.scenarios_of(one), bodies.scenarios_of(other)
        assert run == others_run == other.scenarios  # to the numbers of their blocks
        assert (one.idle, one.unread, one.read) == (other.idle, other.unread, other.read)


LEAGUE = """\
game "League"
players 2..3
option pace: slow | quick

var score(Player): 0..60
var rounds: 0..30

let goal = if pace is quick then 5 else 10

play:
    each turn of p, at most 6:
        p chooses:
            train(n in 1..2):
                gain(p, n)
            rest:
                add 1 to rounds
    end: p with most score(p) wins

to gain(p, n):
    if score(p) < goal:
        add n to score(p)
    add 1 to rounds
"""


@pytest.fixture
def made(monkeypatch):
    """Return the names of the bodies that are elaborated, and not shared."""
    names = []
    make = bodies.made_anew

    def counted(c, node, *rest):
        names.append(node.name.text if hasattr(node, "name") else type(node).__name__)
        return make(c, node, *rest)

    monkeypatch.setattr(bodies, "made_anew", counted)
    return names


def test_variants_make_once_what_asks_for_no_option(made):
    instances("league.rules", Shelf(), LEAGUE)
    assert made.count("Play") == 2  # for each number of players
    assert made.count("goal") == 2 * 2  # which asks for the option
    assert made.count("gain") == 2 * 2  # which asks for the goal


@pytest.mark.parametrize(
    ("before", "after", "again"),
    [
        ("add n to", "add 1 to", {"gain"}),
        ("else 10", "else 11", {"goal", "gain"}),
        ("else 10", "else 5 + 5", {"goal"}),
        ("at most 6", "at most 7", {"Play", "gain"}),  # which learns how long it may go on
        ("if pace is quick then 5 else 10", "score(P1) + 5", {"goal", "gain"}),
    ],
)
def test_an_edit_makes_anew_what_it_touches(made, before, after, again):
    trees = pipeline.Desk()
    shelf = Shelf()
    assert LEAGUE.count(before) == 1
    for text in (LEAGUE, LEAGUE.replace(before, after)):
        made.clear()
        sink = Sink()
        parsed = pipeline.read("league.rules", Source("league.rules", text), trees)
        assert parsed.diagnostics == ()
        shelf.begin()
        for setting, mine in pipeline.settings_of(parsed.text, sink):
            pipeline.instance_of(parsed, setting, mine, sink, shelf)
        assert not sink.has_errors
    assert set(made) == again


DEEP = LEAGUE.replace(
    "to gain(p, n):\n",
    """\
to twice(p, n), at most 2 deep: again(p, n)

to again(p, n):
    add 1 to rounds
    if score(p) < n: twice(p, n)

to idle: add 1 to rounds

to gain(p, n):
    twice(p, n)
    idle
""",
)


@pytest.mark.parametrize(
    ("before", "after", "made_again"),
    [
        ("at most 2 deep", "at most 3 deep", set()),
        ("score(p) < n: twice", "score(p) > n: twice", set()),
        ("< n: twice(p, n)", "< n: set rounds to 0", set()),
        ("to idle: add 1", "to idle: add 2", {"idle"}),
        ("else 10", "else 11", {"goal", "gain"}),
    ],
)
def test_what_is_in_no_circle_is_shared_in_a_text_with_one(made, before, after, made_again):
    shelf, trees, changed = Shelf(), pipeline.Desk(), DEEP.replace(before, after)
    if "set rounds to 0" in after:  # it reaches itself no more
        changed = changed.replace(", at most 2 deep", "")
    assert DEEP.count(before) == 1
    for text in (DEEP, changed):
        made.clear()
        shelf.begin()
        parsed = pipeline.read("league.rules", Source("league.rules", text), trees)
        sink = Sink()
        todo = pipeline.settings_of(parsed.text, sink)
        shared = [pipeline.instance_of(parsed, *one, sink, shelf).spec for one in todo]
        names = set(made)
        alone = [pipeline.instance_of(parsed, *one, sink).spec for one in todo]
        assert not sink.has_errors, sink.found
        assert [*map(by_order, shared)] == [*map(by_order, alone)]
    assert names - {"twice", "again"} == made_again


def checked(text, desk=None):
    return pipeline.check("league.rules", text=Source("league.rules", text), desk=desk)


def test_what_half_a_line_leaves_alone_is_made_once(made):
    desk = pipeline.Desk()
    for written, anew in (("add n", {"Play": 2, "goal": 4}), ("add", {})):
        made.clear()
        found = checked(LEAGUE.replace("add n to score(p)", written), desk)
        assert [one.code for one in found.diagnostics] == ["unfinished"]
        assert {name: made.count(name) for name in made} == anew


def test_a_name_is_missed_where_what_cannot_be_read_declares_another():
    desk = pipeline.Desk()
    torn = LEAGUE.replace("var rounds: 0..30", "var rounds: 0..30 of")
    for text, codes in (
        (torn, ["unexpected-word"]),
        (torn.replace("var r", "var s"), ["unexpected-word", "unknown-name"]),
        (torn, ["unexpected-word"]),
    ):
        assert [one.code for one in checked(text, desk).diagnostics] == codes
        assert checked(text, desk).diagnostics == checked(text).diagnostics


CIRCLE = """\
game "Circle"
players 2
option pace: slow | quick
var n: 0..30

let base(m) = if pace is slow then m + 1 else worth(m)
let worth(m) = base(m) * 2

play:
    if base(n) > 4: set n to 1
    if worth(n) > 3: end: draw
    end: draw
"""
MANY_FACTS = """\
game "Many"
players 2
option pace: slow | quick
var n: 0..30

let base(m) = if pace is slow then flat(m) else flat(m) + flat(m + 1)
let flat(m) = 3
let worth(m) = twice(m) + thrice(m)
let twice(m) = m * 2
let thrice(m) = m * 3

play:
    if base(n) > 4: set n to 1
    if worth(n) > 3: end: draw
    end: draw
"""
MANY_EFFECTS = """\
game "Many"
players 2
option pace: slow | quick
var n: 0..30

to gain:
    if n < 9: bonus
to bonus: add 1 to n
to lose: set n to 0

play:
    gain
    if pace is quick: lose
    end: draw
"""


@pytest.mark.parametrize(
    ("text", "code", "title"),
    [
        (CIRCLE, "recursion", "`base` calls itself: `base` → `worth` → `base`"),
        (MANY_FACTS, "too-large", "facts are needed in too many versions; the limit is 4"),
        (MANY_EFFECTS, "too-large", "effects are needed in too many versions; the limit is 2"),
    ],
)
def test_what_one_variant_can_ask_may_be_wrong_in_another(monkeypatch, text, code, title):
    for module in (asked, facts):
        monkeypatch.setattr(module, "MAX_FACTS", 4)
    for module in (asked, effects):
        monkeypatch.setattr(module, "MAX_EFFECTS", 2)
    for settings in ("slow | quick", "quick | slow"):
        report = checked(text.replace("slow | quick", settings))
        (found,) = report.diagnostics
        assert (found.code, found.title) == (code, title)
        assert found.text.endswith("Found with pace quick.")


def test_scenarios_are_the_same_where_all_that_they_run_on_is():
    text = f'{LEAGUE}\nscenario "early":\n    with players 2\n    expect rounds is 0\n'
    found, other = checked(text).scenarios, checked(text.replace("else 10", "else 11")).scenarios
    assert len(found) == len(other) == 1
    assert found == checked(text).scenarios
    assert found != other
