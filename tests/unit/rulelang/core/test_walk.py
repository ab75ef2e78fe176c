"""The one traversal of core trees leaves nothing out, whatever fields nodes are given later."""

from collections.abc import Iterator

import attrs
import pytest

from interpreter import load
from rulelang import core
from rulelang.core.walk import (
    FIELDS,
    KINDS,
    below,
    bound_by,
    children,
    free,
    is_node,
    rebuilt,
    scoped,
    substituted,
)

GAMES = ("tic_tac_toe", "whist", "pergamon")


@pytest.fixture(scope="module", params=GAMES)
def spec(request):
    return load(f"games/{request.param}.rules").spec


def roots(spec: core.Spec) -> tuple[core.Block | core.Fact | core.Effect, ...]:
    return (spec.setup, spec.play, *spec.facts, *spec.effects)


def in_fields(value: object) -> Iterator[object]:
    """Yield what lies in a field, however its class is written."""
    if isinstance(value, tuple):
        for part in value:
            yield from in_fields(part)
    elif attrs.has(type(value)) and type(value).__module__.startswith("rulelang.core"):
        yield value


def test_the_children_of_every_node_are_all_that_lies_in_its_fields(spec):
    for root in roots(spec):
        for node in below(root):
            fields = [getattr(node, field.name) for field in attrs.fields(type(node))]
            found = [id(part) for value in fields for part in in_fields(value)]
            assert sorted(map(id, children(node))) == sorted(found), node
            assert [id(part) for part, _ in scoped(node)] == [id(p) for p in children(node)]


def test_every_class_with_a_slot_that_it_binds_says_where_that_is_bound():
    binders = {kind.__name__ for kind in KINDS if "slot" in {f.name for f in attrs.fields(kind)}}
    reading = {"Local"}
    for itself in ("Binder", "Choice", "Let"):
        assert itself in binders
    assert binders - reading == {
        "Binder", "Choice", "Let", "Groups", "Trail", "Within", "Turns", "Leads", "Scores",
    }  # fmt: skip


def test_nothing_is_rebuilt_where_nothing_changes(spec):
    for root in roots(spec):
        assert rebuilt(root, lambda part, _: part) is root


def test_a_copy_of_every_node_is_equal_and_new(spec):
    def copied(node):
        made = rebuilt(node, lambda part, _: copied(part))
        return attrs.evolve(made)

    for root in roots(spec):
        made = copied(root)
        assert made == root
        assert made is not root


def test_effects_and_facts_read_no_local_that_nobody_binds(spec):
    assert not any(free(root) for root in roots(spec))


def test_what_is_put_in_for_a_parameter_moves_what_is_bound_behind_it():
    search = core.Search((core.Binder(1, core.Const((4, 5))),), None)
    body = core.Fold("sum", search, core.Arithmetic("+", core.Local(0), core.Local(1)))
    moved = substituted(body, {0: core.Const(7)}, by=2)
    assert bound_by(moved.search) == (3,)
    assert moved.value == core.Arithmetic("+", core.Const(7), core.Local(3))
    assert free(body) == {0}
    assert free(moved) == set()


def test_only_nodes_are_nodes():
    assert is_node(core.Local(0))
    assert not is_node((core.Local(0),))
    assert set(FIELDS) == KINDS
