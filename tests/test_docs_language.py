"""Every example of the reference and of the tutorial is a text that checks, and runs."""

from pathlib import Path
from shutil import copytree

import pytest

from interpreter.game import Game
from interpreter.measuring.simulate import simulate
from interpreter.testing.scenarios import run
from rulelang import pipeline
from rulelang.render import render_all
from tests.support.documents import examples, framed

HERE = Path(__file__).parent
EXAMPLES = [
    example
    for name in ("language", "tutorial")
    for example in examples(HERE.parent / "docs" / f"{name}.md")
]
# Tables of the fragments, and what they speak of without declaring it.
BESIDE = HERE / "docs" / "night_market"
FRAME = (BESIDE / "frame.rules").read_text(encoding="utf-8")


def failures(checked):
    """Return what fails in the scenarios of a text."""
    return [failure for scene in checked.scenarios for failure in run(scene).failures]


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.is_whole], ids=str)
def test_a_whole_game_checks_and_its_scenarios_hold_and_it_plays(example, tmp_path):
    path = tmp_path / "game.rules"
    path.write_text(example.text, encoding="utf-8")
    checked = pipeline.check(str(path))
    assert render_all(checked.diagnostics, checked.sources) == ""
    assert failures(checked) == []
    for setting in checked.instances:
        built = pipeline.build(str(path), setting.players, setting.options)
        assert built.spec is not None
        assert simulate(Game(built.spec), 3, seed=1).games == 3


@pytest.mark.parametrize("example", [e for e in EXAMPLES if not e.is_whole], ids=str)
def test_a_fragment_checks_in_its_frame(example, tmp_path):
    copytree(BESIDE, tmp_path / "night_market")
    path = tmp_path / "game.rules"
    path.write_text(framed(example, FRAME), encoding="utf-8")
    checked = pipeline.check(str(path))
    found = [one for one in checked.diagnostics if one.code != "never-used"]
    assert render_all(found, checked.sources) == ""
    assert failures(checked) == []
