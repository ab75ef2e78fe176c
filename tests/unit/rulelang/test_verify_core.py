"""What is wrong in a core tree is found, each invariant by a tree that breaks it."""

import attrs
import pytest

from rulelang import core, pipeline
from rulelang.core.walk import below, rebuilt
from rulelang.verify_core import verify
from tests.support.editing.drafts import GAME


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "a.rules"
    path.write_text(GAME, encoding="utf-8")
    found = pipeline.build(str(path), 2, {}).spec
    assert verify(found) == ()
    return found


def spoilt(spec, kind, **fields):
    """Return a specification whose first node of a class, in play or an effect, is another."""

    def put(block):
        first = next((node for node in below(block) if isinstance(node, kind)), None)

        def change(node, _=()):
            return attrs.evolve(node, **fields) if node is first else rebuilt(node, change)

        return block if first is None else change(block)

    effects = tuple(attrs.evolve(one, body=put(one.body)) for one in spec.effects)
    facts = tuple(attrs.evolve(one, body=put(one.body)) for one in spec.facts)
    return attrs.evolve(spec, play=put(spec.play), effects=effects, facts=facts)


@pytest.mark.parametrize(
    ("kind", "fields", "found"),
    [
        (core.Local, {"slot": 90}, "slot 90 is not taken"),
        (core.Choice, {"slot": 90}, "binds slot 90"),
        (core.Turns, {"number": 1}, "number 1 is taken"),
        (core.Read, {"variable": 90}, "there is no variable 90"),
        (core.Read, {"variable": -1}, "there is no variable -1"),
        (core.Read, {"args": ()}, "0 arguments, not 1"),
        (core.Contents, {"zone": 90}, "there is no zone 90"),
        (core.Place, {"args": ()}, "0 arguments, not 1"),
        (core.Lookup, {"table": 90}, "there is no table 90"),
        (core.Invoke, {"effect": 90}, "there is no effect 90"),
        (core.Invoke, {"args": ()}, "0 arguments, not 2"),
        (core.Arm, {"first_id": 90}, "begins at id 90, not 0"),
        (core.Choice, {"names": ("a", "b", "c")}, "a binding has one name, a pair two"),
    ],
)
def test_what_a_node_says_wrong_of_itself_is_found(spec, kind, fields, found):
    assert any(found in one for one in verify(spoilt(spec, kind, **fields)))


@pytest.mark.parametrize(
    ("part", "fields", "found"),
    [
        ("families", {"labels": ("a",)}, "the first family is not that of the players"),
        ("zones", {"seen_by": ()}, "`seen_by` does not cover the family"),
        ("kinds", {"home_zone": 90}, "has no home that holds it"),
    ],
)
def test_what_is_declared_wrong_is_found(spec, part, fields, found):
    first, *others = getattr(spec, part)
    wrong = attrs.evolve(spec, **{part: (attrs.evolve(first, **fields), *others)})
    assert any(found in one for one in verify(wrong))


def test_a_stop_outside_of_its_loop_is_found(spec):
    play = core.Block(900, (core.Stop(90),))
    assert "loop 90 is not in progress here" in "".join(verify(attrs.evolve(spec, play=play)))


def test_effects_that_call_themselves_are_found(spec):
    again = core.Block(900, (core.Invoke(0, (core.Const(0), core.Const(0))),))
    effects = (attrs.evolve(spec.effects[0], body=again), *spec.effects[1:])
    assert "some effect calls itself" in "".join(verify(attrs.evolve(spec, effects=effects)))
