"""The table of constructs in `docs/language.md` names games that have them."""

import re

import pytest

from tests.support.constructs import PATTERNS, uses
from tests.support.games import ROOT, RULES, TEXTS
from tests.support.sampling import GATE

DOCUMENT = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
TABLE = DOCUMENT[DOCUMENT.index("## 35. Which game shows what") :]
ROWS = dict(re.findall(r"^\| (.+?) \| ((?:`\w+`(?:, )?)+|none) \|$", TABLE, re.MULTILINE))
ODDS_AND_ENDS = ROOT / "tests" / "texts" / "constructs.rules"


def test_every_row_is_one_that_can_be_looked_up():
    assert list(ROWS) == list(PATTERNS)
    assert len(ROWS) == TABLE.count("\n|") - 2


@pytest.mark.parametrize("construct", PATTERNS)
def test_the_games_named_use_the_construct(construct):
    games = re.findall(r"\w+", ROWS[construct])
    if games == ["none"]:
        assert not [path.stem for path in RULES if uses(path, construct)]
        assert uses(ODDS_AND_ENDS, construct)
    else:
        assert all(uses(ROOT / "games" / f"{game}.rules", construct) for game in games)


def test_what_the_gate_plays_has_every_construct_that_a_game_uses():
    played = [*TEXTS, *(path for path in RULES if path.stem in GATE)]
    assert {path.stem for path in RULES} >= GATE
    for construct in PATTERNS:
        if any(uses(path, construct) for path in RULES):
            assert any(uses(path, construct) for path in played), construct
