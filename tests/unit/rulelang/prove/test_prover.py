"""What is proved of trees that no text wrote: without lines to cite, and nested without bounds."""

from rulelang.core import Const, End, If, Not, Read, Wins
from rulelang.prove.prover import prove
from rulelang.source import Span
from tests.unit.interpreter.support import block, spec

LINE = Span("a.rules", 3, 1, 3, 9)


def test_that_play_ends_is_claimed_at_its_last_line_if_it_has_one():
    def claimed(*play):
        found = prove(spec(play=block(2, *play))).obligations
        return [(one.span, one.status) for one in found if one.guarantee == "G3"]

    assert claimed() == []
    assert claimed(End(Wins(Const(0)))) == []
    assert claimed(End(Wins(Const(0)), LINE)) == [(LINE, "proved")]


def test_a_tree_that_is_nested_too_deeply_is_reported_where_play_begins():
    test = Read(0, ())
    for _ in range(3_000):
        test = Not(test)
    proof = prove(spec(play=block(2, If(test, block(3), None, LINE))))
    assert [(found.code, found.span) for found in proof.failures] == [("too-deep", LINE)]
    assert proof.obligations == ()
