"""Every module can be imported alone: none lives by the order in which others are."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# A fresh set of modules for each; what others brought along is not there.
ALONE = """
import importlib, sys
failed = []
for name in sys.argv[1:]:
    for known in [m for m in sys.modules if m.startswith("interpreter.native")]:
        del sys.modules[known]
    try:
        importlib.import_module(name)
    except ImportError as reason:
        failed.append(f"{name}: {reason}")
print("\\n".join(failed))
"""


def names():
    """Return the modules of native code, where imports go in circles."""
    files = sorted((ROOT / "interpreter" / "native").rglob("*.py"))
    parts = (file.relative_to(ROOT).with_suffix("").parts for file in files)
    return [".".join(part) for part in parts if part[-1] != "__init__"]


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="llvmlite is not installed")
def test_each_module_of_native_code_can_be_imported_alone():
    found = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", ALONE, *names()],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert found.stdout.split("\n") == ["", ""]


def test_a_public_module_is_there_where_it_is_asked_for_first():
    asked = "from interpreter import playthrough; print(playthrough.read.__name__)"
    found = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", asked], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert (found.stdout, found.stderr) == ("read\n", "")


def test_to_check_a_look_neither_draws_nor_speaks_to_other_machines():
    asked = "import sys, interpreter.findings.looks; print(*sys.modules)"
    found = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", asked], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    loaded = set(found.stdout.split())
    assert "interpreter.picture.boards" in loaded
    assert loaded.isdisjoint({"ssl", "http.client", "interpreter.picture.plan"})


def test_to_play_and_to_measure_makes_neither_reports_nor_pages():
    asked = "import sys\nfrom interpreter.cli.measuring import simulate, tournament\n"
    asked += "from interpreter.cli.playing import play\nprint(*sys.modules)"
    found = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", asked], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    loaded = set(found.stdout.split())
    assert loaded.isdisjoint({"interpreter.report", "interpreter.picture.draw"})


def test_a_face_of_pictures_is_there_where_it_is_asked_for_first():
    asked = "from interpreter.picture import THEMES, Theme, outline, page, picture, replay\n"
    asked += "print(callable(page), callable(picture), callable(replay), callable(outline))"
    found = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", asked], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert (found.stdout, found.stderr) == ("True True True True\n", "")
