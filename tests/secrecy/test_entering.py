"""An effect that is called in several places is walked once, and knows what holds in each."""

from __future__ import annotations

import pytest

from rulelang import pipeline
from rulelang.secrecy import bodies, entering, leaks

HEAD = """\
game "Example"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card set, hidden
var mark: 0..3, hidden
var other: 0..3, hidden
var open: 0..3
var score(Player): 0..9

setup:
    draw 2 from deck to vault
    set mark to (highest of c.rank for c in vault else 0)
    set other to (lowest of c.rank for c in vault else 0)

to publish:
    let m = mark
    set open to m

to change: set mark to other

to twice:
    publish
    ask

to ask:
    let m = mark
    P2 chooses or passes:
        a:
            need m > 1 else "too low"
            add 1 to score(P2)

play:
"""
ASKED = """\
    let m = mark
    P2 chooses or passes:
        b:
            need m > 1 else "too low"
            add 1 to score(P2)
"""
KEPT = {
    "told before an effect": "    let m = mark\n    set open to m\n    ask\n",
    "told in an effect": f"    publish\n{ASKED}",
    "told in one effect for another": "    publish\n    ask\n",
    "told inside": "    change\n    twice\n    change\n    twice\n",
    "told and kept": f"    let was = mark\n    publish\n    change\n{ASKED}".replace(
        "m > 1", "was > 1"
    ),
    "told, and something else changed": "    publish\n    set other to 1\n    ask\n",
    "told behind changes, for one that changes": (
        "    change\n    publish\n    ask\n    change\n    publish\n    twice\n    ask\n"
    ),
}
TOLD = {
    "nothing was told": "    ask\n",
    "changed between effects": "    publish\n    change\n    ask\n",
    "changed before an effect": (
        "    let m = mark\n    set open to m\n    set mark to other\n    ask\n"
    ),
    "changed behind an effect": f"    publish\n    set mark to other\n{ASKED}",
    "changed in an effect": f"    publish\n    change\n{ASKED}",
    "changed twice": "    twice\n    change\n    change\n    ask\n",
    "changed in the same way as before": (
        "    change\n    publish\n    ask\n    change\n    ask\n    change\n    ask\n"
    ),
    "changed where it is told again": "    twice\n    change\n    twice\n    change\n    ask\n",
}


def found(tmp_path, lines, head=HEAD):
    """Return what is found in a game that is played so."""
    path = tmp_path / "game.rules"
    path.write_text(f"{head}{lines}    end: draw\n", encoding="utf-8")
    made = pipeline.elaborate_all(str(path))
    assert made.specs, made.diagnostics
    return {one.code for one in leaks.leaks(made.specs[0]).found}


@pytest.mark.parametrize("lines", KEPT.values(), ids=list(KEPT))
def test_what_is_known_at_a_call_is_known_inside_and_behind(tmp_path, lines):
    assert found(tmp_path, lines) == set()


@pytest.mark.parametrize("lines", TOLD.values(), ids=list(TOLD))
def test_what_has_changed_is_not_taken_for_what_was_known(tmp_path, lines):
    assert found(tmp_path, lines) == {"hidden-read"}


@pytest.mark.parametrize("way", ["here", "version"])
def test_names_that_are_not_written_anew_are_missed(tmp_path, monkeypatch, way):
    monkeypatch.setattr(entering.Rewritten, way, lambda *given: given[-1])
    kept = [found(tmp_path, lines) == set() for lines in KEPT.values()]
    told = [found(tmp_path, lines) == {"hidden-read"} for lines in TOLD.values()]
    assert not all(kept + told)


def test_what_is_forgotten_too_often_is_missed(tmp_path, monkeypatch):
    monkeypatch.setattr(entering.Crossing, "_is_gone", lambda _, known: known.element is not None)
    assert not all(found(tmp_path, lines) == set() for lines in KEPT.values())


@pytest.fixture
def walks(monkeypatch):
    """Return where the bodies of effects are noted that are walked."""
    noted = []
    entered = bodies.Bodies.block

    def block(mine, body):
        if body not in (mine.spec.setup, mine.spec.play):
            noted.append(body)
        return entered(mine, body)

    monkeypatch.setattr(bodies.Bodies, "block", block)
    return noted


def test_an_effect_is_walked_once_whatever_has_changed_before_it(tmp_path, walks):
    assert not found(tmp_path, "    change\n" * 5)
    assert len(walks) == 2  # what it makes known is known where it is done again


GIVEN = """\
game "Given"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
var score(Player): 0..9

setup:
    deal 2 each from deck to hand(q) for q in Player

to ask(a, b):
    let n = highest of c.rank for c in hand(b) else 0
    a chooses or passes:
        high:
            need n > 1 else "too low"
            add 1 to score(a)

to turn_round(a, b): ask(b, a)

play:
    each turn of p, at most 4:
        for q in Player where q is not p:
"""
SEEN = {
    "own cards": "            ask(p, p)\n",
    "shown to who asks": "            show hand(q) to p\n            ask(p, q)\n",
    "asked the other way round": "            show hand(p) to q\n            turn_round(p, q)\n",
    "in another loop": (
        "            show hand(q) to p\n"
        "        for r in Player where r is p: ask(r, r)\n"
        "        for t in Player where t is not p: ask(t, t)\n"
    ),
}
UNSEEN = {
    "not shown": "            ask(p, q)\n",
    "shown to the other": "            show hand(p) to q\n            ask(p, q)\n",
    "shown to who does not ask": "            show hand(q) to p\n            turn_round(p, q)\n",
    "shown in another loop": (
        "            show hand(q) to p\n"
        "        for r in Player where r is p:\n"
        "            for t in Player where t is not r: ask(t, r)\n"
    ),
}


@pytest.mark.parametrize("lines", SEEN.values(), ids=list(SEEN))
def test_who_is_given_is_known_inside(tmp_path, lines):
    assert found(tmp_path, lines, GIVEN) == set()


@pytest.mark.parametrize("lines", UNSEEN.values(), ids=list(UNSEEN))
def test_who_is_given_is_not_taken_for_another(tmp_path, lines):
    assert found(tmp_path, lines, GIVEN) == {"hidden-read"}


def test_an_effect_is_walked_once_for_whoever_is_given(tmp_path, walks):
    lines = "            ask(q, q)\n" + "        for r in Player where r is p: ask(r, r)\n" * 3
    assert not found(tmp_path, lines, GIVEN)
    assert len(walks) == 1
