"""Seeded mistakes: what is found, exactly where, and mended right."""

import pytest

from rulelang import mends
from rulelang.mends import applied
from rulelang.prove.memory import Memory
from rulelang.source import Source
from tests.support import mistakes
from tests.support.sampling import passed_over


def test_each_mistake_is_one_change_of_the_text():
    for one in mistakes.mistakes():
        assert mistakes.TEXT.count(one.instead_of) == 1
        assert one.text != mistakes.TEXT
    assert len(mistakes.mistakes()) >= 100


@pytest.mark.soak
def test_mistakes_are_found_and_mended():
    memory = Memory()
    found = [mistakes.outcome(one, memory) for one in mistakes.mistakes()]
    assert all(one.found for one in found)
    assert sum(one.is_exact for one in found) >= 0.95 * len(found)
    assert sum(one.is_mended for one in found) >= 0.95 * len(found)
    assert not [one.mistake for one in found if len(one.found) > 1]


def first_of(every):
    """Return what the gate looks at: each so manieth mistake; the others for the soak."""
    found = mistakes.mistakes()
    return [one if at % every == 0 else passed_over(one) for at, one in enumerate(found)]


@pytest.mark.parametrize("mistake", first_of(6), ids=lambda one: one.written.strip())
def test_a_mend_removes_its_finding_and_brings_no_new_one(mistake):
    before = mends.look("game.rules", Source("game.rules", mistake.text), Memory())
    for finding in before.findings:
        text = applied(mistake.text, finding.mend)
        if finding.mend:
            assert text is not None
            after = mends.look("game.rules", Source("game.rules", text), Memory())
            assert before.is_helped_by(after, finding), after.findings
