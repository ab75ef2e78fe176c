"""The text that a specification is hashed by."""

import pytest

from interpreter import load
from rulelang import core
from rulelang.core.canonical import canonical_text


@pytest.mark.parametrize("game", ["tic_tac_toe", "kuhn_poker", "pergamon"])
def test_text_and_representation_are_one_where_no_class_was_renamed(game):
    spec = load(f"games/{game}.rules").spec
    assert canonical_text(spec.tables) == repr(spec.tables)
    assert canonical_text(spec.zones) == repr(spec.zones)


def test_spans_and_wording_are_no_part_of_it():
    need = core.Need(core.Const(1), core.Text(("why",)))
    assert canonical_text(need) == "Need(test=Const(value=1))"
    assert canonical_text(()) == "()"
