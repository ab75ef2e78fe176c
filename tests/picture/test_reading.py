"""What people read in a picture: numbers that actions ask for, names, what letters mean."""

import re
import shutil
from functools import cache
from itertools import combinations
from math import hypot
from random import Random

import pytest

from interpreter import load, shipped
from interpreter.look import look_of
from interpreter.look_model import BoardLook, Look
from interpreter.picture import picture
from interpreter.picture.boarding import course
from interpreter.picture.boards import boards, turned
from interpreter.picture.ink.palette import Palette
from interpreter.picture.making import plan_of
from tests.support import pictures
from tests.support.games import ROOT
from tests.support.sampling import gated
from tests.support.tables import document, grid, member, zone

WIDTHS = (390, 1280)


@cache
def states(name):
    """Return all states of a random play, at which somebody chooses or it is over."""
    random = Random(3)
    state = load(name).start(seed=3)
    path = [state]
    while not state.is_terminal and len(path) < 400:
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))
        path.append(state)
    return [at for at in path if at.is_terminal or at.legal_ids]


def drawn(state, width=1280, look=None):
    described = state.game.document()
    seat = max(0, state.current_player)
    wanted = look_of(described) if look is None else look
    return pictures.read(picture(described, state.sight(seat), wanted, width))


def words(found):
    return [text.words for text in found.texts]


@pytest.mark.parametrize("name", gated(shipped()))
def test_no_word_is_cut_in_any_shipped_game(name):
    told = 0
    for state in (states(name)[0], states(name)[len(states(name)) // 2], states(name)[-1]):
        for width in WIDTHS:
            found = words(drawn(state, width))
            told += len(found)
            assert [line for line in found if line.endswith("…")] == []
    assert told > 20


def test_a_column_that_is_asked_for_by_its_number_is_a_button_below_it():
    start = load("connect_four").start()
    found = drawn(start)
    numbers = [ref for ref in found.refs if ref.startswith("drop.0=")]
    assert numbers == [f"drop.0={n}" for n in range(1, 8)]
    assert [found.acts[ref] for ref in numbers] == [{n} for n in range(7)]
    assert not {"a", "d", "g"} & set(words(found)), "names that nothing asks for are not written"
    state = start.apply(3)
    waiting = pictures.read(
        picture(state.game.document(), state.sight(0), look_of(state.game.document()))
    )
    assert not [ref for ref in waiting.refs if ref.startswith("drop.0=")]
    assert {"1", "4", "7"} <= set(words(waiting)), "the numbers stay while others choose"


def test_an_arm_says_which_numbers_count_columns():
    (arm,) = load("connect_four").document().arms
    assert [(axis.family, axis.along) for axis in arm.parameters[0].axes] == [("Cell", "column")]
    assert all(
        not parameter.axes
        for name in ("backgammon", "pergamon", "liars_dice")
        for arm in load(name).document().arms
        for parameter in arm.parameters
    )


def test_a_grid_may_be_dots_lines_and_boxes_in_turn():
    doc = document([grid("Spot", 5, 5)], [zone("on", member(grid("Spot", 5, 5)))])
    (board,) = boards(doc, Look(boards={"Spot": BoardLook(lattice="lines")}))
    sorts = {place.name: place.outline for place in board.places}
    assert (sorts["a1"], sorts["b1"], sorts["a2"], sorts["b2"]) == ("dot", "bar", "bar", "square")
    assert [list(sorts.values()).count(sort) for sort in ("dot", "bar", "square")] == [9, 12, 4]
    at = {place.name: place for place in board.places}
    assert at["b1"].x - at["a1"].x == pytest.approx((at["a1"].width + at["b1"].width) / 2)
    assert at["a1"].y > at["a2"].y, "a1 is the lower left dot"
    (plain,) = boards(doc, Look())
    assert {place.outline for place in plain.places} == {"square"}


def test_walls_may_stand_between_the_boxes_of_a_grid():
    doc = load("quoridor").document()
    (board,) = boards(doc, look_of(doc))
    sorts = {place.name: place.outline for place in board.places}
    assert (sorts["a1"], sorts["b1"], sorts["a2"], sorts["b2"]) == ("square", "bar", "bar", "dot")


def test_what_is_joined_to_a_board_and_holds_nothing_stands_beside_it():
    doc = load("saltmarsh").document()
    (board,) = (b for b in boards(doc, look_of(doc)) if b.family == "Corner")
    assert [one.text for one in board.moorings] == ["reed", "clay", "salt", "eel", "peat"]
    assert board.moorings[0].name == "Aldwick (wants reed)"
    assert all(len(one.places) == 2 for one in board.moorings)
    for one in board.moorings:
        assert all(hypot(one.x - p.x, one.y - p.y) > 0.7 for p in board.places if not p.behind)
    found = drawn(states("saltmarsh")[0])
    assert any("joined to" in label and "Aldwick (wants reed)" in label for label in found.labels)


def test_no_two_names_beside_a_star_of_hexagons_meet():
    doc = load("chinese_checkers").document()
    (board, *_) = boards(doc, look_of(doc))
    for one, other in combinations(board.heads, 2):
        assert hypot(one.x - other.x, one.y - other.y) > 0.5, (one.text, other.text)


def test_lines_are_drawn_from_dot_to_dot():
    found = drawn(states("dots_and_boxes")[1])
    assert "drawn" not in words(found)
    assert any(label.endswith(": drawn") for label in found.labels)


def test_numbers_of_a_row_are_called_as_the_look_says_for_each_player():
    doc = load("backgammon").document()
    (board, *_) = boards(doc, look_of(doc))
    names = {place.cells[0].index: place.name for place in board.places}
    assert names[0, 25] == "bar, Black off"
    assert names[0, 0] == "off, Black bar"
    assert names[0, 24] == "24"
    black = {place.cells[0].index: place.name for place in turned(board, 1).places}
    assert black[0, 25] == "off, White bar"
    assert black[0, 24] == "1"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_bar_is_named_at_every_width(width):
    found = words(drawn(states("backgammon")[0], width))
    assert any(line.startswith("bar") for line in found)
    assert any(line.startswith("off") for line in found)


def test_small_cards_of_one_component_show_the_same_numbers_and_a_line_says_which():
    doc = load("pergamemnon").document()
    kinds = plan_of(doc, look_of(doc), 1280, 0).kinds
    shown = {tuple(name for name, _ in numbers) for numbers in kinds.numbers}
    assert shown == {("attack", "breastplate"), ("charisma",)}
    told = [
        line
        for state in states("pergamemnon")[::5]
        for line in words(drawn(state, 390))
        if line.startswith("numbers on small cards")
    ]
    assert told
    assert all("attack · breastplate" in line for line in told)


def test_a_name_without_room_is_its_beginning_and_the_key_has_the_whole(tmp_path):
    shutil.copytree(ROOT / "games" / "agamemnon", tmp_path / "agamemnon")
    named = tmp_path / "long_names.rules"
    written = (ROOT / "games" / "agamemnon.rules").read_text(encoding="utf-8")
    named.write_text(written.replace("W3", "warrior3"), encoding="utf-8")
    shutil.copy(ROOT / "games" / "agamemnon.look.toml", tmp_path / "long_names.look.toml")
    found = words(drawn(states(str(named))[-1], 390))
    assert any(line.startswith("Warr") for line in found)
    assert any("warrior3" in line for line in found)


def test_attributes_of_pieces_on_boards_are_said():
    labels = drawn(states("agamemnon")[-1]).labels
    assert any("W3 (" in label and "spears 3" in label for label in labels)


def test_scores_that_were_compared_are_shown_to_all_at_the_end():
    last = states("pergamon")[-1]
    assert last.is_terminal
    for seat in (0, 1, None):
        tickets = {v.index: v for v in last.sight(seat).values if v.variable == "tickets"}
        assert [value.sees for value in tickets.values()] == [True, True]
        reasons = last.sight(seat).outcome.reasons
        assert tuple(value.value for value in tickets.values()) == reasons[0].values
    before = states("pergamon")[-2]
    assert [v.sees for v in before.sight(0).values if v.variable == "tickets"] == [True, False]


def test_words_of_two_kinds_have_colours_of_their_own():
    doc = load("battleships").document()
    colours = Palette(doc, Look()).words
    assert len(set(colours.values())) == len(doc.words) == 5


def test_what_a_look_hides_is_on_no_board():
    doc = load("kalah").document()
    (plain, *_) = boards(doc, Look())
    (board, *_) = boards(doc, look_of(doc))
    assert (plain.markers, board.markers) == (("last",), ())


def test_markers_are_said_by_the_name_that_the_look_gives_them():
    labels = [label for at in states("egemonia")[::3] for label in drawn(at).labels]
    assert any("here placed on 1 of " in label for label in labels)
    assert not any("here event" in label for label in labels)


def test_edges_end_at_the_rims_of_their_places():
    """Where a page draws places faintly, no line shows through them."""
    doc = load("egemonia").document()
    (found,) = (b for b in plan_of(doc, look_of(doc), 1280, 0).placed if b.board.edges)
    for line in found.board.edges:
        ends = [found.at(found.board.places[at].x, found.board.places[at].y) for at in line.ends]
        numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", course(found, line))]
        for (x, y), (there_x, there_y) in zip(ends, (numbers[:2], numbers[-2:]), strict=True):
            reach = found.board.places[line.ends[0]].width * found.unit / 2
            assert reach - 7 <= hypot(x - there_x, y - there_y) <= reach


@pytest.mark.parametrize("name", ["dark_hex", "phantom_tic_tac_toe"])
def test_who_sees_nothing_on_a_board_has_none(name):
    game = load(name)
    document, look = game.document(), look_of(game.document())
    for seat in range(2):
        (placed,) = plan_of(document, look, 1280, seat).placed
        assert placed.board.owner == seat
    assert len(plan_of(document, look, 1280, None).placed) == 2


def test_a_number_that_a_small_card_lacks_has_a_dash_and_a_lone_one_is_below_the_sort():
    market, goofspiel = load("market_road").document(), load("goofspiel").document()
    kinds = plan_of(market, look_of(market), 1280, 0).kinds
    told = {kind.name: dict(kinds.numbers[kind.number]) for kind in market.kinds}
    assert told["penny"] == {"cost": "–", "coins": "1"}
    assert told["manor"] == {"cost": "5", "coins": "–"}
    bids = plan_of(goofspiel, look_of(goofspiel), 1280, 0).kinds
    seven = next(kind for kind in goofspiel.kinds if kind.label == "Bid(P1, 7)")
    assert bids.written[seven.number].title == ("Bid",)
    assert bids.whole_title(seven.number) == "P1 Bid 7"


def test_words_of_a_square_stand_below_its_pieces():
    state = next(at for at in states("rising_tide") if not at.is_terminal)
    texts = drawn(state).texts
    keeper = next(t for t in texts if t.words == "K")
    below = [t for t in texts if t.words == "dry" and t.top > keeper.bottom]
    assert any(abs((t.left + t.right) - (keeper.left + keeper.right)) < 2 for t in below)


def test_what_players_read_in_a_box_is_not_covered():
    for state in states("millbrook")[::9]:
        texts = [t.words for t in drawn(state).texts]
        assert "Build a house." in texts
        assert sum(words.startswith("Three") for words in texts) == 2
