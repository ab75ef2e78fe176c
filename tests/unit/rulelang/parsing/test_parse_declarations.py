"""The surface tree of declarations and scenarios: one test for what each form says."""

import pytest

from rulelang import surface as s
from rulelang.source import NOWHERE
from tests.support.reading import ONE, TWO, A, C, P, Q, apply, covered, first, name

NO_TABLE = s.TableText(None, NOWHERE, (), ())
CARD = s.WordsType((name("Card"),))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ('game "Seeds"', s.Game("Seeds")),
        ("use paying", s.Use(name("paying"))),
        ("players 2", s.Players(2, 2, (), ())),
        ("players 2..5", s.Players(2, 5, (), ())),
        ("players A, B", s.Players(2, 2, (name("A"), name("B")), ())),
        (
            "players A, B in teams T, U",
            s.Players(2, 2, (name("A"), name("B")), (name("T"), name("U"))),
        ),
        ('note "ours"\n', s.Note("ours")),
        ("length at most 40 choices", s.Length(40)),
        ('option quick "a note"', s.Option(name("quick"), (), "a note")),
        ("option seeds: 4 | few", s.Option(name("seeds"), (name("4"), name("few")), None)),
        ("kind Act: a | b", s.KindOfWords(name("Act"), False, (name("a"), name("b")))),
        ("kind Rank rising: a", s.KindOfWords(name("Rank"), True, (name("a"),))),
        ("space C on grid 3 x 4", s.Space(name("C"), name("grid"), (3, 4), NO_TABLE)),
        ("space C", s.Space(name("C"), None, (), NO_TABLE)),
        ("edge L joins C", s.Edge(name("L"), name("C"), NO_TABLE)),
        ("component Card in box", s.Component(name("Card"), (), apply("box"), NO_TABLE)),
        (
            "token Mark(owner: Player) in supply(owner): 5 each",
            s.Token(
                name("Mark"),
                (s.Parameter(name("owner"), s.WordsType((name("Player"),))),),
                apply("supply", apply("owner")),
                5,
            ),
        ),
        ("die Die in box: 5 each, faces 1..6", s.Die(name("Die"), (), apply("box"), 5, 1, 6)),
        (
            "zone hand(Player, 1..3): Card or Coin set of 5, owner sees",
            s.Zone(
                name("hand"),
                (
                    s.Parameter(None, s.WordsType((name("Player"),))),
                    s.Parameter(None, s.RangeType(1, 3)),
                ),
                (name("Card"), name("Coin")),
                "set",
                s.LiteralValue(5),
                s.Sight("owner", ()),
            ),
        ),
        (
            "zone a: Card bag, hidden",
            s.Zone(name("a"), (), (name("Card"),), "bag", None, s.Sight("hidden", ())),
        ),
        (
            "zone a: Card row, p and q see",
            s.Zone(name("a"), (), (name("Card"),), "row", None, s.Sight("these", (P, Q))),
        ),
        (
            "zone a: Card one, all but p see",
            s.Zone(name("a"), (), (name("Card"),), "one", None, s.Sight("others", (P,))),
        ),
        (
            "var a, b(Player): 0..2 = 1, fresh each turn, open",
            s.Var(
                (name("a"), name("b")),
                (s.Parameter(None, s.WordsType((name("Player"),))),),
                s.RangeType(0, 2),
                ONE,
                s.Sight("open", ()),
                name("turn"),
            ),
        ),
        (
            "var a: Card or none, fresh each Bidding",
            s.Var((name("a"),), (), s.MaybeType((name("Card"),)), None, None, name("Bidding")),
        ),
        ("var a: flag", s.Var((name("a"),), (), s.FlagType(), None, None, None)),
        ("let a = 1", s.Fact(name("a"), (), ONE)),
        ("standing(p) = 1", s.Standing(s.Fact(name("standing"), (name("p"),), ONE))),
        ("to act(p, q): stop", s.Effect(name("act"), (name("p"), name("q")), (s.Stop(),))),
        ("setup: stop", s.Setup((s.Stop(),))),
        ("play: stop", s.Play((s.Stop(),))),
    ],
)
def test_a_declaration(text, tree):
    assert first(text + "\n") == tree


def test_a_table_in_the_text():
    text = """space F from "f.csv":
    a, b: flag
    c: 1..2, on the back
    | name | a |
    | x    |   |
"""
    table = first(text).table
    assert table.path == "f.csv"
    assert covered(text, table.path_span) == '"f.csv"'
    assert table.attributes == (
        s.Attribute((name("a"), name("b")), s.FlagType(), False),
        s.Attribute((name("c"),), s.RangeType(1, 2), True),
    )
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["name", "a"], ["x", ""]]
    assert covered(text, table.rows[0].cells[0].span) == "name"
    assert covered(text, table.rows[0].cells[1].span) == "a"


def test_a_table_of_values():
    node = first('table price(Card, 1..2): 1..9 from "p.csv"\n')
    assert [p.type for p in node.index] == [CARD, s.RangeType(1, 2)]
    assert (node.type, node.table.path) == (s.RangeType(1, 9), "p.csv")


def test_a_scenario():
    text = """scenario "all lines":
    with players 3, loom, map is east
    given hand(p) is 2 Unit(p), Coin
    given every hand is empty
    given c is in box
    do act(p)
    play put(a), pass
    expect a is 1
    expect p wins
    expect draw
    expect p to choose
    expect offered put(a)
    expect not offered put(a)
    expect refused put(a) because "why {p}"
"""
    put = apply("put", A)
    assert first(text).lines == (
        s.With(
            (
                s.Setting(None, None, 3),
                s.Setting(name("loom"), None, None),
                s.Setting(name("map"), name("east"), None),
            )
        ),
        s.Given(
            False, apply("hand", P), (s.Item(TWO, apply("Unit", P)), s.Item(None, apply("Coin")))
        ),
        s.Given(True, apply("hand"), ()),
        s.GivenIn(C, apply("box")),
        s.Do(apply("act", P)),
        s.Moves((put, apply("pass"))),
        s.Expect("claim", s.Binary("is", A, ONE), None, None),
        s.Expect("wins", P, None, None),
        s.Expect("draw", None, None, None),
        s.Expect("choose", P, None, None),
        s.Expect("offered", None, put, None),
        s.Expect("not offered", None, put, None),
        s.Expect("refused", None, put, "why {p}"),
    )
