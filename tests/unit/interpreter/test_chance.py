from collections import Counter
from fractions import Fraction

import pytest

from interpreter.chance import Numbers, pick, scaled, word

# docs/semantics.md, 16: key, seed, playthrough, index; the word; the number below 6.
VECTORS = [
    (("chance", 0, 0, 0), 0xAE456A560BA466DC, 4),
    (("chance", 7, 0, 0), 0xF30008A7ABEDFE62, 5),
    (("chance", 7, 0, 1), 0xF18F0C51FD4B80C4, 5),
    (("chance", 7, 1, 0), 0x8750ADB0C914BB04, 3),
    (("chance", 2**64 - 1, 0, 0), 0x9403C91430D465D7, 3),
    (("players", 0, 0, 0), 0x0AA601F0AFFDB076, 0),
    (("players", 7, 0, 1), 0x51252452AB251028, 1),
]


@pytest.mark.parametrize(("parts", "number", "of_six"), VECTORS)
def test_vectors(parts, number, of_six):
    assert word(*parts) == number
    assert scaled(number, 6) == of_six


def test_a_stream_counts_from_zero():
    stream = Numbers("chance", 7, 0)
    assert [stream.word(), stream.word()] == [word("chance", 7, 0, 0), word("chance", 7, 0, 1)]


def test_outcomes_come_by_weight():
    stream = Numbers("chance", 3)
    outcomes = ((2, Fraction(1, 6)), (5, Fraction(1, 2)), (9, Fraction(1, 3)))
    times = Counter(stream.outcome(outcomes) for _ in range(6000))
    assert {key: round(n / 1000) for key, n in times.items()} == {2: 1, 5: 3, 9: 2}


def test_weights_must_add_up():
    with pytest.raises(ValueError, match="less than 1"):
        pick(((1, Fraction(1, 3)),), 2**64 - 1)
