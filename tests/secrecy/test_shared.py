"""What variants share of who sees what, and of what bodies do, is what each has by itself."""

import pytest

from rulelang import pipeline
from rulelang.prove.footprints import footprints_of
from rulelang.prove.memory import Memory
from rulelang.secrecy.common import Common, circumstances
from rulelang.secrecy.sight import sights_of
from rulelang.secrecy.unseen import unseen_of
from rulelang.secrecy.walker import walker_of
from rulelang.source import Source
from tests.support.edited import EDITS, FILE, FORGETFUL, applied
from tests.support.games import ROOT
from tests.support.sampling import passed_over


def told(spec, footprints):
    """Return what a walk for secrets begins with."""
    sights = sights_of(spec, footprints)
    unseen = unseen_of(sights)
    w = walker_of(sights, unseen, Common())
    bodies = w.reader.bodies
    return (
        (sights.zones, sights.variables, sights.lying, circumstances(sights, unseen)),
        (unseen.anytime, [unseen.of_effect(number) for number in range(len(spec.effects))]),
        (w.pauses.effects, w.pauses.returning, w.pauses.speaking, w.traces.effects),
        (bodies.effects, bodies.facts, bodies.order, [*bodies.names.values()]),
    )


def are_told_alike(specs, memory):
    for spec in specs:
        assert told(spec, memory.footprints(spec)) == told(spec, footprints_of(spec))


@pytest.mark.parametrize(
    "game", ["agamemnon", "hearts", "liars_dice", passed_over("pergamemnon"), "whist"]
)
def test_variants_are_told_as_each_by_itself(game):
    memory = Memory()
    checked = pipeline.check(str(ROOT / "games" / f"{game}.rules"), memory, desk=pipeline.Desk())
    assert len(checked.specs) > 1
    are_told_alike(checked.specs, memory)


def test_so_are_those_of_a_text_that_is_edited():
    memory, desk = Memory(), pipeline.Desk()
    for name in (None, *EDITS, None):
        text = applied([] if name is None else [name], FORGETFUL)
        checked = pipeline.check(str(FILE), memory, Source(str(FILE), text), desk)
        are_told_alike(checked.specs, memory)
