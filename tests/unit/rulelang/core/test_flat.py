"""One walk writes trees flat for all digests: what is read of a node is said by its class."""

import re
from itertools import pairwise

from rulelang.core import Call, Local, Not, Size
from rulelang.core.flat import Writer, nothing
from tests.support.circles import modules

NUMBERS = Not(Size(Call(3, (Local(1), Local(2)))))


def test_what_is_unread_does_not_tell_two_nodes_apart():
    writer = Writer({Call: frozenset({"fact"})})
    one, other = Call(3, (Local(1),)), Call(4, (Local(1),))
    assert writer.written((one,), nothing) == writer.written((other,), nothing)
    assert Writer().written((one,), nothing) != Writer().written((other,), nothing)


def test_how_many_parts_a_tuple_has_is_written():
    flat = Writer().written((Call(3, (Local(1), Local(2))),), nothing)
    assert ("(", 2) in pairwise(flat)


def test_something_is_written_in_the_place_of_a_node_or_behind_its_name():
    writer = Writer(instead=frozenset({Local}), beside=frozenset({Call}))
    flat = writer.written((NUMBERS,), lambda local: (-local.slot,), lambda call: ("at", call.fact))
    assert "Local" not in flat
    assert {-1, -2} <= {part for part in flat if isinstance(part, int)}
    assert flat[flat.index("Call") + 1 :][:2] == ["at", 3]


def test_no_other_module_takes_nodes_apart_by_plans_of_its_own():
    own = re.compile(r"^ +todo \+= .*(?:fields|parts)\(", re.MULTILINE)
    found = [name for name, file in modules().items() if own.search(file.read_text("utf-8"))]
    assert found == ["rulelang.core.flat"]
