"""Seeded mistakes: what is found, exactly where, and mended right."""

import pytest

from rulelang import pipeline
from rulelang.mends import applied
from rulelang.prove.memory import Memory
from rulelang.source import Source
from tests.support import mistakes


def test_each_mistake_is_one_change_of_the_text():
    for one in mistakes.mistakes():
        assert mistakes.TEXT.count(one.instead_of) == 1
        assert one.text != mistakes.TEXT
    assert len(mistakes.mistakes()) >= 100


@pytest.mark.soak
def test_mistakes_are_found_and_mended():
    memory = Memory()
    found = [mistakes.outcome(one, memory) for one in mistakes.mistakes()]
    assert sum(bool(one.found) for one in found) >= 0.98 * len(found)
    assert sum(one.is_exact for one in found) >= 0.85 * len(found)
    assert sum(one.is_mended for one in found) >= 0.65 * len(found)
    assert sum(len(one.found) - 1 for one in found if one.found) <= 10


@pytest.mark.soak
def test_no_mend_of_a_mistake_brings_anything_new():
    memory = Memory()
    for one in mistakes.mistakes():
        for finding in pipeline.check(
            "game.rules", memory, Source("game.rules", one.text)
        ).diagnostics:
            text = applied(one.text, finding.mend) if finding.mend else one.text
            assert text is not None
            after = pipeline.check("game.rules", memory, Source("game.rules", text)).diagnostics
            assert len(after) <= len(mistakes.outcome(one, memory).found), one
