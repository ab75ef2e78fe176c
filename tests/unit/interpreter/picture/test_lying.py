"""What lies on places, edges and in rows: things, stones, figures and words, wherever they fit."""

import re
from html import unescape

import pytest

from interpreter import load
from interpreter.look import look_of
from interpreter.picture import picture

REST = """
play:
    each turn of p, at most 9:
        p chooses:
            rest: pass
"""
HEAD = """game "Lying"
players White, Black
kind Hue: red | blue
kind Way: land | sea
"""
TOWNS = f"""{HEAD}
space Town:
    | name |
    | Rome |
    | Bari |
edge Road joins Town:
    | a    | b    |
    | Rome | Bari |
component Tile in bag:
    left: Hue
    right: Hue
    | name      | left | right | copies |
    | red_blue1 | red  | blue  | 1      |
    | blue_red1 | blue | red   | 1      |
die Die in cup: 1, faces 7..12
token Ox in barn: 9
zone bag: Tile set, open
zone cup: Die set, open
zone barn: Ox set, open
zone dice(Town): Die one, open
zone lies(Town): Tile set, open
zone trick(Player): Tile one, open
var holder(Road): Player or none
var tolls(Road): 0..9
var level(Player, Town): 0..9
var was(1..40, Player): 0..9
setup:
    roll cup
    for d in cup: move d from cup to dice(Rome)
    set was(3, White) to 2
{REST}            hold(r in Road): set holder(r) to p
            ask(r in Road): set tolls(r) to 3
            lay(c in bag): move c from bag to lies(Rome)
            play(c in bag): move c from bag to trick(p)
            fetch(c in trick(p)): move c from trick(p) to bag
            rise: set level(p, Bari) to 4
    end: draw
"""
POINTS = f"""{HEAD}
token Ox in barn: 9
zone barn: Ox set, open
zone on(Player, 0..25): Ox set, open
var held(Player, 0..25): Player or none
var way(Player, 0..25): Way or none
setup:
    move 1 Ox from barn to on(White, 2)
    set held(White, 4) to Black
    set way(White, 6) to sea
{REST}    end: draw
"""
SQUARES = f"""game "Squares, {"and more squares, " * 9}as their name says at length"
players White, Black
space Cell on grid 5 x 5
space Step on track 3
token Wall in box: 30
token Rail in shed: 30
zone box: Wall set, open
zone shed: Rail set, open
zone on(Cell): Wall one, open
zone rail(Step): Rail one, open
var held(Cell): Player or none
{REST}            lay(s in Cell): move Wall from box to on(s)
            take(s in Cell): set held(s) to p
            drop(n in 1..5):
                for s in Cell where column(s) is n and held(s) is none: set held(s) to p
    end: draw
"""
SIGNS = f"""{HEAD}
space Step on track 3
{"".join(f"var sign{n}(Step): flag{chr(10)}" for n in range(9))}
setup:
{"".join(f"    set sign{n}(Step1) to true{chr(10)}" for n in range(9))}
{REST}    end: draw
"""
PAIRS = f"""game "Pairs"
players Ann, Bob
token Ox in barn: 9
zone barn: Ox set, open
zone between(p: Player, q: Player): Ox set, p and q see
setup:
    move 2 Ox from barn to between(Ann, Bob)
    move 3 Ox from barn to between(Ann, Ann)
{REST}    end: draw
"""


def shown(folder, text, moves=(), look="", **how):
    """Return the picture of a text behind some moves, as a seat sees it."""
    path = folder / "lying.rules"
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".look.toml").write_text(f"look = 1\n{look}", encoding="utf-8")
    game = load(path, engine="reference")
    state = game.start(seed=1)
    for name, *arguments in moves:
        state = state.child(state.find(name, arguments).id)
    document = game.document()
    sight = state.sight(how.get("seat", 0))
    return unescape(picture(document, sight, look_of(document), how.get("width", 1280)))


WOOD, WHITE, BLACK = "#b98b5e", "#fbfaf5", "#24272b"
LATTICE = "[board.Cell]\nlattice = true\n"
LINE = '<rect class="qr" x="[^"]*" y="[^"]*" width="{}" height="{}" rx="7.2" fill="{}"/>'
TRICK = '[action.rest]\nanchor = "trick(Black)"\n'
MARK = '<rect class="qc"'


def group_of(svg, ref):
    """Return the group of a picture that has a reference, with all that is in it."""
    begin = svg.index(f'<g data-ref="{ref}"')
    depth = 0
    for tag in re.finditer("<(/?)g[ >]", svg[begin:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return svg[begin : begin + tag.end()]
    raise AssertionError("groups are closed")


@pytest.mark.parametrize(
    ("play", "ref", "seen"),
    [
        # Of a pile in a row nothing has a reference but the pile; on a place it stands for it.
        ((POINTS, [], ""), "on(White, 2)/Ox", '<use href="[^"]*t0-34" [^>]*/></g>'),
        ((POINTS, [], ""), "held(White, 4)", '<use href="[^"]*o1-34" [^>]*/></g>'),
        ((POINTS, [], ""), "way(White, 6)", "<rect [^>]*/><text [^>]*>sea</text></g>"),
        # On a lattice, what lies between two dots joins them.
        ((SQUARES, [("lay", 1)], LATTICE), "on(b1)/Wall", LINE.format(140, 14.4, WOOD)),
        ((SQUARES, [("take", 1)], LATTICE), "held(b1)", LINE.format(140, 14.4, WHITE)),
        ((SQUARES, [("rest",), ("take", 7)], LATTICE), "held(c2)", LINE.format(14.4, 140, BLACK)),
        (
            (SQUARES, [], "[board.Cell]\nnames = true\n"),
            "Cell(e5)",
            "<rect [^>]*/><text [^>]*>e5<",
        ),
        # What lies on an edge is a line in its colour, with its figure.
        ((TOWNS, [("hold", 0)], ""), "holder(Rome_Bari)", f'<path class="qr1" stroke="{WHITE}" '),
        (
            (TOWNS, [("ask", 0)], ""),
            "tolls(Rome_Bari)",
            '<path .*"/><circle .*<text [^>]*>3</text>',
        ),
        (
            (TOWNS, [("rise",)], ""),
            "level(White, Bari)",
            f'<rect [^>]* fill="{WHITE}"/><text .*>4<',
        ),
        # In a trick, what may be taken is marked, and what a look says an action is done at.
        ((TOWNS, [("play", 0), ("rest",)], ""), "trick(White)/red_blue1", f"<use .*/>{MARK} "),
        (
            (TOWNS, [("play", 0), ("rest",)], TRICK),
            "trick(Black)",
            f'<rect class="qmt" [^>]*/>{MARK} ',
        ),
        # Who sees a zone is said where not all see it.
        (
            (PAIRS, [], ""),
            "between(Ann, Ann)",
            'aria-label="between Ann Ann: 3 × Ox [(]only you ',
        ),
        ((PAIRS, [], ""), "between(Ann, Bob)", 'aria-label="between Ann Bob: 2 × Ox"'),
    ],
)
def test_what_lies_somewhere_is_drawn_there(play, ref, seen, tmp_path):
    group = group_of(shown(tmp_path, *play), ref)
    assert re.search(seen, group), group


def test_a_die_with_other_faces_than_six_shows_its_number(tmp_path):
    svg = shown(tmp_path, TOWNS)
    used = re.search(r'<use href="#(\w+-45)"', group_of(svg, "dice(Rome)/Die(10)"))[1]
    assert re.search(f'<g id="{used}"><rect [^>]*/><text [^>]*>10</text></g>', svg)


def test_both_parts_of_a_name_stand_on_their_colours_in_a_box_that_is_small(tmp_path):
    svg = shown(tmp_path, TOWNS, [("lay", 0)])
    used = re.search(r'<use href="#([\w-]+)"', group_of(svg, "lies(Rome)/red_blue1"))[1]
    (box,) = re.findall(f'<g id="{used}">.*?</g>', svg)
    assert re.findall(r">(\w+)</text>", box) == ["r", "b"]


@pytest.mark.parametrize("shape", ["", 'shape = "cube"\n'])
@pytest.mark.parametrize(("letter", "count"), [("W", 1), ("WWWW", 0)])
def test_a_letter_is_left_out_where_it_has_no_room(shape, letter, count, tmp_path):
    svg = shown(tmp_path, TOWNS, look=f'[piece.Ox]\nletter = "{letter}"\n{shape}')
    (ox,) = re.findall('<g id="[^"]*t8-32">.*?</g>', svg)
    assert ox.count(f">{letter}</text>") == count


def test_of_many_words_the_first_are_written_and_the_others_counted(tmp_path):
    step = group_of(shown(tmp_path, SIGNS), "Step(Step1)")
    assert re.findall(r">(sign\d|\+\d)</text>", step) == [*(f"sign{n}" for n in range(6)), "+3"]


def test_places_at_one_point_are_drawn_with_the_road_between_them(tmp_path):
    (tmp_path / "towns.csv").write_text("name,x,y\nRome,5,5\nBari,5,5\n", encoding="utf-8")
    svg = shown(tmp_path, TOWNS, [("hold", 0)], '[board.Town]\nplaces = "towns.csv"\n')
    x, y = re.search(r'<circle class="\w*pl" cx="([0-9.]*)" cy="([0-9.]*)"', svg).groups()
    assert f'd="M{x} {y}L{x} {y}"' in group_of(svg, "holder(Rome_Bari)")


def test_a_long_title_leaves_no_room_for_where_play_stands(tmp_path):
    """Without that title the bar says whose turn it is; numbers of columns are buttons anyway."""
    svg = shown(tmp_path, SQUARES)
    assert ">turn of White" not in svg
    assert 'aria-label="drop: column 5 (e)"' in svg
    assert ">turn of White" in shown(tmp_path, SQUARES, look='title = "Squares"\n')


def test_where_an_action_is_done_is_marked_for_who_may_do_it(tmp_path):
    look = '[action.rest]\nanchor = "box"\n'
    box, waiting = (
        group_of(shown(tmp_path, SQUARES, [], look, seat=seat), "box") for seat in (0, 1)
    )
    assert 'data-act="' in box
    assert MARK in box
    assert 'data-act="' not in waiting
    assert MARK not in waiting


def test_a_history_is_not_drawn(tmp_path):
    assert ">was" not in shown(tmp_path, TOWNS)
