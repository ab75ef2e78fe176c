"""Every instance is a well-formed core tree, and the same one when it is built anew."""

import pytest

from rulelang import pipeline
from rulelang.verify_core import verify
from tests.support.games import EVERY, EVERY_SKETCH, SMALL_TEXTS
from tests.support.sampling import few, is_for_soak, passed_over

ALL = (*EVERY, *SMALL_TEXTS, *EVERY_SKETCH)


@pytest.mark.parametrize("instance", few(ALL), ids=str)
def test_the_core_tree_keeps_its_invariants(instance):
    assert verify(instance.spec) == ()


@pytest.mark.parametrize("instance", ALL[:12], ids=str)
def test_the_same_text_gives_the_same_tree(instance):
    again = pipeline.build(str(instance.path), instance.players, dict(instance.options)).spec
    assert again == instance.spec
    assert repr(again) == repr(instance.spec)


@pytest.mark.parametrize(
    "instances", [[i for i in ALL if not is_for_soak(i)], passed_over(ALL)], ids=["gate", "all"]
)
def test_instances_differ_in_their_fingerprints(instances):
    prints = [(i.path, i.game.specification_hash) for i in instances]
    assert len(set(prints)) == len(prints)
