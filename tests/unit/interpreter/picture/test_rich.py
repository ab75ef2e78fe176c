"""Pictures of rich texts and looks: what has art, what is more than there is room for."""

from html import unescape

import pytest

from interpreter import load
from interpreter.look import look_of
from interpreter.picture import picture, replay

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90">{}</svg>'
PLAYERS = ", ".join(f"Seat{n}" for n in range(1, 11))
MANY = f"""game "Many"
players {PLAYERS}
space Town:
    inland: flag
    | name  | inland |
    | Rome  |        |
    | Bari  | x      |
    | Como  |        |
    | Pisa  |        |
edge Road joins Town:
    length: 1..9
    | a    | b    | length |
    | Rome | Bari | 3      |
    | Bari | Como | 4      |
    | Como | Pisa | 5      |
component Card in deck:
    cost: 0..9
    | name  | cost | copies |
THE_CARDS
token Man(owner: Player) in box(owner): 9 each
token Ox in barn: 12
die Die in cup: 10, faces 1..6
die Big in shown: 9, faces 1..12
zone deck: Card set, open
zone barn: Ox set, open
zone box(Player): Man set, owner sees
zone cup: Die set, hidden
zone shown: Big set, open
zone lies(Town): Man set, open
zone road(Road): Man one, open
zone oxen(Road): Ox one, open
zone dice(Town): Big one, open
zone played(Player): Card set of 3, owner sees
var steps(1..24): 0..9
var stands(Player): Town
var tolls(Road): 0..9
setup:
    for n in 1..24: set steps(n) to 4
    for p in Player: set stands(p) to Rome
play:
    each turn of p, at most 30:
        p chooses:
            go(t in Town):
                need lies(t) is empty else "{{t}} is full"
                move Man(p) from box(p) to lies(t)
            build(r in Road):
                need road(r) is empty else "built"
                move Man(p) from box(p) to road(r)
            lead(r in Road):
                need oxen(r) is empty else "there is one"
                move Ox from barn to oxen(r)
            lay(c in deck):
                need count played(p) < 3 else "enough"
                move c from deck to played(p)
            rest: add 1 to steps(3)
    end: draw
"""
PATH = '<path class="qr1"'
CARDS = "\n".join(f"    | card{n} | {n % 10} | 1 |" for n in range(40))


def shown(path, look, moves, width=1280, seat=0):
    """Return the picture of a text beside a look behind some moves, as a seat sees it."""
    path.with_suffix(".look.toml").write_text(f"look = 1\n{look}", encoding="utf-8")
    game = load(path, engine="reference")
    state = game.start(seed=1)
    for name, *arguments in moves:
        state = state.child(state.find(name, arguments).id)
    document = game.document()
    return unescape(picture(document, state.sight(seat), look_of(document), width))


def drawn(tmp_path, look="", moves=(), cards=CARDS):
    path = tmp_path / "many.rules"
    path.write_text(MANY.replace("THE_CARDS", cards), encoding="utf-8")
    return shown(path, look, moves)


def test_what_has_no_room_is_counted(tmp_path):
    svg = drawn(tmp_path)
    assert "and 10 more" in svg  # of 40 sorts of cards
    assert "×10" in svg  # dice in a cup
    assert ">+2<" in svg  # of ten markers in Rome
    few = drawn(tmp_path, cards=CARDS.split("\n")[0])
    assert "more" not in few


def test_edges_show_what_lies_on_them(tmp_path):
    moves = [("build", 0), ("lead", 1)]
    before, after = drawn(tmp_path), drawn(tmp_path, moves=moves)
    assert after.count(PATH) == before.count(PATH) + 2


def test_actions_stand_where_the_look_says(tmp_path):
    plain = drawn(tmp_path)
    look = '[action.rest]\nanchor = "steps(3)"\n[action.go]\nanchor = "barn"\n'
    assert drawn(tmp_path, look) != plain
    nowhere = '[action.rest]\nanchor = "Town(Atlantis)"\n'
    assert drawn(tmp_path, nowhere) == plain


@pytest.mark.parametrize(
    ("look", "seen"),
    [
        ('[piece.Man]\nshape = "meeple"\nicon = { by = "owner", Seat1 = "☀" }\n', "☀"),
        ('[piece.Man]\nshape = "cube"\nletter = "Q"\n', ">Q<"),
        ('[piece.Ox]\nart = "oxen"\n', "M0 0L60 9"),
        ('[card.Card]\nart = "oxen"\n', "M0 0L60 9"),
        ('[card.Card]\ncorner = ["cost"]\n', ">card2<"),
        ('[card.Card]\nrows = ["cost"]\n', ">card2<"),
        ('[space.Town]\nicon = { by = "inland", true = "⛰", false = "≈" }\n', "≈"),
        ('[edge.Road]\nlabel = { by = "length" }\n', ">3<"),
        ('[board.Town]\nart = "map.svg"\n', 'viewBox="0 0 60 90" preserveAspectRatio="none"'),
        ('[group.Things]\nshow = ["shown", "barn"]\n', ">Things<"),
    ],
)
def test_a_look_is_seen(tmp_path, look, seen):
    (tmp_path / "oxen").mkdir()
    for name in ("Ox", "card1"):
        text = SVG.format('<path d="M0 0L60 9"/>')
        (tmp_path / "oxen" / f"{name}.svg").write_text(text, encoding="utf-8")
    towns = "".join(
        f'<circle id="{name}" cx="{10 + 12 * at}" cy="{20 + 15 * at}" r="5"/>'
        for at, name in enumerate(("Rome", "Bari", "Como", "Pisa"))
    )
    (tmp_path / "map.svg").write_text(SVG.format(towns), encoding="utf-8")
    cards = "\n".join(CARDS.splitlines()[:3])
    assert seen in drawn(tmp_path, look, [("lay", 1), ("lead", 1)], cards=cards)


GOODS = " | ".join(f"good{n}" for n in range(26))
FULL = f"""game "Full"
players Ann, Bob
kind Good: {GOODS}
kind Way: land | sea
space Town:
    | name |
    | Rome |
    | Bari |
    | Como |
edge Road joins Town:
    | a    | b    |
    | Rome | Bari |
    | Bari | Como |
component Card in deck:
    cost: 0..9
    | name  | cost | copies |
    | baker | 3    | 2      |
    | smith | 5    | 2      |
token Ox in barn: 12
zone deck: Card set, open
zone barn: Ox set, open
zone road(Road): Ox set, open
zone lies(Town): Card set, open
zone trick(Player): Card one, open
zone yard: Card set of 5, open
zone pair(1..2): Card set, Ann and Bob see
var holder(Road): Player or none
var way(Road): Way or none
var best(Town): Card or none
var stock(Player, Good): 0..9
play:
    each turn of p, at most 30:
        p chooses:
            bring(r in Road):
                need count road(r) < 2 else "full"
                move Ox from barn to road(r)
            fetch(r in Road):
                need count road(r) > 0 else "none"
                move Ox from road(r) to barn
            lay(c in deck):
                need trick(p) is empty else "one"
                move c from deck to trick(p)
            swap(q in Player where trick(q) is not empty):
                for c in trick(q): move c from trick(q) to yard
            hold(r in Road): set holder(r) to p
            sail(r in Road): set way(r) to sea
            choose_best(t in Town, c in yard): set best(t) to c
    end: draw
"""


def full(tmp_path, *moves, look="", width=1280, seat=0):
    path = tmp_path / "full.rules"
    path.write_text(FULL, encoding="utf-8")
    return shown(path, look, moves, width, seat)


def test_a_chip_counts_the_values_that_have_no_room(tmp_path):
    assert full(tmp_path).count(">and 19 more<") == 2


def test_what_lies_on_an_edge_is_a_line_or_lies_on_it(tmp_path):
    plain = full(tmp_path)
    assert PATH not in plain
    assert full(tmp_path, ("bring", 0)).count(PATH) == 1
    assert PATH not in full(tmp_path, ("bring", 0), ("bring", 0))
    assert full(tmp_path, ("hold", 0), ("sail", 1)).count(PATH) == 1
    left = full(tmp_path, ("bring", 0), ("fetch", 0), seat=0)
    assert len(left) > len(plain)  # it was there till now


def test_a_trick_shows_who_may_be_chosen(tmp_path):
    moves = [("lay", 0), ("lay", 1)]
    to_act, waiting = full(tmp_path, *moves, seat=0), full(tmp_path, *moves, seat=1)
    assert to_act.count('class="qc"') == waiting.count('class="qc"') + 2


def test_a_card_that_a_variable_names_lies_where_the_variable_stands(tmp_path):
    moves = [("lay", 0), ("lay", 1), ("swap", 0), ("choose_best", 2, 0)]
    before, after = full(tmp_path, *moves[:-1]), full(tmp_path, *moves)
    assert after.count("baker") > before.count("baker")


def test_a_group_of_nothing_is_not_drawn(tmp_path):
    look = '[group.Away]\nshow = ["yard"]\n'
    assert ">Away<" not in full(tmp_path, look=look.replace("yard", "pair"))


@pytest.mark.parametrize("width", [100, 9_999])
def test_a_picture_of_a_wild_width_is_refused(tmp_path, width):
    with pytest.raises(ValueError, match="pixels wide"):
        full(tmp_path, width=width)


def test_a_replay_of_nothing_is_refused(tmp_path):
    full(tmp_path)
    document = load(tmp_path / "full.rules", engine="reference").document()
    with pytest.raises(ValueError, match="a moment at least"):
        replay(document, [], look_of(document))
