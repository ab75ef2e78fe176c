"""Tables of the grammar that are kept read texts as those do that are made anew."""

import subprocess
import sys

import pytest

from rulelang import parse
from rulelang.diagnostics import Sink
from rulelang.keeping import disk
from rulelang.parsing import library, tables
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
def made(monkeypatch):
    """Return the grammars of which tables are made; to make them takes most of a second."""
    known, made = library.library().tables, []
    monkeypatch.setattr(tables, "made_of", lambda grammar: made.append(grammar) or known)
    return made


@pytest.fixture
def shelf(monkeypatch):
    """Return a place in which nothing is kept yet, nor ships; forget the grammar around it."""
    shelf = Shelf()
    monkeypatch.setattr(library, "SHIPPED", library.SHIPPED.with_suffix(".missing"))
    monkeypatch.setattr(library, "disk", shelf)
    forget()
    yield shelf
    forget()


def read(text):
    sink = Sink()
    return parse.parse(Source("a.rules", text), sink), sink.found


def test_the_tables_that_ship_are_those_of_the_grammar(request, monkeypatch):
    made = tables.made_of(library.text_of_grammar())
    if request.config.getoption("bless"):
        library.SHIPPED.write_bytes(library.shipping(made))
    assert library.SHIPPED.read_bytes() == library.shipping(made), "pytest --bless"
    forget()
    monkeypatch.setattr(library, "disk", Shelf())
    monkeypatch.setattr(tables, "made_of", None)
    assert library.library().tables == made
    forget()


@pytest.mark.parametrize(
    "text", [*BROKEN, *(path.read_text(encoding="utf-8") for path in RULES[1:3])]
)
def test_texts_are_read_as_before(text, made, shelf):
    anew = read(text)
    forget()
    assert read(text) == anew
    assert (len(shelf.kept), len(made)) == (1, 1)


def test_tables_are_read_as_they_were_written():
    known = library.library().tables
    assert tables.read(tables.written(known)) == known


@pytest.mark.parametrize(
    "damage", [None, b"something else", b"{}", b"[]", b'{"terminals":[0]}', b'{"rows":["0 0"]}']
)
def test_what_cannot_be_trusted_is_made_anew(damage, made, shelf):
    anew = read(BROKEN[1])
    (name,) = shelf.kept
    shelf.kept[name] = damage
    forget()
    assert read(BROKEN[1]) == anew
    assert len(made) == 2
    assert shelf.kept[name] not in (None, damage)


def test_tables_that_are_written_in_another_way_are_others(made, shelf, monkeypatch):
    read(BROKEN[1])
    monkeypatch.setattr(tables, "WRITTEN", "tables 0")
    forget()
    read(BROKEN[1])
    assert (len(shelf.kept), len(made)) == (2, 2)


def test_where_tables_are_kept_the_library_is_not_imported():
    library.library()
    code = """if True:
        import sys
        from rulelang.diagnostics import Sink
        from rulelang.parse import parse
        from rulelang.source import Source
        assert parse(Source("a.rules", 'game "A"'), Sink()).declarations
        assert "lark" not in sys.modules
    """
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own code
