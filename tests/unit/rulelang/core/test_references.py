"""What nodes name by a number is known by the names of their fields, whatever nodes there are."""

from rulelang import core
from rulelang.core.references import BY_FIELD, references
from rulelang.core.walk import KINDS
from rulelang.freezing import hints_of

OWN = {"slot", "number", "first_id", "parameters", "loop", "most"}
"""Numbers that name nothing: of locals, of the node itself, and how many there are."""


def test_every_number_in_a_node_is_of_something_or_its_own():
    numbers = {name for kind in KINDS for name, hint in hints_of(kind).items() if hint is int}
    assert numbers - OWN == set(BY_FIELD)


def test_what_a_node_names_comes_in_the_order_of_its_fields():
    three = core.Const(3)
    within = core.Within(three, three, three, slot=7, where=None, edges_at=4, ends=5)
    assert references(within) == (("table", 4), ("table", 5))
    assert references(three) == ()
