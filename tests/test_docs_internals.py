"""The map of the inside has a line for each room, and no line for what is gone."""

import re
from pathlib import Path
from typing import get_args

from interpreter.native import PassName

ROOT = Path(__file__).parents[1]
HOUSES = ("rulelang", "interpreter", "tests", "docs")
PAGE = (ROOT / "docs" / "internals.md").read_text(encoding="utf-8")


def rooms():
    native = ("", "/evaluate", "/ir", "/lower", "/runtime")
    inside = (*(f"native{room}" for room in native), "picture", "table")
    houses = (
        *(ROOT / "rulelang" / room for room in ("", "elaborate", "parsing", "prove")),
        *(ROOT / "interpreter" / room for room in ("", *inside)),
    )
    folders = (f for house in houses for f in house.iterdir() if f.is_dir())
    return {
        f.relative_to(ROOT).as_posix()
        for f in folders
        if any(one.suffix != ".pyc" for one in f.iterdir() if one.is_file())
    }


def test_every_room_has_its_line():
    named = re.findall(r"^\| `([a-z/_]+)` \|", PAGE, re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) == rooms()


def test_all_that_the_page_names_is_there():
    """Files and rooms are named by the end of their path, Python with or without `.py`."""
    files = [f.relative_to(ROOT) for house in HOUSES for f in (ROOT / house).glob("**/*")]
    there = {f.as_posix() for f in (*files, *(f.with_suffix("") for f in files))}
    there |= {f.name for f in ROOT.iterdir()}
    ends = {path[at:] for path in there for at in starts(path)}
    named = re.findall(r"`([\w/]+/\w+(?:\.\w+)?|\w+\.(?:py|json|lark))`", PAGE)
    assert len(named) > 120
    assert [name for name in named if name not in ends] == []


def test_passes_are_named_in_their_order():
    _, _, behind = PAGE.partition("## From the core tree to machine code")
    named = re.findall(r"^\* `(\w+)`: ", behind.partition("\n## ")[0], re.MULTILINE)
    assert named == [*get_args(PassName), "llvm"]


def starts(path):
    """Return where the parts of a path begin."""
    return [0, *(at + 1 for at, c in enumerate(path) if c == "/")]


def test_every_target_of_make_that_a_page_names_is_there():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = re.findall(r"`make (\w+)", PAGE + (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert named
    assert set(named) - set(targets) == set()
