"""What rules become: one function of the IR for each construct, held in `lowering/<what>.md`."""

from pathlib import Path
from typing import get_args

import pytest

from interpreter import load
from interpreter.native.ir.show import show_function
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.native.lower.middle import PassName
from tests.support.literate import Input, bless, cases

GOLDEN = sorted((Path(__file__).parent / "lowering").glob("[a-z]*.md"))
PASSES = sorted((Path(__file__).parent / "lowering" / "passes").glob("*.md"))


def lowered(given: Input) -> str:
    """Return the function that the first line of a text names, as printed."""
    file = Path("game.rules")
    file.write_text(given.rules, encoding="utf-8")
    module = lower(load(str(file)).layout).module
    verify(module)
    name = given.rules.partition("\n")[0].removeprefix("# ")
    return show_function(module.functions[name]) + "\n"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_rules_become_this(path, request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if request.config.getoption("--bless"):
        bless(path, lowered)
    found = cases(path)
    assert found
    for given, expected in found:
        assert lowered(given) == expected


def around(name: str, given: Input) -> str:
    """Return the function that the first line of a text names, before a pass and behind it."""
    file = Path("game.rules")
    file.write_text(given.rules, encoding="utf-8")
    layout = load(str(file)).layout
    order = get_args(PassName)
    shown = []
    for until in (order[order.index(name) - 1], name):
        module = lower(layout, until=until).module
        verify(module)
        function = module.functions[given.rules.partition("\n")[0].removeprefix("# ")]
        shown.append(f"behind {until}:\n{show_function(function)}\n")
    before, after = shown
    assert before.partition("\n")[2] != after.partition("\n")[2]
    return before + after


def test_every_pass_over_the_code_has_its_example():
    assert [path.stem for path in PASSES] == sorted(get_args(PassName)[1:])


@pytest.mark.parametrize("path", PASSES, ids=lambda path: path.stem)
def test_passes_make_this_of_it(path, request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if request.config.getoption("--bless"):
        bless(path, lambda given: around(path.stem, given))
    for given, expected in cases(path):
        assert around(path.stem, given) == expected
