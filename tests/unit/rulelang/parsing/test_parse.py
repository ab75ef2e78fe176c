"""The surface tree of expressions and statements: one test for what each form says."""

import pytest

from rulelang import surface as s
from tests.support.reading import ONE, TWO, A, B, C, P, Q, apply, first, name


def value(text):
    return first(f"let x = {text}\n").value


def statement(text):
    (found,) = first(f"play:\n    {text}\n").body
    return found


def fold(word, binders, value=None, keys=(), otherwise=None):
    return s.FoldOf(word, value, binders, keys, otherwise)


def in_domain(variable, domain, where=None):
    return s.Binders((s.Binding(name(variable), None, domain),), where)


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
        ("none", s.LiteralValue(None)),
        ("true", s.LiteralValue(True)),
        ("false", s.LiteralValue(False)),
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
        ("count c in a", fold("count", in_domain("c", A))),
        ("sum of c for c in a where b", fold("sum", in_domain("c", A, B), C)),
        ("highest of c for c in a else 1", fold("highest", in_domain("c", A), C, otherwise=ONE)),
        ("lowest of c for c in a else 1", fold("lowest", in_domain("c", A), C, otherwise=ONE)),
        ("first c in a where b else p", fold("first", in_domain("c", A, B), otherwise=P)),
        (
            "the c in a where b with most p then least q else none",
            fold(
                "only",
                in_domain("c", A, B),
                keys=(s.Key(True, P), s.Key(False, Q)),
                otherwise=s.LiteralValue(None),
            ),
        ),
        ("the c in a else p", fold("only", in_domain("c", A), otherwise=P)),
        (
            "groups of c in a where b joined at p where q",
            s.GroupsOf(in_domain("c", A, B), name("p"), Q),
        ),
        (
            "longest trail of c in a where b joined at p where q",
            s.TrailOf(in_domain("c", A, B), name("p"), Q),
        ),
        ("longest trail of c in a", s.TrailOf(in_domain("c", A), None, None)),
        ("longest", s.Apply(name("longest"))),
        ("all c in a where b", fold("all", in_domain("c", A, B))),
        ("number of a in b", s.NumberOf(A, B)),
        ("number of a in b > p", s.Binary(">", s.NumberOf(A, B), P)),
        ("number", s.Apply(name("number"))),
        ("{}", s.Listed(())),
        ("{a, b or p}", s.Listed((A, s.Binary("or", B, P)))),
        ("count c in a at b", fold("count", in_domain("c", s.Touching(A, B)))),
        (
            "count c in a clockwise from b",
            fold("count", in_domain("c", s.Around(A, B, False, False))),
        ),
        (
            "count c in a anticlockwise after b",
            fold("count", in_domain("c", s.Around(A, B, True, True))),
        ),
        (
            "count a followed by b in c and p in q where 1 < 2",
            fold(
                "count",
                s.Binders(
                    (s.Binding(name("a"), name("b"), C), s.Binding(name("p"), None, Q)),
                    s.Binary("<", ONE, TWO),
                ),
            ),
        ),
    ],
)
def test_an_expression(text, tree):
    assert value(text) == tree


def test_a_value_with_cases():
    text = "let f(e) = match e.kind:\n    a | 3: 1\n    none: 2\n    else: a\n"
    cases = (
        s.Case((name("a"), s.LiteralValue(3)), ONE),
        s.Case((s.LiteralValue(None),), TWO),
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
    pair = s.Choice(name("a"), name("b"), s.Touching(apply("Area"), C), True, apply("t"))
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


# ---------------------------------------------------------------- long lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("if a then b\n    else if c then b\n    else c", "if a then b else if c then b else c"),
        ("every q in a\n  has q is b", "every q in a has q is b"),
        ("a\n# why\n    and b", "a and b"),
        (
            "if a then b\n    # why\n    else if c then b else c",
            "if a then b else if c then b else c",
        ),
    ],
)
def test_a_value_goes_on_in_lines_that_begin_like_this(text, line):
    assert value(text) == value(line)


def test_else_if_goes_on_with_the_value_where_it_is_indented_more():
    text = "if a: set b to if c then 1\n        else if p then 2 else 3\n    else if c: stop"
    found = statement(text)
    assert len(found.branches) == 2
    assert found.branches[0][1] == (statement("set b to if c then 1 else if p then 2 else 3"),)


def test_else_if_in_the_column_of_its_if_begins_a_line():
    found = statement("if a:\n        stop\n    # why\n    else if b:\n        pass")
    assert [test for test, _ in found.branches] == [A, B]


@pytest.mark.parametrize("actor", ["next(p)", "next(next(p))", "next(p).owner", "f(p)", "(f(p))"])
def test_who_chooses_may_be_the_next_one(actor):
    assert statement(f"{actor} chooses:\n        a: stop").actor == value(actor)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("kind A: (a |\n b)", "kind A: a | b"),
        ("players (A,\n  B) in teams (C,\n  D)", "players A, B in teams C, D"),
        ("token A(b: B,\n  c: C) in d: 1 each", "token A(b: B, c: C) in d: 1 each"),
    ],
)
def test_lists_in_brackets_may_go_on_in_the_next_line(text, line):
    assert first(f"{text}\n") == first(f"{line}\n")
