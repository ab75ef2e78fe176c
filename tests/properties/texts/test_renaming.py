"""A name that an editor changes is changed everywhere: the same tree but for it, nothing found."""

import re
from pathlib import Path

import attrs
import pytest

from rulelang import pipeline
from rulelang.core.canonical import canonical_text
from rulelang.mends import applied
from rulelang.source import Source
from rulelang.workbench.draft import Draft
from rulelang.workbench.renaming import rename
from tests.support.sampling import DEEP, gated

ROOT = Path(__file__).parents[3]
TEXTS = [path for at in ("games", "tests/texts") for path in sorted((ROOT / at).glob("*.rules"))]
FRESH = "Zzq9"
NAMES = 10_000 if DEEP else 5
"""Names of a text that are changed, one at a time."""


def built(path, text, tables=()):
    desk = pipeline.Desk(dict(tables))
    draft = Draft.of(str(path), Source(str(path), text), desk)
    made = pipeline.build(str(path), parsed=draft.parsed)
    return (
        draft,
        [found.code for found in made.diagnostics],
        canonical_text(attrs.evolve(made.spec, options=())),
    )


def changed(path, text, edits):
    """Return the text behind some edits, and the tables beside it."""
    by_file = {}
    for edit in edits:
        by_file.setdefault(edit.span.file, []).append(edit)
    mine = applied(text, by_file.pop(str(path), []))
    return mine, {
        str(Path(file).resolve()): applied(Path(file).read_text("utf-8"), found)
        for file, found in by_file.items()
    }


def alike(tree, name):
    """Return a tree with one name for the old one and the new one, wherever it is part of one."""
    return re.sub(rf"(?<![A-Za-z0-9])({name}|{FRESH})(?![A-Za-z0-9])", FRESH, tree)


def is_mine(known):
    return known.sort != "library" and not known.span.file.startswith("std/")


@pytest.mark.parametrize("path", gated(TEXTS), ids=lambda path: path.stem)
def test_a_renamed_text_is_the_same_but_for_the_name(path):
    text = path.read_text("utf-8")
    draft, found, tree = built(path, text)
    known = [one for one in dict.fromkeys(u.definition for u in draft.names.uses) if is_mine(one)]
    for one in known[:: max(1, len(known) // NAMES)]:
        edits = rename(draft, one, FRESH)
        assert not isinstance(edits, str), edits
        _, after, renamed = built(path, *changed(path, text, edits))
        assert after == found, one
        assert alike(renamed, one.name) == alike(tree, one.name), one
