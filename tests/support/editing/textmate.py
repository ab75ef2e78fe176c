"""Lines coloured by a grammar of TextMate, as VS Code does it.

babi has the same machine as VS Code, down to the library for expressions (Oniguruma).
"""

from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from babi.highlight import Grammars, highlight_line

from tests.support.written.vscode import COLOURS

ROOT = "source.rulelang"


@cache
def _compiler():
    with TemporaryDirectory() as folder:
        copy(COLOURS, Path(folder) / f"{ROOT}.json")
        return Grammars(folder).compiler_for_scope(ROOT)


def scopes(text):
    """Yield for each line, counted from 1, its regions: start, end and the innermost scope."""
    compiler = _compiler()
    state = compiler.root_state
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        state, regions = highlight_line(compiler, state, line, first_line=number == 1)
        assert len(state.entries) == 1, f"line {number} runs on into the next one"
        yield [(one.start, one.end, one.scope) for one in regions]
