"""Packed lists and stretches of numbers are as good as lists, whatever is asked of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.hosting.packed import Packed, Spans, line_of


def event(number):
    return {"number": number, "event": "said", "text": "é\n" * (number % 3), "player": None}


def lines(events):
    """Return events as lines: their numbers are their places."""
    return [line_of({k: v for k, v in event.items() if k != "number"}) for event in events]


@given(st.lists(st.integers(0, 150), max_size=6), st.data())
def test_a_packed_list_is_as_good_as_a_list(amounts, data):
    packed, model = Packed(), []
    for amount in amounts:
        new = [event(len(model) + n + 1) for n in range(amount)]
        packed, model = packed.adding(lines(new)), model + new
    assert len(packed) == len(model)
    assert list(packed) == model
    assert list(Packed.loaded(packed.saved())) == model
    ends = st.none() | st.integers(-len(model) - 3, len(model) + 3)
    part = slice(data.draw(ends), data.draw(ends), data.draw(st.sampled_from([None, 1, 3, -1])))
    assert list(packed[part]) == model[part]
    if model:
        at = data.draw(st.integers(-len(model), len(model) - 1))
        assert packed[at] == model[at]
    with pytest.raises(IndexError):
        packed[len(model)]


def test_a_thousand_events_take_little_room():
    packed = Packed().adding(lines([event(number) for number in range(1000)]))
    assert packed.size < 10_000
    assert len(packed.tail) < 32


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans()), max_size=12))
def test_stretches_are_as_good_as_numbers(steps):
    spans, model, high = Spans(), [], 1
    for amount, gap, back in steps:
        if back:
            gone = min(amount, len(model))
            assert spans.last(gone) == model[len(model) - gone :]
            spans, model = spans.without_last(gone), model[: len(model) - gone]
        else:
            high += gap
            new = range(high, high + amount)
            spans, model, high = spans.adding(high, high + amount), [*model, *new], high + amount
        assert list(spans) == model
        assert len(spans) == len(model)
        assert all((n in spans) == (n in model) for n in range(high + 2))
