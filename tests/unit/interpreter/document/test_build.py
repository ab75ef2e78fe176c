"""The static document: what a text declares, and what is derived from its core tree."""

import pytest

from interpreter import Game, load
from interpreter.document.model import Anchor
from rulelang.rule_types import Member, Number, Word, count_of
from tests.support import games
from tests.support.sampling import gated
from tests.unit.interpreter.support import DRAW_GAME, box, three_in_a_row


def named(things, name):
    return next(thing for thing in things if thing.name == name)


def test_a_grid_has_its_places_in_columns_and_rows():
    cell = named(load("tic_tac_toe").document().families, "Cell")
    assert (cell.sort, cell.shape, cell.sizes) == ("space", "grid", (3, 3))
    assert cell.labels[:4] == ("a1", "b1", "c1", "a2")
    assert cell.coordinates[5] == (2, 1)
    assert cell.neighbours[0] == (1, 3, 4)


def test_a_hex_board_has_six_neighbours_at_most():
    cell = named(games.shipped("hex").document().families, "Cell")
    assert (cell.shape, cell.sizes) == ("hex", (11, 11))
    assert max(map(len, cell.neighbours)) == 6


def test_edges_say_what_they_join_and_where_they_end():
    document = games.shipped("agamemnon").document()
    space, area = named(document.families, "Space"), named(document.families, "Area")
    assert (space.shape, space.coordinates) == ("table", ())
    assert (area.sort, area.joins) == ("edge", "Space")
    assert all(b in space.neighbours[a] and a in space.neighbours[b] for a, b in area.ends)
    label = area.labels[0].split("_")
    assert [space.labels[end] for end in area.ends[0]] == label
    assert [attribute.name for attribute in area.attributes] == ["prints"]
    assert len(area.attributes[0].values) == len(area.labels)


def test_kinds_have_their_attributes_owner_copies_and_home():
    document = games.shipped("agamemnon").document()
    tile = named(document.components, "Tile")
    assert [a.name for a in tile.attributes][:3] == ["owner", "pile", "spears"]
    spears = next(a for a in tile.attributes if a.name == "spears")
    kind = next(k for k in document.kinds if k.label == "W1(Greeks)")
    assert (kind.name, kind.owner, kind.copies, kind.home) == ("W1", 1, 3, ("pool", (1,)))
    assert spears.values[tile.kinds.index(kind.number)] == 1
    assert spears.type == Number(0, 4)


def test_a_die_says_what_each_kind_shows():
    document = games.shipped("liars_dice").document()
    die = document.components[0]
    assert die.sort == "die"
    assert {document.kinds[k].face for k in die.kinds} == {1, 2, 3, 4, 5, 6}
    assert {document.kinds[k].owner for k in die.kinds} == set(range(len(document.players)))


def test_what_shows_on_backs_is_marked():
    document = games.shipped("pergamon").document()
    assert document.backs
    card = named(document.components, "Card")
    assert [a.name for a in card.attributes if a.on_back] == ["back"]


@pytest.mark.parametrize(
    ("game", "zone", "seen"),
    [
        ("whist", "hand", "owner"),
        ("whist", "deck", "nobody"),
        ("whist", "played", "all"),
        ("egemonia", "plan", "owner"),
    ],
)
def test_who_sees_a_zone_is_said_in_a_word(game, zone, seen):
    assert named(games.shipped(game).document().zones, zone).seen == seen


def test_all_but_the_owner_see_a_brow_and_partners_are_listed():
    zones = games.text("constructs").document().zones
    assert named(zones, "brow").seen == "others"
    assert named(zones, "hand").seen == "listed"


def test_an_argument_points_at_zones_it_comes_from_and_places_it_names():
    document = games.shipped("agamemnon").document()
    place = document.arms[0]
    tile, space = place.parameters
    assert (tile.name, tile.sources, tile.anchors) == ("t", ("shown",), ())
    assert (space.name, space.sources) == ("s", ())
    assert space.anchors == (Anchor("Space", (1,)), Anchor("tile", (1,)))
    assert named(document.zones, "shown").taken_from
    assert not named(document.zones, "tile").taken_from


def test_a_number_points_at_what_it_is_an_index_of():
    dig = named(games.shipped("pergamon").document().arms, "excavate")
    assert dig.parameters[0].anchors == (Anchor("gallery", (0,)),)
    go = games.shipped("backgammon").document().arms[0]
    assert go.parameters[1].anchors == (Anchor("on", (None, 1)),)


def test_a_pair_says_which_is_the_other():
    swap = named(games.shipped("agamemnon").document().arms, "exchange")
    assert [p.pair for p in swap.parameters] == [1, 0]


def test_roles_follow_from_what_reads_a_variable():
    def roles(name):
        return {v.name: v.role for v in games.shipped(name).document().variables}

    assert roles("pergamon")["tickets"] == "score"
    assert roles("egemonia")["event"] == "state"
    assert roles("antike_duellum")["razed"] == "inner"
    assert roles("carnival") == {"coins": "score", "stands": "state"}


def test_ends_are_in_the_words_of_the_text():
    document = games.shipped("pergamon").document()
    assert [(k.label, k.most, k.variable) for k in document.ends[0]] == [
        ("tickets(p)", True, "tickets"),
        ("eldest(p)", True, None),
    ]
    assert document.phases == ("Laying_out", "Funds", "Work", "Storing", "Evaluation")
    assert {arm.phase for arm in document.arms if arm.name == "apply"} == {"Funds"}


def test_remarks_and_citations_come_from_the_line_of_a_declaration():
    document = games.shipped("agamemnon").document()
    pool = named(document.zones, "pool")
    assert pool.origin.about == "face down and mixed"
    assert pool.origin.cites == "Setup; C8"
    lines = (games.ROOT / "games" / "agamemnon.rules").read_text(encoding="utf-8").splitlines()
    assert lines[pool.origin.line - 1].startswith("zone pool(")
    board = named(document.options, "board")
    assert (board.setting, board.settings) == ("front", ("front", "loom"))
    assert board.about == "which side of the board"


def test_words_and_tables_are_named_by_numbers():
    document = games.shipped("egemonia").document()
    way, result = named(document.word_kinds, "Way"), document.tables[0]
    assert [document.words[word] for word in way.words] == ["land", "sea"]
    assert (result.name, len(result.index)) == ("result", 2)
    assert len(result.values) == count_of(result.index[0]) ** 2
    assert isinstance(result.type, Word)
    assert None not in result.values


def test_teams_are_a_family():
    document = games.shipped("whist").document()
    assert [f.sort for f in document.families[:2]] == ["players", "teams"]
    assert document.teams == (0, 1, 0, 1)


def test_an_arm_says_what_it_reads_and_changes():
    place = games.shipped("agamemnon").document().arms[0]
    assert "tile" in place.reads
    assert {"shown", "tile"} <= set(place.writes)
    assert place.sentence == "{p} place {t} on {s}"


def test_a_tree_that_no_text_was_read_for_has_a_document_too():
    for spec in (three_in_a_row(), box(DRAW_GAME)):
        document = Game(spec).document()
        assert document.families[0].sort == "players"
        assert [kind.number for kind in document.kinds] == list(range(len(spec.kinds)))
        assert document.file == ""


def test_a_document_is_made_once_and_equal_for_equal_games():
    game = load("tic_tac_toe")
    assert game.document() is game.document()
    assert game.document() == load("tic_tac_toe").document()


@pytest.mark.parametrize("path", gated(games.RULES), ids=lambda path: path.stem)
def test_the_document_fits_together(path):
    instance = games.instances(path)[-1]
    document = instance.game.document()
    spec = instance.game.spec
    assert tuple(f.labels for f in document.families) == tuple(f.labels for f in spec.families)
    names = {*(f.name for f in document.families)}
    names |= {z.name for z in document.zones} | {v.name for v in document.variables}
    for family in document.families:
        for attribute in family.attributes:
            assert len(attribute.values) == len(family.labels)
        assert all(0 <= n < len(family.labels) for near in family.neighbours for n in near)
    ids = 0
    for arm in document.arms:
        assert arm.first_id == ids
        ids += arm.size
        for parameter in arm.parameters:
            assert names >= {*parameter.sources, *(a.name for a in parameter.anchors)}
            if isinstance(parameter.type, Member):
                assert parameter.anchors[0].name == parameter.type.family
    assert ids == spec.action_count
    assert sorted(k for c in document.components for k in c.kinds) == [
        kind.number for kind in document.kinds
    ]
