"""Callers of an effect that was edited are walked again only where something comes of that."""

from __future__ import annotations

from itertools import permutations

import pytest

from interpreter.keeping import plain
from rulelang.prove.whole import Parts, digests
from rulelang.secrecy import again, bodies, leaks, names, walker
from rulelang.secrecy.common import Common
from tests.secrecy.test_common import alone, shared, specs_of, with_few_steps
from tests.support.sampling import DEEP

HEAD = """\
game "Example"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card set, hidden
zone cellar: Card set, hidden
zone table: Card set, open
var mark: 0..3, hidden
var open: 0..3
var score(Player): 0..9

setup:
    draw 2 from deck to vault
    draw 2 from deck to cellar
    draw 2 from deck to table
    set mark to (highest of c.rank for c in vault else 0)

play:
    act
    P2 chooses or passes:
        wait: mix
    end: draw

let low(n) = count c in table where c.rank is n

to mix:
    move all from vault to table
    move all from table to cellar
    move all from vault to cellar
    move all from cellar to table

"""


STOPPED = """\
    repeat 2:
        if mark is 2: stop
        tidy
"""
MARKED = """\
    let m = mark
    set open to m
    tidy
    let n = mark
    say "{n}"
"""
REVEALED = """\
    reveal vault
    repeat 2: tidy
    say "{count c in vault where c.rank is 1}"
"""
IN_SIGHT = """\
    say "One." to P1
    if open is 0:
        move all from vault to table
        move all from table to cellar
"""
OUT_OF_SIGHT = """\
    say "One." to P1
    if open is 0:
        move all from vault to cellar
        move all from cellar to table
"""
TRIED = """\
    P1 chooses or passes:
        lift:
            tidy
            need open > 1 else "too low"
            set score(P1) to 1
"""
OPENED = "    set open to 1\n"
ASKED = f"""{OPENED}\
    P1 chooses or passes:
        lift: set open to 2
"""
SAID, TOLD, TOLD_ANOTHER = ('    say "One."\n', '    say "One." to P1\n', '    say "One." to P2\n')
TIDY = "to tidy:\n"
DIVING = """\
    dive(mark, 0)

to dive(n, i), at most 3 deep:
    if i < 2: dive(n, i + 1)
    tidy(n)
"""
OUTLINE = ("changes", "unseen", "pauses", "returns", "speaks", "is noticed")
EDITS = {
    "changes": (MARKED, f"{TIDY}{OPENED}", f"{TIDY}    set mark to 2\n{OPENED}"),
    "unseen": (REVEALED, f"{TIDY}{IN_SIGHT}", f"{TIDY}{OUT_OF_SIGHT}"),
    "pauses": (STOPPED, f"{TIDY}{OPENED}", f"{TIDY}{ASKED}"),
    "returns": (
        "    if mark is 2: tidy\n",
        f"{TIDY}{OPENED}{TOLD}    end: draw\n",
        f"to tidy, at most 2 deep:\n{OPENED}{TOLD}    tidy\n",
    ),
    "speaks": (
        '    if mark is 2: tidy\n    else: say "Two."\n',
        f"{TIDY}{SAID}",
        f"{TIDY}{TOLD}",
    ),
    "is noticed": (STOPPED, f"{TIDY}{OPENED}", f"{TIDY}{OPENED}{TOLD}"),
    "traces": (
        '    if mark is 2: tidy\n    else: say "One." to P1\n',
        f"{TIDY}{TOLD}",
        f"{TIDY}{TOLD_ANOTHER}",
    ),
    "trials": (TRIED, f"{TIDY}{OPENED}", f"{TIDY}    set open to mark + 0\n"),
    "facts": (
        f'    tidy\n    say "{{low(open)}}"\n\n{TIDY}{OPENED}',
        "let low(n) = count c in table where",
        "let low(n) = count c in vault where",
    ),
    "known": (
        '    tidy\n    say "{count c in vault where c.rank is 1}"\n',
        f"{TIDY}    reveal vault\n",
        f"{TIDY}    reveal cellar\n",
    ),
    "told": (
        "    let m = mark\n    tidy(m)\n",
        f'to tidy(n):\n{OPENED}    say "{{open}}"\n',
        f'to tidy(n):\n{OPENED}    say "{{n}}"\n',
    ),
    "told by what is called there": (
        "    let m = mark\n    tidy(m)\n\nto tidy(n):\n    bear(n)\n",
        f'to bear(n):\n{OPENED}    say "{{open}}"\n',
        f'to bear(n):\n{OPENED}    say "{{n}}"\n',
    ),
    "what a loop goes through": (
        "    for k in 0..0: set open to k\n",
        "for k in 0..0: set open to k",
        'for q in Player where q is not P1: say "{mark}" to q',
    ),
    "told where an effect calls itself": (
        DIVING,
        f'to tidy(n):\n{OPENED}    say "{{open}}"\n',
        f'to tidy(n):\n{OPENED}    say "{{n}}"\n',
    ),
}
FINE = {
    "another number": (MARKED, f"{TIDY}{OPENED}", f"{TIDY}    set open to 2\n"),
    "another number behind a choice": (
        "    tidy\n    tidy\n",
        f"{TIDY}{ASKED}",
        f"{TIDY}{ASKED.replace('open to 2', 'open to 3')}",
    ),
    "what becomes known cannot be named elsewhere": (
        "    tidy\n    tidy\n",
        f"{TIDY}    set mark to 2\n    let m = mark\n    set open to m\n",
        f"{TIDY}    set mark to 3\n    let m = mark\n    set open to m\n",
    ),
}


def texts_of(act, before, after):
    """Return a text, what it is after an edit, and that further down in its file."""
    text = f"{HEAD}to act:\n{act}"
    text = text if before in text else f"{text}\n{before}"
    assert text.count(before) == 1
    edited = text.replace(before, after)
    return [text, edited, f"# a remark\n\n{edited}"]


def by_processes(specs):
    """Return what is found in each specification by a process that reads what others left."""
    left, found = {}, []
    for spec, anchors in specs:
        declared = digests(spec, Parts(anchors)).declared
        known = plain.unpacked(left[declared], Common) if declared in left else Common()
        found.append(leaks.leaks(spec, known))
        new = known.for_another(known.anew())
        if new is not None:
            left[declared] = plain.packed(new)
    return found


@pytest.fixture(scope="module", params=list(EDITS))
def edited(request, tmp_path_factory):
    """Return by what an edit tells something, and the specifications around it."""
    found = specs_of(tmp_path_factory.mktemp("edited"), texts_of(*EDITS[request.param]))
    return request.param, found


def is_same(specs):
    """Return whether all is said as if no other text had been checked, in whatever order."""
    return all(shared(one) == alone(one) for one in map(list, permutations(specs)))


def test_an_edit_that_tells_something_is_found_where_its_callers_read_as_they_did(edited):
    _, specs = edited
    assert is_same(specs)
    assert [bool(told.found) for told in alone(specs)] == [False, True, True]


@pytest.mark.parametrize("part", [*OUTLINE, "traces", "trials", "facts", "known", "told", "own"])
def test_what_is_left_out_is_missed(tmp_path, monkeypatch, part):
    specs = specs_of(tmp_path, texts_of(*EDITS["told" if part == "own" else part]))
    outline, interface = walker.Walker.outline, again.interface
    match part:
        case "traces" | "trials":
            monkeypatch.setattr(again, "_looked_into", lambda *_: ())
        case "facts":
            monkeypatch.setattr(again, "interface", lambda w, body: interface(w, body)[::2])
        case "own":
            monkeypatch.setattr(again, "interface", lambda w, body: interface(w, body)[1:])
        case "known":
            monkeypatch.setattr(again, "outcome_of", lambda after: after is None)
            monkeypatch.setattr(walker, "outcome_of", lambda after: after is None)
        case "told":
            monkeypatch.setattr(walker.Walker, "_leaks", _counted)
        case _:
            left = OUTLINE.index(part)
            monkeypatch.setattr(
                walker.Walker,
                "outline",
                lambda w, effect: outline(w, effect)[:left] + outline(w, effect)[left + 1 :],
            )
    assert not is_same(specs)


def _counted(w):
    w.leaky += 1


def test_what_a_loop_goes_through_is_missed_where_it_is_no_part_of_its_name(tmp_path, monkeypatch):
    specs = specs_of(tmp_path, texts_of(*EDITS["what a loop goes through"]))
    symbol = names.Names.symbol

    def without_values(mine, key, values=None):
        is_bound = isinstance(key, tuple) and key[0] == "bound"
        return symbol(mine, key[:3] if is_bound else key, values)

    monkeypatch.setattr(names.Names, "symbol", without_values)
    assert not is_same(specs)


@pytest.mark.parametrize("find", [shared, by_processes])
@pytest.mark.parametrize("edit", FINE.values(), ids=list(FINE))
def test_callers_are_not_walked_again_where_nothing_comes_of_it(tmp_path, monkeypatch, edit, find):
    specs = specs_of(tmp_path, texts_of(*edit)[:2])
    walked = []
    entered = bodies.Bodies.block
    monkeypatch.setattr(
        bodies.Bodies, "block", lambda mine, body: walked.append(id(body)) or entered(mine, body)
    )
    assert not any(told.found for told in find(specs))
    first, second = [all_bodies(spec) for spec, _ in specs]
    assert [name for name, body in first.items() if id(body) in walked] == list(first)
    assert [name for name, body in second.items() if id(body) in walked] == ["tidy"]


def test_another_process_finds_what_edits_tell(edited):
    _, specs = edited
    assert all(by_processes(one) == alone(one) for one in (specs, specs[::-1]))


@pytest.mark.parametrize("part", ["own", "known", "facts"])
def test_what_is_left_out_is_missed_by_another_process(tmp_path, monkeypatch, part):
    specs = specs_of(tmp_path, texts_of(*EDITS["told" if part == "own" else part]))
    interface = again.interface
    match part:
        case "own":
            monkeypatch.setattr(again, "interface", lambda w, body: interface(w, body)[1:])
        case "facts":
            monkeypatch.setattr(again, "interface", lambda w, body: interface(w, body)[::2])
        case _:
            for module in (again, walker):
                monkeypatch.setattr(module, "outcome_of", lambda after: after and frozenset())
    assert by_processes(specs) != alone(specs)


def test_symbols_and_changes_are_numbered_on_where_another_process_ended(tmp_path):
    (spec, _), *_ = specs_of(tmp_path, texts_of(*EDITS["known"]))
    known = Common()
    leaks.leaks(spec, known)
    left = plain.unpacked(plain.packed(known.for_another(frozenset())), Common)
    assert known.all_under
    for name, one in known.all_under.items():
        other = left.all_under[name]
        assert other.past == one.past
        assert one.names.keys
        for key in [*one.names.keys, "another"]:
            assert other.names.symbol(key) == one.names.symbol(key)
        for by in ("again", ("begun", 7)):
            assert other.changes.number(by) == one.changes.number(by)
            assert other.changes.by(other.changes.number(by)) == by
        told = ("ranges", "origins", "in_turn")
        assert all(getattr(other.names, what) == getattr(one.names, what) for what in told)


def test_what_another_process_would_know_anyway_is_not_left_to_it(tmp_path):
    specs = specs_of(tmp_path, texts_of(*FINE["another number"])[:2])
    known = Common()
    leaks.leaks(specs[0][0], known)
    left = plain.unpacked(plain.packed(known.for_another(frozenset())), Common)
    leaks.leaks(specs[0][0], left)
    assert left.for_another(frozenset()) is None


def test_a_body_that_was_edited_is_left_to_others_if_it_was_there_in_the_last_text_too(tmp_path):
    specs = specs_of(tmp_path, texts_of(*FINE["another number"])[:2])
    known = Common()
    leaks.leaks(specs[0][0], known)
    assert not known.anew(), "nothing was left before it"
    left = plain.unpacked(plain.packed(known.for_another(frozenset())), Common)
    for one in left.all_under.values():
        one.past.clear()  # much is walked, all of bodies that were known
    leaks.leaks(specs[1][0], left)
    anew = left.anew()
    assert [name.split()[0] for name in anew] == ["tidy"]
    assert left.for_another(frozenset({"another"})) is None
    assert left.for_another(anew) is not None


def all_bodies(spec):
    """Return the bodies of a specification by their names."""
    named = dict(zip(("mix", "act", "tidy"), spec.effects, strict=True))
    return {
        "setup": spec.setup,
        "play": spec.play,
        **{name: effect.body for name, effect in named.items()},
    }


@pytest.mark.parametrize("steps", range(30, 150, 20 if DEEP else 40))
def test_what_may_be_too_large_is_walked_by_itself(edited, monkeypatch, steps):
    _, specs = edited
    with_few_steps(monkeypatch, steps)
    assert is_same(specs)


def test_steps_that_are_not_counted_are_missed(tmp_path, monkeypatch):
    specs = specs_of(tmp_path, texts_of(*FINE["another number"]))
    past = again.Past
    monkeypatch.setattr(again, "Past", lambda *given: past(*given[:-1], 0))
    same = []
    for steps in range(30, 150, 5):
        with monkeypatch.context() as patch:
            with_few_steps(patch, steps)
            same.append(is_same(specs))
    assert not all(same)
