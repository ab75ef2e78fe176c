"""Documents of variants that share what they have in common are what each would be alone."""

import pytest

from interpreter.document.build import describe
from interpreter.document.shared import Shared
from interpreter.game import Game
from rulelang import pipeline
from rulelang.core.canonical import specification_hash
from tests.support.games import ROOT

NAMES = ("whist", "kuhn_poker_for_more", "millbrook")


@pytest.mark.parametrize("name", NAMES)
def test_shared_documents_are_those_of_each_variant_alone(name):
    checked = pipeline.check(str(ROOT / "games" / f"{name}.rules"))
    assert len(checked.specs) > 1
    shared = Shared()
    for spec in checked.specs:
        alone = describe(Game(spec))
        assert describe(Game(spec), shared) == alone
        assert alone.document.hash == specification_hash(spec)


SWAP = """\
game "Swap"
players 2
option way: near | far

token Stone(number: 1..6) in sack: 1 each
zone sack: Stone set, open
zone near_pile: Stone set, open
zone far_pile: Stone set, open
var moves: 0..9

play:
    each turn of p, at most 6:
        p chooses:
            take(c in sack):
                lay(c)
            pass
    end: all win

to lay(c):
    add 1 to moves
    if way is near: move c from sack to near_pile
    else: move c from sack to far_pile
"""


def test_an_arm_that_reads_the_same_follows_what_its_variant_calls(tmp_path):
    file = tmp_path / "swap.rules"
    file.write_text(SWAP, encoding="utf-8")
    checked = pipeline.check(str(file))
    assert checked.ok, checked.diagnostics
    shared = Shared()
    written = []
    for spec in checked.specs:
        document = describe(Game(spec), shared).document
        assert document == Game(spec).document()
        written.append(document.arms[0].writes)
    assert written[0] != written[1]
