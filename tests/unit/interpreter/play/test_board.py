from interpreter import load
from interpreter.document.model import Family, Origin
from interpreter.game import Game
from interpreter.play.board import draw, heading, outcome
from interpreter.play.grid import draw_grid, grid_of
from interpreter.play.short import legend, short_forms
from interpreter.position import Position
from interpreter.state import State
from tests.unit.interpreter.support import small_poker, three_in_a_row


def after(game, *numbers):
    state = game.start()
    for number in numbers:
        state = state.child(number)
    return state


def test_spaces_in_rows_and_columns_are_a_board():
    drawn = draw(after(load("tic_tac_toe"), 4, 0), 0)
    assert drawn.splitlines()[2:6] == [
        "  3  .  .  .",
        "  2  .  X  .",
        "  1  O  .  .",
        "     a  b  c",
    ]


def test_rows_of_hexagons_stand_half_a_place_to_the_right_of_the_one_below():
    game = load("hex")
    state = game.start()
    for cell in ("a1", "b2"):
        state = state.apply(state.find("place", [cell]))
    drawn = draw(state).splitlines()
    assert drawn[11:14] == [
        "     2  .   W   .   .   .   .   .   .   .   .   .",
        "   1  B   .   .   .   .   .   .   .   .   .   .",
        "      a   b   c   d   e   f   g   h   i   j   k",
    ]


def test_the_heading_says_whose_view_it_is_and_who_is_to_act():
    state = Game(three_in_a_row()).start()
    assert draw(state, 1).startswith("Three in a row, seen by O: turn of X, X to decide\n")
    assert draw(state).startswith("Three in a row: turn of X")


def test_what_a_seat_does_not_see_is_a_count():
    state = after(Game(small_poker()), 2, 0)
    assert "hand(P1): king" in draw(state, 0)
    assert "hand(P2): 1 hidden" in draw(state, 0)
    assert "jack" not in draw(state, 0)
    assert "hand(P2): jack" in draw(state, None)


def test_variables_of_few_places_stand_in_one_line():
    assert "stake: P1 1, P2 1" in draw(after(Game(small_poker()), 2, 0), 0)


def test_the_outcome_names_the_winner():
    game = Game(three_in_a_row())
    assert outcome(after(game, 0, 3, 1, 4, 2)) == "won by X"
    assert outcome(after(game, 0, 4, 8, 1, 7, 6, 2, 5, 3)) == "a draw"


def test_a_position_without_control_can_be_drawn():
    game = Game(three_in_a_row())
    state = State(game, Position(game.layout.start, ()))
    assert draw(state).startswith("Three in a row: nothing is under way\n")


def space(labels, shape="table", **more):
    return Family(
        "Space",
        "space",
        shape,
        more.get("sizes", ()),
        tuple(labels),
        more.get("coordinates", ()),
        ((),) * len(labels),
        None,
        (),
        (),
        Origin(1),
    )


def test_places_with_other_names_are_no_grid():
    assert grid_of(space(["Athens", "Sparta"]), [(0, 1)]) is None
    assert grid_of(space([f"s{n}" for n in range(9)]), [(0, 1)]) is None
    assert grid_of(space([f"{c}{r}" for c in "abc" for r in "123"])) is None
    crooked = space([f"{c}{r}" for c in "abc" for r in "123"])
    assert grid_of(crooked, [(0, 4)]) is None


def test_points_that_straight_lines_join_are_drawn_with_them():
    points = space(["a1", "b1", "c1", "a2", "a3", "b3", "c3", "c2"])
    lines = [(0, 1), (1, 2), (0, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 2)]
    assert draw_grid(grid_of(points, lines), ["X", *[""] * 6, "O"]) == [
        "3  .--.--.",
        "   |     |",
        "2  .     O",
        "   |     |",
        "1  X--.--.",
        "   a  b  c",
    ]


def test_a_grid_may_have_many_rows():
    cells = [(column, row) for row in range(12) for column in range(2)]
    labels = [f"{'ab'[column]}{row + 1}" for column, row in cells]
    grid = grid_of(space(labels, "grid", sizes=(2, 12), coordinates=tuple(cells)))
    assert grid.rows[-1] == "12"
    assert grid.places[11] == (22, 23)


def test_short_forms_never_clash():
    forms = short_forms(["scholar", "school", "sch"])
    assert len(set(forms.values())) == 3
    assert short_forms(["White"]) == {"White": "W"}
    assert legend(short_forms(["White", "Black"])) == "W White, B Black"


def test_numbers_are_not_cut_in_short_forms():
    forms = short_forms(["scarlet 1", "scarlet 10", "scarlet 11"])
    assert [*forms.values()] == ["1", "10", "11"]
    forms = short_forms(["scarlet 1", "scarlet 10", "Wager(scarlet)"])
    assert [*forms.values()] == ["s1", "s10", "Ws"]


def test_what_stands_as_it_is_needs_no_legend():
    assert legend({"red 5": "red 5", "Wager(red)": "Wager(red)"}) == ""


def test_empty_zones_are_told_in_one_line_that_reads_as_a_sentence():
    """No line looks like a zone of another name."""
    lines = draw(load("whist").start(seed=1)).splitlines()
    assert "  nothing in deck, turned, played, tricks" in lines
    assert not any("(empty)" in line for line in lines)


def test_what_belongs_together_stays_in_one_line():
    drawn = draw(load("whist").start(seed=1), width=40)
    assert len(drawn.splitlines()) > 20
    for line in drawn.splitlines():
        assert len(line) <= 40
        assert line.count("(") == line.count(")")
    assert "\xa0" not in drawn


def test_the_heading_tells_the_last_turns_before_a_bound(tmp_path):
    path = tmp_path / "bound.rules"
    path.write_text(
        """game "Bound"
players A, B
length at most 20 choices
var n: 0..9
play:
    each turn of p, at most 3:
        p chooses:
            wait: set n to 1
            rest: set n to 2
    end: draw
""",
        encoding="utf-8",
    )
    state = load(str(path), engine="reference").start()
    headings = [heading(state)]
    for _ in range(2):
        state = state.apply(state.legal_actions[0])
        headings.append(heading(state))
    assert headings == [
        "Bound: turn of A, A to decide",
        "Bound: turn of B, B to decide, one more turn at most",
        "Bound: turn of A, A to decide, the last turn",
    ]


COLUMNS = """game "The ridge"
players 2
space Trail:
    place: 1..2
    sum: 2..3
    | name | place | sum |
    | moss | 1     | 2   |
    | fern | 2     | 3   |
var camp(Player, Trail): 0..3
play:
    each turn of p, at most 9:
        p chooses:
            go(t in Trail where t.sum > 1 and t.place > 0): set camp(p, t) to 1
    end: draw
"""


def test_numbers_of_places_are_no_column_unless_they_begin_higher(tmp_path):
    file = tmp_path / "ridge.rules"
    file.write_text(COLUMNS, encoding="utf-8")
    drawn = draw(load(str(file)).start(), 0)
    assert "sum" in drawn
    assert "place" not in drawn
