"""Pictures of texts that nobody would write: none, many and long of everything."""

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import load
from interpreter.picture import outline, picture
from interpreter.picture.names import Names
from tests.support import pictures
from tests.support.generated.tables import LONG, tables


def text_of(players, places, zones, names, shape):
    """Return a rule text with so much of everything."""
    who = (
        ", ".join(f"{names}_w{n}" for n in range(players))
        if names and players > 1
        else str(players)
    )
    lines = ['game "Odd"', f"players {who}"]
    if shape == "table" and places:
        lines += ["space Place:", "    | name |"]
        lines += [f"    | {names or 'p'}_{n} |" for n in range(places)]
    elif shape == "lines" and places > 1:
        lines += ["space Place:", "    | name |"]
        lines += [f"    | q{n}x |" for n in range(places)]
        lines += ["edge Line joins Place:", "    | a | b |"]
        lines += [f"    | q{n}x | q{n + 1}x |" for n in range(places - 1)]
    elif places:
        lines += [f"space Place on {shape} {places}"]
    lines += ["component Piece in box0:" if zones else ""]
    if zones:
        lines += ["    worth: 0..9", "    | name | worth | copies |"]
        lines += [f"    | {names or 'k'}_k{n} | {n} | 3 |" for n in range(4)]
    seen = ("open", "hidden", "open")
    lines += [f"zone box{n}: Piece set, {seen[n % 3]}" for n in range(zones)]
    if zones and players:
        lines += ["zone mine(Player): Piece set of 6, owner sees"]
    if zones and places:
        lines += ["zone on(Place): Piece set, open", "var flag_(Place): flag"]
    lines += ["var score(Player): 0..99", f"var {names or 'some'}_value: 0..9", "play:"]
    lines += ["    each turn of p, at most 20:", "        p chooses:"]
    lines += ["            count_up(n in 1..4): add n to score(p)"]
    if zones:
        lines += ["            take(k in box0): move k from box0 to mine(p)"]
    if zones and places:
        lines += ["            put(k in mine(p), s in Place): move k from mine(p) to on(s)"]
    lines += ["    end: p with most score(p) wins" if players > 1 else "    end: draw"]
    return "\n".join(line for line in lines if line) + "\n"


CASES = {
    "nothing": (1, 0, 0, "", "ring"),
    "one place": (1, 1, 1, "", "ring"),
    "200 places in a ring": (2, 200, 1, "", "ring"),
    "200 places in a table": (2, 200, 2, "", "table"),
    "a line of 60": (2, 60, 1, "", "lines"),
    "40 zones": (4, 0, 40, "", "ring"),
    "long names": (3, 6, 5, LONG, "table"),
    "eight players": (8, 12, 3, "", "track"),
    "eight with long names": (8, 0, 2, LONG, "ring"),
}


@functools.cache
def game_of(folder, case):
    """Return the game of one case."""
    path = folder / "odd.rules"
    path.write_text(text_of(*case), encoding="utf-8")
    return load(path, players=case[0] if not case[3] or case[0] == 1 else None, engine="reference")


def holds(state, widths, apart=0):
    """Hold one moment against what pictures keep, as each seat and an onlooker see it.

    `apart`: from which width on no texts may lie over each other. A phone shows whole maps.
    """
    document = state.game.document()
    for seat in (0, None):
        sight = state.sight(seat)
        for width in widths:
            found = pictures.read(picture(document, sight, width=width))
            assert not [ref for ref, times in found.refs.items() if times > 1]
            assert not pictures.outside(found)
            assert width < apart or not pictures.overlaps(found)
            assert not pictures.unreachable(found, document, sight)
            assert not pictures.uncounted(found, document, sight)
            assert all(text.size >= pictures.LEAST for text in found.texts)
            assert outline(found.svg).startswith(document.title)


def tells_nothing(state):
    """Hold against each picture that no kind stands in it that its seat does not see."""
    document = state.game.document()
    names = Names(document)
    for seat in (0, len(document.players) - 1, None):
        sight = state.sight(seat)
        svg = picture(document, sight, width=800)
        asked = {spot.kind for o in sight.offers for arg in o.arguments for spot in arg.spots}
        told = " ".join(c.sentence for c in sight.since.chosen)
        for kind in pictures.hidden_kinds(document, sight):
            if kind.number not in asked and kind.label not in told:
                assert f'/{kind.label}"' not in svg
                assert f">{names.kind(kind.number)}<" not in svg


@pytest.mark.parametrize("name", CASES)
def test_odd_texts_are_drawn_as_any(tmp_path, name):
    state = game_of(tmp_path, CASES[name]).start(seed=1)
    for pick in (3, 4, 9):
        holds(state, (360, 1280))
        if state.is_terminal:
            break
        state = state.apply(state.legal_ids[pick % len(state.legal_ids)])


@pytest.mark.soak
@given(tables(), st.lists(st.integers(0, 9999), max_size=12))
@settings(max_examples=400)
def test_whatever_is_declared_is_drawn(tmp_path_factory, text, picks):
    follow(tmp_path_factory, text, picks)


@given(tables(), st.lists(st.integers(0, 9999), max_size=6))
@settings(max_examples=10)
def test_a_sample_of_what_may_be_declared_is_drawn(tmp_path_factory, text, picks):
    follow(tmp_path_factory, text, picks)


def follow(tmp_path_factory, text, picks):
    """Hold the moment that some choices lead to, and what nobody is to see."""
    path = tmp_path_factory.mktemp("odd", numbered=True) / "odd.rules"
    path.write_text(text, encoding="utf-8")
    state = load(path, engine="reference").start(seed=1)
    for pick in picks:
        if not state.is_terminal:
            options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
            state = state.apply(options[pick % len(options)])
    holds(state, (390, 1280), apart=1280)
    tells_nothing(state)
