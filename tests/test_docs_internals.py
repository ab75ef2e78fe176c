"""The map of the inside has a line for each room, and no line for what is gone."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "internals.md").read_text(encoding="utf-8")


def rooms():
    inside = ("native", "native/runtime", "picture", "table")
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


def test_every_file_that_the_page_names_is_there():
    named = re.findall(r"`((?:rulelang|interpreter|tests)/[\w/]+\.(?:py|json|lark))`", PAGE)
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).is_file()] == []
