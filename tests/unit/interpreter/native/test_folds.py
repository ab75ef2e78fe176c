"""Every fold gives the same in both engines: of nothing, of one, of ties, of signs."""

import pytest

from interpreter import load
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang.core.folds import FOLDS

BOARD = """game "Board"
players A, B

space Cell on grid 2 x 2
var face(Cell): 0..5
var made: 0..1000 = 500

let worth(c) = face(c) - 2

play:
    each turn of p, at most 8:
        p chooses:
            set_worth(x in Cell, n in 0..5):
                set face(x) to n
                set made to 500 + ({asked})
    end: each p scores made
"""
ASKED = {
    "count": "count c in Cell where worth(c) > 0",
    "sum": "sum of worth(c) for c in Cell where worth(c) is not 0",
    "product": "product of worth(c) for c in Cell where worth(c) is not 0",
    "highest": "highest of worth(c) for c in Cell where worth(c) < 2 else 9",
    "lowest": "lowest of worth(c) for c in Cell where worth(c) > 1 else 9",
    "first": "row(first c in Cell where worth(c) > 1 else first d in Cell else none)",
    "only": "row(the c in Cell with most worth(c) else none)",
    "all": "sum of face(c) for c in (all d in Cell where worth(d) > 0)",
    "some": "if some c in Cell where worth(c) is 3 then 1 else 0",
}


@pytest.mark.parametrize("fold", FOLDS)
def test_engines_agree_about_a_fold(tmp_path, fold):
    file = tmp_path / "board.rules"
    file.write_text(BOARD.format(asked=ASKED[fold]), encoding="utf-8")
    game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 6, most=9)
    assert found.difference is None
    assert found.choice_points > 40


def test_a_product_of_nothing_is_one_and_that_of_all_is_multiplied(tmp_path):
    file = tmp_path / "board.rules"
    file.write_text(BOARD.format(asked=ASKED["product"]), encoding="utf-8")
    state = load(str(file)).start()
    made = []
    for cell, worth in ((0, 0), (1, -2), (2, 3), (3, 1)):
        state = state.apply(state.legal_actions[6 * cell + worth + 2])
        made.append(state.position.cells[-1] - 500)
    assert made == [-8, -8, 12, -6]
