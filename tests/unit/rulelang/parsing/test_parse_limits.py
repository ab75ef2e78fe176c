"""Texts that are too long are refused at once."""

import time

from rulelang import parse
from rulelang.diagnostics import Sink
from rulelang.source import Source


def test_a_text_of_too_many_declarations_is_refused_with_their_number():
    text = 'game "Many"\n' + "".join(f"var v{n}: 0..9\n" for n in range(24_999))
    sink, began = Sink(), time.process_time()
    assert parse.parse(Source("many.rules", text), sink) is None
    (found,) = sink.found
    assert found.title == "the text has 25,000 declarations; 5,000 are allowed"
    assert str(found.primary.span) == "many.rules:5001:1"
    assert time.process_time() - began < 10
