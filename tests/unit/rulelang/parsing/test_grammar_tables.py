"""Tables of the grammar that are kept read texts as those do that are made anew."""

from functools import cache

import pytest

from rulelang import parse
from rulelang.diagnostics import Sink
from rulelang.keeping import disk
from rulelang.parsing import library
from rulelang.source import Source
from tests.support.games import RULES

BROKEN = (
    'game game\n',
    "play:\n    chose x\n",
    "play:\n  if 1 is:\n      stop\n",
    "zone deck: pile of Card\nsetup fill deck\n",
    "play:\n    say \"{1 +}\"\n",
)  # fmt: skip


class Shelf:
    """Keeps things in memory."""

    def __init__(self):
        self.kept = {}

    key_of = staticmethod(disk.key_of)

    def read(self, name):
        return self.kept.get(name)

    def write(self, name, entry):
        self.kept[name] = entry


def forget():
    """Let the next text be read by a reader of the grammar that is made then."""
    library.library.cache_clear()


@pytest.fixture
def shelf(monkeypatch):
    """Return a place in which nothing is kept yet; forget the grammar before and after."""
    shelf = Shelf()
    monkeypatch.setattr(library, "disk", shelf)
    forget()
    yield shelf
    forget()


def read(text):
    sink = Sink()
    return parse.parse(Source("a.rules", text), sink), sink.found


@pytest.mark.parametrize(
    "text", [*BROKEN, *(path.read_text(encoding="utf-8") for path in RULES[1:3])]
)
def test_texts_are_read_as_before(text, shelf):
    anew = read(text)
    forget()
    assert library.library().source_path == "<deserialized>"
    assert read(text) == anew
    assert len(shelf.kept) == 1


MADE = cache(library._made)  # noqa: SLF001 - to make the tables takes most of a second


@pytest.mark.parametrize(
    "damage",
    [
        *(None, b"something else", b"{}", b"[]", b'{"tables":{},"memo":{"0":1}}'),
        b'{"tables":{"parser":{"parser":{}}},"memo":[[0,1]],"words":[],"rows":[[0,0]]}',
        b'{"tables":{"parser":{"parser":{}}},"memo":[0],"words":[[0,"A"]],"rows":[[0,0,-9]]}',
    ],
)
def test_what_cannot_be_trusted_is_made_anew(damage, shelf, monkeypatch):
    made = []
    monkeypatch.setattr(library, "_made", lambda grammar: made.append(grammar) or MADE(grammar))
    anew = read(BROKEN[1])
    (name,) = shelf.kept
    shelf.kept[name] = damage
    forget()
    assert read(BROKEN[1]) == anew
    assert len(made) == 2
    assert shelf.kept[name] not in (None, damage)


def test_another_grammar_has_tables_of_its_own(shelf, monkeypatch):
    read(BROKEN[1])
    monkeypatch.setattr(library, "lark_version", "another")
    forget()
    read(BROKEN[1])
    assert len(shelf.kept) == 2
