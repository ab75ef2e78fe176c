"""What a walk for secrets finds does not depend on what other walks found. Decision 135."""

from __future__ import annotations

from itertools import combinations

import attrs
import pytest

from rulelang import pipeline
from rulelang.core.walk import below
from rulelang.parse import anchors_of
from rulelang.prove.whole import Parts, digests
from rulelang.secrecy import bodies, common, facts, leaks, walker
from tests.support.games import RULES
from tests.support.sampling import DEEP as MANY
from tests.support.sampling import gated_but

TEXT = """\
game "Example"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card set, hidden
zone hand(Player): Card set of 9, owner sees
zone table: Card set, open
var chips(Player): 0..9 = 3

setup:
    deal 2 each from deck to hand(q) for q in Player

play:
    each turn of p, at most 9:
        gain(p, 1)
        p chooses or passes:
            lay(c in hand(p)):
                put(p, c)
                gain(p, 1)
            fetch:
                move all from deck to vault
                reveal vault
                spread(1)
                tell
                gain(p, 2)
    end: draw

let odd(n) = n mod 2 is 1

let ones = count x in table where x.rank is 1

let more = ones + 1

to put(p, c):
    move c from hand(p) to table
    spread(2)
    spread(more)

to spread(n):
    say "{n}"

to tell:
    say "{count x in vault where x.rank is 1}"

to gain(p, n):
    if count hand(p) < 4: set chips(p) to n
"""
CHANGES = (
    ("count hand(p) < 4", "some c in hand(p) where c.rank is 2"),
    ("count hand(p) < 4", "count hand(p) < 3"),
    ("bag, hidden", "bag, open"),
    ("spread(1)", f"spread(1)\n{' ' * 16}spread(count x in hand(next(p)) where x.rank is 1)"),
    ("spread(2)", "spread(count x in hand(next(p)) where x.rank is 1)"),
    ("spread(2)", "spread(count x in table where x.rank is 1)"),
    ("to table\n", 'to table\n    say "{count d in hand(p) where d.rank > 2}"\n'),
    ("                reveal vault\n", ""),
    ("in table where x.rank is 1", "in vault where x.rank is 1"),
    ("in table where x.rank is 1", "in table where odd(x.rank)"),
    ("let ones", "let none_there = table is empty\n\nlet ones"),
    ("let odd(n) = n mod 2 is 1", "let odd(n) = n mod 2 is count x in deck"),
    ("        gain(p, 1)\n        p ch", '        say "{count c in hand(p)}"\n        p ch'),
)


def texts():
    """Return the text with no change, with each, and with each two; in the gate some of these."""
    found = [TEXT, *(TEXT.replace(*change, 1) for change in CHANGES)]
    for one, other in list(combinations(CHANGES, 2))[:: 1 if MANY else 2]:
        found.append(TEXT.replace(*one, 1).replace(*other, 1))
    return found


@pytest.fixture(scope="module")
def specs(tmp_path_factory):
    return specs_of(tmp_path_factory.mktemp("common"), texts())


def specs_of(folder, all_texts):
    """Return the specification of each text, and where its places belong."""
    path = folder / "game.rules"
    found = []
    for text in all_texts:
        path.write_text(text, encoding="utf-8")
        made = pipeline.elaborate_all(str(path))
        assert made.specs, made.diagnostics
        found.append((made.specs[0], anchors_of(pipeline.read(str(path)).text.source)))
    return found


@pytest.fixture(scope="module")
def told(specs):
    return alone(specs)


def shared(specs):
    """Return what is found in specifications by walks that share."""
    known = {}
    return [
        leaks.leaks(
            spec, known.setdefault(digests(spec, Parts(anchors)).declared, common.Common())
        )
        for spec, anchors in specs
    ]


def alone(specs):
    """Return what is found in each specification by itself."""
    return [leaks.leaks(spec) for spec, _ in specs]


@pytest.mark.parametrize("order", [1, -1])
def test_a_text_and_what_it_is_after_edits_share_and_keep_their_findings(
    specs, told, monkeypatch, order
):
    walks = []
    made = leaks.walker_of
    monkeypatch.setattr(leaks, "walker_of", lambda *given: walks.append(made(*given)) or walks[-1])
    assert shared(specs[::order]) == told[::order]
    assert sum(w.reader.spared > 0 for w in walks) > len(specs) / 2
    assert {len(found.found) for found in told} >= {0, 1, 2}


def with_few_steps(monkeypatch, steps):
    """Let walks be too large that take more than so many steps."""
    made = leaks.walker_of

    def walker_of(*given):
        w = made(*given)
        w.reader.steps = steps
        return w

    monkeypatch.setattr(leaks, "walker_of", walker_of)


@pytest.mark.parametrize("steps", [50, 100, 150, 200])
def test_what_may_be_too_large_is_walked_by_itself(specs, monkeypatch, steps):
    with_few_steps(monkeypatch, steps)
    assert shared(specs) == alone(specs)


def test_walks_that_forget_what_facts_tell_find_the_same(specs, monkeypatch):
    some = specs[:6]
    found = alone(some)
    monkeypatch.setattr(facts, "MOST", 0)
    assert shared(some) == found


@pytest.mark.parametrize(
    "path", gated_but(("antike_duellum", "pergamemnon"), RULES), ids=lambda path: path.stem
)
def test_variants_share_and_keep_their_findings(path):
    parsed = pipeline.read(str(path))
    todo = pipeline.elaborate_all(str(path)).specs[:4]
    specs = [(spec, anchors_of(parsed.text.source)) for spec in todo]
    assert shared(specs) == alone(specs)


@pytest.mark.parametrize("fault", ["body", "facts", "dirty", "values", "known"])
def test_what_is_shared_too_often_is_missed(specs, told, monkeypatch, fault):
    called = walker.Walker.called

    digests = bodies.Bodies.digests

    def without_facts(mine, body):
        mine.facts = dict.fromkeys(mine.facts, bodies.Body("", ""))
        return digests(mine, body)

    def shared_too_often(w, key, walk):
        body, values, here = key
        return called(w, (body, *(((), here) if fault == "values" else (values, ()))), walk)

    match fault:
        case "body":
            monkeypatch.setattr(bodies, "digest_of", lambda _: "the same")
        case "facts":
            monkeypatch.setattr(bodies.Bodies, "digests", without_facts)
        case "dirty":
            clean = lambda after, cost, _: common.Behind(after, cost, is_clean=True)  # noqa: E731
            monkeypatch.setattr(walker, "Behind", clean)
            monkeypatch.setattr(walker.Walker, "__setattr__", _never_leaky)
        case _:
            monkeypatch.setattr(walker.Walker, "called", shared_too_often)
    assert shared(specs) != told or shared(specs[::-1]) != told[::-1]


def _never_leaky(w, name, value):
    object.__setattr__(w, name, 0 if name == "leaky" else value)


ALIKE = """\
game "Example"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone hand(Player): Card set of 9, owner sees
var chips(Player): 0..9 = 3

setup:
    deal 2 each from deck to hand(q) for q in Player

play:
    let p = P1
    if some c in hand(p) where c.rank is 2: one(p)
    else: one(p)
    end: draw

to one(p):
    p chooses or passes:
        lift: set chips(p) to 1

to other(p):
    p chooses or passes:
        lift: set chips(p) to 1
"""


def test_two_calls_of_one_effect_are_not_taken_for_calls_of_two_that_are_alike(tmp_path):
    found = specs_of(tmp_path, [ALIKE, ALIKE.replace("else: one", "else: other", 1)])
    assert shared(found) == alone(found)
    assert [len(told.found) for told in alone(found)] == [0, 1]


ASKED_TWICE = """\
game "Example"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card set, hidden
var mark: 0..3, hidden
var open: 0..3

setup:
    draw 2 from deck to vault
    set mark to (highest of c.rank for c in vault else 0)

play:
    keep
    cry
    end: draw

let odd(n) = n mod 2 is 1

to keep:
    let m = mark
    if odd(m): set open to 1

to cry:
    let m = mark
    say "{odd(m)}"
"""


def test_what_a_fact_tells_is_read_where_it_is_asked(tmp_path):
    again = ASKED_TWICE.replace("to cry:\n", 'to cry:\n    say "Behold."\n')
    found = specs_of(tmp_path, [ASKED_TWICE, again, f"# a remark\n\n{again}"])
    assert shared(found) == alone(found)
    for told, (spec, _) in zip(alone(found), found, strict=True):
        (finding,) = told.found
        declared = spec.effects[1].body.statements[-2].span
        assert finding.related[0].span.line == declared.line


def test_places_are_named_apart_in_one_walk(specs):
    spec, _ = specs[0]
    mine = bodies.bodies_of(spec)
    marked = [mine.effect(number) for number in range(len(spec.effects))]
    marked += [mine.block(spec.setup), mine.block(spec.play)]
    nodes = [node for body in marked for node in below(body)]
    marks = {mine.mark(node) for node in nodes}
    assert len(marks) == len({id(node) for node in nodes})
    again = bodies.bodies_of(attrs.evolve(spec, title="Another"))
    assert again.effects == mine.effects


def test_what_a_fact_tells_is_missed_where_it_is_taken_from_another_place(tmp_path, monkeypatch):
    told = ASKED_TWICE.replace("n mod 2", "(mark + n) mod 2").replace("{odd(m)}", "{odd(1)}")
    found = specs_of(tmp_path, [told, told.replace("(mark", "(  mark")])
    assert shared(found) == alone(found)
    monkeypatch.setattr(facts, "name_of", tuple)
    assert shared(found) != alone(found)


DEEP = f"""\
{ASKED_TWICE[: ASKED_TWICE.index("play:")]}play:
    one
    if open is 0: two
    end: draw

let flat = mark

let deep = {"(" * 20}mark{" + mark)" * 20}

to one: set open to min(3, flat)

to two: set open to min(3, deep)
"""


def test_a_fact_that_nests_further_than_there_is_room_is_not_taken(tmp_path):
    (spec, _), *_ = specs_of(tmp_path, [DEEP])
    known = common.Common()
    assert leaks.leaks(spec, known) == leaks.leaks(spec)
    (one,) = known.all_under.values()
    mine = facts.Facts(bodies.bodies_of(spec), one.facts)
    depths = []
    for fact, asked in mine.bodies.asked.items():
        ((key, found),) = one.facts[facts.name_of(asked)][1].items()
        assert mine.find(fact, key, found.depth - 1) == (None, 0)
        assert mine.find(fact, key, found.depth) == (found, found.cost)
        assert mine.find(fact, key, 0) == (found, 0)
        depths.append(found.depth)
    assert min(depths) < 5
    assert max(depths) > 20


SETTLED = """\
game "Example"
players 2
option way: short | long
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card set, open
var open: 0..3

setup:
    draw 2 from deck to vault

play:
    dig
    end: draw

let held(n) = count c in vault where c.rank is n

to dig:
    for m in 1..3:
        let n = held(m)
        if held(m) > 1: mend(m)
        if way is long: set open to 1

to mend(m):
    if held(m) is 2: set open to m
"""


def test_variants_share_what_their_bodies_have_in_common(tmp_path, monkeypatch):
    path = tmp_path / "game.rules"
    path.write_text(SETTLED, encoding="utf-8")
    one, other = pipeline.check(str(path), desk=pipeline.Desk()).specs
    assert bodies.bodies_of(one).effects[0] != bodies.bodies_of(other).effects[0]
    known = common.Common()
    found = leaks.leaks(one, known)
    entered, noted = [], []
    block, note = bodies.Bodies.block, facts.Facts.note
    monkeypatch.setattr(bodies.Bodies, "block", lambda *of: entered.append(of[1]) or block(*of))
    monkeypatch.setattr(facts.Facts, "note", lambda *of: noted.append(of) or note(*of))
    assert leaks.leaks(other, known) == found
    assert entered == [other.effects[0].body]
    assert not noted


def test_what_facts_tell_is_kept_of_so_many_calls_and_no_more(tmp_path, monkeypatch):
    (spec, _), *_ = specs_of(tmp_path, [SETTLED])
    found = leaks.leaks(spec)
    monkeypatch.setattr(facts, "MOST", 1)
    known = common.Common()
    assert leaks.leaks(spec, known) == found
    (one,) = known.all_under.values()
    assert [len(told) for _, told in one.facts.values()] == [1]
