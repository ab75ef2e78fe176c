"""Texts that nobody wrote keep their secrets in play where `check` finds nothing. Ref §2, §5, §25.

All plays of a small game are followed side by side (`tests.support.knowledge.lockstep`); whatever
a seat can get at must be equal in those that look alike to it. What plays side by side can show is
shown by texts that tell something.
"""

from collections import Counter
from random import Random

import attrs
import pytest
from hypothesis import Phase, given, settings

from interpreter.game import Game
from rulelang import pipeline
from rulelang.diagnostics import Sink
from rulelang.elaborate.sharing import Shelf
from rulelang.secrecy.leaks import leaks
from rulelang.source import Source
from tests.support import cases
from tests.support.generated.secretive import secretive
from tests.support.knowledge import lockstep

NAME = "secrets.rules"
GATE, SOAK = 300, 100_000
FEWEST = 0.25  # of the texts, the share that nothing is found in
KINDS = {
    *("moved", "rolled", "changed", "revealed", "shown", "said"),
    *("turn began", "phase began", "ended", "chose"),
}
RARE = {"shown"}
"""Events that only the soak has texts enough for."""

HEAD = """game "Secrets"
players 2
component Card in deck:
    rank: 1..3
    box: left | right, on the back
    | name | rank | box   | copies |
    | ant  | 1    | left  | 2      |
    | bee  | 2    | right | 1      |
    | cat  | 3    | left  | 1      |
    | dog  | 3    | right | 1      |
zone deck: Card bag, hidden
zone hand(p: Player): Card set, owner sees
zone vault: Card set, hidden
zone away: Card row, hidden
zone table: Card set, open
var bid(p: Player): 0..3, owner sees
var mark: 0..3, hidden
var score(Player): 0..9
var spy: Player, hidden
setup:
    draw 1 from deck to vault
    draw 2 from deck to hand(P1)
    set mark to (highest of c.rank for c in vault else 0)
    set bid(P1) to (highest of c.rank for c in hand(P1) else 0)
    if some c in hand(P1) where c.rank > 2: set spy to P2
play:
"""
HIGH = "where c.rank > 2"
ASKED = "    P2 chooses:\n        a{}:\n{}            add 1 to score(P2)\n    otherwise: pass\n"
TELLING = {
    "a player is asked": (
        f"    if some c in hand(P1) {HIGH}:\n        P1 chooses or passes:\n            a: pass\n"
    ),
    "something is drawn": f"    for c in hand(P1) {HIGH}: draw up to 1 from deck to vault\n",
    "something is said": '    say "s1: {mark}"\n',
    "something is said to one": '    say "s1: {mark}" to P2\n',
    "something is offered": ASKED.format("", '            need mark > 1 else "no"\n'),
    "so many are offered": ASKED.format("(n in 1..max(1, mark))", ""),
    "a refusal": ASKED.format("", '            need score(P2) > 1 else "no {mark}"\n'),
    "a sentence": ASKED.format(' "has {mark}"', ""),
    "how often it is said": f'    for c in hand(P1) {HIGH}: say "s1: "\n',
    "a phase": "    if bid(P1) > 2:\n        phase Part1: set mark to 0\n",
    "to whom it is shown": "    show vault to spy\n",
    "where it goes": "    move all from vault to hand(spy)\n",
    "who is asked": "    spy chooses or passes:\n        a: add 1 to score(P1)\n",
    "whose turn it is": "    each turn of p, at most 2:\n        next turn of spy\n",
    "when a loop stops": '    repeat 2:\n        say "s1: "\n        if mark > 1: stop\n',
    "one after the other": "    for c in hand(P1): move c from hand(P1) to away\n",
    "how many move": f"    for c in hand(P1) {HIGH}: move c from hand(P1) to away\n",
    "chance over what is hidden": '    random c in vault: say "s1: {c}"\n',
    "the first of a set": '    let c = first c in hand(P1) else ant\n    say "s1: {c.box}"\n',
    "a choice that was kept": (
        "    P1 chooses:\n        b(n in 1..2): set mark to n\n"
        + ASKED.format("", '            need mark > 1 else "no"\n')
    ),
}


DESK = pipeline.Desk()
"""So that what the texts have in common is read once."""


def specs_of(text):
    read, sink = pipeline.read(NAME, Source(NAME, text), DESK), Sink()
    assert read.text is not None
    assert not read.diagnostics, (text, read.diagnostics)
    shelf, found = Shelf(), pipeline.settings_of(read.text, sink)
    specs = [pipeline.instance_of(read, *one, sink, shelf).spec for one in found]
    assert not sink.has_errors, (text, sink.found)
    return specs


def played(spec, found, *, counted=False):
    lockstep.Lockstep(Game(spec), Random(0), lockstep.channels, found, counted).run()


@pytest.mark.parametrize("lines", TELLING.values(), ids=list(TELLING))
def test_what_tells_something_shows_in_plays_side_by_side(lines):
    (spec,) = specs_of(f"{HEAD}{lines}    end: draw\n")
    assert "hidden-read" in {one.code for one in leaks(spec).found}
    found = lockstep.Found()
    played(spec, found)
    assert found.leaks


@attrs.define
class Tried:
    """What came of the texts of one run."""

    texts: int = 0
    kept: int = 0
    found: lockstep.Found = attrs.field(factory=lockstep.Found)


def tried(examples):
    """Play so many texts, those in which nothing is found; return what came of them."""
    run = Tried()

    @settings(max_examples=examples, phases=[Phase.generate, Phase.shrink], database=None)
    @given(secretive())
    def one(text):
        specs = specs_of(text)
        told = [leaks(spec) for spec in specs]
        codes = {one.code for instance in told for one in instance.found}
        run.texts += 1
        if "hidden-read" in codes or not all(instance.is_whole for instance in told):
            return
        run.kept += 1
        found = attrs.evolve(run.found, leaks=[])
        played(specs[run.texts % len(specs)], found, counted="hidden-count" in codes)
        assert not found.leaks, f"{found.leaks[0]}\n{text}"
        run.found = found
        cases.counted("what nobody wrote", "texts full of secrets")

    one()
    return run


def holds(run, kinds):
    assert run.kept > FEWEST * run.texts
    assert run.found.compared > 10 * run.kept
    assert kinds <= set(run.found.events) <= KINDS, Counter(run.found.events)


def test_texts_in_which_nothing_is_found_tell_nothing():
    holds(tried(GATE), KINDS - RARE)


@pytest.mark.soak
def test_nor_do_many_more():
    holds(tried(SOAK), KINDS)
