"""A room is entered by its doors: no other module of it is imported from outside.

The table says for each room what others may import; "." is the room itself, its `__init__`. Who
needs something else has it handed on by a door, or says here that there is one more. What only
types ask for counts.
"""

from importlib import import_module

import pytest

from tests.support.circles import doors, imports, rooms

DOORS = {
    "interpreter.adapters": "",
    "interpreter.bots": ".",
    "interpreter.cli": "",
    "interpreter.cluster": ". run",
    "interpreter.debugging": "adapter console looking opening wire",
    "interpreter.document": ". build model sight sighting",
    "interpreter.editor": "serving",
    "interpreter.engines": "held holding native",
    "interpreter.exports": ". playing_cards tabletop_playground tabletop_simulator",
    "interpreter.facts": "bounds comparing coverage_points longest payoffs results together",
    "interpreter.findings": "both look_files",
    "interpreter.hosting": ". drafts entries locks playthrough session_file",
    "interpreter.hunting": ". hunt",
    "interpreter.keeping": "entries front_end plain tables trees",
    "interpreter.knowledge": "explain redeal taking_back views",
    "interpreter.look": ".",
    "interpreter.measuring": (
        "counters perft recording restricted rollouts simulate watching whole"
    ),
    "interpreter.native": ". emit.text lower.game lower.instances memory.records memory.shares",
    "interpreter.native.emit": "llvm text",
    "interpreter.native.engine": "",
    "interpreter.native.evaluate": (
        "asking bitsets buffers collected drafts lane listed_sets lowering places queries "
        "recalling relations scalars sets unit"
    ),
    "interpreter.native.ir": (
        "bits builder clean nodes passes.boards passes.bound passes.clone passes.confine "
        "passes.count passes.dce passes.forward passes.inline passes.promote passes.reduce "
        "passes.specialize passes.tabulate passes.thread runtime_calls statuses"
    ),
    "interpreter.native.lower": "game instances",
    "interpreter.native.memory": (
        "cells codec coverage frames lowered observation pictures records shares slots tables"
    ),
    "interpreter.native.plan": "effects effort static suspension",
    "interpreter.native.runtime": (
        "batch chains counting noting observer_log recording runtime search"
    ),
    "interpreter.observation": ". choices ended matching places unseen",
    "interpreter.picture": ". boards draw ink.colours ink.seeing ink.style ink.svg outline",
    "interpreter.play": ". menu",
    "interpreter.reference": (
        "choice effects events flow held machine points stepping trying values wording"
    ),
    "interpreter.report": ". model rows text",
    "interpreter.rulebook": ". book html text",
    "interpreter.sheets": ". art boards drawing",
    "interpreter.solving": ".",
    "interpreter.table": ".",
    "interpreter.testing": "beginning conformance coverage scenarios shrinking writing",
    "interpreter.tournament": ". ratings schedule standings",
    "rulelang.codes": ".",
    "rulelang.core": (
        ". canonical changes constants declared expressions flat folds intervals operators "
        "references trials walk"
    ),
    "rulelang.elaborate": (
        "asking context instance numbering places queries.builtins requests scenes"
    ),
    "rulelang.findings": "",
    "rulelang.formatting": "expressions flow layout",
    "rulelang.keeping": "disk",
    "rulelang.messages": (
        "endings engines files flow foreign layout loops names obligations secrecy shapes "
        "syntax tables types"
    ),
    "rulelang.mutations": "changes",
    "rulelang.parsing": "before expressions kept library lines spacing tree",
    "rulelang.prove": "completion digests footprints kept lying memory prover trees whole world",
    "rulelang.secrecy": "common leaks",
    "rulelang.surface": ". bodies reserved shifting",
    "rulelang.wording": ". manual",
    "rulelang.workbench": ".",
}

HOUSES = ("rulelang", "interpreter", "interpreter.native")
FRONTS = {"rulelang.parse": "rulelang.parsing"}
"""Modules that lie beside a room and belong to it."""

STAIRS = {"rulelang.pipeline": "rulelang"}
"""Modules that go through all rooms of a house, as the order of passes does."""

FEW = 6
"""Doors of most rooms."""

WIDE = {
    "interpreter.facts": "asked by games, documents and native code; a file for each question",
    "interpreter.measuring": "a file for each thing that is counted",
    "interpreter.native.evaluate": "`lower` above it writes with all of its parts",
    "interpreter.native.ir": "a file for each pass, which `lower/middle` puts in order",
    "interpreter.native.memory": "the words of all that is compiled, a file for each sort",
    "interpreter.native.runtime": "a file for each text that is compiled, asked for by `engine`",
    "interpreter.picture": "its two rooms, and what is called like something else",
    "interpreter.reference": "the meaning, piece by piece: observers play on with its pieces",
    "rulelang.core": "what everything is said of; a file for each question",
    "rulelang.elaborate": "`asking`, beside it, puts its pieces together for questions",
    "rulelang.messages": "a file for each matter",
    "rulelang.parsing": "editors read pieces of texts as it does; what it read is kept",
    "rulelang.prove": "secrecy walks and digests as it does",
}
"""Rooms with more doors, and why."""


@pytest.fixture(scope="module")
def graph():
    return imports(types=True)


def asked_of(graph, room):
    """Return the doors of a room that are used, each with who does."""
    found = doors(graph, room).items()
    house = room.rpartition(".")[0]  # hands on what others use of its rooms
    inside = {who for who, of in (*FRONTS.items(), *STAIRS.items()) if of in {house, room}}
    whom = {door: [who for who in named if who not in {house, *inside}] for door, named in found}
    return {door: named for door, named in whom.items() if named}


def by_windows(graph, table):
    """Return who imports what is no door of its room."""
    asked = {room: asked_of(graph, room) for room in table}
    return [
        f"{who} imports {room}.{door}"
        for room, used in asked.items()
        for door, whom in used.items()
        if door not in table[room].split()
        for who in whom
    ]


def test_rooms_are_entered_by_their_doors(graph):
    assert by_windows(graph, DOORS) == []


def test_every_room_says_its_doors_and_each_is_used(graph):
    assert sorted(DOORS) == rooms(*HOUSES)
    unused = {room: {*DOORS[room].split()} - asked_of(graph, room).keys() for room in DOORS}
    assert {room: left for room, left in unused.items() if left} == {}


def test_most_rooms_have_few_doors():
    assert {room for room, named in DOORS.items() if len(named.split()) > FEW} == set(WIDE)


def test_who_goes_in_by_a_window_is_found():
    graph = {"house.hall": ["house.bath"], "street": ["house.bath", "house.hall"]}
    assert by_windows(graph, {"house": "hall"}) == ["street imports house.bath"]


def test_a_room_hands_on_all_that_it_says():
    found = map(import_module, (*HOUSES, *rooms(*HOUSES)))
    faces = [room for room in found if hasattr(room, "__all__")]
    assert len(faces) > 12
    said = [(room, name) for room in faces for name in room.__all__]
    assert [(room.__name__, name) for room, name in said if not hasattr(room, name)] == []
