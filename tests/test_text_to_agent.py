"""The example from a rule text to a trained agent: it runs, learns, and its cells are cells."""

import ast
import json
import re
import subprocess
import sys

from interpreter import load
from interpreter.solving import exploitability
from tests.support.written.notebook import NOTEBOOK, SCRIPT, notebook


def test_it_runs_and_learns():
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(SCRIPT), "40"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = re.search(r"untrained (\d\.\d+), trained (\d\.\d+)", done.stdout)
    untrained, trained = map(float, told.groups())
    uniform = exploitability(
        load("leduc_poker"), lambda state: [1 / len(state.legal_ids)] * len(state.legal_ids)
    )
    assert abs(untrained - uniform) < 0.001  # its last layer begins with nothing
    assert trained < untrained - 0.2
    assert re.search(r"^trained: 10 games, [+-]\d", done.stdout, re.MULTILINE)
    assert "mcts:200: 10 games" in done.stdout
    assert "forfeit" not in done.stdout


def test_its_cells_are_read_by_editors():
    lines = SCRIPT.read_text("utf-8").splitlines()
    cells = [line for line in lines if line.startswith("# %%")]
    assert len(cells) > 8
    assert set(cells) == {"# %%", "# %% [markdown]"}


def test_the_notebook_has_the_cells_of_the_script():
    script = SCRIPT.read_text("utf-8")
    written = NOTEBOOK.read_text("utf-8")
    assert written == notebook(script), "make notebook"
    cells = json.loads(written)["cells"]
    told = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert ast.dump(ast.parse("\n".join(told))) == ast.dump(
        ast.Module(ast.parse(script).body[1:], [])
    )
    assert cells[0]["source"][0].startswith("From a rule text to a trained agent")
