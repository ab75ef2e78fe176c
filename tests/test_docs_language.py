"""Every example of README, reference and tutorial is a text that checks, and runs."""

import re
import shlex
from pathlib import Path
from shutil import copytree

import pytest

from interpreter.cli.main import main
from interpreter.game import Game
from interpreter.measuring.simulate import simulate
from interpreter.testing.scenarios import run
from rulelang import pipeline
from rulelang.core.folds import FOLDS
from rulelang.render import render_all
from rulelang.surface.reserved import OPENING
from tests.support.documents import examples, framed

HERE = Path(__file__).parent
EXAMPLES = [
    example
    for name in ("README", "docs/language", "docs/tutorial")
    for example in examples(HERE.parent / f"{name}.md")
]
LANGUAGE = (HERE.parent / "docs" / "language.md").read_text(encoding="utf-8")
SEMANTICS = (HERE.parent / "docs" / "semantics.md").read_text(encoding="utf-8")
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


@pytest.mark.parametrize("name", ["language", "tutorial"])
def test_what_check_says_of_a_text_is_what_it_says(name, tmp_path, monkeypatch, capsys):
    """A block that begins with `$ rulelang check` is what comes of it, to the letter."""
    document = HERE.parent / "docs" / f"{name}.md"
    text = document.read_text(encoding="utf-8")
    shown = list(re.finditer(r"^\$ rulelang (check .*)\n((?:.+\n)*?)```", text, re.MULTILINE))
    assert shown
    monkeypatch.chdir(tmp_path)
    copytree(HERE.parent / "games", tmp_path, dirs_exist_ok=True)
    for told in shown:
        line = text.count("\n", 0, told.start()) + 1
        above = [e for e in examples(document) if e.line < line and e.is_whole]
        if above and name == "tutorial":
            Path("orchard.rules").write_text(above[-1].text, encoding="utf-8")
        main(shlex.split(told[1]))
        assert capsys.readouterr().out == told[2]


def test_what_the_tutorial_says_of_check_is_so(tmp_path, monkeypatch, capsys):
    document = HERE.parent / "docs" / "tutorial.md"
    text = document.read_text(encoding="utf-8")
    claims = list(re.finditer(r"check` now says `([^`]+)`", text))
    assert len(claims) == 2
    monkeypatch.chdir(tmp_path)
    for claim in claims:
        line = text.count("\n", 0, claim.start()) + 1
        above = [example for example in examples(document) if example.line < line]
        Path("orchard.rules").write_text(above[-1].text, encoding="utf-8")
        main(["check", "orchard.rules"])
        assert claim[1] in capsys.readouterr().out


def test_the_reference_lists_the_words_that_cannot_be_names():
    listed = re.search(r"cannot be names, because values begin with them: `([^`]+)`", LANGUAGE)
    assert listed
    assert set(listed[1].split()) == OPENING


@pytest.mark.parametrize("fold", FOLDS)
def test_a_fold_has_its_place_in_the_reference_and_in_the_semantics(fold):
    queries = LANGUAGE[LANGUAGE.index("| query | value |") :].partition("\n\n")[0]
    assert f"`{FOLDS[fold].text} " in queries
    assert re.search(rf"^- (`\w+`, )*`{fold}`", SEMANTICS, re.MULTILINE)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if not e.is_whole], ids=str)
def test_a_fragment_checks_in_its_frame(example, tmp_path):
    copytree(BESIDE, tmp_path / "night_market")
    path = tmp_path / "game.rules"
    path.write_text(framed(example, FRAME), encoding="utf-8")
    checked = pipeline.check(str(path))
    found = [one for one in checked.diagnostics if one.code not in ("never-used", "never-read")]
    assert render_all(found, checked.sources) == ""
    assert failures(checked) == []
