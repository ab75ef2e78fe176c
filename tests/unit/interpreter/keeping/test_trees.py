"""Core trees on disk: what is played is always what the files say now."""

import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import attrs
import pytest

import rulelang
from interpreter import RulesError, UsageError, load
from interpreter.keeping import front_end, trees
from interpreter.native.ir.show import show_module
from interpreter.native.lower.game import lower
from rulelang import pipeline
from rulelang.keeping import disk
from tests.support.accidents import damages

ROOT = Path(__file__).parents[4]
FRONT_END = front_end.digest.__wrapped__  # it is asked once in a process
TEXT = """\
game "Kept"
players 2..3
option fast
option size: small | large
use paying
space Cell from "kept/{size}.csv":
    worth: 0..9
var total: 0..20
play:
    P1 chooses:
        take(c in Cell):
            add c.worth to total
    if fast: end: P1 wins
    end: P2 wins
"""

FRESH = """\
game "Fresh"
players 2
var won(Player): 0..9, fresh each filling
play:
    filling
    end: draw
to filling:
    P1 chooses:
        go:
            add 1 to won(P1)
"""


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """Return the folder where trees are kept.

    In this process the front end is taken for unchanged, though somebody may be at work on it.
    """
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "trees"))
    disk.forget_said()
    monkeypatch.setattr(front_end, "digest", lambda: "as it was")
    return tmp_path / "trees"


@pytest.fixture
def rules(tmp_path):
    """Return a rule file with two tables."""
    return make_rules(tmp_path / "texts")


def make_rules(folder):
    (folder / "kept").mkdir(parents=True)
    rules = folder / "game.rules"
    rules.write_text(TEXT)
    table(rules, "small").write_text("name,worth\na,1\nb,1\n")
    table(rules, "large").write_text("name,worth\na,2\nb,2\n")
    return rules


def table(rules, name):
    return rules.parent / "kept" / f"{name}.csv"


def tree(rules, **asked):
    return load(str(rules), **asked).spec


def fresh(rules, players=None, **options):
    """Return the tree that a text becomes now, whatever is kept."""
    return pipeline.build(str(rules), players, options).spec


def is_kept(rules, monkeypatch, **asked):
    """Return whether a tree is played that was kept."""

    def refuse(*_):
        raise _BuiltError

    with monkeypatch.context() as patch:
        patch.setattr(rulelang, "build", refuse)
        try:
            tree(rules, **asked)
        except _BuiltError:
            return False
    return True


class _BuiltError(Exception):
    pass


def entries(folder):
    """Return the trees that are kept; tables of the grammar may lie beside them."""
    return list(folder.glob("*" + trees.SORT))


def entry(folder):
    (found,) = entries(folder)
    return found


def spans(node):
    """Yield where the parts of a tree were written."""
    if isinstance(node, tuple):
        for part in node:
            yield from spans(part)
    elif isinstance(node, rulelang.Span):
        yield node
    elif attrs.has(type(node)):
        for field in attrs.fields(type(node)):
            yield from spans(getattr(node, field.name))


# ---------------------------------------------------------------- what is kept is the tree


def test_a_text_is_built_once(rules, monkeypatch):
    assert not is_kept(rules, monkeypatch)
    built = tree(rules)
    assert is_kept(rules, monkeypatch)
    assert tree(rules) == built == fresh(rules)


def test_a_kept_tree_knows_where_its_parts_were_written(rules):
    tree(rules)
    found = list(spans(tree(rules)))
    assert found == list(spans(fresh(rules)))
    assert {span.file for span in found} >= {str(rules)}


def test_a_text_with_errors_is_read_anew(rules, kept):
    rules.write_text(TEXT.replace("in Cell)", "in Room)"))
    for _ in range(2):
        with pytest.raises(RulesError) as caught:
            tree(rules)
        assert caught.value.diagnostics == pipeline.build(str(rules)).diagnostics
        assert str(rules) in caught.value.sources
    assert not entries(kept)


def test_what_a_text_does_not_offer_is_refused_all_the_same(rules):
    for _ in range(2):
        tree(rules, players=3)
        with pytest.raises(UsageError, match="it is for 2 or 3 players"):
            tree(rules, players=4)
        with pytest.raises(UsageError, match="it is small or large"):
            tree(rules, options={"size": "huge"})


# ---------------------------------------------------------------- what changes it


def test_an_edited_text_is_read_anew(rules):
    before = tree(rules)
    rules.write_text(TEXT.replace("0..20", "0..30"))
    assert tree(rules) == fresh(rules) != before
    rules.write_text(TEXT)
    assert tree(rules) == before


def test_a_remark_moves_what_is_below_it(rules):
    tree(rules)
    rules.write_text("# A remark.\n" + TEXT)
    assert list(spans(tree(rules))) == list(spans(fresh(rules)))


def test_an_edited_table_is_read_anew(rules, monkeypatch):
    before = tree(rules)
    table(rules, "small").write_text("name,worth\na,1\nb,3\n")
    assert tree(rules) == fresh(rules) != before
    assert is_kept(rules, monkeypatch)
    table(rules, "large").write_text("name,worth\na,4\n")  # of another instance
    assert is_kept(rules, monkeypatch)


def test_a_table_that_appears_or_goes_is_noticed(rules):
    text = table(rules, "small").read_text()
    table(rules, "small").unlink()
    for _ in range(2):
        with pytest.raises(RulesError, match="does not exist"):
            tree(rules)
    table(rules, "small").write_text(text)
    assert tree(rules) == fresh(rules)
    table(rules, "small").unlink()
    with pytest.raises(RulesError, match="does not exist"):
        tree(rules)


def test_a_table_that_now_lies_outside_is_refused(rules, tmp_path):
    tree(rules)
    shutil.move(table(rules, "small"), tmp_path / "elsewhere.csv")
    table(rules, "small").symlink_to(tmp_path / "elsewhere.csv")
    with pytest.raises(RulesError, match="outside"):
        tree(rules)


def test_players_and_options_have_trees_of_their_own(rules, monkeypatch):
    asked = [
        {},
        {"players": 3},
        {"options": {"fast": True}},
        {"options": {"size": "large"}},
        {"options": {"fast": True, "size": "large"}},
        {"players": 3, "options": {"fast": True}},
    ]
    built = [tree(rules, **one) for one in asked]
    assert all(is_kept(rules, monkeypatch, **one) for one in asked)
    assert [tree(rules, **one) for one in asked] == built
    assert len({repr(one) for one in built}) == len(asked)
    assert tree(rules, options={"size": "large", "fast": True}) == built[4]


def test_the_same_text_elsewhere_has_its_own_tables_and_places(rules, tmp_path, monkeypatch):
    other = make_rules(tmp_path / "others")
    table(other, "small").write_text("name,worth\nd,9\n")
    for place in (rules, other, rules, other):
        monkeypatch.chdir(place.parent)
        assert tree("game.rules") == fresh("game.rules")
        assert tree(place) == fresh(place)
        assert {span.file for span in spans(tree(place).play)} == {str(place)}


def test_the_same_text_under_another_name_has_its_own_places(tmp_path):
    for name in ("one.rules", "two.rules", "one.rules"):
        file = tmp_path / name
        file.write_text('game "Plain"\nplayers 2\nplay:\n    end: draw\n')
        assert {span.file for span in spans(tree(file).play)} == {str(file)}


def test_lines_of_native_code_are_those_of_a_tree_that_was_read(tmp_path):
    """What the language puts in has no place in the text: fresh values stand at the call."""
    rules = tmp_path / "fresh.rules"
    rules.write_text(FRESH)
    first, second = (lower(load(str(rules)).layout) for _ in range(2))
    text = show_module(first.module, first.fields)
    assert f"{rules.name}:5:5" in text
    assert show_module(second.module, second.fields) == text


def test_what_reads_texts_has_trees_of_its_own(rules, kept, monkeypatch):
    tree(rules)
    monkeypatch.setattr(front_end, "digest", lambda: "another")
    assert not is_kept(rules, monkeypatch)
    tree(rules)
    assert len(entries(kept)) == 2


FRONT_END_CHANGES = (
    ("rulelang/elaborate/declarations/rows.py", "\n# Changed.\n"),
    ("rulelang/std/paying.rules", "\n# Changed.\n"),
    ("rulelang/std/more.rules", "# A new piece of the library.\n"),
    ("grammar.lark", "\n// Changed.\n"),
)


def test_a_changed_front_end_does_not_get_what_another_kept(tmp_path, kept):
    passing = shutil.ignore_patterns("*.pyc.*")  # others may be at work on what they compile
    for part in ("rulelang", "interpreter"):
        shutil.copytree(ROOT / part, tmp_path / "copy" / part, ignore=passing)
    shutil.copy(ROOT / "grammar.lark", tmp_path / "copy")
    rules = make_rules(tmp_path / "texts")
    load_in(tmp_path / "copy", rules)
    before = entry(kept)
    load_in(tmp_path / "copy", rules)
    assert entry(kept) == before
    for number, (file, addition) in enumerate(FRONT_END_CHANGES, 2):
        with (tmp_path / "copy" / file).open("a") as changed:
            changed.write(addition)
        load_in(tmp_path / "copy", rules)
        assert len(entries(kept)) == number, file


def test_where_there_are_no_files_the_release_is_the_digest(monkeypatch):
    """In a zip modules are found, and cannot be opened."""
    monkeypatch.setattr(disk, "release", lambda: "rulelang 7.0")
    assert front_end.digest_of(["/a.zip/rulelang/source.py"]) == "rulelang 7.0"


def test_what_plays_is_digested_with_what_reads(monkeypatch):
    digested = []
    monkeypatch.setattr(front_end, "digest", FRONT_END)
    monkeypatch.setattr(front_end, "digest_of", lambda files: digested.extend(files) or "some")
    assert front_end.whole.__wrapped__() is not None
    interpreter = ROOT / "interpreter"
    files = [file for file in interpreter.rglob("*") if file.suffix in (".py", ".ll")]
    assert {file.suffix for file in files} == {".py", ".ll"}
    assert set(map(str, files)) <= set(digested)


def load_in(checkout, rules):
    """Load a game in a process of its own, by the code of a checkout."""
    code = f"from interpreter import load; load({str(rules)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=checkout)  # noqa: S603


def test_a_front_end_that_is_changed_under_a_process_keeps_nothing(rules, kept, monkeypatch):
    monkeypatch.setattr(front_end, "digest", FRONT_END)
    monkeypatch.setattr(front_end, "_BEGAN", time.time() + 60)
    assert front_end.digest() is not None
    monkeypatch.setattr(front_end, "_BEGAN", 0.0)
    assert front_end.digest() is None
    assert tree(rules) == fresh(rules)
    assert not entries(kept)


# ---------------------------------------------------------------- accidents


def test_a_damaged_entry_is_made_again(rules, kept, monkeypatch):
    tree(rules)
    for damage in damages(entry(kept).read_bytes()):
        entry(kept).write_bytes(damage)
        with pytest.warns(RuntimeWarning, match="damaged, or was not written by you"):
            assert not is_kept(rules, monkeypatch)
        assert tree(rules) == fresh(rules)  # and that is said once
        assert is_kept(rules, monkeypatch)
        disk.forget_said()


def test_an_entry_under_the_name_of_another_is_not_believed(rules, kept):
    tree(rules)
    small = entry(kept)
    whole = small.read_bytes()
    tree(rules, options={"size": "large"})
    (large,) = (found for found in entries(kept) if found != small)
    large.write_bytes(whole)
    with pytest.warns(RuntimeWarning, match="damaged, or was not written by you"):
        assert tree(rules, options={"size": "large"}) == fresh(rules, size="large")


def test_an_entry_of_somebody_else_is_not_read(rules, monkeypatch):
    tree(rules)
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    with pytest.warns(RuntimeWarning, match="belongs to somebody else"):
        assert not is_kept(rules, monkeypatch)


def test_a_folder_that_is_a_file_is_no_hindrance(rules, kept):
    kept.write_text("in the way")
    assert tree(rules) == tree(rules) == fresh(rules)
    assert kept.read_text() == "in the way"


def test_a_folder_that_cannot_be_written_is_no_hindrance(rules, kept):
    kept.mkdir(mode=0o500)  # what its owner, root, may write all the same
    assert tree(rules) == tree(rules) == fresh(rules)
    kept.chmod(0o700)


def test_a_folder_that_cannot_be_made_is_no_hindrance(rules, monkeypatch):
    monkeypatch.setenv(disk.FOLDER, "/dev/null/trees")
    assert tree(rules) == tree(rules) == fresh(rules)


def test_a_full_disk_leaves_nothing_half_written(rules, kept):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))
    try:
        assert tree(rules) == fresh(rules)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [file.name for file in kept.iterdir()] == [disk.KEY]


def test_nothing_is_kept_where_that_is_wanted(rules, tmp_path, monkeypatch):
    monkeypatch.setenv(disk.FOLDER, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "system"))
    assert tree(rules) == tree(rules) == fresh(rules)
    assert not (tmp_path / "system").exists()


def test_a_deep_text_is_played_whether_it_can_be_kept_or_not(rules):
    deep = "(" * 30 + "1" + " + 1)" * 30
    rules.write_text(TEXT.replace("add c.worth to total", f"set total to min(20, {deep})"))
    assert tree(rules) == tree(rules) == fresh(rules)


def test_trees_that_were_not_read_for_longest_go_first(rules, kept, monkeypatch):
    monkeypatch.setattr(disk, "MOST", 2)
    tree(rules)
    used = entry(kept)
    compiled = kept / ("c" * 64)
    compiled.write_bytes(b"a compiled game")
    for asked in ({"players": 3}, {"options": {"fast": True}}, {"options": {"size": "large"}}):
        for found in kept.iterdir():
            os.utime(found, (5, 5))
        tree(rules)
        tree(rules, **asked)
    assert {used, compiled} < set(kept.iterdir())
    assert len(entries(kept)) == 2
