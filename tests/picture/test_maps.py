"""Names on maps: each is written or numbered, and none lies over anything that matters."""

from functools import partial
from math import hypot
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import load, load_all, shipped
from interpreter.look import look_of
from interpreter.look_model import BoardLook, Look
from interpreter.picture.boarding import NAME, placed
from interpreter.picture.boards import boards, labels
from interpreter.picture.ink.measure import width_of
from interpreter.picture.names import Names
from interpreter.picture.plan import plan
from tests.support import pictures
from tests.support.sampling import gated
from tests.support.tables import document, edges, family, member, zone

PHONE, DESK = 390, 1280
LONGEST_PLAN = 3.0  # seconds of the processor, nothing kept
ROOMS = {PHONE: (362.0, 640.0), DESK: (700.0, 640.0)}


def drawn(found):
    """Return a board alone as a picture that can be read."""
    size = f'width="{found.width}" height="{found.height}"'
    body = found.under + found.over
    return pictures.read(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>')


def boxes(found):
    """Return each name that is written on a board: its label and its box in pixels."""
    for label in labels(found.board, found.unit, NAME, partial(width_of, size=NAME)):
        if label is not None:
            wide = max(width_of(line, label.size) for line in label.lines)
            left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
            top = label.y - label.size / 2
            high = label.size * 1.15 * len(label.lines)
            yield label, (left, top, left + wide, top + high)


def named(board):
    """Return the places whose names are written beside them."""
    return [
        at
        for at, place in enumerate(board.places)
        if place.outline == "circle" and place.name_style == "plain" and not place.behind
    ]


def free(found):
    """Hold that names lie over no place, over no other name, and on the board."""
    board, unit = found.board, found.unit
    written = list(boxes(found))
    for n, (label, box) in enumerate(written):
        assert 0 <= box[0] <= box[2] <= board.width * unit
        assert 0 <= box[1] <= box[3] <= board.height * unit + 1
        for place in board.places:
            x, y = place.x * unit, place.y * unit
            apart = hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))
            assert apart >= place.width / 2 * unit - 1, (label.lines, place.name)
        for other, its in written[:n]:
            wide = min(box[2], its[2]) - max(box[0], its[0])
            high = min(box[3], its[3]) - max(box[1], its[1])
            assert min(wide, high) <= 0, (label.lines, other.lines)
    return written


def whole(found, written):
    """Hold that each place has its name beside it, or a number that the key explains."""
    assert [label.place for label, _ in written] == named(found.board)
    told = " ".join(text.words for text in drawn(found).texts)
    for label, _ in written:
        if label.key is not None:
            assert f"{label.key} {found.board.places[label.place].name}" in told


@pytest.mark.parametrize("name", gated(shipped()))
def test_every_place_of_a_shipped_game_has_its_name(name):
    game = load(name, engine="reference")
    games = load_all(name).games if any(f.joins for f in game.document().families) else [game]
    seen = []
    for doc in (game.document() for game in games):
        look, spaces = look_of(doc), [f.labels for f in doc.families if not f.joins]
        if spaces in seen:
            continue
        seen.append(spaces)
        for width in (PHONE, DESK):
            began = process_time()
            boarded = plan(doc, look, width, 0).placed
            assert process_time() - began < LONGEST_PLAN
            for found in boarded:
                written = free(found)
                whole(found, written)
                assert not any(label.key for label, _ in written)


@st.composite
def maps(draw):
    """Draw a map: places on a grid, moved a little, with names of any length, some edges."""
    across, down = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    count = across * down
    jitter = st.integers(-40, 40)
    points = [
        (
            int(n % across * 1000 / across) + draw(jitter) + 50,
            int(n // across * 1000 / down) + draw(jitter) + 50,
        )
        for n in range(count)
    ]
    lengths = draw(st.lists(st.integers(0, 16), min_size=count, max_size=count))
    names = [
        f"T{n}_{'abcdefgh ijklmnop'[:long]}".replace(" ", "_") for n, long in enumerate(lengths)
    ]
    joined = [(n, n + 1) for n in range(count - 1) if (n + 1) % across]
    joined += [(n, n + across) for n in range(count - across)]
    kept = draw(st.lists(st.sampled_from(joined), unique=True)) if joined else []
    space = family("Town", names)
    doc = document([space, edges("Road", space, kept)], [zone("on", member(space))])
    where = dict(zip(names, points, strict=True))
    return doc, Look(boards={"Town": BoardLook(places=where)})


def hold(doc, look):
    (board,) = boards(doc, look)
    for width, room in ROOMS.items():
        found = placed(board, Names(doc), None, room, {})
        written = free(found)
        if width == DESK and len(board.places) <= 24:
            whole(found, written)
        assert not pictures.overlaps(drawn(found))


@given(maps())
@settings(max_examples=12)
def test_names_of_a_sample_of_maps_lie_apart(one):
    hold(*one)


@pytest.mark.soak
@given(maps())
@settings(max_examples=300)
def test_names_of_any_map_lie_apart(one):
    hold(*one)
