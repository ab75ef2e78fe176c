"""Input that nobody would write, at every door: no traceback, within 20 seconds and 1 GiB.

Hypothesis draws seeds; from each of them follow so many inputs of a door as `INPUTS` says, and one
process takes them all, one after another (`support/hostile/besieged.py`). `make soak` tries 20,000
seeds for each door, so together `20_000 * sum(INPUTS.values())` inputs: more than a million. A
failure names door, seed and input, and shows the input; the same words make it again:
`python -m tests.support.hostile.besieged DOOR SEED COUNT`.
"""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import PlaythroughError, Session
from tests.support.cases import NOBODY, counted
from tests.support.hostile.besieged import Besieged, Camp
from tests.support.hostile.plays import sessions

INPUTS = {
    "text_read": 5,
    "text_checked": 1,
    "table": 5,
    "playthroughs": 15,
    "sessions": 4,
    "typed": 4,
    "submitted": 12,
    "words": 4,
    "kept": 2,
    "batch": 2,
}
SOAK = 20_000  # seeds for each door: `conftest.py` says so
SPOILT = 100  # files of sessions
PLAYED = 2
"""A text that is searched for faults takes as long as so many others."""

EXAMPLES = settings.default.max_examples
SEEDS = EXAMPLES if EXAMPLES == SOAK else max(5, EXAMPLES // 10)
"""Elsewhere a sample: an input costs as much as many examples of other properties."""


def test_the_deep_run_tries_a_million_inputs():
    assert settings.get_profile("soak").max_examples == SOAK
    assert sum(INPUTS.values()) * SOAK >= 1_000_000


@pytest.fixture(scope="module")
def camp():
    begun = Camp()
    yield begun
    begun.close()


@pytest.mark.parametrize("door", INPUTS)
def test_hostile_input_is_answered(camp, door):
    hold(camp, door, INPUTS[door], SEEDS)


def test_hostile_texts_are_searched(camp):
    hold(camp, "searched", 1, SEEDS // PLAYED)


def test_most_spoilt_sessions_are_read_behind_their_chain(tmp_path, monkeypatch):
    ends = []
    load = Session.load

    def watched(path, **how):
        try:
            session = load(path, **how)
        except PlaythroughError as error:
            ends.append(str(error))
            raise
        ends.append("")
        return session

    monkeypatch.setattr(Session, "load", watched)
    put = sessions(tmp_path)
    for seed in range(SPOILT):
        put(Random(seed), [])
    assert len(ends) > SPOILT / 2
    assert sum("it was changed" in end for end in ends) < len(ends) / 3
    assert "" in ends


def hold(camp, door, count, examples):
    """Try so many seeds of a door."""
    besieged = Besieged(camp, door)
    try:

        @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
        @given(seed=st.integers(0, 2**32))
        def tried(seed):
            wrong = besieged.try_out(seed, count)
            assert not wrong, wrong

        tried()
        assert besieged.tried >= min(examples, 2) * count
        counted(NOBODY, "inputs", besieged.tried)
    finally:
        besieged.close()


# ---------------------------------------------------------------- the limits hold


@pytest.mark.parametrize(
    "fault", ["raises", "takes memory", pytest.param("hangs", marks=pytest.mark.soak)]
)
def test_what_breaks_a_limit_is_told(camp, fault):
    besieged = Besieged(camp, f"broken: {fault}")
    try:
        told = besieged.try_out(7, 3)
    finally:
        besieged.close()
    assert f"broken: {fault} 7, input" in told
    assert ("Input: [" in told) == (fault != "hangs")
