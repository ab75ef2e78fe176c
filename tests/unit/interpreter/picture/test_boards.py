"""Where places lie: apart, inside the board, the same every time; and which rule places them."""

from math import dist, sqrt

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import load
from interpreter.document.model import Attribute
from interpreter.document.sight import Spot
from interpreter.look.art import read_art
from interpreter.look_model import BoardLook, Look
from interpreter.picture.boards import boards, fold, labels, turned, upright
from interpreter.picture.boards.values import facts_of
from interpreter.picture.names import Names
from rulelang.rule_types import Flag, Maybe, Member, Number, Word
from tests.support.tables import document, edges, family, grid, member, table, variable, zone

PLAYERS = Member("Player", 2)


def held(space, *more, **rest):
    """Return a document of a space with something on each place."""
    return document([space, *more], [zone("on", member(space))], **rest)


def only(doc, look=None):
    (board,) = boards(doc, look or Look())
    return board


def middles(board):
    return [(place.x, place.y) for place in board.places]


def inside(board):
    return all(
        place.width / 2 <= place.x + 1e-6
        and place.x + place.width / 2 <= board.width + 1e-6
        and place.height / 2 <= place.y + 1e-6
        and place.y + place.height / 2 <= board.height + 1e-6
        for place in board.places
    )


@st.composite
def spaces(draw):
    """Draw a space of any shape with up to 200 places, perhaps with edges."""
    shape = draw(st.sampled_from(["grid", "hex", "ring", "track", "table", "letters", "graph"]))
    if shape in {"grid", "hex"}:
        return (grid("Space", draw(st.integers(1, 14)), draw(st.integers(1, 14)), shape),)
    count = draw(st.integers(1, 200))
    if shape == "letters":
        names = [f"{chr(97 + i % 8)}{i // 8}" for i in range(count)]
        return (family("Space", names),)
    space = family("Space", [f"place_{i}" for i in range(count)], shape.replace("graph", "table"))
    if shape != "graph":
        return (space,)
    pick = st.integers(0, count - 1)
    pairs = draw(st.lists(st.tuples(pick, pick).filter(lambda p: p[0] != p[1]), max_size=60))
    return space, edges("Link", space, pairs)


@given(spaces())
def test_places_are_apart_inside_of_their_board_and_the_same_each_time(families):
    doc = held(*families)
    board = only(doc)
    assert boards(doc, Look()) == (board,)
    assert len(board.places) == len(families[0].labels)
    points = middles(board)
    assert all(dist(a, b) > 0.69 for n, a in enumerate(points) for b in points[:n])
    assert inside(board)
    assert [place.cells for place in board.places] == [
        (Spot("on", (i,)),) for i in range(len(points))
    ]


@given(spaces(), st.integers(1, 30))
def test_folded_and_turned_boards_keep_their_places_apart_and_inside(families, columns):
    board = fold(only(held(*families)), columns)
    for shown in (board, turned(board, 1), upright(board)):
        points = middles(shown)
        assert len({(round(x, 6), round(y, 6)) for x, y in points}) == len(points)
        assert inside(shown)


@pytest.mark.parametrize(
    ("space", "rule"),
    [
        (grid("S", 3, 3), "B2"),
        (grid("S", 3, 3, "hex"), "B3"),
        (family("S", [f"{c}{n}" for c in "abc" for n in (1, 2, 4)]), "B4"),
        (family("S", [f"s{n}" for n in range(32)]), "B11"),
        (family("S", ["Rome", "Paris"], "ring"), "B5"),
        (family("S", ["Rome", "Paris"], "track"), "B6"),
    ],
)
def test_the_first_rule_that_fits_places_a_space(space, rule):
    assert only(held(space)).rule == rule


def test_a_space_that_nothing_lies_on_is_no_board():
    assert boards(document([grid("Cell", 3, 3)]), Look()) == ()


def test_a_grid_has_a1_at_the_lower_left_and_names_outside():
    board = only(held(grid("Cell", 3, 2)))
    a1, b1, a2 = board.places[0], board.places[1], board.places[3]
    assert a1.x < b1.x
    assert a1.y == b1.y
    assert a2.y < a1.y
    assert [head.text for head in board.heads] == ["a", "b", "c", "2", "1"]
    assert {place.name_style for place in board.places} == {"none"}


def test_a_grid_whose_edges_hold_something_is_points_and_lines():
    cell = grid("Cell", 2, 2)
    lines = edges("Side", cell, [(0, 1), (0, 2), (1, 3), (2, 3)])
    doc = document([cell, lines], [zone("drawn", member(lines))])
    board = only(doc)
    assert [place.outline for place in board.places] == ["circle"] * 4
    assert [line.cells for line in board.edges] == [(Spot("drawn", (i,)),) for i in range(4)]


def test_a_ring_of_two_owners_is_two_rows_that_turn_for_the_seat():
    owner = Attribute("owner", PLAYERS, (0,) * 4 + (1,) * 4)
    store = Attribute("store", Flag(), (0, 0, 0, 1) * 2)
    ring = family("Pit", [f"p{i}" for i in range(8)], "ring", attributes=[owner, store])
    board = only(held(ring))
    below = [place for place in board.places if place.owner == 0 and place.outline == "circle"]
    assert [place.x for place in below] == sorted(place.x for place in below)
    assert board.places[3].outline == "slot"
    assert board.places[3].x > below[-1].x
    other = turned(board, 1)
    assert [p.spot for p in sorted(other.places, key=lambda p: (-p.y, p.x))[:3]] == [
        Spot("Pit", (4,)), Spot("Pit", (5,)), Spot("Pit", (6,)),
    ]  # fmt: skip


def test_a_column_that_only_counts_is_not_written_on_a_track():
    count = Attribute("position", Number(1, 3), (1, 2, 3))
    asks = Attribute("asks", Number(0, 9), (4, 0, 6))
    track = family("Step", ["one", "two", "three"], "track", attributes=[count, asks])
    assert [p.facts for p in only(held(track)).places] == [(("asks", "4"),), (), (("asks", "6"),)]


def test_a_track_runs_backward_where_the_look_says_so():
    track = family("Step", ["x", "y", "z"], "track")
    board = only(held(track), Look(boards={"Step": BoardLook(order="backward")}))
    assert [place.x for place in board.places] == sorted((p.x for p in board.places), reverse=True)


def test_kept_places_stand_where_the_look_says():
    space = family("Town", ["A_town", "B_town", "C_town"])
    road = edges("Road", space, [(0, 1), (1, 2)])
    where = {"A_town": (0, 0), "B_town": (1000, 0), "C_town": (1000, 500)}
    board = only(held(space, road), Look(boards={"Town": BoardLook(places=where)}))
    assert board.rule == "B1"
    a, b, c = middles(board)
    assert dist(b, c) == pytest.approx(1)
    assert dist(a, b) == pytest.approx(2)
    assert not board.notes


def test_a_graph_without_kept_places_is_a_ring_that_says_so():
    space = family("Town", ["A_town", "B_town", "C_town"])
    board = only(held(space, edges("Road", space, [(0, 1), (1, 2)])))
    assert board.rule == "B7"
    assert "rulelang look" in board.notes[0]


def test_flags_of_an_edge_are_lanes_and_words_are_kinds_of_line():
    space = family("Town", ["A_town", "B_town"])
    red = Attribute("red", Flag(), (1, 1, 0))
    way = Attribute("way", Maybe(Word((0, 1))), (0, 1, None))
    road = edges("Road", space, [(0, 1), (1, 0), (0, 1)], [red, way])
    board = only(held(space, road, words=("land", "sea")))
    assert [entry.words for entry in board.legend] == ["red", "land", "sea", ""]
    assert [line.lanes for line in board.edges] == [(0, 1), (0, 2), (3,)]
    assert len({line.points for line in board.edges}) == 3  # none hides another


def test_hidden_cells_of_each_player_are_a_board_for_each():
    cell = grid("Cell", 3, 3)
    fleet = variable("fleet", Flag(), PLAYERS, member(cell), seen="owner")
    shot = variable("shot", Flag(), PLAYERS, member(cell))
    one, two = boards(document([cell], variables=[fleet, shot]), Look())
    assert (one.key, two.key, one.owner, two.owner) == ("Cell/0", "Cell/1", 0, 1)
    assert two.places[4].cells == (Spot("fleet", (1, 4)), Spot("shot", (1, 4)))
    assert one.covers == {"fleet", "shot"}


def test_open_cells_of_all_players_share_a_board():
    cell = grid("Cell", 3, 3)
    board = only(document([cell], variables=[variable("level", Flag(), PLAYERS, member(cell))]))
    assert board.places[4].cells == (Spot("level", (0, 4)), Spot("level", (1, 4)))


def test_rows_of_two_players_face_each_other_and_fold_into_one_board():
    doc = document([], [zone("on", PLAYERS, Number(0, 25))])
    board = only(doc)
    assert board.rule == "B10"
    at = {place.spot: place for place in board.places}
    assert at[Spot("on", (0, 3))].x == at[Spot("on", (1, 22))].x
    assert at[Spot("on", (0, 3))].y > at[Spot("on", (1, 22))].y
    folded = only(doc, Look(boards={"on": BoardLook(fold=13, order="backward")}))
    assert folded.places[3].cells == (Spot("on", (0, 3)), Spot("on", (1, 22)))
    assert turned(folded, 1).places[3].name == "22"
    assert turned(folded, 1).places[3].y < turned(folded, 0).places[3].y


def test_rows_of_three_players_end_with_the_own_one():
    doc = document([], [zone("on", Member("Player", 3), Number(1, 9))], who=("A", "B", "C"))
    board = turned(only(doc), 1)
    lowest = {place.owner: place.y for place in board.places}
    assert sorted(lowest, key=lowest.__getitem__) == [2, 0, 1]


def test_a_table_with_counters_of_players_is_a_track_of_its_constants():
    steps = Number(0, 8)
    doc = document(
        [], variables=[variable("spot", steps, PLAYERS)],
        tables=[table("fame", steps, Number(0, 4), [i // 2 for i in range(9)])],
    )  # fmt: skip
    board = only(doc)
    assert board.rule == "B12"
    assert board.markers == ("spot",)
    assert [place.facts for place in board.places[:3]] == [
        (("fame", "0"),), (("fame", "0"),), (("fame", "1"),),
    ]  # fmt: skip


def test_places_that_others_name_as_theirs_are_polygons_behind_these():
    tile = family("Tile", ["left_tile", "right_tile"])
    corners = [(0, None), (0, None), (0, 1), (0, 1), (1, None), (1, None)]
    named = [
        Attribute(f"of{n}", Maybe(member(tile)), tuple(c[n] for c in corners)) for n in (0, 1)
    ]
    corner = family("Corner", [f"v{i}" for i in range(6)], attributes=named)
    where = [(0, 0), (0, 100), (100, 0), (100, 100), (200, 0), (200, 100)]
    look = Look(boards={"Corner": BoardLook(places={f"v{i}": p for i, p in enumerate(where)})})
    doc = document([tile, corner], [zone("on", member(corner)), zone("land", member(tile))])
    board = only(doc, look)
    left, right = board.places[6:]
    assert left.behind
    assert left.outline == "polygon"
    assert len(left.points) == 4
    assert left.spot == Spot("Tile", (0,))
    assert left.cells == (Spot("land", (0,)),)
    assert left.x < right.x
    assert board.covers == {"on", "land"}


def test_names_stand_on_the_free_side_of_a_place():
    space = family("Town", ["Alba_Longa", "Beta"])
    look = Look(boards={"Town": BoardLook(places={"Alba_Longa": (0, 0), "Beta": (0, 1000)})})
    board = only(held(space, edges("Road", space, [(0, 1)])), look)
    first, second = labels(board, 60.0, 11.0, lambda text: 6.0 * len(text))
    assert first.y < board.places[0].y * 60  # its road leaves downwards
    assert second.y > board.places[1].y * 60
    assert "".join(first.lines).replace(" ", "") == "AlbaLonga"


def test_upright_boards_are_narrow():
    space = family("Town", ["Alba", "Beta", "Gamma"])
    where = {"Alba": (0, 0), "Beta": (500, 0), "Gamma": (1000, 100)}
    board = only(held(space), Look(boards={"Town": BoardLook(places=where)}))
    shown = upright(board)
    assert shown.width < shown.height
    assert (shown.height, shown.width) == (
        board.width,
        board.height,
    )
    assert dist(*middles(shown)[:2]) == pytest.approx(dist(*middles(board)[:2]))


def test_hexagons_touch():
    board = only(held(grid("Cell", 4, 4, "hex")))
    a1, b1, a2 = (board.places[i] for i in (0, 1, 4))
    assert dist((a1.x, a1.y), (a2.x, a2.y)) == pytest.approx(1)
    assert b1.x - a1.x == pytest.approx(1)
    assert a1.height == pytest.approx(2 / sqrt(3))


def test_a_drawing_lies_below_its_board_and_places_stand_on_its_shapes():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
        '<rect id="Alba" x="10" y="10" width="10" height="20"/>'
        '<g transform="translate(60 20)"><circle id="Beta" r="8"/></g></svg>'
    )
    art = read_art(svg.encode(), "p-")
    space = family("Town", ["Alba", "Beta"])
    board = only(held(space), Look(boards={"Town": BoardLook(art=art)}))
    alba, beta = board.places
    assert (beta.x - alba.x) / board.width == pytest.approx(0.45)
    assert alba.y == beta.y
    assert alba.width < 0.36
    assert board.art is art
    assert board.art_box == pytest.approx((0, 0, board.width, board.height))


def test_sentences_name_things_as_people_do():
    whist = Names(load("whist", engine="reference").document())
    assert whist.told("West plays Card(spades, nine)") == "West plays spades nine"
    tiles = Names(load("agamemnon", engine="reference").document())
    assert tiles.told("Greeks places W3(Greeks) on s21") == "Greeks places W3 on s21"
    assert tiles.told("Trojans: W3(Greeks), sum(s1)") == "Trojans: Greeks W3, sum(s1)"
    rondel = Names(load("antike_duellum", engine="reference").document())
    assert rondel.told("Brown goes to DUELLUM_A") == "Brown goes to Duellum A"


SITES = """game "Sites"
players 2
kind Good: wood | clay
space Site:
    gives: Good or none
    | name   | gives |
    | Forest | wood  |
    | Pit    | clay  |
    | Market | none  |
var worker(Site): Player or none
play:
    each turn of p, at most 2:
        p chooses:
            place(s in Site where worker(s) is none): set worker(s) to p
    end: draw
"""


def test_places_say_the_first_of_some_words_too(tmp_path):
    path = tmp_path / "sites.rules"
    path.write_text(SITES, encoding="utf-8")
    document = load(str(path)).document()
    (sites,) = [family for family in document.families if family.name == "Site"]
    told = [facts_of(document, sites, place) for place in range(3)]
    assert told == [(("gives", "wood"),), (("gives", "clay"),), ()]


SUITED = """game "Suited"
players 2
kind Colour: red | green
token Number(colour: Colour, rank: 2..10) in deck: 1 each
token Wager(colour: Colour) in deck: 3 each
zone deck: Number or Wager bag, hidden
play:
    end: draw
"""


def test_what_another_thing_says_of_itself_too_is_told_with_what_it_is(tmp_path):
    path = tmp_path / "suited.rules"
    path.write_text(SUITED, encoding="utf-8")
    document = load(str(path)).document()
    told = {kind.label: Names(document).kind(kind.number) for kind in document.kinds}
    assert told["Number(red, 4)"] == "red 4"
    assert told["Wager(red)"] == "red Wager"


def test_corners_of_a_board_lie_around_its_cells():
    (board, *_) = boards(load("saltmarsh").document(), Look())
    corners = [place for place in board.places if not place.behind]
    fields = [place for place in board.places if place.behind]
    assert (board.rule, len(corners), len(fields), len(board.edges)) == ("B8", 54, 19, 72)
    assert all(place.outline == "polygon" and len(place.points) == 6 for place in fields)
    ends = [(line.points[0], line.points[-1]) for line in board.edges]
    assert all(dist(a, b) == pytest.approx(1) for a, b in ends)


@pytest.mark.parametrize("shape", ["track", "ring", "table"])
def test_places_of_any_row_are_folded_where_the_look_says_so(shape):
    space = family("Step", [f"s{n}" for n in range(12)], shape)
    board = only(held(space), Look(boards={"Step": BoardLook(fold=4)}))
    assert len({place.y for place in board.places}) == 3
    assert board.places[4].x == board.places[3].x  # it winds


def test_a_long_range_is_folded_where_the_look_says_so():
    steps = Number(1, 24)
    doc = document([], zones=[zone("row", steps)])
    board = only(doc, Look(boards={"row": BoardLook(fold=12)}))
    assert len({place.y for place in board.places}) == 2
    scored = document(
        [], variables=[variable("spot", steps, PLAYERS)],
        tables=[table("fame", steps, Number(0, 4), [i // 6 for i in range(24)])],
    )  # fmt: skip
    board = only(scored, Look(boards={"fame": BoardLook(fold=6)}))
    assert len({place.y for place in board.places}) == 4
    unmarked = document([], tables=[table("fame", steps, Number(0, 4), [0] * 24)])
    assert boards(unmarked, Look()) == ()


def test_names_like_those_of_a_grid_make_one_only_where_they_fit():
    labels = [f"{letter}{number}" for letter in "abc" for number in (1, 2, 3)]
    assert only(held(family("Cell", labels))).rule == "B4"
    assert only(held(family("Cell", [*labels, "a01"]))).rule != "B4"
    space = family("Cell", labels)
    assert only(held(space, edges("Way", space, [(0, 4)]))).rule != "B4"  # aslant
    assert only(held(space, edges("Way", space, [(0, 1), (1, 2)]))).rule == "B4"
    wide = [f"{letter}{n}" for letter in ("x", "y", "z", "aa", "ab") for n in (1, 2, 3)]
    board = only(held(family("Cell", wide)))
    assert (board.rule, len({place.x for place in board.places})) == ("B4", 5)


def test_a_ring_is_two_rows_only_for_two_arcs_of_two_players():
    names = [f"pit{n}" for n in range(6)]
    arcs = Attribute("owner", PLAYERS, (0, 0, 0, 1, 1, 1))
    turns = Attribute("owner", PLAYERS, (0, 1, 0, 1, 0, 1))
    of_one = Attribute("owner", Maybe(PLAYERS), (0, 0, 0, 1, 1, None))
    ends = Attribute("store", Flag(), (0, 0, 1, 0, 0, 1))
    others = Attribute("store", Flag(), (1, 0, 0, 1, 0, 0))

    def rule(*attributes):
        return only(held(family("Pit", names, "ring", attributes=list(attributes)))).turns

    size = Attribute("size", Number(0, 9), (1, 2, 3, 4, 5, 6))
    assert {rule(arcs), rule(size, arcs, ends), rule(arcs, others)} == {"half"}
    assert "half" not in {rule(turns), rule(of_one), rule(size)}


def test_what_is_joined_to_itself_is_moored_nowhere():
    town, port = family("Town", ["A", "B", "C"]), family("Port", ["X", "Y"])
    road = edges("Road", town, [(0, 1), (1, 2)])
    assert [board.family for board in boards(held(town, road, port), Look())] == ["Town"]


def test_places_that_hold_nothing_are_moored_where_they_are_joined():
    town, port = family("Town", ["A", "B", "C"]), family("Port", ["X", "Y"])
    pier = attrs.evolve(edges("Pier", town, [(0, 0)]), joins=None, between=("Town", "Port"))
    board = only(held(town, port, pier))
    assert [(one.text, one.places) for one in board.moorings] == [("X", (0,))]
    both = document([town, port, pier], [zone("on", member(town)), zone("at", member(port))])
    assert [board.moorings for board in boards(both, Look())] == [(), ()]


@pytest.mark.parametrize("shape", ["grid", "hex"])
def test_rows_have_their_numbers_beside_them_however_many_there_are(shape):
    board = only(held(grid("Cell", 1, 1000, shape)))
    heads = {head.number: head.text for head in board.heads if head.along == "row"}
    assert (len(heads), heads[999], heads[1000]) == (1000, "999", "1000")


def test_places_of_a_map_are_tinted_by_a_word_that_many_share():
    land = Attribute("land", Word((0, 1)), (1, 0, 1, 0))
    space = family("Town", ["Alba", "Bari", "Como", "Dola"], attributes=[land])
    board = only(held(space, edges("Road", space, [(0, 1), (1, 2)]), words=("moor", "wood")))
    assert [entry.words for entry in board.grounds] == ["moor", "wood"]
    assert [place.ground for place in board.places] == [1, 0, 1, 0]
