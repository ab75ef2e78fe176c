"""What rules become: one function of the IR for each construct, held in `lowering/<what>.md`."""

from pathlib import Path

import pytest

from interpreter import load
from interpreter.native.ir.show import show_function
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from tests.support.literate import Input, bless, cases

GOLDEN = sorted((Path(__file__).parent / "lowering").glob("[a-z]*.md"))


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
