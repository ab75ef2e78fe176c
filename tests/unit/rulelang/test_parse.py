"""The surface tree of small texts: one test for what each form says, and for where it stands."""

import threading
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulelang import surface as s
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.source import Source

ROOT = Path(__file__).parents[3]
TEXTS = sorted(
    path
    for folder in ("tests/sketches", "games", "rulelang/std")
    for path in (ROOT / folder).glob("**/*.rules")
)
WHOLE = [path.read_text(encoding="utf-8").splitlines() for path in TEXTS]


def read(text):
    sink = Sink()
    tree = parse(Source("t", text), sink)
    assert sink.found == ()
    return tree


def first(text):
    return read(text).declarations[0]


def value(text):
    return first(f"let x = {text}\n").value


def statement(text):
    (found,) = first(f"play:\n    {text}\n").body
    return found


def found(text):
    sink = Sink()
    parse(Source("t", text), sink)
    return [(d.code, d.span.line) for d in sink.found]


def covered(text, span):
    lines = text.split("\n")
    assert span.line == span.end_line
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def name(text):
    return s.Name(text)


def apply(text, *args):
    return s.Apply(name(text), args)


P, Q, A, B, C = map(apply, "pqabc")
ONE, TWO = s.Literal_(1), s.Literal_(2)


def in_domain(variable, domain, where=None):
    return s.Binders((s.Binding(name(variable), None, domain),), where)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_rule_text_of_the_project_is_read_without_a_finding(path):
    text = path.read_text(encoding="utf-8")
    starts = [x for x in text.splitlines() if x[:1].isalpha()]
    assert len(read(text).declarations) == len(starts)


# ---------------------------------------------------------------- expressions


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("p", P),
        ("f(p, 1)", apply("f", P, ONE)),
        (
            "f(p).last.weapon",
            s.AttributeOf(s.AttributeOf(apply("f", P), name("last")), name("weapon")),
        ),
        ("none", s.Literal_(None)),
        ("true", s.Literal_(True)),
        ("false", s.Literal_(False)),
        ("1 + 2 * a", s.Binary("+", ONE, s.Binary("*", TWO, A))),
        ("1 - 2 - a", s.Binary("-", s.Binary("-", ONE, TWO), A)),
        ("(1 + 2) mod a", s.Binary("mod", s.Binary("+", ONE, TWO), A)),
        ("a / 2 rounded up", s.Binary("/up", A, TWO)),
        ("a / 2 rounded down", s.Binary("/down", A, TWO)),
        ("-a", s.Negative(A)),
        ("count f(p)", s.Size(apply("f", P))),
        ("a or b and not c", s.Binary("or", A, s.Binary("and", B, s.Not(C)))),
        ("a is b", s.Binary("is", A, B)),
        ("a is not b", s.Binary("is not", A, B)),
        ("a < 1", s.Binary("<", A, ONE)),
        ("a >= 1", s.Binary(">=", A, ONE)),
        ("a is empty", s.IsEmpty(A, False)),
        ("a is not empty", s.IsEmpty(A, True)),
        ("a is in 1..2", s.IsIn(A, s.Range(ONE, TWO), False)),
        ("a is not in b", s.IsIn(A, B, True)),
        ("a is within 2 of b", s.IsWithin(A, TWO, B, None, None, None)),
        (
            "a is within 2 of b along l in Link where c",
            s.IsWithin(A, TWO, B, name("l"), name("Link"), C),
        ),
        (
            "a is within 2 of b along l in Link",
            s.IsWithin(A, TWO, B, name("l"), name("Link"), None),
        ),
        ("if a then 1 else 2", s.IfThen(A, ONE, TWO)),
        ("some c in a where b", s.Quantified("some", None, in_domain("c", A, B))),
        ("no c in a where b", s.Quantified("no", None, in_domain("c", A, B))),
        ("exactly 2 c in a where b", s.Quantified("exactly", TWO, in_domain("c", A, B))),
        ("at least 2 c in a where b", s.Quantified("at least", TWO, in_domain("c", A, B))),
        ("at most 2 c in a where b", s.Quantified("at most", TWO, in_domain("c", A, B))),
        ("every c in a where b has p", s.Every(in_domain("c", A, B), P)),
        ("count c in a", s.CountOf(in_domain("c", A))),
        ("sum of c for c in a where b", s.SumOf(C, in_domain("c", A, B))),
        ("highest of c for c in a else 1", s.ExtremeOf(True, C, in_domain("c", A), ONE)),
        ("lowest of c for c in a else 1", s.ExtremeOf(False, C, in_domain("c", A), ONE)),
        ("first c in a where b else p", s.FirstOf(in_domain("c", A, B), P)),
        (
            "the c in a where b with most p then least q else none",
            s.TheOne(in_domain("c", A, B), (s.Key(True, P), s.Key(False, Q)), s.Literal_(None)),
        ),
        ("the c in a else p", s.TheOne(in_domain("c", A), (), P)),
        (
            "groups of c in a where b joined at p where q",
            s.GroupsOf(in_domain("c", A, B), name("p"), Q),
        ),
        ("count c in a at b", s.CountOf(in_domain("c", s.EdgesAt(A, B)))),
        ("count c in a clockwise from b", s.CountOf(in_domain("c", s.Around(A, B, False, False)))),
        (
            "count c in a anticlockwise after b",
            s.CountOf(in_domain("c", s.Around(A, B, True, True))),
        ),
        (
            "count a followed by b in c and p in q where 1 < 2",
            s.CountOf(
                s.Binders(
                    (s.Binding(name("a"), name("b"), C), s.Binding(name("p"), None, Q)),
                    s.Binary("<", ONE, TWO),
                )
            ),
        ),
    ],
)
def test_an_expression(text, tree):
    assert value(text) == tree


def test_a_value_with_cases():
    text = "let f(e) = match e.kind:\n    a | 3: 1\n    none: 2\n    else: a\n"
    cases = (
        s.Case((name("a"), s.Literal_(3)), ONE),
        s.Case((s.Literal_(None),), TWO),
        s.Case(None, A),
    )
    subject = s.AttributeOf(apply("e"), name("kind"))
    assert first(text) == s.Fact(name("f"), (name("e"),), s.Cases(subject, cases))


# ---------------------------------------------------------------- statements


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("move p to a", s.Move(P, None, None, A, False)),
        ("move all from a to b", s.Move(None, None, A, B, False)),
        ("move 2 p from a to b, beneath", s.Move(P, TWO, A, B, True)),
        ("draw 1 from a to b", s.Draw(ONE, False, A, B)),
        ("draw up to 2 from a to b", s.Draw(TWO, True, A, B)),
        ("deal 2 each from a to b for q in c", s.Deal(TWO, A, B, in_domain("q", C))),
        ("deal all from a to b for q in c", s.Deal(None, A, B, in_domain("q", C))),
        ("shuffle a", s.Shuffle(A)),
        ("roll a", s.Roll(A)),
        ("reveal a", s.Reveal(A)),
        ("set a to 1", s.Set("set", A, ONE)),
        ("add 1 to a", s.Set("add", A, ONE)),
        ("take 1 from a", s.Set("take", A, ONE)),
        ("show a to p", s.Show(A, P)),
        ('say "hi"', s.Say(s.Text(("hi",)), None)),
        ('say "{p}: {a}!" to q', s.Say(s.Text((P, ": ", A, "!")), Q)),
        ("end: p wins", s.End("wins", None, P, ())),
        ("end: draw", s.End("draw", None, None, ())),
        ("end: p with most a wins", s.End("leads", name("p"), None, (s.Key(True, A),))),
        ("end: each p scores a", s.End("scores", name("p"), A, ())),
        ("next turn of p", s.NextTurn(P)),
        ("stop", s.Stop()),
        ("pass", s.Pass()),
        ("act", s.CallEffect(apply("act"))),
        ("act(p)", s.CallEffect(apply("act", P))),
        ("let a = 1", s.Let(name("a"), ONE)),
        ("if a: stop", s.If(((A, (s.Stop(),)),), None)),
        ("for q in c: stop", s.For(in_domain("q", C), (), (s.Stop(),))),
        ("for q in c by least a: stop", s.For(in_domain("q", C), (s.Key(False, A),), (s.Stop(),))),
        ("random q in c: stop", s.Random(in_domain("q", C), (s.Stop(),))),
        ("repeat 2: stop", s.Repeat(None, TWO, (s.Stop(),))),
        ("repeat until a, at most 2: stop", s.Repeat(A, TWO, (s.Stop(),))),
        ("phase Work: stop", s.Phase(name("Work"), (s.Stop(),))),
        (
            "each turn of p, at most 2: stop",
            s.Turns(name("p"), None, None, None, TWO, (s.Stop(),)),
        ),
        (
            "each turn of p from q, at most 2: stop",
            s.Turns(name("p"), None, None, Q, TWO, (s.Stop(),)),
        ),
        (
            "each turn of p in a where b from q, at most 2: stop",
            s.Turns(name("p"), A, B, Q, TWO, (s.Stop(),)),
        ),
    ],
)
def test_a_statement(text, tree):
    assert statement(text) == tree


def test_if_with_all_its_branches():
    text = "if a: stop\n    else if b:\n        pass\n    else: act"
    act = s.CallEffect(apply("act"))
    assert statement(text) == s.If(((A, (s.Stop(),)), (B, (s.Pass(),))), (act,))


def test_match_with_bodies():
    text = "match a:\n        b | c: stop\n        else:\n            pass"
    cases = (s.Case((name("b"), name("c")), (s.Stop(),)), s.Case(None, (s.Pass(),)))
    assert statement(text) == s.Match(A, cases)


CHOICE = """play:
    p chooses up to 2 times:
        put(t in shown(p), a, b in Area at c in order where t) "{p} puts {t}":
            need a else "why"
            stop
        pass
        leave: stop
    otherwise: stop
"""


def test_a_choice():
    (node,) = first(CHOICE).body
    place = s.Choice(name("t"), None, apply("shown", P), False, None)
    pair = s.Choice(name("a"), name("b"), s.EdgesAt(apply("Area"), C), True, apply("t"))
    sentence = s.Text((P, " puts ", apply("t")))
    need = s.Need(A, s.Text(("why",)))
    put = s.Arm(name("put"), (place, pair), sentence, (need,), (s.Stop(),))
    arms = (
        put,
        s.Arm(name("pass"), (), None, (), ()),
        s.Arm(name("leave"), (), None, (), (s.Stop(),)),
    )
    assert node == s.Choose(P, False, TWO, arms, (s.Stop(),))


def test_a_choice_that_may_be_passed():
    node = statement("p chooses or passes:\n        a: stop")
    assert (node.passes, node.limit, node.otherwise) == (True, None, None)


def test_anytime():
    node = statement("anytime p, at most 2 times:\n        a: stop")
    assert node == s.Anytime(P, TWO, (s.Arm(name("a"), (), None, (), (s.Stop(),)),))


# ---------------------------------------------------------------- declarations

NO_TABLE = s.TableText(None, s.NOWHERE, (), ())
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
        ("token Coin in bank: unlimited", s.Token(name("Coin"), (), apply("bank"), None)),
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
                s.Literal_(5),
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


# ---------------------------------------------------------------- places


def test_the_span_of_a_declaration_is_its_first_line():
    text = "play:   # what follows   [4.8]\n    stop\n"
    assert covered(text, first(text).span) == "play:"


def test_the_span_of_a_statement_is_its_first_line():
    text = "play:\n    if a:  # why\n        stop\n    else: pass\n    move a to b  [1]\n"
    branch, move = first(text).body
    assert covered(text, branch.span) == "if a:"
    assert covered(text, branch.branches[0][1][0].span) == "stop"
    assert covered(text, move.span) == "move a to b"


def test_the_span_of_an_arm_is_its_head():
    (node,) = first(CHOICE).body
    heads = [covered(CHOICE, arm.span) for arm in node.arms]
    assert heads[0].startswith("put(t in")
    assert heads[0].endswith('"{p} puts {t}"')
    assert heads[1:] == ["pass", "leave"]


def test_an_expression_spans_what_was_written_with_its_brackets():
    text = "let x = (a + b) * f(c)\n"
    node = first(text).value
    assert covered(text, node.span) == "(a + b) * f(c)"
    assert covered(text, node.right.span) == "f(c)"
    assert covered(text, node.left.left.span) == "a"


def test_a_value_in_a_text_points_into_the_file():
    text = 'play:\n    say "you have {count hand(p)}"\n'
    (node,) = first(text).body
    hole = node.text.parts[1]
    assert covered(text, hole.span) == "count hand(p)"
    assert covered(text, hole.operand.args[0].span) == "p"
    assert covered(text, node.text.span) == '"you have {count hand(p)}"'


def test_fresh_each_turn_points_at_turn():
    text = "var a: flag, fresh each turn\n"
    assert covered(text, first(text).fresh.span) == "turn"


def test_an_expression_over_two_lines_spans_both():
    span = first("let x = a\n    or b\n").value.span
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 9, 2, 9)


# ---------------------------------------------------------------- lines


def test_citations_and_comments_are_kept_by_line():
    text = '# head [x]\ngame "A # b"   # one   [4.8; 5]\nplay: stop  [6]\n    # own line\n'
    tree = read(text)
    assert dict(tree.citations) == {2: "4.8; 5", 3: "6"}
    assert dict(tree.comments) == {1: "head [x]", 2: "one", 4: "own line"}


def test_a_row_may_hold_any_sign():
    (header,) = first("space A:\n    | a # b | [c] | # comment\n").table.rows
    assert [cell.text for cell in header.cells] == ["a # b", "[c]"]


def test_line_ends_of_other_systems_mean_the_same():
    text = "play:  # a [1]\r\n    if a:\r\n        stop\r\n"
    tree = read(text)
    assert tree == read(text.replace("\r", ""))
    assert tree.declarations[0].span.end_column == 6


def test_a_file_without_a_last_line_end_is_read_whole():
    assert first("play:\n    stop") == first("play:\n    stop\n")


def test_an_empty_file_has_no_declarations():
    assert read("").declarations == ()
    assert read("# nothing yet\n").declarations == ()


def test_several_declarations_are_wrong_at_once_and_the_others_are_read():
    text = "zon a\nlet x = 1\nto f:\n    mov a to b\nlet y = (2\nplay: stop\n"
    sink = Sink()
    tree = parse(Source("t", text), sink)
    assert [(d.code, d.span.line) for d in sink.found] == [
        ("unknown-declaration", 1),
        ("unknown-statement", 4),
        ("unclosed-bracket", 5),
    ]
    assert [type(d) for d in tree.declarations] == [s.Fact, s.Play]


def test_a_tab_is_one_finding_and_the_rest_is_read():
    assert found("play:\n\tstop\n\tmov a to b\n") == [
        ("tab-in-indentation", 2),
        ("unknown-statement", 3),
    ]


def test_a_word_that_begins_like_one_of_the_language_is_another_word():
    assert found("setupp: stop\n") == [("unexpected-word", 1)]
    assert found("play:\n    each turn ofp, at most 3: stop\n") == [("unexpected-word", 2)]


def test_reading_in_threads_gives_each_its_own_tree():
    text = (ROOT / "tests/sketches/tic_tac_toe.rules").read_text(encoding="utf-8")
    expected = read(text)
    trees = []
    threads = [threading.Thread(target=lambda: trees.append(read(text))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trees == [expected] * 4


# ---------------------------------------------------------------- any text

PIECES = [
    *[
        "",
        " ",
        "\n",
        "    ",
        "\t",
        "\r",
        "\u2028",
        "é",
        "9",
        "x ",
        "if a:",
        "else:",
        "need ",
        "is =",
    ],
    *['"', "{", "}", "(", ")", "[", "]", "|", ":", ",", "#", "\n[4]", "play:\n", "\nstop"],
]


def check_places(text):
    sink = Sink()
    parse(Source("t", text), sink)
    lines = text.split("\n")
    for diagnostic in sink.found:
        for label in (diagnostic.primary, *diagnostic.related):
            span = label.span
            assert 1 <= span.line <= span.end_line <= len(lines)
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1
            assert (span.line, span.column) <= (span.end_line, span.end_column)


@given(st.text(max_size=200))
@example("play:\n  \n\t stop")
@example('"')
@example("play:\n    ((\n))")
@example("\ufeffgame")
@example("a[")
@example('play: say "{')
def test_no_text_makes_the_parser_raise(text):
    check_places(text)


@st.composite
def damaged(draw):
    """Some lines of a rule text, with a few characters replaced here and there."""
    lines = draw(st.sampled_from(WHOLE))
    start = draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[start : start + draw(st.integers(1, 20))])
    for _ in range(draw(st.integers(1, 3))):
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(st.sampled_from(PIECES)) + text[cut + draw(st.integers(0, 6)) :]
    return text


@given(damaged())
@example("play: stop\n    [1]")
def test_no_damaged_rule_text_makes_the_parser_raise(text):
    check_places(text)
